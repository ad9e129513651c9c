/* SPDX-License-Identifier: MIT
 *
 * Which moves were good elsewhere. The history table (Schaeffer 1983, 1989) has a counter for each
 * move of either side, raised whenever the move is best; the killer table (Slate & Atkin 1977)
 * has the last two moves that cut off at each ply. Both only order moves: a wrong or torn value
 * costs time, never correctness. */
#ifndef COP_TABLE_HISTORY_H
#define COP_TABLE_HISTORY_H

#include "base/random.h"
#include "copse.h"

#include <stdatomic.h>

enum {
    COP_HISTORY_SLOTS = 4096,
    COP_HISTORY_PAIRS = 1 << 16,
    COP_HISTORY_MOST = 65535,
    COP_KILLERS = 2
};

typedef struct cop_history {
    _Atomic uint32_t score[2][COP_HISTORY_SLOTS]; /* by side and move; any thread, relaxed */
    _Atomic uint16_t after[COP_HISTORY_PAIRS];    /* by the move before and the move; likewise */
} cop_history;

typedef struct cop_killers {
    copse_move moves[COP_KILLERS]; /* the latest first */
} cop_killers;

void cop_history_clear(cop_history *history);

/* Games with few kinds of moves number them from 0, and each gets a slot of its own; the others are
 * folded. */
static inline unsigned cop_history_slot(copse_move move)
{
    return move < COP_HISTORY_SLOTS ? move : (unsigned)(cop_mix(move) % COP_HISTORY_SLOTS);
}

/* Pairs of moves are many more than there are counters, but few of them matter at a time. */
static inline unsigned cop_history_pair(copse_move before, copse_move move)
{
    return (before * 0x9E3779B1u ^ move * 0x85EBCA6Bu) >> 16;
}

/* 0 to COP_HISTORY_MOST: how often, lately, this move was best for this side. */
static inline uint32_t cop_history_of(const cop_history *history, int side, copse_move move)
{
    return atomic_load_explicit(&history->score[side][cop_history_slot(move)],
                                memory_order_relaxed);
}

/* The move was best in a search to this depth. Deep searches count for more; a counter moves
 * towards its largest value and never past it, so that it need not be scaled down. */
void cop_history_raise(cop_history *history, int side, copse_move move, int depth);

/* The move was tried in a search to this depth, and another was better. */
void cop_history_lower(cop_history *history, int side, copse_move move, int depth);

/* The same for a move as an answer to the one before it. */
static inline uint32_t cop_history_after(const cop_history *history, copse_move before,
                                         copse_move move)
{
    return atomic_load_explicit(&history->after[cop_history_pair(before, move)],
                                memory_order_relaxed);
}

void cop_history_raise_after(cop_history *history, copse_move before, copse_move move, int depth);
void cop_history_lower_after(cop_history *history, copse_move before, copse_move move, int depth);

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
