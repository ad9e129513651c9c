/* SPDX-License-Identifier: MIT
 *
 * What was counted of one thing: samples of a / b, where b is 1 for a plain mean. Tallies of
 * different units add up, so a result does not depend on how the work was cut.
 */
#ifndef LAB_TALLY_H
#define LAB_TALLY_H

#include "lab/statistics.h"

#include <stdbool.h>

struct tally {
    double n, a, b, aa, ab, bb; /* samples, and the sums of a, b and their products */
};

void tally_add(struct tally *tally, double a, double b);

/* So many samples at once, of which `a` were successes. */
void tally_add_share(struct tally *tally, double a, double n);

/* Adds another one's samples. */
void tally_join(struct tally *tally, const struct tally *other);

/* The sum of a by the sum of b; 0 without samples. */
double tally_value(const struct tally *tally);

/* Its standard error: that of a share, or of a quotient of two means (by the differences a - value
 * b, which is the usual one of a mean where b is 1). Infinite with fewer than 2 samples. */
double tally_error(const struct tally *tally, bool share);

/* The 95 % interval: of a share Wilson's, else by Student's t. */
struct interval tally_interval(const struct tally *tally, bool share);

#endif
