/* SPDX-License-Identifier: MIT */
#include "table/history.h"

void cop_history_clear(cop_history *history)
{
    for (int side = 0; side < 2; side++)
        for (int slot = 0; slot < COP_HISTORY_SLOTS; slot++)
            atomic_store_explicit(&history->score[side][slot], 0, memory_order_relaxed);
    for (int pair = 0; pair < COP_HISTORY_PAIRS; pair++)
        atomic_store_explicit(&history->after[pair], 0, memory_order_relaxed);
}

enum { SCALE = 1024, MOST_BONUS = 512 };

static uint32_t bonus_of(int depth)
{
    return depth < 22 ? (uint32_t)(depth * depth) : MOST_BONUS;
}

static uint32_t raised(uint32_t score, int depth)
{
    return score + (COP_HISTORY_MOST - score) * bonus_of(depth) / SCALE;
}

static uint32_t lowered(uint32_t score, int depth)
{
    return score - score * bonus_of(depth) / SCALE;
}

void cop_history_raise(cop_history *history, int side, copse_move move, int depth)
{
    _Atomic uint32_t *counter = &history->score[side][cop_history_slot(move)];
    uint32_t score = atomic_load_explicit(counter, memory_order_relaxed);
    atomic_store_explicit(counter, raised(score, depth), memory_order_relaxed);
}

void cop_history_lower(cop_history *history, int side, copse_move move, int depth)
{
    _Atomic uint32_t *counter = &history->score[side][cop_history_slot(move)];
    uint32_t score = atomic_load_explicit(counter, memory_order_relaxed);
    atomic_store_explicit(counter, lowered(score, depth), memory_order_relaxed);
}

void cop_history_raise_after(cop_history *history, copse_move before, copse_move move, int depth)
{
    _Atomic uint16_t *counter = &history->after[cop_history_pair(before, move)];
    uint32_t score = atomic_load_explicit(counter, memory_order_relaxed);
    atomic_store_explicit(counter, (uint16_t)raised(score, depth), memory_order_relaxed);
}

void cop_history_lower_after(cop_history *history, copse_move before, copse_move move, int depth)
{
    _Atomic uint16_t *counter = &history->after[cop_history_pair(before, move)];
    uint32_t score = atomic_load_explicit(counter, memory_order_relaxed);
    atomic_store_explicit(counter, (uint16_t)lowered(score, depth), memory_order_relaxed);
}
