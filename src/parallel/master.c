/* SPDX-License-Identifier: MIT
 *
 * What a master does all day: put away what has come, look after workers that have gone silent,
 * send the next leaves; and wait when there is nothing to be done. */
#include "parallel/master.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A batch that takes longer than this many seconds, and so many times longer than batches do on
 * average, will never come. */
static const double LEAST_PATIENCE = 2, PATIENCE = 20;

/* A look at clocks and limits while nothing comes; less than the other is no time at all. */
static const double LOOK_EVERY = 0.01, MOMENT = 1e-6;

bool cop_master_init(cop_master *m, cop_job *job, const copse_allocator *allocator, int first,
                     int count)
{
    const cop_settings *settings = &job->settings;
    m->job = job;
    m->allocator = allocator;
    m->first = first;
    m->count = m->left = count;
    m->batch = (int)settings->batch;
    m->in_flight = (int)settings->in_flight;
    m->least_patience = LEAST_PATIENCE;
    m->share = 1;
    m->most = UINT64_MAX;
    m->tag = COP_REMOTE_LEAVES;
    m->ready_room = count * m->in_flight;
    cop_parcel_init(&m->parcel, allocator);
    if (count == 0)
        return true;
    m->hands = cop_memory_new(allocator, (size_t)count * sizeof *m->hands);
    m->ready = cop_memory_new(allocator, (size_t)m->ready_room * sizeof *m->ready);
    return m->hands != NULL && m->ready != NULL;
}

void cop_master_free(cop_master *m)
{
    cop_memory_free(m->allocator, m->hands, (size_t)m->count * sizeof *m->hands);
    cop_memory_free(m->allocator, m->ready, (size_t)m->ready_room * sizeof *m->ready);
    cop_memory_free(m->allocator, m->again, (size_t)m->again_room * sizeof *m->again);
    cop_parcel_free(&m->parcel);
}

/* -------------------------------------------------------------------------------------- workers */

static void make_ready(cop_master *m, int worker)
{
    m->ready[(m->ready_first + m->ready_count++) % m->ready_room] = worker;
}

/* Whoever has waited longest; -1: all have enough to do. */
static int next_ready(cop_master *m)
{
    while (m->ready_count > 0) {
        int worker = m->ready[m->ready_first];
        if (!m->hands[worker - m->first].lost)
            return worker;
        m->ready_first = (m->ready_first + 1) % m->ready_room;
        m->ready_count--;
    }
    return -1;
}

static void everybody_is_ready(cop_master *m)
{
    m->ready_first = m->ready_count = 0;
    for (int round = 0; round < m->in_flight; round++)
        for (int i = 0; i < m->count; i++)
            if (!m->hands[i].lost)
                make_ready(m, m->first + i);
}

/* A leaf that has to be sent once more. */
static void keep_again(cop_master *m, int flight)
{
    if (m->again_count == m->again_room) {
        int room = m->again_room == 0 ? 64 : 2 * m->again_room;
        int *larger = cop_memory_new(m->allocator, (size_t)room * sizeof *larger);
        if (larger == NULL) {
            cop_owner_give_back(&m->owner, flight);
            return;
        }
        if (m->again_count > 0)
            memcpy(larger, m->again, (size_t)m->again_count * sizeof *larger);
        cop_memory_free(m->allocator, m->again, (size_t)m->again_room * sizeof *m->again);
        m->again = larger;
        m->again_room = room;
    }
    m->again[m->again_count++] = flight;
}

void cop_master_lose(cop_master *m, int worker, const char *format, ...)
{
    cop_flights *f = &m->owner.flights;
    cop_hand *hand = &m->hands[worker - m->first];
    if (hand->lost)
        return;
    hand->lost = true;
    m->left--;
    m->job->result.lost_processors++;
    if (m->rows != NULL) {
        copse_processor *row = &m->rows[worker - m->first];
        va_list words;
        va_start(words, format);
        row->lost = true;
        (void)vsnprintf(row->trouble, sizeof row->trouble, format, words);
        va_end(words);
    }
    cop_give_up(m->processor, worker);
    for (int i = f->oldest, after; i != COP_NO_BATCH; i = after) {
        cop_batch *batch = &f->batch[i];
        after = batch->after;
        if (batch->worker != worker)
            continue;
        m->job->result.repeated_leaves += (uint64_t)batch->count;
        for (int k = 0; k < batch->count; k++)
            keep_again(m, batch->flights[k]);
        cop_batch_end(f, i);
    }
}

