// SPDX-License-Identifier: MIT
// The panel Tree: the search's tree as it grows, with a look at any of its positions.

import { position as askPosition } from './api.js';
import { Board } from './board.js';
import { Picture } from './canvas.js';
import { byId, debounce, el } from './dom.js';
import { boardOf, scaleOf, sideName } from './games.js';
import { Icicle, IN_FLIGHT, ON_LINE, SOLVED } from './icicle.js';
import { makeColours, paintTree, rowsOf, shadeOf } from './tree-painter.js';
import { percent, score, short } from './words.js';

const SEEN = 12; // pixels that a node moves, if one is to see it glide
const DRAG = 24; // pixels of dragging for a row
const REMEMBERED = 300; // positions that need not be asked for again

/** @param {(game: string, position: string, moves: string[]) => void} think what "Search from here" does */
export function makeTree(session, think) {
    const icicle = new Icicle();
    const canvas = byId('tree-canvas');
    const view = { x0: 0, width: 1, top: 0 }; // what is shown now
    const goal = { x0: 0, width: 1, top: 0 }; // where the view glides to
    let focus = null; // the node that fills the width; the view follows it
    let selected = null;
    let hovered = null;
    let colours = null;
    let request = null;
    let board = null;
    const known = new Map();

    const picture = new Picture(canvas, (context, width, height, now) => {
        colours ??= makeColours();
        const gliding = icicle.settle(now, (SEEN * view.width) / width);
        if (!icicle.root) {
            context.fillStyle = colours.quiet;
            context.font = "14px system-ui, 'DejaVu Sans', sans-serif";
            context.fillText(emptyWords(), 20, 32);
            return false;
        }
        const moving = follow();
        paintTree(context, width, height, icicle, view, colours, {
            selected,
            hovered,
            scale: scaleOf(request?.game),
        });
        return gliding || moving;
    });

    function emptyWords() {
        if (!request) return 'Start a search that keeps a tree, such as pbf or rbfm.';
        return request.watch?.tree
            ? 'Waiting for the tree …'
            : `${request.algorithm || 'This search'} keeps no tree that can be watched.`;
    }

    /** Moves the view a step towards its goal; true while it is not there. */
    function follow() {
        if (icicle.alive(focus))
            Object.assign(goal, {
                x0: focus.toX0,
                width: Math.max(focus.toX1 - focus.toX0, 1e-12),
                top: focus.depth,
            });
        let moving = false;
        for (const part of ['x0', 'width', 'top']) {
            const away = goal[part] - view[part];
            const done = Math.abs(away) < 1e-4 * (part === 'top' ? 10 : goal.width);
            view[part] = done ? goal[part] : view[part] + away * 0.3;
            moving ||= !done;
        }
        return moving;
    }

    // ------------------------------------------------------------------------- looking

    const describe = (node) => {
        const words = [
            node.parent ? `Move ${node.move}` : 'The root',
            `score ${score(node.score, scaleOf(request.game))}`,
            `${short(node.expansions)} expansions`,
        ];
        if (icicle.root.expansions > 0 && node.parent)
            words.push(percent(Math.min(1, node.expansions / icicle.root.expansions)));
        if (node.flags & ON_LINE) words.push('on the principal variation');
        if (node.flags & SOLVED) words.push('solved');
        if (node.flags & IN_FLIGHT) words.push('in flight');
        return words.join(', ');
    };

    const showPosition = debounce(120, async (node, of) => {
        if (of !== request) return; // of a search that was replaced meanwhile
        const path = icicle.path(node);
        const key = path.join(' ');
        try {
            if (!known.has(key)) {
                if (known.size > REMEMBERED) known.clear();
                known.set(
                    key,
                    await askPosition(request.game, request.position, [
                        ...(request.moves ?? []),
                        ...path,
                    ]),
                );
            }
            if (node !== (hovered ?? selected ?? icicle.root)) return;
            const now = known.get(key);
            byId('tree-wrong').textContent = '';
            const game = boardOf(request.game);
            if (game) {
                board.show(now.text, { last: path.length ? game.path(path.at(-1)) : [] });
                byId('tree-board').replaceChildren(board.node);
            } else {
                byId('tree-board').replaceChildren();
            }
            byId('tree-path').textContent =
                `${path.join(' ') || 'The position that is searched'}; ` +
                (now.over ? 'the game is over' : `${sideName(request.game, now.to_move)} to move`);
        } catch (refused) {
            known.delete(key);
            byId('tree-wrong').textContent = refused.message;
        }
    });

    function lookAt(node) {
        if (!node) return;
        byId('tree-node').textContent = `${describe(node)}.`;
        showPosition(node, request);
    }

    function choose(node) {
        selected = node;
        byId('tree-think').disabled = !node;
        byId('tree-collapse').disabled = !node;
        lookAt(node);
        // The figures of a node change ten times a second: only the choice is worth saying.
        byId('tree-said').textContent = node ? `${describe(node)}.` : '';
        picture.ask();
    }

    // ------------------------------------------------------------------------- moving about

    function zoom(factor, at = 0.5) {
        focus = null;
        const width = Math.min(1, Math.max(1e-9, goal.width * factor));
        const x = goal.x0 + goal.width * at;
        goal.x0 = Math.max(0, Math.min(1 - width, x - width * at));
        goal.width = width;
        if (width === 1) goal.top = 0;
        picture.ask();
    }

    function zoomTo(node) {
        focus = node;
        if (!node) Object.assign(goal, { x0: 0, width: 1, top: 0 });
        picture.ask();
    }

    function collapse(node) {
        if (!node) return;
        icicle.toggle(node, performance.now());
        byId('tree-collapse').textContent = node.collapsed ? 'Open' : 'Collapse';
        picture.ask();
    }

    const nodeAt = (event) => {
        const box = canvas.getBoundingClientRect();
        const rows = rowsOf(icicle, view, box.height);
        const x = view.x0 + ((event.clientX - box.left) / box.width) * view.width;
        return icicle.at(x, Math.floor(rows.at(event.clientY - box.top) + view.top));
    };

    let drag = null;
    canvas.addEventListener('pointerdown', (event) => {
        drag = { x: event.clientX, y: event.clientY, x0: goal.x0, top: goal.top, moved: false };
        canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', (event) => {
        if (!drag) {
            const node = nodeAt(event);
            if (node !== hovered) {
                hovered = node;
                lookAt(node ?? selected);
                picture.ask();
            }
            return;
        }
        const x = event.clientX - drag.x,
            y = event.clientY - drag.y;
        if (Math.hypot(x, y) > 5) drag.moved = true;
        if (!drag.moved) return;
        focus = null;
        goal.x0 = Math.max(
            0,
            Math.min(1 - goal.width, drag.x0 - (x / canvas.clientWidth) * goal.width),
        );
        goal.top = Math.max(0, Math.min(icicle.depth, drag.top - y / DRAG));
        picture.ask();
    });
    canvas.addEventListener('pointerup', (event) => {
        if (drag && !drag.moved) {
            const node = nodeAt(event);
            if (node) choose(node);
        }
        drag = null;
    });
    canvas.addEventListener('pointercancel', () => (drag = null));
    canvas.addEventListener('pointerleave', () => {
        hovered = null;
        lookAt(selected);
        picture.ask();
    });
    canvas.addEventListener('dblclick', (event) => zoomTo(nodeAt(event)));
    canvas.addEventListener(
        'wheel',
        (event) => {
            event.preventDefault();
            const box = canvas.getBoundingClientRect();
            zoom(Math.exp(event.deltaY * 0.002), (event.clientX - box.left) / box.width);
        },
        { passive: false },
    );

    const heaviest = (nodes) =>
        nodes.reduce((best, node) => (!best || node.weight > best.weight ? node : best), null);
    function step(key) {
        const from = icicle.alive(selected) ? selected : null;
        if (!from) return icicle.root;
        if (key === 'ArrowUp') return from.parent ?? from;
        const kids = [...from.kids.values()];
        if (key === 'ArrowDown')
            return from.collapsed || !kids.length
                ? from
                : (kids.find((kid) => kid.flags & ON_LINE) ?? heaviest(kids));
        const row = from.parent
            ? [...from.parent.kids.values()].sort((a, b) => a.toX0 - b.toX0)
            : [from];
        return row[row.indexOf(from) + (key === 'ArrowRight' ? 1 : -1)] ?? from;
    }
    canvas.addEventListener('keydown', (event) => {
        if (!icicle.root) return;
        if (event.key.startsWith('Arrow')) choose(step(event.key));
        else if (event.key === 'Enter') zoomTo(selected);
        else if (event.key === 'c' || event.key === 'C') collapse(selected);
        else if (event.key === 'Escape') zoomTo(null);
        else if (event.key === '+' || event.key === '-') zoom(event.key === '+' ? 0.5 : 2);
        else return;
        event.preventDefault();
    });

    byId('tree-in').addEventListener('click', () =>
        icicle.alive(selected) && selected.parent && focus !== selected
            ? zoomTo(selected)
            : zoom(0.5),
    );
    byId('tree-out').addEventListener('click', () =>
        focus?.parent ? zoomTo(focus.parent) : zoom(2),
    );
    byId('tree-all').addEventListener('click', () => zoomTo(null));
    byId('tree-collapse').addEventListener('click', () => collapse(selected));
    byId('tree-open').addEventListener('click', () => {
        icicle.openAll(performance.now());
        picture.ask();
    });
    byId('tree-think').addEventListener('click', () =>
        think(request.game, request.position, [...(request.moves ?? []), ...icicle.path(selected)]),
    );
    byId('tree-collapse').disabled = true;

    // ------------------------------------------------------------------------- legend and events

    function drawLegend() {
        const now = makeColours();
        const swatch = (words, paint) => {
            const tile = el('canvas', { width: 56, height: 28, 'aria-hidden': 'true' });
            paint(tile.getContext('2d'));
            return el('span', {}, tile, words);
        };
        const ground = (context, tone) => {
            context.fillStyle = shadeOf(now, tone).fill;
            context.fillRect(0, 0, 56, 28);
        };
        byId('tree-legend').replaceChildren(
            swatch('better', (context) => ground(context, 0.9)),
            swatch('as the root', (context) => ground(context, 0)),
            swatch('worse', (context) => ground(context, -0.9)),
            swatch('principal variation', (context) => {
                ground(context, 0);
                context.strokeStyle = now.line;
                context.lineWidth = 5;
                context.strokeRect(3, 3, 50, 22);
            }),
            swatch('in flight', (context) => {
                ground(context, 0);
                context.fillStyle = now.flight;
                context.fillRect(0, 0, 56, 28);
            }),
            swatch('solved', (context) => {
                ground(context, 0);
                context.fillStyle = shadeOf(now, 0).ink;
                context.fillRect(6, 6, 10, 10);
            }),
            swatch('more below', (context) => {
                ground(context, 0);
                context.fillStyle = shadeOf(now, 0).ink;
                for (const x of [16, 26, 36]) context.fillRect(x, 19, 5, 5);
            }),
        );
    }
    document.addEventListener('colours', () => {
        colours = null;
        drawLegend();
    });
    drawLegend();

    session.addEventListener('begin', ({ detail: { search } }) => {
        request = search.request;
        icicle.clear();
        known.clear();
        hovered = focus = null;
        zoomTo(null);
        Object.assign(view, goal);
        choose(null);
        const game = boardOf(request.game);
        board = game ? new Board(game, { label: 'The position of the node', small: true }) : null;
        byId('tree-board').replaceChildren();
        byId('tree-path').textContent = '';
        byId('tree-count').textContent = '';
        byId('tree-node').textContent =
            'Point at a node to see its position; click it to look closer.';
    });
    session.addEventListener('tree', ({ detail }) => {
        icicle.take(detail, performance.now());
        for (const gone of [hovered, selected])
            if (gone && !icicle.alive(gone)) {
                hovered = hovered === gone ? null : hovered;
                selected = selected === gone ? null : selected;
            }
        byId('tree-count').textContent =
            `${short(detail.total)} nodes, ${icicle.nodes.length} of them shown`;
        if (selected && !hovered) byId('tree-node').textContent = `${describe(selected)}.`;
        else if (icicle.frame === 1) showPosition(icicle.root, request);
        picture.ask();
    });
    session.addEventListener('ended', () => picture.ask());

    return { shown: () => picture.ask() };
}
