/* SPDX-License-Identifier: MIT
 *
 * How often values fall into each of a row of bins, and how often they should.
 */
#ifndef LAB_HISTOGRAM_H
#define LAB_HISTOGRAM_H

#include <stdbool.h>

enum { HISTOGRAM_BINS = 24 };

struct histogram {
    double low, width;               /* of the first bin; of each */
    double share[HISTOGRAM_BINS];    /* of the values; those outside count in the outermost bins */
    double expected[HISTOGRAM_BINS]; /* of the distribution that they are held against */
    int count;
};

/* Bins from `low` to `high`. */
void histogram_init(struct histogram *histogram, double low, double high);

/* Counts a value, and one that the distribution gives. */
void histogram_add(struct histogram *histogram, double value);
void histogram_expect(struct histogram *histogram, double value);

/* Makes shares of the counts: after the last value. */
void histogram_finish(struct histogram *histogram);

/* Draws them below each other as SVG. False, and errno is set, if the file cannot be written. */
bool histogram_draw(const struct histogram *histograms, const char *const *titles, int count,
                    const char *path);

#endif
