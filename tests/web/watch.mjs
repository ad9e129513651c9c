// SPDX-License-Identifier: MIT
// Watching a search: its figures and bars, stopping it, its options, and loading the page again.

import { must, openPage, show, startServer, textOf, until } from './harness.mjs';

/** A search without end in a tree whose best moves are close to each other. */
export async function startEndless(page, settings = {}) {
    const position = page.locator('#think-position');
    const form = page.locator('#think-form');
    await show(page, 'Think');
    await position.getByLabel('Game').selectOption(settings.game ?? 'random');
    await position
        .getByLabel(/^Position/)
        .fill(settings.position ?? (settings.game ? '' : 'branching=10,shape=random,seed=21'));
    await form.getByLabel('Algorithm').selectOption(settings.algorithm ?? 'pbf');
    await form.getByLabel('Machine').selectOption(settings.machine ?? 'threads');
    await form.getByLabel('Processors').fill(String(settings.processors ?? 1));
    await form.getByLabel('Until I stop it').setChecked(!settings.limits);
    for (const [name, value] of Object.entries(settings.limits ?? {}))
        await form.getByLabel(name, { exact: true }).fill(value);
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await textOf(page, '#strip-state', settings.limits ? /running|done/ : /running · /);
}

export async function stop(page) {
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await textOf(page, '#strip-state', /done/);
}

const figure = (page, name) =>
    page
        .locator('#think-figures div', { has: page.locator(`dt:text-is("${name}")`) })
        .locator('dd')
        .textContent();
const bars = (page) =>
    page
        .locator('#think-roots .meter i')
        .evaluateAll((all) => all.map((bar) => bar.style.transform).join());
const searchId = (page) =>
    page.evaluate(() => JSON.parse(sessionStorage.getItem('copse.search')).id);

export default {
    async 'a search is started, its bars move, and it is stopped'(all) {
        const page = await openPage(all);
        await startEndless(page);
        await until(
            () =>
                page
                    .locator('#think-roots tbody tr')
                    .count()
                    .then((rows) => rows === 10),
            'ten moves at the root',
        );
        const [before, nodes] = [await bars(page), await figure(page, 'Nodes')];
        await until(async () => (await bars(page)) !== before, 'the bars to move');
        await until(async () => (await figure(page, 'Nodes')) !== nodes, 'the nodes to grow');
        must(
            await page.locator('#think-roots th:text-is("Chance best")').isVisible(),
            'pbf has no chances',
        );
        must(
            /\d/.test(await page.locator('#think-line').textContent()),
            'there is no principal variation',
        );
        await stop(page);
        must(
            await page.getByRole('button', { name: 'Stop', exact: true }).isDisabled(),
            'it can be stopped twice',
        );
        const still = await figure(page, 'Nodes');
        await page.waitForTimeout(300);
        must((await figure(page, 'Nodes')) === still, 'it still runs');
        return page;
    },

    async 'options come from the library, and a bad one gets its sentence'(all) {
        const page = await openPage(all, { refusals: true });
        await show(page, 'Think');
        const form = page.locator('#think-form');
        await form.getByLabel('Algorithm').selectOption('pvs');
        await form.locator('summary').click();
        await form.getByLabel('ordering', { exact: true }).selectOption('static');
        await form.getByLabel('table', { exact: true }).fill('many');
        await page.getByRole('button', { name: 'Start', exact: true }).click();
        await textOf(page, '#strip-trouble', /table/);
        await form.getByLabel('table', { exact: true }).fill('1M');
        await form.getByLabel('Depth', { exact: true }).fill('4');
        await page.getByRole('button', { name: 'Start', exact: true }).click();
        await textOf(page, '#strip-state', /pvs on othello: done \(depth\)/);
        return page;
    },

    async 'the page loaded again in mid-search goes on with it'(all) {
        const page = await openPage(all);
        await startEndless(page);
        const id = await searchId(page);
        await page.reload();
        await page.locator('html[data-ready=yes]').waitFor();
        await textOf(page, '#strip-state', /pbf on random: running · /);
        must((await searchId(page)) === id, 'it is another search');
        must(
            (await page.locator('#think-form').getByLabel('Algorithm').inputValue()) === 'pbf',
            'the form has forgotten it',
        );
        const nodes = await figure(page, 'Nodes');
        await until(async () => (await figure(page, 'Nodes')) !== nodes, 'the nodes to grow');
        await stop(page);
        return page;
    },

    async 'a position comes over from the game'(all) {
        const page = await openPage(all);
        await page
            .locator('#play-settings')
            .getByLabel('White', { exact: true })
            .selectOption('person');
        await page.getByLabel('Move', { exact: true }).fill('f5');
        await page.getByRole('button', { name: 'Play it' }).click();
        await textOf(page, '#play-status', /White to move/);
        await page.getByRole('button', { name: 'Think about this' }).click();
        await textOf(page, '#think-position .quiet', /White to move after 1 move: 3 moves/);
        return page;
    },

    async 'a server that is gone is noticed'(all) {
        const server = await startServer(all.copse, all.folder);
        const page = await openPage({ ...all, url: server.url }, { broken: true });
        await startEndless(page);
        server.stop();
        await textOf(page, '#strip-state', /the server does not answer/);
        await show(page, 'Play');
        await page.getByRole('button', { name: 'New game' }).click();
        await textOf(page, '#play-wrong', /is copse serve still running/);
        return page;
    },

    async 'an ended search is still there after a reload, and in another panel'(all) {
        const page = await openPage(all);
        await startEndless(page, { limits: { Seconds: '', Nodes: '5000' } });
        await textOf(page, '#strip-state', /done/);
        await page.reload();
        await page.locator('html[data-ready=yes]').waitFor();
        await textOf(page, '#strip-state', /pbf on random: done \(nodes\)/);
        await show(page, 'Tree');
        await textOf(page, '#tree-count', /nodes/);
        return page;
    },
};