static double patience(const cop_master *m)
{
    double guess = m->own_time * m->batch * m->in_flight;
    double mean = m->batches > 0 ? m->batch_time / (double)m->batches : 0;
    return fmax(m->least_patience, PATIENCE * fmax(guess, mean));
}

/* Seconds until the oldest batch is overdue; gives up whose batch is. */
static double look_after_workers(cop_master *m)
{
    const cop_flights *f = &m->owner.flights;
    while (f->oldest != COP_NO_BATCH) {
        const cop_batch *oldest = &f->batch[f->oldest];
        double waited = cop_now(m->processor) - oldest->sent, left = patience(m) - waited;
        if (left > MOMENT)
            return left;
        cop_master_lose(m, oldest->worker, "it did not answer within %.1f seconds", waited);
    }
    return (double)INFINITY;
}

/* -------------------------------------------------------------------------------------- answers */

/* The job looks at its limits after so many calls, which has to do with the clock; what ends the
 * search on simulated processors has not. */
static void look_whether_over(cop_master *m)
{
    const cop_job *job = m->job;
    bool reached =
        job->result.expansions >= job->limits.expansions || job->result.nodes >= job->limits.nodes;
    m->over |= cop_best_is_over(m->owner.host) || (reached && cop_job_check(m->job)) ||
               job->result.expansions >= m->most;
}

void cop_master_count(cop_master *m, int from, uint64_t expansions, uint64_t nodes)
{
    copse_result *result = m->owner.b->counts;
    result->nodes += nodes;
    result->evaluations += nodes;
    result->expansions += expansions;
    if (m->rows != NULL && from >= 0) {
        m->rows[from - m->first].nodes += nodes;
        m->rows[from - m->first].expansions += expansions;
    }
    m->no_leaf = false;
    look_whether_over(m);
}

int cop_master_answered(cop_master *m, int from, uint32_t run, uint64_t job, int count)
{
    const cop_flights *f = &m->owner.flights;
    int batch = cop_batch_find(f, job, from);
    if (run != m->run || batch == COP_NO_BATCH)
        return COP_NO_BATCH;
    int asked = f->batch[batch].count;
    if (count == asked)
        return batch;
    cop_master_lose(m, from, "it answered for %d leaves, and was asked for %d", count, asked);
    return COP_NO_BATCH;
}

void cop_master_done(cop_master *m, int number)
{
    const cop_batch *batch = &m->owner.flights.batch[number];
    m->batch_time += cop_now(m->processor) - batch->sent;
    m->batches++;
    make_ready(m, batch->worker);
    cop_batch_end(&m->owner.flights, number);
}

/* The children of a leaf that has come back, as they are written in the answer. */
static void put_away(cop_master *m, int from, int flight, cop_values *values,
                     const cop_leaf_values *leaf)
{
    cop_owner *o = &m->owner;
    int total = leaf->total;
    if (total == 0) {
        cop_owner_end(o, flight);
        cop_master_count(m, from, 0, 0);
        return;
    }
    cop_tree_node *children = cop_owner_room(o, flight, total);
    cop_child_value child;
    for (int i = 0; children != NULL && cop_values_next_child(values, &child); i++)
        children[i] = (cop_tree_node){.score = child.score,
                                      .move = child.move,
                                      .shape = (uint32_t)child.kind << COP_KIND_SHIFT,
                                      .state = child.solved ? COP_SOLVED : 0};
    if (children == NULL) {
        m->no_leaf = false;
        return;
    }
    cop_owner_settle(o, flight, total, 1);
    cop_master_count(m, from, 1, (uint64_t)total + leaf->quiet);
}

/* Is the answer for the first leaf what this processor's own game says? */
static bool is_true(cop_master *m, int flight, cop_values values)
{
    cop_best *b = m->owner.b;
    cop_leaf_values leaf;
    cop_child_value child;
    const char *position = cop_owner_position(&m->owner, flight);
    /* Two evaluators never agree wholly: they remember different things. */
    bool moves_only = m->job->box != NULL;
    int total, made;
    if (moves_only)
        made = total = b->game->moves(b->game, position, b->moves);
    else
        made = cop_best_produce(b, position, 0, INT32_MIN, &total);
    if (made < 0)
        return true; /* then it is this game that lies, and the search is over */
    bool same = cop_values_next_leaf(&values, &leaf) && leaf.total == total && leaf.made == made;
    for (int i = 0; same && cop_values_next_child(&values, &child); i++)
        same = moves_only ? child.move == b->moves[i]
                          : child.move == b->list[i].move && child.score == b->list[i].score;
    return same;
}

