/* SPDX-License-Identifier: MIT
 *
 * Tables of the chess board: what a piece attacks, which squares lie between two, numbers for keys.
 * The build makes them: cmake/chess_tables.c. */
#ifndef COP_GAME_CHESS_TABLES_H
#define COP_GAME_CHESS_TABLES_H

#include <stdint.h>

/* How a sliding piece on one square moves. What it attacks depends on what stands on the `inner`
 * squares of its rays, those on the edge not among them: the bits of the occupied ones, in a row,
 * are the number of an entry of cop_chess_slides from `first` on, and that has a bit for each
 * attacked square of `rays`, in a row as well. */
typedef struct chess_slider {
    uint64_t rays; /* all squares that it attacks on an empty board */
    uint64_t inner;
    uint32_t first, zero;
} chess_slider;

/* Rooks: the sum of 2^inner squares is 102400, bishops: 5248. */
enum { CHESS_SLIDES = 102400 + 5248 };

typedef struct chess_tables {
    chess_slider rook[64], bishop[64];
    uint64_t knight[64], king[64], pawn[2][64]; /* what they attack; pawns by colour */
    uint64_t between[64][64]; /* squares between two on one line, without them; else none */
    /* For processors without BMI2: the other squares of both diagonals, and what a rook attacks in
     * its row, by its column and the six inner squares. */
    uint64_t rising[64], falling[64];
    uint8_t row[8][64];
    /* Random numbers: for a piece (colour << 3 | kind) on a square, for castling rights, for the
     * column where a pawn can be taken en passant, for Black to move. */
    uint64_t piece_key[14][64], castling_key[16], en_passant_key[8], turn_key;
} chess_tables;

extern const chess_tables cop_chess_tables;
extern const uint16_t cop_chess_slides[CHESS_SLIDES];

#endif
