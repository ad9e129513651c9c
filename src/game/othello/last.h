/* SPDX-License-Identifier: MIT
 *
 * The last four empty squares, where most positions of an endgame are: no list of moves, no table,
 * each square is simply tried. Values are in discs for the side to move, exact if they are at most
 * alpha + 1 and more than alpha at least a bound on the right side: minimal windows all along.
 *
 * Where three or four squares are left, those come first that are alone in their quarter of the
 * board: who plays there also has the last move there (parity). */
#ifndef COP_GAME_OTHELLO_LAST_H
#define COP_GAME_OTHELLO_LAST_H

#include "game/othello/board.h"

/* Discs that one on square i of a full line of 8 turns over, if our own discs in it are these. */
extern const uint8_t cop_othello_last_flips[8][256];

/* The squares around each square. */
extern const uint64_t cop_othello_around[64];

enum { OTHELLO_NO_VALUE = -128 };

/* How many discs the last square turns over. */
static inline int othello_last_flips(uint64_t own, int square)
{
    const othello_ray *ray = &cop_othello_rays[square];
    int x = square & 7, y = square >> 3;
    const uint8_t *by_column = cop_othello_last_flips[x];
    uint64_t column = (own >> x & 0x0101010101010101u) * 0x0102040810204080u >> 56;
    uint64_t rising = (own & (ray->up[1] | ray->down[1])) * 0x0101010101010101u >> 56;
    uint64_t falling = (own & (ray->up[3] | ray->down[3])) * 0x0101010101010101u >> 56;
    return by_column[own >> 8 * y & 255] + cop_othello_last_flips[y][column] + by_column[rising] +
           by_column[falling];
}

/* One square is left. */
static inline int othello_last_1(uint64_t own, int square, uint64_t *nodes)
{
    int discs = othello_count(own);
    int flips = othello_last_flips(own, square);
    ++*nodes;
    if (flips != 0)
        return 2 * (discs + 1 + flips) - 64;
    flips = othello_last_flips(~own & ~othello_bit(square), square);
    if (flips != 0)
        return 2 * (discs - flips) - 64;
    --*nodes;
    return 2 * discs > 63 ? 2 * discs - 62 : 2 * discs - 64;
}

/* Discs that a move turns over; quick where there is nothing around the square. */
static inline uint64_t othello_try(othello_board b, int square)
{
    return (b.other & cop_othello_around[square]) != 0 ? othello_flips(b, square) : 0;
}

static inline int othello_try_2(othello_board b, int x, int y, int alpha, uint64_t *nodes)
{
    int best = OTHELLO_NO_VALUE;
    uint64_t flips = othello_try(b, x);
    if (flips != 0) {
        ++*nodes;
        best = -othello_last_1(b.other ^ flips, y, nodes);
        if (best > alpha)
            return best;
    }
    flips = othello_try(b, y);
    if (flips != 0) {
        ++*nodes;
        int value = -othello_last_1(b.other ^ flips, x, nodes);
        best = value > best ? value : best;
    }
    return best;
}

static inline int othello_last_2(othello_board b, int x, int y, int alpha, uint64_t *nodes)
{
    int best = othello_try_2(b, x, y, alpha, nodes);
    if (best != OTHELLO_NO_VALUE)
        return best;
    best = othello_try_2(othello_pass(b), x, y, -alpha - 1, nodes);
    if (best == OTHELLO_NO_VALUE)
        return othello_result(b);
    ++*nodes;
    return -best;
}

static inline int othello_try_3(othello_board b, int x, int y, int z, int alpha, uint64_t *nodes)
{
    int best = OTHELLO_NO_VALUE;
    uint64_t flips = othello_try(b, x);
    if (flips != 0) {
        ++*nodes;
        best = -othello_last_2(othello_play_flips(b, x, flips), y, z, -alpha - 1, nodes);
        if (best > alpha)
            return best;
    }
    flips = othello_try(b, y);
    if (flips != 0) {
        ++*nodes;
        int value = -othello_last_2(othello_play_flips(b, y, flips), x, z, -alpha - 1, nodes);
        if (value > alpha)
            return value;
        best = value > best ? value : best;
    }
    flips = othello_try(b, z);
    if (flips != 0) {
        ++*nodes;
        int value = -othello_last_2(othello_play_flips(b, z, flips), x, y, -alpha - 1, nodes);
        best = value > best ? value : best;
    }
    return best;
}

/* Bits of a square's number that say in which quarter of the board it is. */
static inline int othello_quarter(int square)
{
    return square & 044;
}

static inline int othello_last_3(othello_board b, int x, int y, int z, int alpha, uint64_t *nodes)
{
    /* Two of one quarter come after the third. */
    int swap;
    if (othello_quarter(x) == othello_quarter(y)) {
        swap = x, x = z, z = swap;
    } else if (othello_quarter(x) == othello_quarter(z)) {
        swap = x, x = y, y = swap;
    }
    int best = othello_try_3(b, x, y, z, alpha, nodes);
    if (best != OTHELLO_NO_VALUE)
        return best;
    best = othello_try_3(othello_pass(b), x, y, z, -alpha - 1, nodes);
    if (best == OTHELLO_NO_VALUE)
        return othello_result(b);
    ++*nodes;
    return -best;
}

/* The squares are in the order in which they are to be tried. */
static inline int othello_try_4(othello_board b, const int s[4], int alpha, uint64_t *nodes)
{
    static const uint8_t others[4][3] = {{1, 2, 3}, {0, 2, 3}, {0, 1, 3}, {0, 1, 2}};
    int best = OTHELLO_NO_VALUE;
    for (int i = 0; i < 4; i++) {
        uint64_t flips = othello_try(b, s[i]);
        if (flips == 0)
            continue;
        ++*nodes;
        const uint8_t *o = others[i];
        int value = -othello_last_3(othello_play_flips(b, s[i], flips), s[o[0]], s[o[1]], s[o[2]],
                                    -alpha - 1, nodes);
        if (value > alpha)
            return value;
        best = value > best ? value : best;
    }
    return best;
}

/* `odd`: the quarters with an odd number of empty squares. */
static inline int othello_last_4(othello_board b, uint64_t odd, int alpha, uint64_t *nodes)
{
    int squares[4], count = 0;
    uint64_t empty = othello_empty(b);
    for (uint64_t left = empty & odd; left != 0; left &= left - 1)
        squares[count++] = othello_first(left);
    for (uint64_t left = empty & ~odd; left != 0; left &= left - 1)
        squares[count++] = othello_first(left);
    int best = othello_try_4(b, squares, alpha, nodes);
    if (best != OTHELLO_NO_VALUE)
        return best;
    best = othello_try_4(othello_pass(b), squares, -alpha - 1, nodes);
    if (best == OTHELLO_NO_VALUE)
        return othello_result(b);
    ++*nodes;
    return -best;
}

#endif
