/* SPDX-License-Identifier: MIT */
#include "lab/jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

void jobs_lock(struct jobs *jobs)
{
    pthread_mutex_lock(&jobs->lock);
}

void jobs_unlock(struct jobs *jobs)
{
    pthread_mutex_unlock(&jobs->lock);
}

/* Under the lock. What fails after the first failure is most likely its consequence. */
static void fail(struct jobs *jobs, copse_status status, const char *sentence)
{
    if (jobs->failed != COPSE_OK)
        return;
    jobs->failed = status;
    snprintf(jobs->message.text, sizeof jobs->message.text, "%s", sentence);
    atomic_store(jobs->stop, true);
}

static void do_jobs(struct jobs *jobs, void *state)
{
    while (!atomic_load(jobs->stop)) {
        int number = atomic_fetch_add(&jobs->next, 1);
        if (number >= jobs->count)
            break;
        copse_message why = {{0}};
        copse_status status = jobs->work(jobs, state, number, &why);
        jobs_lock(jobs);
        if (status == COPSE_OK)
            jobs->done++;
        else
            fail(jobs, status, why.text);
        jobs_unlock(jobs);
    }
}

static void *run_thread(void *user)
{
    struct jobs *jobs = user;
    void *state = NULL;
    copse_message why = {{0}};
    copse_status status = jobs->begin ? jobs->begin(jobs, &state, &why) : COPSE_OK;
    if (status == COPSE_OK)
        do_jobs(jobs, state);
    if (jobs->end)
        jobs->end(jobs, state);
    jobs_lock(jobs);
    if (status != COPSE_OK)
        fail(jobs, status, why.text);
    if (--jobs->running == 0)
        pthread_cond_signal(&jobs->ended);
    jobs_unlock(jobs);
    return NULL;
}

/* pthread_cond_timedwait() wants a time of day. */
static struct timespec seconds_from_now(double seconds)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    time_t whole = (time_t)seconds;
    until.tv_sec += whole;
    until.tv_nsec += (long)((seconds - (double)whole) * 1e9);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    return until;
}

/* Waits for the threads. The lock is not held while the caller is told: whoever shows it may take
 * its time, and the threads go on. */
static void watch(struct jobs *jobs)
{
    bool more = true;
    while (more) {
        struct timespec until = seconds_from_now(jobs->interval);
        jobs_lock(jobs);
        while (jobs->running > 0 && pthread_cond_timedwait(&jobs->ended, &jobs->lock, &until) == 0)
            continue;
        int done = jobs->done;
        more = jobs->running > 0;
        jobs_unlock(jobs);
        jobs->tick(jobs, done);
    }
}

/* Gives how many could be started. The lock keeps those that end at once from being counted before
 * they are. */
static int start(struct jobs *jobs, pthread_t *threads)
{
    jobs_lock(jobs);
    while (threads && jobs->running < jobs->threads &&
           pthread_create(&threads[jobs->running], NULL, run_thread, jobs) == 0)
        jobs->running++;
    int started = jobs->running;
    if (started == 0)
        fail(jobs, COPSE_NO_MEMORY, copse_status_text(COPSE_NO_MEMORY));
    jobs_unlock(jobs);
    return started;
}

copse_status jobs_run(struct jobs *jobs, copse_message *why)
{
    atomic_init(&jobs->next, 0);
    jobs->done = jobs->running = 0;
    jobs->failed = COPSE_OK;
    pthread_mutex_init(&jobs->lock, NULL);
    pthread_cond_init(&jobs->ended, NULL);
    pthread_t *threads = calloc((size_t)jobs->threads, sizeof *threads);
    int started = start(jobs, threads);
    if (jobs->tick && started > 0)
        watch(jobs);
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    pthread_cond_destroy(&jobs->ended);
    pthread_mutex_destroy(&jobs->lock);
    if (jobs->failed != COPSE_OK)
        *why = jobs->message;
    return jobs->failed;
}
