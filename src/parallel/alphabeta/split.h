/* SPDX-License-Identifier: MIT
 *
 * Splitting a tree among processors that share memory: one engine, policies as data.
 *
 * The upper part of the tree, down to the depth where splitting no longer pays, is kept in memory
 * as far as somebody is at work there. Whoever opens a node takes its first child, that child's
 * first child, and so on; below the last split the search is sequential. A node's other children
 * are there for whoever has nothing to do, as soon as enough of their brothers are done: how many
 * that are depends on what kind of node it is thought to be,
 *
 *     PV    on a principal variation: its window is open
 *     CUT   a child will probably refute it, most often the first
 *     ALL   all its children have to be searched
 *
 * and that, more than anything else, is what a policy says. Who comes back with the last result
 * that a node needs carries the node's value up and goes on there, unless the policy gives nodes
 * owners. Of a child the engine keeps a lower and an upper bound, so that it is always known what a
 * search of it has to find out: see split.c. */
#ifndef COP_PARALLEL_SPLIT_H
#define COP_PARALLEL_SPLIT_H

#include "parallel/alphabeta/crew.h"

typedef enum cop_node_type {
    COP_NODE_PV,
    COP_NODE_CUT,
    COP_NODE_ALL,
    COP_NODE_TYPES
} cop_node_type;

enum { COP_SPLIT_NEVER = 1 << 30 };

/* Has a node an owner, who has opened it, stays with it until its value is known, and carries that
 * up? And what does that one do as long as there is nothing left to take? */
typedef enum cop_owners {
    COP_OWNERS_NONE,
    COP_OWNERS_WAIT, /* nothing */
    COP_OWNERS_HELP  /* helps those who are at work below the node */
} cop_owners;

typedef struct cop_split_policy {
    /* How many children of a node of this type must have been searched before another processor may
     * search others. COP_SPLIT_NEVER: one processor searches them all. */
    int after[COP_NODE_TYPES];

    cop_owners owners;

    /* Children that were found to be better than the best so far get their exact value one at a
     * time, when all others have been tested. */
    bool in_turn;
} cop_split_policy;

/* The root's value to this depth within the window, on the processors of the host's job. Nodes of
 * less than `least` plies are searched by one processor. */
copse_score cop_split_run(cop_walk *host, const cop_split_policy *policy, int least, int depth,
                          copse_score alpha, copse_score beta);

#endif
