/* SPDX-License-Identifier: MIT
 *
 * Every player searches the same positions, and what it cost them is set side by side. The jobs,
 * one for each player and position, are spread over threads; each search runs on one thread, so
 * that the counts are those of the algorithm and not of the machine.
 */
#ifndef LAB_COMPARE_H
#define LAB_COMPARE_H

#include "lab/player.h"
#include "lab/positions.h"

#include <stdatomic.h>

struct compare {
    /* What to do: set by the caller, not changed while it runs. */
    const copse_game *game;
    const struct player *players;
    int player_count;
    const struct positions *positions;
    int threads;

    /* What was found: a result for each position and player, position by position. A cell is
     * written by the thread that did the job, before it counts the job as done. */
    struct compare_cell {
        bool done;
        copse_result result;
    } * cells;

    atomic_bool stop; /* set by anybody: no new jobs are begun */
};

/* What a player needed, over the positions that every player finished. */
struct compare_row {
    double nodes;            /* mean */
    double relative;         /* to the first player */
    double nodes_per_second; /* of processor time */
    double seconds;          /* processor time, in all */
    double depth;            /* mean of the depths reached */
    /* Of each position by itself, nodes as a multiple of the first player's: mean, standard
     * deviation (0 with fewer than 2 positions), least and most. */
    double each, deviation, least, most;
    double agreement; /* share of positions with the score of the first exact player; negative
                         if no player is exact */
};

/* Called on the thread that called compare_run(), about ten times a second. */
typedef void compare_tick(struct compare *compare, int done, int jobs, void *user);

/* Does the jobs and returns when all are done, `stop` is set, or one has failed. Whatever was
 * allocated is freed by compare_clear(). */
copse_status compare_run(struct compare *compare, compare_tick *tick, void *user,
                         copse_message *why);

/* Writes a row for each player and returns how many positions all of them finished; the rows mean
 * something only if that is not 0. */
int compare_rows(const struct compare *compare, struct compare_row *rows);

void compare_clear(struct compare *compare);

#endif
