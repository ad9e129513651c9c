/* SPDX-License-Identifier: MIT
 *
 * How sure one can be of a share that was counted.
 */
#ifndef LAB_STATISTICS_H
#define LAB_STATISTICS_H

struct interval {
    double low, high;
};

/* The 95 % interval of a share of which `successes` of `trials` were seen (Wilson 1927): unlike the
 * one that goes by the normal distribution about what was seen, it is right for few trials and for
 * shares near 0 and 1. Half a success, for a draw, is fine, and makes it a little too wide. From 0
 * to 1 if there were no trials. */
struct interval interval_of_share(double successes, double trials);

#endif
