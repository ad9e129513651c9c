/* SPDX-License-Identifier: MIT
 *
 * How fast this build is on this machine, each number beside what it is to be compared with, and a
 * count of nodes that is the same on every machine.
 */
#ifndef LAB_BENCH_H
#define LAB_BENCH_H

#include "copse.h"

enum { BENCH_MOST_ROWS = 32, BENCH_ROUNDS = 5 };

struct bench_row {
    const char *name;
    double value;
    const char *unit;
    double reference, ratio; /* negative: there is none */
    const char *against;     /* what the reference is; "" if there is none */
};

struct bench {
    bool quick;  /* a few seconds in all, and less sure of the numbers */
    bool prices; /* only the rows that a cost model is made of, in several rounds unless quick */
    const copse_game *random;
    const copse_game *own; /* somebody's own game, with a start position: Connect Four */
    void (*about_to)(const char *what); /* told before each part; NULL if nobody wants to know */

    struct bench_row rows[BENCH_MOST_ROWS];
    int row_count;
    uint64_t nodes;    /* of the fixed set of searches with every algorithm */
    copse_message why; /* when bench_run() fails */
};

/* Measures all rows, on this thread; what two threads do together, on two others. */
copse_status bench_run(struct bench *bench);

/* For the files that rows come from. A best is 0 before the first time. */
static inline void bench_keep_least(double *least, double value)
{
    if (*least <= 0 || value < *least)
        *least = value;
}

void bench_announce(const struct bench *bench, const char *what);
void bench_add(struct bench *bench, struct bench_row row);

/* A row without reference, in nanoseconds. */
void bench_add_time(struct bench *bench, const char *name, double seconds);

#endif
