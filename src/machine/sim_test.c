/* SPDX-License-Identifier: MIT
 *
 * Simulated processors: times that were worked out by hand, the same run twice, death, and runs
 * that could never end. */
#include "machine/machine_test.h"

/* ------------------------------------------------------------------------------- times, by hand */

static void one_message(cop_processor *p, void *shared)
{
    cop_letter letter;
    (void)shared;
    if (p->rank == 0) {
        cop_charge(p, COP_WORK_EVALUATION, 5);
        cop_send(p, 1, 0, "1234", 4); /* from 5 to 5 + 2 + 4 = 11, there at 21 */
    } else {
        cop_wait(p, INFINITY, &letter); /* idle until 21, taken at 24 */
    }
}

static void price_of_a_message(void **state)
{
    cop_machine *machine = new_sim(2, "unit,send=2,receive=3,latency=10,byte=1");
    (void)state;
    run(machine, one_message, NULL);
    assert_int_equal(picoseconds(cop_machine_elapsed(machine)), picoseconds(24));
    times_are(machine, 0, 5, 13, 0, 6);
    times_are(machine, 1, 0, 21, 0, 3);
    cop_machine_free(machine);
}

/* Who sends first arrives last if the message is long. */
static void two_senders(cop_processor *p, void *shared)
{
    int *order = shared;
    cop_letter letter;
    if (p->rank == 1)
        cop_send(p, 0, 0, "123456789", 9); /* there at 9 + 1 */
    if (p->rank == 2) {
        cop_charge(p, COP_WORK_EVALUATION, 2);
        cop_send(p, 0, 0, "1", 1);      /* there at 2 + 1 + 1 */
        cop_send(p, 0, 0, "123456", 6); /* there at 3 + 6 + 1, with the first: ranks decide */
    }
    for (int i = 0; p->rank == 0 && i < 3 && cop_wait(p, INFINITY, &letter); i++)
        order[i] = (int)letter.size;
}

static void order_of_arrival(void **state)
{
    int order[3] = {0};
    cop_machine *machine = new_sim(3, "unit,byte=1");
    (void)state;
    run(machine, two_senders, order);
    assert_int_equal(order[0], 1);
    assert_int_equal(order[1], 9);
    assert_int_equal(order[2], 6);
    times_are(machine, 0, 0, 10, 0, 0);
    cop_machine_free(machine);
}

static void wait_a_little(cop_processor *p, void *shared)
{
    bool *got = shared;
    cop_letter letter;
    if (p->rank == 0) {
        cop_charge(p, COP_WORK_EVALUATION, 1);
        cop_send(p, 1, 0, NULL, 0); /* there at 2 */
        cop_charge(p, COP_WORK_EVALUATION, 1);
        cop_send(p, 1, 0, NULL, 0); /* there at 3 */
        return;
    }
    got[0] = cop_wait(p, 1.5, &letter); /* until 1.5: nothing */
    got[1] = cop_poll(p, &letter);
    got[2] = cop_wait(p, 0.5, &letter); /* until 2: just in time */
    got[3] = cop_wait(p, 0.75, &letter);
    got[4] = cop_now(p) == 2.75;
    got[5] = cop_wait(p, 1e300, &letter);
    got[6] = cop_wait(p, -1, &letter);
    got[7] = cop_wait(p, (double)NAN, &letter);
}

static void time_outs(void **state)
{
    static const bool wanted[8] = {false, false, true, false, true, true, false, false};
    bool got[8] = {false};
    cop_machine *machine = new_sim(2, "unit");
    (void)state;
    run(machine, wait_a_little, got);
    assert_memory_equal(got, wanted, sizeof got);
    times_are(machine, 1, 0, 3, 0, 0);
    cop_machine_free(machine);
}

struct queue {
    cop_lock lock;
    int order[8], count;
};

static void queue_up(cop_processor *p, void *shared)
{
    struct queue *queue = shared;
    cop_charge(p, COP_WORK_NODE, (uint64_t)(3 - p->rank));
    cop_lock_take(p, &queue->lock);
    queue->order[queue->count++] = p->rank;
    cop_charge(p, COP_WORK_EVALUATION, 10);
    cop_lock_give(p, &queue->lock);
}

/* Taking costs 1 and a hand-over 2. Processor 3 comes at 0, has it until 11; 2 comes at 1, has it
 * from 13 to 23; 1 comes at 2, has it from 25 to 35; 0 comes at 3, from 37 to 47. */
