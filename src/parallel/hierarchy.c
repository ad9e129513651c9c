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

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    LEAST = 8,      /* processors: fewer are better off with one master */
    GROUP = 33,     /* a group: its master and its workers */
    EXPANSIONS = 4, /* of the top's own tree first, for each processor */
    STINT = 48      /* expansions for each worker before a group reports */
};

/* A group that waits for a dead worker is not dead itself: so many times the patience that it has,
 * for one or two who die one after another. */
static const double PATIENCE = 3;

/* Seconds for what groups have to say when it is over. */
static const double LAST_PATIENCE = 2;

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
    copse_status status;
} hierarchy;

/* ---------------------------------------------------------------------------------- who is whose
 */

static int workers_of(const hierarchy *h)
{
    return h->count - 1 - h->group_count;
}

/* Equal shares: the first groups get one more. */
static int share_of(const hierarchy *h, int group)
{
    return workers_of(h) / h->group_count + (group < workers_of(h) % h->group_count);
}

static int first_of(const hierarchy *h, int group)
{
    int more = workers_of(h) % h->group_count;
    return 1 + h->group_count + group * (workers_of(h) / h->group_count) +
           (group < more ? group : more);
}

static size_t bytes_of_group(const hierarchy *h)
{
    const cop_job *job = h->host->job;
    size_t bytes = job->limits.memory / (unsigned)h->group_count;
    size_t least = cop_tree_least_bytes(job->game->max_moves);
    return bytes > least ? bytes : least;
}

/* -------------------------------------------------------------------------------------- reports */

/* What a group has counted, and who has done it. */
static void add_counts(hierarchy *h, int group, cop_report *report)
{
    cop_job *job = h->host->job;
    copse_processor row;
    for (int i = 0; cop_report_next_row(report, &row); i++) {
        copse_processor *ours = &job->processors[i == 0 ? 1 + group : first_of(h, group) + i - 1];
        ours->nodes += row.nodes;
        ours->expansions += row.expansions;
        if (row.lost && !ours->lost) {
            ours->lost = true;
            memcpy(ours->trouble, row.trouble, sizeof ours->trouble);
            job->result.lost_processors++;
        }
    }
    job->result.repeated_leaves += report->repeated_leaves;
    if (report->status != COPSE_OK && job->status == COPSE_OK) {
        job->status = report->status;
        *job->message = report->message;
        cop_job_finish(job, COPSE_STOP_BAD_GAME);
    }
}

/* The children go into the tree with all that is known of them. */
static void put_away(cop_owner *o, int flight, cop_report *report)
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
    for (int i = 0; i < report->total; i++)
        cop_report_next_child(report, &children[i]);
    cop_owner_settle(o, flight, report->total, report->expansions);
}

/* Are the first leaf's children the moves that this processor's own game has there? */
static bool is_true(cop_master *m, int flight, cop_report report)
{
    cop_best *b = m->owner.b;
    copse_processor row;
    cop_tree_node child;
    int total;
    if (report.total < 0)
        return true;
    if (cop_best_produce(b, cop_owner_position(&m->owner, flight), 0, INT32_MIN, &total) < 0)
        return true; /* then it is this game that lies, and the search is over */
    while (report.rows_left > 0)
        cop_report_next_row(&report, &row);
    bool same = report.total == total;
    for (int i = 0; same && cop_report_next_child(&report, &child); i++)
        same = child.move == b->list[i].move;
    return same;
}

static bool open_report(hierarchy *h, const cop_letter *letter, cop_report *report)
{
    int group = letter->from - 1;
    if (letter->tag != COP_REMOTE_SUBTREE_BACK || group < 0 || group >= h->group_count)
        return false;
    if (cop_report_open(report, letter, 1 + share_of(h, group), h->host->job->game->max_moves))
        return report->run == h->top.run;
    cop_master_lose(&h->top, letter->from, "its report of %zu bytes makes no sense", letter->size);
    return false;
}

static void hear_report(cop_master *m, const cop_letter *letter)
{
    hierarchy *h = m->user;
    cop_report report;
    if (!open_report(h, letter, &report))
        return;
    int batch = cop_master_answered(m, letter->from, report.run, report.job, 1);
    if (batch == COP_NO_BATCH)
        return;
    int flight = m->owner.flights.batch[batch].flights[0];
    cop_hand *hand = &m->hands[letter->from - m->first];
    bool check = !hand->checked && !cop_machine_shares_memory(m->processor->machine);
    if (check && !is_true(m, flight, report)) {
        cop_master_lose(m, letter->from, "it finds other moves than processor 0 does");
        return;
    }
    hand->checked = true;
    add_counts(h, letter->from - 1, &report);
    put_away(&m->owner, flight, &report);
    cop_master_done(m, batch);
    cop_master_count(m, -1, report.expansions, report.nodes);
}

/* -------------------------------------------------------------------------------------- the top */

/* Elsewhere nobody knows anything yet: the game first, then who leads whom. */
static copse_status introduce(hierarchy *h, cop_processor *p)
{
    const cop_job *job = h->host->job;
    if (job->algorithm == NULL)
        return cop_say(job->message, COPSE_UNSUPPORTED,
                       "driver=hierarchy needs an algorithm that other processes know by its name");
    copse_status status = cop_master_meet(&h->start, p);
    if (status == COPSE_OK)
        status = cop_master_meet(&h->top, p);
    if (status != COPSE_OK)
        return status;
    cop_lead *lead = cop_memory_new(job->allocator, sizeof *lead);
    if (lead == NULL)
        return cop_say(job->message, COPSE_NO_MEMORY, "no memory for a message");
    *lead = (cop_lead){.run = h->top.run,
                       .memory = bytes_of_group(h),
                       .algorithm = job->algorithm,
                       .settings = job->settings,
                       .root = job->root,
                       .model = *h->host->model};
    for (int i = 0; i < h->group_count; i++) {
        lead->first = first_of(h, i);
        lead->count = share_of(h, i);
        cop_lead_write(&h->top.parcel, lead, job->game);
        if (!cop_parcel_send(&h->top.parcel, p, 1 + i, COP_REMOTE_LEAD))
            cop_master_lose(&h->top, 1 + i, "nothing can be sent to it");
    }
    cop_memory_free(job->allocator, lead, sizeof *lead);
    return COPSE_OK;
}

