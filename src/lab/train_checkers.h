/* SPDX-License-Identifier: MIT
 *
 * Training the weights of the checkers evaluation from its own games, in rounds:
 *
 *   games   It plays against itself: a few random moves, then a shallow search with the weights of
 *           the round before and a little noise (train_checkers_play). In the first round only men
 *           and kings count.
 *   fit     How a game goes on says what its positions were worth. The weights are those that
 *           foretell this best by logistic regression (train_checkers_fit).
 *
 * One game in ten is held out: it is not learned from, and shows how good the weights are. What
 * comes out depends on the settings alone, not on the number of threads.
 */
#ifndef LAB_TRAIN_CHECKERS_H
#define LAB_TRAIN_CHECKERS_H

#include "game/checkers/weights.h"

#include <stdatomic.h>

enum {
    TRAIN_CHECKERS_MOST_GAMES = 1000000,
    TRAIN_CHECKERS_MOST_ROUNDS = 20,
    TRAIN_CHECKERS_MOST_DEPTH = 12,
    TRAIN_CHECKERS_BATCH = 20,    /* games of a job */
    TRAIN_CHECKERS_HELD_OUT = 10, /* one in so many is */
    TRAIN_CHECKERS_PLIES = 160    /* then the game is over, and its score decides */
};

/* A game. Scores are those of the search, in points for the side to move. */
struct train_checkers_record {
    int count;  /* of moves */
    int first;  /* the position after so many moves is the first to be used */
    int result; /* for Black: 1, 0, -1 */
    copse_move moves[TRAIN_CHECKERS_PLIES];
    int16_t scores[TRAIN_CHECKERS_PLIES];
};

/* What a fit has found out about itself. */
struct train_checkers_fit {
    int positions, held_out;
    /* Mean logarithmic loss in the games that were held out: of the new weights, of men and kings
     * alone, of knowing nothing but how often the side to move wins. */
    double loss, loss_material, loss_nothing;
    double scale; /* points that make the odds of winning e times as good */
};

struct train_checkers {
    /* What to do: set by the caller. */
    const char *out;
    int games, rounds, depth, threads; /* games a round */
    uint64_t seed;

    /* What was found. */
    struct train_checkers_fit fits[TRAIN_CHECKERS_MOST_ROUNDS];
    int wins, draws;     /* of Black in the last round, and draws */
    char described[200]; /* all settings that matter, in one line */

    /* While it works. */
    int round; /* from 0 */
    checkers_weights weights;
    struct train_checkers_record *records; /* [games] of this round */
    atomic_bool stop;                      /* set by anybody: no new jobs are begun */
};

/* Called on the thread that called train_checkers_run(), about ten times a second. */
typedef void train_checkers_tick(struct train_checkers *train, int done, int jobs, void *user);

/* Trains and writes the file `out`; *finished is false if `stop` was set before that. On failure
 * `why` says what was wrong. train_checkers_clear() in any case. */
copse_status train_checkers_run(struct train_checkers *train, train_checkers_tick *tick, void *user,
                                bool *finished, copse_message *why);

void train_checkers_clear(struct train_checkers *train);

/* Men and kings alone. */
checkers_weights train_checkers_material(void);

#endif
