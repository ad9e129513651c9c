/* SPDX-License-Identifier: MIT
 *
 * Windows. Every search that takes one keeps alpha-beta's promise, and the fail-soft ones the
 * stronger one (Fishburn & Finkel 1980, section 8.1, theorem 1):
 *
 *     value <= alpha:          negamax <= value   (alphabeta: <= alpha)
 *     value >= beta:           negamax >= value   (alphabeta: >= beta)
 *     alpha < value < beta:    negamax == value
 *
 * And a fail-soft search never visits more leaves than alphabeta with the same window. */
#include "property/trees.h"
#include "search/algorithm.h"
#include "search/walk.h"

static int tree_count = 10000;

/* One search with one window, from nothing. */
static copse_score search_window(const sample *t, const cop_algorithm *algorithm, copse_score alpha,
                                 copse_score beta, uint64_t *leaves)
{
    copse_allocator allocator = cop_memory_standard();
    copse_root_move rows[1100];
    copse_message message;
    cop_job job = {.game = t->game,
                   .allocator = &allocator,
                   .root = t->position,
                   .root_moves = rows,
                   .message = &message};
    cop_settings_init(&job.settings, &algorithm->info);
    job.limits = (copse_limits){.nodes = UINT64_MAX, .expansions = UINT64_MAX, .memory = 1 << 16};
    cop_walk walk = {0};
    cop_job_start(&job);
    assert_int_equal(cop_walk_prepare(&walk, &job), COPSE_OK);
    assert_int_equal(cop_walk_start(&walk, t->depth), COPSE_OK);
    copse_score value = algorithm->search(&walk, t->depth, alpha, beta);
    *leaves = job.result.evaluations;
    cop_walk_free(&walk);
    return value;
}

static void check_window(const sample *t, const char *name, bool soft, copse_score alpha,
                         copse_score beta, uint64_t *leaves)
{
    copse_score value = search_window(t, cop_algorithm_find(name), alpha, beta, leaves);
    bool right;
    if (value <= alpha)
        right = t->value <= (soft ? value : alpha);
    else if (value >= beta)
        right = t->value >= (soft ? value : beta);
    else
        right = t->value == value;
    if (!right)
        fail_msg("%s %s --depth %d, %s in (%d, %d): %d; minimax says %d", t->game->name, t->text,
                 t->depth, name, alpha, beta, value, t->value);
}

static void windows_keep_their_promises(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < tree_count; i++) {
        sample t;
        tree_make(&t, (uint64_t)i);
        for (int k = 0; k < 4; k++) {
            int spread = 1 << draw(&seed, 18);
            copse_score alpha = t.value - spread + (copse_score)draw(&seed, 2 * (uint64_t)spread);
            copse_score beta =
                alpha + 1 + (copse_score)(k == 0 ? 0 : draw(&seed, (uint64_t)spread));
            uint64_t hard, soft, other;
            check_window(&t, "alphabeta", false, alpha, beta, &hard);
            check_window(&t, "failsoft", true, alpha, beta, &soft);
            check_window(&t, "pvs", true, alpha, beta, &other);
            assert_true(soft <= hard);
        }
    }
}

int main(int argc, char **argv)
{
    if (argc > 1)
        tree_count = atoi(argv[1]);
    const struct CMUnitTest tests[] = {cmocka_unit_test(windows_keep_their_promises)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
