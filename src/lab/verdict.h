/* SPDX-License-Identifier: MIT
 *
 * Ours beside the paper's. What the paper says of a value is a range: from a printed number, half a
 * unit of its last digit either way, "less than 90", "between 55 and 65". Where it counted a share
 * of known samples, its 95 % interval widens the range.
 *
 *   reproduced  our 95 % interval and the range have something in common; of a bound, or of the
 *               order of two curves, our value itself lies on the right side
 *   close       not so, but our value is within 5 points (of shares) or 10 % of the range
 *   undecided   our interval and the range have something in common, but it also reaches further
 *               from the range than what is close: too few samples to tell
 *   differs     none of these; by how much is the distance to the range
 *
 * So what is reproduced is not only possible: even the far end of our interval would be close.
 * Where ranges have both ends, this bounds how wide an interval may be; where they have one, how
 * far it may reach to the wrong side.
 *
 * A claim about two curves is about their difference, of which the interval is made of both
 * standard errors; there "close" is within 5 points, or 10 % of the other curve's value. An
 * experiment is undecided if more of its claims are than are not. Else only those that are decided
 * count: it is reproduced if at least nine of ten are and the others are close, close if at least
 * nine of ten are reproduced or close, and differs otherwise: with 95 % intervals one of twenty
 * right values lies outside. Where a value has no spread, since it is of one position by itself,
 * its interval is the value; of a single sample of many that there could be the interval has no
 * ends.
 */
#ifndef LAB_VERDICT_H
#define LAB_VERDICT_H

#include "lab/store.h"

enum verdict {
    VERDICT_NONE,
    VERDICT_REPRODUCED,
    VERDICT_CLOSE,
    VERDICT_UNDECIDED,
    VERDICT_DIFFERS
};

const char *verdict_words(enum verdict verdict);

/* A claim at one point of one curve. Numbers are in the unit in which they are shown. */
struct finding {
    const struct experiment_claim *claim;
    int group, player, step;
    double value;
    struct interval interval;
    double low, high; /* the paper's range */
    enum verdict verdict;
    double apart; /* the distance to the range, with its sign */
};

struct findings {
    int count, room;
    struct finding *list;
    int of[VERDICT_DIFFERS + 1]; /* how many of each */
    enum verdict verdict;        /* NONE: there is nothing to compare with, or nothing was run */
    const struct finding *worst; /* of those that differ; NULL: none does */
};

/* Shown value and interval of a point. */
double shown_value(const struct experiment_measure *measure, const struct tally *tally);
struct interval shown_interval(const struct experiment_measure *measure, const struct tally *tally);

/* The curve with which a claim compares another, and its step, if it is not the same one. */
struct curve_name claim_other(const struct experiment_claim *claim, int *x);

/* Compares; false if memory is short. */
bool findings_make(const struct store_results *results, struct findings *findings);
void findings_clear(struct findings *findings);

/* "reproduced: 23 of 25 values", "differs: ...". */
void findings_words(const struct store_results *results, const struct findings *findings,
                    char *text, size_t size);

#endif
