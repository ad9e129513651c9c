/* SPDX-License-Identifier: MIT
 *
 * The current variation of a controller (farm.h): a line of split nodes from the root down, of
 * which the controller keeps what Lu's figures 4.1 and 5.1 keep in global arrays by ply: Index,
 * Width, Alpha, Beta, Score, Best, WorkOut and Value. Here are the parts that `pvsplit` and
 * `pvfsplit` have in common; what they do with them, and in which order, is in their files.
 *
 * Of every child there is a lower and an upper bound, so that it is always known what a search of
 * it has still to find out, whatever it was searched with before. The window for that is
 *
 *     the node's own                                    if nothing is known at all,
 *     minimal, at what the child has to beat            if that is what is to be tested,
 *     from what it is known to be worth up to beta      if it has turned out to be better.
 *
 * Results come back in any order. At the root a child that comes before the best in the order of
 * search has to be as good only, so that of equal moves the first is found, as on one processor. */
#ifndef COP_PARALLEL_VARIATION_H
#define COP_PARALLEL_VARIATION_H

#include "parallel/alphabeta/farm.h"

enum { COP_NO_BRANCH = -1, COP_ALONE = -2, COP_NO_CUT = 1 << 30 };

/* Who is at a branch: a searcher's number, or these. */
enum { COP_NOBODY = 0, COP_CONTROLLER = -1 };

typedef enum cop_kind_of_node { COP_PV_NODE, COP_CUT_NODE, COP_ALL_NODE } cop_kind_of_node;

/* A child of a split node. Bounds and windows are those of the node's mover. */
typedef struct cop_branch {
    copse_score lower, upper; /* what is known of its value */
    copse_score alpha, beta;  /* what it is, or was last, searched with */
    int number;               /* in the frame's list */
    int searcher;
    bool searched; /* there has been a result */
} cop_branch;

/* A node of the variation; or, at the end of it, one that is searched alone. */
typedef struct cop_split {
    int ply, depth;
    cop_kind_of_node kind;
    copse_score first_alpha, beta;
    copse_score alpha; /* the best so far, or first_alpha */
    copse_score score; /* the best child's; alone: the node's */
    int best;          /* the best child so far; COP_NO_BRANCH */
    int index, width;  /* children that have been taken; that there are */
    int work_out;      /* children that searchers are at */
    int through;       /* the child that the variation goes through; COP_NO_BRANCH */
    bool known;        /* a child's value is: there is something to test others against */
    bool done;         /* there is a cutoff; or, alone: the result */
    int length;        /* of the best line */
    copse_move *line;
    cop_branch *branches;
    char *position;
} cop_split;

typedef struct cop_variation cop_variation;

struct cop_variation {
    cop_crew *crew; /* NULL: in another process */
    cop_farm farm;
    cop_walk *w; /* the controller's */
    cop_split *nodes;
    int plies; /* nodes that there is room for */
    char *room;
    size_t room_bytes;
    int ply;                        /* of the last node */
    int cut;                        /* the ply nearest to the root with a cutoff; COP_NO_CUT */
    copse_score alpha, beta, value; /* of the root */
    uint64_t spent;                 /* nodes of all that has come back */

    /* Settings. */
    int granularity; /* plies that are not split */
    bool balance;
    double quorum, threshold;

    /* Searches the node at this ply, whose position is there, with these plies below it. */
    copse_score (*search)(cop_variation *v, int ply, int depth, copse_score alpha,
                          copse_score beta);
    /* Gives work from above this ply to a searcher who is idle; false if there is none. NULL: work
     * comes from the last node only. */
    bool (*spare)(cop_variation *v, int ply, int searcher);
};

/* For who searches only a part of a tree with it, in the body of a processor: before the run and
 * after it, for a crew that has been called. False if there is no memory: then the host's job says
 * so, and the host is stopped. Either way it has to be freed. */
bool cop_variation_init(cop_variation *v, cop_crew *crew);
void cop_variation_free(cop_variation *v);

/* The same in another process than the crew: for a controller's `serve`, with its memory. */
bool cop_variation_init_apart(cop_variation *v, const cop_hand *hand);

/* Makes it search as pvfsplit does. */
void cop_variation_use_frontier(cop_variation *v);

/* Runs `search` on the root of the host's position, on its job's machine: what an algorithm's
 * `search` returns. */
copse_score cop_variation_search(cop_walk *host, int depth, copse_score alpha, copse_score beta,
                                 cop_variation *v);

/* Opens the node at this ply. True if its value is known without its children, or it is all over.
 */
bool cop_split_open(cop_variation *v, int ply, int depth, copse_score alpha, copse_score beta,
                    copse_score *value);

/* Leaves it: its value, exact within the window. */
copse_score cop_split_close(cop_variation *v, int ply);

/* Is the node unfinished: children to be searched, or results outstanding? Not if there has been a
 * cutoff here or above, or it is all over. */
bool cop_split_is_open(const cop_variation *v, int ply);

/* The child to search next, with its window set; COP_NO_BRANCH: there is none now. Those that have
 * to be searched again come first. */
int cop_split_next(cop_variation *v, int ply);

/* Is there such a one? */
bool cop_split_has_work(const cop_variation *v, int ply);

/* Searches the child by v->search, on the controller. */
void cop_split_descend(cop_variation *v, int ply, int branch);

/* FarmWork: gives the child, with the window that has been set, to a searcher who is idle. */
void cop_split_farm(cop_variation *v, int ply, int branch, int searcher);

/* What the child has to be better than. */
copse_score cop_split_to_beat(const cop_split *s, int branch);

/* Sequential PVS of the node at this ply, on a searcher. */
copse_score cop_variation_alone(cop_variation *v, int ply, int depth, copse_score alpha,
                                copse_score beta);

/* ReturnedResult, of whichever node: waits for the next one, and makes of it what is to be made. */
void cop_variation_listen(cop_variation *v, int ply);

/* Straggler preemption (Lu 1993, section 5.3): if enough searchers have been idle for long enough,
 * interrupts the one that has been at a child of this node longest. True if it did: the child has
 * been searched by v->search instead. */
bool cop_variation_preempt(cop_variation *v, int ply);

#endif
