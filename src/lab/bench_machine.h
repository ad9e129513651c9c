/* SPDX-License-Identifier: MIT
 *
 * What a simulation and real processors cost on this machine: the figures that costs/today.costs is
 * made of, and how fast simulated processors run.
 */
#ifndef LAB_BENCH_MACHINE_H
#define LAB_BENCH_MACHINE_H

#include "lab/bench.h"

/* Adds the rows. Those of threads need two processors, and are left out where there is but one. */
copse_status bench_machines(struct bench *bench);

#endif
