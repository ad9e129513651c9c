/* SPDX-License-Identifier: MIT
 *
 * The checkers board: sets of squares, moves, and what a move does. Everything is inline, for loops
 * that do nothing else.
 *
 * Squares have the usual numbers, 1 to 32 from Black's left corner on; Black begins, and moves
 * towards 32. In a set of squares their bits have a gap after every eighth:
 *
 *        0     1     2     3             1     2     3     4   Black's side
 *     4     5     6     7             5     6     7     8
 *        9    10    11    12             9    10    11    12
 *    13    14    15    16            13    14    15    16
 *       18    19    20    21            17    18    19    20
 *    22    23    24    25            21    22    23    24
 *       27    28    29    30            25    26    27    28
 *    31    32    33    34            29    30    31    32      White's side
 *
 * (bits on the left, squares on the right), so that the four neighbours of every square are 4 and 5
 * bits up and down, and a jump goes twice as far. With 32 bits and no gaps the distance would
 * depend on the row: twice as many shifts and a mask for each. What runs over the edge lands in a
 * gap or outside bits 0 to 34, where nothing is empty. */
#ifndef COP_GAME_CHECKERS_BOARD_H
#define COP_GAME_CHECKERS_BOARD_H

#include "base/random.h"
#include "copse.h"

#include <string.h>

enum { CHECKERS_BLACK = 0, CHECKERS_WHITE = 1 };

/* Positions seen before that a position remembers: see `past`. */
enum { CHECKERS_PAST = 8 };

typedef struct checkers_position {
    uint64_t side[2]; /* all pieces of Black, of White */
    uint64_t kings;   /* of both */
    uint8_t turn;     /* who is to move: CHECKERS_BLACK or CHECKERS_WHITE */
    uint8_t zero[5];  /* equal positions are equal bytes */
    uint16_t quiet;   /* plies since a piece was taken or a man was moved */
    /* Keys of the positions on the way here, as far as they can come again: that of the one after
     * q quiet plies at q % CHECKERS_PAST, 0 where nothing is known. A king is back only after an
     * even number of steps, so a position comes again after 4 plies (two kings to and fro), 8 (two
     * kings round a square, four to and fro), 12, ...: 8 are enough nearly always. */
    uint32_t past[CHECKERS_PAST];
} checkers_position;

_Static_assert(sizeof(checkers_position) == 64, "a cache line");

#define CHECKERS_BOARD 0x7FBFDFEFFu  /* the 32 squares: bits 0 to 34 without 8, 17, 26 */
#define CHECKERS_TOP 0x00000000Fu    /* 1 to 4: White's men are crowned here */
#define CHECKERS_BOTTOM 0x780000000u /* 29 to 32: Black's men are crowned here */

/* The bit of square 1 to 32, and back. */
static inline int checkers_bit(int square)
{
    return square - 1 + (square - 1) / 8;
}

static inline int checkers_square(int bit)
{
    return bit - bit / 9 + 1;
}

/* A set with a bit for each square in the order of their numbers, without gaps, and back. */
static inline uint32_t checkers_squeeze(uint64_t set)
{
    return (uint32_t)((set & 0xFF) | (set >> 1 & 0xFF00) | (set >> 2 & 0xFF0000) |
                      (set >> 3 & 0xFF000000));
}

static inline uint64_t checkers_spread(uint32_t squares)
{
    uint64_t set = squares;
    return (set & 0xFF) | (set & 0xFF00) << 1 | (set & 0xFF0000) << 2 | (set & 0xFF000000) << 3;
}

static inline uint64_t checkers_empty(const checkers_position *position)
{
    return CHECKERS_BOARD & ~(position->side[0] | position->side[1]);
}

/* The row where this side's men are crowned. */
static inline uint64_t checkers_crown_row(int side)
{
    return side == CHECKERS_BLACK ? CHECKERS_BOTTOM : CHECKERS_TOP;
}

/* ------------------------------------------------------------------------------------- directions
 *
 * 0 and 1 are Black's forward, 2 and 3 White's. */
static inline int checkers_delta(int direction)
{
    return (direction < 2 ? 4 : -4) + (direction == 1) - (direction == 3);
}

/* The set, a number of steps on. */
static inline uint64_t checkers_shift(uint64_t set, int direction, int steps)
{
    int delta = steps * checkers_delta(direction);
    return delta > 0 ? set << delta : set >> -delta;
}

/* From where one step, or one jump, in this direction is possible. */
static inline uint64_t checkers_can_step(uint64_t pieces, uint64_t empty, int direction)
{
    return pieces & checkers_shift(empty, direction ^ 2, 1);
}

static inline uint64_t checkers_can_jump(uint64_t pieces, uint64_t foes, uint64_t empty,
                                         int direction)
{
    return pieces & checkers_shift(foes, direction ^ 2, 1) &
           checkers_shift(empty, direction ^ 2, 2);
}

/* A side's pieces that can jump, or that can step. */
static inline uint64_t checkers_jumpers(const checkers_position *position, int side)
{
    uint64_t own = position->side[side], foes = position->side[side ^ 1];
    uint64_t empty = checkers_empty(position), kings = own & position->kings;
    int ahead = side * 2;
    uint64_t jumpers =
        checkers_can_jump(own, foes, empty, ahead) | checkers_can_jump(own, foes, empty, ahead + 1);
    if (kings != 0)
        jumpers |= checkers_can_jump(kings, foes, empty, ahead ^ 2) |
                   checkers_can_jump(kings, foes, empty, (ahead ^ 2) + 1);
    return jumpers;
}

