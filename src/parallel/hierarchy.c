/* SPDX-License-Identifier: MIT
 *
 * driver=hierarchy: more processors than one master can feed.
 *
 *     0                      the top: owns the first levels of the tree
 *     1 .. groups            masters in the middle (group.h), each with a tree of its own
 *     the others             workers, in equal shares
 *
 * First all workers work for the top as with driver=master, until its tree has enough leaves to
 * share out. From then on a leaf of the top's tree is not expanded once: a group gets it for a
 * number of expansions, searches below it by the same policy, and what comes back are the leaf's
 * children with values that all of these expansions stand behind. They are leaves of the top's tree
 * now, the next to be given out. A group that gets one of them back goes on where it was; another
 * one begins anew there, so that at worst what was spent below a leaf is spent twice.
 *
 * The top chooses once for many expansions: that is what makes it fast, and its choices coarse. */
#include "parallel/drive.h"
#include "parallel/group.h"

#include "base/text.h"

#include <string.h>

enum {
    LEAST = 8,      /* processors: fewer are better off with one master */
    GROUP = 33,     /* a group: its master and its workers */
    EXPANSIONS = 4, /* of the top's own tree first, for each processor */
    STINT = 48      /* expansions for each worker before a group reports */
};

typedef struct hierarchy {
    cop_best *host;
    cop_best *walker;
    const cop_best_loops *loops;
    cop_master start, top; /* first with all workers, then with the groups; one tree */
    cop_group *groups;
    int group_count, count;
    copse_allocator workers_memory;
    cop_worker *workers;
    bool joined;
} hierarchy;

/* -------------------------------------------------------------------------------------- the top */

/* What a group has counted. */
static void add_counts(cop_job *job, const cop_report *report)
{
    job->result.lost_processors += report->lost_processors;
    job->result.repeated_leaves += report->repeated_leaves;
    if (report->status != COPSE_OK && job->status == COPSE_OK) {
        job->status = (copse_status)report->status;
        *job->message = report->message;
        cop_job_finish(job, COPSE_STOP_BAD_GAME);
    }
}

/* The children go into the tree with all that is known of them. */
static void put_away(cop_owner *o, int flight, const cop_report *report, const char *nodes)
{
    if (report->total < 0) {
        cop_owner_give_back(o, flight);
        return;
    }
    if (report->total == 0) {
        cop_owner_end(o, flight);
        return;
    }
    cop_tree_node *children = cop_owner_room(o, flight, report->total);
    if (children == NULL)
        return;
    memcpy(children, nodes, (size_t)report->total * sizeof *children);
    cop_owner_settle(o, flight, report->total, report->expansions);
}

static void hear_report(cop_master *m, const cop_letter *letter)
{
    cop_report report;
    if (letter->tag != COP_REMOTE_SUBTREE_BACK || letter->size < sizeof report)
        return;
    memcpy(&report, letter->bytes, sizeof report);
    int batch = cop_master_answered(m, letter->from, report.run, report.job, 1);
    if (batch == COP_NO_BATCH)
        return;
    put_away(&m->owner, m->owner.flights.batch[batch].flights[0], &report,
             (const char *)letter->bytes + sizeof report);
    cop_master_done(m, batch);
    add_counts(m->job, &report);
    cop_master_count(m, -1, report.expansions, report.nodes);
}

static void be_the_top(hierarchy *h, cop_processor *p)
{
    cop_master_search(&h->start, p);
    if (h->host->job->result.stop == COPSE_STOP_NONE && !h->start.owner.failed) {
        h->top.own_time = h->start.own_time * (double)h->top.share;
        cop_master_search(&h->top, p);
    }
    for (int i = 0; i < h->group_count; i++) {
        const cop_group *group = &h->groups[i];
        cop_send(p, 1 + i, COP_REMOTE_QUIT, NULL, 0);
        for (int k = 0; h->top.hands[i].lost && k < group->master.count; k++)
            cop_send(p, group->master.first + k, COP_REMOTE_QUIT, NULL, 0);
    }
}

static void body(cop_processor *p, void *shared)
{
    hierarchy *h = shared;
    if (p->rank == 0)
        be_the_top(h, p);
    else if (p->rank <= h->group_count)
        cop_group_serve(&h->groups[p->rank - 1], p);
    else
        cop_worker_serve(p, &h->workers[p->rank]);
}

/* --------------------------------------------------------------------------------------- set-up */

