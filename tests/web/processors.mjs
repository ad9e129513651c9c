// SPDX-License-Identifier: MIT
// The processors: live on threads, exact on simulated ones, and replayed from a file.

import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { must, openPage, run, show, textOf, until } from './harness.mjs';
import { startEndless, stop } from './watch.mjs';

const rows = (page) => page.locator('#time-table tbody tr');
const figure = (page, name) =>
    page
        .locator('#time-figures div', { has: page.locator(`dt:text-is("${name}")`) })
        .locator('dd')
        .textContent();

export default {
    async 'a timeline of threads, live'(all) {
        const page = await openPage(all);
        await startEndless(page, { processors: 2 });
        await show(page, 'Processors');
        await until(async () => (await rows(page).count()) === 2, 'two processors');
        const time = await figure(page, 'Time');
        await until(async () => (await figure(page, 'Time')) !== time, 'the time to go on');
        must(/^[\d.]+ of 2$/.test(await figure(page, 'Busy on average')), 'no processor is busy');
        await stop(page);
        return page;
    },

    async 'simulated processors, and their speed-up'(all) {
        const page = await openPage(all);
        await startEndless(page, {
            machine: 'sim',
            processors: 16,
            limits: { Seconds: '', Nodes: '', Depth: '20' },
        });
        await show(page, 'Processors');
        await textOf(page, '#strip-state', /done \(depth\)/);
        await until(async () => (await rows(page).count()) === 16, 'sixteen processors');
        await page.getByRole('button', { name: 'Measure the speed-up' }).click();
        await until(
            () => page.locator('#time-figures dt:text-is("Speed-up")').count(),
            'the speed-up',
        );
        // The command must say the same: simulated processors are exact.
        const { stdout } = await run(all.copse, [
            'search',
            'random',
            'branching=10,shape=random,seed=21',
            '--algorithm',
            'pbf',
            '--depth',
            '20',
            '--machine',
            'sim',
            '--processors',
            '16',
            '--costs',
            'today',
            '--baseline',
            '--json',
        ]);
        const found = JSON.stringify(JSON.parse(stdout));
        const speedUp = Number(/"speed_up":([\d.]+)/.exec(found)[1]);
        must(
            (await figure(page, 'Speed-up')) === speedUp.toFixed(2),
            `the page has ${await figure(page, 'Speed-up')}, the command ${speedUp.toFixed(2)}`,
        );
        return page;
    },

    async 'a recorded trace is replayed'(all) {
        const file = path.join(all.folder, 'eight.json');
        const { stdout, status } = await run(all.copse, [
            'search',
            'random',
            'branching=10,shape=random,seed=7',
            '--algorithm',
            'pbf',
            '--nodes',
            '3000',
            '--machine',
            'sim',
            '--processors',
            '8',
            '--trace',
            file,
            '--json',
        ]);
        must(status === 0, 'copse search --trace failed');
        const page = await openPage(all);
        await show(page, 'Processors');
        await page.getByLabel('Open a recorded trace').setInputFiles(file);
        await until(async () => (await rows(page).count()) === 8, 'eight processors');
        const told = JSON.parse(stdout);
        for (const kind of ['busy', 'idle', 'locked']) {
            const shown =
                parseFloat(await figure(page, kind[0].toUpperCase() + kind.slice(1))) / 100;
            must(
                Math.abs(shown - told[kind]) < 0.006,
                `${kind}: the page has ${shown}, the search said ${told[kind]}`,
            );
        }
        const canvas = page.locator('#time-canvas');
        const picture = () => canvas.evaluate((node) => node.toDataURL());
        const before = await picture();
        await page
            .getByRole('tabpanel', { name: 'Processors' })
            .getByRole('button', { name: 'Zoom in' })
            .click();
        await until(async () => (await picture()) !== before, 'zooming in to show');
        await canvas.hover({ position: { x: 300, y: 20 } });
        await textOf(page, '#time-now', /^Processor 0: (busy|idle|locked|communicating) from/);
        return page;
    },

    async 'a file that is no trace gets a sentence'(all) {
        const page = await openPage(all);
        await show(page, 'Processors');
        for (const [name, text, sentence] of [
            ['words.txt', 'no trace', /words\.txt: This is not JSON/],
            ['other.json', '{"traceEvents": 3}', /other\.json: There are no traceEvents/],
            [
                'hurt.json',
                '{"traceEvents": [{"ph":"X","name":"busy","tid":-1,"ts":0,"dur":1}]}',
                /hurt\.json: An event has no processor/,
            ],
            ['empty.json', '{"traceEvents": []}', /empty\.json: There is no busy/],
        ]) {
            const file = path.join(all.folder, name);
            writeFileSync(file, text);
            await page.getByLabel('Open a recorded trace').setInputFiles(file);
            await textOf(page, '#trace-wrong', sentence);
        }
        return page;
    },
};
