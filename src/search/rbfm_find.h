/* SPDX-License-Identifier: MIT
 *
 * RBFM over a slow evaluator: what is found out about a node outside the tree, for rbfm_guided.c,
 * which puts it there. The walker's path has the positions and the moves; nothing else of the tree
 * is looked at, so nobody need be kept from changing it meanwhile. */
#ifndef COP_SEARCH_RBFM_FIND_H
#define COP_SEARCH_RBFM_FIND_H

#include "search/rbfm_gather.h"

/* What has been found out about a leaf. */
typedef struct cop_finding {
    int total;        /* its children; 0: the game is over; COP_FIND_... */
    bool all;         /* they are all in the walker's lists; else: */
    cop_sight sight;  /* the best of them, whose position is the path's next one */
    int below;        /* that one's children, where it has been expanded too; else 0 */
    bool all_below;   /* these are all in the lists; else: */
    cop_sight second; /* the best of them, whose position is the path's next but one */
} cop_finding;

/* SEARCH-DEPTH for the path's node of this ply. */
int cop_rbfm_depth_at(cop_best *b, int end);

/* Is the path's leaf one whose children are all evaluated at once? `downwards`: EXTEND-DOWN has
 * come to it. */
bool cop_rbfm_wants_all(const cop_best *b, bool downwards);

/* Of the path's leaf, if it is none. Not under the lock. */
cop_finding cop_rbfm_find(cop_best *b, bool downwards);

/* All children of the path's leaf where there is no evaluator. */
cop_finding cop_rbfm_produce(cop_best *b);

/* The game as it is without the evaluator. */
static inline const copse_game *cop_rbfm_original(const cop_best *b)
{
    return b->job->box != NULL ? b->job->box->original : b->game;
}

#endif
