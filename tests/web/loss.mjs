// SPDX-License-Identifier: MIT
// What a search loses while the page shows its tree: node loss.mjs COPSE [PAIRS]
// Two searches with full trees of ten million nodes go on for as many nodes in turn, one with the
// page open at it, one without any page. They do the same, node for node.

import { openPage, startAll } from './harness.mjs';

const NODES = 1e7;
const LIMITS = { nodes: 3 * NODES, memory: 32 * NODES };
const SETTLED = 3; // seconds for the page to load
const pairs = Number(process.argv[3] ?? 8);

const all = await startAll(process.argv[2]);
let loss = 1;
try {
    const [base, token] = all.url.split('/#token=');
    const ask = (path, body) =>
        fetch(`${base}/api/searches${path}`, {
            method: 'POST',
            headers: { 'X-Copse-Token': token },
            body: JSON.stringify(body),
        });
    const events = (id) => `${base}/api/searches/${id}/events?want=progress&token=${token}`;
    /** Waits for the end of a run. Gives nodes a second, of the clock and of the processor, since
     *  the page has been there for a while. */
    const speed = async (id) => {
        const text = await (await fetch(events(id))).text();
        const reports = [...text.matchAll(/^event: progress\ndata: (.*)$/gm)];
        const from = reports
            .map(([, report]) => JSON.parse(report))
            .find((report) => report.seconds > SETTLED) ?? { nodes: 0, seconds: 0, cpu_seconds: 0 };
        const { result } = JSON.parse(/^event: done\ndata: (.*)$/m.exec(text)[1]);
        return ['seconds', 'cpu_seconds'].map(
            (unit) => (result.nodes - from.nodes) / (result[unit] - from[unit]),
        );
    };
    // The server forgets searches that nobody asks for.
    const known = [];
    setInterval(() => {
        for (const id of known)
            fetch(events(id), { signal: AbortSignal.timeout(100) })
                .then((answer) => answer.text())
                .catch(() => {});
    }, 4000);
    const begin = async (watch) => {
        const request = { game: 'othello', algorithm: 'pbf', limits: LIMITS, watch };
        const { id } = await (await ask('', request)).json();
        await speed(id);
        known.push(id);
        return { id, request };
    };
    const alone = await begin({});
    const watched = await begin({ tree: true });
    const page = await openPage(all);
    const again = async (search, open) => {
        if (open)
            await page.evaluate((kept) => {
                sessionStorage.setItem('copse.search', JSON.stringify(kept));
                sessionStorage.setItem('copse.tab', 'tree');
            }, search);
        await ask(`/${search.id}/go`, { limits: LIMITS });
        const end = speed(search.id);
        if (open) await page.reload();
        const result = await end;
        if (open) await page.evaluate(() => sessionStorage.removeItem('copse.search'));
        if (open) await page.reload();
        return result;
    };
    const ratios = { clock: [], processor: [] };
    for (let pair = 0; pair < pairs; pair++) {
        const order = pair % 2 === 0 ? [true, false] : [false, true];
        const speeds = {};
        for (const open of order) speeds[open] = await again(open ? watched : alone, open);
        Object.values(ratios).forEach((list, i) =>
            list.push(Math.log(speeds[true][i] / speeds[false][i])),
        );
        const [without, with_] = [false, true].map((open) => speeds[open][0].toFixed(0));
        console.log(`${without} nodes a second, ${with_} with the page`);
    }
    for (const [name, list] of Object.entries(ratios)) {
        const mean = list.reduce((sum, ratio) => sum + ratio) / pairs;
        const squares = list.reduce((sum, ratio) => sum + (ratio - mean) ** 2, 0);
        const error = Math.sqrt(squares / pairs / (pairs - 1));
        loss = 1 - Math.exp(mean);
        console.log(
            `${(100 * loss).toFixed(1)} % less by the ${name} with the page open, ` +
                `standard error ${(100 * error).toFixed(1)}, ${pairs} pairs`,
        );
    }
} finally {
    await all.stop();
}
process.exit(loss < 0.03 ? 0 : 1);