static inline uint64_t checkers_steppers(const checkers_position *position, int side)
{
    uint64_t own = position->side[side], empty = checkers_empty(position);
    uint64_t kings = own & position->kings;
    int ahead = side * 2;
    return checkers_can_step(own, empty, ahead) | checkers_can_step(own, empty, ahead + 1) |
           checkers_can_step(kings, empty, ahead ^ 2) |
           checkers_can_step(kings, empty, (ahead ^ 2) + 1);
}

/* ------------------------------------------------------------------------------------------ moves
 *
 * A move is the bit where it begins, the number of jumps (0: a step), and the directions, two bits
 * each, the first one lowest: whoever goes another way makes another move.
 *
 *     bits 0 to 5: from      6 to 9: jumps      10 to 27: directions
 *
 * Nine jumps are the most. A king that jumps stays on the squares whose row and column differ by an
 * even number of jumps from its own: eight squares, joined by nine jumps, and none is made twice,
 * since a piece is taken once. Steps and single jumps are below 4096: each has a slot of its own in
 * the history table. */
enum { CHECKERS_MOST_JUMPS = 9 };

/* Of one position. Steps: 12 kings with 4 each. Captures: the squares fall into four such groups of
 * eight, and over all ways to put pieces on a group and foes between its squares there are at most
 * 17 paths in it. */
enum { CHECKERS_MOST_MOVES = 68 };

static inline int checkers_from(copse_move move)
{
    return (int)(move & 63);
}

static inline int checkers_jumps(copse_move move)
{
    return (int)(move >> 6 & 15);
}

static inline int checkers_direction(copse_move move, int number)
{
    return (int)(move >> (10 + 2 * number) & 3);
}

/* The bit where the move ends. */
static inline int checkers_to(copse_move move)
{
    int at = checkers_from(move), jumps = checkers_jumps(move);
    if (jumps == 0)
        return at + checkers_delta(checkers_direction(move, 0));
    for (int i = 0; i < jumps; i++)
        at += 2 * checkers_delta(checkers_direction(move, i));
    return at;
}

/* What it takes. */
static inline uint64_t checkers_taken(copse_move move)
{
    uint64_t taken = 0;
    int at = checkers_from(move);
    for (int i = 0; i < checkers_jumps(move); i++) {
        int delta = checkers_delta(checkers_direction(move, i));
        taken |= (uint64_t)1 << (at + delta);
        at += 2 * delta;
    }
    return taken;
}

/* ------------------------------------------------------------------------------ after a move
 */

/* Equal where pieces and side to move are; the way there does not count. Sums of products with odd
 * random numbers keep what differs apart, and the mixing spreads it over all bits. */
static inline uint64_t checkers_key(const checkers_position *position)
{
    return cop_mix(position->side[0] * 0xB5297A4D3F84D5A5u +
                   position->side[1] * 0x68E31DA4C9E6A9B3u + position->kings * 0x1B56C4E9D2A3F71Du +
                   position->turn * 0x7FEB352D91C5A6E7u);
}

/* As `past` keeps it: never 0. */
static inline uint32_t checkers_short_key(const checkers_position *position)
{
    return (uint32_t)(checkers_key(position) >> 32) | 1;
}

/* Has this position been there before, within the plies that it remembers? */
static inline bool checkers_repeats(const checkers_position *position)
{
    if (position->quiet < 4)
        return false;
    uint32_t key = checkers_short_key(position);
    return position->past[(position->quiet - 4u) % CHECKERS_PAST] == key ||
           position->past[position->quiet % CHECKERS_PAST] == key;
}

/* The position after a legal move. */
static inline void checkers_play(const checkers_position *from, copse_move move,
                                 checkers_position *to)
{
    int side = from->turn, jumps = checkers_jumps(move);
    uint64_t start = (uint64_t)1 << checkers_from(move), taken = 0, end;
    if (jumps == 0) {
        end = checkers_shift(start, checkers_direction(move, 0), 1);
    } else {
        taken = checkers_taken(move);
        end = (uint64_t)1 << checkers_to(move);
    }
    bool king = (from->kings & start) != 0;
    /* Not `start ^ end`: a king may jump in a circle. */
    to->side[side] = (from->side[side] & ~start) | end;
    to->side[side ^ 1] = from->side[side ^ 1] & ~taken;
    to->kings = (from->kings & ~(start | taken)) | (king ? end : end & checkers_crown_row(side));
    to->turn = (uint8_t)(side ^ 1);
    memset(to->zero, 0, sizeof to->zero);
    if (king && jumps == 0) {
        to->quiet = (uint16_t)(from->quiet + (from->quiet < UINT16_MAX));
        memcpy(to->past, from->past, sizeof to->past);
        to->past[from->quiet % CHECKERS_PAST] = checkers_short_key(from);
    } else {
        to->quiet = 0;
        memset(to->past, 0, sizeof to->past);
    }
}

#endif
