// SPDX-License-Identifier: MIT
// One board for all games, in SVG: a grid of cells with names for screen readers, and a cursor that
// the arrow keys move. It draws what it is told, and says which square was pressed.

import { svg } from './dom.js';

const CELL = 100;
const MARGIN = 34; // for the coordinates

export class Board {
    /**
     * @param {object} game a table of games.js
     * @param {{label: string, small?: boolean, press?: (square: string) => void, cancel?: () => void}} options
     *   a small board has no coordinates, and without `press` it is a picture
     */
    constructor(game, options) {
        this.game = game;
        this.options = options;
        this.flipped = false;
        this.cursor = 0; // an index into what is drawn, not into the game's squares
        this.state = { pieces: new Map(), marks: {} };
        const live = Boolean(options.press);
        const edge = options.small || game.numbered ? 0 : MARGIN;
        this.node = svg('svg', {
            class: `board ${game.name}${options.small ? ' small' : ''}`,
            viewBox: `${-edge} 0 ${8 * CELL + edge} ${8 * CELL + edge}`,
            role: live ? 'grid' : 'img',
            'aria-label': options.label,
        });
        this.cells = [];
        for (let row = 0; row < 8; row++) {
            const line = svg('g', live ? { role: 'row' } : {});
            for (let column = 0; column < 8; column++) line.append(this.#cell(row, column, live));
            this.node.append(line);
        }
        this.overlay = svg('g', { class: 'overlay', 'aria-hidden': 'true' });
        this.edges = svg('g', { class: 'coordinates', 'aria-hidden': 'true' });
        this.node.append(this.overlay, this.edges);
        if (live) this.node.addEventListener('keydown', (event) => this.#key(event));
    }

    #cell(row, column, live) {
        const index = row * 8 + column;
        const shade = this.game.chequered ? ((row + column) % 2 ? 'dark' : 'light') : 'plain';
        const cell = svg('g', {
            class: `cell ${shade}`,
            transform: `translate(${column * CELL} ${row * CELL})`,
            ...(live ? { role: 'gridcell', tabindex: -1 } : {}),
        });
        cell.append(
            svg('rect', { class: 'square', width: CELL, height: CELL }),
            svg('g', { class: 'marks' }),
            svg('g', { class: 'man' }),
            svg('rect', { class: 'cursor', x: 4, y: 4, width: CELL - 8, height: CELL - 8 }),
        );
        if (live)
            cell.addEventListener('click', () => {
                this.#moveCursor(index, true);
                this.#press();
            });
        this.cells.push(cell);
        return cell;
    }

    /** The square that is drawn at an index. */
    squareAt(index) {
        return this.game.squares[this.flipped ? 63 - index : index];
    }

    indexOf(square) {
        const index = this.game.squares.indexOf(square);
        return this.flipped ? 63 - index : index;
    }

    #press() {
        const square = this.squareAt(this.cursor);
        if (square) this.options.press(square);
    }

