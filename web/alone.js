// SPDX-License-Identifier: MIT
// How much faster several processors were: the same search once more, on one.

import { Search } from './search.js';
import { percent } from './words.js';

/** Ends that say what was done, not how long it took: both runs can have the same. */
const SAME_END = ['depth', 'nodes', 'expansions', 'solved'];

const timeOf = (result) => result.virtual_time || result.seconds;

export class Alone {
    #search = null;

    forget() {
        this.#search?.forget();
        this.#search = null;
    }

    /**
     * Runs the search on one processor, to the same end or else for as many nodes.
     * @param {{request: object, result: object, stop: string}} parallel
     * @returns {Promise<Array<[string, string]>>} figures: names and values
     */
    async measure({ request, result, stop }) {
        this.forget();
        const same = SAME_END.includes(stop);
        const { seconds, endless, ...rest } = request.limits;
        const limits = same ? rest : { nodes: result.nodes };
        const search = await Search.start({ ...request, processors: 1, limits, watch: {} });
        this.#search = search;
        search.listen();
        const { result: one } = await search.finished();
        this.forget();
        const speedUp = timeOf(one) / timeOf(result);
        return [
            ['Speed-up', speedUp.toFixed(2)],
            ['Efficiency', percent(speedUp / request.processors)],
            // Only of runs with the same aim: for as many nodes there is no overhead to speak of.
            ...(stop === 'depth' || stop === 'solved'
                ? [['Search overhead', percent(result.nodes / one.nodes - 1)]]
                : []),
        ];
    }
}
