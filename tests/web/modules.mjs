// SPDX-License-Identifier: MIT
// The page's modules one by one, in the browser that runs them.

import { must, openPage } from './harness.mjs';

/**
 * Runs a function in the page. It gets a function to compare with, and imports what it needs.
 * @param {(same: (what: string, is: any, should: any) => void) => Promise<void>} work
 */
async function inPage(all, work) {
    const page = await openPage(all);
    const wrong = await page.evaluate(`(async () => {
        const wrong = [];
        const same = (what, is, should) => {
            if (JSON.stringify(is) !== JSON.stringify(should))
                wrong.push(what + ': ' + JSON.stringify(is) + ', not ' + JSON.stringify(should));
        };
        await (${work.toString()})(same);
        return wrong;
    })()`);
    must(!wrong.length, wrong.join('; '));
    return page;
}

export default {
    'squares become moves': (all) =>
        inPage(all, async (same) => {
            const { MoveEntry } = await import('/entry.js');
            const split = (move) => (move === 'pass' ? [] : move.split('x'));
            const entry = new MoveEntry(['1x2x3', '1x4x3', '5x6x7', 'pass'], split);
            same('sources', [...entry.sources], ['1', '5']);
            same('nothing begins at 9', entry.press('9'), []);
            same('a first square', entry.press('1'), []);
            same('targets', [...entry.targets], ['2', '4']);
            same('two ways lead to 3', [entry.press('3'), entry.picked], [[], []]);
            entry.press('1');
            entry.press('4');
            same('square by square', entry.press('3'), ['1x4x3']);
            entry.press('1');
            same('another piece', [entry.press('5'), entry.picked], [[], ['5']]);
            same('one way leads to 7', entry.press('7'), ['5x6x7']);
            entry.press('5');
            same('the same square again', [entry.press('5'), entry.picked], [[], []]);
            const chess = (move) => [move.slice(0, 2), move.slice(2, 4)];
            const pawn = new MoveEntry(['a7a8q', 'a7a8n', 'a7b8q'], chess);
            pawn.press('a7');
            same('a choice remains', pawn.press('a8'), ['a7a8q', 'a7a8n']);
        }),

    'positions become men': (all) =>
        inPage(all, async (same) => {
            const { boardOf } = await import('/games.js');
            const list = (game, text) =>
                [...boardOf(game).parse(text)].map(([square, man]) => square + man).join(' ');
            same('FEN', list('chess', '8/8/8/3k4/8/8/4P3/4K2R w K - 0 1'), 'd5k e2P e1K h1R');
            same('PDN', list('checkers', 'W:WK3,29-30:B1.'), '3W 29w 30w 1b');
            same('Othello', list('othello', `XO${'-'.repeat(61)}X O`), 'a1X b1O h8X');
            same('a way', boardOf('checkers').path('11x18x25'), ['11', '18', '25']);
            same('a pass', boardOf('othello').path('pass'), []);
            same(
                'the corners',
                [0, 7, 56, 63].map((i) => boardOf('chess').squares[i]),
                ['a8', 'h8', 'a1', 'h1'],
            );
            same(
                'square 1 and 32',
                [1, 62].map((i) => boardOf('checkers').squares[i]),
                ['1', '32'],
            );
        }),

    'numbers as people read them': (all) =>
        inPage(all, async (same) => {
            const words = await import('/words.js');
            same('nodes', [0, 999, 12345, 1234567, 98765432].map(words.short), [
                '0',
                '999',
                '12.3 k',
                '1.23 M',
                '98.8 M',
            ]);
            same(
                'pawns',
                [151, -7, 0].map((points) => words.score(points, 100)),
                ['+1.51', '−0.07', '0.00'],
            );
            same(
                'proofs',
                [1999999995, -1999999998].map((points) => words.score(points, 100)),
                ['wins in 5', 'loses in 2'],
            );
            same('times', [0, 3e-9, 2.5e-5, 0.0123, 61.26].map(words.duration), [
                '0 s',
                '3.00 ns',
                '25.0 µs',
                '12.3 ms',
                '61.3 s',
            ]);
            same('clocks', [300, 61.2, 9.94, -1].map(words.clock), [
                '5:00',
                '1:02',
                '0:09.9',
                '0:00.0',
            ]);
            same('shares', [0.5, 0.012, -0.2, null].map(words.percent), [
                '50 %',
                '1.2 %',
                '−20 %',
                '–',
            ]);
        }),

    'nodes get their places': (all) =>
        inPage(all, async (same) => {
            const { Icicle } = await import('/icicle.js');
            const tree = new Icicle();
            const sample = (b) => ({
                total: 9,
                nodes: [
                    [-1, '', 0, 11, 1],
                    [0, 'b', 5, b, 1],
                    [0, 'a', -5, 8, 0],
                    [1, 'c', 5, 1, 4],
                ],
            });
            tree.take(sample(2), 0);
            same('still gliding', tree.settle(10), true);
            same('at rest', tree.settle(10000), false);
            const [root, b, a, c] = tree.nodes;
            const round = (node) => [node.x0, node.x1].map((x) => Math.round(x * 100) / 100);
            same('places', [root, a, b, c].map(round), [
                [0, 1],
                [0, 0.8],
                [0.8, 1],
                [0.8, 1],
            ]);
            same('tones', [tree.tone(b) > 0, tree.tone(a) < 0, tree.tone(root)], [true, true, 0]);
            same('way', tree.path(c), ['b', 'c']);
            same('found', [tree.at(0.9, 1)?.move, tree.at(0.9, 3)], ['b', null]);
            tree.toggle(b, 20000);
            same('collapsed', [c.hidden, b.hidden, tree.depth], [true, false, 1]);
            tree.take(sample(8), 30000);
            tree.settle(50000);
            same(
                'the same nodes',
                [tree.nodes[1] === b, c.hidden, round(b)],
                [true, true, [0.5, 1]],
            );
            tree.take(
                {
                    total: 2,
                    nodes: [
                        [-1, '', 0, 3, 1],
                        [0, 'a', -5, 2, 0],
                    ],
                },
                60000,
            );
            same('forgotten', [tree.alive(b), tree.alive(a), root.kids.size], [false, true, 1]);
        }),

    'slices of time': (all) =>
        inPage(all, async (same) => {
            const { Timeline } = await import('/timeline.js');
            const line = new Timeline();
            line.add(0, 0, 0, 3);
            line.add(0, 1, 3, 4);
            line.add(1, 2, 0, 1);
            line.add(0, 0, 0, 3); // sent again
            same('shares', line.shares(), [
                [0.75, 0.25, 0, 0],
                [0, 0, 1, 0],
            ]);
            same(
                'at a moment',
                [line.at(0, 3.5), line.at(1, 2), line.at(7, 0)],
                [{ kind: 'idle', from: 3, to: 4 }, null, null],
            );
            for (let i = 0; i < 200000; i++) line.add(2, i % 2, i, i + 1);
            same('memory is bounded', line.rows[2].kinds.length <= 40000, true);
            same('the newest stay', [line.end, line.at(2, 199999.5).kind], [200000, 'idle']);
        }),
};
