// SPDX-License-Identifier: MIT
// Chess on the board: FEN, moves such as e2e4 and e7e8q, and the pieces' shapes.

import { svg } from './dom.js';

const NAMES = { p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king' };

// An outline for each piece, and lines inside it.
const SHAPES = {
    p: [
        'M50 20a14 14 0 0 1 10 24l4 4h-7c1 12 6 18 14 25v9H29v-9c8-7 13-13 14-25h-7l4-4a14 14 0 0 1 10-24z',
        'M36 73h28',
    ],
    r: ['M27 20h12v8h6v-8h10v8h6v-8h12v18l-8 8v22l8 6v8H27v-8l8-6V46l-8-8z', 'M35 46h30M35 68h30'],
    n: [
        'M31 82c-1-17 15-23 17-35-5 4-8 8-14 9l-6 4c-4-1-7-5-7-9l14-24 1-11 9 7c18 1 30 14 30 34 0 11-3 16-2 25z',
        'M41 34l2 1M61 38c5 8 4 17 2 30',
    ],
    b: [
        'M50 15a6 6 0 0 1 4 10c10 8 16 18 16 28 0 6-3 10-8 14v6c6 1 11 4 12 9H26c1-5 6-8 12-9v-6c-5-4-8-8-8-14 0-10 6-20 16-28a6 6 0 0 1 4-10z',
        'M50 36v16M42 44h16M38 67h24',
    ],
    q: [
        'M29 82v-8l-3-6-10-32a5 5 0 1 1 6-3l12 13 1-22a5 5 0 1 1 6-1l9 20 9-20a5 5 0 1 1 6 1l1 22 12-13a5 5 0 1 1 6 3L74 68l-3 6v8z',
        'M27 68h46M30 75h40',
    ],
    k: [
        'M46 9h8v7h8v8h-8v8c6-5 22-5 24 8 1 11-9 18-11 28l3 6v8H30v-8l3-6c-2-10-12-17-11-28 2-13 18-13 24-8v-8h-8v-8h8z',
        'M50 34v22M34 68h32M31 75h38',
    ],
};

const squares = Array.from({ length: 64 }, (_, i) => 'abcdefgh'[i % 8] + (8 - Math.floor(i / 8)));

export default {
    name: 'chess',
    sides: ['White', 'Black'],
    samples: ['K', 'k'],
    squares,
    scale: 100,
    chequered: true,
    bottom: 0,
    notation: 'a FEN, such as r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3',
    moveExample: 'e2e4',

    parse(text) {
        const pieces = new Map();
        let at = 0;
        for (const letter of text.split(' ')[0]) {
            if (letter >= '1' && letter <= '8') at += Number(letter);
            else if (letter !== '/') pieces.set(squares[at++], letter);
        }
        return pieces;
    },

    label: (piece) =>
        `${piece === piece.toUpperCase() ? 'white' : 'black'} ${NAMES[piece.toLowerCase()]}`,

    draw(piece) {
        const kind = piece.toLowerCase();
        const side = piece === kind ? 'second' : 'first';
        const [outline, lines] = SHAPES[kind];
        return [
            svg('path', { class: `chessman ${side}`, d: outline }),
            svg('path', { class: `chessman-lines ${side}`, d: lines }),
        ];
    },

    path: (move) => [move.slice(0, 2), move.slice(2, 4)],
    // What a pawn becomes: moves that only this letter tells apart.
    choice: (move) => NAMES[move[4]],
    choicePiece: (move, side) => (side === 0 ? move[4].toUpperCase() : move[4]),
};
