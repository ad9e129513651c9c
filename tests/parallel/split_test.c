/* SPDX-License-Identifier: MIT
 *
 * The splitting engine on simulated processors: one is the sequential search, node for node; many
 * do the same in every run; and whatever they are at, a game that lies is blamed.
 */
#include "parallel/liar.h"
#include "property/trees.h"

static const char *const engines[] = {"ybw", "allsplit", "dpvsplit", "jamboree"};
enum { ENGINES = sizeof engines / sizeof engines[0] };

static copse_search *new_split(const copse_game *game, const char *engine, int processors)
{
    copse_search *search = new_search(game, engine);
    must(copse_search_set_machine(search, "sim", processors, "today"), search);
    must(copse_search_set(search, "ordering", "static"), search);
    return search;
}

static copse_result run_on(copse_search *search, const sample *t)
{
    must(copse_search_set_position(search, t->position), search);
    return run_to_depth(search, t->depth);
}

/* Whatever the smallest split is. */
static void one_is_sequential(void **state)
{
    (void)state;
    const copse_game *game = copse_game_find("random");
    copse_search *alone = new_search(game, "pvs");
    must(copse_search_set(alone, "ordering", "static"), alone);
    for (int e = 0; e < ENGINES; e++) {
        copse_search *search = new_split(game, engines[e], 1);
        for (int i = 0; i < 400; i++) {
            sample t;
            tree_make(&t, (uint64_t)i);
            if (t.game != game)
                continue;
            char least[8];
            snprintf(least, sizeof least, "%d", 2 + i % 4);
            must(copse_search_set(search, e == 3 ? "serial" : "split", least), search);
            copse_result a = run_on(alone, &t), b = run_on(search, &t);
            if (a.nodes != b.nodes || a.expansions != b.expansions ||
                a.evaluations != b.evaluations || a.move != b.move || a.score != b.score)
                fail_msg("%s --depth %d: pvs %llu nodes, %s on one processor %llu", t.text, t.depth,
                         (unsigned long long)a.nodes, engines[e], (unsigned long long)b.nodes);
        }
        copse_search_free(search);
    }
    copse_search_free(alone);
}

static void many_do_the_same_again(void **state)
{
    (void)state;
    static const int counts[] = {2, 35, 256};
    const copse_game *game = copse_game_find("random");
    for (int e = 0; e < ENGINES; e++)
        for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
            copse_result first = {0};
            for (int again = 0; again < 2; again++) {
                copse_search *search = new_split(game, engines[e], counts[c]);
                must(copse_search_set(search, "table", "64K"), search);
                must(copse_search_set_position_text(search, "branching=6,shape=random,seed=5"),
                     search);
                copse_result r = run_to_depth(search, 7);
                if (again == 0)
                    first = r;
                assert_int_equal(r.nodes, first.nodes);
                assert_true(r.virtual_time == first.virtual_time);
                assert_int_equal(r.move, first.move);
                copse_search_free(search);
            }
        }
}

static void a_liar_is_blamed(void **state)
{
    (void)state;
    for (int e = 0; e < ENGINES; e++)
        liar_is_blamed(engines[e]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_is_sequential),
        cmocka_unit_test(many_do_the_same_again),
        cmocka_unit_test(a_liar_is_blamed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
