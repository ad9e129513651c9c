// SPDX-License-Identifier: MIT
// Draws an icicle on a canvas: colour by score, and shapes for what colour alone would say.

import { pattern } from './canvas.js';
import { colour } from './dom.js';
import { IN_FLIGHT, MORE, ON_LINE, SOLVED } from './icicle.js';
import { Rows } from './rows.js';
import { score } from './words.js';

const SHADES = 10; // on either side of even
const THIN = 12; // pixels of a row in which a frame would leave no room

function mix(from, to, share) {
    const numbers = (text) => (text.match(/[\d.]+/g) ?? ['0', '0', '0']).slice(0, 3).map(Number);
    const [a, b] = [numbers(from), numbers(to)];
    return a.map((value, i) => Math.round(value + (b[i] - value) * share));
}

/** The colours of now, made once for each change of light and dark. */
export function makeColours() {
    const even = colour('--even'),
        good = colour('--good'),
        bad = colour('--bad');
    const shades = [];
    for (let i = -SHADES; i <= SHADES; i++) {
        const rgb = mix(even, i < 0 ? bad : good, Math.abs(i) / SHADES);
        const light = rgb[0] * 0.3 + rgb[1] * 0.59 + rgb[2] * 0.11 > 140;
        shades.push({ fill: `rgb(${rgb.join()})`, ink: light ? '#16150f' : '#ffffff' });
    }
    return {
        shades,
        line: colour('--line-of-play'),
        ground: colour('--ground'),
        accent: colour('--accent'),
        quiet: colour('--quiet'),
        flight: pattern('diagonal', 'rgba(0,0,0,0)', colour('--line-of-play')).fill,
    };
}

export const shadeOf = (colours, tone) => colours.shades[Math.round(tone * SHADES) + SHADES];

/** The rows that are in view. */
export const rowsOf = (icicle, view, height) =>
    new Rows(Math.max(1, icicle.depth - Math.floor(view.top) + 1), height);

/** Stripes, and an arrow below, since leaves in flight are mostly thin. */
function paintFlight(context, colours, left, top, width, height) {
    context.fillStyle = colours.flight;
    context.fillRect(left, top, Math.max(width, 2), height - 1);
    const middle = left + width / 2;
    context.fillStyle = colours.line;
    context.beginPath();
    context.moveTo(middle - 4, top + height);
    context.lineTo(middle + 4, top + height);
    context.lineTo(middle, top + height + 6);
    context.fill();
}

function paintNode(context, colours, icicle, node, left, top, width, height, scale) {
    const shade = shadeOf(colours, icicle.tone(node));
    const onLine = node.flags & ON_LINE;
    const gap = width > 4 ? 1 : 0;
    context.fillStyle = shade.fill;
    context.fillRect(left, top, Math.max(width - gap, 0.6), height - 1);
    if (node.flags & IN_FLIGHT) paintFlight(context, colours, left, top, width - gap, height);
    if (width < 5) return;
    if (node.flags & SOLVED) {
        context.fillStyle = shade.ink;
        context.fillRect(left + 2, top + 2, 4, 4);
    }
    if (node.collapsed || (node.flags & MORE && !node.kids.size && width > 12)) {
        context.fillStyle = shade.ink;
        for (let dot = -1; dot <= 1; dot++)
            context.fillRect(left + width / 2 + dot * 4 - 1, top + height - 4, 2, 2);
    }
    if (height < 14 || width < 30) return;
    const words =
        width > 92 ? `${node.move || 'root'}  ${score(node.score, scale)}` : node.move || 'root';
    const room = Math.floor((width - 12) / 6.6);
    if (words.length > room && node.move.length > room) return;
    context.fillStyle = shade.ink;
    context.font = `${onLine ? '600 ' : ''}11px system-ui, 'DejaVu Sans', sans-serif`;
    context.fillText(words, left + 8, top + height / 2 + 0.5);
}

/** Around a node of the principal variation; in thin rows at its sides only, which leaves its colour
 *  to be seen. */
function frameLine(context, left, top, width, height) {
    const inner = Math.max(width - 3, 1);
    if (height >= THIN) {
        context.strokeRect(left + 1, top + 1, inner, Math.max(height - 3, 1));
        return;
    }
    context.beginPath();
    for (const x of [left + 1, left + 1 + inner]) {
        context.moveTo(x, top);
        context.lineTo(x, top + height);
    }
    context.stroke();
}

/**
 * @param {{x0: number, width: number, top: number}} view which part of the tree is in view: from
 *   `x0` on `width` of it, with the row `top` on top
 * @param {{selected: object?, hovered: object?, scale: number}} marks
 */
export function paintTree(context, width, height, icicle, view, colours, marks) {
    const rows = rowsOf(icicle, view, height);
    context.textBaseline = 'middle';
    const place = (node) => ({
        left: ((node.x0 - view.x0) / view.width) * width,
        right: ((node.x1 - view.x0) / view.width) * width,
        top: rows.top(node.depth - view.top),
        row: rows.height(node.depth - view.top),
    });
    const line = [];
    for (const node of icicle.nodes) {
        if (node.hidden) continue;
        const { left, right, top, row } = place(node);
        if (node.flags & ON_LINE) line.push({ left, right, top, row });
        // What is out of view, or thinner than can be seen, is not drawn; what is in flight always is.
        if (right < 0 || left > width || top < -row || top > height) continue;
        if (right - left < 0.35 && !(node.flags & IN_FLIGHT)) continue;
        const start = Math.max(left, -2),
            end = Math.min(right, width + 2);
        paintNode(context, colours, icicle, node, start, top, end - start, row, marks.scale);
    }
    context.strokeStyle = colours.line;
    context.lineWidth = 2;
    for (const { left, right, top, row } of line)
        if (right >= 0 && left <= width) frameLine(context, left, top, right - left, row);
    for (const [node, dash] of [
        [marks.hovered, [3, 3]],
        [marks.selected, []],
    ]) {
        if (!icicle.alive(node) || node.hidden) continue;
        const { left, right, top, row } = place(node);
        context.strokeStyle = colours.accent;
        context.lineWidth = 3;
        context.setLineDash(dash);
        context.strokeRect(left + 0.5, top + 0.5, Math.max(right - left - 1, 3), row - 1);
        context.setLineDash([]);
    }
}
