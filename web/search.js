// SPDX-License-Identifier: MIT
// One search on the server, and its stream of events.

import { post, remove, withToken } from './api.js';

const EVENTS = ['progress', 'tree', 'processors', 'done', 'failed'];

// A page that is being left loses its streams: that is no refusal.
let leaving = false;
addEventListener('beforeunload', () => (leaving = true));
addEventListener('pagehide', () => (leaving = true));
addEventListener('pageshow', () => (leaving = false));

/**
 * Events: `progress`, `tree`, `processors`, `done`, `failed` with what the server sent as `detail`,
 * `lost` while the stream is broken and tried again, and `gone` when the server does not know the
 * search any more.
 */
export class Search extends EventTarget {
    /** @param {string} id  @param {object} request what it was started with */
    constructor(id, request) {
        super();
        this.id = id;
        this.request = request;
        this.running = true;
        this.known = true; // to the server
        this.forgotten = false;
        this.stream = null;
        this.last = {}; // the newest event of each kind
    }

    static async start(request) {
        const { id } = await post('/api/searches', request);
        return new Search(id, request);
    }

    get path() {
        return `/api/searches/${encodeURIComponent(this.id)}`;
    }

    /**
     * Opens the stream, in place of the one that is open. The server begins with the state as it
     * is, so nothing is lost in between.
     * @param {string[]} want which of progress, tree, processors: what nobody looks at is not sent
     */
    listen(want = ['progress']) {
        this.stream?.close();
        const stream = new EventSource(withToken(`${this.path}/events?want=${want.join(',')}`));
        this.stream = stream;
        for (const kind of EVENTS)
            stream.addEventListener(kind, (event) => this.#take(stream, kind, event.data));
        // The browser tries again by itself after a broken connection, not after a refusal.
        stream.addEventListener('error', () => {
            if (!leaving && stream === this.stream && stream.readyState === EventSource.CONNECTING)
                this.dispatchEvent(new CustomEvent('lost'));
            if (!leaving && stream === this.stream && stream.readyState === EventSource.CLOSED)
                this.#end('gone', { error: 'The server does not know this search any more.' });
        });
        return this;
    }

    #take(stream, kind, data) {
        if (stream !== this.stream) return;
        const detail = JSON.parse(data);
        this.last[kind] = detail;
        if (kind === 'done' || kind === 'failed') this.#end(kind, detail);
        else this.dispatchEvent(new CustomEvent(kind, { detail }));
    }

    #end(kind, detail) {
        this.running = false;
        this.known = kind === 'done';
        this.stream?.close();
        this.stream = null;
        this.dispatchEvent(new CustomEvent(kind, { detail }));
    }

    /** Ends the search; `done` follows with what it has found. */
    async stop() {
        if (this.running) await post(`${this.path}/stop`).catch(() => {});
    }

    /** Ends and forgets it, here and on the server; no event follows. */
    async forget() {
        if (this.forgotten) return;
        this.forgotten = true;
        this.known = false;
        this.running = false;
        this.stream?.close();
        this.stream = null;
        await remove(this.path).catch(() => {});
    }

    /** Resolves with what `done` has; rejects when it failed or is gone. */
    finished() {
        return new Promise((resolve, reject) => {
            this.addEventListener('done', (event) => resolve(event.detail), { once: true });
            for (const kind of ['failed', 'gone'])
                this.addEventListener(kind, (event) => reject(new Error(event.detail.error)), {
                    once: true,
                });
        });
    }
}
