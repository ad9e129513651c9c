// SPDX-License-Identifier: MIT
// Takes pictures of every panel in light and dark, wide and narrow: node pictures.mjs COPSE FOLDER

import path from 'node:path';

import { openPage, run, show, startAll, textOf, until } from './harness.mjs';
import { startEndless, stop } from './watch.mjs';

const [copse, folder] = process.argv.slice(2);
const SIZES = { wide: { width: 1280, height: 860 }, narrow: { width: 390, height: 844 } };

const all = await startAll(copse);

async function playSome(page, game, opening) {
    const settings = page.locator('#play-settings');
    await settings.getByLabel('Time for a move').selectOption('0.5');
    await settings.getByLabel('Game', { exact: true }).selectOption(game);
    await until(
        () =>
            page
                .getByLabel('An opening')
                .locator('option')
                .count()
                .then((count) => count > opening),
        'the openings',
    );
    await page.getByLabel('An opening').selectOption({ index: opening });
    await textOf(
        page,
        '#play-status',
        game === 'chess' ? /White to move/ : /Black to move|White to move/,
    );
}

async function pictures(size, theme) {
    const page = await openPage(all, {
        context: { viewport: SIZES[size], colorScheme: theme, hasTouch: size === 'narrow' },
    });
    const shoot = async (name, fullPage = true) => {
        // Let what glides come to rest.
        await page.waitForTimeout(400);
        await page.screenshot({
            path: path.join(folder, `${name}-${size}-${theme}.png`),
            fullPage,
        });
    };
    await playSome(page, 'checkers', 3);
    await shoot('play-checkers');
    await playSome(page, 'othello', 4);
    await shoot('play-othello');
    await playSome(page, 'chess', 5);
    await shoot('play-chess');
    await startEndless(page, { game: 'othello', position: 'f5d6c4g5g6f3f4c3' });
    await page.waitForTimeout(5000);
    await shoot('think');
    await shoot('top-think', false);
    await stop(page);
    await startEndless(page, {
        game: 'chess',
        position: 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3',
        processors: 2,
    });
    await show(page, 'Tree');
    await textOf(page, '#tree-count', /nodes/);
    const canvas = page.locator('#tree-canvas');
    await canvas.focus();
    for (let step = 0; step < 4; step++) await page.keyboard.press('ArrowDown');
    await page.waitForTimeout(4000);
    await shoot('tree');
    await shoot('top-tree', false);
    await stop(page);
    await startEndless(page, {
        machine: 'sim',
        processors: 16,
        limits: { Seconds: '', Nodes: '20000' },
    });
    await textOf(page, '#strip-state', /done/);
    await show(page, 'Processors');
    await page.getByRole('button', { name: 'Measure the speed-up' }).click();
    await until(() => page.locator('#time-figures dt:text-is("Speed-up")').count(), 'the speed-up');
    await shoot('processors');
    await show(page, 'Compare');
    await page.getByRole('button', { name: 'Start both' }).click();
    await page.waitForTimeout(4000);
    await shoot('compare');
    await page.getByRole('button', { name: 'Stop both' }).click();
    await show(page, 'Lab');
    await page.getByRole('button', { name: /korf-fig10/ }).click();
    await page.waitForTimeout(2500);
    await shoot('lab');
    if (page.complaints.length) console.log(page.complaints.join('\n'));
    await page.context().close();
}

try {
    await run(copse, [
        'lab',
        'run',
        'korf-fig10',
        '--quick',
        '--db',
        path.join(all.folder, 'lab.sqlite'),
    ]);
    for (const size of (process.env.SIZES ?? 'wide narrow').split(' '))
        for (const theme of (process.env.THEMES ?? 'light dark').split(' '))
            await pictures(size, theme);
} finally {
    await all.stop();
}
