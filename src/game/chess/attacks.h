/* SPDX-License-Identifier: MIT
 *
 * What chess pieces attack. Sets of squares are 64 bits, a1 the lowest, b1 the next, h8 the
 * highest.
 *
 * Sliding pieces have two ways, by the build (base/cpu.h): with BMI2 the occupied squares of the
 * rays are gathered to a number that looks the attacks up; else each line is worked out by
 * subtraction: taking the slider's bit off the occupied ones of the line ahead turns over all bits
 * up to the first one, and the same in the mirrored board those behind ("hyperbola quintessence":
 * G. Isenberg and A. Alahmed, 2007). */
#ifndef COP_GAME_CHESS_ATTACKS_H
#define COP_GAME_CHESS_ATTACKS_H

#include "game/chess/tables.h"

#ifdef __BMI2__
#include <immintrin.h>
#endif

#define CHESS_BIT(square) ((uint64_t)1 << (square))
#define CHESS_COLUMN_A UINT64_C(0x0101010101010101)
#define CHESS_COLUMN_H UINT64_C(0x8080808080808080)
#define CHESS_ROW_1 UINT64_C(0x00000000000000FF)
#define CHESS_ROW_8 UINT64_C(0xFF00000000000000)

/* The lowest square of a set that is not empty, and how many there are. */
static inline int chess_first(uint64_t set)
{
    return __builtin_ctzll(set);
}

static inline int chess_count(uint64_t set)
{
    return __builtin_popcountll(set);
}

static inline uint64_t chess_knight_attacks(int square)
{
    return cop_chess_tables.knight[square];
}

static inline uint64_t chess_king_attacks(int square)
{
    return cop_chess_tables.king[square];
}

/* Of a pawn of this colour; also: from where a pawn of the other one attacks this square. */
static inline uint64_t chess_pawn_attacks(int colour, int square)
{
    return cop_chess_tables.pawn[colour][square];
}

/* The squares between two on one row, column or diagonal; none if they are not. */
static inline uint64_t chess_between(int a, int b)
{
    return cop_chess_tables.between[a][b];
}

#ifdef __BMI2__

static inline uint64_t chess_slide(const chess_slider *slider, uint64_t occupied)
{
    uint64_t number = slider->first + _pext_u64(occupied, slider->inner);
    return _pdep_u64(cop_chess_slides[number], slider->rays);
}

static inline uint64_t chess_rook_attacks(int square, uint64_t occupied)
{
    return chess_slide(&cop_chess_tables.rook[square], occupied);
}

static inline uint64_t chess_bishop_attacks(int square, uint64_t occupied)
{
    return chess_slide(&cop_chess_tables.bishop[square], occupied);
}

#else

/* Along a line that has at most one square in each row, without the slider's own square. */
static inline uint64_t chess_slide(int square, uint64_t line, uint64_t occupied)
{
    uint64_t bit = CHESS_BIT(square), ahead = occupied & line, behind = __builtin_bswap64(ahead);
    return ((ahead - bit) ^ __builtin_bswap64(behind - __builtin_bswap64(bit))) & line;
}

static inline uint64_t chess_rook_attacks(int square, uint64_t occupied)
{
    int column = square & 7, row = square & 56;
    uint64_t line = (CHESS_COLUMN_A << column) & ~CHESS_BIT(square);
    uint64_t sideways = cop_chess_tables.row[column][occupied >> row >> 1 & 63];
    return chess_slide(square, line, occupied) | sideways << row;
}

static inline uint64_t chess_bishop_attacks(int square, uint64_t occupied)
{
    return chess_slide(square, cop_chess_tables.rising[square], occupied) |
           chess_slide(square, cop_chess_tables.falling[square], occupied);
}

#endif

static inline uint64_t chess_queen_attacks(int square, uint64_t occupied)
{
    return chess_rook_attacks(square, occupied) | chess_bishop_attacks(square, occupied);
}

#endif
