// SPDX-License-Identifier: MIT
// Reading a recorded timeline: the Trace Event format, as `copse search … --trace FILE` writes it
// and Perfetto opens it.

import { KINDS, Timeline } from './timeline.js';

const MOST_ROWS = 256;

/**
 * @param {string} text
 * @returns {{timeline: Timeline, machine: string, left_out: number}}
 * @throws {Error} with a sentence that says what is wrong
 */
export function readTrace(text) {
    let trace;
    try {
        trace = JSON.parse(text);
    } catch {
        throw new Error(
            'This is not JSON: choose the file that copse search … --trace FILE wrote.',
        );
    }
    if (!Array.isArray(trace?.traceEvents))
        throw new Error(
            'There are no traceEvents in it: choose the file that copse search … --trace FILE wrote.',
        );
    const timeline = new Timeline();
    let leftOut = 0;
    // Of each processor the events are in order already.
    for (const event of trace.traceEvents) {
        const kind = KINDS.indexOf(event?.name);
        if (event?.ph !== 'X' || kind < 0) continue;
        const { tid, ts, dur } = event;
        if (
            !Number.isInteger(tid) ||
            tid < 0 ||
            !Number.isFinite(ts) ||
            !Number.isFinite(dur) ||
            dur < 0
        )
            throw new Error('An event has no processor or no time: the file is damaged.');
        if (tid >= MOST_ROWS) leftOut++;
        else timeline.add(tid, kind, ts * 1e-6, (ts + dur) * 1e-6);
    }
    if (!timeline.rows.length)
        throw new Error(
            'There is no busy or idle processor in it: choose the file that copse search … --trace FILE wrote.',
        );
    return {
        timeline,
        machine: String(trace.otherData?.machine ?? 'unknown machine'),
        left_out: leftOut,
    };
}
