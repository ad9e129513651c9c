/* SPDX-License-Identifier: MIT
 *
 * Node counts against the theory: the leaves that alpha-beta visits in ordered trees are known
 * exactly (Knuth & Moore 1975; Fishburn & Finkel 1980, sections 7.1, 7.2 and 8), and some
 * algorithms never visit more than others. Without ordering only leaves are evaluated, so
 * `evaluations` counts them. */
#include "support.h"

static copse_result search_text(copse_search *search, const char *text, int depth)
{
    must(copse_search_set_position_text(search, text), search);
    return run_to_depth(search, depth);
}

static uint64_t power(uint64_t base, int exponent)
{
    uint64_t result = 1;
    while (exponent-- > 0)
        result *= base;
    return result;
}

static void best_first_visits_the_minimal_tree(void **state)
{
    (void)state;
    copse_search *search = new_search(copse_game_find("ordered"), "alphabeta");
    for (int w = 2; w <= 8; w++)
        for (int d = 1; d <= 8; d++) {
            char text[80];
            snprintf(text, sizeof text, "degree=%d,depth=%d,order=best,seed=%d", w, d, w * d);
            uint64_t minimal = power((uint64_t)w, (d + 1) / 2) + power((uint64_t)w, d / 2) - 1;
            assert_int_equal(search_text(search, text, d).evaluations, minimal);
        }
    copse_search_free(search);
}

static void worst_first_visits_everything(void **state)
{
    (void)state;
    copse_search *search = new_search(copse_game_find("ordered"), "alphabeta");
    for (int w = 2; w <= 8; w++)
        for (int d = 1; d <= 8; d++) {
            char text[80];
            snprintf(text, sizeof text, "degree=%d,depth=%d,order=worst,seed=%d", w, d, w + d);
            assert_int_equal(search_text(search, text, d).evaluations, power((uint64_t)w, d));
        }
    copse_search_free(search);
}

/* On this many trees, in random order or of random shape: name never visits more leaves than
 * other. Returns on how many it visits fewer. */
static int never_more(const char *name, const char *other, int trees)
{
    const copse_game *games[] = {copse_game_find("ordered"), copse_game_find("random")};
    copse_search *a[2], *b[2];
    int fewer = 0;
    uint64_t seed = 1;
    for (int g = 0; g < 2; g++) {
        a[g] = new_search(games[g], name);
        b[g] = new_search(games[g], other);
    }
    for (int i = 0; i < trees; i++) {
        int g = i % 2;
        int width = 2 + (int)draw(&seed, 4), depth = 1 + (int)draw(&seed, width < 4 ? 6 : 4);
        char text[80];
        if (g == 0)
            snprintf(text, sizeof text, "degree=%d,depth=%d,order=random,seed=%d", width, depth, i);
        else
            snprintf(text, sizeof text, "branching=%d,shape=random,seed=%d", width, i);
        uint64_t first = search_text(a[g], text, depth).evaluations;
        uint64_t second = search_text(b[g], text, depth).evaluations;
        if (first > second)
            fail_msg("%s --depth %d: %s visits %llu leaves, %s %llu", text, depth, name,
                     (unsigned long long)first, other, (unsigned long long)second);
        fewer += first < second;
    }
    for (int g = 0; g < 2; g++) {
        copse_search_free(a[g]);
        copse_search_free(b[g]);
    }
    return fewer;
}

static void failsoft_never_visits_more_than_alphabeta(void **state)
{
    (void)state;
    never_more("failsoft", "alphabeta", 10000);
}

static void lastmove_never_visits_more_than_alphabeta(void **state)
{
    (void)state;
    assert_true(never_more("lastmove", "alphabeta", 10000) > 1000);
}

static void deep_cutoffs_never_cost_leaves(void **state)
{
    (void)state;
    assert_true(never_more("alphabeta", "bound", 10000) > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(best_first_visits_the_minimal_tree),
        cmocka_unit_test(worst_first_visits_everything),
        cmocka_unit_test(failsoft_never_visits_more_than_alphabeta),
        cmocka_unit_test(lastmove_never_visits_more_than_alphabeta),
        cmocka_unit_test(deep_cutoffs_never_cost_leaves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
