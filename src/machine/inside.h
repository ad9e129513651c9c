/* SPDX-License-Identifier: MIT
 *
 * What every machine's own record begins with; only machines look in here. */
#ifndef COP_MACHINE_INSIDE_H
#define COP_MACHINE_INSIDE_H

#include "machine/machine.h"
#include "machine/timeline.h"

struct cop_machine {
    const cop_machine_table *table;
    copse_allocator allocator;
    int processors;

    /* Of the last run. Times are whole ticks, so that they add up exactly. */
    double tick; /* seconds */
    double cpu;  /* seconds, of threads of its own */
    int64_t elapsed;
    int64_t (*times)[COP_ACTIVITIES]; /* for each processor */
    bool running;                     /* a run is under way */
    cop_timeline timeline;
};

/* Checks the number of processors and makes what is above. `machine` is a zeroed block of the
 * allocator. False: a sentence, and nothing to be freed but the block. */
bool cop_machine_init(cop_machine *machine, const cop_machine_table *table,
                      const copse_allocator *allocator, int processors, copse_message *why);

/* Frees what cop_machine_init() made, not the block. */
void cop_machine_clear(cop_machine *machine);

/* What is left of the time is busy, or idle once the body has returned at `end`. `times` has
 * everything else. */
void cop_machine_fill_times(cop_machine *machine, int rank, int64_t end);

/* 1 to COP_MOST_PROCESSORS, else a sentence. */
bool cop_machine_check_processors(int processors, copse_message *why);

#endif
