// SPDX-License-Identifier: MIT
// Entering a move by its squares, one after another. A game says which squares a move touches;
// that is enough for a disc (one square), a step (two) and a row of jumps (as many as it takes).

const begins = (squares, start) => start.every((square, i) => squares[i] === square);

export class MoveEntry {
    /**
     * @param {string[]} moves legal ones
     * @param {(move: string) => string[]} path the squares of a move; none for a pass
     */
    constructor(moves, path) {
        this.lines = moves
            .map((move) => ({ move, squares: path(move) }))
            .filter((line) => line.squares.length);
        this.picked = [];
    }

    #fitting(picked) {
        return this.lines.filter((line) => begins(line.squares, picked));
    }

    /** Squares that a move can begin with. */
    get sources() {
        return new Set(this.lines.map((line) => line.squares[0]));
    }

    /** Squares that go on from what is picked. */
    get targets() {
        if (!this.picked.length) return new Set();
        return new Set(this.#fitting(this.picked).map((line) => line.squares[this.picked.length]));
    }

    cancel() {
        this.picked = [];
    }

    /**
     * A square was pressed.
     * @returns {string[]} the moves that are complete now: none yet, one, or several between which
     *   only a choice remains, as between the pieces of a promotion
     */
    press(square) {
        const before = this.picked;
        const onward = this.#fitting([...before, square]);
        if (onward.length) {
            this.picked = [...before, square];
            const whole = onward.filter((line) => line.squares.length === this.picked.length);
            return whole.length === onward.length ? this.#finish(whole) : [];
        }
        if (before.length) {
            // The end of a longer way will do if only one way leads there.
            const ending = this.#fitting(before).filter((line) => line.squares.at(-1) === square);
            if (ending.length === 1) return this.#finish(ending);
        }
        this.picked = [];
        return before.length && square !== before[0] && this.sources.has(square)
            ? this.press(square)
            : [];
    }

    #finish(lines) {
        this.picked = [];
        return lines.map((line) => line.move);
    }
}
