// SPDX-License-Identifier: MIT
// Two searches side by side.

import { must, openPage, show, until } from './harness.mjs';

const cell = (page, row, column) =>
    page
        .locator('#compare-table tr', { has: page.locator(`th:text-is("${row}")`) })
        .locator('td')
        .nth(column)
        .textContent();

export default {
    async 'two searches run side by side and are stopped'(all) {
        const page = await openPage(all);
        await show(page, 'Compare');
        await page.locator('#compare-position').getByLabel('Until I stop it').check();
        await page.locator('#compare-second').getByLabel('Algorithm').selectOption('uct');
        await page.getByRole('button', { name: 'Start both' }).click();
        await until(
            async () =>
                (await cell(page, 'State', 0)) === 'running' &&
                (await cell(page, 'State', 1)) === 'running',
            'both to run',
        );
        const before = [await cell(page, 'Nodes', 0), await cell(page, 'Nodes', 1)];
        for (const side of [0, 1])
            await until(
                async () => (await cell(page, 'Nodes', side)) !== before[side],
                'both to go on',
            );
        for (const id of ['compare-first', 'compare-second'])
            must(
                (await page.locator(`#${id} .roots tbody tr`).count()) === 4,
                'four moves at each root',
            );
        await page.reload();
        await page.locator('html[data-ready=yes]').waitFor();
        await until(
            async () =>
                (await cell(page, 'State', 0)) === 'running' &&
                (await cell(page, 'State', 1)) === 'running',
            'both after a reload',
        );
        await page.getByRole('button', { name: 'Stop both' }).click();
        await until(
            async () =>
                /^done/.test(await cell(page, 'State', 0)) &&
                /^done/.test(await cell(page, 'State', 1)),
            'both to end',
        );
        return page;
    },
};
