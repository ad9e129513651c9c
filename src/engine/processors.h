/* SPDX-License-Identifier: MIT
 *
 * The processors of a handle: which machine its searches run on, and what it tells of them. */
#ifndef COP_ENGINE_PROCESSORS_H
#define COP_ENGINE_PROCESSORS_H

#include "machine/machine.h"
#include "search/algorithm.h"

enum { COP_TRACE_NAME = 4096 };

typedef struct cop_processors {
    cop_machine *machine;  /* NULL: just the caller's thread */
    bool owned;            /* made here, and freed here */
    copse_processor *rows; /* one for each of them */
    char *trace;           /* a file's name, or NULL */
    copse_allocator allocator;
} cop_processors;

copse_status cop_processors_set(cop_processors *set, const copse_allocator *allocator,
                                const cop_algorithm *algorithm, const char *machine, int processors,
                                const char *costs, copse_message *why);
copse_status cop_processors_attach(cop_processors *set, const copse_allocator *allocator,
                                   const cop_algorithm *algorithm, cop_machine *machine,
                                   copse_message *why);
copse_status cop_processors_trace(cop_processors *set, const char *file, copse_message *why);

/* How many of them may be in the game's functions at the same time: simulated ones take turns. */
int cop_processors_at_once(const cop_processors *set);

/* Keeps slices of their time, so many between two looks; 0: no longer. */
copse_status cop_processors_keep_slices(cop_processors *set, size_t slices, copse_message *why);

/* One of them so far, while a run is under way or after it; `row` has what its runs before took. */
void cop_processors_look(const cop_processors *set, int number, copse_processor *row);

/* Before a run: the job gets them. After it: the timeline is written. */
void cop_processors_prepare(cop_processors *set, cop_job *job);
copse_status cop_processors_report(const cop_processors *set, cop_job *job);

void cop_processors_free(cop_processors *set);

#endif
