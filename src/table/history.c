/* SPDX-License-Identifier: MIT */
#include "table/history.h"

#include "base/random.h"

/* Games with few kinds of moves number them from 0, and each gets a slot of its own; the others are
 * folded. */
static unsigned slot_of(copse_move move)
{
    return move < COP_HISTORY_SLOTS ? move : (unsigned)(cop_mix(move) % COP_HISTORY_SLOTS);
}

void cop_history_clear(cop_history *history)
{
    for (int side = 0; side < 2; side++)
        for (int slot = 0; slot < COP_HISTORY_SLOTS; slot++)
            atomic_store_explicit(&history->score[side][slot], 0, memory_order_relaxed);
}

uint32_t cop_history_of(const cop_history *history, int side, copse_move move)
{
    return atomic_load_explicit(&history->score[side][slot_of(move)], memory_order_relaxed);
}

void cop_history_raise(cop_history *history, int side, copse_move move, int depth)
{
    enum { SCALE = 1024, MOST_BONUS = 512 };
    _Atomic uint32_t *counter = &history->score[side][slot_of(move)];
    uint32_t score = atomic_load_explicit(counter, memory_order_relaxed);
    uint32_t bonus = depth < 22 ? (uint32_t)(depth * depth) : MOST_BONUS;
    score += (COP_HISTORY_MOST - score) * bonus / SCALE;
    atomic_store_explicit(counter, score, memory_order_relaxed);
}