/* All leaves were asked for as a whole. */
static bool is_whole(cop_values values)
{
    cop_leaf_values leaf;
    while (cop_values_next_leaf(&values, &leaf))
        if (leaf.broken || leaf.first != 0 || leaf.made != leaf.total)
            return false;
    return true;
}

static void hear_values(cop_master *m, const cop_letter *letter)
{
    cop_values values;
    cop_leaf_values leaf;
    int from = letter->from;
    cop_hand *hand = &m->hands[from - m->first];
    if (!cop_values_open(&values, letter, m->job->game->max_moves)) {
        cop_master_lose(m, from, "its answer of %zu bytes makes no sense", letter->size);
        return;
    }
    int number = cop_master_answered(m, from, values.run, values.job, values.count);
    if (number == COP_NO_BATCH)
        return;
    const cop_batch *batch = &m->owner.flights.batch[number];
    bool check = !hand->checked && !cop_machine_shares_memory(m->processor->machine);
    if (!is_whole(values)) {
        cop_master_lose(m, from, "it left out children of a leaf, or its game broke a promise");
        return;
    }
    if (check && !is_true(m, batch->flights[0], values)) {
        cop_master_lose(m, from, "it finds other moves or scores than processor %d does",
                        m->processor->rank);
        return;
    }
    hand->checked = true;
    for (int i = 0; cop_values_next_leaf(&values, &leaf); i++) {
        if (m->over)
            cop_owner_give_back(&m->owner, m->owner.flights.batch[number].flights[i]);
        else
            put_away(m, from, m->owner.flights.batch[number].flights[i], &values, &leaf);
    }
    cop_master_done(m, number);
}

static void hear(cop_master *m, const cop_letter *letter)
{
    bool worker = letter->from >= m->first && letter->from < m->first + m->count;
    if (worker && m->hands[letter->from - m->first].lost)
        return;
    if (worker && letter->tag == COP_REMOTE_VALUES)
        hear_values(m, letter);
    else if (m->other != NULL)
        m->other(m, letter);
}

/* --------------------------------------------------------------------------------------- leaves */

/* What the next leaf may take: its share; but no more than the limit of expansions leaves, and of
 * large shares less and less towards that, so that all are done at about the same time. */
static uint64_t next_budget(const cop_master *m)
{
    enum { SMALLEST = 8 }; /* part of a share */
    uint64_t used = m->job->result.expansions + m->owner.flights.promised;
    uint64_t most = m->most < m->job->limits.expansions ? m->most : m->job->limits.expansions;
    uint64_t left = used < most ? most - used : 0;
    uint64_t fair = left / (2 * (uint64_t)m->count + 1), least = (m->share - 1) / SMALLEST + 1;
    uint64_t budget = fair < least ? least : fair < m->share ? fair : m->share;
    return left < budget ? left : budget;
}

/* Those that were lost go first. */
static int next_flight(cop_master *m)
{
    if (m->again_count > 0)
        return m->again[--m->again_count];
    uint64_t budget = m->owner.full ? 0 : next_budget(m);
    if (m->no_leaf || budget == 0)
        return COP_NO_FLIGHT;
    int flight = cop_owner_choose(&m->owner, budget);
    m->no_leaf = flight == COP_NO_FLIGHT;
    return flight;
}

/* One batch to whoever has waited longest. False: nobody is free, or there is no leaf. */
static bool send_batch(cop_master *m)
{
    cop_owner *o = &m->owner;
    int worker = next_ready(m);
    int flight = worker < 0 ? COP_NO_FLIGHT : next_flight(m);
    if (flight == COP_NO_FLIGHT)
        return false;
    int number = cop_batch_begin(&o->flights, worker, m->batch, cop_now(m->processor));
    if (number == COP_NO_BATCH) {
        cop_owner_give_back(o, flight);
        o->failed = true;
        return false;
    }
    cop_batch *batch = &o->flights.batch[number];
    cop_leaves_begin(&m->parcel, m->run, batch->number, m->job->game->position_size);
    while (flight != COP_NO_FLIGHT) {
        const char *position = cop_owner_position(o, flight);
        if (m->tag == COP_REMOTE_SUBTREE)
            cop_leaves_add(&m->parcel, position, 0, (copse_score)o->flights.flight[flight].budget);
        else
            cop_leaves_add(&m->parcel, position, 0, INT32_MIN);
        batch->flights[batch->count++] = flight;
        flight = batch->count < m->batch ? next_flight(m) : COP_NO_FLIGHT;
    }
    m->ready_first = (m->ready_first + 1) % m->ready_room;
    m->ready_count--;
    if (!cop_parcel_send(&m->parcel, m->processor, worker, m->tag))
        cop_master_lose(m, worker, "nothing can be sent to it");
    return true;
}

