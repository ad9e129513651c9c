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
    }
    // Searches of a page that is gone end by themselves.
    for (const context of contexts) await context.close();
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
