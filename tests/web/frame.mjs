// SPDX-License-Identifier: MIT
// The frame: the token, the tabs, light and dark, narrow screens, the lab.

import path from 'node:path';

import { must, openPage, run, show, textOf, until } from './harness.mjs';

const PANELS = ['Play', 'Think', 'Tree', 'Processors', 'Compare', 'Lab'];

export default {
    async 'without the token the page says what to do'(all) {
        const page = await openPage(all, { url: all.url.replace(/#.*/, ''), refusals: true });
        await textOf(page, '#trouble', /token/);
        return page;
    },

    async 'the token leaves the address bar, and a reload still works'(all) {
        const page = await openPage(all);
        must(!page.url().includes('token'), `the address is ${page.url()}`);
        await page.reload();
        await page.locator('html[data-ready=yes]').waitFor();
        return page;
    },

    async 'tabs by keyboard, each panel with its sentence'(all) {
        const page = await openPage(all);
        await page.getByRole('tab', { name: 'Play' }).focus();
        for (const name of [...PANELS.slice(1), 'Play']) {
            await page.keyboard.press('ArrowRight');
            await page.locator(`[role=tab][aria-selected=true]:text-is("${name}")`).waitFor();
            const about = page.getByRole('tabpanel', { name }).locator('.about');
            must(/^[A-Z].*\.$/.test(await about.textContent()), `${name} has no sentence`);
        }
        return page;
    },

    async 'light and dark'(all) {
        const page = await openPage(all, { context: { colorScheme: 'dark' } });
        const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        const dark = await ground();
        await page.getByLabel('Colours').selectOption('light');
        const light = await ground();
        await page.getByLabel('Colours').selectOption('dark');
        must(dark !== light && (await ground()) === dark, `light ${light}, dark ${dark}`);
        return page;
    },

    async 'nothing is cut off on a narrow screen'(all) {
        const page = await openPage(all, {
            context: { viewport: { width: 360, height: 740 }, hasTouch: true },
        });
        const game = page.locator('#play-settings').getByLabel('Game', { exact: true });
        for (const name of ['chess', 'checkers', 'othello', ...PANELS.slice(1)]) {
            if (PANELS.includes(name)) await show(page, name);
            else await game.selectOption(name);
            const [wide, room] = await page.evaluate(() => [
                document.documentElement.scrollWidth,
                innerWidth,
            ]);
            must(wide <= room, `${name} is ${wide} pixels wide on a screen of ${room}`);
        }
        await show(page, 'Play');
        // By touch, too.
        await page.locator('#play-board [aria-label*="can be played"]').first().tap();
        await until(() => page.locator('#play-moves li').count(), 'the move');
        return page;
    },

    async 'the lab shows what has been run'(all) {
        const done = await run(all.copse, [
            'lab',
            'run',
            'fishburn-corollary1',
            '--quick',
            '--db',
            path.join(all.folder, 'lab.sqlite'),
        ]);
        must(done.status === 0, `copse lab run: ${done.stderr}`);
        const page = await openPage(all);
        await show(page, 'Lab');
        await page.getByRole('button', { name: /fishburn-corollary1/ }).click();
        await textOf(page, '#lab-shown', /Ours|verdict|All \d+ values/);
        const figure = page.getByRole('img', { name: 'The figure of fishburn-corollary1' });
        await until(
            () => figure.evaluate((image) => image.complete && image.naturalWidth > 0),
            'the figure',
        );
        await page.getByRole('button', { name: /korf-fig6/ }).click();
        await textOf(page, '#lab-shown', /copse lab run korf-fig6/);
        return page;
    },
};
