// SPDX-License-Identifier: MIT
// Checkers on the board: PDN's FEN, moves by numbered squares such as 11-15 and 11x18x25.

import { svg } from './dom.js';

// Squares 1 to 32 are the dark ones, from the top left.
const squares = Array.from({ length: 64 }, (_, i) => {
    const row = Math.floor(i / 8);
    return (row + i) % 2 === 1 ? String(row * 4 + Math.floor((i % 8) / 2) + 1) : null;
});

export default {
    name: 'checkers',
    sides: ['Black', 'White'],
    samples: ['b', 'w'],
    squares,
    scale: 100,
    chequered: true,
    numbered: true,
    bottom: 1,
    notation: 'a PDN FEN, such as W:W18,K19,21-24:B1-8,K11',
    moveExample: '11-15 or 22x15',

    parse(text) {
        const pieces = new Map();
        for (const part of text.replace(/\.$/, '').split(':').slice(1)) {
            const side = part[0];
            if (side !== 'W' && side !== 'B') continue;
            for (const item of part.slice(1).split(',')) {
                const found = /^(K?)(\d+)(?:-K?(\d+))?$/.exec(item.trim());
                if (!found) continue;
                for (
                    let square = Number(found[2]);
                    square <= Number(found[3] ?? found[2]);
                    square++
                )
                    pieces.set(String(square), found[1] ? side : side.toLowerCase());
            }
        }
        return pieces;
    },

    label(piece) {
        const side = piece.toLowerCase() === 'w' ? 'white' : 'black';
        return `${side} ${piece === piece.toUpperCase() ? 'king' : 'man'}`;
    },

    draw(piece) {
        const side = piece.toLowerCase() === 'w' ? 'pale' : 'dark';
        const king = piece === piece.toUpperCase();
        return [
            svg('circle', { class: `disc ${side}`, cx: 50, cy: 50, r: 36 }),
            svg('circle', { class: `disc-line ${side}`, cx: 50, cy: 50, r: 28 }),
            king
                ? svg('path', {
                      class: `crown ${side}`,
                      d: 'M33 61l-5-23 12 9 10-15 10 15 12-9-5 23z',
                  })
                : svg('circle', { class: `disc-line ${side}`, cx: 50, cy: 50, r: 19 }),
        ];
    },

    path: (move) => move.split(/[-x]/),
    forced: (moves) => moves.length > 0 && moves[0].includes('x'),
};
