/* SPDX-License-Identifier: MIT
 *
 * Endgames solved the plain way: all positions with up to three pieces and either side to move,
 * with the game's own moves, by going over all of them until nothing changes. Nothing of the
 * databases is used, neither numbers nor rules nor symmetry. */
#ifndef COPSE_TESTS_CHECKERS_DB_PLAIN_H
#define COPSE_TESTS_CHECKERS_DB_PLAIN_H

#include "game/checkers/board.h"

#include <stdint.h>

enum { PLAIN_UNKNOWN = -1 }; /* a draw, in the end */

typedef struct plain {
    int pieces;
    uint32_t count;
    checkers_position *positions;
    uint32_t *first, *after; /* of each position: where its successors begin, their numbers */
    int16_t *plies;          /* to the end of the game: even if it is lost, odd if it is won */
    int32_t *number;         /* of each key */
} plain;

/* `pieces` 1 to 3. */
plain plain_solve(int pieces);
void plain_clear(plain *solved);

#endif
