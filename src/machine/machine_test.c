/* SPDX-License-Identifier: MIT
 *
 * What every machine that shares memory promises, on threads and on simulated processors. */
#include "machine/machine_test.h"

enum { MOST = 16 };

static cop_machine *machines[2]; /* threads, sim */

static void on_both(int processors, body *what, void *shared, void (*check)(void *shared))
{
    machines[0] = new_threads(processors);
    machines[1] = new_sim(processors, "unit,send=0.5,receive=0.25");
    for (int i = 0; i < 2; i++) {
        for (int again = 0; again < 3; again++) {
            run(machines[i], what, shared);
            check(shared);
        }
        cop_machine_free(machines[i]);
    }
}

/* -------------------------------------------------------------------------------------- messages
 */

enum { EACH = 300 };

struct traffic {
    int wrong, got[MOST];
};

/* Everybody sends EACH numbers, of all lengths, to everybody, itself too, and reads them. */
static void all_to_all(cop_processor *p, void *shared)
{
    struct traffic *traffic = shared;
    int next[MOST] = {0}, wrong = 0, got = 0;
    cop_letter letter;
    for (int i = 0; i < EACH; i++) {
        uint32_t words[65];
        size_t count = 1 + (size_t)(i + p->rank) % 65;
        for (size_t k = 0; k < count; k++)
            words[k] = (uint32_t)(1000 * p->rank + i);
        for (int to = 0; to < p->count; to++)
            wrong += !cop_send(p, to, (uint32_t)i, words, 4 * count);
        cop_charge(p, COP_WORK_EVALUATION, 1);
    }
    while (got < EACH * p->count && cop_wait(p, INFINITY, &letter)) {
        const uint32_t *words = letter.bytes;
        size_t count = 1 + (size_t)(next[letter.from] + letter.from) % 65;
        wrong += (uintptr_t)letter.bytes % _Alignof(max_align_t) != 0;
        wrong += letter.tag != (uint32_t)next[letter.from] || letter.size != 4 * count;
        for (size_t k = 0; k < letter.size / 4; k++)
            wrong += words[k] != (uint32_t)(1000 * letter.from + next[letter.from]);
        next[letter.from]++;
        got++;
    }
    traffic->got[p->rank] = wrong == 0 ? got : -wrong;
}

static void check_all_to_all(void *shared)
{
    struct traffic *traffic = shared;
    for (int i = 0; i < 5; i++) {
        assert_int_equal(traffic->got[i], 5 * EACH);
        traffic->got[i] = 0;
    }
}

static void messages_in_order(void **state)
{
    struct traffic traffic = {0};
    (void)state;
    on_both(5, all_to_all, &traffic, check_all_to_all);
}

/* A number goes round and everybody adds one to it. */
static void go_round(cop_processor *p, void *shared)
{
    enum { ROUNDS = 20 };
    int *last = shared, number = 0;
    cop_letter letter;
    if (p->rank == 0)
        cop_send(p, 1, 7, &number, sizeof number);
    for (int i = 0; i < ROUNDS; i++) {
        if (!cop_wait(p, INFINITY, &letter) || letter.tag != 7)
            return;
        memcpy(&number, letter.bytes, sizeof number);
        number++;
        if (p->rank == 0 && i == ROUNDS - 1)
            *last = number;
        else
            cop_send(p, (p->rank + 1) % p->count, 7, &number, sizeof number);
    }
}

static void check_round(void *shared)
{
    int *last = shared;
    assert_int_equal(*last, 20 * MOST);
    *last = 0;
}

static void ring(void **state)
{
    int last = 0;
    (void)state;
    on_both(MOST, go_round, &last, check_round);
}

/* Processor 1 waits for what does not come, then for what does. Processor 0 sends late, to 1 and to
 * one that is gone, and large messages. */
struct late {
    bool first, second, gone, empty, large;
    double waited;
};

enum { LARGE = 3 << 20 };

static void be_late(cop_processor *p, void *shared)
{
    struct late *late = shared;
    cop_letter letter;
    if (p->rank == 0) {
        static const char bytes[LARGE];
        cop_wait(p, 0.05, &letter);
        cop_send(p, 1, 1, NULL, 0);
        cop_send(p, 1, 2, bytes, LARGE);
        cop_wait(p, 0.05, &letter);
        late->gone = !cop_send(p, 2, 1, "x", 1);
    } else if (p->rank == 1) {
        double start = cop_now(p);
        late->first = cop_wait(p, 0.01, &letter);
        late->waited = cop_now(p) - start;
        late->second = cop_wait(p, INFINITY, &letter);
        late->empty = letter.size == 0 && letter.tag == 1;
        late->large = cop_wait(p, 100, &letter) && letter.size == LARGE;
        late->first = late->first || cop_poll(p, &letter);
    }
}

static void check_late(void *shared)
{
    struct late *late = shared;
    assert_false(late->first);
    assert_true(late->waited >= 0.00999);
    assert_true(late->second);
    assert_true(late->empty);
    assert_true(late->large);
    assert_true(late->gone);
    *late = (struct late){0};
}

static void waiting(void **state)
{
    struct late late = {0};
    (void)state;
    on_both(3, be_late, &late, check_late);
}

/* ----------------------------------------------------------------------------------------- locks
 */

struct counted {
    cop_lock lock, tried;
    long taken, got; /* each under its lock */
};

