// SPDX-License-Identifier: MIT
// Two clocks of which at most one runs.

/** What can be chosen: words, seconds for the game, seconds added for each move. */
export const CONTROLS = [
    ['none', 'none', 0, 0],
    ['60+0', '1 min', 60, 0],
    ['180+2', '3 min + 2 s', 180, 2],
    ['300+0', '5 min', 300, 0],
    ['900+10', '15 min + 10 s', 900, 10],
];

export class Clocks {
    constructor() {
        this.set('none');
    }

    set(name) {
        const [, , seconds, more] = CONTROLS.find((control) => control[0] === name) ?? CONTROLS[0];
        this.on = seconds > 0;
        this.more = more;
        this.left = [seconds, seconds];
        this.side = null;
    }

    /** Seconds that a side has now. */
    read(side) {
        const used = this.side === side ? (performance.now() - this.since) / 1000 : 0;
        return this.left[side] - used;
    }

    pause() {
        if (this.side !== null) this.left[this.side] = this.read(this.side);
        this.side = null;
    }

    run(side) {
        this.pause();
        if (!this.on) return;
        this.side = side;
        this.since = performance.now();
    }

    /** A side has moved. */
    press(side) {
        this.pause();
        if (this.on) this.left[side] += this.more;
    }

    /** Which side's time is used up, or null. */
    fallen() {
        return this.on && this.side !== null && this.read(this.side) <= 0 ? this.side : null;
    }
}
