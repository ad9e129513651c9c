/* SPDX-License-Identifier: MIT
 *
 * Counts of visits: exact while there is room; then the largest stay, whatever passes through. */
#include "tree/visits.h"

#include "base/memory.h"

#include "support.h"

static copse_allocator memory;

static cop_visits new_visits(void)
{
    cop_visits visits = {0};
    memory = cop_memory_standard();
    assert_true(cop_visits_set(&visits, &memory, true));
    return visits;
}

static void exact_while_there_is_room(void **state)
{
    cop_visits visits = new_visits();
    (void)state;
    for (uint32_t move = 0; move < 5000; move++) {
        uint32_t name = cop_visits_name(visits.root, move);
        assert_int_equal(cop_visits_of(&visits, name), 0);
        for (uint32_t i = 0; i <= move % 7; i++)
            cop_visits_add(&visits, name, 3);
    }
    for (uint32_t move = 0; move < 5000; move++)
        assert_int_equal(cop_visits_of(&visits, cop_visits_name(visits.root, move)),
                         3 * (move % 7 + 1));
    cop_visits_clear(&visits);
    assert_int_equal(cop_visits_of(&visits, cop_visits_name(visits.root, 1)), 0);
    cop_visits_set(&visits, &memory, false);
    assert_null(visits.entries);
}

/* A thousand nodes that are visited now and then, among ten million that are visited once. */
static void the_largest_stay(void **state)
{
    enum { OFTEN = 1000, TIMES = 100, ONCE = 100 };
    cop_visits visits = new_visits();
    uint32_t passing = 0, kept = 0;
    (void)state;
    for (uint32_t i = 0; i < TIMES * OFTEN; i++) {
        cop_visits_add(&visits, cop_visits_name(1, i % OFTEN), 1);
        for (uint32_t k = 0; k < ONCE; k++)
            cop_visits_add(&visits, cop_visits_name(2, passing++), 1);
    }
    for (uint32_t i = 0; i < OFTEN; i++)
        kept += cop_visits_of(&visits, cop_visits_name(1, i));
    assert_true(kept <= TIMES * OFTEN);
    if (kept < TIMES * OFTEN * 8 / 10)
        fail_msg("%u of %u visits were forgotten", TIMES * OFTEN - kept, TIMES * OFTEN);
    cop_visits_set(&visits, &memory, false);
}

/* What lies below the new root has the names that it had. */
static void root_moves_on(void **state)
{
    cop_visits visits = new_visits();
    (void)state;
    uint32_t child = cop_visits_name(visits.root, 5), grandchild = cop_visits_name(child, 6);
    cop_visits_add(&visits, child, 10);
    cop_visits_add(&visits, grandchild, 7);
    cop_visits_descend(&visits, 5);
    assert_int_equal(cop_visits_of(&visits, visits.root), 10);
    assert_int_equal(cop_visits_of(&visits, cop_visits_name(visits.root, 6)), 7);
    cop_visits_set(&visits, &memory, false);
}

static void a_count_never_wraps(void **state)
{
    cop_visits visits = new_visits();
    (void)state;
    cop_visits_add(&visits, 9, UINT32_MAX - 1);
    cop_visits_add(&visits, 9, 5);
    assert_int_equal(cop_visits_of(&visits, 9), UINT32_MAX);
    cop_visits_set(&visits, &memory, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_while_there_is_room),
        cmocka_unit_test(the_largest_stay),
        cmocka_unit_test(root_moves_on),
        cmocka_unit_test(a_count_never_wraps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