static void count(cop_processor *p, void *shared)
{
    struct counted *counted = shared;
    for (int i = 0; i < 2000; i++) {
        cop_lock_take(p, &counted->lock);
        cop_shared_write(p, &counted->taken);
        counted->taken++;
        cop_charge(p, COP_WORK_EVALUATION, 1);
        cop_lock_give(p, &counted->lock);
        if (cop_lock_try(p, &counted->tried)) {
            counted->got++;
            cop_charge(p, COP_WORK_EVALUATION, 1);
            cop_lock_give(p, &counted->tried);
        }
    }
}

static void check_counted(void *shared)
{
    struct counted *counted = shared;
    assert_int_equal(counted->taken, 4 * 2000);
    assert_true(counted->got > 0 && counted->got <= 4 * 2000);
    assert_int_equal(counted->lock.state, 0);
    assert_int_equal(counted->lock.waiting, 0);
    counted->taken = counted->got = 0;
}

static void mutual_exclusion(void **state)
{
    struct counted counted = {.taken = 0};
    (void)state;
    on_both(4, count, &counted, check_counted);
}

/* A lock makes what was written under it visible; a message what was written before it. */
struct handed {
    int plain, seen;
};

static void hand_over(cop_processor *p, void *shared)
{
    struct handed *handed = shared;
    cop_letter letter;
    if (p->rank == 0) {
        handed->plain = 42;
        cop_send(p, 1, 0, NULL, 0);
    } else if (cop_wait(p, INFINITY, &letter)) {
        handed->seen = handed->plain;
    }
}

static void check_handed(void *shared)
{
    struct handed *handed = shared;
    assert_int_equal(handed->seen, 42);
    *handed = (struct handed){0};
}

static void what_was_written_before(void **state)
{
    struct handed handed = {0};
    (void)state;
    on_both(2, hand_over, &handed, check_handed);
}

/* --------------------------------------------------------------------------------------- account
 */

static void times_add_up(void **state)
{
    struct traffic traffic = {0};
    (void)state;
    machines[0] = new_threads(5);
    machines[1] = new_sim(5, "unit,send=0.5,receive=0.25");
    for (int m = 0; m < 2; m++) {
        run(machines[m], all_to_all, &traffic);
        double elapsed = cop_machine_elapsed(machines[m]);
        assert_true(elapsed > 0);
        for (int rank = 0; rank < 5; rank++) {
            double times[COP_ACTIVITIES], sum = 0;
            cop_machine_times(machines[m], rank, times);
            for (int i = 0; i < COP_ACTIVITIES; i++) {
                assert_true(times[i] >= 0);
                sum += times[i];
            }
            assert_int_equal(llround(sum * 1e9), llround(elapsed * 1e9));
            assert_true(times[COP_COMMUNICATING] > 0);
        }
        cop_machine_free(machines[m]);
    }
}

/* -------------------------------------------------------------------------------- what is refused
 */

static void bad_counts(void **state)
{
    copse_allocator allocator = cop_memory_standard();
    static const int counts[] = {0, -1, COP_MOST_PROCESSORS + 1};
    (void)state;
    for (int i = 0; i < 3; i++) {
        copse_message why = {""};
        assert_null(cop_machine_new_threads(&allocator, counts[i], &why));
        assert_non_null(strstr(why.text, "a machine has 1 to 4096"));
        why.text[0] = 0;
        assert_null(cop_machine_new_sim(&allocator, counts[i], "unit", &why));
        assert_non_null(strstr(why.text, "a machine has 1 to 4096"));
    }
}

/* An allocator that gives only so many blocks, all of them on this thread. */
struct poor {
    int left, given;
};

static void *poor_alloc(void *user, size_t size)
{
    struct poor *poor = user;
    if (poor->left-- <= 0)
        return NULL;
    poor->given++;
    return calloc(1, size);
}

static void poor_free(void *user, void *memory, size_t size)
{
    (void)size;
    ((struct poor *)user)->given--;
    free(memory);
}

struct attempt {
    bool sent;
    atomic_bool made;
};

/* The receiver stays until it has been tried: who is gone gets no message. */
static void send_one(cop_processor *p, void *shared)
{
    cop_letter letter;
    struct attempt *attempt = shared;
    if (p->rank == 0) {
        attempt->sent = cop_send(p, 1, 0, "x", 1);
        atomic_store(&attempt->made, true);
    }
    while (!atomic_load(&attempt->made))
        cop_wait(p, 0.01, &letter);
}

/* However little there is, nothing but a message is lost, and nothing leaks. */
static void no_memory(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        int made = 0;
        for (int blocks = 0; blocks < 16; blocks++) {
            struct poor poor = {.left = blocks};
            copse_allocator allocator = {poor_alloc, poor_free, &poor};
            copse_message why = {""};
            struct attempt attempt = {.sent = false};
            cop_machine *machine = kind == 0 ? cop_machine_new_threads(&allocator, 2, &why)
                                             : cop_machine_new_sim(&allocator, 2, "unit", &why);
            if (machine == NULL) {
                assert_non_null(strstr(why.text, "no memory"));
            } else {
                run(machine, send_one, &attempt);
                assert_true(made++ == 0 ? !attempt.sent : attempt.sent);
                copse_status status = cop_machine_keep_timeline(machine, 100, &why);
                assert_true(status == COPSE_OK || status == COPSE_NO_MEMORY);
            }
            cop_machine_free(machine);
            assert_int_equal(poor.given, 0);
        }
        assert_true(made > 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(messages_in_order), cmocka_unit_test(ring),
        cmocka_unit_test(waiting),           cmocka_unit_test(mutual_exclusion),
        cmocka_unit_test(times_add_up),      cmocka_unit_test(what_was_written_before),
        cmocka_unit_test(bad_counts),        cmocka_unit_test(no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
