/* SPDX-License-Identifier: MIT
 *
 * Processors that are coroutines, under virtual time. The time is whole ticks of a picosecond
 * (a nanosecond where the costs are so large that picoseconds would soon run out), so that it is
 * exact, the same on every machine, and adds up. See sim.h for how processors keep in step. */
#include "machine/sim.h"

#include "base/memory.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

/* Sanitized frames are larger. Pages become real only where they are touched. */
enum { STACK = (COP_ASAN || COP_TSAN ? 512 : 256) << 10 };

/* ------------------------------------------------------------------------------------- scheduling
 */

void cop_sim_switch(cop_sim_processor *p)
{
    cop_sim *sim = cop_sim_of(p);
    cop_coroutine *next =
        sim->agenda.count > 0 ? &sim->all[cop_agenda_take(&sim->agenda)].coroutine : &sim->home;
    if (next != &p->coroutine)
        cop_coroutine_switch(&p->coroutine, next);
}

void cop_sim_wake(cop_sim_processor *p, int64_t time)
{
    p->wake = time;
    if (time < COP_SIM_NEVER || p->horizon < COP_SIM_NEVER)
        cop_agenda_put(&cop_sim_of(p)->agenda, p->face.rank, time < p->horizon ? time : p->horizon);
}

void cop_sim_block(cop_sim_processor *p, cop_sim_state state, int64_t wake, cop_activity what)
{
    cop_sim *sim = cop_sim_of(p);
    int64_t from = p->clock;
    p->state = state;
    cop_sim_wake(p, wake);
    cop_sim_switch(p);
    p->clock = p->wake < p->horizon ? p->wake : p->horizon;
    *(what == COP_IDLE ? &p->idle : &p->locked) += p->clock - from;
    cop_timeline_add(&sim->face.timeline, p->face.rank, what, from, p->clock);
    if (p->clock >= p->horizon)
        cop_sim_at_horizon(p);
    p->state = COP_SIM_READY;
    p->looks = 0;
}

void cop_sim_fail(cop_sim_processor *p, copse_status status, const char *sentence)
{
    cop_sim *sim = cop_sim_of(p);
    sim->failed = cop_say(&sim->why, status, "%s", sentence);
    sim->agenda.count = 0;
    cop_sim_switch(p);
}

/* What was accounted for beyond its death has not happened. Work is done last, so it goes first. */
static void forget_after(cop_sim_processor *p, int64_t time)
{
    int64_t busy = p->clock - p->idle - p->locked - p->communicating, over = p->clock - time;
    over -= over < busy ? over : busy;
    int64_t *others[] = {&p->communicating, &p->locked, &p->idle};
    for (int i = 0; i < 3; i++) {
        int64_t part = over < *others[i] ? over : *others[i];
        *others[i] -= part;
        over -= part;
    }
    p->clock = time;
}

void cop_sim_at_horizon(cop_sim_processor *p)
{
    if (p->horizon >= COP_SIM_NEVER)
        cop_sim_fail(p, COPSE_BAD_OPTION,
                     "the virtual time is longer than the simulation can count: lower the costs");
    forget_after(p, p->horizon);
    p->state = COP_SIM_DEAD;
    cop_sim_switch(p);
}

void cop_sim_look_again(cop_sim_processor *p)
{
    enum { HOPELESS = 50 * COP_SIM_MANY_LOOKS };
    cop_sim *sim = cop_sim_of(p);
    int64_t next = sim->agenda.count > 0 ? sim->agenda.heap[0].time : COP_SIM_NEVER;
    if (p->first != NULL && p->first->arrival < next)
        next = p->first->arrival;
    if (next == COP_SIM_NEVER) {
        if (p->looks >= HOPELESS)
            cop_sim_fail(p, COPSE_STUCK,
                         "a processor looks for ever at something that nobody will change");
        return;
    }
    /* One tick later, so that those who are due at that time have done what they do. */
    int64_t from = p->clock;
    if (next > from)
        p->clock = next;
    cop_sim_pass(p, 1);
    p->idle += p->clock - from;
    cop_timeline_add(&sim->face.timeline, p->face.rank, COP_IDLE, from, p->clock);
}

