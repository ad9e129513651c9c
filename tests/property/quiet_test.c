/* SPDX-License-Identifier: MIT
 *
 * Leaves of games with noisy positions, against a quiescence search written once more: plainly,
 * without windows, on minimax. That all searches agree with minimax is exact_test's business. */
#include "property/trees.h"

typedef struct plain {
    const copse_game *game;
    uint64_t nodes;
} plain;

static copse_score quiet(plain *p, const void *position, int ply)
{
    const copse_game *game = p->game;
    copse_move moves[TREE_MOVES];
    bool stand = false;
    int count = game->noisy(game, position, moves, &stand);
    copse_score best = count == 0 || stand ? game->evaluate(game, position) : -COPSE_INFINITE;
    for (int i = 0; i < count; i++) {
        _Alignas(16) char child[TREE_BYTES];
        game->play(game, position, moves[i], child);
        p->nodes++;
        copse_score score = -quiet(p, child, ply + 1);
        best = score > best ? score : best;
    }
    return best;
}

static copse_score minimax(plain *p, const void *position, int depth)
{
    const copse_game *game = p->game;
    if (depth == 0)
        return quiet(p, position, 0);
    copse_move moves[TREE_MOVES];
    int count = game->moves(game, position, moves);
    copse_score best = count == 0 ? game->evaluate(game, position) : -COPSE_INFINITE;
    for (int i = 0; i < count; i++) {
        _Alignas(16) char child[TREE_BYTES];
        game->play(game, position, moves[i], child);
        p->nodes++;
        copse_score score = -minimax(p, child, depth - 1);
        best = score > best ? score : best;
    }
    return best;
}

static void leaves_are_searched_until_all_is_quiet(void **state)
{
    (void)state;
    int tried = 0, different = 0;
    for (uint64_t number = 0; tried < 300; number++) {
        sample t;
        tree_make(&t, number);
        if (t.game != tree_noisy_game())
            continue;
        plain p = {.game = t.game};
        assert_int_equal(t.value, minimax(&p, t.position, t.depth));
        copse_search *search = new_search(t.game, "minimax");
        must(copse_search_set_position(search, t.position), search);
        copse_result result = run_to_depth(search, t.depth);
        assert_true(result.nodes <= p.nodes); /* it cuts off, but in leaves only */
        copse_search_free(search);

        copse_search *still = new_search(copse_game_find("random"), "minimax");
        must(copse_search_set_position(still, t.position), still);
        different += run_to_depth(still, t.depth).score != t.value;
        copse_search_free(still);
        tried++;
    }
    assert_true(different > 30); /* or nothing was noisy */
}

/* Best-first searches go on from quiet values too: after one expansion the root is worth what
 * minimax says of depth 1. */
static void best_first_leaves_are_quiet(void **state)
{
    (void)state;
    static const char *const names[] = {"bfm", "rbfm", "ubfm", "pbf"};
    for (uint64_t number = 0; number < 300; number++) {
        sample t;
        tree_make(&t, number);
        if (t.game != tree_noisy_game())
            continue;
        plain p = {.game = t.game};
        copse_score value = minimax(&p, t.position, 1);
        for (int i = 0; i < 4; i++) {
            copse_search *search = new_search(t.game, names[i]);
            must(copse_search_set_position(search, t.position), search);
            copse_limits limits;
            copse_limits_init(&limits);
            limits.expansions = 1;
            must(copse_search_run(search, &limits), search);
            copse_result result;
            must(copse_search_result(search, &result), search);
            copse_root_move best;
            must(copse_search_root_move(search, 0, &best), search);
            if (i == 0) {
                assert_int_equal(result.score, value);
                assert_true(result.nodes <= p.nodes && result.nodes >= (uint64_t)t.moves);
            }
            assert_true(best.score <= value);
            copse_search_free(search);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaves_are_searched_until_all_is_quiet),
        cmocka_unit_test(best_first_leaves_are_quiet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
