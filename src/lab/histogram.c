/* SPDX-License-Identifier: MIT */
#include "lab/histogram.h"

void histogram_init(struct histogram *histogram, double low, double high)
{
    *histogram = (struct histogram){.low = low, .width = (high - low) / HISTOGRAM_BINS};
}

static int bin_of(const struct histogram *histogram, double value)
{
    double place = (value - histogram->low) / histogram->width;
    return !(place > 0) ? 0 : place >= HISTOGRAM_BINS ? HISTOGRAM_BINS - 1 : (int)place;
}

void histogram_add(struct histogram *histogram, double value)
{
    histogram->share[bin_of(histogram, value)]++;
    histogram->count++;
}

void histogram_expect(struct histogram *histogram, double value)
{
    histogram->expected[bin_of(histogram, value)]++;
}

static void make_shares(double *counts)
{
    double total = 0;
    for (int i = 0; i < HISTOGRAM_BINS; i++)
        total += counts[i];
    for (int i = 0; i < HISTOGRAM_BINS && total > 0; i++)
        counts[i] /= total;
}

void histogram_finish(struct histogram *histogram)
{
    make_shares(histogram->share);
    make_shares(histogram->expected);
}