static void price_of_a_lock(void **state)
{
    struct queue queue = {.count = 0};
    cop_machine *machine = new_sim(4, "unit,node=1,lock=1,hand-over=2");
    (void)state;
    run(machine, queue_up, &queue);
    for (int i = 0; i < 4; i++)
        assert_int_equal(queue.order[i], 3 - i);
    times_are(machine, 3, 11, 36, 0, 0);
    times_are(machine, 2, 11, 24, 12, 0);
    times_are(machine, 1, 12, 12, 23, 0);
    times_are(machine, 0, 13, 0, 34, 0);
    cop_machine_free(machine);
}

static _Alignas(64) char memory[64 * 1024];

static void read_and_write(cop_processor *p, void *shared)
{
    const char *line = shared;
    switch (p->rank) {
    case 0:
        cop_shared_write(p, line); /* nobody had it */
        cop_charge(p, COP_WORK_EVALUATION, 10);
        cop_shared_write(p, line + 63); /* 1 and 2 have it: 10 to 15; on its way until 12 */
        cop_shared_write(p, line);      /* 1 has looked at 11: 15 to 20 */
        cop_shared_write(p, line);
        cop_shared_read(p, line);
        cop_shared_write(p, line + 64);
        break;
    case 1:
        cop_charge(p, COP_WORK_EVALUATION, 1);
        cop_shared_read(p, line); /* from 0: 1 to 4, on its way until 3 */
        cop_shared_read(p, line + 8);
        cop_charge(p, COP_WORK_EVALUATION, 7);
        cop_shared_read(p, line); /* at 11, waits until 12, then until 15 */
        break;
    default:
        cop_charge(p, COP_WORK_EVALUATION, 2);
        cop_shared_read(p, line); /* at 2, waits until 3, then until 6 */
    }
}

static void price_of_a_line(void **state)
{
    cop_machine *machine = new_sim(3, "unit,line-read=3,line-write=5,line-busy=2");
    (void)state;
    for (int again = 0; again < 2; again++) {
        run(machine, read_and_write, memory);
        times_are(machine, 0, 20, 0, 0, 0);
        times_are(machine, 1, 14, 5, 1, 0);
        times_are(machine, 2, 5, 14, 1, 0);
    }
    cop_machine_free(machine);
}

/* One processor pays for its work only. */
static void alone(cop_processor *p, void *shared)
{
    cop_lock lock = {0};
    for (int i = 0; i < 100; i++) {
        cop_shared_write(p, shared);
        cop_shared_read(p, (char *)shared + 64);
        cop_lock_take(p, &lock);
        cop_lock_give(p, &lock);
        cop_lock_try(p, &lock);
        cop_lock_give(p, &lock);
        cop_charge(p, COP_WORK_NODE, 3);
        cop_charge(p, COP_WORK_CHOOSE, 1);
    }
}

static void one_processor(void **state)
{
    cop_machine *machine =
        new_sim(1, "unit,node=2e-12,choose=1e-9,lock=1,line-read=1,line-write=1,line-busy=1");
    (void)state;
    run(machine, alone, memory);
    times_are(machine, 0, 100.6e-9, 0, 0, 0);
    cop_machine_free(machine);
}

/* ------------------------------------------------------------------------------- the same twice */

struct mixture {
    uint64_t seed;
    char *memory;
    cop_lock locks[8];
    uint64_t result;
};

/* Does at random whatever a processor can do. */
static void do_anything(cop_processor *p, void *shared)
{
    struct mixture *mixture = shared;
    uint64_t random = mixture->seed + (uint64_t)p->rank * 1000003;
    cop_letter letter;
    for (int i = 0; i < 60; i++) {
        uint64_t what = draw(&random, 8);
        size_t place = draw(&random, 700);
        cop_lock *lock = &mixture->locks[draw(&random, 8)];
        switch (what) {
        case 0:
            cop_send(p, (int)draw(&random, (uint64_t)p->count), (uint32_t)i, &random, place % 9);
            break;
        case 1:
            if (cop_wait(p, 1e-7 * (double)draw(&random, 20), &letter))
                mixture->result = cop_mix(mixture->result + letter.tag);
            break;
        case 2:
            cop_lock_take(p, lock);
            cop_shared_write(p, mixture->memory + 64 * place);
            cop_charge(p, COP_WORK_BACK_UP, 1);
            cop_lock_give(p, lock);
            break;
        case 3:
            if (cop_lock_try(p, lock))
                cop_lock_give(p, lock);
            break;
        case 4:
            cop_shared_write(p, mixture->memory + 64 * (place % 10));
            mixture->result = cop_mix(mixture->result + (uint64_t)p->rank);
            break;
        default:
            cop_shared_read(p, mixture->memory + 64 * place);
            cop_charge(p, (cop_work)(what % COP_WORKS), place % 5);
        }
    }
    mixture->result += (uint64_t)picoseconds(cop_now(p));
}

