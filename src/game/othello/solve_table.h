/* SPDX-License-Identifier: MIT
 *
 * What the endgame solver remembers of positions: bounds of the exact value, and the moves to try
 * first. It lies in memory that the caller owns and that is all zeros at first, and any number of
 * processors use it at once without locks.
 *
 * An entry is two words, read and written each for itself: the bounds, and the key exclusive-or
 * those (Hyatt & Mann 2002). If two processors write at once and the words do not belong together,
 * the key is no position's, and the entry is as good as lost. Relaxed order is enough: the words
 * vouch for each other, and nothing else is passed on. A move is only ever a hint and is never
 * played unless it is legal. */
#ifndef COP_GAME_OTHELLO_SOLVE_TABLE_H
#define COP_GAME_OTHELLO_SOLVE_TABLE_H

#include "game/othello/board.h"

#include <stdatomic.h>
#include <stddef.h>

enum { OTHELLO_NO_MOVE = 255 };

typedef struct othello_entry {
    _Atomic uint64_t check, facts;
} othello_entry;

enum { OTHELLO_BUCKET = 4 }; /* entries of a cache line, one of which a key is in */

/* Positions that somebody searches at this moment, each at the place that its key says: who comes
 * second to a place takes it over, and a mark is lost. */
enum { OTHELLO_MARKS = 4096 };
typedef _Atomic uint64_t othello_mark;

typedef struct othello_table {
    othello_entry *entries; /* NULL: there is none */
    size_t mask;            /* of bucket numbers */
    othello_mark *marks;    /* NULL: the table is too small for any */
} othello_table;

/* Of one position, in discs for the side to move. */
typedef struct othello_facts {
    int8_t lower, upper;
    uint8_t move, second; /* the one that was best, and the one before it; OTHELLO_NO_MOVE */
    uint8_t effort;       /* logarithm of the nodes that it took */
    uint8_t used;         /* 1: the entry is not empty */
    uint8_t rest[2];
} othello_facts;

/* The marks, if there is plenty of memory, then as many buckets as there is room for, a power of
 * two. */
static inline othello_table othello_table_in(void *memory, size_t size)
{
    const size_t line = OTHELLO_BUCKET * sizeof(othello_entry);
    const size_t marks = OTHELLO_MARKS * sizeof(othello_mark);
    size_t skip = (line - (uintptr_t)memory % line) % line;
    othello_table table = {NULL, 0, NULL};
    if (memory == NULL || size < skip + line)
        return table;
    char *place = (char *)memory + skip;
    size -= skip;
    if (size >= 16 * marks) {
        table.marks = (othello_mark *)(void *)place;
        place += marks;
        size -= marks;
    }
    size_t buckets = 1;
    while (2 * buckets <= size / line)
        buckets *= 2;
    table.entries = (othello_entry *)(void *)place;
    table.mask = buckets - 1;
    return table;
}

static inline bool othello_is_marked(const othello_table *t, uint64_t key)
{
    return atomic_load_explicit(&t->marks[key % OTHELLO_MARKS], memory_order_relaxed) == key;
}

static inline void othello_mark_set(const othello_table *t, uint64_t key)
{
    atomic_store_explicit(&t->marks[key % OTHELLO_MARKS], key, memory_order_relaxed);
}

static inline void othello_mark_clear(const othello_table *t, uint64_t key)
{
    if (othello_is_marked(t, key))
        atomic_store_explicit(&t->marks[key % OTHELLO_MARKS], 0, memory_order_relaxed);
}

static inline uint64_t othello_fold(uint64_t a, uint64_t b)
{
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* The bits of pi: nothing up their sleeve. */
static inline uint64_t othello_key(othello_board b)
{
    uint64_t mixed = othello_fold(b.own ^ 0x243f6a8885a308d3u, b.other ^ 0x13198a2e03707344u);
    return othello_fold(mixed ^ b.own ^ 0xa4093822299f31d0u, 0x082efa98ec4e6c89u ^ b.other << 1);
}

static inline othello_entry *othello_table_bucket(const othello_table *t, uint64_t key)
{
    return t->entries + (key & t->mask) * OTHELLO_BUCKET;
}

static inline void othello_table_prefetch(const othello_table *t, uint64_t key)
{
    __builtin_prefetch(othello_table_bucket(t, key));
}

static inline uint64_t othello_pack(othello_facts facts)
{
    uint64_t word;
    __builtin_memcpy(&word, &facts, sizeof word);
    return word;
}

static inline othello_facts othello_unpack(uint64_t word)
{
    othello_facts facts;
    __builtin_memcpy(&facts, &word, sizeof facts);
    return facts;
}

static inline bool othello_table_probe(const othello_table *t, uint64_t key, othello_facts *facts)
{
    othello_entry *entry = othello_table_bucket(t, key);
    for (int i = 0; i < OTHELLO_BUCKET; i++) {
        uint64_t word = atomic_load_explicit(&entry[i].facts, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&entry[i].check, memory_order_relaxed);
        if ((check ^ word) != key || word == 0)
            continue;
        *facts = othello_unpack(word);
        return true;
    }
    return false;
}

/* Remembers that a search of the position with alpha and beta came to `score`. What is known of it
 * already stays: both bounds are true. The entry of the bucket that took the least effort makes
 * room. */
static inline void othello_table_store(const othello_table *t, uint64_t key, int alpha, int beta,
                                       int score, int move, int effort)
{
    othello_entry *entry = othello_table_bucket(t, key), *place = NULL;
    othello_facts facts = {
        .lower = -64, .upper = 64, .move = OTHELLO_NO_MOVE, .second = OTHELLO_NO_MOVE};
    int least = 256;
    for (int i = 0; i < OTHELLO_BUCKET; i++) {
        uint64_t word = atomic_load_explicit(&entry[i].facts, memory_order_relaxed);
        uint64_t check = atomic_load_explicit(&entry[i].check, memory_order_relaxed);
        othello_facts old = othello_unpack(word);
        if (word != 0 && (check ^ word) == key) {
            place = &entry[i];
            facts = old;
            break;
        }
        if (old.effort < least) {
            least = old.effort;
            place = &entry[i];
        }
    }
    if (score < beta && score < facts.upper)
        facts.upper = (int8_t)score;
    if (score > alpha && score > facts.lower)
        facts.lower = (int8_t)score;
    if (move != OTHELLO_NO_MOVE && move != facts.move &&
        (score > alpha || facts.move == OTHELLO_NO_MOVE)) {
        facts.second = facts.move;
        facts.move = (uint8_t)move;
    }
    facts.effort = (uint8_t)effort;
    facts.used = 1;
    uint64_t word = othello_pack(facts);
    atomic_store_explicit(&place->facts, word, memory_order_relaxed);
    atomic_store_explicit(&place->check, key ^ word, memory_order_relaxed);
}

#endif
