/* SPDX-License-Identifier: MIT
 *
 * The data word: score 32 bits, depth 12, move 12, bound 2, complete 1, age 5. An empty entry has
 * bound 0, COPSE_BOUND_NONE. */
#include "table/transposition.h"

#include "base/random.h"

enum { DEPTH_SHIFT = 32, MOVE_SHIFT = 44, BOUND_SHIFT = 56, COMPLETE_SHIFT = 58, AGE_SHIFT = 59 };
enum { FIELD = 4095, AGES = 32, MIN_BYTES = 4096 };

bool cop_table_resize(cop_table *table, const copse_allocator *allocator, size_t bytes)
{
    size_t power = MIN_BYTES;
    while (power <= bytes / 2)
        power *= 2;
    if (table->entries != NULL && table->bytes == power)
        return true;
    cop_table_entry *entries = cop_memory_new(allocator, power);
    if (entries == NULL)
        return false;
    cop_table_free(table, allocator);
    table->entries = entries;
    table->bytes = power;
    table->mask = power / (COP_TABLE_WAYS * sizeof *entries) - 1;
    return true;
}

void cop_table_free(cop_table *table, const copse_allocator *allocator)
{
    cop_memory_free(allocator, table->entries, table->bytes);
    *table = (cop_table){.epoch = table->epoch};
}

void cop_table_clear(cop_table *table)
{
    table->epoch = cop_mix(table->epoch);
}

void cop_table_new_search(cop_table *table)
{
    table->age = (table->age + 1) % AGES;
}

static inline int depth_of(uint64_t data)
{
    return (int)(data >> DEPTH_SHIFT & FIELD);
}

bool cop_table_probe(const cop_table *table, uint64_t hash, cop_found *found)
{
    uint64_t key = hash ^ table->epoch;
    cop_table_entry *line = &table->entries[(key & table->mask) * COP_TABLE_WAYS];
    for (int way = 0; way < COP_TABLE_WAYS; way++) {
        uint64_t data = atomic_load_explicit(&line[way].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&line[way].check, memory_order_relaxed);
        if ((check ^ data) != key || (data >> BOUND_SHIFT & 3) == COPSE_BOUND_NONE)
            continue;
        found->score = (copse_score)(uint32_t)data;
        found->depth = depth_of(data);
        found->move = (int)(data >> MOVE_SHIFT & FIELD);
        found->bound = (copse_bound)(data >> BOUND_SHIFT & 3);
        found->complete = (data >> COMPLETE_SHIFT & 1) != 0;
        return true;
    }
    return false;
}

void cop_table_store(cop_table *table, uint64_t hash, const cop_found *found)
{
    uint64_t key = hash ^ table->epoch;
    cop_table_entry *line = &table->entries[(key & table->mask) * COP_TABLE_WAYS];
    cop_table_entry *worst = line;
    int worst_worth = INT32_MAX;
    uint64_t move = (uint64_t)found->move;
    for (int way = 0; way < COP_TABLE_WAYS; way++) {
        uint64_t data = atomic_load_explicit(&line[way].data, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&line[way].check, memory_order_relaxed);
        if ((check ^ data) == key && (data >> BOUND_SHIFT & 3) != COPSE_BOUND_NONE) {
            worst = &line[way];
            if (move == COP_TABLE_NO_MOVE) /* a failing search still knows the earlier best move */
                move = data >> MOVE_SHIFT & FIELD;
            break;
        }
        unsigned years = (table->age - (unsigned)(data >> AGE_SHIFT)) % AGES;
        int worth = depth_of(data) - (int)years * (FIELD + 1);
        if (worth < worst_worth) {
            worst_worth = worth;
            worst = &line[way];
        }
    }
    uint64_t data = (uint32_t)found->score | (uint64_t)found->depth << DEPTH_SHIFT |
                    move << MOVE_SHIFT | (uint64_t)found->bound << BOUND_SHIFT |
                    (uint64_t)found->complete << COMPLETE_SHIFT | (uint64_t)table->age << AGE_SHIFT;
    atomic_store_explicit(&worst->data, data, memory_order_relaxed);
    atomic_store_explicit(&worst->check, key ^ data, memory_order_relaxed);
}

int cop_table_full(const cop_table *table)
{
    enum { SAMPLE = 1000 };
    size_t count = table->bytes / sizeof *table->entries;
    size_t sample = count < SAMPLE ? count : SAMPLE;
    uint64_t used = 0;
    if (table->entries == NULL)
        return 0;
    for (size_t i = 0; i < sample; i++) {
        uint64_t data = atomic_load_explicit(&table->entries[i].data, memory_order_relaxed);
        used += (data >> BOUND_SHIFT & 3) != COPSE_BOUND_NONE && data >> AGE_SHIFT == table->age;
    }
    return (int)(used * SAMPLE / sample);
}
