/* SPDX-License-Identifier: MIT
 *
 * Two players, many games, each of them played with both sides.
 *
 * Random trees are played as the papers do it (Korf & Chickering 1996, section 8; Shoham & Toledo
 * 2002, section 3.2.5): each tree is played twice, to its end, each player moving first once. The
 * outcome of a game is the last node's value for whoever moved first, and the player who moved
 * first in the game with the larger outcome wins the pair. Other games are won, drawn or lost one
 * by one.
 *
 * Both players are told of all moves, so that they keep what is still of use of their trees; and
 * both search even if there is but one move, as the papers do. A pair is a job, the jobs are spread
 * over threads, and a search's random numbers follow from the pair: the result is the same on any
 * number of threads.
 */
#ifndef LAB_MATCH_H
#define LAB_MATCH_H

#include "lab/player.h"
#include "lab/positions.h"
#include "lab/statistics.h"

#include <stdatomic.h>

/* What a player's searches took. */
struct match_cost {
    uint64_t moves, nodes, evaluations;
    uint64_t memory_ends; /* searches that ended because the memory was used up */
    double seconds;       /* of processor time */
};

/* The two games from one position; in number 0 the first player moves first. */
struct match_pair {
    bool done;
    copse_score outcome[2]; /* for whoever moved first */
    struct match_cost cost[2];
};

struct match {
    /* What to do: set by the caller, not changed while it runs. */
    const copse_game *game;
    const struct player *players; /* two */
    const struct positions *positions;
    int games; /* pairs of a game of seeded trees, single games of any other */
    int threads;

    /* What was found. A pair is written by the thread that played it, before it counts it. */
    struct match_pair *pairs;

    atomic_bool stop; /* set by anybody: what is not finished is given up */
    int done;         /* pairs played; under the jobs' lock, as is the next */
    int ahead[2];     /* pairs or games won by each player so far */
};

/* How it ended, as the first player sees it. */
struct match_score {
    int games, wins, draws, losses;
    double score; /* of pairs: the share of those decided that were won; of games: of the points;
                     negative if there were none */
    struct interval interval; /* 95 % */
    struct match_cost cost[2];
};

/* Do two games make one result? */
bool match_is_paired(const struct match *match);

int match_pair_count(const struct match *match);

/* Called on the thread that called match_run(), about ten times a second, with what is done. */
typedef void match_tick(struct match *match, int done, const int ahead[2], void *user);

/* Plays, and returns when all is played, `stop` is set, or a search has failed. Whatever was
 * allocated is freed by match_clear(). */
copse_status match_run(struct match *match, match_tick *tick, void *user, copse_message *why);

struct match_score match_score(const struct match *match);

void match_clear(struct match *match);

/* ------------------------------------------------------------------------------- equal nodes */

/* A trial of a limit of the second player's, and the nodes that both then generated. */
struct match_trial {
    int depth;            /* 0 if it is the nodes that were tried */
    uint64_t limit_nodes; /* a move */
    uint64_t nodes[2];
};

enum { MATCH_MOST_TRIALS = 32, MATCH_TRIAL_PAIRS = 25 };

struct match_trials {
    int count, chosen;
    struct match_trial trial[MATCH_MOST_TRIALS];
};

/* Finds the depth of the second player, or, if it has a limit of nodes and none of depth, those, so
 * that it generates nearly as many nodes as the first: with at most MATCH_TRIAL_PAIRS of the
 * match's pairs, by going deeper while it generates fewer. Changes the limit and the description of
 * `second`, which is the match's second player. */
copse_status match_level(struct match *match, struct player *second, struct match_trials *trials,
                         match_tick *tick, void *user, copse_message *why);

#endif
