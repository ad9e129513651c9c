/* SPDX-License-Identifier: MIT
 *
 * What is kept from one move to the next: told the move played, a search has less to do than a
 * fresh one and comes to the same value; told another position, it starts afresh. */
#include "engine/search_test.h"
#include "game/game.h"

static copse_search *search_of(const char *algorithm, const char *ordering, const char *table)
{
    copse_search *search = new_search(&cop_random, algorithm);
    must(copse_search_set(search, "ordering", ordering), search);
    must(copse_search_set(search, "table", table), search);
    must(copse_search_set_position_text(search, "branching=6,shape=random,seed=8"), search);
    return search;
}

/* A search that begins where the other one is. */
static copse_search *fresh_like(const copse_search *search, const char *algorithm,
                                const char *ordering, const char *table)
{
    copse_search *fresh = search_of(algorithm, ordering, table);
    must(copse_search_set_position(fresh, copse_search_position(search)), fresh);
    return fresh;
}

static void stored_trees(void **state)
{
    (void)state;
    for (int i = 1; depth_first(i) != NULL; i++) {
        const char *name = depth_first(i)->name;
        copse_search *search = search_of(name, "stored", "0");
        copse_result result = run_to_depth(search, 6);
        assert_true(result.kept_nodes > 100 && result.kept_bytes >= 16 * result.kept_nodes);
        for (int ply = 0; ply < 4; ply++) {
            must(copse_search_played(search, result.move), search);
            copse_search *fresh = fresh_like(search, name, "stored", "0");
            copse_result anew = run_to_depth(fresh, 6);
            result = run_to_depth(search, 6);
            if (result.bound == COPSE_BOUND_EXACT && anew.bound == COPSE_BOUND_EXACT)
                assert_int_equal(result.score, anew.score);
            if (result.nodes >= anew.nodes)
                fail_msg("%s: %llu nodes after a move, afresh %llu", name,
                         (unsigned long long)result.nodes, (unsigned long long)anew.nodes);
            copse_search_free(fresh);
        }
        copse_search_free(search);
    }
}

/* The same position searched again generates less, until what is kept is forgotten. */
static void searched_again(void **state)
{
    copse_search *search = search_of("failsoft", "stored", "0");
    (void)state;
    copse_result first = run_to_depth(search, 6), again = run_to_depth(search, 6);
    assert_int_equal(again.score, first.score);
    assert_int_equal(again.move, first.move);
    assert_true(again.nodes < first.nodes);
    copse_search_clear(search);
    again = run_to_depth(search, 6);
    assert_true(again.nodes == first.nodes);
    copse_search_free(search);
}

static void tables(void **state)
{
    (void)state;
    for (int i = 1; depth_first(i) != NULL; i++) {
        const char *name = depth_first(i)->name;
        copse_search *search = search_of(name, "static", "1M");
        copse_result result = run_to_depth(search, 6);
        assert_true(result.table_probes > 0);
        must(copse_search_played(search, result.move), search);
        copse_search *fresh = fresh_like(search, name, "static", "1M");
        copse_result anew = run_to_depth(fresh, 5);
        result = run_to_depth(search, 5);
        assert_true(result.table_hits > anew.table_hits || result.table_probes < anew.table_probes);
        assert_true(result.nodes < anew.nodes);
        if (result.bound == COPSE_BOUND_EXACT && anew.bound == COPSE_BOUND_EXACT)
            assert_int_equal(result.score, anew.score);
        copse_search_free(fresh);
        copse_search_free(search);
    }
}

/* Another position, or the same one set again: nothing of before is left. */
static void positions_forget(void **state)
{
    static const char *const keeps[][2] = {
        {"stored", "0"}, {"static", "1M"}, {"stored", "64K"}, {"none", "0"}};
    (void)state;
    for (int k = 0; k < 4; k++)
        for (int by = 0; by < 3; by++) {
            copse_search *search = search_of("pvs", keeps[k][0], keeps[k][1]);
            must(copse_search_set(search, "history", "on"), search);
            must(copse_search_set(search, "killers", "on"), search);
            copse_result first = run_to_depth(search, 6);
            if (by == 0)
                must(copse_search_set_position(search, copse_search_position(search)), search);
            else if (by == 1)
                must(copse_search_set_position_text(search, "branching=6,shape=random,seed=8"),
                     search);
            else
                copse_search_clear(search);
            copse_result again = run_to_depth(search, 6);
            assert_true(again.nodes == first.nodes && again.score == first.score);
            assert_true(again.table_hits == first.table_hits);
            copse_search_free(search);
        }
}

/* A game played to its end, by a search that is told every move. */
static void whole_games(void **state)
{
    static const char *const orderings[] = {"none", "static", "stored"};
    (void)state;
    for (int i = 1; depth_first(i) != NULL; i++)
        for (int ordering = 0; ordering < 3; ordering++) {
            copse_search *search = search_of(depth_first(i)->name, orderings[ordering], "64K");
            must(copse_search_set_position_text(search, "branching=5,depth=12,shape=random,seed=4"),
                 search);
            copse_limits limits = depth_limit(4);
            int plies = 0;
            while (copse_search_run(search, &limits) == COPSE_OK) {
                copse_result result;
                must(copse_search_result(search, &result), search);
                must(copse_search_played(search, result.move), search);
                plies++;
            }
            assert_int_equal(plies, 12);
            assert_int_equal(copse_search_run(search, &limits), COPSE_GAME_OVER);
            copse_search_free(search);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stored_trees), cmocka_unit_test(searched_again),
        cmocka_unit_test(tables),       cmocka_unit_test(positions_forget),
        cmocka_unit_test(whole_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
