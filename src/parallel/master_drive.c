/* SPDX-License-Identifier: MIT
 *
 * driver=master: processor 0 is the master, all others work for it. On a machine without common
 * memory the others are processes that serve whoever asks: they are told the game first. */
#include "parallel/drive.h"
#include "parallel/master.h"

#include "base/text.h"

/* A master of so few processors has time to expand leaves itself. */
enum { FEW = 4 };

typedef struct crew {
    cop_master master;
    copse_allocator workers_memory; /* a caller's allocator is for one thread at a time */
    cop_worker *workers;            /* in this process */
    int count;
    bool joined; /* the walker has joined the host */
    copse_status status;
} crew;

/* ----------------------------------------------------------------------------------------- body */

static void body(cop_processor *p, void *shared)
{
    crew *c = shared;
    if (p->rank != 0) {
        cop_worker_serve(p, &c->workers[p->rank]);
        return;
    }
    if (!cop_machine_shares_memory(p->machine))
        c->status = cop_master_meet(&c->master, p);
    if (c->status == COPSE_OK)
        cop_master_search(&c->master, p);
    for (int rank = 1; rank < p->count; rank++)
        cop_send(p, rank, COP_REMOTE_QUIT, NULL, 0);
}

static bool hire(crew *c, cop_best *host, const cop_best_loops *loops, cop_best *walker)
{
    cop_job *job = host->job;
    cop_master *m = &c->master;
    c->joined = cop_best_join(walker, host, 0);
    if (!c->joined)
        return false;
    if (loops->join != NULL)
        loops->join(walker, host);
    cop_owner_init(&m->owner, walker, host, job->allocator);
    m->owner.predicting = job->settings.speculation == COP_SPECULATION_PREDICTED && c->count > 1;
    walker->to_the_root = job->settings.updates == COP_UPDATES_PATH;
    m->own_row = job->processors;
    m->rows = job->processors + 1;
    m->run = cop_drive_number(job);
    m->helps = c->count <= FEW;
    if (!cop_master_init(m, job, job->allocator, 1, c->count - 1))
        return false;
    c->workers = cop_memory_new(job->allocator, (size_t)c->count * sizeof *c->workers);
    for (int i = 0; c->workers != NULL && i < c->count; i++)
        cop_worker_init(&c->workers[i], &c->workers_memory, job->game);
    return c->workers != NULL;
}

static void dismiss(crew *c, const cop_best *host)
{
    const copse_allocator *memory = host->job->allocator;
    for (int i = 0; c->workers != NULL && i < c->count; i++)
        cop_worker_clear(&c->workers[i]);
    cop_memory_free(memory, c->workers, (size_t)c->count * sizeof *c->workers);
    cop_master_free(&c->master);
    cop_owner_free(&c->master.owner);
}

copse_status cop_drive_master(cop_best *host, const cop_best_loops *loops)
{
    cop_job *job = host->job;
    crew c = {.workers_memory = cop_memory_standard(),
              .count = cop_machine_processors(job->machine)};
    if (c.count > 1 && !cop_drive_learn(host, loops))
        return COPSE_OK;
    copse_status status = COPSE_OK;
    cop_best *walker = cop_memory_new(job->allocator, loops->walker_size);
    c.master.allocator = c.master.owner.flights.allocator = c.master.parcel.allocator =
        job->allocator;
    if (walker == NULL || !hire(&c, host, loops, walker))
        status = cop_say(job->message, COPSE_NO_MEMORY, "no memory for %d processors", c.count);
    if (status == COPSE_OK) {
        job->counting = &c.master.owner;
        job->mark_ways = cop_owner_mark_ways;
        status = cop_drive_run(job, body, &c);
        job->mark_ways = NULL;
    }
    if (status == COPSE_OK)
        status = c.status;
    dismiss(&c, host);
    if (c.joined)
        cop_best_leave(walker);
    cop_memory_free(job->allocator, walker, loops->walker_size);
    return status;
}
