/* SPDX-License-Identifier: MIT
 *
 * How long to think about a move. */
#ifndef COP_PROTOCOL_CLOCK_H
#define COP_PROTOCOL_CLOCK_H

#include <stdbool.h>

/* What a player has: so many seconds for each move, or a clock. All 0: no clock at all. */
typedef struct cop_clock {
    double per_move;  /* seconds for each move; what follows does not count then */
    bool runs;        /* there is a clock, with this on it: */
    double left;      /* seconds, for `moves` moves */
    int moves;        /* 0: for all that are left in the game */
    double increment; /* seconds that come back with each move */
} cop_clock;

/* After `soft` seconds nothing new is begun, unless the best move has just changed; after `hard`
 * seconds the answer is due. */
typedef struct cop_budget {
    double soft, hard;
} cop_budget;

/* What to spend on this move. `plies_left` are those of the game at most, negative if that is not
 * known. False if there is no clock. */
bool cop_clock_budget(const cop_clock *clock, int plies_left, cop_budget *budget);

#endif