/* ------------------------------------------------------------------------------- for a body
 */

static double sim_now(cop_processor *face)
{
    cop_sim_processor *p = (cop_sim_processor *)face;
    cop_sim_step(p, 6);
    cop_sim_look(p);
    return (double)p->clock * face->machine->tick;
}

static void sim_charge(cop_processor *face, cop_work work, uint64_t amount)
{
    cop_sim_processor *p = (cop_sim_processor *)face;
    uint64_t price;
    if (__builtin_mul_overflow(amount, (uint64_t)cop_sim_of(p)->cost[work], &price) ||
        price > COP_SIM_NEVER)
        price = COP_SIM_NEVER;
    cop_sim_pass(p, (int64_t)price);
}

/* A line that is on its way to somebody cannot be had before it has arrived there: that waiting is
 * `locked`. One processor alone pays nothing. */
static void sim_line(cop_processor *face, const void *address, bool write)
{
    cop_sim_processor *p = (cop_sim_processor *)face;
    cop_sim *sim = cop_sim_of(p);
    if (face->count == 1)
        return;
    cop_sim_step(p, write ? 7 : 8);
    cop_line *line = cop_lines_find(&sim->lines, address, face->rank);
    if (line == NULL) {
        cop_sim_fail(p, COPSE_NO_MEMORY, "no memory for the cache lines of simulated processors");
        return;
    }
    if (!cop_lines_touch(&sim->lines, line, face->rank, write)) {
        if (!write)
            cop_sim_look(p);
        return;
    }
    int64_t from = p->clock;
    if (line->busy_until > from) {
        p->clock = line->busy_until;
        p->locked += p->clock - from;
        cop_timeline_add(&sim->face.timeline, face->rank, COP_LOCKED, from, p->clock);
    }
    line->busy_until = p->clock + sim->cost[COP_COST_LINE_BUSY];
    cop_sim_pass(p, sim->cost[write ? COP_COST_LINE_WRITE : COP_COST_LINE_READ]);
}

static void sim_mark(cop_processor *face, const char *what)
{
    cop_timeline_mark(&face->machine->timeline, face->rank, what,
                      ((cop_sim_processor *)face)->clock);
}

/* A processor that works knows its time up to its own clock. One that waits will do so at least
 * until the earliest of the others goes on. */
static void sim_look(cop_machine *face, int rank, cop_look *look)
{
    const cop_sim *sim = (const cop_sim *)face;
    const cop_sim_processor *p = &sim->all[rank], *first = &sim->all[0];
    look->times[COP_IDLE] = p->idle;
    look->times[COP_LOCKED] = p->locked;
    look->times[COP_COMMUNICATING] = p->communicating;
    look->now = look->since = p->clock;
    look->what = p->state == COP_SIM_READY    ? COP_BUSY
                 : p->state == COP_SIM_LOCKED ? COP_LOCKED
                                              : COP_IDLE;
    if (look->what == COP_BUSY)
        return;
    int64_t next = sim->agenda.count > 0 ? sim->agenda.heap[0].time : COP_SIM_NEVER;
    if (first->state == COP_SIM_READY && first->clock < next)
        next = first->clock;
    if (next < COP_SIM_NEVER && next > look->now)
        look->now = next;
}

/* -------------------------------------------------------------------------------------------- run
 */

static void processor_main(void *user)
{
    cop_sim_processor *p = user;
    cop_sim *sim = cop_sim_of(p);
    sim->body(&p->face, sim->shared);
    cop_sim_step(p, 9); /* it is gone for the others at its end, not before */
    p->state = COP_SIM_ENDED;
    cop_sim_switch(p);
}