    #moveCursor(index, focus) {
        this.cells[this.cursor].setAttribute('tabindex', '-1');
        this.cursor = index;
        this.cells[index].setAttribute('tabindex', '0');
        if (focus) this.cells[index].focus({ preventScroll: true });
    }

    #key(event) {
        const steps = {
            ArrowLeft: [-1, 0],
            ArrowRight: [1, 0],
            ArrowUp: [0, -1],
            ArrowDown: [0, 1],
        };
        const column = this.cursor % 8;
        const row = (this.cursor - column) / 8;
        if (steps[event.key]) {
            const [x, y] = steps[event.key];
            this.#moveCursor(
                Math.min(7, Math.max(0, row + y)) * 8 + Math.min(7, Math.max(0, column + x)),
                true,
            );
        } else if (event.key === 'Home' || event.key === 'End') {
            this.#moveCursor(row * 8 + (event.key === 'Home' ? 0 : 7), true);
        } else if (event.key === 'Enter' || event.key === ' ') {
            this.#press();
        } else if (event.key === 'Escape') {
            this.options.cancel?.();
        } else {
            return;
        }
        event.preventDefault();
    }

    /**
     * Draws a position.
     * @param {string} text in the game's notation
     * @param {{last?: string[], picked?: string[], sources?: Set<string>, targets?: Set<string>,
     *   forced?: boolean, hint?: string[]}} [marks] squares to mark
     * @param {boolean} [flipped]
     */
    show(text, marks = {}, flipped = this.flipped) {
        this.flipped = flipped;
        this.state = { pieces: this.game.parse(text), marks };
        for (let index = 0; index < 64; index++) this.#drawCell(index);
        this.#drawHint(marks.hint);
        this.#drawEdges();
        if (this.options.press) this.#moveCursor(this.cursor, false);
        else this.node.setAttribute('aria-label', `${this.options.label}: ${this.describe()}`);
    }

    #drawCell(index) {
        const { pieces, marks } = this.state;
        const square = this.squareAt(index);
        const cell = this.cells[index];
        const piece = square && pieces.get(square);
        const is = {
            last: marks.last?.includes(square),
            picked: marks.picked?.includes(square),
            source: marks.sources?.has(square) && !marks.picked?.length,
            target: marks.targets?.has(square),
            forced: marks.forced,
        };
        const man = cell.querySelector('.man');
        if (man.dataset.piece !== (piece ?? '')) {
            man.dataset.piece = piece ?? '';
            man.replaceChildren(...(piece ? this.game.draw(piece) : []));
        }
        cell.querySelector('.marks').replaceChildren(...this.#marks(square, piece, is));
        if (!this.options.press) return;
        const words = [square, piece ? this.game.label(piece) : 'empty'];
        if (is.picked) words.push('chosen');
        if (is.target) words.push('can go here');
        else if (is.source)
            words.push(is.forced ? 'must take' : piece ? 'can move' : 'can be played');
        if (is.last) words.push('last move');
        if (square) {
            cell.setAttribute('aria-label', words.join(', '));
            cell.setAttribute('aria-selected', String(Boolean(is.picked)));
        } else {
            cell.setAttribute('aria-label', 'not played on');
        }
    }

    #marks(square, piece, is) {
        const shapes = [];
        if (this.game.numbered && square && !this.options.small)
            shapes.push(svg('text', { class: 'square-number', x: 5, y: 20 }, square));
        if (is.last)
            shapes.push(
                svg('path', {
                    class: 'last', // The number has the first corner.
                    d: `${this.game.numbered ? '' : 'M4 24V4h20'}M76 4h20v20M96 76v20H76M24 96H4V76`,
                }),
            );
        if (is.picked)
            shapes.push(svg('rect', { class: 'picked', x: 4, y: 4, width: 92, height: 92 }));
        if (is.target)
            shapes.push(
                piece
                    ? svg('circle', { class: 'target ring', cx: 50, cy: 50, r: 44 })
                    : svg('circle', { class: 'target', cx: 50, cy: 50, r: 14 }),
            );
        else if (is.source && (!piece || is.forced))
            shapes.push(
                piece
                    ? svg('circle', { class: 'forced', cx: 50, cy: 50, r: 44 })
                    : svg('circle', { class: 'source', cx: 50, cy: 50, r: 9 }),
            );
        return shapes;
    }

    #drawHint(squares) {
        this.overlay.replaceChildren();
        if (!squares?.length) return;
        const points = squares.map((square) => {
            const index = this.indexOf(square);
            return [((index % 8) + 0.5) * CELL, (Math.floor(index / 8) + 0.5) * CELL];
        });
        const [x, y] = points.at(-1);
        if (points.length > 1)
            this.overlay.append(
                svg('polyline', {
                    class: 'hint',
                    points: points.map((p) => p.join(',')).join(' '),
                }),
            );
        this.overlay.append(
            svg('circle', { class: 'hint', cx: x, cy: y, r: points.length > 1 ? 16 : 32 }),
        );
    }

    #drawEdges() {
        this.edges.replaceChildren();
        if (this.options.small || this.game.numbered) return;
        for (let i = 0; i < 8; i++) {
            const left = this.squareAt(i * 8);
            const bottom = this.squareAt(56 + i);
            this.edges.append(
                svg('text', { x: -MARGIN / 2, y: (i + 0.5) * CELL + 9 }, left[1]),
                svg('text', { x: (i + 0.5) * CELL, y: 8 * CELL + MARGIN - 8 }, bottom[0]),
            );
        }
    }

    /** All pieces in words, for the picture's name. */
    describe() {
        const groups = new Map();
        for (const [square, piece] of this.state.pieces) {
            const name = this.game.label(piece);
            groups.set(name, [...(groups.get(name) ?? []), square]);
        }
        return [...groups].map(([name, squares]) => `${name} ${squares.join(' ')}`).join('; ');
    }
}
