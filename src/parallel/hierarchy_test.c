/* SPDX-License-Identifier: MIT
 *
 * Masters of masters: the same on every run, a sound tree at the top, counts that add up, minimax's
 * value at the end, and no harm from processors that die. */
#include "parallel/drive_test.h"

#include "base/random.h"

static void simulated_ones_repeat(void **state)
{
    static const int counts[] = {8, 35, 300};
    (void)state;
    NOT_FOR_TSAN();
    for (int policy = 0; policy < POLICIES; policy++)
        for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
            static bench first, second;
            bench *twice[] = {&first, &second};
            uint64_t prints[2];
            for (int k = 0; k < 2; k++) {
                bench *s = twice[k];
                begin(s, policy, "branching=6,shape=random,seed=3", "origin2000", counts[i]);
                set(s, "driver", "hierarchy");
                set(s, "speculation", i % 2 == 0 ? "predicted" : "plain");
                s->job.limits.expansions = 6000;
                run(s);
                prints[k] = cop_machine_fingerprint(s->machine);
                assert_int_equal(s->job.result.stop, COPSE_STOP_EXPANSIONS);
                assert_int_equal(s->job.result.expansions, 6000);
                check_tree(s);
                tear_down(s);
            }
            assert_true(prints[0] == prints[1]);
            assert_true(first.job.result.virtual_time == second.job.result.virtual_time);
            assert_int_equal(first.job.result.nodes, second.job.result.nodes);
            assert_int_equal(first.job.result.move, second.job.result.move);
        }
}

/* Run to the end, every policy has minimax's value. */
static void the_end_is_minimax(void **state)
{
    (void)state;
    for (int policy = 1; policy < POLICIES; policy++) /* bfm stops at its line's end */
        for (int seed = 1; seed <= 4; seed++)
            for (int threads = 0; threads < 2; threads++) {
                static bench s;
                char tree[64];
                snprintf(tree, sizeof tree, "branching=4,shape=random,depth=8,seed=%d", seed);
                begin(&s, policy, tree, threads ? "threads" : "origin2000", 8 + seed);
                set(&s, "driver", "hierarchy");
                run(&s);
                assert_int_equal(s.job.result.stop, COPSE_STOP_SOLVED);
                assert_int_equal(s.job.result.score, minimax_of(tree));
                check_tree(&s);
                tear_down(&s);
            }
}

static void threads_leave_a_sound_tree(void **state)
{
    (void)state;
    for (int policy = 0; policy < POLICIES; policy++) {
        static bench s;
        begin(&s, policy, "branching=6,shape=random,seed=5", "threads", 9);
        set(&s, "driver", "hierarchy");
        s.job.limits.expansions = 6000;
        run(&s);
        assert_int_equal(s.job.result.stop, COPSE_STOP_EXPANSIONS);
        check_tree(&s);
        tear_down(&s);
    }
}

/* Groups whose trees are full many times over. */
static void memory_is_made(void **state)
{
    (void)state;
    NOT_FOR_TSAN();
    for (int policy = 0; policy < POLICIES; policy++) {
        static bench s;
        begin(&s, policy, "branching=6,shape=random,seed=5", "origin2000", 12);
        set(&s, "driver", "hierarchy");
        s.job.limits.expansions = 6000;
        s.job.limits.memory = 2 * cop_tree_least_bytes(s.game->max_moves) + 16384;
        run(&s);
        assert_int_equal(s.job.result.stop, COPSE_STOP_EXPANSIONS);
        tear_down(&s);
    }
}

/* Workers and masters die at any moment: the search ends all the same. */
static void processors_die(void **state)
{
    enum { RUNS = 20, PROCESSORS = 20 };
    (void)state;
    NOT_FOR_TSAN();
    uint64_t random = 1;
    int lost = 0;
    for (int i = 0; i < RUNS; i++) {
        static bench s;
        begin(&s, 1 + i % 5, "branching=6,shape=random,seed=5", "origin2000", PROCESSORS);
        set(&s, "driver", "hierarchy");
        s.job.limits.expansions = 4000;
        for (int k = 0; k < 1 + i % 8; k++) {
            int rank = 1 + (int)(cop_mix(random++) % (PROCESSORS - 1));
            cop_machine_kill_at(s.machine, rank, (double)(cop_mix(random++) % 1000) * 5e-4);
        }
        run(&s);
        assert_int_equal(s.job.result.stop, COPSE_STOP_EXPANSIONS);
        assert_true(s.job.result.expansions >= 4000);
        lost += s.job.result.lost_processors;
        tear_down(&s);
    }
    assert_true(lost > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simulated_ones_repeat),
        cmocka_unit_test(the_end_is_minimax),
        cmocka_unit_test(threads_leave_a_sound_tree),
        cmocka_unit_test(memory_is_made),
        cmocka_unit_test(processors_die),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
