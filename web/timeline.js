// SPDX-License-Identifier: MIT
// What processors did when: slices of time for each, and their picture on a canvas. A search that
// runs and a trace that was recorded use the same.

import { pattern } from './canvas.js';
import { colour } from './dom.js';
import { duration } from './words.js';

export const KINDS = ['busy', 'idle', 'locked', 'communicating'];
const MOST = 40000; // slices of a processor; of a longer run the older half is dropped

export class Timeline {
    constructor() {
        this.rows = [];
        this.start = 0; // what is before has been dropped
        this.end = 0;
    }

    /** Adds a slice; those of a processor come in the order of time. */
    add(processor, kind, from, to) {
        while (this.rows.length <= processor) this.rows.push({ kinds: [], froms: [], tos: [] });
        const row = this.rows[processor];
        const last = row.tos.length - 1;
        if (last >= 0 && from < row.froms[last]) return; // sent again after the stream was opened anew
        if (last >= 0 && row.kinds[last] === kind && from <= row.tos[last]) {
            row.tos[last] = Math.max(to, row.tos[last]);
        } else {
            row.kinds.push(kind);
            row.froms.push(from);
            row.tos.push(to);
        }
        this.end = Math.max(this.end, to);
        if (row.kinds.length > MOST) {
            for (const list of [row.kinds, row.froms, row.tos]) list.splice(0, MOST / 2);
            this.start = Math.max(this.start, row.froms[0]);
        }
    }

    /** Each processor's shares of the kinds. */
    shares() {
        return this.rows.map((row) => {
            const times = [0, 0, 0, 0];
            row.kinds.forEach((kind, i) => (times[kind] += row.tos[i] - row.froms[i]));
            const all = times.reduce((sum, time) => sum + time, 0) || 1;
            return times.map((time) => time / all);
        });
    }

    /** What a processor did at a moment, or null. */
    at(processor, time) {
        const row = this.rows[processor];
        if (!row) return null;
        const i = firstAfter(row.tos, time);
        return i < row.froms.length && row.froms[i] <= time
            ? { kind: KINDS[row.kinds[i]], from: row.froms[i], to: row.tos[i] }
            : null;
    }
}

/** The first index whose value is beyond the limit, in a list that rises. */
function firstAfter(list, limit) {
    let low = 0,
        high = list.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (list[middle] > limit) high = middle;
        else low = middle + 1;
    }
    return low;
}

/** The fills of the kinds: a plain ground, dots, slanting and upright stripes. */
export function makeFills() {
    const card = colour('--card');
    return [
        pattern('plain', colour('--busy'), card),
        pattern('dots', colour('--idle'), colour('--quiet')),
        pattern('diagonal', colour('--locked'), card),
        pattern('upright', colour('--communicating'), card),
    ];
}

export const LABELS = 40; // pixels for the processors' numbers
const AXIS = 22;

export const rowHeight = (count) => Math.max(7, Math.min(26, Math.floor(420 / Math.max(count, 1))));
export const pictureHeight = (count) => rowHeight(count) * Math.max(count, 1) + AXIS;

/** A row: slices that can be seen one by one, and of the others each pixel's shares, stacked. */
function paintRow(context, row, fills, window, left, width, top, height) {
    const perPixel = (window.to - window.from) / width;
    const bins = new Float64Array(4 * Math.ceil(width));
    const wide = [[], [], [], []];
    for (
        let i = firstAfter(row.tos, window.from);
        i < row.froms.length && row.froms[i] < window.to;
        i++
    ) {
        const from = Math.max(0, (row.froms[i] - window.from) / perPixel);
        const to = Math.min(width, (row.tos[i] - window.from) / perPixel);
        if (to - from >= 1.5) {
            // Whole pixels: neighbours meet without a seam.
            wide[row.kinds[i]].push(Math.round(from), Math.round(to) - Math.round(from));
            continue;
        }
        const first = Math.floor(from),
            second = Math.min(Math.floor(to), Math.ceil(width) - 1);
        if (first === second) {
            bins[4 * first + row.kinds[i]] += to - from;
        } else {
            bins[4 * first + row.kinds[i]] += first + 1 - from;
            bins[4 * second + row.kinds[i]] += to - second;
        }
    }
    for (let kind = 0; kind < 4; kind++) {
        context.fillStyle = fills[kind].fill;
        for (let i = 0; i < wide[kind].length; i += 2)
            context.fillRect(left + wide[kind][i], top, wide[kind][i + 1], height);
    }
    // Thin slices: a column a pixel wide in plain colours, busy at the bottom.
    for (let kind = 0; kind < 4; kind++) {
        context.fillStyle = fills[kind].plain;
        for (let x = 0; x < width; x++) {
            const share = bins[4 * x + kind];
            if (share <= 0) continue;
            let below = 0;
            for (let other = 0; other < kind; other++) below += bins[4 * x + other];
            context.fillRect(
                left + x,
                top + height * Math.max(0, 1 - below - share),
                1,
                height * Math.min(1, share),
            );
        }
    }
}

function paintAxis(context, window, left, width, top, ink) {
    const span = window.to - window.from;
    const rough = span / Math.max(2, width / 110);
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((digit) => digit * power).find((one) => one >= rough) ?? rough;
    context.fillStyle = ink;
    context.textAlign = 'center';
    for (let tick = Math.ceil(window.from / step); tick * step <= window.to; tick++) {
        const x = left + ((tick * step - window.from) / span) * width;
        context.fillRect(x, top, 1, 4);
        context.fillText(
            duration(tick * step),
            Math.max(left + 12, Math.min(left + width - 20, x)),
            top + 13,
        );
    }
}

/** @param {{from: number, to: number}} window the time in view */
export function paintTimeline(context, width, height, timeline, window, colours) {
    const count = timeline.rows.length;
    const row = rowHeight(count);
    context.font = "11px system-ui, 'DejaVu Sans', sans-serif";
    context.textBaseline = 'middle';
    if (!count || window.to <= window.from) return;
    for (let i = 0; i < count; i++) {
        if (row >= 11 || i % 4 === 0) {
            context.fillStyle = colours.quiet;
            context.textAlign = 'right';
            context.fillText(String(i), LABELS - 8, i * row + row / 2);
        }
        paintRow(
            context,
            timeline.rows[i],
            colours.fills,
            window,
            LABELS,
            width - LABELS,
            i * row,
            row - (row > 9 ? 2 : 1),
        );
    }
    paintAxis(context, window, LABELS, width - LABELS, count * row + 2, colours.quiet);
}

export function makeTimelineColours() {
    const fills = makeFills();
    ['--busy', '--idle', '--locked', '--communicating'].forEach(
        (name, kind) => (fills[kind].plain = colour(name)),
    );
    return { fills, quiet: colour('--quiet') };
}