/* Groups that are stopped in the middle have counted what nobody has heard of: each says so, and
 * that it is done. */
static void hear_last_reports(hierarchy *h, cop_processor *p)
{
    cop_job *job = h->host->job;
    cop_letter letter;
    cop_report report;
    double until = cop_now(p) + LAST_PATIENCE;
    int expected = h->top.left;
    while (expected > 0 && cop_wait(p, fmax(until - cop_now(p), 0), &letter)) {
        if (!open_report(h, &letter, &report) || h->top.hands[letter.from - 1].lost)
            continue;
        add_counts(h, letter.from - 1, &report);
        job->result.expansions += report.expansions;
        job->result.nodes += report.nodes;
        job->result.evaluations += report.evaluations;
        expected -= report.job == COP_REPORT_LAST;
    }
}

/* The workers of a group whose master was lost have nobody who asks them. */
static void note_orphans(hierarchy *h, int group)
{
    cop_job *job = h->host->job;
    for (int i = 0; i < share_of(h, group); i++) {
        copse_processor *row = &job->processors[first_of(h, group) + i];
        if (row->lost)
            continue;
        row->lost = true;
        (void)snprintf(row->trouble, sizeof row->trouble, "its master, processor %d, was lost",
                       1 + group);
        job->result.lost_processors++;
    }
}

static void send_home(hierarchy *h, cop_processor *p)
{
    bool shares = cop_machine_shares_memory(p->machine);
    for (int i = 0; i < h->group_count; i++)
        cop_send(p, 1 + i, COP_REMOTE_QUIT, NULL, 0);
    hear_last_reports(h, p);
    for (int i = 0; i < h->group_count; i++) {
        bool lost = h->top.hands[i].lost;
        for (int k = 0; (lost || !shares) && k < share_of(h, i); k++)
            cop_send(p, first_of(h, i) + k, COP_REMOTE_QUIT, NULL, 0);
        if (lost)
            note_orphans(h, i);
    }
}

static void search_as(cop_master *master, cop_job *job, cop_processor *p)
{
    job->counting = &master->owner;
    job->mark_ways = cop_owner_mark_ways;
    cop_master_search(master, p);
    job->mark_ways = NULL;
}

static void be_the_top(hierarchy *h, cop_processor *p)
{
    cop_job *job = h->host->job;
    if (!cop_machine_shares_memory(p->machine))
        h->status = introduce(h, p);
    if (h->status == COPSE_OK)
        search_as(&h->start, job, p);
    if (h->status == COPSE_OK && job->result.stop == COPSE_STOP_NONE && !h->start.owner.failed) {
        h->top.own_time = h->start.own_time * (double)h->top.share;
        search_as(&h->top, job, p);
    }
    send_home(h, p);
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
    int workers = workers_of(h);
    cop_master *masters[] = {&h->start, &h->top};
    uint32_t run = cop_drive_number(job); /* what they are answered is different enough */
    h->joined = cop_best_join(h->walker, h->host, 0);
    if (!h->joined)
        return false;
    if (h->loops->join != NULL)
        h->loops->join(h->walker, h->host);
    h->walker->to_the_root = job->settings.updates == COP_UPDATES_PATH;
    for (int i = 0; i < 2; i++) {
        cop_owner_init(&masters[i]->owner, h->walker, h->host, job->allocator);
        masters[i]->owner.predicting = job->settings.speculation == COP_SPECULATION_PREDICTED;
        masters[i]->run = run;
        masters[i]->own_row = job->processors;
    }
    if (!cop_master_init(&h->start, job, job->allocator, 1 + h->group_count, workers) ||
        !cop_master_init(&h->top, job, job->allocator, 1, h->group_count))
        return false;
    h->start.rows = job->processors + 1 + h->group_count;
    h->top.rows = job->processors + 1;
    h->top.user = h;
    h->start.most = job->result.expansions + (uint64_t)h->count * EXPANSIONS;
    h->top.least_patience *= PATIENCE;
    h->top.tag = COP_REMOTE_SUBTREE;
    h->top.other = hear_report;
    h->top.owner.subtrees = true;
    h->top.batch = h->top.in_flight = 1;
    h->top.share = (uint64_t)(workers / h->group_count) * STINT;
    return true;
}

static copse_status prepare_groups(hierarchy *h)
{
    const cop_job *job = h->host->job;
    h->groups = cop_memory_new(job->allocator, (size_t)h->group_count * sizeof *h->groups);
    if (h->groups == NULL)
        return COPSE_NO_MEMORY;
    for (int i = 0; i < h->group_count; i++) {
        copse_status status = cop_group_init(&h->groups[i], h->host, h->loops, first_of(h, i),
                                             share_of(h, i), bytes_of_group(h));
        if (status != COPSE_OK)
            return status;
        h->groups[i].master.run = h->top.run;
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
    return cop_machine_shares_memory(job->machine) ? prepare_groups(h) : COPSE_OK;
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
    if (status == COPSE_OK)
        status = h.status;
    clean_up(&h);
    return status;
}
