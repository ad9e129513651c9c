/* SPDX-License-Identifier: MIT
 *
 * Decision quality: how often a player chooses the right move (Korf & Chickering 1996, section 7;
 * Shoham & Toledo 2002, section 3.2.3). The right move of a position is that of a full search, and
 * so is every other of the same value.
 *
 * The players search with their own limits, or with the nodes that alpha-beta takes to each of
 * several depths: a column is a depth. A position is a job and its searches run on one thread, so
 * that the result is the same on any number of threads.
 */
#ifndef LAB_QUALITY_H
#define LAB_QUALITY_H

#include "lab/player.h"
#include "lab/positions.h"

#include <stdatomic.h>

enum { QUALITY_MOST_COLUMNS = 20, QUALITY_BINS = 12 };

/* The alpha-beta that finds the right move, and whose nodes are the budgets. */
#define QUALITY_STANDARD "failsoft,ordering=static"

enum quality_budget {
    QUALITY_OWN_LIMITS, /* none: every player has its limits */
    QUALITY_OWN_NODES,  /* of each position what alpha-beta took for it */
    QUALITY_MEAN_NODES  /* the mean of that over all positions */
};

/* What was found in a column; of a player's searches, or of alpha-beta's to that depth. */
struct quality_cell {
    int trials, right;
    double nodes; /* generated in all */
};

/* Decisions that were predicted to be right with about the same probability. */
struct quality_bin {
    int trials, right;
    double predicted; /* the sum of the probabilities */
};

struct quality {
    /* What to do: set by the caller, not changed while it runs. */
    const copse_game *game;
    const struct player *players;
    int player_count;
    const struct positions *positions;
    int right_depth; /* of the full search */
    enum quality_budget budget;
    int first_depth, columns; /* of the budgets; else `columns` is 1 */
    int threads;

    /* What was found, over the positions that are done; under the jobs' lock while it runs. */
    int done;
    struct quality_cell *cells;                         /* columns of player 0, of player 1, ... */
    struct quality_cell standard[QUALITY_MOST_COLUMNS]; /* alpha-beta, where there are budgets */
    struct quality_bin (*bins)[QUALITY_BINS];           /* of each player, all columns together */

    /* The right moves of each position, once they are known: written by the thread that has the
     * position's job, and in a later round read by another. */
    struct quality_answer {
        int count;
        copse_move *moves;
    } * answers;
    uint64_t mean_nodes[QUALITY_MOST_COLUMNS];

    atomic_bool stop; /* set by anybody: what is not finished is given up */
};

/* Called on the thread that called quality_run(), about ten times a second. With QUALITY_MEAN_NODES
 * there are two rounds, alpha-beta's (`round` 0) and the players' (1). */
typedef void quality_tick(struct quality *quality, int round, int done, void *user);

/* Searches, and returns when all is done, `stop` is set, or a search has failed. Whatever was
 * allocated is freed by quality_clear(). */
copse_status quality_run(struct quality *quality, quality_tick *tick, void *user,
                         copse_message *why);

const struct quality_cell *quality_cell(const struct quality *quality, int player, int column);

/* The bin of a predicted probability; the last ones are narrower, because that is where decisions
 * are made. Bin i goes from quality_bin_start(i) to quality_bin_start(i + 1). */
int quality_bin_of(double predicted);
double quality_bin_start(int bin);

void quality_clear(struct quality *quality);

#endif
