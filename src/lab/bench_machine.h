/* SPDX-License-Identifier: MIT
 *
 * What messages, locks and cache lines cost on this machine: with bench_work.h, the figures that
 * costs/today.costs is made of. And how fast simulated processors run.
 */
#ifndef LAB_BENCH_MACHINE_H
#define LAB_BENCH_MACHINE_H

#include "lab/bench.h"

/* Adds the rows, of the middle one of so many rounds, at most BENCH_ROUNDS. Those of threads need
 * two processors, and are left out where there is but one. */
copse_status bench_machines(struct bench *bench, int rounds);

#endif
