/* SPDX-License-Identifier: MIT
 *
 * The shares p for which what was seen lies within z standard deviations of what p makes one
 * expect: the two solutions of (seen - p)^2 = z^2 p (1 - p) / n.
 */
#include "lab/statistics.h"

#include <math.h>

static double between_0_and_1(double share)
{
    return share < 0 ? 0 : share > 1 ? 1 : share;
}

struct interval interval_of_share(double successes, double trials)
{
    const double z = 1.959963984540054; /* 97.5 % of a normal distribution lie below */
    if (trials <= 0)
        return (struct interval){0, 1};
    double seen = successes / trials, spread = z * z / trials;
    double middle = seen + spread / 2;
    double reach = z * sqrt(seen * (1 - seen) / trials + spread / (4 * trials));
    return (struct interval){between_0_and_1((middle - reach) / (1 + spread)),
                             between_0_and_1((middle + reach) / (1 + spread))};
}
