/* SPDX-License-Identifier: MIT
 *
 * Running an experiment: its units over threads, each kept in the store as soon as it is done.
 */
#ifndef LAB_EXPERIMENT_RUN_H
#define LAB_EXPERIMENT_RUN_H

#include "lab/store.h"

#include <stdatomic.h>

struct experiment_run {
    /* What to do: set by the caller, not changed while it runs. */
    const struct experiment *experiment;
    bool quick;
    int threads;
    struct store *store;
    struct store_origin origin;
    atomic_bool *stop; /* set by anybody: units in work are finished and kept, no new ones begun */
    void (*tick)(struct experiment_run *run, void *user); /* optional: ten times a second */
    void *user;

    /* How far it is, for tick(). */
    int units, before; /* all of them; those that were there at the start */
    int done;          /* in this run */
    int *missing;      /* inside */
};

/* Returns when all is done, the stop was asked for, or something has failed. */
copse_status experiment_run(struct experiment_run *run, copse_message *why);

#endif
