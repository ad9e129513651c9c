/* SPDX-License-Identifier: MIT
 *
 * Each figure is the best of several blocks of many repetitions: whatever else runs on the machine
 * only ever makes it slower. Threads are measured by the wall clock, since waiting is what their
 * figures are about.
 */
#include "lab/bench_machine.h"

#include "base/memory.h"
#include "base/os.h"
#include "lab/clock.h"
#include "machine/coroutine.h"
#include "machine/machine.h"

#include <math.h>
#include <stdatomic.h>

/* ------------------------------------------------------------------------------------- simulation
 */

enum { SWITCHES = 100000 };

struct two_stacks {
    cop_coroutine home, other;
};

static void come_back(void *user)
{
    struct two_stacks *both = user;
    for (;;)
        cop_coroutine_switch(&both->other, &both->home);
}

static copse_status time_switch(struct bench *bench)
{
    struct two_stacks both;
    cop_stacks stacks;
    double best = 0;
    if (!cop_stacks_init(&stacks, 1, 64 << 10))
        return COPSE_NO_MEMORY;
    cop_coroutine_init_here(&both.home);
    cop_coroutine_init(&both.other, stacks.first, stacks.size, come_back, &both);
    for (int block = 0; block < 20; block++) {
        double start = clock_cpu();
        for (int i = 0; i < SWITCHES; i++)
            cop_coroutine_switch(&both.home, &both.other);
        bench_keep_least(&best, (clock_cpu() - start) / (2.0 * SWITCHES));
    }
    cop_coroutine_clear(&both.other);
    cop_stacks_clear(&stacks);
    bench_add_time(bench, "switch", best);
    return COPSE_OK;
}

/* All charge the same, so that after each charge another one is the earliest. */
static void take_turns(cop_processor *p, void *shared)
{
    int rounds = *(const int *)shared;
    for (int i = 0; i < rounds; i++) {
        cop_charge(p, COP_WORK_EVALUATION, 1);
        (void)cop_now(p);
    }
}

static copse_status time_events(struct bench *bench, int processors, const char *name)
{
    enum { EVENTS = 400000 };
    copse_allocator allocator = cop_memory_standard();
    int rounds = EVENTS / processors;
    double best = 0;
    cop_machine *machine = cop_machine_new_sim(&allocator, processors, "unit", &bench->why);
    copse_status status = machine != NULL ? COPSE_OK : COPSE_NO_MEMORY;
    for (int block = 0; block < 5 && status == COPSE_OK; block++) {
        double start = clock_cpu();
        status = cop_machine_run(machine, take_turns, &rounds, &bench->why);
        bench_keep_least(&best, (clock_cpu() - start) / ((double)rounds * processors));
    }
    cop_machine_free(machine);
    if (status == COPSE_OK)
        bench_add_time(bench, name, best);
    return status;
}

/* ---------------------------------------------------------------------------------------- threads
 */

enum { BATCH = 200, BLOCKS = 40, LARGE = 1 << 16 };

struct between {
    double send, receive, round_trip, byte, take, hand_over, line; /* the best, in seconds */
    _Alignas(64) atomic_int turn;
    _Alignas(64) cop_lock lock;
    double given; /* under the lock: when it was given last, and by whom */
    int giver;
};

/* Both wait, without sleeping, until it is this one's turn. */
static void wait_for_turn(struct between *b, int turn)
{
    while (atomic_load_explicit(&b->turn, memory_order_acquire) != turn)
        continue;
}

static void send_batch(cop_processor *p, struct between *b, size_t size, double *best)
{
    static const char bytes[LARGE];
    double start = clock_wall();
    for (int i = 0; i < BATCH; i++)
        cop_send(p, 1, 0, bytes, size);
    bench_keep_least(best, (clock_wall() - start) / BATCH);
    atomic_store(&b->turn, 1);
    wait_for_turn(b, 0);
}

static void receive_batch(cop_processor *p, struct between *b, double *best)
{
    cop_letter letter;
    wait_for_turn(b, 1);
    double start = clock_wall();
    for (int i = 0; i < BATCH; i++)
        cop_wait(p, INFINITY, &letter);
    if (best != NULL)
        bench_keep_least(best, (clock_wall() - start) / BATCH);
    atomic_store(&b->turn, 0);
}

static void send_and_receive(cop_processor *p, void *shared)
{
    struct between *b = shared;
    double large = 0;
    for (int block = 0; block < BLOCKS; block++) {
        if (p->rank == 0) {
            send_batch(p, b, 32, &b->send);
            send_batch(p, b, LARGE, &large);
        } else {
            receive_batch(p, b, &b->receive);
            receive_batch(p, b, NULL);
        }
    }
    if (p->rank == 0)
        b->byte = (large - b->send) / (LARGE - 32);
}

static void ping_pong(cop_processor *p, void *shared)
{
    struct between *b = shared;
    cop_letter letter;
    for (int block = 0; block < BLOCKS; block++) {
        double start = clock_wall();
        for (int i = 0; i < BATCH; i++) {
            if (p->rank == 1)
                cop_wait(p, INFINITY, &letter);
            cop_send(p, 1 - p->rank, 0, "a message of thirty-two letters", 32);
            if (p->rank == 0)
                cop_wait(p, INFINITY, &letter);
        }
        if (p->rank == 0)
            bench_keep_least(&b->round_trip, (clock_wall() - start) / BATCH);
    }
}

