/* SPDX-License-Identifier: MIT
 *
 * One who owns a tree and lets others do the work: chooses leaves for them, and puts into the tree
 * what they bring. It is alone on its tree, so there are no locks; nodes never move, so a leaf may
 * be away for any time. What is away is `taken`, and with speculation=predicted it looks from
 * above as if it were back already.
 *
 *     flight = cop_owner_choose()         somebody is to expand this leaf
 *     children = cop_owner_room()         the answer has come: a block for the children
 *     ...                                 whoever knows them writes score, move, kind, solved
 *     cop_owner_settle()                  they are part of the tree
 *
 * or cop_owner_end() if the game is over there, or cop_owner_give_back() if there is no answer. */
#ifndef COP_PARALLEL_OWNER_H
#define COP_PARALLEL_OWNER_H

#include "parallel/flights.h"

typedef struct cop_owner {
    cop_best *b;    /* who walks */
    cop_best *host; /* who keeps account of the root */
    const cop_policy *policy;
    cop_processor *processor;
    cop_flights flights;
    bool predicting;
    bool subtrees; /* leaves stand for trees that others have: not the policy's to predict */
    bool full;     /* no room: nothing more goes off until all are back, and some is made */
    bool failed;   /* no memory for something that has to be, or the game lies */
} cop_owner;

/* Nothing is under way. */
void cop_owner_init(cop_owner *o, cop_best *b, cop_best *host, const copse_allocator *allocator);
void cop_owner_free(cop_owner *o);

/* Walks to a leaf that is to be expanded, and takes it: its position is the walker's. If the walk
 * ends in a leaf that is away, or in a solved one: COP_NO_FLIGHT, and there is nothing to do until
 * something comes back. */
int cop_owner_choose(cop_owner *o, uint64_t budget);

/* Makes the leaf's position again. */
const char *cop_owner_position(cop_owner *o, int flight);

/* A block for all children of the flight's leaf; the walker stands there now. NULL: the tree is
 * full; the leaf has been given back, and the flight is over. */
cop_tree_node *cop_owner_room(cop_owner *o, int flight, int total);

/* The children are there, and the flight is over: fresh ones after one expansion; or after many,
 * with all that the policy keeps in a node. */
void cop_owner_settle(cop_owner *o, int flight, int total, uint64_t expansions);

/* The game is over in the leaf: its score is exact. */
void cop_owner_end(cop_owner *o, int flight);

/* The leaf is what it was, and so is all above it. */
void cop_owner_give_back(cop_owner *o, int flight);
void cop_owner_give_back_all(cop_owner *o);

/* Marks the ways to leaves that are under way, as cop_job's mark_ways. */
void cop_owner_mark_ways(void *owner, cop_marks *marks);

/* Produces the children of a leaf that is under way here, and ends the flight. */
void cop_owner_do_itself(cop_owner *o, int flight);

/* With nothing under way: one expansion of the search on one processor, node for node. False if
 * nothing more can be done. */
bool cop_owner_step(cop_owner *o);

/* With nothing under way: frees the least promising part of a full tree. If nothing can be freed,
 * steps go on in linear space: false. */
bool cop_owner_make_room(cop_owner *o);

#endif
