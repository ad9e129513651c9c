// SPDX-License-Identifier: MIT
// Runs the tests of the page, a line for each: node run.mjs COPSE [word in the names]

import { startAll } from './harness.mjs';

const FILES = ['play', 'watch', 'tree', 'processors', 'compare', 'frame', 'access', 'modules'];
const AT_ONCE = 3; // they mostly wait

const [copse, only] = process.argv.slice(2);
if (!copse) {
    console.error('usage: run.mjs COPSE [word in the names]');
    process.exit(2);
}

/** The server keeps a search whose page is gone for ten seconds, and has room for eight. */
async function forgetSearch(page) {
    await page.evaluate(async () => {
        const kept = sessionStorage.getItem('copse.search');
        const { remove } = await import('/api.js');
        if (kept) await remove(`/api/searches/${JSON.parse(kept).id}`);
    });
}

/** What the page itself says is wrong, if anything. */
async function troubleOf(page) {
    const words = await page.locator('#strip-trouble').textContent({ timeout: 1000 });
    return words ? `\nthe page says: ${words}` : '';
}

/** Every test gives its page back, with what was said on the console. */
async function runOne(all, name, test) {
    const began = Date.now();
    const contexts = [];
    let page = null;
    let trouble = '';
    try {
        page = await test({ ...all, contexts });
        if (page.complaints.length) trouble = `the console has: ${page.complaints.join('; ')}`;
    } catch (error) {
        trouble = error.stack ?? String(error);
        for (const context of contexts)
            for (const open of context.pages()) trouble += await troubleOf(open).catch(() => '');
    }
    for (const context of contexts) {
        for (const open of context.pages()) await forgetSearch(open).catch(() => {});
        await context.close();
    }
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    console.log(
        `${trouble ? 'FAILED' : 'ok    '} ${seconds.padStart(5)} s  ${name}${page?.note ? `: ${page.note}` : ''}`,
    );
    if (trouble) console.log(trouble.replace(/^/gm, '        '));
    return !trouble;
}

const tests = [];
for (const file of FILES) {
    const found = await import(`./${file}.mjs`);
    tests.push(...Object.entries(found.default).filter(([name]) => !only || name.includes(only)));
}
const all = await startAll(copse);
let passed = 0,
    failed = 0;
async function work() {
    for (let next = tests.shift(); next; next = tests.shift())
        (await runOne(all, ...next)) ? passed++ : failed++;
}
try {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
} finally {
    await all.stop();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed || !passed ? 1 : 0);