static void make_ready(cop_sim *sim)
{
    sim->fingerprint = 0;
    sim->failed = COPSE_OK;
    sim->agenda.count = 0;
    cop_lines_begin(&sim->lines);
    for (int i = 0; i < sim->face.processors; i++) {
        cop_sim_processor *p = &sim->all[i];
        p->clock = p->wake = p->idle = p->locked = p->communicating = 0;
        p->horizon = sim->kill_at[i];
        p->looks = 0;
        p->state = COP_SIM_READY;
        p->next_waiting = p->last_waiting = 0;
        sim->agenda.place[i] = 0;
        cop_agenda_put(&sim->agenda, i, 0);
        cop_coroutine_init(&p->coroutine, sim->stacks.first + (size_t)i * sim->stacks.step,
                           sim->stacks.size, processor_main, p);
    }
}

/* Nobody is on the agenda any more: have all ended? */
static void check_stuck(cop_sim *sim)
{
    int waiting = 0, locked = 0, first = -1;
    for (int i = sim->face.processors - 1; i >= 0; i--) {
        waiting += sim->all[i].state == COP_SIM_WAITING;
        locked += sim->all[i].state == COP_SIM_LOCKED;
        if (sim->all[i].state == COP_SIM_WAITING || sim->all[i].state == COP_SIM_LOCKED)
            first = i;
    }
    if (first >= 0)
        sim->failed =
            cop_say(&sim->why, COPSE_STUCK,
                    "the processors wait for each other: %d for a message, %d for a lock, "
                    "processor %d among them",
                    waiting, locked, first);
}

static void settle_account(cop_sim *sim)
{
    for (int i = 0; i < sim->face.processors; i++)
        if (sim->all[i].clock > sim->face.elapsed)
            sim->face.elapsed = sim->all[i].clock;
    for (int i = 0; i < sim->face.processors; i++) {
        cop_sim_processor *p = &sim->all[i];
        int64_t *times = sim->face.times[i];
        times[COP_IDLE] = p->idle;
        times[COP_LOCKED] = p->locked;
        times[COP_COMMUNICATING] = p->communicating;
        cop_machine_fill_times(&sim->face, i, p->clock);
        cop_mail_free(&sim->pool, p->in_hand);
        cop_mail_free_all(&sim->pool, p->first);
        p->in_hand = p->first = p->last = NULL;
        cop_coroutine_clear(&p->coroutine);
    }
}

static copse_status sim_run(cop_machine *face, void (*body)(cop_processor *p, void *shared),
                            void *shared, copse_message *why)
{
    cop_sim *sim = (cop_sim *)face;
    if (sim->stacks.whole == NULL && !cop_stacks_init(&sim->stacks, face->processors, STACK))
        return cop_say(why, COPSE_NO_MEMORY, "no memory for the stacks of %d processors",
                       face->processors);
    sim->body = body;
    sim->shared = shared;
    make_ready(sim);
    cop_coroutine_init_here(&sim->home);
    cop_coroutine_switch(&sim->home, &sim->all[cop_agenda_take(&sim->agenda)].coroutine);
    if (sim->failed == COPSE_OK)
        check_stuck(sim);
    settle_account(sim);
    if (sim->failed != COPSE_OK)
        cop_say(why, sim->failed, "%s", sim->why.text);
    return sim->failed;
}

/* --------------------------------------------------------------------------------------- new, free
 */

static void sim_free(cop_machine *face)
{
    cop_sim *sim = (cop_sim *)face;
    copse_allocator allocator = face->allocator;
    size_t count = (size_t)face->processors;
    cop_stacks_clear(&sim->stacks);
    cop_lines_clear(&sim->lines);
    cop_chunk_free_all(&allocator, &sim->chunks);
    cop_memory_free(&allocator, sim->kill_at, count * sizeof *sim->kill_at);
    cop_memory_free(&allocator, sim->agenda.heap, count * sizeof *sim->agenda.heap);
    cop_memory_free(&allocator, sim->agenda.place, count * sizeof *sim->agenda.place);
    cop_memory_free(&allocator, sim->all, count * sizeof *sim->all);
    cop_machine_clear(face);
    cop_memory_free(&allocator, sim, sizeof *sim);
}

