/* SPDX-License-Identifier: MIT
 *
 * How runs end: by each limit, by whoever asks, from whichever thread, and always with a legal
 * move. Times are printed; what is asserted of them is generous, since the machine may be busy. */
#include "base/os.h"
#include "engine/search_test.h"
#include "game/game.h"
#include "game/random/random.h"

#include <pthread.h>
#include <time.h>

static void sleep_for(double seconds)
{
    struct timespec pause = {(time_t)seconds, (long)((seconds - (double)(time_t)seconds) * 1e9)};
    nanosleep(&pause, NULL);
}

static copse_search *search_of(const copse_game *game, const char *algorithm, const char *text)
{
    copse_search *search = new_search(game, algorithm);
    must(copse_search_set_position_text(search, text), search);
    return search;
}

/* With little memory, because clearing a large table takes its time too. */
static copse_limits small_limits(int depth)
{
    copse_limits limits = depth_limit(depth);
    limits.memory = 1 << 20;
    return limits;
}

static copse_result run(copse_search *search, const copse_limits *limits)
{
    copse_result result = {0};
    must(copse_search_run(search, limits), search);
    must(copse_search_result(search, &result), search);
    assert_in_range(result.move, 1, result.move_count);
    assert_int_not_equal(result.stop, COPSE_STOP_NONE);
    return result;
}

/* ---------------------------------------------------------------------------------------- limits
 */

static void depth_is_reached(void **state)
{
    (void)state;
    for (int i = 0; depth_first(i) != NULL; i++)
        for (int depth = 1; depth <= 5; depth++) {
            copse_search *search =
                search_of(&cop_random, depth_first(i)->name, "branching=4,seed=5");
            copse_result result = run_to_depth(search, depth);
            assert_int_equal(result.depth, depth);
            assert_int_equal(result.stop, COPSE_STOP_DEPTH);
            copse_search_free(search);
        }
}

/* Beyond the limit at most what one call to the game and one list of children give. */
static void few_nodes_too_many(void **state)
{
    static const struct {
        const copse_game *game;
        const char *text;
        uint64_t slack;
    } rows[] = {
        {&cop_random, "branching=10,seed=1", 20},
        {&cop_random, "branching=100,shape=random,seed=1", 200},
        {&cop_ordered, "degree=1000,depth=2", 2000},
        {&cop_ordered, "degree=1000,depth=3", 2000},
    };
    static const uint64_t limit[] = {1, 10, 1000, 20000};
    (void)state;
    for (int i = 0; i < copse_algorithm_count(); i++)
        for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++)
            for (int l = 0; l < 4; l++) {
                const char *name = copse_algorithm_at(i)->name;
                copse_search *search = search_of(rows[r].game, name, rows[r].text);
                copse_limits limits = small_limits(r == 2 ? 2 : 0);
                limits.nodes = limit[l];
                copse_result result = run(search, &limits);
                if (result.nodes > limit[l] + rows[r].slack)
                    fail_msg("%s, %s: %llu nodes, at most %llu wanted", name, rows[r].text,
                             (unsigned long long)result.nodes, (unsigned long long)limit[l]);
                copse_search_free(search);
            }
}

static void expansions_are_limited(void **state)
{
    (void)state;
    for (int i = 0; i < copse_algorithm_count(); i++) {
        copse_search *search =
            search_of(&cop_random, copse_algorithm_at(i)->name, "branching=10,seed=1");
        copse_limits limits = small_limits(0);
        limits.expansions = 500;
        copse_result result = run(search, &limits);
        assert_int_equal(result.stop, COPSE_STOP_EXPANSIONS);
        assert_in_range(result.expansions, 500, 520);
        copse_search_free(search);
    }
}

/* The limit that comes first counts. */
static void first_limit_counts(void **state)
{
    copse_search *search = search_of(&cop_random, "pvs", "branching=10,seed=1");
    copse_limits limits = small_limits(2);
    (void)state;
    limits.nodes = 1000000;
    limits.seconds = 100;
    assert_int_equal(run(search, &limits).stop, COPSE_STOP_DEPTH);
    limits.depth = 30;
    limits.nodes = 5000;
    assert_int_equal(run(search, &limits).stop, COPSE_STOP_NODES);
    limits.expansions = 10;
    assert_int_equal(run(search, &limits).stop, COPSE_STOP_EXPANSIONS);
    copse_search_free(search);
}

