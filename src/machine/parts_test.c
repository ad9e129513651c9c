/* SPDX-License-Identifier: MIT
 *
 * The parts of the simulated machine, each alone: agenda, coroutines, cache lines. */
#include "base/os.h"
#include "machine/agenda.h"
#include "machine/lines.h"
#include "machine/machine_test.h"

/* ---------------------------------------------------------------------------------------- agenda
 */

enum { RANKS = 100 };

/* Beside a plain list, over many random operations. */
static void agenda(void **state)
{
    cop_due heap[RANKS];
    int place[RANKS] = {0};
    cop_agenda agenda = {heap, 0, place};
    int64_t due[RANKS]; /* -1: not in it */
    uint64_t random = 1;
    (void)state;
    for (int i = 0; i < RANKS; i++)
        due[i] = -1;
    for (int i = 0; i < 100000; i++) {
        int rank = (int)draw(&random, RANKS);
        int64_t time = (int64_t)draw(&random, 50);
        int first = -1;
        for (int k = 0; k < RANKS; k++)
            if (due[k] >= 0 && (first < 0 || due[k] < due[first]))
                first = k;
        if (draw(&random, 3) > 0) {
            cop_agenda_put(&agenda, rank, time);
            due[rank] = time;
        } else if (first >= 0 && due[rank] < 0 && draw(&random, 2) == 0) {
            assert_int_equal(cop_agenda_exchange(&agenda, rank, time), first);
            due[first] = -1;
            due[rank] = time;
        } else if (first >= 0) {
            assert_int_equal(cop_agenda_take(&agenda), first);
            due[first] = -1;
        }
    }
}

/* ------------------------------------------------------------------------------------- coroutines
 */

enum { COROUTINES = 50 };

static struct {
    cop_coroutine home, all[COROUTINES];
    cop_stacks stacks;
    double sum;
    int steps;
} pond;

/* Goes on with the next one, with values in all kinds of registers. */
static void hop(void *user)
{
    int self = (int)(intptr_t)user;
    double a = self, b = 2 * self;
    for (int i = 0; i < 100; i++) {
        volatile char room[3000];
        room[0] = room[2999] = (char)i;
        cop_coroutine_switch(&pond.all[self],
                             self + 1 < COROUTINES ? &pond.all[self + 1] : &pond.home);
        a += 1;
        b += 2;
        pond.steps += room[0] == (char)i && room[2999] == (char)i;
    }
    pond.sum += a + b;
    cop_coroutine_switch(&pond.all[self], self + 1 < COROUTINES ? &pond.all[self + 1] : &pond.home);
}

static void coroutines(void **state)
{
    (void)state;
    pond.sum = 0;
    pond.steps = 0;
    assert_true(cop_stacks_init(&pond.stacks, COROUTINES, 64 << 10));
    cop_coroutine_init_here(&pond.home);
    for (int i = 0; i < COROUTINES; i++)
        cop_coroutine_init(&pond.all[i], pond.stacks.first + (size_t)i * pond.stacks.step,
                           pond.stacks.size, hop, (void *)(intptr_t)i);
    for (int i = 0; i <= 100; i++)
        cop_coroutine_switch(&pond.home, &pond.all[0]);
    for (int i = 0; i < COROUTINES; i++)
        cop_coroutine_clear(&pond.all[i]);
    cop_stacks_clear(&pond.stacks);
    assert_int_equal(pond.steps, 100 * COROUTINES);
    assert_true(pond.sum == 3 * (COROUTINES * (COROUTINES - 1) / 2) + 300 * COROUTINES);
}

/* ------------------------------------------------------------------------------------------ lines
 */

static cop_lines lines;
static _Alignas(64) char place[64 * 20000];

static bool touch(int number, int rank, bool write)
{
    cop_line *line = cop_lines_find(&lines, place + 64 * (size_t)number, rank);
    assert_non_null(line);
    return cop_lines_touch(&lines, line, rank, write);
}

static void one_line(void **state)
{
    copse_allocator allocator = cop_memory_standard();
    (void)state;
    assert_true(cop_lines_init(&lines, &allocator, 3));
    assert_false(touch(0, 0, false)); /* nobody has written it */
    assert_false(touch(0, 1, false));
    assert_true(touch(0, 0, true)); /* 1 has it */
    assert_false(touch(0, 0, true));
    assert_false(touch(0, 0, false));
    assert_true(touch(0, 1, false));
    assert_false(touch(0, 1, false));
    assert_true(touch(0, 2, false));
    assert_true(touch(0, 0, true));
    assert_false(touch(0, 0, true));
    assert_true(touch(0, 1, false));
    assert_true(touch(0, 1, true)); /* 0 has it */
    assert_false(touch(0, 1, true));
    assert_true(touch(0, 2, true));
    assert_true(touch(0, 1, true));
    assert_false(touch(1, 1, true)); /* another one */
    assert_true(touch(1, 2, false));
    cop_lines_begin(&lines);
    assert_false(touch(1, 1, true)); /* forgotten */
    cop_lines_clear(&lines);
}

/* A cache holds COP_CACHE_SIGHTS lines that others have written. */
static void many_lines(void **state)
{
    copse_allocator allocator = cop_memory_standard();
    (void)state;
    assert_true(cop_lines_init(&lines, &allocator, 2));
    for (int i = 0; i < 20000; i++)
        assert_false(touch(i, 0, true));
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < COP_CACHE_SIGHTS; i++)
            assert_int_equal(touch(i, 1, false), round == 0);
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < 2 * COP_CACHE_SIGHTS; i++)
            assert_int_equal(touch(i, 1, false), round == 1 || i >= COP_CACHE_SIGHTS);
    cop_lines_clear(&lines);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agenda),
        cmocka_unit_test(coroutines),
        cmocka_unit_test(one_line),
        cmocka_unit_test(many_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
