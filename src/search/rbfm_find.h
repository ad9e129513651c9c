/* SPDX-License-Identifier: MIT
 *
 * RBFM over a slow evaluator: what is found out about a node outside the tree, for rbfm_guided.c,
 * which puts it there. The walker's path has the positions and the moves; nothing else of the tree
 * is looked at, so nobody need be kept from changing it meanwhile. */
#ifndef COP_SEARCH_RBFM_FIND_H
#define COP_SEARCH_RBFM_FIND_H

#include "search/best.h"
#include "search/box.h"

/* Not a number of children: the game lies, or there is no more time. */
enum { COP_FIND_LIES = -1, COP_FIND_LATE = -2 };

/* What has been found out about a leaf. */
typedef struct cop_finding {
    int total;        /* its children; 0: the game is over; COP_FIND_... */
    bool all;         /* they are all in the walker's lists; else: */
    cop_sight sight;  /* the best of them, whose position is the path's next one */
    int below;        /* that one's children, where it has been expanded too; else 0 */
    bool all_below;   /* these are all in the lists; else: */
    cop_sight second; /* the best of them, whose position is the path's next but one */
} cop_finding;

/* Of the path's leaf. `downwards`: EXTEND-DOWN has come to it. */
cop_finding cop_rbfm_find(cop_best *b, bool downwards);

/* All children of the path's node of this ply but the one that is known, into the lists, each to
 * the depth that it is worth. Returns how many there are, or COP_FIND_... */
int cop_rbfm_find_others(cop_best *b, int ply, copse_move known);

/* The game as it is without the evaluator. */
static inline const copse_game *cop_rbfm_original(const cop_best *b)
{
    return b->job->box != NULL ? b->job->box->original : b->game;
}

/* Beside others, work has its price. */
static inline void cop_rbfm_charge(cop_best *b, cop_work work, uint64_t amount)
{
    if (b->shared)
        cop_charge(b->processor, work, amount);
}

#endif
