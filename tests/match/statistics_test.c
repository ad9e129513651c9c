/* SPDX-License-Identifier: MIT
 *
 * Intervals against values from tables. */
#include "lab/statistics.h"

#include "support.h"

#include <math.h>

static void known_intervals(void **state)
{
    (void)state;
    static const struct {
        double successes, trials, low, high;
    } table[] = {
        {0, 10, 0, 0.277533},          {5, 10, 0.236593, 0.763407}, {10, 10, 0.722467, 1},
        {81, 263, 0.255289, 0.366210}, /* the example that Newcombe (1998) gives, 0.2553 to 0.3662
                                        */
        {1, 29, 0.006113, 0.171755},   /* ibid., 0.0061 to 0.1718 */
        {95, 100, 0.888250, 0.978456},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct interval found = interval_of_share(table[i].successes, table[i].trials);
        assert_true(fabs(found.low - table[i].low) < 1e-5);
        assert_true(fabs(found.high - table[i].high) < 1e-5);
    }
}

static void nothing_seen(void **state)
{
    (void)state;
    struct interval found = interval_of_share(0, 0);
    assert_true(found.low <= 0 && found.high >= 1);
}

/* Seen from the other side it is the same interval, and more trials make it narrower. */
static void sides_and_sizes(void **state)
{
    (void)state;
    double width = 1;
    for (int trials = 4; trials < 100000; trials *= 2) {
        struct interval one = interval_of_share(trials / 4, trials);
        struct interval other = interval_of_share(trials - trials / 4, trials);
        assert_true(fabs(one.low + other.high - 1) < 1e-12);
        assert_true(one.low < 0.25 && one.high > 0.25);
        assert_true(one.high - one.low < width);
        width = one.high - one.low;
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_intervals),
        cmocka_unit_test(nothing_seen),
        cmocka_unit_test(sides_and_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
