/* SPDX-License-Identifier: MIT
 *
 * Which node of a tree has a position, by the position's hash: for nodes that have their children.
 *
 * Four entries share a cache line. The table begins small and doubles as entries come, up to its
 * cap, so that going through all of it costs no more than going through the tree; at the cap a new
 * entry takes an old one's place, and the tree then has a position twice. */
#ifndef COP_TREE_TWINS_H
#define COP_TREE_TWINS_H

#include "tree/tree.h"

typedef struct cop_twin {
    uint64_t hash;
    cop_link node; /* COP_NO_LINK: nothing here */
} cop_twin;

typedef struct cop_twins {
    cop_twin *entries; /* NULL: no table */
    uint64_t lines;    /* in use, a power of two */
    uint64_t most;     /* that there is memory for, one too */
    uint64_t count;    /* entries */
} cop_twins;

/* The largest power of two of bytes that is not more than `bytes`, all empty. False if there is no
 * memory; there is no table then. */
bool cop_twins_init(cop_twins *twins, const copse_allocator *allocator, size_t bytes);
void cop_twins_free(cop_twins *twins, const copse_allocator *allocator);
void cop_twins_clear(cop_twins *twins);

/* Is this the size that a table of so many bytes would get? */
bool cop_twins_fits(const cop_twins *twins, size_t bytes);

/* The node that was noted for the hash, which may be a leaf by now; NULL if there is none. */
cop_tree_node *cop_twins_find(const cop_twins *twins, const cop_tree *tree, uint64_t hash);
void cop_twins_note(cop_twins *twins, uint64_t hash, cop_link node);

/* Forgets all nodes that have no children: to be called when nodes have been freed, before new ones
 * take their places. */
void cop_twins_forget_leaves(cop_twins *twins, const cop_tree *tree);

#endif
