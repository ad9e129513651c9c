/* SPDX-License-Identifier: MIT
 *
 * The larger of two normal variables is nearly normal again: its mean and variance are known
 * (Clark 1961, "The greatest of a finite set of random variables"). The normal distribution and
 * density come from a table with linear interpolation, exact to 1e-5.
 *
 * Searches wait for one maximum to begin with the next: what counts is how long it takes from end
 * to end. So the table goes by the square of the distance, for which no root has to be known, and
 * its rows by the first bits of that number: as many for each power of two. */
#ifndef COP_SEARCH_NORMAL_H
#define COP_SEARCH_NORMAL_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
    COP_NORMAL_END = 4,    /* so many standard deviations apart, all is certain */
    COP_NORMAL_FIRST = 30, /* the squares begin at 2 ^ -this */
    COP_NORMAL_LAST = 4,   /* and end at 2 ^ this, the square of the end */
    COP_NORMAL_BITS = 5,   /* of the fraction; there are 23 in all */
    COP_NORMAL_ROWS = (COP_NORMAL_FIRST + COP_NORMAL_LAST) << COP_NORMAL_BITS
};

/* At the first square of a row: probability of more than the distance, and density; and how they
 * change with the square. */
typedef struct cop_normal_row {
    float above, above_slope, density, density_slope;
} cop_normal_row;

typedef struct cop_normal_tables {
    cop_normal_row row[COP_NORMAL_ROWS];
} cop_normal_tables;

void cop_normal_init(cop_normal_tables *tables);

typedef struct cop_normal {
    float mean, variance;
} cop_normal;

/* Is y so far below x that it cannot be the larger one? */
static inline bool cop_normal_is_beyond(cop_normal x, cop_normal y)
{
    float apart = x.mean - y.mean;
    return apart >= 0 &&
           apart * apart >= COP_NORMAL_END * COP_NORMAL_END * (x.variance + y.variance);
}

/* The row of a square that is less than that of the end, and how far it is into the row. */
static inline const cop_normal_row *cop_normal_row_of(const cop_normal_tables *tables, float square,
                                                      float *into)
{
    enum { LOST = 23 - COP_NORMAL_BITS, FIRST = (127 - COP_NORMAL_FIRST) << COP_NORMAL_BITS };
    uint32_t bits, first_bits;
    float first;
    memcpy(&bits, &square, sizeof bits);
    int row = (int)(bits >> LOST) - FIRST;
    first_bits = bits & ~((UINT32_C(1) << LOST) - 1);
    memcpy(&first, &first_bits, sizeof first);
    *into = square - first;
    return &tables->row[row > 0 ? row : 0];
}

/* Makes *x the larger of *x and y, and returns the probability that it was *x. */
static inline float cop_normal_max(const cop_normal_tables *tables, cop_normal *x, cop_normal y)
{
    float variance = x->variance + y.variance, apart = x->mean - y.mean, square = apart * apart;
    /* Most children are out of the question: no root and no division for those. */
    if (square >= COP_NORMAL_END * COP_NORMAL_END * variance) {
        if (apart >= 0)
            return 1;
        *x = y;
        return 0;
    }
    float into;
    const cop_normal_row *row = cop_normal_row_of(tables, square / variance, &into);
    float a = sqrtf(variance);
    float density = row->density + into * row->density_slope;
    float above = row->above + into * row->above_slope;
    float second = apart >= 0 ? above : 1 - above; /* probability of y */
    /* Moments about the mean of *x, so that large means cost no precision. */
    float spread = a * density, mean = spread - apart * second;
    float left = x->variance + second * (y.variance - x->variance + square) - apart * spread;
    left -= mean * mean;
    x->mean += mean;
    x->variance = left > 0 ? left : 0;
    return 1 - second;
}

#endif