static void time_is_limited(void **state)
{
    (void)state;
    for (int i = 0; i < copse_algorithm_count(); i++) {
        const char *name = copse_algorithm_at(i)->name;
        copse_search *search = search_of(&cop_random, name, "branching=10,seed=1");
        copse_limits limits = small_limits(is_depth_first(i) && i % 2 != 0 ? 30 : 0);
        limits.seconds = 0.03;
        double before = cop_clock_wall();
        copse_result result = run(search, &limits);
        double took = cop_clock_wall() - before;
        print_message("%-10s 0.03 s took %.4f s, %llu nodes\n", name, took,
                      (unsigned long long)result.nodes);
        assert_int_equal(result.stop, COPSE_STOP_TIME);
        assert_true(result.seconds >= 0.03 && result.seconds <= took && took < 1);
        copse_search_free(search);
    }
}

/* --------------------------------------------------------------------------------------- stopping
 */

/* Asked before it begins, a run ends as soon as it has a move; the one after that is whole. */
static void stop_before(void **state)
{
    (void)state;
    for (int i = 0; i < copse_algorithm_count(); i++) {
        copse_search *search =
            search_of(&cop_random, copse_algorithm_at(i)->name, "branching=10,seed=1");
        copse_limits endless = small_limits(0);
        endless.endless = true;
        copse_search_stop(search);
        copse_search_stop(search);
        copse_result result = run(search, &endless);
        assert_int_equal(result.stop, COPSE_STOP_ASKED);
        assert_true(result.nodes < 1000);
        assert_int_equal(run_to_depth(search, 3).stop, COPSE_STOP_DEPTH);
        copse_search_free(search);
    }
}

typedef struct stopper {
    copse_search *search;
    double after, asked; /* seconds to wait; when it asked */
} stopper;

static void *ask_to_stop(void *user)
{
    stopper *s = user;
    sleep_for(s->after);
    s->asked = cop_clock_wall();
    copse_search_stop(s->search);
    return NULL;
}

/* Runs until another thread asks; gives how long it took from then on. */
static double stop_from_thread(copse_search *search, const copse_limits *limits, double after)
{
    stopper s = {search, after, 0};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, ask_to_stop, &s), 0);
    copse_result result = run(search, limits);
    double returned = cop_clock_wall();
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_int_equal(result.stop, COPSE_STOP_ASKED);
    return returned - s.asked;
}

static void stop_from_outside(void **state)
{
    (void)state;
    for (int i = 0; i < copse_algorithm_count(); i++) {
        const char *name = copse_algorithm_at(i)->name;
        copse_search *search = search_of(&cop_random, name, "branching=10,shape=random,seed=1");
        copse_limits limits = small_limits(is_depth_first(i) && i % 2 != 0 ? 40 : 0);
        limits.endless = true;
        double took = stop_from_thread(search, &limits, 0.03);
        print_message("%-10s stopped after %.6f s\n", name, took);
        assert_true(took < 1);
        copse_search_free(search);
    }
}

static void stop_wide_trees(void **state)
{
    copse_search *search = search_of(&cop_ordered, "minimax", "degree=1000,depth=3");
    copse_limits limits = small_limits(3);
    (void)state;
    double took = stop_from_thread(search, &limits, 0.02);
    print_message("minimax    with 1000 children stopped after %.6f s\n", took);
    assert_true(took < 1);
    copse_search_free(search);
}

/* A game whose evaluation takes long. */
static copse_score slow_evaluate(const copse_game *game, const void *position)
{
    (void)game;
    sleep_for(0.02);
    return cop_random.evaluate(&cop_random, position);
}

static void stop_slow_games(void **state)
{
    static const char *const orderings[] = {"none", "static", "stored"};
    copse_game slow = cop_random;
    (void)state;
    slow.expand = NULL;
    slow.evaluate = slow_evaluate;
    for (int ordering = 0; ordering < 3; ordering++) {
        copse_search *search = search_of(&slow, "alphabeta", "branching=100,seed=1");
        must(copse_search_set(search, "ordering", orderings[ordering]), search);
        for (int depth = 1; depth <= 2; depth++) {
            copse_limits limits = small_limits(depth);
            double took = stop_from_thread(search, &limits, 0.03);
            print_message("0.02 s per evaluation, ordering %s, depth %d: stopped after %.6f s\n",
                          orderings[ordering], depth, took);
            assert_true(took < 1);
        }
        copse_search_free(search);
    }
}

