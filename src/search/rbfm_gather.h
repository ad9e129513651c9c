/* SPDX-License-Identifier: MIT
 *
 * RBFM over a slow evaluator: all children of a node are evaluated, by whoever comes by. That takes
 * dozens of evaluations, in a node through which walks lead that would otherwise have to wait for
 * them. So who comes to a node that others are gathering the children of takes the next child that
 * nobody has begun with. Whoever is the last to be done puts them into the tree: nobody waits.
 *
 * Everything here is called by one who holds the tree's lock, and gives it up while he asks the
 * evaluator. */
#ifndef COP_SEARCH_RBFM_GATHER_H
#define COP_SEARCH_RBFM_GATHER_H

#include "search/best.h"
#include "search/box.h"

/* Not a number of children: the game lies, there is no more time, others are not done yet. */
enum { COP_FIND_LIES = -1, COP_FIND_LATE = -2, COP_FIND_OTHERS = -3 };

typedef struct cop_gathering {
    bool open;                 /* else the place is free */
    const cop_tree_node *node; /* whose children they are; NULL: of one that is not in the tree */
    copse_child *child;        /* their moves and, as they come, scores */
    int count, next;           /* how many; the first that nobody has begun with */
    int workers;               /* that are at one of them */
    int depth;                 /* to which each is looked at */
    bool late;                 /* there is no more time */
    copse_score least;         /* the best child's so far, or a guess */
    copse_score most;          /* the worst one's that is no proof */
    /* Of a leaf that is being expanded: what others were told meanwhile was only predicted, and
     * this is what it was before. */
    bool predicted;
    copse_score before;
} cop_gathering;

/* A place for each processor: as many as there can be, since nobody is at two of them and somebody
 * is at each. */
bool cop_gatherings_new(cop_best *b, int processors);
void cop_gatherings_free(cop_best *b);

/* Begins with the path's node of this ply: all its children but the one that is known. NULL if the
 * game lies. */
cop_gathering *cop_gathering_begin(cop_best *b, const cop_tree_node *node, int ply, int depth,
                                   copse_move known);

/* The one of this node, if there is a child left to begin with; else NULL. */
cop_gathering *cop_gathering_of(const cop_best *b, const cop_tree_node *node);

/* Evaluates children of the path's node of this ply as long as there are any left. Returns how many
 * there are, now in the walker's lists, and the gathering is over; or COP_FIND_LATE, and it is over
 * too; or COP_FIND_OTHERS. */
int cop_gather(cop_best *b, cop_gathering *g, int ply);

/* What the evaluator says, so many plies deep. Not under the lock. */
cop_sight cop_rbfm_look(cop_best *b, const char *position, int depth, copse_score enough);

/* Nodes are counted for the walker, who tells it now and then, and for all at once. */
static inline void cop_rbfm_count(cop_best *b, uint64_t nodes)
{
    b->counts->nodes += nodes;
    __atomic_fetch_add(&b->home->used, nodes, __ATOMIC_RELAXED);
}

/* Beside others, work has its price. */
static inline void cop_rbfm_charge(cop_best *b, cop_work work, uint64_t amount)
{
    if (b->shared)
        cop_charge(b->processor, work, amount);
}

static inline void cop_rbfm_lock(cop_best *b)
{
    if (b->shared)
        cop_lock_take(b->processor, &b->locks->lock[0]);
}

static inline void cop_rbfm_unlock(cop_best *b)
{
    if (b->shared)
        cop_lock_give(b->processor, &b->locks->lock[0]);
}

#endif