static void work_for(double seconds)
{
    double start = clock_wall();
    while (clock_wall() - start < seconds)
        continue;
}

/* Who gets a lock that the other has just given notes how long ago that was. The lock is held long
 * enough for the other to come and wait, and left alone long enough for the other to get it. */
static void contend(cop_processor *p, void *shared)
{
    struct between *b = shared;
    for (int block = 0; block < BLOCKS; block++) {
        double sum = 0;
        int count = 0;
        for (int i = 0; i < BATCH; i++) {
            cop_lock_take(p, &b->lock);
            double now = clock_wall();
            if (b->giver == 1 - p->rank) {
                sum += now - b->given;
                count++;
            }
            work_for(2e-6);
            b->giver = p->rank;
            b->given = clock_wall();
            cop_lock_give(p, &b->lock);
            work_for(1e-6);
        }
        if (p->rank == 0 && count >= BATCH / 4)
            bench_keep_least(&b->hand_over, sum / count);
    }
}

static void take_alone(cop_processor *p, void *shared)
{
    enum { TIMES = 100000 };
    struct between *b = shared;
    cop_lock lock = {0};
    for (int block = 0; p->rank == 0 && block < 10; block++) {
        double start = clock_wall();
        for (int i = 0; i < TIMES; i++) {
            cop_lock_take(p, &lock);
            cop_lock_give(p, &lock);
        }
        bench_keep_least(&b->take, (clock_wall() - start) / TIMES);
    }
}

/* A line goes to and fro: one way is one processor's write and the other's read. */
static void pass_line(cop_processor *p, void *shared)
{
    enum { TIMES = 2000 };
    struct between *b = shared;
    for (int block = 0; block < BLOCKS; block++) {
        double start = clock_wall();
        for (int i = 0; i < TIMES; i++) {
            wait_for_turn(b, p->rank);
            atomic_store_explicit(&b->turn, 1 - p->rank, memory_order_release);
        }
        if (p->rank == 0)
            bench_keep_least(&b->line, (clock_wall() - start) / (2.0 * TIMES));
    }
}

static copse_status time_threads(struct bench *bench)
{
    static void (*const bodies[])(cop_processor *, void *) = {send_and_receive, ping_pong,
                                                              take_alone, contend, pass_line};
    copse_allocator allocator = cop_memory_standard();
    struct between b = {.giver = -1};
    cop_machine *machine = cop_machine_new_threads(&allocator, 2, &bench->why);
    copse_status status = machine != NULL ? COPSE_OK : COPSE_NO_MEMORY;
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0] && status == COPSE_OK; i++)
        status = cop_machine_run(machine, bodies[i], &b, &bench->why);
    cop_machine_free(machine);
    if (status != COPSE_OK)
        return status;
    bench_add_time(bench, "message-send", b.send);
    bench_add_time(bench, "message-receive", b.receive);
    bench_add_time(bench, "message-one-way", b.round_trip / 2);
    bench_add_time(bench, "message-byte", b.byte);
    bench_add_time(bench, "lock", b.take);
    bench_add_time(bench, "lock-hand-over", b.hand_over);
    bench_add_time(bench, "line-transfer", b.line);
    return COPSE_OK;
}

static copse_status time_all(struct bench *bench)
{
    copse_status status = time_switch(bench);
    if (status == COPSE_OK)
        status = time_events(bench, 2, "sim-event-2");
    if (status == COPSE_OK)
        status = time_events(bench, 1024, "sim-event-1024");
    if (status == COPSE_OK && cop_cpus_allowed() >= 2)
        status = time_threads(bench);
    return status;
}

/* ----------------------------------------------------------------------------------------- rounds
 */

/* The round in which the last row, a line's way from one processor to the other, is the middle one
 * of all. */
static const struct bench *middle_round(const struct bench rounds[], int count)
{
    const int last = rounds[0].row_count - 1;
    for (int i = 0; i < count; i++) {
        double here = rounds[i].rows[last].value;
        int less = 0, same = 0;
        for (int k = 0; k < count; k++) {
            less += rounds[k].rows[last].value < here;
            same += !(rounds[k].rows[last].value < here || here < rounds[k].rows[last].value);
        }
        if (less <= count / 2 && count / 2 < less + same)
            return &rounds[i];
    }
    return &rounds[0]; /* some are no numbers */
}

/* How long two processors take to reach each other depends on which cores they are, and on a
 * machine that is shared that changes from time to time. The best of all rounds would be of cores
 * that happened to be near, and a middle for each row would be of some that are near and others
 * that are not: so it is one round, with all its rows. */
copse_status bench_machines(struct bench *bench, int count)
{
    struct bench rounds[BENCH_ROUNDS] = {{0}};
    for (int i = 0; i < count; i++) {
        copse_status status = time_all(&rounds[i]);
        if (status != COPSE_OK) {
            bench->why = rounds[i].why;
            return status;
        }
    }
    const struct bench *middle = middle_round(rounds, count);
    for (int row = 0; row < middle->row_count; row++)
        bench_add(bench, middle->rows[row]);
    return COPSE_OK;
}
