/* SPDX-License-Identifier: MIT
 *
 * Jobs over threads. The jobs are numbered from 0 and begun in that order, each by whichever thread
 * is free, so that whenever the work ends early what is done is nearly the first so many. The
 * thread that called jobs_run() does none of them: it waits, and tells how far they are.
 */
#ifndef LAB_JOBS_H
#define LAB_JOBS_H

#include "copse.h"

#include <pthread.h>
#include <stdatomic.h>

struct jobs {
    /* What to do: set by the caller, not changed while it runs. */
    int count, threads;
    void *user;
    atomic_bool *stop; /* set by anybody: no new jobs are begun, those in work are finished. The
                          first failure sets it too. */

    /* Optional, on each thread before its first job: makes what the thread works with. */
    copse_status (*begin)(struct jobs *jobs, void **state, copse_message *why);

    /* Does a job, on any of the threads. Unless it gives COPSE_OK, `why` is to say what failed. */
    copse_status (*work)(struct jobs *jobs, void *state, int number, copse_message *why);

    /* Optional, on each thread after its last job: frees what begin() has put into *state, which is
     * NULL if that was nothing. It is called even if begin() has failed. */
    void (*end)(struct jobs *jobs, void *state);

    /* Optional, on the thread that called jobs_run(): every `interval` seconds, and when all
     * threads are done. */
    void (*tick)(struct jobs *jobs, int done);
    double interval;

    /* Inside; jobs_run() sets it. */
    atomic_int next; /* the job to be taken next; the threads count it up */
    pthread_mutex_t lock;
    pthread_cond_t ended; /* signalled when `running` becomes 0 */
    int done, running;    /* jobs that gave COPSE_OK, threads at work; under `lock` */
    copse_status failed;  /* the first failure, with its message; under `lock` */
    copse_message message;
};

/* Does the jobs and returns when all are done, or the stop was asked for, or one has failed; then
 * that is the status, and `why` has its message, else `why` is left alone. A machine that does not
 * give as many threads as were asked for is slower, not wrong; only none at all is a failure. */
copse_status jobs_run(struct jobs *jobs, copse_message *why);

/* Around what is shared by the jobs, in work() and tick(): one thread at a time. */
void jobs_lock(struct jobs *jobs);
void jobs_unlock(struct jobs *jobs);

#endif
