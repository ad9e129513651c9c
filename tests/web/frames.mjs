// SPDX-License-Identifier: MIT
// Measures the panel Tree while ten million nodes are searched: node frames.mjs COPSE

import { openPage, show, startAll, textOf } from './harness.mjs';
import { startEndless } from './watch.mjs';

const SECONDS = 5;

const all = await startAll(process.argv[2]);
let fine = false;
try {
    const page = await openPage(all);
    let bytes = 0;
    const client = await page.context().newCDPSession(page);
    await client.send('Network.enable');
    client.on(
        'Network.dataReceived',
        (event) => (bytes += event.encodedDataLength || event.dataLength),
    );
    // Room for more than ten million nodes of 32 bytes.
    await show(page, 'Think');
    await page.locator('#think-form').getByLabel('Memory in MB').fill('1024');
    await startEndless(page);
    await show(page, 'Tree');
    await textOf(page, '#tree-count', /^[1-9]\d(\.\d)? M nodes/);
    const before = bytes;
    const { rate, slowest } = await page.evaluate(
        (seconds) =>
            new Promise((resolve) => {
                const times = [];
                const next = (now) => {
                    times.push(now);
                    if (now - times[0] < seconds * 1000) {
                        requestAnimationFrame(next);
                        return;
                    }
                    const gaps = times.slice(1).map((time, i) => time - times[i]);
                    resolve({
                        rate: (gaps.length * 1000) / (now - times[0]),
                        slowest: Math.max(...gaps),
                    });
                };
                requestAnimationFrame(next);
            }),
        SECONDS,
    );
    const sent = (bytes - before) / SECONDS;
    console.log(`${rate.toFixed(1)} pictures a second, the slowest after ${slowest.toFixed(0)} ms`);
    console.log(`${(sent / 1e6).toFixed(2)} MB a second from the server`);
    console.log(
        `${await textOf(page, '#tree-count', /./)}; ${await textOf(page, '#strip-state', /./)}`,
    );
    fine = rate >= 30 && sent < 2e6;
} finally {
    await all.stop();
}
process.exit(fine ? 0 : 1);
