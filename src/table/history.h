/* SPDX-License-Identifier: MIT
 *
 * Which moves were good elsewhere. The history table (Schaeffer 1983, 1989) has a counter for each
 * move of either side, raised whenever the move is best; the killer table (Slate & Atkin 1977)
 * has the last two moves that cut off at each ply. Both only order moves: a wrong or torn value
 * costs time, never correctness. */
#ifndef COP_TABLE_HISTORY_H
#define COP_TABLE_HISTORY_H

#include "copse.h"

#include <stdatomic.h>

enum { COP_HISTORY_SLOTS = 4096, COP_HISTORY_MOST = 65535, COP_KILLERS = 2 };

typedef struct cop_history {
    _Atomic uint32_t score[2][COP_HISTORY_SLOTS]; /* by side and move; any thread, relaxed */
} cop_history;

typedef struct cop_killers {
    copse_move moves[COP_KILLERS]; /* the latest first */
} cop_killers;

void cop_history_clear(cop_history *history);

/* 0 to COP_HISTORY_MOST: how often, lately, this move was best for this side. */
uint32_t cop_history_of(const cop_history *history, int side, copse_move move);

/* The move was best in a search to this depth. Deep searches count for more; a counter moves
 * towards its largest value and never past it, so that it need not be scaled down. */
void cop_history_raise(cop_history *history, int side, copse_move move, int depth);

static inline bool cop_killers_have(const cop_killers *killers, copse_move move)
{
    return killers->moves[0] == move || killers->moves[1] == move;
}

static inline void cop_killers_add(cop_killers *killers, copse_move move)
{
    if (killers->moves[0] != move) {
        killers->moves[1] = killers->moves[0];
        killers->moves[0] = move;
    }
}

#endif
