/* SPDX-License-Identifier: MIT
 *
 * How often a search came through a node, for who watches: a table of fixed size that keeps the
 * counts of the nodes where most was done, and forgets those where little was. A node is known by
 * the moves that lead to it, not by where it is stored: nobody needs to tell the table when nodes
 * are freed or when the root moves on.
 *
 * Several processors may count at once; what two of them add to one count at the same moment may
 * be added once. */
#ifndef COP_TREE_VISITS_H
#define COP_TREE_VISITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/random.h"
#include "copse.h"

/* One cache line of entries for every value of some bits of the name. */
enum {
    COP_VISITS_LINE = 8,
    COP_VISITS_LINES = 1 << 14,
    COP_VISITS_BYTES = COP_VISITS_LINES * COP_VISITS_LINE * (int)sizeof(uint64_t),
};

typedef struct cop_visits {
    uint64_t *entries; /* name << 32 | count; 0: nobody's. NULL: nothing is counted */
    uint32_t root;     /* the root's name */
} cop_visits;

/* The name of a node whose parent has this one. Of the some thousand nodes that are looked at two
 * rarely share one. */
static inline uint32_t cop_visits_name(uint32_t parent, copse_move move)
{
    return (uint32_t)(cop_mix((uint64_t)parent << 32 | (uint32_t)move) >> 32);
}

/* Begins to count, or ends it. False if there is no memory for that. */
bool cop_visits_set(cop_visits *visits, const copse_allocator *allocator, bool on);

/* Forgets all that was counted. */
void cop_visits_clear(cop_visits *visits);

/* The child with this move becomes the root. */
static inline void cop_visits_descend(cop_visits *visits, copse_move move)
{
    visits->root = cop_visits_name(visits->root, move);
}

void cop_visits_add(cop_visits *visits, uint32_t name, uint32_t times);

/* 0 where little was done. */
uint32_t cop_visits_of(const cop_visits *visits, uint32_t name);

#endif
