/* SPDX-License-Identifier: MIT
 *
 * Suites: many positions of which the best move is known, and whether a player finds it, how soon,
 * and with what value.
 */
#ifndef LAB_SUITE_H
#define LAB_SUITE_H

#include "format/problem.h"
#include "lab/branching.h"
#include "lab/player.h"

#include <stdatomic.h>

/* A problem of this game. Its lists of moves are those of the text that are legal. */
struct suite_problem {
    cop_problem text;
    int best_count, avoid_count;
    copse_move best[COP_PROBLEM_MOVES], avoid[COP_PROBLEM_MOVES];
};

struct suite {
    const copse_game *game;
    int count, room;
    struct suite_problem *list;
    unsigned char *positions; /* in a row */
    char unwanted[48];        /* the first id in the file that was not asked for; empty: none */
};

/* Reads a file ("-": standard input) of problems, one a line; empty lines, and those that begin
 * with
 * '#', say nothing. `game` NULL: that of the first problem. A problem without an id gets the number
 * that it has in the file. `only`, unless NULL, are the ids, or numbers in the file, that are
 * wanted, as in "40-44,59". On failure `why` says which line is wrong, and there is nothing to
 * clear. */
copse_status suite_read(struct suite *suite, const char *path, const copse_game *game,
                        const char *only, copse_message *why);

/* All problems of a text, which is called so in sentences. */
copse_status suite_read_text(struct suite *suite, const char *text, const char *name,
                             const copse_game *game, copse_message *why);

const void *suite_at(const struct suite *suite, int number);
void suite_clear(struct suite *suite);

/* ---------------------------------------------------------------------------------------- running
 */

/* When the right move became the search's, and stayed so; or when it first was, if the search was
 * to end with that. */
struct suite_solution {
    double seconds, cpu_seconds;
    uint64_t nodes, expansions;
    int depth;
    double virtual_time; /* of simulated processors */
};

/* One search of one problem. */
struct suite_row {
    bool done, solved;
    bool near;     /* not the best move, but its value is within what was allowed */
    bool compared; /* the best move has been searched by itself, since another was chosen */
    int32_t apart; /* then: by how much the player prefers its own move */
    copse_score best_score;            /* and what the best is worth to it */
    struct branching_counts branching; /* of the first search, if that was asked for */
    copse_result result;
    struct suite_solution solution; /* if the right move was chosen */
};

struct suite_run {
    /* What to do: set by the caller, not changed while it runs. */
    const struct suite *suite;
    const struct player *player;
    int seeds;      /* each problem is searched so often, with different random numbers */
    int processors; /* of each search */
    const char *machine, *costs; /* as copse_search_set_machine() takes them; NULL: threads */
    int threads;                 /* problems at once */
    int within; /* a move whose value is at most so many points below the best one's solves a
                   problem too; -1: only the best does */

    bool until_right; /* a search ends when its move is right, and that is the solution */
    bool branching;   /* count moves; the game has `noisy`, and the player none of its settings */

    /* What was found: rows of a problem one after the other. */
    struct suite_row *rows;

    atomic_bool stop; /* set by anybody: what is not finished is given up */
    int done, solved; /* rows; under the jobs' lock */
};

int suite_row_count(const struct suite_run *run);

/* Called on the thread that called suite_play(), about ten times a second. */
typedef void suite_tick(struct suite_run *run, int done, int solved, void *user);

/* Searches, and returns when all is done, `stop` is set, or a search has failed. */
copse_status suite_play(struct suite_run *run, suite_tick *tick, void *user, copse_message *why);

/* What the searches of a problem came to: how many there are, how many solved it, and the means of
 * what these took to the solution (0 if there are none). A move that is nearly as good as the best
 * solves a problem, but there is no moment at which it was found. */
struct suite_means {
    int searches, solved, found;
    double seconds, nodes, expansions;
};

struct suite_means suite_means(const struct suite_run *run, int problem);

void suite_run_clear(struct suite_run *run);

#endif
