/* SPDX-License-Identifier: MIT
 *
 * How long to think: never more than there is, whatever the clock. */
#include "protocol/clock.h"
#include "protocol/gtp_time.h"

#include "support.h"

static void no_clock_has_no_budget(void **state)
{
    (void)state;
    cop_clock clock = {0};
    cop_budget budget = {7, 7};
    assert_false(cop_clock_budget(&clock, 10, &budget));
    assert_true(budget.soft == 7 && budget.hard == 7);
}

static void time_for_each_move_is_used_but_for_the_latency(void **state)
{
    (void)state;
    cop_budget budget;
    for (double seconds = 0.001; seconds < 1e4; seconds *= 3) {
        cop_clock clock = {.per_move = seconds, .runs = true, .left = 1};
        assert_true(cop_clock_budget(&clock, -1, &budget));
        assert_true(budget.soft == budget.hard);
        assert_true(budget.hard <= seconds && budget.hard >= 0.9 * seconds);
    }
}

/* Spends all that it may on every move, for as long as the game lasts. */
static void play_out(cop_clock clock, int plies, double latency, bool always_hard)
{
    for (int moves = clock.moves; plies > 0; plies -= 2) {
        cop_budget budget;
        assert_true(cop_clock_budget(&clock, plies, &budget));
        assert_true(budget.soft > 0 && budget.soft <= budget.hard);
        clock.left -= (always_hard ? budget.hard : budget.soft) + latency;
        if (clock.left < 0)
            fail_msg("out of time with %d plies left of the game", plies);
        clock.left += clock.increment;
        if (moves > 0 && --clock.moves == 0)
            return;
    }
}

static void the_clock_never_runs_out(void **state)
{
    (void)state;
    for (int hard = 0; hard < 2; hard++) {
        play_out((cop_clock){.runs = true, .left = 300}, 60, 0.01, hard);
        play_out((cop_clock){.runs = true, .left = 3}, 60, 0.0005, hard);
        play_out((cop_clock){.runs = true, .left = 60, .increment = 1}, 200, 0.01, hard);
        play_out((cop_clock){.runs = true, .left = 5, .increment = 1}, 200, 0.01, hard);
        play_out((cop_clock){.runs = true, .left = 60, .moves = 10}, 60, 0.01, hard);
        play_out((cop_clock){.runs = true, .left = 10, .moves = 1}, 60, 0.01, hard);
    }
}

/* An equal share each: most of the time is used, and the first move does not take all of it. */
static void a_game_uses_most_of_its_time(void **state)
{
    (void)state;
    cop_clock clock = {.runs = true, .left = 300};
    cop_budget budget;
    assert_true(cop_clock_budget(&clock, 60, &budget));
    assert_true(budget.soft > 5 && budget.soft < 20);
    for (int plies = 60; plies > 0; plies -= 2) {
        assert_true(cop_clock_budget(&clock, plies, &budget));
        clock.left -= budget.soft;
    }
    assert_true(clock.left < 60);
}

static void no_time_left_is_answered_at_once(void **state)
{
    (void)state;
    cop_clock clock = {.runs = true, .left = -3};
    cop_budget budget;
    assert_true(cop_clock_budget(&clock, -1, &budget));
    assert_true(budget.hard <= 0.01 && budget.hard > 0);
}

static void gtp_goes_from_main_time_to_periods(void **state)
{
    (void)state;
    cop_gtp_times times = {0};
    assert_false(cop_gtp_clock(&times, 0).runs);
    cop_gtp_time_settings(&times, 10, 6, 2);
    assert_true(cop_gtp_clock(&times, 0).left == 10 && cop_gtp_clock(&times, 0).moves == 0);
    assert_true(cop_gtp_clock(&times, 0).increment == 3);
    cop_gtp_time_spend(&times, 0, 11);
    assert_true(cop_gtp_clock(&times, 0).left == 6 && cop_gtp_clock(&times, 0).moves == 2);
    cop_gtp_time_spend(&times, 0, 2);
    assert_true(cop_gtp_clock(&times, 0).left == 4 && cop_gtp_clock(&times, 0).moves == 1);
    cop_gtp_time_spend(&times, 0, 2);
    assert_true(cop_gtp_clock(&times, 0).left == 6 && cop_gtp_clock(&times, 0).moves == 2);
    assert_true(cop_gtp_clock(&times, 1).left == 10); /* the other one's clock stands */
    cop_gtp_time_left(&times, 1, 77, 5);
    assert_true(cop_gtp_clock(&times, 1).left == 77 && cop_gtp_clock(&times, 1).moves == 5);
    cop_gtp_time_settings(&times, 0, 6, 2);
    assert_true(cop_gtp_clock(&times, 1).left == 6 && cop_gtp_clock(&times, 1).moves == 2);
    cop_gtp_time_settings(&times, 0, 6, 0); /* as the standard says: no limit */
    assert_false(cop_gtp_clock(&times, 1).runs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_clock_has_no_budget),
        cmocka_unit_test(time_for_each_move_is_used_but_for_the_latency),
        cmocka_unit_test(the_clock_never_runs_out),
        cmocka_unit_test(a_game_uses_most_of_its_time),
        cmocka_unit_test(no_time_left_is_answered_at_once),
        cmocka_unit_test(gtp_goes_from_main_time_to_periods),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
