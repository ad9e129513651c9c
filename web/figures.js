// SPDX-License-Identifier: MIT
// A few large numbers with their names, which change in place.

import { el } from './dom.js';
import { duration, score, short } from './words.js';

export class Figures {
    /** @param {HTMLElement} list a dl */
    constructor(list) {
        this.list = list;
        this.nodes = new Map();
    }

    /** @param {Array<[string, string]>} pairs names and values, in order */
    show(pairs) {
        for (const [name, value] of pairs) {
            let node = this.nodes.get(name);
            if (!node) {
                node = el('dd', {});
                this.nodes.set(name, node);
                this.list.append(el('div', {}, el('dt', {}, name), node));
            }
            if (node.textContent !== value) node.textContent = value;
        }
        for (const [name, node] of this.nodes)
            if (!pairs.some(([one]) => one === name)) {
                node.parentElement.remove();
                this.nodes.delete(name);
            }
    }
}

const BOUNDS = { lower: 'at least ', upper: 'at most ', exact: '', estimate: '', none: '' };

export const boundedScore = (points, kind, scale) => (BOUNDS[kind] ?? '') + score(points, scale);

/** What a search has done, for Figures: the same numbers wherever one is watched. */
export function progressFigures(progress, scale) {
    const rate = (count) => (progress.seconds > 0.05 ? short(count / progress.seconds) : '–');
    return [
        ['Score', boundedScore(progress.score, progress.score_kind, scale)],
        ['Best move', progress.move || '–'],
        ['Depth', String(progress.depth)],
        ['Nodes', short(progress.nodes)],
        ['Nodes/s', rate(progress.nodes)],
        ['Expansions', short(progress.expansions)],
        ['Expansions/s', rate(progress.expansions)],
        ['Changes of mind', String(progress.changes ?? '–')],
        ['Kept nodes', short(progress.kept_nodes)],
        [
            progress.virtual_time ? 'Simulated time' : 'Time',
            duration(progress.virtual_time || progress.seconds),
        ],
    ];
}
