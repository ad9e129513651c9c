// SPDX-License-Identifier: MIT
// Scores over time: a line of steps for each search, a dot where the best move changed.

import { el, svg } from './dom.js';
import { duration, isProof, score } from './words.js';

const HEIGHT = 176;
const LEFT = 56;
const RIGHT = 12;
const TOP = 10;
const BOTTOM = 24;
const MOST = 1500; // points of a line; a longer one is thinned

export class ScoreChart {
    /** @param {Array<{name: string, style: string}>} series style: a class, first or second */
    constructor(host, label, series) {
        this.label = label;
        this.series = series.map((one) => ({ ...one, points: [] }));
        this.scale = 1;
        this.width = 640;
        this.node = svg('svg', {
            class: 'chart',
            height: HEIGHT,
            role: 'img',
            'aria-label': label,
        });
        host.append(this.node);
        new ResizeObserver(() => {
            this.width = Math.max(240, this.node.clientWidth);
            this.draw();
        }).observe(this.node);
        if (series.length > 1)
            host.append(
                el(
                    'p',
                    { class: 'legend' },
                    ...series.map((one) =>
                        el(
                            'span',
                            {},
                            svg(
                                'svg',
                                {
                                    viewBox: '0 0 28 10',
                                    width: 28,
                                    height: 10,
                                    'aria-hidden': 'true',
                                },
                                svg('path', { class: `curve ${one.style}`, d: 'M0 5h28' }),
                            ),
                            one.name,
                        ),
                    ),
                ),
            );
        this.draw();
    }

    clear(scale) {
        this.scale = scale;
        for (const one of this.series) one.points = [];
        this.draw();
    }

    add(which, seconds, points, move) {
        const line = this.series[which].points;
        if (points === null || points === undefined || (line.length && seconds < line.at(-1).x))
            return;
        line.push({ x: seconds, y: points, move });
        if (line.length > MOST)
            this.series[which].points = line.filter(
                (point, i) => i % 2 === 0 || i === line.length - 1,
            );
        // Many frames may arrive between two pictures.
        this.pending ??= requestAnimationFrame(() => {
            this.pending = null;
            this.draw();
        });
    }

    #frame() {
        const all = this.series.flatMap((one) => one.points);
        const plain = all.filter((point) => !isProof(point.y)).map((point) => point.y);
        let low = Math.min(...plain),
            high = Math.max(...plain);
        if (!plain.length) [low, high] = [-this.scale, this.scale];
        const room = Math.max((high - low) * 0.15, this.scale * 0.1, 1);
        low -= room;
        high += room;
        const end = Math.max(...all.map((point) => point.x), 0.1);
        return {
            low,
            high,
            end,
            x: (seconds) => LEFT + ((this.width - LEFT - RIGHT) * seconds) / end,
            y: (points) =>
                TOP +
                ((HEIGHT - TOP - BOTTOM) * (high - Math.max(low, Math.min(high, points)))) /
                    (high - low),
        };
    }

    draw() {
        const frame = this.#frame();
        this.node.replaceChildren();
        const middle = (frame.low + frame.high) / 2;
        for (const at of [frame.high, middle, frame.low]) {
            const y = frame.y(at);
            this.node.append(
                svg('path', { class: 'rule', d: `M${LEFT} ${y}H${this.width - RIGHT}` }),
                svg(
                    'text',
                    { class: 'tick end', x: LEFT - 6, y: y + 4 },
                    score(Math.round(at), this.scale),
                ),
            );
        }
        if (frame.low < 0 && frame.high > 0)
            this.node.append(
                svg('path', {
                    class: 'rule zero',
                    d: `M${LEFT} ${frame.y(0)}H${this.width - RIGHT}`,
                }),
            );
        this.node.append(
            svg('text', { class: 'tick', x: LEFT, y: HEIGHT - 6 }, '0 s'),
            svg(
                'text',
                { class: 'tick end', x: this.width - RIGHT, y: HEIGHT - 6 },
                duration(frame.end),
            ),
        );
        const words = [];
        for (const one of this.series)
            if (one.points.length) {
                this.#line(one, frame);
                words.push(`${one.name} ${score(one.points.at(-1).y, this.scale)}`);
            }
        this.node.setAttribute(
            'aria-label',
            `${this.label}${words.length ? `, now ${words.join(', ')}` : ''}`,
        );
    }

    #line(one, frame) {
        let path = '';
        let last = null;
        const dots = [];
        for (const point of one.points) {
            const x = frame.x(point.x).toFixed(1),
                y = frame.y(point.y).toFixed(1);
            path += path ? `H${x}V${y}` : `M${x} ${y}`;
            if (point.move !== last)
                dots.push(
                    svg(
                        'circle',
                        { class: `dot ${one.style}`, cx: x, cy: y, r: 3.5 },
                        svg('title', {}, `${point.move} after ${duration(point.x)}`),
                    ),
                );
            last = point.move;
        }
        this.node.append(svg('path', { class: `curve ${one.style}`, d: path }), ...dots);
    }
}
