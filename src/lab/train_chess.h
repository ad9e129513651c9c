/* SPDX-License-Identifier: MIT
 *
 * Training the weights of the chess evaluation from its own games, in rounds:
 *
 *   games   It plays against itself: a few random moves, then short searches with the weights of
 *           the round before (train_chess_play), those made by hand in the first.
 *   fit     How a game goes on says what its positions were worth. The weights are those that
 *           foretell this best by logistic regression, over the games of all rounds so far
 *           (train_chess_fit).
 *
 * One game in ten is held out: it is not learned from, and shows how good the weights are. What
 * comes out depends on the settings alone, not on the number of threads.
 */
#ifndef LAB_TRAIN_CHESS_H
#define LAB_TRAIN_CHESS_H

#include "game/chess/weights.h"

#include <stdatomic.h>

enum {
    TRAIN_CHESS_MOST_GAMES = 1000000,
    TRAIN_CHESS_MOST_ROUNDS = 20,
    TRAIN_CHESS_LEAST_NODES = 50,
    TRAIN_CHESS_MOST_NODES = 1000000,
    TRAIN_CHESS_BATCH = 8,     /* games of a job */
    TRAIN_CHESS_HELD_OUT = 10, /* one in so many is */
    TRAIN_CHESS_PLIES = 240    /* then the game is over, and its score decides */
};

/* A game. Scores are those of the search, in hundredths of a pawn for the side to move. */
struct train_chess_record {
    int count;  /* of moves; 0: it has not been played */
    int first;  /* the position after so many moves is the first to be used */
    int result; /* for White: 1, 0, -1 */
    copse_move moves[TRAIN_CHESS_PLIES];
    int16_t scores[TRAIN_CHESS_PLIES];
};

/* What a fit has found out about itself. */
struct train_chess_fit {
    int positions, held_out;
    /* Mean logarithmic loss in the games that were held out: of the new weights, of those made by
     * hand, of knowing nothing but how often the side to move wins. */
    double loss, loss_handmade, loss_nothing;
};

struct train_chess {
    /* What to do: set by the caller. */
    const char *out;
    int games, rounds, nodes, threads; /* games a round, nodes a move */
    uint64_t seed;

    /* What was found. */
    struct train_chess_fit fits[TRAIN_CHESS_MOST_ROUNDS];
    int fitted;          /* rounds that were */
    int played;          /* games in all */
    int wins, draws;     /* of White in them, and draws */
    double scale;        /* hundredths of a pawn that make the odds of winning e times as good */
    char described[200]; /* all settings that matter, in one line */

    /* While it works. */
    int round;         /* from 0 */
    const char *doing; /* "games" or "fitting" */
    chess_weights weights;
    struct train_chess_record *records; /* [rounds * games], round after round */
    atomic_bool stop;                   /* set by anybody: no new jobs are begun */
};

/* Called on the thread that called train_chess_run(), about ten times a second. */
typedef void train_chess_tick(struct train_chess *train, int done, int jobs, void *user);

/* Trains and writes the file `out`. If `stop` was set before the end, *finished is false, and what
 * the games so far have taught is written, unless there are too few to teach anything: then
 * `fitted` is 0. On failure `why` says what was wrong. train_chess_clear() in any case. */
copse_status train_chess_run(struct train_chess *train, train_chess_tick *tick, void *user,
                             bool *finished, copse_message *why);

void train_chess_clear(struct train_chess *train);

#endif
