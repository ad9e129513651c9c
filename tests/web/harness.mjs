// SPDX-License-Identifier: MIT
// What the tests of the page share: a server, a browser, and a line for each test.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

/** Generous: tests run beside others on slow machines, and only a failure waits so long. */
export const PATIENCE = Number(process.env.PATIENCE ?? 60000);

const WEB = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../web');

/** Runs a command to its end. */
export function run(command, words, options = {}) {
    return new Promise((resolve, reject) => {
        const child = spawn(command, words, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
        const output = { stdout: '', stderr: '' };
        for (const stream of ['stdout', 'stderr'])
            child[stream].on('data', (data) => (output[stream] += data));
        child.on('error', reject);
        child.on('close', (status) => resolve({ status, ...output }));
    });
}

/** The server with the page of this source tree, and its address with the token. */
export async function startServer(copse, folder) {
    const server = spawn(
        copse,
        ['serve', '--port', '0', '--web', WEB, '--db', path.join(folder, 'lab.sqlite')],
        { stdio: ['ignore', 'pipe', 'pipe'], cwd: folder },
    );
    let complaints = '';
    server.stderr.on('data', (data) => (complaints += data));
    server.on('close', (status) => {
        if (status) console.log(`copse serve ended with ${status}: ${complaints}`);
    });
    const url = await new Promise((resolve, reject) => {
        let said = '';
        server.on('error', reject);
        server.on('close', () => reject(new Error('copse serve gave no address')));
        server.stdout.on('data', (data) => {
            said += data;
            const found = /http:\/\/\S+#token=[0-9a-f]+/i.exec(said);
            if (found) resolve(found[0]);
        });
    });
    // Whatever ends this program ends the server.
    process.on('exit', () => server.kill());
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
    return { url, stop: () => server.kill() };
}

export async function startAll(copse) {
    const folder = mkdtempSync(path.join(tmpdir(), 'copse-web-'));
    const server = await startServer(copse, folder);
    const browser = await chromium.launch({
        executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
        // Containers have no user namespaces and little shared memory.
        args: ['--no-sandbox', '--disable-dev-shm-usage'],
        env: { ...process.env, HOME: folder },
    });
    return {
        copse,
        folder,
        browser,
        url: server.url,
        async stop() {
            await browser.close();
            server.stop();
            rmSync(folder, { recursive: true, force: true });
        },
    };
}

/**
 * A page in a session of its own that has been opened.
 * @param {{refusals?: boolean, broken?: boolean, clock?: boolean}} options refusals: the test
 *   provokes answers of status 400 or 403, which the browser itself writes to the console; broken:
 *   it ends the server; clock: it turns the page's clock on
 */
export async function openPage(all, options = {}) {
    const context = await all.browser.newContext({
        viewport: { width: 1280, height: 900 },
        acceptDownloads: true,
        ...options.context,
    });
    all.contexts?.push(context);
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.complaints = [];
    page.on('console', (message) => {
        const expected =
            (options.refusals && /status of 40[03]/.test(message.text())) ||
            (options.broken && /net::ERR_/.test(message.text()));
        if ((message.type() === 'error' || message.type() === 'warning') && !expected)
            page.complaints.push(message.text());
    });
    page.on('pageerror', (error) => page.complaints.push(error.stack ?? error.message));
    if (options.clock) await page.clock.install();
    await page.goto(options.url ?? all.url);
    if (!options.url) await page.locator('html[data-ready=yes]').waitFor();
    return page;
}

/** Fails with a sentence. */
export function must(condition, sentence) {
    if (!condition) throw new Error(sentence);
}

/** Waits until a question has a true answer, and gives it. */
export async function until(question, sentence) {
    const end = Date.now() + PATIENCE;
    for (;;) {
        const answer = await question();
        if (answer) return answer;
        if (Date.now() > end)
            throw new Error(
                `waited in vain: ${typeof sentence === 'function' ? sentence() : sentence}`,
            );
        await new Promise((resolve) => setTimeout(resolve, 50));
    }
}

/** The text of an element once it fits a pattern. */
export async function textOf(page, selector, pattern) {
    let text = '';
    await until(
        async () => {
            text = (await page.locator(selector).textContent()) ?? '';
            return pattern.test(text);
        },
        () => `${selector} should be like ${pattern}, but is ‘${text}’`,
    );
    return text;
}

/** Chooses a panel. */
export const show = (page, name) => page.getByRole('tab', { name, exact: true }).click();
