/* SPDX-License-Identifier: MIT
 *
 * A cost model of this machine, from the rows of the bench: what costs/today.costs is.
 */
#ifndef LAB_BENCH_COSTS_H
#define LAB_BENCH_COSTS_H

#include "lab/bench.h"

struct bench_price {
    const char *name; /* the line of the cost model */
    const char *from; /* which rows it is made of, and how */
    double seconds;
};

/* Price number `index`, from 0 on, of a bench that was run for its prices. False if there are no
 * more. */
bool bench_price(const struct bench *bench, int index, struct bench_price *price);

#endif
