/* SPDX-License-Identifier: MIT
 *
 * The parts of the tree-splitting algorithm (Fishburn & Finkel 1980, section 4): what a processor
 * of the tree keeps, as a slave and as a master. treesplit.c has the algorithm's outside. */
#ifndef COP_PARALLEL_TREESPLIT_H
#define COP_PARALLEL_TREESPLIT_H

#include "parallel/alphabeta/processor_tree.h"

/* ----------------------------------------------------------------------------------- as a slave
 */

/* The window of one ply of the running search: the paper's alpha[depth] and beta[depth], but that
 * what the search has found there itself is kept apart, so that its values are fail-soft. */
typedef struct cop_ply_window {
    copse_score alpha, beta; /* what is known outside the node */
    copse_score best;        /* what has been found in it */
    int ply;
    struct cop_ply_window *above;
} cop_ply_window;

/* ---------------------------------------------------------------------------------- as a master
 */

/* A node whose sons are given out: that of the master's task or, with grandchildren=on, one of its
 * sons. */
typedef struct cop_branch {
    cop_frame *frame, room; /* the second is the frame of a son */
    int index, number;      /* of a son: which one it is */
    copse_score alpha, beta, best;
    int best_number; /* in the order of search */
    int running;     /* sons that are being searched */
    bool open;       /* its value is not known yet */
    bool is_bound;   /* the value is only known to be no less than `best` */
    uint64_t nodes;
} cop_branch;

/* What a slave of the master, or the master itself, is searching. */
typedef struct cop_seat {
    cop_branch *branch; /* NULL: something that is of no use any more, or nothing */
    int32_t index, number;
    copse_score alpha, beta; /* the window, for who moves in the son */
    copse_score risen;       /* the son's value is at least this */
    bool busy;
    bool raised; /* alpha is higher than it need be */
} cop_seat;

typedef struct cop_splitter {
    cop_desk desk;

    /* The running search of this processor, if there is one, from its last ply upwards. */
    cop_ply_window *deepest;
    cop_ply_window outer; /* the window that the whole of it has */
    cop_ply_window *cut;  /* the search has to return to here; NULL: it goes on */
    bool tells;           /* the master wants to know what has risen */

    /* As a master. */
    cop_branch own, sons[COP_DESK_BRANCHES];
    bool decided; /* the value of `own` is known, or of no use any more */
    bool by_grandchildren;
    int seats;
    cop_seat mine, seat[COP_MOST_SLAVES];
} cop_splitter;

/* Searches what the walk's frame at this ply has, which must have its position, in a window that
 * may become smaller meanwhile. Returns whether its value is known; false if the window was closed,
 * or if walk.stopped is set, because all is over. */
bool cop_splitter_search(cop_splitter *s, int ply, int depth, copse_score alpha, copse_score beta,
                         copse_score *value);

/* The window of the running search has become smaller. True if the search has to return. */
bool cop_splitter_narrow(cop_splitter *s, copse_score alpha, copse_score beta);

/* Tells the master what has been found, if it wants to know. */
void cop_splitter_tell(cop_splitter *s, copse_score value);

/* The value of the desk's task, with the help of the slaves; false as above. */
bool cop_splitter_lead(cop_splitter *s, copse_score *value);

/* A message for a master. True if the running search has to return. */
bool cop_splitter_attend(cop_splitter *s, const cop_letter *letter);

#endif
