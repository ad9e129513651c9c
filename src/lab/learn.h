/* SPDX-License-Identifier: MIT
 *
 * Learning a real-score model (Shoham & Toledo 2002, section 2.6), for any game:
 *
 *   positions   of games played at random, or sensibly, or of random trees, some moves below their
 *               roots;
 *   real score  of each by alpha-beta to a fixed depth, in games that rank their moves by a search
 *               with all that makes one deep;
 *   rounds      RBFM expands each position step by step with the model of the round before, and
 *               real score - score now, by kind of position and number of expansions, makes the
 *               next model. The first round knows nothing: every choice is equally likely.
 *   leaves      PBF's table: the real score is the mean of two consecutive depths instead.
 *   family      the distribution that fits best.
 *
 * A position is a job, and the jobs are spread over threads. What comes out depends on the settings
 * alone, not on the number of threads: each job has its own random numbers, and sums are taken in
 * the order of the positions. Each finished job is a line in FILE.part, so that the same command
 * goes on where a killed one was.
 */
#ifndef LAB_LEARN_H
#define LAB_LEARN_H

#include "lab/histogram.h"
#include "lab/positions.h"

#include <stdatomic.h>
#include <stdio.h>

enum { LEARN_MOST_STEPS = 31, LEARN_MOST_ROUNDS = 10, LEARN_MOST_FITS = 32 };
enum { LEARN_FAMILY_AUTO = -1, LEARN_PARAMETER_AUTO = -1, LEARN_FAMILY_ROOM = 48 };

struct cop_model_text;

/* A position, and what it is really worth. */
struct learn_sample {
    bool done;
    int kind; /* 0: of no use, because the game is over or decided */
    copse_score now, real;
    int64_t leaf; /* the scores of both leaf depths, minus twice the score now */
};

/* How far a family is from what was found: the largest distance between the two distributions
 * (Kolmogorov & Smirnov), before the first expansion and after the last. */
struct learn_fit {
    int family;
    double parameter, before, after;
};

/* How far the tables have moved in a round, on average. */
struct learn_moved {
    double shift, spread;
};

struct learn {
    /* What to do: set by the caller. */
    const copse_game *game;
    const char *settings; /* those with which it was opened, a line each; NULL: none */
    const char *options;  /* of rbfm, likewise, such as "evaluator=search\n"; NULL: none */
    const char *text;     /* position; NULL: the game's start */
    const char *out, *name;
    int positions, real_depth, leaf_depths[2], steps, rounds, threads;
    int family;       /* LEARN_FAMILY_AUTO: the one that fits best */
    double parameter; /* of that family; LEARN_PARAMETER_AUTO: the one that fits best */
    /* By games: how much of the leaves' spread pbf is to take (0: not said) and what becomes of it
     * above them, and how much of all spreads rbfm, and whether with the pruning rule. */
    double spread, rest, reach, rbfm_spread;
    bool rbfm_pruning;
    bool pruning;
    bool sensible; /* positions are of games in which moves are chosen by a search, not by chance */
    bool pooled;   /* all positions are of one kind */
    uint64_t seed;

    /* What was found. */
    char described[400]; /* all settings that matter, in one line */
    int resumed;         /* jobs that an earlier run had done */
    int useful;          /* positions */
    struct learn_fit fits[LEARN_MOST_FITS];
    int fit_count, chosen;
    struct learn_moved moved[LEARN_MOST_ROUNDS];
    double mean_spread; /* of the last tables, to compare that with */
    struct cop_model_text *model;

    /* While it works. A sample, a row of deltas and its count are written by the thread that does
     * the job, under the jobs' lock, and read by others in later rounds only. */
    char *part, *between; /* files: of finished jobs, of the model from round to round */
    FILE *file;
    struct positions bases;
    struct learn_sample *samples;
    int32_t *deltas;  /* [round][position][step] */
    int8_t *counts;   /* [round][position]: how many of them there are; -1: not done */
    int round;        /* -1: real scores */
    atomic_bool stop; /* set by anybody: no new jobs are begun */
};

/* Called on the thread that called learn_run(), about ten times a second. */
typedef void learn_tick(struct learn *learn, int done, int jobs, void *user);

/* "auto", a family's name, or the name and its parameter: "chi-square=16". If it is none of these,
 * false and a sentence that says what there is. */
bool learn_family_from_text(const char *text, int *family, double *parameter, copse_message *why);

/* The same backwards. */
void learn_family_to_text(int family, double parameter, char text[LEARN_FAMILY_ROOM]);

/* Learns and writes the file `out`; *finished is false if `stop` was set before that. On failure
 * `why` says what was wrong. learn_clear() in any case. */
copse_status learn_run(struct learn *learn, learn_tick *tick, void *user, bool *finished,
                       copse_message *why);

/* How the real scores lie about the present ones after so many expansions, beside what the model
 * says, of the kind that the most positions have. Gives that kind. */
int learn_histogram(const struct learn *learn, int step, struct histogram *histogram);

void learn_clear(struct learn *learn);

#endif