/* What this processor has done itself since the job's counts were these. */
static void note_own_work(cop_master *m, const copse_result *before)
{
    copse_processor *row = m->own_row;
    if (row != NULL) {
        row->expansions += m->job->result.expansions - before->expansions;
        row->nodes += m->job->result.nodes - before->nodes;
    }
    m->no_leaf = false;
}

static void do_itself(cop_master *m, int flight)
{
    copse_result before = m->job->result;
    cop_owner_do_itself(&m->owner, flight);
    note_own_work(m, &before);
    look_whether_over(m);
}

/* A leaf here, while all others have enough to do. */
static bool help(cop_master *m)
{
    int flight = m->helps && !m->owner.full ? next_flight(m) : COP_NO_FLIGHT;
    if (flight != COP_NO_FLIGHT)
        do_itself(m, flight);
    return flight != COP_NO_FLIGHT;
}

/* Everybody is lost; what they had comes first. */
static void do_again(cop_master *m)
{
    while (m->again_count > 0 && !m->over && !m->owner.failed)
        do_itself(m, m->again[--m->again_count]);
}

/* With nothing under way: what a search on one processor does. */
static void step_alone(cop_master *m)
{
    copse_result before = m->job->result;
    double began = cop_now(m->processor);
    if (!cop_owner_step(&m->owner) || m->owner.b->stopped) {
        m->over = true;
        return;
    }
    m->own_time = fmax(m->own_time, cop_now(m->processor) - began);
    note_own_work(m, &before);
    look_whether_over(m);
}

/* ---------------------------------------------------------------------------------------- a day */

static void wait_for_letter(cop_master *m, double most)
{
    cop_letter letter;
    if (cop_wait(m->processor, fmin(most, LOOK_EVERY), &letter))
        hear(m, &letter);
    else if (cop_job_check(m->job))
        m->over = true;
}

/* Everything has come home, and the tree is full. */
static bool make_room(cop_master *m)
{
    if (!m->owner.full || m->owner.flights.count > 0)
        return true;
    return cop_owner_make_room(&m->owner);
}

/* Where few leaves are worth anything, most workers would wait for a stint's end. */
static void end_early(cop_master *m)
{
    uint64_t made = m->job->result.expansions;
    if (m->impatient && m->no_leaf && 2 * m->owner.flights.count < m->left &&
        made >= m->job->limits.expansions / 8 && m->most == UINT64_MAX)
        m->most = made + m->owner.flights.promised;
}

static void work(cop_master *m)
{
    cop_letter letter;
    bool linear = false; /* nothing can be freed: leaves get better without being stored */
    while (!m->over && !m->owner.failed) {
        while (!m->over && cop_poll(m->processor, &letter))
            hear(m, &letter);
        if (m->over)
            break;
        double left = look_after_workers(m);
        linear |= !make_room(m);
        bool home = m->owner.flights.count == 0;
        end_early(m);
        if (linear || (home && (m->left == 0 || m->no_leaf)))
            step_alone(m);
        else if (m->left == 0)
            do_again(m);
        else if (!send_batch(m) && !help(m))
            wait_for_letter(m, left);
    }
}

void cop_master_search(cop_master *m, cop_processor *p)
{
    m->processor = m->owner.processor = m->owner.b->processor = p;
    m->over = m->no_leaf = false;
    m->again_count = 0;
    everybody_is_ready(m);
    look_whether_over(m);
    /* The first one here: a tree of one leaf has nothing to send, and it shows what one takes. */
    if (!m->over && (m->own_time <= 0 || !cop_node_is_whole(m->owner.b->nodes)))
        step_alone(m);
    work(m);
    cop_owner_give_back_all(&m->owner);
    if (m->owner.failed && m->job->status == COPSE_OK)
        cop_job_finish(m->job, COPSE_STOP_MEMORY);
}
