// SPDX-License-Identifier: MIT
// The moves at the root as a table of bars that move: a move's score, its share of the work, and
// the chance that it is the best where the search knows one.

import { el } from './dom.js';
import { boundedScore } from './figures.js';
import { percent } from './words.js';

function bar(kind) {
    const fill = el('i', {});
    const words = el('span', {});
    const cell = el(
        'td',
        { class: 'bar' },
        el('div', {}, el('div', { class: `meter ${kind}`, 'aria-hidden': 'true' }, fill), words),
    );
    cell.set = (share) => {
        fill.style.transform = `scaleX(${Math.max(0, Math.min(1, share ?? 0))})`;
        words.textContent = percent(share);
    };
    return cell;
}

export class Roots {
    /** @param {string} label names the table for those who cannot see it */
    constructor(host, label) {
        this.rows = new Map();
        this.body = el('tbody', {});
        this.chanceHead = el('th', { scope: 'col' }, 'Chance best');
        this.table = el(
            'table',
            { class: 'roots', 'aria-label': label },
            el(
                'thead',
                {},
                el(
                    'tr',
                    {},
                    el('th', { scope: 'col' }, 'Move'),
                    el('th', { scope: 'col', class: 'right' }, 'Score'),
                    el('th', { scope: 'col' }, 'Share of work'),
                    this.chanceHead,
                ),
            ),
            this.body,
        );
        host.append(
            el(
                'div',
                { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': label },
                this.table,
            ),
        );
    }

    clear() {
        this.rows.clear();
        this.body.replaceChildren();
    }

    #row(move) {
        const row = {
            move: el('th', { scope: 'row', class: 'move' }, move),
            score: el('td', { class: 'score' }),
            share: bar('share'),
            chance: bar('chance'),
        };
        row.node = el('tr', { 'data-move': move }, row.move, row.score, row.share, row.chance);
        this.rows.set(move, row);
        return row;
    }

    /** @param {Array<{move: string, score: number, bound: string, share: number, chance: number?}>} roots best first */
    show(roots, scale) {
        const chances = roots.some((root) => root.chance !== null && root.chance !== undefined);
        this.chanceHead.hidden = !chances;
        roots.forEach((root, i) => {
            const row = this.rows.get(root.move) ?? this.#row(root.move);
            const words = boundedScore(root.score, root.bound, scale);
            if (row.score.textContent !== words) row.score.textContent = words;
            row.share.set(root.share);
            row.chance.hidden = !chances;
            row.chance.set(root.chance);
            row.node.className = i === 0 ? 'best' : '';
            // Only a row that is out of place is moved, so that the eye can follow the others.
            if (this.body.children[i] !== row.node)
                this.body.insertBefore(row.node, this.body.children[i] ?? null);
        });
        const moves = new Set(roots.map((root) => root.move));
        for (const [move, row] of this.rows)
            if (!moves.has(move)) {
                row.node.remove();
                this.rows.delete(move);
            }
    }
}
