/* SPDX-License-Identifier: MIT
 *
 * Processors as a tree (Fishburn & Finkel 1980, sections 4 and 7): each has a master, and those
 * above the lowest level have `fanout` slaves. They only send messages:
 *
 *                 0              EVALUATE  to a slave: search this position in this window
 *              /     \           UPDATE    to a slave: the window has become smaller
 *             1       2          VALUE     to the master: what has come of it
 *            / \     / \         RISEN     to the master: the value is at least this
 *           3   4   5   6        END       to a slave: the search is over
 *                                COUNTS    to the root, where memory is not shared: what has been
 *                                          searched, and that there is somebody
 *
 * A processor's part in it is its desk. Nothing is allocated there: a walk has a few frames more
 * than it has plies, and what a desk needs lies in those. */
#ifndef COP_PARALLEL_PROCESSOR_TREE_H
#define COP_PARALLEL_PROCESSOR_TREE_H

#include "parallel/alphabeta/crew.h"

/* ------------------------------------------------------------------------------- who is whose
 */

enum { COP_MOST_SLAVES = 1024 }; /* of one master */

typedef struct cop_processor_tree {
    int fanout, height;
    int size; /* processors that are in it: ranks 0 to size - 1, level by level */
} cop_processor_tree;

/* The tree that the options `fanout` and `height` ask for; where one is 0, the largest that there
 * are processors for, and where both are, one master of all others. */
copse_status cop_processor_tree_fit(cop_processor_tree *tree, const cop_settings *settings,
                                    int processors, copse_message *why);

static inline int cop_master_of(const cop_processor_tree *tree, int rank)
{
    return (rank - 1) / tree->fanout;
}

static inline int cop_first_slave_of(const cop_processor_tree *tree, int rank)
{
    return rank * tree->fanout + 1;
}

static inline bool cop_is_master(const cop_processor_tree *tree, int rank)
{
    return cop_first_slave_of(tree, rank) < tree->size;
}

/* ------------------------------------------------------------------------------------- messages
 */

enum {
    COP_TREE_EVALUATE = 0x43505401, /* unlike any number that comes about by accident */
    COP_TREE_UPDATE,
    COP_TREE_VALUE,
    COP_TREE_RISEN,
    COP_TREE_END,
    COP_TREE_COUNTS
};

/* A position to search: the bytes of the position follow. */
typedef struct cop_task {
    uint32_t run;            /* the search that it is part of */
    int32_t ply, depth;      /* of the position; plies to search below it */
    copse_score alpha, beta; /* for who moves there */
    int32_t index, number;   /* for the master: which son it is, and in its order of search */
    uint32_t on_line;        /* on the previous iteration's principal variation */
} cop_task;

/* A window, for who moves in the position that the slave searches. */
typedef struct cop_narrower {
    uint32_t run;
    copse_score alpha, beta;
} cop_narrower;

typedef enum cop_outcome {
    COP_OUTCOME_DONE,
    COP_OUTCOME_CUT,    /* the window was closed: the master does not need the value any more */
    COP_OUTCOME_STOPPED /* there is none, and nobody need search on */
} cop_outcome;

typedef struct cop_answer {
    uint32_t run;
    int32_t index, number; /* the task's */
    copse_score value;     /* for who moves in the position */
    uint32_t outcome;
    uint32_t length; /* of the line from the position on */
    uint64_t nodes;  /* that were searched for it, here and below */
    uint64_t horizon;
    copse_move line[COP_PV_MOST]; /* only `length` of them are sent */
} cop_answer;

/* ----------------------------------------------------------------------------------- at a desk
 */

enum { COP_DESK_BRANCHES = 8 }; /* with grandchildren=on: sons that may be open at a time */

