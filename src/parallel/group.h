/* SPDX-License-Identifier: MIT
 *
 * A master in the middle: it is given a position and a number of expansions, searches there on a
 * tree of its own with workers of its own, and reports what has come of the position's children.
 * Then it waits for the next. The tree stays: if the next position is one of those children, or the
 * same again, the search goes on where it was. */
#ifndef COP_PARALLEL_GROUP_H
#define COP_PARALLEL_GROUP_H

#include "parallel/master.h"
#include "parallel/subtree.h"

typedef struct cop_group {
    cop_master master;
    cop_best *best; /* the tree and who walks it */
    const cop_best_loops *loops;
    copse_allocator memory; /* a caller's allocator is for one thread at a time */
    cop_job job;            /* the position at hand */
    copse_message message;
    char *positions;       /* the root's, and room for one more */
    bool held;             /* there is a tree */
    bool open;             /* what the job has counted is not reported yet */
    bool quit;             /* it is over */
    copse_processor *rows; /* its own and its workers', since the last report */
    cop_leaves wanted;     /* what is asked for: run and job */
    cop_parcel report;
} cop_group;

/* For the host's search, with the processors `first` to `first` + `count` - 1 and so many bytes for
 * its tree. To be freed in any case. */
copse_status cop_group_init(cop_group *group, const cop_best *host, const cop_best_loops *loops,
                            int first, int count, size_t bytes);
void cop_group_free(cop_group *group);

/* The body of its processor: until processor 0 says QUIT, which is answered with a last report. */
void cop_group_serve(cop_group *group, cop_processor *p);

#endif
