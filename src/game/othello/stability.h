/* SPDX-License-Identifier: MIT
 *
 * Discs that can never be turned over again. If the other side has n of them, the side to move gets
 * 64 - 2n at most, whatever it plays: where that is not enough, a search is spared. */
#ifndef COP_GAME_OTHELLO_STABILITY_H
#define COP_GAME_OTHELLO_STABILITY_H

#include "game/othello/board.h"

/* Along a line a disc is safe if there is no empty square in it. The squares of full lines, in each
 * of the four directions. */
typedef struct othello_full {
    uint64_t row, column, rising, falling;
} othello_full;

/* Discs beyond which, in the direction of each shift, all is occupied up to the edge; with both
 * directions of a line together the line is full. */
static inline uint64_t othello_full_diagonals(uint64_t occupied, int shift, uint64_t up_edge,
                                              uint64_t down_edge)
{
    uint64_t up = occupied & (up_edge | occupied << shift);
    uint64_t two = up_edge | (up_edge << shift);
    up &= two | up << 2 * shift;
    uint64_t four = two | two << 2 * shift;
    up &= four | up << 4 * shift;
    uint64_t down = occupied & (down_edge | occupied >> shift);
    two = down_edge | (down_edge >> shift);
    down &= two | down >> 2 * shift;
    four = two | two >> 2 * shift;
    down &= four | down >> 4 * shift;
    return up & down;
}

static inline othello_full othello_full_lines(uint64_t occupied)
{
    othello_full full;
    uint64_t row = occupied & occupied >> 4;
    row &= row >> 2;
    row &= row >> 1;
    full.row = (row & 0x0101010101010101u) * 255;
    uint64_t column = occupied & (occupied >> 32 | occupied << 32);
    column &= column >> 16 | column << 48;
    column &= column >> 8 | column << 56;
    full.column = column;
    full.falling = othello_full_diagonals(occupied, 9, 0x01010101010101ffu, 0xff80808080808080u);
    full.rising = othello_full_diagonals(occupied, 7, 0x80808080808080ffu, 0xff01010101010101u);
    return full;
}

/* Discs in an unbroken row of their own along an edge from a corner, and those of full edges. */
static inline uint64_t othello_stable_edges(uint64_t discs, const othello_full *full)
{
    const uint64_t rows = 0xff000000000000ffu, columns = 0x8181818181818181u;
    uint64_t stable = discs & ((full->row & rows) | (full->column & columns) | OTHELLO_CORNERS);
    uint64_t across = discs & rows, along = discs & columns;
    for (int i = 0; i < 6; i++) {
        uint64_t grown = stable | (across & 0x7e0000000000007eu & (stable << 1 | stable >> 1)) |
                         (along & 0x0081818181818100u & (stable << 8 | stable >> 8));
        if (grown == stable)
            break;
        stable = grown;
    }
    return stable;
}

/* Some of the stable discs among these: a disc is stable if along each of its four lines it is
 * safe, because the line is full or because the next disc one way is stable and of the same colour.
 */
static inline uint64_t othello_stable(uint64_t discs, uint64_t occupied)
{
    othello_full full = othello_full_lines(occupied);
    uint64_t stable = othello_stable_edges(discs, &full);
    uint64_t inner = discs & 0x007e7e7e7e7e7e00u;
    stable |= inner & full.row & full.column & full.rising & full.falling;
    while (stable != 0) {
        uint64_t row = stable >> 1 | stable << 1 | full.row;
        uint64_t column = stable >> 8 | stable << 8 | full.column;
        uint64_t falling = stable >> 9 | stable << 9 | full.falling;
        uint64_t rising = stable >> 7 | stable << 7 | full.rising;
        uint64_t grown = stable | (inner & row & column & falling & rising);
        if (grown == stable)
            break;
        stable = grown;
    }
    return stable;
}

#endif