typedef struct cop_desk {
    cop_hand *hand;
    cop_walk *host; /* of the root: where the result goes; NULL: this is not the root */
    cop_processor_tree tree;
    uint32_t run;
    bool is_over;  /* END has come or, at the root, somebody has stopped */
    bool told;     /* the slaves know that */
    bool stopping; /* END is still to come, but there is nothing to search any more */
    bool deaf;     /* is not to be interrupted: messages wait */

    /* What the master wants; of the root, the whole search. */
    cop_task task;
    char *position;
    uint64_t nodes;                  /* that others have searched for it */
    uint64_t own_nodes, own_horizon; /* the walk's when it began */

    /* Where memory is not shared: see processor_tree_remote.c. */
    copse_result counted; /* what the root has heard of */
    double spoke;         /* when; -INFINITY: not yet */
    double *heard;        /* at the root: when it heard of each of the others, */
    int gone;             /* and how many have said that they go */

    /* What comes while a search is under way; true: that has to stop. NULL: nothing but END. */
    bool (*take)(struct cop_desk *desk, const cop_letter *letter);
} cop_desk;

/* Frames that a walk needs beside those of the plies. */
int cop_desk_frames(const cop_settings *settings);
cop_frame *cop_desk_frame(const cop_desk *desk, int which);

/* In the body of a processor. False if it has no part in the tree. */
bool cop_desk_init(cop_desk *desk, cop_hand *hand);

/* Waits for the next message that says more than that the search is over. False: it is. */
bool cop_desk_wait(cop_desk *desk, cop_letter *letter);

/* Tells the slaves that it is over. */
void cop_desk_end(cop_desk *desk);

/* Takes an EVALUATE: the task, a copy of its position, and the frame at its ply for it. False if it
 * cannot be searched here. */
bool cop_desk_read_task(cop_desk *desk, const cop_letter *letter);

/* The position of a son of the node in the frame. Where the game undoes, it is good until the next
 * one is asked for. */
char *cop_desk_son(cop_desk *desk, cop_frame *frame, int index);

/* The same for a son that is searched at this desk: it stays meanwhile. */
char *cop_desk_own_son(cop_desk *desk, cop_frame *frame, int index);

/* The next son of the node in walk.frame, and the task to search it to this depth in this window.
 * False if there is none. */
bool cop_desk_next_son(cop_desk *desk, cop_task *task, copse_score alpha, copse_score beta);

void cop_desk_send_task(cop_desk *desk, int to, const cop_task *task, const char *position);
void cop_desk_send(cop_desk *desk, int to, uint32_t tag, const void *bytes, size_t size);

/* A VALUE for a node that has so many sons, of this run. False if it is none. */
bool cop_desk_read_answer(cop_desk *desk, const cop_letter *letter, int sons, cop_answer *answer);

/* Answers the desk's task. The line is in the frame at its ply. */
void cop_desk_answer(cop_desk *desk, copse_score value, cop_outcome outcome);

/* The son that the answer is about is the best so far of the node in walk.frame, with this value
 * for who moves there; alpha is the node's. */
void cop_desk_best(cop_desk *desk, const cop_answer *answer, copse_score value, copse_score alpha);

/* At the root: this is known of a son now, which was searched in this window of its father's. */
void cop_desk_row(cop_desk *desk, const cop_answer *answer, copse_score value, copse_score alpha,
                  copse_score beta);

/* ------------------------------------------------------------- at a desk without common memory
 */

/* Tells the root what has been counted since last time, if that is some time ago or if it must be
 * now. */
void cop_desk_speak(cop_desk *desk, bool now);

/* The root hears a COUNTS; false if it is none. */
bool cop_desk_hear(cop_desk *desk, const cop_letter *letter);

/* Has the root heard of everybody lately? If not, the job says of whom not. */
bool cop_desk_hears_all(cop_desk *desk);

/* All have been told that it is over, and say a last time what they have counted. */
void cop_desk_hear_last(cop_desk *desk);

/* ------------------------------------------------------------------------------- whole searches
 */

/* What the root does: the value of its task within the task's window. */
typedef copse_score cop_desk_lead(cop_desk *desk);

/* The root's value, on the processors of the host's job: lead() on processor 0, the algorithm's
 * serve() on the others; alone() where there are no others. */
copse_score cop_processor_tree_search(cop_walk *host, cop_desk_lead *lead, cop_search *alone,
                                      int depth, copse_score alpha, copse_score beta);

/* The others, where lead() is what masters do too, and the lowest of them search by slave(). */
void cop_processor_tree_serve(cop_hand *hand, cop_desk_lead *lead, cop_search *slave);

/* The task's value by a sequential search, which END ends. */
copse_score cop_desk_search(cop_desk *desk, cop_search *search);

#endif