static const char some_costs[] =
    "unit,node=1.3e-8,evaluation=1.7e-7,play=1e-8,choose=2e-8,back-up=3.1e-8,send=5e-8,receive=4e-"
    "8,"
    "latency=1.1e-6,byte=1e-10,lock=1e-8,hand-over=6e-8,line-read=7e-8,line-write=9e-8,"
    "line-busy=3e-8";

static uint64_t mixed_run(cop_machine *machine, uint64_t seed, char *lines, uint64_t *result)
{
    struct mixture mixture = {.seed = seed, .memory = lines};
    run(machine, do_anything, &mixture);
    *result = mixture.result;
    return cop_machine_fingerprint(machine);
}

static void check_sums(const cop_machine *machine, int processors)
{
    int64_t elapsed = picoseconds(cop_machine_elapsed(machine));
    for (int rank = 0; rank < processors; rank++) {
        double times[COP_ACTIVITIES];
        int64_t sum = 0;
        cop_machine_times(machine, rank, times);
        for (int i = 0; i < COP_ACTIVITIES; i++)
            sum += picoseconds(times[i]);
        assert_int_equal(sum, elapsed);
    }
}

/* The second machine's lines lie elsewhere. */
static void the_same_twice(void **state)
{
    static const int counts[] = {1, 2, 35, 64, 1024, 4096};
    int most = COP_TSAN ? 64 : COP_ASAN ? 1024 : 4096;
    (void)state;
    for (int i = 0; i < 6 && counts[i] <= most; i++) {
        cop_machine *one = new_sim(counts[i], some_costs), *other = new_sim(counts[i], some_costs);
        uint64_t results[4];
        uint64_t first = mixed_run(one, 1, memory, &results[0]);
        double elapsed = cop_machine_elapsed(one);
        check_sums(one, counts[i]);
        assert_true(mixed_run(one, 2, memory, &results[1]) != first);
        assert_true(mixed_run(one, 1, memory + 64 * 300, &results[2]) == first);
        assert_true(mixed_run(other, 1, memory + 64 * 129, &results[3]) == first);
        assert_int_equal(picoseconds(cop_machine_elapsed(other)), picoseconds(elapsed));
        assert_true(results[0] == results[2] && results[0] == results[3]);
        assert_true(results[0] != results[1]);
        cop_machine_free(one);
        cop_machine_free(other);
    }
}

/* ----------------------------------------------------------------------------------------- death
 */

struct mourning {
    int got;
    bool sent;
};

static void report_often(cop_processor *p, void *shared)
{
    struct mourning *mourning = shared;
    cop_letter letter;
    if (p->rank == 1)
        for (;;) {
            cop_charge(p, COP_WORK_EVALUATION, 2);
            cop_send(p, 0, 0, NULL, 0); /* at 2 and 4, and not at 6 */
        }
    while (cop_wait(p, 10, &letter)) /* at 3 and 5, then until 15 */
        mourning->got++;
    mourning->sent = cop_send(p, 1, 0, NULL, 0);
}

static void killed_at_work(void **state)
{
    struct mourning mourning = {0, true};
    cop_machine *machine = new_sim(2, "unit");
    (void)state;
    cop_machine_kill_at(machine, 1, 5);
    run(machine, report_often, &mourning);
    assert_int_equal(mourning.got, 2);
    assert_false(mourning.sent);
    times_are(machine, 0, 0, 15, 0, 0);
    times_are(machine, 1, 5, 10, 0, 0);
    cop_machine_free(machine);
}

/* Of those who wait for a lock the first dies; the next gets it when it is given, at 10. */
static void killed_in_a_queue(void **state)
{
    struct queue queue = {.count = 0};
    cop_machine *machine = new_sim(3, "unit");
    (void)state;
    cop_machine_kill_at(machine, 1, 5);
    run(machine, queue_up, &queue);
    assert_int_equal(queue.count, 2);
    assert_int_equal(queue.order[1], 2);
    times_are(machine, 1, 0, 15, 5, 0);
    times_are(machine, 2, 10, 0, 10, 0);
    cop_machine_kill_at(machine, 1, INFINITY);
    queue = (struct queue){.count = 0};
    run(machine, queue_up, &queue);
    assert_int_equal(queue.count, 3);
    cop_machine_free(machine);
}