static bool prepare_top(hierarchy *h)
{
    cop_job *job = h->host->job;
    int workers = h->count - 1 - h->group_count;
    cop_master *masters[] = {&h->start, &h->top};
    h->joined = cop_best_join(h->walker, h->host, 0);
    if (!h->joined)
        return false;
    if (h->loops->join != NULL)
        h->loops->join(h->walker, h->host);
    h->walker->to_the_root = job->settings.updates == COP_UPDATES_PATH;
    for (int i = 0; i < 2; i++) {
        cop_owner_init(&masters[i]->owner, h->walker, h->host, job->allocator);
        masters[i]->owner.predicting = job->settings.speculation == COP_SPECULATION_PREDICTED;
        masters[i]->run = 1 + (uint32_t)i;
    }
    if (!cop_master_init(&h->start, job, job->allocator, 1 + h->group_count, workers) ||
        !cop_master_init(&h->top, job, job->allocator, 1, h->group_count))
        return false;
    h->start.rows = h->top.rows = job->processors;
    h->start.most = job->result.expansions + (uint64_t)h->count * EXPANSIONS;
    h->top.tag = COP_REMOTE_SUBTREE;
    h->top.other = hear_report;
    h->top.owner.subtrees = true;
    h->top.batch = h->top.in_flight = 1;
    h->top.share = (uint64_t)(workers / h->group_count) * STINT;
    return true;
}

/* Equal shares: the first groups get one more. */
static copse_status prepare_groups(hierarchy *h)
{
    const cop_job *job = h->host->job;
    int workers = h->count - 1 - h->group_count, first = 1 + h->group_count;
    size_t bytes = job->limits.memory / (unsigned)h->group_count;
    size_t least = cop_tree_least_bytes(job->game->max_moves);
    h->groups = cop_memory_new(job->allocator, (size_t)h->group_count * sizeof *h->groups);
    if (h->groups == NULL)
        return COPSE_NO_MEMORY;
    for (int i = 0; i < h->group_count; i++) {
        int share = workers / h->group_count + (i < workers % h->group_count);
        copse_status status = cop_group_init(&h->groups[i], h->host, h->loops, first, share,
                                             bytes > least ? bytes : least);
        if (status != COPSE_OK)
            return status;
        first += share;
    }
    return COPSE_OK;
}

static copse_status prepare(hierarchy *h)
{
    const cop_job *job = h->host->job;
    h->walker = cop_memory_new(job->allocator, h->loops->walker_size);
    h->workers = cop_memory_new(job->allocator, (size_t)h->count * sizeof *h->workers);
    if (h->walker == NULL || h->workers == NULL || !prepare_top(h))
        return COPSE_NO_MEMORY;
    for (int i = 0; i < h->count; i++)
        cop_worker_init(&h->workers[i], &h->workers_memory, job->game);
    return prepare_groups(h);
}

/* Groups that were told to stop in the middle have counted what nobody has heard of. */
static void add_the_rest(const hierarchy *h)
{
    cop_job *job = h->host->job;
    for (int i = 0; i < h->group_count; i++) {
        const copse_result *rest = &h->groups[i].job.result;
        if (!h->groups[i].open)
            continue;
        job->result.nodes += rest->nodes;
        job->result.evaluations += rest->evaluations;
        job->result.expansions += rest->expansions;
        job->result.lost_processors += rest->lost_processors;
        job->result.repeated_leaves += rest->repeated_leaves;
    }
}

static void clean_up(hierarchy *h)
{
    const copse_allocator *memory = h->host->job->allocator;
    for (int i = 0; h->groups != NULL && i < h->group_count; i++)
        if (h->groups[i].loops != NULL)
            cop_group_free(&h->groups[i]);
    cop_memory_free(memory, h->groups, (size_t)h->group_count * sizeof *h->groups);
    for (int i = 0; h->workers != NULL && i < h->count; i++)
        if (h->workers[i].allocator != NULL)
            cop_worker_clear(&h->workers[i]);
    cop_memory_free(memory, h->workers, (size_t)h->count * sizeof *h->workers);
    cop_master_free(&h->start);
    cop_master_free(&h->top);
    cop_owner_free(&h->start.owner);
    cop_owner_free(&h->top.owner);
    if (h->joined)
        cop_best_leave(h->walker);
    cop_memory_free(memory, h->walker, h->loops->walker_size);
}

copse_status cop_drive_hierarchy(cop_best *host, const cop_best_loops *loops)
{
    cop_job *job = host->job;
    hierarchy h = {.host = host,
                   .loops = loops,
                   .count = cop_machine_processors(job->machine),
                   .workers_memory = cop_memory_standard()};
    if (!cop_machine_shares_memory(job->machine))
        return cop_say(job->message, COPSE_UNSUPPORTED,
                       "driver=hierarchy is for threads and sim: take driver=master on this "
                       "machine");
    if (h.count < LEAST)
        return cop_drive_master(host, loops);
    if (!cop_drive_learn(host, loops))
        return COPSE_OK;
    h.group_count = h.count / GROUP > 2 ? h.count / GROUP : 2;
    h.start.allocator = h.top.allocator = job->allocator;
    cop_flights_init(&h.start.owner.flights, job->allocator);
    cop_flights_init(&h.top.owner.flights, job->allocator);
    cop_parcel_init(&h.start.parcel, job->allocator);
    cop_parcel_init(&h.top.parcel, job->allocator);
    copse_status status = prepare(&h);
    if (status != COPSE_OK)
        cop_say(job->message, status, "no memory for %d processors", h.count);
    else
        status = cop_drive_run(job, body, &h);
    if (h.groups != NULL)
        add_the_rest(&h);
    clean_up(&h);
    return status;
}
