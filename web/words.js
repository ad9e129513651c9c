// SPDX-License-Identifier: MIT
// Numbers as people read them.

const WIN = 2000000000; // COPSE_WIN of copse.h
const SCORE_LIMIT = 1073741823;

/** 1234567 as "1.23 M": three digits, so that columns stay calm while a search runs. */
export function short(number) {
    if (number === null || number === undefined || !Number.isFinite(number)) return '–';
    const size = Math.abs(number);
    for (const [unit, letter] of [
        [1e12, 'T'],
        [1e9, 'G'],
        [1e6, 'M'],
        [1e4, 'k'],
    ])
        if (size >= unit) {
            const value = number / (letter === 'k' ? 1e3 : unit);
            return `${value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2)} ${letter}`;
        }
    return size < 100 && !Number.isInteger(number) ? number.toFixed(1) : String(Math.round(number));
}

export function percent(share) {
    if (share === null || share === undefined || !Number.isFinite(share)) return '–';
    const sign = share < 0 ? '−' : '';
    const size = Math.abs(share);
    return `${sign}${(100 * size).toFixed(size < 0.0995 ? 1 : 0)} %`;
}

/** Seconds, down to nanoseconds of simulated processors. */
export function duration(seconds) {
    if (seconds === null || seconds === undefined) return '–';
    if (seconds === 0) return '0 s';
    for (const [unit, name] of [
        [1, 's'],
        [1e-3, 'ms'],
        [1e-6, 'µs'],
        [1e-9, 'ns'],
    ])
        if (Math.abs(seconds) >= unit || name === 'ns') {
            const value = seconds / unit;
            return `${value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)} ${name}`;
        }
    return '';
}

/** A clock's face: 4:05, and tenths in the last twenty seconds. */
export function clock(seconds) {
    const left = Math.max(0, seconds);
    if (left < 20) return `0:${left.toFixed(1).padStart(4, '0')}`;
    const whole = Math.ceil(left);
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/**
 * A score from the side it is seen from: pawns, discs or men with two digits; a proof in words.
 * @param {number} scale points of a whole one: 100 where the game counts in hundredths
 */
export function score(points, scale = 1) {
    if (points === null || points === undefined) return '–';
    if (Math.abs(points) > SCORE_LIMIT)
        return `${points > 0 ? 'wins' : 'loses'} in ${WIN - Math.abs(points)}`;
    const sign = points > 0 ? '+' : points < 0 ? '−' : '';
    const size = Math.abs(points) / scale;
    return sign + (scale === 1 ? size.toLocaleString('en') : size.toFixed(2));
}

export const isProof = (points) => Math.abs(points) > SCORE_LIMIT;
