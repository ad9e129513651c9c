/* SPDX-License-Identifier: MIT
 *
 * Searches that interrupt each other all the time: with the smallest quorum and threshold every
 * searcher that anybody waits for is preempted at once. Score and move stay those of a sequential
 * search. On one processor it is that search, node for node.
 *
 *     balance_test TREES
 */
#include "property/trees.h"

static const char *const algorithms[] = {"pvsplit", "pvfsplit"};
static const int processors[] = {1, 2, 3, 5, 17};
enum { ALGORITHMS = 2, MACHINES = sizeof processors / sizeof processors[0] };

static int tree_count = 1000;

static struct {
    const copse_game *game;
    copse_search *alone, *search[ALGORITHMS][MACHINES];
} handles[TREE_GAMES];

static int game_of(const sample *t)
{
    int i = 0;
    while (handles[i].game != NULL && handles[i].game != t->game)
        i++;
    if (handles[i].game != NULL)
        return i;
    handles[i].game = t->game;
    handles[i].alone = new_search(t->game, "pvs");
    for (int a = 0; a < ALGORITHMS; a++)
        for (int m = 0; m < MACHINES; m++) {
            copse_search *search = handles[i].search[a][m] = new_search(t->game, algorithms[a]);
            must(copse_search_set_machine(search, "sim", processors[m], "unit"), search);
            must(copse_search_set(search, "balance", "on"), search);
            must(copse_search_set(search, "quorum", "0"), search);
            must(copse_search_set(search, "threshold", "0"), search);
            must(copse_search_set(search, "granularity", "1"), search);
        }
    return i;
}

static copse_result run(copse_search *search, const sample *t, const char *ordering)
{
    must(copse_search_set(search, "ordering", ordering), search);
    must(copse_search_set_position(search, t->position), search);
    return run_to_depth(search, t->depth);
}

static void preempted_and_still_right(void **state)
{
    (void)state;
    for (int i = 0; i < tree_count; i++) {
        sample t;
        tree_make(&t, (uint64_t)i);
        int game = game_of(&t);
        const char *ordering = i % 2 == 0 ? "none" : "static";
        copse_result alone = run(handles[game].alone, &t, ordering);
        for (int a = 0; a < ALGORITHMS; a++)
            for (int m = 0; m < MACHINES; m++) {
                copse_result r = run(handles[game].search[a][m], &t, ordering);
                if (r.score != t.value || r.move != alone.move || r.bound != COPSE_BOUND_EXACT ||
                    (processors[m] == 1 && r.nodes != alone.nodes))
                    fail_msg("%s %s --depth %d --set ordering=%s, %s on %d processors: move %u, "
                             "score %d, %llu nodes; pvs has %u, %d, %llu",
                             t.game->name, t.text, t.depth, ordering, algorithms[a], processors[m],
                             r.move, r.score, (unsigned long long)r.nodes, alone.move, t.value,
                             (unsigned long long)alone.nodes);
            }
    }
    for (int i = 0; i < TREE_GAMES; i++) {
        copse_search_free(handles[i].alone);
        for (int a = 0; a < ALGORITHMS; a++)
            for (int m = 0; m < MACHINES; m++)
                copse_search_free(handles[i].search[a][m]);
    }
}

/* Windows are made up only far above the leaves: narrow trees, deep enough for that. */
static void made_up_windows(void **state)
{
    (void)state;
    enum { DEPTH = 11 };
    const copse_game *game = copse_game_find("random");
    for (int i = 0; i < tree_count / 10; i++) {
        char tree[40];
        copse_result results[3];
        snprintf(tree, sizeof tree, "shape=narrow,seed=%d", i);
        for (int k = 0; k < 3; k++) {
            copse_search *search = new_search(game, k == 0 ? "pvs" : "pvfsplit");
            if (k > 0)
                must(copse_search_set_machine(search, "sim", i % 2 == 0 ? 4 : 17, "unit"), search);
            if (k == 2) {
                must(copse_search_set(search, "balance", "on"), search);
                must(copse_search_set(search, "threshold", "0.2"), search);
            }
            must(copse_search_set(search, "ordering", i % 4 < 2 ? "none" : "static"), search);
            must(copse_search_set_position_text(search, tree), search);
            results[k] = run_to_depth(search, DEPTH);
            copse_search_free(search);
            if (results[k].score != results[0].score || results[k].move != results[0].move)
                fail_msg("%s: move %u, score %d; pvs has %u, %d", tree, results[k].move,
                         results[k].score, results[0].move, results[0].score);
        }
    }
}

int main(int argc, char **argv)
{
    if (argc > 1)
        tree_count = atoi(argv[1]);
    const struct CMUnitTest tests[] = {cmocka_unit_test(preempted_and_still_right),
                                       cmocka_unit_test(made_up_windows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
