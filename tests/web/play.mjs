// SPDX-License-Identifier: MIT
// Playing: whole games, all ways to enter a move, setting up, taking back, saving.

import { readFileSync } from 'node:fs';

import { must, openPage, run, textOf, until } from './harness.mjs';

const cell = (page, start) => page.locator(`#play-board [role=gridcell][aria-label^="${start}"]`);
const control = (page, name) => page.locator('#play-settings').getByLabel(name, { exact: true });
const status = (page, pattern) => textOf(page, '#play-status', pattern);

async function choose(page, game, first, second) {
    await control(page, 'Game').selectOption(game);
    await cell(page, game === 'checkers' ? '1,' : 'a1,').waitFor();
    const sides = game === 'chess' ? ['White', 'Black'] : ['Black', 'White'];
    await control(page, sides[0]).selectOption(first);
    await control(page, sides[1]).selectOption(second);
}

async function setUp(page, text) {
    await page.getByLabel('A position, pasted as text').fill(text);
    await page.getByRole('button', { name: 'Set it up' }).click();
}

const moves = (page) =>
    page
        .locator('#play-moves li:not(.number)')
        .allTextContents()
        .then((all) => all.filter((move) => move));

export default {
    async 'a whole Othello game against the engine by clicks'(all) {
        const page = await openPage(all);
        await control(page, 'Time for a move').selectOption('0.1');
        await choose(page, 'othello', 'person', 'engine');
        for (let clicks = 0; ; clicks++) {
            must(clicks < 70, 'the game has no end');
            const now = await status(page, /Black to move|Black has no move|wins|draw/i);
            if (/wins|draw/i.test(now)) break;
            const before = (await moves(page)).length;
            if (/no move/.test(now)) await page.getByRole('button', { name: 'Pass' }).click();
            else await page.locator('#play-board [aria-label*="can be played"]').first().click();
            await until(async () => (await moves(page)).length > before, 'the move to be played');
        }
        const played = await moves(page);
        must(played.length >= 9, `a game of ${played.length} moves`);
        // What is on the board must be what the page says of it.
        const count = (side) => page.locator(`#play-board [aria-label*="${side} disc"]`).count();
        const [black, white] = [await count('black'), await count('white')];
        const said = await status(page, /./);
        const winner = black > white ? /Black wins/ : white > black ? /White wins/ : /draw/i;
        must(winner.test(said), `${black} black and ${white} white discs, but: ${said}`);
        return page;
    },

    async 'a chess move by keyboard'(all) {
        const page = await openPage(all);
        await choose(page, 'chess', 'person', 'person');
        await cell(page, 'a8,').focus();
        const press = async (keys) => {
            for (const key of keys) await page.keyboard.press(key);
        };
        // From a8 to e2; chosen, given up with Escape, chosen again, and to e4.
        await press([...Array(6).fill('ArrowDown'), ...Array(4).fill('ArrowRight'), 'Enter']);
        await page
            .locator('#play-board [aria-selected=true][aria-label^="e2, white pawn"]')
            .waitFor();
        await press(['Escape']);
        must(
            (await page.locator('#play-board [aria-selected=true]').count()) === 0,
            'Escape leaves e2 chosen',
        );
        await press(['Enter', 'ArrowUp', 'ArrowUp', 'Enter']);
        await cell(page, 'e4, white pawn').waitFor();
        must((await moves(page)).join() === 'e2e4', 'the list of moves is not e2e4');
        return page;
    },

    async 'a chess move as text, and a wrong one'(all) {
        const page = await openPage(all, { refusals: true });
        await choose(page, 'chess', 'person', 'person');
        const box = page.getByLabel('Move', { exact: true });
        await box.fill('e2e5');
        await box.press('Enter');
        await textOf(page, '#play-wrong', /e2e5/);
        await box.fill('g1f3');
        await box.press('Enter');
        await cell(page, 'f3, white knight').waitFor();
        return page;
    },

    async 'a pawn becomes a knight'(all) {
        const page = await openPage(all);
        await choose(page, 'chess', 'person', 'person');
        await setUp(page, '8/P6k/8/8/8/8/8/K7 w - - 0 1');
        await cell(page, 'a7, white pawn').click();
        await cell(page, 'a8, empty, can go here').click();
        await page
            .getByRole('group', { name: 'White promotes to' })
            .getByRole('button', { name: 'knight' })
            .click();
        await cell(page, 'a8, white knight').waitFor();
        must((await moves(page)).join() === 'a7a8n', 'the move is not a7a8n');
        return page;
    },

    async 'two jumps in checkers, square by square'(all) {
        const page = await openPage(all);
        await choose(page, 'checkers', 'person', 'person');
        await setUp(page, 'B:W15,22,32:B1,11');
        await status(page, /Black to move, and must take/);
        await cell(page, '11, black man, must take').click();
        await cell(page, '18, empty, can go here').click();
        await cell(page, '25, empty, can go here').click();
        await cell(page, '25, black man').waitFor();
        must((await moves(page)).join() === '11x18x25', 'the move is not 11x18x25');
        must(
            (await cell(page, '15, empty').count()) === 1 &&
                (await cell(page, '22, empty').count()) === 1,
            'men taken are still there',
        );
        return page;
    },

    async 'Othello: the one who cannot move passes'(all) {
        const page = await openPage(all);
        await choose(page, 'othello', 'person', 'person');
        // White's only disc is between Black's corner and Black's next move.
        await setUp(page, `XO${'-'.repeat(54)}XX${'-'.repeat(6)} O`);
        await status(page, /White has no move and must pass/);
        await page.getByRole('button', { name: 'Pass' }).click();
        await status(page, /Black to move/);
        return page;
    },

    async "an illegal paste is answered in place with the library's sentence"(all) {
        const page = await openPage(all, { refusals: true });
        await choose(page, 'chess', 'person', 'person');
        const bad = 'rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
        await setUp(page, bad);
        const said = await textOf(page, '#play-text-wrong', /./);
        const { status: code, stderr } = await run(all.copse, [
            'perft',
            'chess',
            bad,
            '--depth',
            '1',
        ]);
        must(code === 2, `copse perft with the same text ended with ${code}`);
        // The server makes a sentence of it: a capital letter and a full stop.
        const core = said.slice(1).replace(/\.$/, '');
        must(
            core.length > 20 && stderr.includes(core),
            `the page says ‘${said}’, the command ‘${stderr}’`,
        );
        must((await cell(page, 'e2, white pawn').count()) === 1, 'the board has changed');
        await setUp(page, '<b>8</b> w - - 0 1');
        await textOf(page, '#play-text-wrong', /</);
        must((await page.locator('#play-text-wrong *').count()) === 0, 'text has become markup');
        return page;
    },

    async 'opening, take back, hint, turn, clocks'(all) {
        const page = await openPage(all);
        await control(page, 'Time for a move').selectOption('0.1');
        await choose(page, 'checkers', 'person', 'engine');
        await until(
            () =>
                page
                    .getByLabel('An opening')
                    .locator('option')
                    .count()
                    .then((n) => n > 5),
            'the openings',
        );
        await page.getByLabel('An opening').selectOption({ index: 1 });
        // Three plies of the opening, then the engine's.
        await until(
            async () => (await moves(page)).length === 4,
            "the engine's answer to the opening",
        );
        await page.getByRole('button', { name: 'Hint' }).click();
        const hint = (await status(page, /^Hint: /)).replace(/^Hint: |\.$/g, '');
        await page.locator('#play-board .overlay .hint').first().waitFor({ state: 'attached' });
        const box = page.getByLabel('Move', { exact: true });
        await box.fill(hint);
        await box.press('Enter');
        await until(
            async () => (await moves(page)).length === 6,
            'the hint and the answer to be played',
        );
        await page.getByRole('button', { name: 'Take back' }).click();
        await until(async () => (await moves(page)).length === 4, 'two plies to be taken back');
        // Black, who plays against the engine, sits in front, and square 32 is in the first row.
        const corner = page.locator('#play-board [role=gridcell]').nth(1);
        await until(
            async () => /^32,/.test(await corner.getAttribute('aria-label')),
            'Black in front',
        );
        await page.getByRole('button', { name: 'Turn the board' }).click();
        await until(
            async () => /^1,/.test(await corner.getAttribute('aria-label')),
            'White in front',
        );
        await control(page, 'Clocks').selectOption('60+0');
        await page.getByRole('timer', { name: "White's clock" }).waitFor();
        const clocks = page.getByRole('timer');
        must((await clocks.count()) === 2, 'there are not two clocks');
        await until(
            async () => (await clocks.allTextContents()).some((text) => text !== '1:00'),
            'a clock to run',
        );
        return page;
    },

    async 'a game is saved as a file'(all) {
        const page = await openPage(all);
        await choose(page, 'chess', 'person', 'person');
        for (const move of ['e2e4', 'e7e5', 'g1f3']) {
            await page.getByLabel('Move', { exact: true }).fill(move);
            await page.getByRole('button', { name: 'Play it' }).click();
            await until(async () => (await moves(page)).at(-1) === move, move);
        }
        const [download] = await Promise.all([
            page.waitForEvent('download'),
            page.getByRole('button', { name: 'Save the game' }).click(),
        ]);
        const text = readFileSync(await download.path(), 'utf8');
        must(
            /\.pgn$/.test(download.suggestedFilename()),
            `the file is called ${download.suggestedFilename()}`,
        );
        must(/1\. e4 e5 2\. Nf3/.test(text), `the file has no moves: ${text}`);
        return page;
    },

    async 'who has used up the time has lost, also in the file'(all) {
        const page = await openPage(all, { clock: true });
        await choose(page, 'chess', 'person', 'person');
        await control(page, 'Clocks').selectOption('60+0');
        await page.getByRole('timer', { name: "White's clock" }).waitFor();
        await page.clock.fastForward(61000);
        await status(page, /White's time is used up: Black wins\./);
        const [download] = await Promise.all([
            page.waitForEvent('download'),
            page.getByRole('button', { name: 'Save the game' }).click(),
        ]);
        const text = readFileSync(await download.path(), 'utf8');
        must(/\[Result "0-1"\]/.test(text), `the file says: ${text}`);
        return page;
    },

    async 'the engine plays both sides'(all) {
        const page = await openPage(all);
        await control(page, 'Time for a move').selectOption('0.1');
        await choose(page, 'checkers', 'engine', 'engine');
        await until(async () => (await moves(page)).length >= 4, 'four plies by the engine');
        return page;
    },
};
