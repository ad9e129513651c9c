// SPDX-License-Identifier: MIT
// The games that have a board. Each is a table:
//   sides        names of who moves first and second, `samples` a man of each
//   squares      64 names from the top left, row by row; null where no piece can stand
//   bottom       the side that sits below when the board is as in `squares`
//   parse(text)  the pieces of a position: a map from square to piece
//   label(piece) the piece in words;  draw(piece) its shapes in a square of 100 by 100
//   path(move)   the squares of a move;  scale: the points of a whole pawn, disc or man
// and where the game has it: `pass`, the word for a move without a square; `forced(moves)`, whether
// one must take; `choice(move)` and `choicePiece(move, side)`, what remains to be chosen between
// moves of the same squares; `count(pieces)`, the score of a game by its men.

import chess from './chess.js';
import checkers from './checkers.js';
import othello from './othello.js';

const games = { chess, checkers, othello };

/** @returns the table of a game, or undefined for the trees that have no board */
export const boardOf = (name) => games[name];

/** Points of a whole one, for scores in words. */
export const scaleOf = (name) => games[name]?.scale ?? 1;

/** Who moves first (0) or second (1), in words. */
export const sideName = (name, side) =>
    games[name]?.sides[side] ?? ['The first player', 'The second player'][side];
