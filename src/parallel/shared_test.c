/* SPDX-License-Identifier: MIT
 *
 * Best-first searches on several processors with one tree: one processor does exactly what a search
 * alone does, simulated ones do the same on every run, and whatever the processors do, the tree
 * that they leave is consistent: every node's score is the negamax of its children's. */
#include "parallel/drive_test.h"

/* Sanitizers make coroutines slow. */
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
enum { SMALLER = 10, MOST = 7 };
#else
enum { SMALLER = 1, MOST = 1024 };
#endif

/* One simulated processor: the sequential search, node for node. */
static void one_is_alone(void **state)
{
    (void)state;
    NOT_FOR_TSAN();
    for (int policy = 0; policy < POLICIES; policy++)
        for (int seed = 1; seed <= 5; seed++)
            check_one_is_alone(policy, seed, "shared", 2000 / SMALLER);
}

/* The same run twice is the same run, and its tree is sound. */
static void simulated_ones_repeat(void **state)
{
    static const int counts[] = {2, 7, 35, 64, 1024};
    (void)state;
    NOT_FOR_TSAN();
    for (int policy = 0; policy < POLICIES; policy++)
        for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
            for (int way = 0; way < 2; way++) {
                static bench first, second;
                bench *twice[] = {&first, &second};
                bool many = counts[i] > 64, random = policy >= 1 && policy <= 3;
                if (counts[i] > MOST || (many && (way == 1 || policy == 0 || policy > 4)))
                    continue; /* they would all wait for one leaf, for long */
                uint64_t prints[2];
                for (int k = 0; k < 2; k++) {
                    bench *s = twice[k];
                    begin(s, policy, "branching=6,shape=random,seed=3", "origin2000", counts[i]);
                    set(s, "speculation", way == 0 ? "predicted" : "plain");
                    set(s, "updates", way == 0 ? "sparing" : "path");
                    s->job.limits.expansions =
                        (uint64_t)(random || way == 0 ? 1200 : 200) / SMALLER;
                    run(s);
                    prints[k] = cop_machine_fingerprint(s->machine);
                    check_whole_tree(s);
                    tear_down(s);
                }
                if (prints[0] != prints[1])
                    fail_msg("policy %d, %d processors, way %d", policy, counts[i], way);
                assert_true(first.job.result.virtual_time == second.job.result.virtual_time);
                assert_int_equal(first.job.result.nodes, second.job.result.nodes);
                assert_int_equal(first.job.result.move, second.job.result.move);
            }
}

/* Run to the end, every policy has minimax's value, on threads and on simulated processors. */
static void the_end_is_minimax(void **state)
{
    (void)state;
    for (int policy = 1; policy < POLICIES; policy++) /* bfm stops at its line's end */
        for (int seed = 1; seed <= (SMALLER > 1 ? 3 : 8); seed++)
            for (int threads = 0; threads < 2; threads++) {
                static bench s;
                char tree[64];
                snprintf(tree, sizeof tree, "branching=4,shape=random,depth=6,seed=%d", seed);
                begin(&s, policy, tree, threads ? "threads" : "origin2000", 3 + seed % 3);
                run(&s);
                assert_int_equal(s.job.result.stop, COPSE_STOP_SOLVED);
                assert_int_equal(s.job.result.score, minimax_of(tree));
                check_whole_tree(&s);
                tear_down(&s);
            }
}

/* Real threads: any result is fine that is a sound tree. */
static void threads_leave_a_sound_tree(void **state)
{
    (void)state;
    for (int policy = 0; policy < POLICIES; policy++)
        for (int count = 2; count <= 4; count++)
            for (int way = 0; way < 2; way++) {
                static bench s;
                begin(&s, policy, "branching=6,shape=random,seed=5", "threads", count);
                set(&s, "speculation", way == 0 ? "predicted" : "plain");
                set(&s, "updates", way == 0 ? "sparing" : "path");
                s.job.limits.expansions = 10000 / SMALLER;
                run(&s);
                assert_int_equal(s.job.result.stop, COPSE_STOP_EXPANSIONS);
                assert_int_equal(s.job.result.processors, count);
                check_whole_tree(&s);
                tear_down(&s);
            }
}

/* A tree that is full many times over. */
static void memory_is_made(void **state)
{
    (void)state;
    for (int policy = 0; policy < POLICIES; policy++)
        for (int threads = 0; threads < 2; threads++) {
            static bench s;
            begin(&s, policy, "branching=6,shape=random,seed=5", threads ? "threads" : "origin2000",
                  4);
            s.job.limits.expansions = 20000 / SMALLER;
            s.job.limits.memory = (1 << 20) / SMALLER;
            run(&s);
            assert_int_equal(s.job.result.stop, COPSE_STOP_EXPANSIONS);
            assert_true(s.job.result.freed_nodes > 0);
            assert_true(s.job.result.kept_bytes <= s.job.limits.memory);
            check_whole_tree(&s);
            tear_down(&s);
        }
}

/* A line of a certain length, and why it stopped. */
static void depth_is_reached(void **state)
{
    (void)state;
    NOT_FOR_TSAN();
    static bench s;
    begin(&s, 1, "branching=10,shape=random,seed=1", "origin2000", 16);
    s.job.limits.depth = 20;
    run(&s);
    assert_int_equal(s.job.result.stop, COPSE_STOP_DEPTH);
    double whole = 0;
    for (int i = 0; i < 16; i++)
        whole += s.rows[i].busy + s.rows[i].idle + s.rows[i].locked + s.rows[i].communicating;
    double wanted = 16 * s.job.result.virtual_time;
    assert_true(whole > 0.999999 * wanted && whole < 1.000001 * wanted);
    tear_down(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_is_alone),       cmocka_unit_test(simulated_ones_repeat),
        cmocka_unit_test(the_end_is_minimax), cmocka_unit_test(threads_leave_a_sound_tree),
        cmocka_unit_test(memory_is_made),     cmocka_unit_test(depth_is_reached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
