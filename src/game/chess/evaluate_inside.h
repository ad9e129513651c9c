/* SPDX-License-Identifier: MIT
 *
 * What the parts of the evaluation share: sets of squares as one side sees them, and how a feature
 * is told. A part calls add(sink, feature, amount) for all that it sees; the compiler makes a sum
 * of it in one build and a list in the other, and knows `side` in both. */
#ifndef COP_GAME_CHESS_EVALUATE_INSIDE_H
#define COP_GAME_CHESS_EVALUATE_INSIDE_H

#include "game/chess/board.h"
#include "game/chess/weights.h"

#define ALWAYS static inline __attribute__((always_inline))

typedef void adder(void *sink, int feature, int amount);

#define FILE_A UINT64_C(0x0101010101010101)
#define FILE_H UINT64_C(0x8080808080808080)
#define RANK_1 UINT64_C(0xFF)

ALWAYS int count(uint64_t set)
{
    return __builtin_popcountll(set);
}

ALWAYS int first(uint64_t set)
{
    return __builtin_ctzll(set);
}

ALWAYS int last(uint64_t set)
{
    return 63 - __builtin_clzll(set);
}

/* +1 for White, -1 for Black. */
ALWAYS int sign_of(int side)
{
    return 1 - 2 * side;
}

/* The rank as this side sees it, 0 to 7. */
ALWAYS int rank_of(int side, int square)
{
    return side == CHESS_WHITE ? square >> 3 : 7 - (square >> 3);
}

ALWAYS uint64_t rank_set(int side, int rank)
{
    return RANK_1 << 8 * (side == CHESS_WHITE ? rank : 7 - rank);
}

/* One step ahead, and back. */
ALWAYS uint64_t ahead(int side, uint64_t set)
{
    return side == CHESS_WHITE ? set << 8 : set >> 8;
}

ALWAYS uint64_t back(int side, uint64_t set)
{
    return ahead(side ^ 1, set);
}

/* These squares and all before them on their files. */
ALWAYS uint64_t fill_ahead(int side, uint64_t set)
{
    if (side == CHESS_WHITE) {
        set |= set << 8;
        set |= set << 16;
        return set | set << 32;
    }
    set |= set >> 8;
    set |= set >> 16;
    return set | set >> 32;
}

ALWAYS uint64_t beside(uint64_t set)
{
    return (set & ~FILE_A) >> 1 | (set & ~FILE_H) << 1;
}

/* What pawns attack towards the a-file and the h-file. */
ALWAYS uint64_t pawns_left(int side, uint64_t pawns)
{
    return ahead(side, (pawns & ~FILE_A) >> 1);
}

ALWAYS uint64_t pawns_right(int side, uint64_t pawns)
{
    return ahead(side, (pawns & ~FILE_H) << 1);
}

/* Steps of a king. */
ALWAYS int steps(int from, int to)
{
    int files = (from & 7) - (to & 7), ranks = (from >> 3) - (to >> 3);
    files = files < 0 ? -files : files;
    ranks = ranks < 0 ? -ranks : ranks;
    return files > ranks ? files : ranks;
}

/* The number of a square in tables whose king's wing is mirrored, as this side sees it. */
ALWAYS int half_square(int side, int square)
{
    static const uint8_t half[64] = {
        0,  1,  2,  3,  3,  2,  1,  0,  4,  5,  6,  7,  7,  6,  5,  4,  8,  9,  10, 11, 11, 10,
        9,  8,  12, 13, 14, 15, 15, 14, 13, 12, 16, 17, 18, 19, 19, 18, 17, 16, 20, 21, 22, 23,
        23, 22, 21, 20, 24, 25, 26, 27, 27, 26, 25, 24, 28, 29, 30, 31, 31, 30, 29, 28,
    };
    return half[side == CHESS_WHITE ? square : square ^ 56];
}

/* What all parts look at: each side's pawns and pieces, what they attack. */
typedef struct chess_view {
    const chess_position *position;
    uint64_t occupied;
    uint64_t pawns[2], pawn_attacks[2];
    uint64_t by[2][6];         /* attacked by each kind */
    uint64_t all[2], twice[2]; /* attacked; by at least two */
    uint64_t area[2];          /* squares that count as moves */
    uint64_t zone[2], ring[2]; /* round the king: with the squares before it, without */
    uint64_t passed[2];
    int king[2];
    int units[2]; /* of attack on the other king's zone */
} chess_view;

#endif
