/* SPDX-License-Identifier: MIT
 *
 * Searches in which every processor searches the whole tree: on one simulated processor they are
 * pvs node for node; two processors do hardly more than one, because they find each other's work in
 * the table; limits hold; and where memory is not shared a sentence says so. */
#include "base/os.h"
#include "machine/inside.h"
#include "parallel/liar.h"
#include "search/algorithm.h"
#include "support.h"

#include <stdatomic.h>

static const char *const names[] = {"abdada", "lazysmp"};
enum { NAMES = 2 };

/* With everything that a search in play would have. `machine` NULL: the caller's thread. */
static copse_search *new_player(const copse_game *game, const char *name, const char *machine,
                                int processors)
{
    copse_search *search = new_search(game, name);
    must(copse_search_set(search, "ordering", "static"), search);
    must(copse_search_set(search, "deepening", "on"), search);
    must(copse_search_set(search, "table", "4M"), search);
    if (machine != NULL) {
        const char *costs = strcmp(machine, "sim") == 0 ? "unit" : NULL;
        must(copse_search_set_machine(search, machine, processors, costs), search);
    }
    return search;
}

static void set_tree(copse_search *search, int seed)
{
    char tree[64];
    snprintf(tree, sizeof tree, "branching=8,shape=random,seed=%d", seed);
    must(copse_search_set_position_text(search, tree), search);
    copse_search_clear(search);
}

static void one_is_pvs(void **state)
{
    const copse_game *game = copse_game_find("random");
    copse_search *pvs = new_player(game, "pvs", NULL, 1);
    (void)state;
    for (int k = 0; k < NAMES; k++) {
        copse_search *one = new_player(game, names[k], "sim", 1);
        for (int seed = 1; seed <= 5; seed++) {
            set_tree(pvs, seed);
            set_tree(one, seed);
            copse_result expected = run_to_depth(pvs, 7), found = run_to_depth(one, 7);
            assert_int_equal(found.score, expected.score);
            assert_int_equal(found.move, expected.move);
            assert_true(found.nodes == expected.nodes);
            assert_true(found.evaluations == expected.evaluations);
            assert_true(found.table_hits == expected.table_hits);
            assert_true(found.virtual_time > 0);
        }
        copse_search_free(one);
    }
    copse_search_free(pvs);
}

/* The nodes of all trees together on so many processors, and how long they took. */
static uint64_t sum_nodes(const char *name, int processors, double *time)
{
    copse_search *search = new_player(copse_game_find("random"), name, "sim", processors);
    uint64_t nodes = 0;
    *time = 0;
    for (int seed = 1; seed <= 20; seed++) {
        set_tree(search, seed);
        copse_result result = run_to_depth(search, 11);
        nodes += result.nodes;
        *time += result.virtual_time;
    }
    copse_search_free(search);
    return nodes;
}

static void two_do_little_twice(void **state)
{
    double alone, together;
    (void)state;
    uint64_t one = sum_nodes("abdada", 1, &alone), two = sum_nodes("abdada", 2, &together);
    print_message("abdada: %.3f times the nodes, %.2f times as fast\n", (double)two / (double)one,
                  alone / together);
    assert_true((double)two <= 1.06 * (double)one);
    assert_true(together < 0.6 * alone);
    sum_nodes("lazysmp", 2, &together);
    assert_true(together < 0.7 * alone);
}

/* Without a table everybody searches everything, and it is still right. */
static void without_a_table(void **state)
{
    static const char *const machines[] = {"sim", "threads"};
    (void)state;
    for (int k = 0; k < NAMES; k++)
        for (int m = 0; m < 2; m++) {
            const copse_game *game = copse_game_find("random");
            copse_search *pvs = new_player(game, "pvs", NULL, 1);
            copse_search *three = new_player(game, names[k], machines[m], 3);
            must(copse_search_set(pvs, "table", "0"), pvs);
            must(copse_search_set(three, "table", "0"), three);
            for (int seed = 1; seed <= 5; seed++) {
                set_tree(pvs, seed);
                set_tree(three, seed);
                copse_result expected = run_to_depth(pvs, 6), found = run_to_depth(three, 6);
                assert_int_equal(found.score, expected.score);
                assert_int_equal(found.move, expected.move);
                assert_int_equal(found.processors, 3);
            }
            copse_search_free(three);
            copse_search_free(pvs);
        }
}

static void limits_hold(void **state)
{
    static const char *const machines[] = {"sim", "threads"};
    (void)state;
    for (int k = 0; k < NAMES; k++)
        for (int m = 0; m < 2; m++) {
            copse_search *search = new_player(copse_game_find("random"), names[k], machines[m], 4);
            copse_limits limits = depth_limit(30);
            copse_result result;
            limits.nodes = 20000;
            set_tree(search, 1);
            must(copse_search_run(search, &limits), search);
            must(copse_search_result(search, &result), search);
            assert_int_equal(result.stop, COPSE_STOP_NODES);
            assert_true(result.nodes >= 20000 && result.nodes < 40000);
            assert_true(result.depth > 1);
            copse_search_free(search);
        }
}

/* --------------------------------------------------------------------------------------- CPU time
 */

static _Atomic uint64_t burnt; /* nanoseconds */

/* Takes its time, on whichever thread it is. */
static copse_score evaluate_slowly(const copse_game *game, const void *position)
{
    const copse_game *inner = copse_game_find(game->name);
    double start = cop_clock_thread(), now;
    while ((now = cop_clock_thread()) < start + 2e-5)
        continue;
    atomic_fetch_add(&burnt, (uint64_t)((now - start) * 1e9));
    return inner->evaluate(inner, position);
}

static void cpu_time_is_that_of_all(void **state)
{
    copse_game game = *copse_game_find("random");
    game.evaluate = evaluate_slowly;
    game.expand = NULL;
    game.evaluate_batch = NULL;
    copse_search *search = new_player(&game, "lazysmp", "threads", 3);
    (void)state;
    must(copse_search_set(search, "table", "0"), search); /* then the helpers have to work too */
    set_tree(search, 3);
    copse_result result = run_to_depth(search, 4);
    double least = (double)atomic_load(&burnt) / 1e9;
    assert_true(least > 0);
    assert_true(result.cpu_seconds >= 0.999 * least);
    copse_search_free(search);
}

/* ------------------------------------------------------------------------------- no common memory
 */

static void needs_common_memory(void **state)
{
    static const cop_machine_table table = {.name = "far"};
    cop_machine far = {.table = &table, .processors = 2};
    (void)state;
    for (int k = 0; k < NAMES; k++) {
        copse_search *search = new_player(copse_game_find("random"), names[k], NULL, 1);
        copse_limits limits = depth_limit(4);
        set_tree(search, 1);
        must(copse_search_attach(search, (copse_machine *)&far), search);
        assert_int_equal(copse_search_run(search, &limits), COPSE_UNSUPPORTED);
        assert_non_null(strstr(copse_search_message(search), names[k]));
        copse_search_free(search);
    }
}

/* ------------------------------------------------------------------------------ a game that lies
 */

static void a_game_that_lies(void **state)
{
    (void)state;
    liar_is_blamed(names[0]);
    liar_is_blamed(names[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_is_pvs),
        cmocka_unit_test(two_do_little_twice),
        cmocka_unit_test(without_a_table),
        cmocka_unit_test(limits_hold),
        cmocka_unit_test(cpu_time_is_that_of_all),
        cmocka_unit_test(needs_common_memory),
        cmocka_unit_test(a_game_that_lies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
