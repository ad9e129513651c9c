// SPDX-License-Identifier: MIT
// The engine as a player: it is asked for a move, one question at a time.

import { Search } from './search.js';

export class Opponent {
    #search = null;
    #question = 0; // an answer to an older one is not used

    /** Nobody wants the answer any more. */
    cancel() {
        this.#question++;
        this.#search?.forget();
        this.#search = null;
    }

    /**
     * @param {object} request what is searched, and for how long
     * @param {(progress: object) => void} thought hears how it goes
     * @returns {Promise<string?>} the move; null if it was cancelled
     */
    async move(request, thought) {
        this.cancel();
        const question = this.#question;
        const search = await Search.start(request);
        if (question !== this.#question) {
            search.forget();
            return null;
        }
        this.#search = search;
        search.addEventListener('progress', (event) => thought(event.detail));
        search.listen();
        const result = await search.finished();
        search.forget();
        return question === this.#question ? result.move : null;
    }
}