static void wait_shortly(cop_processor *p, void *shared)
{
    cop_letter letter;
    bool *lives = shared;
    lives[p->rank] = cop_wait(p, 7, &letter) || true;
}

static void killed_waiting(void **state)
{
    bool lives[2] = {false, false};
    cop_machine *machine = new_sim(2, "unit");
    (void)state;
    cop_machine_kill_at(machine, 0, 3);
    cop_machine_kill_at(machine, 2, 3); /* there is none */
    run(machine, wait_shortly, lives);
    assert_false(lives[0]);
    assert_true(lives[1]);
    times_are(machine, 0, 0, 7, 0, 0);
    cop_machine_free(machine);
}

/* ------------------------------------------------------------------------------ what never ends */

static void wait_for_ever(cop_processor *p, void *shared)
{
    cop_letter letter;
    (void)shared;
    cop_charge(p, COP_WORK_EVALUATION, (uint64_t)p->rank);
    if (p->rank != 2)
        cop_wait(p, INFINITY, &letter);
}

static void take_twice(cop_processor *p, void *shared)
{
    struct queue *queue = shared;
    cop_lock_take(p, &queue->lock);
    cop_lock_take(p, &queue->lock);
}

static void poll_for_ever(cop_processor *p, void *shared)
{
    cop_letter letter;
    (void)shared;
    while (p->rank == 0 && !cop_poll(p, &letter))
        continue;
}

static void work_for_ever(cop_processor *p, void *shared)
{
    (void)shared;
    cop_charge(p, COP_WORK_EVALUATION, UINT64_MAX - 1);
    (void)cop_now(p);
    cop_charge(p, COP_WORK_EVALUATION, 1);
}

static void stuck(void **state)
{
    struct queue queue = {.count = 0};
    cop_machine *machine = new_sim(5, "unit"), *lone = new_sim(1, "unit");
    (void)state;
    run_fails(machine, wait_for_ever, NULL, COPSE_STUCK, "4 for a message, 0 for a lock");
    run_fails(machine, take_twice, &queue, COPSE_STUCK, "0 for a message, 5 for a lock");
    run_fails(machine, poll_for_ever, NULL, COPSE_STUCK, "looks for ever");
    run_fails(machine, work_for_ever, NULL, COPSE_BAD_OPTION, "virtual time");
    queue = (struct queue){.count = 0};
    run_fails(lone, take_twice, &queue, COPSE_STUCK, "1 for a lock, processor 0");
    /* And all is well again afterwards. */
    queue = (struct queue){.count = 0};
    run(machine, queue_up, &queue);
    assert_int_equal(queue.count, 5);
    cop_machine_free(machine);
    cop_machine_free(lone);
}

/* Looking again and again is no way to wait, but it ends. */
struct watched {
    int flag;
    double seen;
};

static void watch(cop_processor *p, void *shared)
{
    struct watched *watched = shared;
    cop_letter letter;
    if (p->rank == 0) {
        do
            cop_shared_read(p, &watched->flag);
        while (watched->flag == 0);
        while (!cop_poll(p, &letter))
            continue;
        watched->seen = cop_now(p);
    } else {
        cop_charge(p, COP_WORK_EVALUATION, 3);
        cop_shared_write(p, &watched->flag);
        watched->flag = 1;
        cop_charge(p, COP_WORK_EVALUATION, 3);
        cop_send(p, 0, 0, NULL, 0);
    }
}

static void watching(void **state)
{
    struct watched watched = {0};
    cop_machine *machine = new_sim(2, "unit");
    (void)state;
    run(machine, watch, &watched);
    assert_true(watched.seen >= 7 && watched.seen < 7.001);
    cop_machine_free(machine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(price_of_a_message),
        cmocka_unit_test(order_of_arrival),
        cmocka_unit_test(time_outs),
        cmocka_unit_test(price_of_a_lock),
        cmocka_unit_test(price_of_a_line),
        cmocka_unit_test(one_processor),
        cmocka_unit_test(the_same_twice),
        cmocka_unit_test(killed_at_work),
        cmocka_unit_test(killed_in_a_queue),
        cmocka_unit_test(killed_waiting),
        cmocka_unit_test(stuck),
        cmocka_unit_test(watching),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
