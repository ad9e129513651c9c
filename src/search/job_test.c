/* SPDX-License-Identifier: MIT
 *
 * When a run is over: each limit by itself, which of two comes first, and that the first reason
 * stays. */
#include "search/job.h"

#include "base/os.h"
#include "game/game.h"
#include "support.h"

static copse_message message;

/* A job without any limit. */
static cop_job new_job(void)
{
    cop_job job = {.game = &cop_random, .message = &message};
    job.limits = (copse_limits){.nodes = UINT64_MAX, .expansions = UINT64_MAX, .depth = 4000};
    message.text[0] = 0;
    cop_job_start(&job);
    return job;
}

static void starting(void **state)
{
    cop_job job = new_job();
    (void)state;
    assert_int_equal(job.result.stop, COPSE_STOP_NONE);
    assert_int_equal(job.result.move, COPSE_NO_MOVE);
    assert_int_equal(job.result.processors, 1);
    assert_int_equal(job.result.nodes, 0);
    for (int i = 0; i < 100000; i++)
        assert_false(cop_job_check(&job));
    assert_int_equal(job.status, COPSE_OK);
}

static void counters(void **state)
{
    cop_job job = new_job();
    (void)state;
    job.limits.nodes = 1000;
    job.limits.expansions = 100;
    job.result.nodes = 999;
    job.result.expansions = 99;
    assert_false(cop_job_check(&job));
    job.result.nodes = 1000;
    assert_true(cop_job_check(&job));
    assert_int_equal(job.result.stop, COPSE_STOP_NODES);
    job.result.expansions = 100;
    assert_true(cop_job_check(&job));
    assert_int_equal(job.result.stop, COPSE_STOP_NODES); /* the first reason stays */

    job = new_job();
    job.limits.expansions = 100;
    job.result.expansions = 101;
    assert_true(cop_job_check(&job));
    assert_int_equal(job.result.stop, COPSE_STOP_EXPANSIONS);
}

static void asked(void **state)
{
    cop_job job = new_job();
    (void)state;
    atomic_store(&job.stop_asked, true);
    assert_true(cop_job_check(&job));
    assert_int_equal(job.result.stop, COPSE_STOP_ASKED);
    /* Who asks before the start is heard, too. */
    cop_job_start(&job);
    assert_int_equal(job.result.stop, COPSE_STOP_NONE);
    assert_true(cop_job_check(&job));
}

/* Between the checks of a fast search and of a slow one the clock is looked at often enough. */
static void clock_is_read(void **state)
{
    cop_job job = new_job();
    uint64_t checks = 0;
    (void)state;
    job.limits.seconds = 0.02;
    while (!cop_job_check(&job))
        checks++;
    assert_int_equal(job.result.stop, COPSE_STOP_TIME);
    assert_true(checks > 100);
    assert_true(job.result.seconds >= 0.02 && job.result.seconds < 2);
    assert_true(job.result.cpu_seconds <= job.result.seconds + 0.1);

    job = new_job();
    job.limits.seconds = 0.02;
    checks = 0;
    while (!cop_job_check(&job)) {
        double until = cop_clock_wall() + 0.005;
        while (cop_clock_wall() < until) {
        }
        checks++;
    }
    assert_true(checks <= 8); /* 4, but for the time that other programs take */
}

static int reports;

static void count_reports(copse_search *search, const copse_result *so_far, void *user)
{
    assert_null(search);
    assert_int_equal(*(int *)user, 42);
    assert_true(so_far->seconds >= 0);
    reports++;
}

static void progress(void **state)
{
    int user = 42;
    cop_job job = new_job();
    (void)state;
    cop_job_report(&job); /* nobody wants to know */
    job.progress = count_reports;
    job.user = &user;
    reports = 0;
    cop_job_report(&job);
    assert_int_equal(reports, 1);
    for (int i = 0; i < 10000; i++)
        cop_job_check(&job);
    assert_int_equal(reports, 1); /* no interval: only when there is news */
    job.interval = 0.005;
    cop_job_start(&job);
    reports = 0;
    while (reports < 3) /* they come by themselves, and not all at once */
        assert_false(cop_job_check(&job));
    assert_true(cop_clock_wall() - job.started >= 3 * job.interval);
}

static void finishing(void **state)
{
    cop_job job = new_job();
    (void)state;
    cop_job_finish(&job, COPSE_STOP_SOLVED);
    assert_true(cop_job_check(&job));
    cop_job_finish(&job, COPSE_STOP_DEPTH);
    assert_int_equal(job.result.stop, COPSE_STOP_SOLVED);
}

static void blaming(void **state)
{
    cop_job job = new_job();
    (void)state;
    cop_job_blame_game(&job, "game %s: first", "x");
    cop_job_blame_game(&job, "game %s: second", "x");
    assert_int_equal(job.status, COPSE_BAD_GAME);
    assert_int_equal(job.result.stop, COPSE_STOP_BAD_GAME);
    assert_string_equal(message.text, "game x: first");

    job = new_job();
    assert_true(cop_job_count_is_fine(&job, 0));
    assert_true(cop_job_count_is_fine(&job, 100));
    assert_int_equal(job.status, COPSE_OK);
    assert_false(cop_job_count_is_fine(&job, 101));
    assert_int_equal(job.status, COPSE_BAD_GAME);
    assert_string_equal(message.text, "game random: a position has 101 children, max_moves says at "
                                      "most 100: raise max_moves");
    job = new_job();
    assert_false(cop_job_count_is_fine(&job, -1));
    assert_int_equal(job.result.stop, COPSE_STOP_BAD_GAME);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(starting),      cmocka_unit_test(counters), cmocka_unit_test(asked),
        cmocka_unit_test(clock_is_read), cmocka_unit_test(progress), cmocka_unit_test(finishing),
        cmocka_unit_test(blaming),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
