/* SPDX-License-Identifier: MIT
 *
 * Searches in several threads at once, for the thread sanitizer to look at: handles know nothing of
 * each other, and copse_search_stop() may come from anywhere at any moment. Helper threads report;
 * the main thread judges. */
#include "engine/search_test.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static void sleep_for(uint64_t nanoseconds)
{
    struct timespec pause = {(time_t)(nanoseconds / 1000000000), (long)(nanoseconds % 1000000000)};
    nanosleep(&pause, NULL);
}

/* -------------------------------------------------------------------------- side by side */

typedef struct job {
    const char *game, *text, *algorithm;
    int depth;
    copse_result result;
    copse_status status;
} job;

/* A whole life of a handle, with everything that it can keep. */
static void *work(void *user)
{
    job *j = user;
    copse_search *search = NULL;
    copse_limits limits = depth_limit(j->depth);
    limits.memory = 1 << 20;
    j->status = copse_search_new(copse_game_find(j->game), j->algorithm, NULL, &search, NULL);
    static const char *const settings[][2] = {
        {"table", "64K"}, {"history", "on"}, {"killers", "on"}, {"ordering", "stored"}};
    for (int i = 0; i < 4 && j->status == COPSE_OK; i++)
        j->status = copse_search_set(search, settings[i][0], settings[i][1]);
    if (j->status == COPSE_OK)
        j->status = copse_search_set_position_text(search, j->text);
    for (int ply = 0; ply < 3 && j->status == COPSE_OK; ply++) {
        j->status = copse_search_run(search, &limits);
        if (j->status == COPSE_OK)
            j->status = copse_search_result(search, &j->result);
        if (j->status == COPSE_OK)
            j->status = copse_search_played(search, j->result.move);
    }
    copse_search_free(search);
    return NULL;
}

static void side_by_side(const job *jobs, int count)
{
    job alone[8], together[8];
    pthread_t threads[8];
    assert_true(count <= 8);
    for (int i = 0; i < count; i++) {
        alone[i] = together[i] = jobs[i];
        work(&alone[i]);
        assert_int_equal(alone[i].status, COPSE_OK);
    }
    for (int i = 0; i < count; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, &together[i]), 0);
    for (int i = 0; i < count; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    for (int i = 0; i < count; i++) {
        assert_int_equal(together[i].status, COPSE_OK);
        assert_true(together[i].result.nodes == alone[i].result.nodes);
        assert_true(together[i].result.table_hits == alone[i].result.table_hits);
        assert_int_equal(together[i].result.score, alone[i].result.score);
        assert_int_equal(together[i].result.move, alone[i].result.move);
    }
}

/* Two handles on the same game and the same tree, with the same algorithm. */
static void same_game(void **state)
{
    (void)state;
    for (int i = 1; depth_first(i) != NULL; i++) {
        const job jobs[2] = {
            {"random", "branching=6,shape=random,seed=5", depth_first(i)->name, 6, {0}, 0},
            {"random", "branching=6,shape=random,seed=5", depth_first(i)->name, 6, {0}, 0}};
        side_by_side(jobs, 2);
    }
}

/* Handles that have nothing in common. */
static void nothing_shared(void **state)
{
    static const job jobs[] = {
        {"random", "branching=8,seed=3", "pvs", 6, {0}, 0},
        {"ordered", "degree=6,depth=8,order=random", "mtdf", 5, {0}, 0},
        {"random", "branching=6,shape=random,generator=korf", "alphabeta", 7, {0}, 0},
        {"ordered", "degree=3,depth=10,order=worst", "sss", 6, {0}, 0},
    };
    (void)state;
    for (int round = 0; round < 3; round++)
        side_by_side(jobs, 4);
}

/* ------------------------------------------------------------------------------------- stopping */

/* Stops whatever runs, over and over, at random moments. */
typedef struct stopper {
    copse_search *search;
    uint64_t chance;
    atomic_bool enough;
} stopper;

static void *keep_stopping(void *user)
{
    stopper *s = user;
    while (!atomic_load(&s->enough)) {
        sleep_for(draw(&s->chance, 1500000));
        copse_search_stop(s->search);
    }
    return NULL;
}

static void is_sound(copse_search *search)
{
    copse_result result = {0};
    copse_root_move row;
    must(copse_search_result(search, &result), search);
    assert_int_equal(result.stop, COPSE_STOP_ASKED);
    assert_int_equal(result.move_count, 10);
    assert_in_range(result.move, 1, 10);
    must(copse_search_root_move(search, 0, &row), search);
    assert_int_equal(row.move, result.move);
    copse_move line[256];
    int length = copse_search_pv(search, line, 256);
    if (result.depth > 0)
        assert_true(length > 0 && line[0] == result.move);
}

static void stopped_over_and_over(void **state)
{
    (void)state;
    for (int i = 0; i < copse_algorithm_count(); i++) {
        const copse_algorithm *algorithm = copse_algorithm_at(i);
        stopper s = {.search = new_search(copse_game_find("random"), algorithm->name),
                     .chance = (uint64_t)i};
        copse_limits limits = depth_limit(is_depth_first(i) && i % 2 != 0 ? 30 : 0);
        pthread_t thread;
        limits.endless = true;
        limits.memory = 1 << 20;
        must(copse_search_set_position_text(s.search, "branching=10,seed=7"), s.search);
        bool parallel = algorithm->parallel && is_depth_first(i);
        if (has_option(algorithm, "ordering"))
            must(copse_search_set(s.search, "ordering",
                                  i % 3 == 0 && !parallel ? "stored" : "static"),
                 s.search);
        if (parallel)
            must(copse_search_set_machine(s.search, "threads", 3, NULL), s.search);
        assert_int_equal(pthread_create(&thread, NULL, keep_stopping, &s), 0);
        for (int run = 0; run < (parallel ? 40 : 200); run++) {
            must(copse_search_run(s.search, &limits), s.search);
            is_sound(s.search);
        }
        atomic_store(&s.enough, true);
        assert_int_equal(pthread_join(thread, NULL), 0);
        copse_search_free(s.search);
    }
}

/* Several threads stop one search at once. */
static void many_stoppers(void **state)
{
    copse_search *search = new_search(copse_game_find("random"), "pvs");
    copse_limits limits = depth_limit(0);
    stopper s[3];
    pthread_t threads[3];
    (void)state;
    limits.endless = true;
    must(copse_search_set_position_text(search, "branching=10,seed=7"), search);
    for (int i = 0; i < 3; i++) {
        s[i] = (stopper){.search = search, .chance = (uint64_t)i};
        assert_int_equal(pthread_create(&threads[i], NULL, keep_stopping, &s[i]), 0);
    }
    for (int run = 0; run < 100; run++) {
        must(copse_search_run(search, &limits), search);
        is_sound(search);
    }
    for (int i = 0; i < 3; i++)
        atomic_store(&s[i].enough, true);
    for (int i = 0; i < 3; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    copse_search_free(search);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_game),
        cmocka_unit_test(nothing_shared),
        cmocka_unit_test(stopped_over_and_over),
        cmocka_unit_test(many_stoppers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
