/* SPDX-License-Identifier: MIT
 *
 * The larger of two normal variables is nearly normal again: its mean and variance are known
 * (Clark 1961, "The greatest of a finite set of random variables"). The normal distribution and
 * density come from tables with linear interpolation, which is exact to 1e-6 and several times as
 * fast as computing them. */
#ifndef COP_SEARCH_NORMAL_H
#define COP_SEARCH_NORMAL_H

#include <math.h>
#include <stdbool.h>

enum { COP_NORMAL_STEPS = 128, COP_NORMAL_END = 4 }; /* steps per unit; beyond, all is certain */

typedef struct cop_normal_tables {
    /* At i / COP_NORMAL_STEPS: probability of less, and density. */
    float below[COP_NORMAL_END * COP_NORMAL_STEPS + 2];
    float density[COP_NORMAL_END * COP_NORMAL_STEPS + 2];
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

/* Makes *x the larger of *x and y, and returns the probability that it was *x. */
static inline float cop_normal_max(const cop_normal_tables *tables, cop_normal *x, cop_normal y)
{
    float variance = x->variance + y.variance, apart = x->mean - y.mean;
    /* Most children are out of the question: no root and no division for those. */
    if (apart * apart >= COP_NORMAL_END * COP_NORMAL_END * variance) {
        if (apart >= 0)
            return 1;
        *x = y;
        return 0;
    }
    float a = sqrtf(variance), size = fabsf(apart);
    float place = size / a * COP_NORMAL_STEPS;
    int i = (int)place;
    float part = place - (float)i;
    float density = tables->density[i] + part * (tables->density[i + 1] - tables->density[i]);
    float below = tables->below[i] + part * (tables->below[i + 1] - tables->below[i]);
    float first = apart >= 0 ? below : 1 - below; /* probability of *x */
    /* Moments about the mean of *x, so that large means cost no precision. */
    float mean = a * density - apart * (1 - first);
    float square =
        x->variance * first + (y.variance + apart * apart) * (1 - first) - apart * a * density;
    float left = square - mean * mean;
    x->mean += mean;
    x->variance = left > 0 ? left : 0;
    return first;
}

#endif
