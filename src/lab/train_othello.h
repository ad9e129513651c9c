/* SPDX-License-Identifier: MIT
 *
 * Training the Othello evaluations from nothing but the rules, in rounds:
 *
 *   games   It plays against itself: a random opening, then a shallow search with the weights of
 *           the round before (the first round: moves count) and a little noise. The last squares
 *           are solved. So every position after the opening has a value: how its game went on,
 *           with a perfect end, and of the last positions the exact one (train_othello_play).
 *   fit     By stage of the game, the weights with the least squared error against these values
 *           in the games of the last two rounds (train_othello_fit).
 *   foresight  After the last round: how well shallow searches foretell deep ones
 *           (train_othello_foretell).
 *
 * One game in twenty is held out: it is not learned from, and the errors are those on these games.
 *
 * What comes out depends on the settings alone, not on the number of threads: every game has its
 * own random numbers, and a stage is fitted by one thread. Finished games are in FILE.part and
 * finished rounds in FILE.round, so that the same command goes on where a killed one was
 * (train_othello_part).
 */
#ifndef LAB_TRAIN_OTHELLO_H
#define LAB_TRAIN_OTHELLO_H

#include "game/othello/weights.h"

#include <stdatomic.h>
#include <stdio.h>

enum {
    TRAIN_MOST_GAMES = 10000000,
    TRAIN_MOST_ROUNDS = 20,
    TRAIN_MOST_DEPTH = 8,
    TRAIN_MOST_SOLVED = 20,
    TRAIN_LEAST_GAMES = 5000, /* of a round, unless the last one has fewer */
    TRAIN_BATCH = 50,         /* games of a job */
    TRAIN_HELD_OUT = 20,      /* one in so many is */
    TRAIN_STEPS = 20,         /* of a fit, usually */
    TRAIN_MOVES = 60
};

/* A game. Passes are not among the moves. */
struct train_record {
    uint8_t moves[TRAIN_MOVES];
    uint8_t count;  /* of moves */
    uint8_t first;  /* the position after so many moves is the first to be used */
    uint8_t solved; /* from here on the exact values are known */
    int8_t values[TRAIN_MOST_SOLVED + 1]; /* from there on, in discs for black */
    int16_t scores[TRAIN_MOVES];          /* before: what the search said, for black */
};

/* How far evaluations are from the values, in discs. */
struct train_error {
    int positions;
    double patterns, bill;           /* root of the mean square */
    double patterns_mean, bill_mean; /* mean of the absolute */
    double spread;                   /* of the values themselves: knowing nothing */
};

struct train_othello {
    /* What to do: set by the caller. */
    const char *out;
    int games, rounds, depth, solved; /* games of the last round; empty squares that are solved */
    int foretold;                     /* depths from 1 to this are foretold */
    int steps;                        /* of a fit */
    int threads;
    uint64_t seed;

    /* What was found. */
    char described[200]; /* all settings that matter, in one line */
    int resumed;         /* games that an earlier run had played */
    struct train_error errors[OTHELLO_STAGES];
    size_t file_size;

    /* While it works. */
    int round; /* from 0 */
    const char *doing;
    othello_weights *weights;     /* of the round before, then the new ones */
    struct train_record *records; /* [2][games]: of this round and the one before, in turn */
    bool *played;                 /* [batches] of this round; under the jobs' lock */
    FILE *part;
    char *part_path, *round_path;
    atomic_bool stop; /* set by anybody: no new jobs are begun */
};

/* Each round has half as many games as the next one: the last ones have the best weights. */
int train_games(const struct train_othello *train, int round);

/* Called on the thread that called train_othello_run(), about ten times a second. */
typedef void train_tick(struct train_othello *train, int done, int jobs, void *user);

/* Trains and writes the file `out`; *finished is false if `stop` was set before that. On failure
 * `why` says what was wrong. train_othello_clear() in any case. */
copse_status train_othello_run(struct train_othello *train, train_tick *tick, void *user,
                               bool *finished, copse_message *why);

void train_othello_clear(struct train_othello *train);

#endif
