/* SPDX-License-Identifier: MIT
 *
 * What the work of a search costs on this machine, kind by kind: with bench_machine.h, the figures
 * that costs/today.costs is made of.
 */
#ifndef LAB_BENCH_WORK_H
#define LAB_BENCH_WORK_H

#include "lab/bench.h"
#include "lab/positions.h"

/* Adds the rows, measured on random trees. `rounds`: how much trouble to take. */
copse_status bench_work(struct bench *bench, const struct positions *trees, int rounds);

#endif
