// SPDX-License-Identifier: MIT
// The heights of a tree's rows. Best-first trees are deep and soon thin: the rows on top are high
// enough for words, and those below get lower and lower, so that all of the depth is in view.

const HIGH = 24;
const LOW = 4;
const STEPS = 24; // halvings: the factor is exact to a pixel long before

function total(count, factor) {
    let sum = 0;
    for (let i = 0, height = HIGH; i < count; i++, height *= factor) sum += Math.max(LOW, height);
    return sum;
}

export class Rows {
    /** @param {number} count rows  @param {number} height pixels for all of them */
    constructor(count, height) {
        let low = 0.5,
            high = 1;
        if (total(count, 1) > height)
            for (let i = 0; i < STEPS; i++) {
                const middle = (low + high) / 2;
                if (total(count, middle) > height) high = middle;
                else low = middle;
            }
        const factor = total(count, 1) > height ? low : 1;
        this.tops = [0];
        for (let i = 0, size = HIGH; i < count; i++, size *= factor)
            this.tops.push(this.tops[i] + Math.max(LOW, size));
    }

    /** Where a row begins; between two rows in between, above the first one above. */
    top(row) {
        if (row <= 0) return row * HIGH;
        const last = this.tops.length - 1;
        if (row >= last) return this.tops[last] + (row - last) * LOW;
        const whole = Math.floor(row);
        return this.tops[whole] + (row - whole) * (this.tops[whole + 1] - this.tops[whole]);
    }

    height(row) {
        return this.top(row + 1) - this.top(row);
    }

    /** The row at a height, with its part: the inverse of `top`. */
    at(y) {
        if (y < 0) return y / HIGH;
        const last = this.tops.length - 1;
        for (let row = 0; row < last; row++)
            if (y < this.tops[row + 1])
                return row + (y - this.tops[row]) / (this.tops[row + 1] - this.tops[row]);
        return last + (y - this.tops[last]) / LOW;
    }
}
