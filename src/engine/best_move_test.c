/* SPDX-License-Identifier: MIT
 *
 * The whole library in one call. */
#include "game/game.h"
#include "support.h"

static void one_call(void **state)
{
    _Alignas(16) char position[64];
    copse_move move = 77;
    copse_score score = 77;
    (void)state;
    assert_int_equal(copse_position_from_text(&cop_random, "branching=4,depth=5", position, NULL),
                     COPSE_OK);
    assert_int_equal(copse_best_move(&cop_random, position, 5, &move, &score), COPSE_OK);
    copse_search *search = new_search(&cop_random, "minimax");
    must(copse_search_set_position(search, position), search);
    assert_int_equal(score, run_to_depth(search, 5).score);
    must(copse_search_played(search, move), search);
    assert_int_equal(-run_to_depth(search, 4).score, score);
    copse_search_free(search);
    move = 77;
    assert_int_equal(copse_best_move(&cop_random, position, 5, &move, NULL), COPSE_OK);
    assert_in_range(move, 1, 4);
}

/* Without a hash it does without a table. */
static void without_hash(void **state)
{
    _Alignas(16) char position[64];
    copse_game game = cop_random;
    copse_move move = 77, same = 77;
    copse_score score, same_score;
    (void)state;
    game.hash = NULL;
    game.expand = NULL;
    assert_int_equal(copse_position_from_text(&cop_random, "branching=4,depth=5", position, NULL),
                     COPSE_OK);
    assert_int_equal(copse_best_move(&cop_random, position, 5, &move, &score), COPSE_OK);
    assert_int_equal(copse_best_move(&game, position, 5, &same, &same_score), COPSE_OK);
    assert_int_equal(score, same_score);
}

static void in_time(void **state)
{
    _Alignas(16) char position[64];
    copse_move move = 77;
    (void)state;
    assert_int_equal(copse_position_from_text(&cop_random, NULL, position, NULL), COPSE_OK);
    assert_int_equal(copse_best_move(&cop_random, position, 0.02, &move, NULL), COPSE_OK);
    assert_in_range(move, 1, 10);
    move = 77;
    assert_int_equal(copse_best_move(&cop_random, position, 1e-9, &move, NULL), COPSE_OK);
    assert_in_range(move, 1, 10);
}

static void bad_input(void **state)
{
    _Alignas(16) char position[64], over[64];
    copse_move move = 77;
    copse_score score = 77;
    double zero = 0;
    (void)state;
    assert_int_equal(copse_position_from_text(&cop_random, NULL, position, NULL), COPSE_OK);
    assert_int_equal(copse_position_from_text(&cop_random, "depth=0", over, NULL), COPSE_OK);
    assert_int_equal(copse_best_move(NULL, position, 1, &move, &score), COPSE_BAD_ARGUMENT);
    assert_int_equal(copse_best_move(&cop_random, NULL, 1, &move, &score), COPSE_BAD_ARGUMENT);
    assert_int_equal(copse_best_move(&cop_random, position, 1, NULL, &score), COPSE_BAD_ARGUMENT);
    assert_int_equal(copse_best_move(&cop_random, position, 0, &move, &score), COPSE_BAD_LIMIT);
    assert_int_equal(copse_best_move(&cop_random, position, -1, &move, &score), COPSE_BAD_LIMIT);
    assert_int_equal(copse_best_move(&cop_random, position, zero / zero, &move, &score),
                     COPSE_BAD_LIMIT);
    assert_int_equal(copse_best_move(&cop_random, over, 1, &move, &score), COPSE_GAME_OVER);
    assert_true(move == 77 && score == 77);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_call),
        cmocka_unit_test(without_hash),
        cmocka_unit_test(in_time),
        cmocka_unit_test(bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
