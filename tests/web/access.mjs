// SPDX-License-Identifier: MIT
// What a screen reader gets: the browser's own accessibility tree has a name for every control.

import { must, openPage, show, textOf } from './harness.mjs';

const ROLES = new Set([
    'button',
    'checkbox',
    'combobox',
    'textbox',
    'spinbutton',
    'tab',
    'tabpanel',
    'gridcell',
    'grid',
    'img',
    'image',
    'application',
    'Canvas',
    'table',
    'link',
    'group',
    'timer',
    'DisclosureTriangle',
    'listbox',
    'radio',
    'slider',
]);

async function nodesOf(page) {
    const client = await page.context().newCDPSession(page);
    const { nodes } = await client.send('Accessibility.getFullAXTree');
    await client.detach();
    return nodes
        .filter((node) => !node.ignored && ROLES.has(node.role?.value))
        .map((node) => ({ role: node.role.value, name: node.name?.value?.trim() ?? '' }));
}

export default {
    async 'every control of every panel has a name'(all) {
        const page = await openPage(all);
        await page.locator('#play-settings').getByLabel('Clocks').selectOption('60+0');
        const seen = new Map();
        for (const name of ['Play', 'Think', 'Tree', 'Processors', 'Compare', 'Lab']) {
            await show(page, name);
            if (name === 'Think') {
                await page.locator('#think-form summary').click();
                await page.locator('#think-form').getByLabel('Nodes', { exact: true }).fill('5000');
                await page.getByRole('button', { name: 'Start', exact: true }).click();
                await textOf(page, '#strip-state', /done/);
            }
            for (const { role, name: words } of await nodesOf(page)) {
                must(words, `in ${name} there is a ${role} without a name`);
                seen.set(role, (seen.get(role) ?? 0) + 1);
            }
        }
        for (const role of ['gridcell', 'button', 'combobox', 'textbox', 'tab', 'application'])
            must(seen.get(role), `the accessibility tree has no ${role}`);
        page.note = [...seen].map(([role, count]) => `${count} ${role}`).join(', ');
        return page;
    },

    async 'squares have names with their men'(all) {
        const page = await openPage(all);
        const control = page.locator('#play-settings').getByLabel('Game', { exact: true });
        for (const [game, words] of [
            ['chess', 'e2, white pawn, can move'],
            ['chess', 'e8, black king'],
            ['othello', 'd4, white disc'],
            ['othello', 'd3, empty, can be played'],
            ['checkers', '32, white man'],
        ]) {
            await control.selectOption(game);
            await page.getByRole('gridcell', { name: words, exact: true }).waitFor();
        }
        return page;
    },
};
