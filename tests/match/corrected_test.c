/* SPDX-License-Identifier: MIT
 *
 * Corrected leaves: the shift is added where it belongs, and nowhere else. */
#include "engine/corrected.h"

#include "support.h"

extern const copse_game connect_four;

static cop_model model;

static void fill_model(void)
{
    memset(&model, 0, sizeof model);
    for (int kind = 0; kind < COP_MODEL_KINDS; kind++)
        model.leaf[kind].shift = (float)(1000 * kind + 7);
}

/* The kind of a random position is its number of children. */
static void shift_by_kind(void **state)
{
    (void)state;
    const copse_game *game = copse_game_find("random");
    cop_corrected corrected;
    fill_model();
    cop_corrected_init(&corrected, game, &model);
    const copse_game *wrapped = &corrected.game;
    char *position = calloc(1, game->position_size), *child = calloc(1, game->position_size);
    copse_message why;
    assert_int_equal(copse_game_check(wrapped, &why), COPSE_OK);
    assert_null(wrapped->expand);
    assert_int_equal(
        copse_position_from_text(game, "branching=5,shape=random,depth=2,seed=3", position, &why),
        COPSE_OK);
    copse_move moves[100 + 64], same[100 + 64];
    for (int ply = 0; ply < 3; ply++) {
        int count = game->moves(game, position, moves);
        copse_score plain = game->evaluate(game, position);
        copse_score shift = count > 0 ? 1000 * count + 7 : 0; /* the last one is over */
        assert_int_equal(wrapped->moves(wrapped, position, same), count);
        assert_memory_equal(moves, same, (size_t)count * sizeof *moves);
        assert_int_equal(wrapped->evaluate(wrapped, position), plain + shift);
        assert_int_equal(wrapped->hash(wrapped, position), game->hash(game, position));
        assert_int_equal(wrapped->class_of(wrapped, position), count);
        if (count == 0)
            break;
        wrapped->play(wrapped, position, moves[0], child);
        memcpy(position, child, game->position_size);
    }
    free(position);
    free(child);
}

/* Proofs stay proofs, and what is far up stays an estimate. */
static copse_score told;

static int one_move(const copse_game *game, const void *position, copse_move *moves)
{
    (void)game;
    moves[0] = 1;
    return *(const char *)position; /* none in position 0 */
}

static void stay(const copse_game *game, const void *from, copse_move move, void *to)
{
    (void)game;
    (void)move;
    memcpy(to, from, 1);
}

static copse_score say_told(const copse_game *game, const void *position)
{
    (void)game;
    (void)position;
    return told;
}

static void limits_of_scores(void **state)
{
    (void)state;
    const copse_game game = {.struct_size = sizeof game,
                             .name = "told",
                             .position_size = 1,
                             .max_moves = 1,
                             .moves = one_move,
                             .play = stay,
                             .evaluate = say_told};
    cop_corrected corrected;
    fill_model();
    cop_corrected_init(&corrected, &game, &model);
    const copse_game *wrapped = &corrected.game;
    const char open = 1, over = 0;
    told = 5;
    assert_int_equal(wrapped->evaluate(wrapped, &open), 5 + 1007); /* without kinds it is kind 1 */
    assert_int_equal(wrapped->evaluate(wrapped, &over), 5);
    told = COPSE_WIN;
    assert_int_equal(wrapped->evaluate(wrapped, &open), COPSE_WIN);
    told = -COPSE_WIN;
    assert_int_equal(wrapped->evaluate(wrapped, &open), -COPSE_WIN);
    told = COPSE_SCORE_LIMIT - 3;
    assert_int_equal(wrapped->evaluate(wrapped, &open), COPSE_SCORE_LIMIT);
    assert_null(wrapped->hash);
    assert_null(wrapped->undo);
    assert_null(wrapped->oracle);
    assert_null(wrapped->class_of);
}

/* Without a model there is nothing to correct by. */
static void needs_a_model(void **state)
{
    (void)state;
    copse_search *search = new_search(&connect_four, "failsoft");
    copse_limits limits = depth_limit(2);
    must(copse_search_set(search, "leaves", "corrected"), search);
    must(copse_search_set(search, "model", "none"), search);
    must(copse_search_set_position_text(search, NULL), search);
    assert_int_equal(copse_search_run(search, &limits), COPSE_BAD_OPTION);
    assert_string_equal(copse_search_message(search), "leaves=corrected needs a model");
    must(copse_search_set(search, "leaves", "static"), search);
    must(copse_search_run(search, &limits), search);
    copse_search_free(search);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shift_by_kind),
        cmocka_unit_test(limits_of_scores),
        cmocka_unit_test(needs_a_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
