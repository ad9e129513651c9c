/* SPDX-License-Identifier: MIT
 *
 * What pairs of games say of two players. Both games of a pair begin with the same position, so
 * they are not two independent trials: where it favours one side, each player wins one and loses
 * one. The pairs are independent. So it is pairs that are counted, by the points that the
 * first player made: 0, 1/2, 1, 1 1/2 or 2 (whence the name), and everything follows from the five
 * counts: how sure the score is, what it is in Elo, and whether enough games were played.
 */
#ifndef LAB_PENTANOMIAL_H
#define LAB_PENTANOMIAL_H

#include "lab/statistics.h"

#include <stdbool.h>

enum { PENTANOMIAL_KINDS = 5 };

/* How many pairs gave the first player 0, 1/2, 1, 1 1/2, 2 points. */
struct pentanomial {
    int count[PENTANOMIAL_KINDS];
};

int pentanomial_pairs(const struct pentanomial *pairs);

/* The share of the points; 1/2 if there are no pairs. */
double pentanomial_score(const struct pentanomial *pairs);

/* The 95 % interval of the share: from 0 to 1 if there are no pairs. For pairs that are all won or
 * lost it is nearly that of Wilson (statistics.h). */
struct interval pentanomial_interval(const struct pentanomial *pairs);

/* The logistic scale of Elo: who scores s is 400 log10(s / (1 - s)) points ahead. Infinite for all
 * points or none. */
double elo_of_score(double score);
double score_of_elo(double elo);

/* ------------------------------------------------------------------------- a test that may stop */

/* A sequential probability ratio test (Wald 1945) of two hypotheses: that the first player is
 * `elo[0]` ahead, and that it is `elo[1]` ahead, which is more. It is wrong about either, if it is
 * true, with the probability `error`. */
struct sprt {
    double elo[2];
    double error[2]; /* of taking 1 if 0 is true, of taking 0 if 1 is true */
};

/* The logarithm of how much likelier the results are with hypothesis 1 than with 0, where each has
 * the likeliest five probabilities that it allows; 0 if there are no pairs. */
double sprt_ratio(const struct sprt *sprt, const struct pentanomial *pairs);

/* At or below the first, hypothesis 0 is taken; at or above the second, hypothesis 1. */
void sprt_bounds(const struct sprt *sprt, double bounds[2]);

/* Which hypothesis is taken: 0 or 1; -1: play on. */
int sprt_decision(const struct sprt *sprt, const struct pentanomial *pairs);

#endif
