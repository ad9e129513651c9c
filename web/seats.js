// SPDX-License-Identifier: MIT
// Who sits on which side of the board: the side, who plays it, what the engine thinks, the clock.

import { el, svg } from './dom.js';
import { clock } from './words.js';

export class Seats {
    /** @param {HTMLElement} far above the board  @param {HTMLElement} near below it */
    constructor(far, near) {
        this.nodes = [far, near];
        this.words = [null, null]; // of each side
        this.clocks = [null, null];
    }

    /** @param {{game: object, near: number, turn: number?, engines: boolean[], clocks: object}} now */
    show(now) {
        [1 - now.near, now.near].forEach((side, i) => {
            this.nodes[i].className = now.turn === side ? 'seat turn' : 'seat';
            this.nodes[i].replaceChildren(...this.#parts(side, now));
        });
    }

    #parts(side, { game, engines, clocks }) {
        const name = game.sides[side];
        const man = svg('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true', class: game.name });
        man.append(...game.draw(game.samples[side]));
        this.words[side] = el('span', { class: 'info' });
        const parts = [
            el('span', { class: 'who' }, man, `${name}: ${engines[side] ? 'engine' : 'person'}`),
            this.words[side],
        ];
        this.clocks[side] = el('span', {
            class: 'clock',
            role: 'timer',
            'aria-label': `${name}'s clock`,
        });
        if (clocks.on) {
            this.clocks[side].textContent = clock(clocks.read(side));
            parts.push(this.clocks[side]);
        }
        return parts;
    }

    /** What the engine of a side has to say. */
    say(side, words) {
        this.words[side].textContent = words;
    }

    tick(clocks) {
        for (const side of [0, 1]) this.clocks[side].textContent = clock(clocks.read(side));
    }
}
