/* SPDX-License-Identifier: MIT
 *
 * The transposition table: what was found out about a position, under its hash.
 *
 * An entry is two 64-bit words, the data and the key exclusive-or the data (Hyatt & Mann 2002).
 * Threads read and write them one word at a time, without locks; when two threads write the same
 * entry at once, its words may come from different writers, but then they do not fit each other,
 * and the entry is taken for another position's. A torn entry is never believed.
 *
 * Four entries share a cache line. A new one takes the place of the same position's, else of the
 * one worth least: from an older search, then of smaller depth.
 *
 * Clearing changes the key that all hashes are mixed with, so that no old entry fits any more: it
 * costs the same for any size. */
#ifndef COP_TABLE_TRANSPOSITION_H
#define COP_TABLE_TRANSPOSITION_H

#include "base/memory.h"
#include "copse.h"

#include <stdatomic.h>

typedef struct cop_table_entry {
    /* Written and read by any thread, relaxed: the exclusive-or, not the order, makes it safe. */
    _Atomic uint64_t check, data;
} cop_table_entry;

enum { COP_TABLE_WAYS = 4 };

typedef struct cop_table {
    cop_table_entry *entries; /* NULL: no table */
    uint64_t mask;            /* number of lines - 1 */
    uint64_t epoch;           /* mixed into every key; changed by clearing */
    unsigned age;             /* of the current search, modulo 32 */
    size_t bytes;
} cop_table;

/* What is known of a position. */
typedef struct cop_found {
    copse_score score;
    copse_bound bound;
    int depth;     /* plies that were searched below it */
    bool complete; /* the bound holds for any larger depth too */
    int move;      /* which of its moves was best, counted from 0; COP_TABLE_NO_MOVE if unknown */
} cop_found;

enum { COP_TABLE_NO_MOVE = 4095 };

/* The largest power of two of bytes that is not more than `bytes`. False if there is no memory; the
 * old table is then as it was. A table that has that size already is kept, with what is in it. */
bool cop_table_resize(cop_table *table, const copse_allocator *allocator, size_t bytes);
void cop_table_free(cop_table *table, const copse_allocator *allocator);

void cop_table_clear(cop_table *table);

/* Entries from before are worth less than new ones from now on. */
void cop_table_new_search(cop_table *table);

bool cop_table_probe(const cop_table *table, uint64_t hash, cop_found *found);
void cop_table_store(cop_table *table, uint64_t hash, const cop_found *found);

/* How many of a thousand entries are of the search under way, or the last one: a sample. */
int cop_table_full(const cop_table *table);

/* Fetches the line into the cache while the caller does something else. */
static inline void cop_table_prefetch(const cop_table *table, uint64_t hash)
{
    __builtin_prefetch(&table->entries[((hash ^ table->epoch) & table->mask) * COP_TABLE_WAYS]);
}

#endif
