// SPDX-License-Identifier: MIT
// Othello on the board: 64 letters X O - and the side to move; moves are squares, or pass.

import { svg } from './dom.js';

const squares = Array.from({ length: 64 }, (_, i) => 'abcdefgh'[i % 8] + (1 + Math.floor(i / 8)));

export default {
    name: 'othello',
    sides: ['Black', 'White'],
    samples: ['X', 'O'],
    squares,
    scale: 100,
    chequered: false,
    bottom: null,
    pass: 'pass',
    notation:
        '64 letters X, O or - and the side to move, as in OBF, or a transcript such as f5d6c3',
    moveExample: 'f5',

    parse(text) {
        const pieces = new Map();
        for (let i = 0; i < 64; i++)
            if (text[i] === 'X' || text[i] === 'O') pieces.set(squares[i], text[i]);
        return pieces;
    },

    label: (piece) => (piece === 'X' ? 'black disc' : 'white disc'),

    draw(piece) {
        const side = piece === 'X' ? 'dark' : 'pale';
        return [
            svg('circle', { class: `disc ${side}`, cx: 50, cy: 50, r: 40 }),
            svg('circle', { class: `disc-line ${side}`, cx: 50, cy: 50, r: 31 }),
        ];
    },

    path: (move) => (/^[a-h][1-8]$/.test(move) ? [move] : []),

    count(pieces) {
        const all = [...pieces.values()];
        const black = all.filter((piece) => piece === 'X').length;
        return `Black ${black}, White ${all.length - black} discs`;
    },
};
