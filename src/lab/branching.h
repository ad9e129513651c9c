/* SPDX-License-Identifier: MIT
 *
 * How many moves there are in the positions whose moves a search asks for, apart for noisy ones,
 * where something has to be taken, say, and quiet ones: checkers trees are narrow because most of
 * their positions are noisy (Lu 1993, section 3.10).
 */
#ifndef LAB_BRANCHING_H
#define LAB_BRANCHING_H

#include "copse.h"

#include <stdatomic.h>

struct branching_kind {
    uint64_t positions, moves;
};

struct branching_counts {
    struct branching_kind noisy, quiet;
};

struct branching {
    copse_game game; /* search this one: the same game, but without settings of its own; first */
    const copse_game *original;
    atomic_uint_least64_t counts[4]; /* positions and moves of both kinds: any thread may add */
};

/* The game needs `noisy` and must not have `undo`. Positions that are asked for their moves count,
 * the root once more since it may be over, and those below the leaves that are noisy; where the
 * game is over there are no moves, and that does not count. */
void branching_begin(struct branching *branching, const copse_game *game);

struct branching_counts branching_counts(const struct branching *branching);

/* Adds up. */
void branching_add(struct branching_counts *sum, const struct branching_counts *one);

/* Moves per position; 0 if there was none. */
double branching_mean(struct branching_kind kind);

/* Of both kinds together. */
struct branching_kind branching_all(const struct branching_counts *counts);

#endif
