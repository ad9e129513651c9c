/* SPDX-License-Identifier: MIT */
#include "lab/tally.h"

#include <math.h>

void tally_add(struct tally *tally, double a, double b)
{
    tally->n += 1;
    tally->a += a;
    tally->b += b;
    tally->aa += a * a;
    tally->ab += a * b;
    tally->bb += b * b;
}

void tally_add_share(struct tally *tally, double a, double n)
{
    tally->n += n;
    tally->a += a;
    tally->b += n;
    tally->aa += a;
    tally->ab += a;
    tally->bb += n;
}

void tally_join(struct tally *tally, const struct tally *other)
{
    tally->n += other->n;
    tally->a += other->a;
    tally->b += other->b;
    tally->aa += other->aa;
    tally->ab += other->ab;
    tally->bb += other->bb;
}

double tally_value(const struct tally *tally)
{
    return tally->b != 0 ? tally->a / tally->b : 0;
}

/* The quantile of 97.5 % of Student's distribution, from the normal one's by the expansion of
 * Fisher & Cornish: right to half a percent from 4 degrees of freedom on. */
static double student(double freedom)
{
    const double z = 1.959963984540054, z3 = z * z * z, z5 = z3 * z * z, z7 = z5 * z * z;
    if (freedom < 2)
        return 12.706;
    if (freedom < 3)
        return 4.303;
    if (freedom < 4)
        return 3.182;
    return z + (z3 + z) / (4 * freedom) + (5 * z5 + 16 * z3 + 3 * z) / (96 * freedom * freedom) +
           (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * freedom * freedom * freedom);
}

double tally_error(const struct tally *tally, bool share)
{
    double n = tally->n, value = tally_value(tally);
    if (n < 2 || tally->b == 0)
        return INFINITY;
    if (share)
        return sqrt(value * (1 - value) / n);
    double squares = tally->aa - 2 * value * tally->ab + value * value * tally->bb;
    /* What should be 0 may come out a little beside it. */
    double least = 1e-12 * (tally->aa + value * value * tally->bb);
    return sqrt((squares > least ? squares : 0) / (n * (n - 1))) / fabs(tally->b / n);
}

struct interval tally_interval(const struct tally *tally, bool share)
{
    if (share)
        return interval_of_share(tally->a, tally->n);
    double value = tally_value(tally);
    if (tally->n < 2)
        return (struct interval){-INFINITY, INFINITY};
    double reach = student(tally->n - 1) * tally_error(tally, false);
    return (struct interval){value - reach, value + reach};
}
