/* SPDX-License-Identifier: MIT
 *
 * History counters rise towards their largest value and never past it; killers are the last two
 * moves that differ. */
#include "table/history.h"

#include "support.h"

static cop_history history;

static void counters_rise(void **state)
{
    static const int depths[] = {0, 1, 2, 5, 21, 22, 100, COPSE_MAX_DEPTH};
    (void)state;
    for (int d = 0; d < 8; d++) {
        cop_history_clear(&history);
        uint32_t last = 0;
        for (int i = 0; i < 5000; i++) {
            cop_history_raise(&history, 1, 7, depths[d]);
            uint32_t now = cop_history_of(&history, 1, 7);
            assert_true(now >= last && now <= COP_HISTORY_MOST);
            last = now;
        }
        if (depths[d] > 0)
            assert_true(last > COP_HISTORY_MOST / 2);
        assert_int_equal(cop_history_of(&history, 0, 7), 0); /* the other side's */
        assert_int_equal(cop_history_of(&history, 1, 8), 0); /* another move's */
    }
}

static void deep_counts_more(void **state)
{
    uint32_t last = 0;
    (void)state;
    for (int depth = 1; depth <= 22; depth++) {
        cop_history_clear(&history);
        cop_history_raise(&history, 0, 3, depth);
        uint32_t now = cop_history_of(&history, 0, 3);
        assert_true(now > last);
        last = now;
    }
}

/* Any number is a move. Small ones have a counter each. */
static void any_move(void **state)
{
    static const copse_move large[] = {COP_HISTORY_SLOTS, 65536, UINT32_MAX - 1, UINT32_MAX};
    (void)state;
    cop_history_clear(&history);
    for (copse_move move = 0; move < COP_HISTORY_SLOTS; move++)
        cop_history_raise(&history, (int)(move & 1), move, 1 + (int)(move % 20));
    for (copse_move move = 0; move < COP_HISTORY_SLOTS; move++) {
        assert_true(cop_history_of(&history, (int)(move & 1), move) > 0);
        assert_int_equal(cop_history_of(&history, (int)(~move & 1), move), 0);
    }
    for (int i = 0; i < 4; i++) {
        uint32_t before = cop_history_of(&history, 0, large[i]);
        cop_history_raise(&history, 0, large[i], 5);
        assert_true(cop_history_of(&history, 0, large[i]) > before);
    }
    cop_history_clear(&history);
    for (copse_move move = 0; move < COP_HISTORY_SLOTS; move++)
        assert_int_equal(cop_history_of(&history, (int)(move & 1), move), 0);
}

static void killers(void **state)
{
    cop_killers k = {{COPSE_NO_MOVE, COPSE_NO_MOVE}};
    (void)state;
    assert_false(cop_killers_have(&k, 0));
    cop_killers_add(&k, 5);
    cop_killers_add(&k, 5);
    assert_true(cop_killers_have(&k, 5));
    assert_int_equal(k.moves[1], COPSE_NO_MOVE); /* the same move once */
    cop_killers_add(&k, 6);
    assert_true(k.moves[0] == 6 && k.moves[1] == 5);
    cop_killers_add(&k, 5);
    assert_true(k.moves[0] == 5 && k.moves[1] == 6);
    cop_killers_add(&k, 7);
    assert_true(cop_killers_have(&k, 7) && cop_killers_have(&k, 5) && !cop_killers_have(&k, 6));
}

/* What was raised can be lowered again, never below 0; answers count by the move before. */
static void counters_fall(void **state)
{
    (void)state;
    cop_history_clear(&history);
    for (int i = 0; i < 1000; i++) {
        cop_history_raise(&history, 0, 5, 6);
        cop_history_raise_after(&history, 9, 5, 6);
    }
    uint32_t high = cop_history_of(&history, 0, 5), answer = cop_history_after(&history, 9, 5);
    assert_true(high > COP_HISTORY_MOST / 2 && answer > COP_HISTORY_MOST / 2);
    assert_int_equal(cop_history_after(&history, 10, 5), 0);
    for (int i = 0; i < 1000; i++) {
        uint32_t before = cop_history_of(&history, 0, 5);
        cop_history_lower(&history, 0, 5, 6);
        cop_history_lower_after(&history, 9, 5, 6);
        assert_true(cop_history_of(&history, 0, 5) <= before);
    }
    assert_true(cop_history_of(&history, 0, 5) < high / 2);
    assert_true(cop_history_after(&history, 9, 5) < answer / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counters_rise),    cmocka_unit_test(counters_fall),
        cmocka_unit_test(deep_counts_more), cmocka_unit_test(any_move),
        cmocka_unit_test(killers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