static void slow_games_keep_time(void **state)
{
    copse_game slow = cop_random;
    copse_search *search;
    copse_limits limits = small_limits(2);
    (void)state;
    slow.expand = NULL;
    slow.evaluate = slow_evaluate;
    search = search_of(&slow, "alphabeta", "branching=100,seed=1");
    limits.seconds = 0.05;
    double before = cop_clock_wall();
    assert_int_equal(run(search, &limits).stop, COPSE_STOP_TIME);
    double took = cop_clock_wall() - before;
    print_message("0.02 s per evaluation: 0.05 s took %.4f s\n", took);
    assert_true(took < 1);
    copse_search_free(search);
}

/* -------------------------------------------------------------------------------------- progress
 */

typedef struct watcher {
    int reports, last_depth;
    int stop_at;    /* depth at which to ask for the end; 0: never */
    int stop_after; /* the same for reports */
    bool wrong;
} watcher;

static void watch(copse_search *search, const copse_result *so_far, void *user)
{
    watcher *w = user;
    copse_result result = {0};
    copse_root_move row = {0};
    copse_move first = COPSE_NO_MOVE;
    w->reports++;
    w->wrong |= copse_search_result(search, &result) != COPSE_OK;
    w->wrong |= result.depth != so_far->depth || result.stop != COPSE_STOP_NONE;
    w->wrong |= so_far->depth < w->last_depth;
    for (int i = 0; i < so_far->move_count; i++)
        w->wrong |= copse_search_root_move(search, i, &row) != COPSE_OK;
    if (so_far->move != COPSE_NO_MOVE)
        w->wrong |= copse_search_pv(search, &first, 1) != 1 || first != so_far->move;
    w->last_depth = so_far->depth;
    if ((w->stop_at > 0 && so_far->depth >= w->stop_at) || w->reports == w->stop_after)
        copse_search_stop(search);
}

static void progress_is_told(void **state)
{
    (void)state;
    for (int i = 1; depth_first(i) != NULL; i++) {
        copse_search *search = search_of(&cop_random, depth_first(i)->name, "branching=6,seed=1");
        watcher w = {0};
        must(copse_search_set(search, "deepening", "on"), search);
        copse_search_on_progress(search, watch, 0, &w);
        run_to_depth(search, 6);
        assert_false(w.wrong);
        assert_in_range(w.reports, 5, 200); /* each depth but the last, and new moves */
        assert_true(w.last_depth >= 5);
        copse_search_on_progress(search, NULL, 0, NULL);
        w.reports = 0;
        run_to_depth(search, 6);
        assert_int_equal(w.reports, 0);
        copse_search_free(search);
    }
}

static void progress_may_stop(void **state)
{
    (void)state;
    for (int i = 0; depth_first(i) != NULL; i++) {
        copse_search *search = search_of(&cop_random, depth_first(i)->name, "branching=6,seed=1");
        copse_limits endless = small_limits(0);
        watcher w = {.stop_at = 4};
        endless.endless = true;
        copse_search_on_progress(search, watch, 0, &w);
        copse_result result = run(search, &endless);
        assert_false(w.wrong);
        assert_int_equal(result.stop, COPSE_STOP_ASKED);
        assert_int_equal(result.depth, 4);
        copse_search_free(search);
    }
}

static void progress_in_time(void **state)
{
    copse_search *search = search_of(&cop_random, "alphabeta", "branching=10,seed=1");
    copse_limits limits = small_limits(40); /* at once, so that no iteration ends */
    watcher w = {.stop_after = 20};
    (void)state;
    copse_search_on_progress(search, watch, 0.005, &w);
    assert_int_equal(run(search, &limits).stop, COPSE_STOP_ASKED);
    assert_false(w.wrong);
    assert_int_equal(w.reports, 20);
    copse_search_free(search);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(depth_is_reached),       cmocka_unit_test(few_nodes_too_many),
        cmocka_unit_test(expansions_are_limited), cmocka_unit_test(first_limit_counts),
        cmocka_unit_test(time_is_limited),        cmocka_unit_test(stop_before),
        cmocka_unit_test(stop_from_outside),      cmocka_unit_test(stop_wide_trees),
        cmocka_unit_test(stop_slow_games),        cmocka_unit_test(slow_games_keep_time),
        cmocka_unit_test(progress_is_told),       cmocka_unit_test(progress_may_stop),
        cmocka_unit_test(progress_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