static const cop_machine_table table = {
    .name = "sim",
    .shares_memory = true,
    .send = cop_sim_send,
    .wait = cop_sim_wait,
    .now = sim_now,
    .charge = sim_charge,
    .line = sim_line,
    .take = cop_sim_take,
    .try_take = cop_sim_try,
    .give = cop_sim_give,
    .mark = sim_mark,
    .look = sim_look,
    .run = sim_run,
    .free = sim_free,
};

static cop_chunk *new_chunk(void *user, size_t size)
{
    cop_sim *sim = user;
    return cop_chunk_new(&sim->face.allocator, &sim->chunks, size);
}

/* Picoseconds, unless everything that costs anything costs a millisecond or more. */
static void set_costs(cop_sim *sim, const cop_costs *costs)
{
    double least = INFINITY;
    for (int i = 0; i < COP_COSTS; i++)
        if (costs->seconds[i] > 0 && costs->seconds[i] < least)
            least = costs->seconds[i];
    double rate = least >= 1e-3 ? 1e9 : 1e12;
    sim->face.tick = 1 / rate;
    for (int i = 0; i < COP_COSTS; i++)
        sim->cost[i] = llround(costs->seconds[i] * rate);
}

static bool make_parts(cop_sim *sim)
{
    const copse_allocator *allocator = &sim->face.allocator;
    size_t count = (size_t)sim->face.processors;
    sim->all = cop_memory_new(allocator, count * sizeof *sim->all);
    sim->kill_at = cop_memory_new(allocator, count * sizeof *sim->kill_at);
    sim->agenda.heap = cop_memory_new(allocator, count * sizeof *sim->agenda.heap);
    sim->agenda.place = cop_memory_new(allocator, count * sizeof *sim->agenda.place);
    return sim->all != NULL && sim->kill_at != NULL && sim->agenda.heap != NULL &&
           sim->agenda.place != NULL &&
           cop_lines_init(&sim->lines, allocator, sim->face.processors);
}

cop_machine *cop_machine_new_sim(const copse_allocator *allocator, int processors,
                                 const char *costs, copse_message *why)
{
    cop_costs prices;
    if (!cop_machine_check_processors(processors, why) ||
        cop_costs_choose(allocator, costs, &prices, why) != COPSE_OK)
        return NULL;
    cop_sim *sim = cop_memory_new(allocator, sizeof *sim);
    if (sim == NULL || !cop_machine_init(&sim->face, &table, allocator, processors, why)) {
        cop_say(why, COPSE_NO_MEMORY, "no memory for %d processors", processors);
        cop_memory_free(allocator, sim, sizeof *sim);
        return NULL;
    }
    if (!make_parts(sim)) {
        cop_say(why, COPSE_NO_MEMORY, "no memory for %d processors", processors);
        sim_free(&sim->face);
        return NULL;
    }
    set_costs(sim, &prices);
    sim->pool.more = new_chunk;
    sim->pool.user = sim;
    for (int i = 0; i < processors; i++) {
        sim->all[i].face = (cop_processor){.table = &table,
                                           .machine = &sim->face,
                                           .rank = i,
                                           .count = processors,
                                           .simulated = true};
        sim->kill_at[i] = COP_SIM_NEVER;
    }
    return &sim->face;
}

/* -------------------------------------------------------------------------------------- for tests
 */

uint64_t cop_machine_fingerprint(const cop_machine *machine)
{
    return machine->table == &table ? ((const cop_sim *)machine)->fingerprint : 0;
}

void cop_machine_kill_at(cop_machine *machine, int rank, double seconds)
{
    cop_sim *sim = (cop_sim *)machine;
    if (machine->table != &table || rank < 0 || rank >= machine->processors)
        return;
    double ticks = seconds / machine->tick + 0.5;
    if (!(ticks < (double)COP_SIM_NEVER))
        sim->kill_at[rank] = COP_SIM_NEVER;
    else
        sim->kill_at[rank] = ticks > 0 ? (int64_t)ticks : 0;
}
