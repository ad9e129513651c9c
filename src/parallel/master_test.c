/* SPDX-License-Identifier: MIT
 *
 * One master and many workers: alone it does exactly what a search alone does; simulated ones do
 * the same on every run; whatever happens, also to the workers, the tree is consistent and the
 * counts add up. */
#include "parallel/drive_test.h"
#include "parallel/flights.h"

#include "base/random.h"

/* One processor: the sequential search, node for node. */
static void one_is_alone(void **state)
{
    (void)state;
    NOT_FOR_TSAN();
    for (int policy = 0; policy < POLICIES; policy++)
        for (int seed = 1; seed <= 5; seed++)
            check_one_is_alone(policy, seed, "master", 2000);
}

/* The same run twice is the same run, and its tree is sound. */
static void simulated_ones_repeat(void **state)
{
    static const struct {
        int processors, batch, in_flight;
        const char *speculation, *updates;
    } ways[] = {{2, 1, 2, "predicted", "sparing"}, {8, 4, 1, "plain", "path"},
                {8, 3, 3, "predicted", "path"},    {35, 1, 2, "predicted", "sparing"},
                {35, 16, 4, "plain", "sparing"},   {300, 1, 2, "predicted", "sparing"}};
    (void)state;
    NOT_FOR_TSAN();
    for (int policy = 0; policy < POLICIES; policy++)
        for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
            static bench first, second;
            bench *twice[] = {&first, &second};
            uint64_t prints[2];
            for (int k = 0; k < 2; k++) {
                bench *s = twice[k];
                begin(s, policy, "branching=6,shape=random,seed=3", "origin2000",
                      ways[i].processors);
                set(s, "driver", "master");
                set(s, "speculation", ways[i].speculation);
                set(s, "updates", ways[i].updates);
                set_number(s, "batch", ways[i].batch);
                set_number(s, "in-flight", ways[i].in_flight);
                s->job.limits.expansions = 3000;
                run(s);
                prints[k] = cop_machine_fingerprint(s->machine);
                assert_int_equal(s->job.result.stop, COPSE_STOP_EXPANSIONS);
                assert_int_equal(s->job.result.expansions, 3000);
                assert_int_equal(s->job.result.lost_processors, 0);
                check_whole_tree(s);
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
        for (int seed = 1; seed <= 8; seed++)
            for (int threads = 0; threads < 2; threads++) {
                static bench s;
                char tree[64];
                snprintf(tree, sizeof tree, "branching=4,shape=random,depth=6,seed=%d", seed);
                begin(&s, policy, tree, threads ? "threads" : "unit", 2 + seed % 4);
                set(&s, "driver", "master");
                set_number(&s, "batch", 1 + seed % 3);
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
        for (int count = 2; count <= 6; count += 2) {
            static bench s;
            begin(&s, policy, "branching=6,shape=random,seed=5", "threads", count);
            set(&s, "driver", "master");
            set_number(&s, "batch", count);
            s.job.limits.expansions = 3000;
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
    NOT_FOR_TSAN();
    for (int policy = 0; policy < POLICIES; policy++) {
        static bench s;
        begin(&s, policy, "branching=6,shape=random,seed=5", "origin2000", 9);
        set(&s, "driver", "master");
        s.job.limits.expansions = 20000;
        s.job.limits.memory = 1 << 20;
        run(&s);
        assert_int_equal(s.job.result.stop, COPSE_STOP_EXPANSIONS);
        assert_true(s.job.result.freed_nodes > 0);
        assert_true(s.job.result.kept_bytes <= 1 << 20);
        check_whole_tree(&s);
        tear_down(&s);
    }
}

/* So little memory that leaves get better without being stored. */
static void memory_is_tiny(void **state)
{
    (void)state;
    NOT_FOR_TSAN();
    static bench s;
    begin(&s, 1, "branching=6,shape=random,seed=5", "origin2000", 5);
    set(&s, "driver", "master");
    s.job.limits.expansions = 1000;
    s.job.limits.memory = cop_tree_least_bytes(s.game->max_moves);
    run(&s);
    assert_int_equal(s.job.result.stop, COPSE_STOP_EXPANSIONS);
    check_whole_tree(&s);
    tear_down(&s);
}

/* Workers die at any moment: the search ends all the same, and nothing is lost but they. */
static void workers_die(void **state)
{
    enum { RUNS = 20, PROCESSORS = 9 };
    (void)state;
    NOT_FOR_TSAN();
    uint64_t random = 1, repeated = 0;
    for (int i = 0; i < RUNS; i++) {
        static bench s;
        begin(&s, i % POLICIES, "branching=6,shape=random,seed=5", "origin2000", PROCESSORS);
        set(&s, "driver", "master");
        set_number(&s, "batch", 1 + i % 3);
        s.job.limits.expansions = 3000;
        bool dies[PROCESSORS] = {false};
        int deaths = 1 + i % (PROCESSORS - 1);
        for (int k = 0; k < deaths; k++) {
            int rank = 1 + (int)(cop_mix(random++) % (PROCESSORS - 1));
            dies[rank] = true;
            cop_machine_kill_at(s.machine, rank, (double)(cop_mix(random++) % 1000) * 5e-4);
        }
        run(&s);
        assert_int_equal(s.job.result.stop, COPSE_STOP_EXPANSIONS);
        assert_int_equal(s.job.result.expansions, 3000);
        for (int rank = 0; rank < PROCESSORS; rank++)
            assert_true(dies[rank] || !s.rows[rank].lost);
        repeated += s.job.result.repeated_leaves;
        check_whole_tree(&s);
        tear_down(&s);
    }
    assert_true(repeated > 0);
}

/* With nobody left the master goes on alone. */
static void all_workers_die(void **state)
{
    (void)state;
    NOT_FOR_TSAN();
    for (int policy = 0; policy < POLICIES; policy++) {
        static bench s;
        begin(&s, policy, "branching=6,shape=random,seed=5", "origin2000", 4);
        set(&s, "driver", "master");
        s.job.limits.expansions = 3000;
        for (int rank = 1; rank < 4; rank++)
            cop_machine_kill_at(s.machine, rank, 0.001 * rank);
        run(&s);
        assert_int_equal(s.job.result.expansions, 3000);
        assert_int_equal(s.job.result.lost_processors, 3);
        check_whole_tree(&s);
        tear_down(&s);
    }
}

/* A game that lies, to workers and master alike, is found out. */
static int too_many(const copse_game *game, const void *position, copse_move *moves)
{
    const copse_game *random = copse_game_find("random");
    int count = random->moves(random, position, moves);
    return random->hash(random, position) % 50 == 0 ? game->max_moves + 1 : count;
}

static void games_that_lie(void **state)
{
    (void)state;
    NOT_FOR_TSAN();
    copse_game game = *copse_game_find("random");
    game.expand = NULL;
    game.moves = too_many;
    for (int processors = 1; processors <= 6; processors++) {
        static bench s;
        set_up(&s, &game, "pbf", "branching=6,shape=random,seed=5", "origin2000", processors);
        set(&s, "driver", "master");
        s.job.limits.expansions = 3000;
        cop_job_start(&s.job);
        copse_status status = s.algorithm->kind->run(s.state, s.algorithm, &s.job);
        assert_int_equal(status, COPSE_BAD_GAME);
        assert_non_null(strstr(s.message.text, "max_moves"));
        tear_down(&s);
    }
}

static void *no_memory(void *left, size_t size)
{
    size_t *blocks = left;
    if (*blocks == 0)
        return NULL;
    --*blocks;
    return calloc(1, size);
}

static void free_memory(void *left, void *block, size_t size)
{
    (void)left;
    (void)size;
    free(block);
}

/* Without memory it ends, in whichever way; nothing is leaked or used that is not there. */
static void memory_ends(void **state)
{
    (void)state;
    NOT_FOR_TSAN();
    for (size_t blocks = 0; blocks < 60; blocks++) {
        static bench s;
        size_t left = blocks;
        begin(&s, 4, "branching=6,shape=random,seed=5", "origin2000", 4);
        set(&s, "driver", "master");
        s.memory = (copse_allocator){no_memory, free_memory, &left};
        s.job.limits.expansions = 500;
        cop_job_start(&s.job);
        copse_status status = s.algorithm->kind->run(s.state, s.algorithm, &s.job);
        assert_true(status == COPSE_OK || status == COPSE_NO_MEMORY);
        if (status == COPSE_OK && s.job.result.stop == COPSE_STOP_EXPANSIONS)
            check_whole_tree(&s);
        tear_down(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_is_alone),       cmocka_unit_test(simulated_ones_repeat),
        cmocka_unit_test(the_end_is_minimax), cmocka_unit_test(threads_leave_a_sound_tree),
        cmocka_unit_test(memory_is_made),     cmocka_unit_test(memory_is_tiny),
        cmocka_unit_test(workers_die),        cmocka_unit_test(all_workers_die),
        cmocka_unit_test(games_that_lie),     cmocka_unit_test(memory_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
