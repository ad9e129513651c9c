// SPDX-License-Identifier: MIT
// The search that the panels Think, Tree and Processors look at together, and the strip above them
// that starts and stops it. Its id stays in the session, so that a page that is loaded again goes
// on listening.

import { byId } from './dom.js';
import { scaleOf } from './games.js';
import { Search } from './search.js';
import { duration, score, short } from './words.js';

const KEY = 'copse.search';
const PANELS = ['think', 'tree', 'processors'];

/** Events: `begin` with the search, then its `progress`, `tree`, `processors`, `done`, `ended`. */
export class Session extends EventTarget {
    constructor(about) {
        super();
        this.about = about;
        this.search = null;
        this.panel = 'play';
        this.make = () => ({}); // Think puts in what makes a request of its form
        byId('strip-start').addEventListener('click', () => this.start());
        byId('strip-stop').addEventListener('click', () => this.search?.stop());
    }

    /** What the panel in view needs of the stream. */
    #wanted() {
        return this.panel === 'tree' || this.panel === 'processors'
            ? ['progress', this.panel]
            : ['progress'];
    }

    show(panel) {
        const before = this.#wanted().join();
        this.panel = panel;
        byId('strip').hidden = !PANELS.includes(panel);
        // A search that has ended tells its last state once more, if that was not asked for before.
        const { search } = this;
        if (before === this.#wanted().join() || !search?.known) return;
        const missing = this.#wanted().some(
            (kind) => search.request.watch?.[kind] && !search.last[kind],
        );
        if (search.running || missing) search.listen(this.#wanted());
    }

    async start() {
        byId('strip-trouble').textContent = '';
        byId('strip-start').disabled = true;
        try {
            const request = this.make();
            const algorithm = this.about.algorithms.find((one) => one.name === request.algorithm);
            request.watch = {
                tree: Boolean(algorithm?.tree),
                processors: Boolean(algorithm?.parallel),
            };
            await this.search?.forget();
            this.#attach(await Search.start(request));
        } catch (refused) {
            byId('strip-trouble').textContent = refused.message;
        }
        byId('strip-start').disabled = false;
    }

    /** Goes on with the search of this session that was running when the page was left. */
    resume() {
        try {
            const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
            if (kept) this.#attach(new Search(kept.id, kept.request), true);
        } catch {
            sessionStorage.removeItem(KEY);
        }
    }

    #attach(search, again = false) {
        this.search = search;
        sessionStorage.setItem(KEY, JSON.stringify({ id: search.id, request: search.request }));
        this.#emit('begin', { search, again });
        for (const kind of ['progress', 'tree', 'processors'])
            search.addEventListener(kind, (event) => this.#take(search, kind, event.detail));
        for (const kind of ['done', 'failed', 'gone'])
            search.addEventListener(kind, (event) => this.#end(search, kind, event.detail));
        search.addEventListener('lost', () =>
            this.#say('the server does not answer, trying again'),
        );
        byId('strip-stop').disabled = false;
        this.#say('starting');
        search.listen(this.#wanted());
    }

    #emit(kind, detail) {
        this.dispatchEvent(new CustomEvent(kind, { detail }));
    }

    #take(search, kind, detail) {
        if (search !== this.search) return;
        this.#emit(kind, detail);
        if (kind === 'progress') this.#say('running', detail);
    }

    #end(search, kind, detail) {
        if (search !== this.search) return;
        byId('strip-stop').disabled = true;
        if (kind === 'done') {
            this.#emit('progress', detail.result);
            this.#emit('done', detail);
            this.#say(`done (${detail.stop})`, detail.result);
        } else {
            sessionStorage.removeItem(KEY);
            this.#say(kind === 'gone' ? 'forgotten by the server' : 'failed');
            if (kind === 'failed') byId('strip-trouble').textContent = detail.error;
        }
        this.#emit('ended', detail);
    }

    #say(state, progress) {
        const { request } = this.search;
        const what = `${request.algorithm || 'the usual search'} on ${request.game}: ${state}`;
        // A screen reader says this aloud: not ten times a second.
        if (byId('strip-what').textContent !== what) byId('strip-what').textContent = what;
        if (!progress) {
            byId('strip-figures').textContent = '';
            return;
        }
        const best =
            `${progress.move ?? ''} ${score(progress.score, scaleOf(request.game))}`.trim();
        const words = [best, `${short(progress.nodes)} nodes`, duration(progress.seconds)];
        byId('strip-figures').textContent = ` · ${words.join(' · ')}`;
    }
}
