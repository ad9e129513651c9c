/* SPDX-License-Identifier: MIT
 *
 * driver=master: processor 0 is the master, all others work for it. On a machine without common
 * memory the others are processes that serve whoever asks: they are told the game first. */
#include "parallel/drive.h"
#include "parallel/master.h"

#include "base/os.h"
#include "base/text.h"

#include <math.h>

/* A master of so few processors has time to expand leaves itself. */
enum { FEW = 4 };

/* Seconds for an answer to GAME. */
static const double MEET_PATIENCE = 20;

typedef struct crew {
    cop_master master;
    copse_allocator workers_memory; /* a caller's allocator is for one thread at a time */
    cop_worker *workers;            /* in this process */
    int count;
    bool joined; /* the walker has joined the host */
    copse_status status;
} crew;

/* ----------------------------------------------------------------------------------------- game */

static void hear_card(crew *c, const cop_game_card *ours, const cop_letter *letter, bool *answered)
{
    cop_game_card theirs;
    cop_master *m = &c->master;
    if (letter->tag != COP_REMOTE_GAME_BACK || answered[letter->from])
        return; /* of an earlier run */
    answered[letter->from] = true;
    if (!cop_game_card_read(&theirs, letter))
        cop_master_lose(m, letter->from);
    else if (c->status == COPSE_OK)
        c->status = cop_game_card_compare(ours, &theirs, letter->from, m->job->message);
}

/* Tells all workers the game, and hears whether theirs is the same. Who says nothing is lost. */
static void meet(crew *c, cop_processor *p)
{
    cop_master *m = &c->master;
    cop_game_card ours;
    cop_letter letter;
    bool answered[COP_MOST_PROCESSORS] = {false};
    int answers = 0;
    if (!cop_game_card_init(&ours, m->job->game, m->allocator)) {
        c->status =
            cop_say(m->job->message, COPSE_UNSUPPORTED,
                    "game %.40s: its name is too long for workers elsewhere", m->job->game->name);
        return;
    }
    cop_game_card_write(&m->parcel, &ours);
    for (int rank = 1; rank < p->count; rank++)
        if (!cop_parcel_send(&m->parcel, p, rank, COP_REMOTE_GAME)) {
            cop_master_lose(m, rank);
            answered[rank] = true;
            answers++;
        }
    double until = cop_now(p) + MEET_PATIENCE;
    while (answers < p->count - 1 && c->status == COPSE_OK) {
        if (!cop_wait(p, fmax(until - cop_now(p), 0), &letter))
            break;
        bool before = answered[letter.from];
        hear_card(c, &ours, &letter, answered);
        answers += answered[letter.from] && !before;
    }
    for (int rank = 1; rank < p->count && c->status == COPSE_OK; rank++)
        if (!answered[rank])
            cop_master_lose(m, rank);
}

/* ----------------------------------------------------------------------------------------- body */

static void body(cop_processor *p, void *shared)
{
    crew *c = shared;
    if (p->rank != 0) {
        cop_worker_serve(p, &c->workers[p->rank]);
        return;
    }
    c->master.processor = p;
    if (!cop_machine_shares_memory(p->machine))
        meet(c, p);
    if (c->status == COPSE_OK)
        cop_master_search(&c->master, p);
    for (int rank = 1; rank < p->count; rank++)
        cop_send(p, rank, COP_REMOTE_QUIT, NULL, 0);
}

/* Answers to an earlier run may still be on their way from other processes. */
static uint32_t number_of_run(const cop_best *host)
{
    if (cop_machine_shares_memory(host->job->machine))
        return 1;
    return (uint32_t)cop_mix((uint64_t)(cop_clock_wall() * 1e6));
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
    m->rows = job->processors;
    m->run = number_of_run(host);
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
    if (status == COPSE_OK)
        status = cop_drive_run(job, body, &c);
    if (status == COPSE_OK)
        status = c.status;
    dismiss(&c, host);
    if (c.joined)
        cop_best_leave(walker);
    cop_memory_free(job->allocator, walker, loops->walker_size);
    return status;
}
