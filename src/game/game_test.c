/* SPDX-License-Identifier: MIT
 *
 * Games as others bring them: an incomplete table is refused with a sentence that says what is
 * missing, and a game without notation gets the stand-ins. */
#include "game/game.h"

#include "support.h"

/* The smallest game: one number, and each move takes 1 or 2 off it. */
static int small_moves(const copse_game *game, const void *position, copse_move *moves)
{
    int left = *(const int *)position;
    (void)game;
    for (int i = 0; i < left && i < 2; i++)
        moves[i] = (copse_move)i + 1;
    return left < 2 ? left : 2;
}

static void small_play(const copse_game *game, const void *from, copse_move move, void *to)
{
    (void)game;
    *(int *)to = *(const int *)from - (int)move;
}

static copse_score small_evaluate(const copse_game *game, const void *position)
{
    (void)game;
    return *(const int *)position == 0 ? -COPSE_WIN : 0;
}

static const copse_game small = {
    .struct_size = sizeof(copse_game),
    .name = "small",
    .position_size = sizeof(int),
    .max_moves = 2,
    .moves = small_moves,
    .play = small_play,
    .evaluate = small_evaluate,
};

static void refuses(const copse_game *game, copse_status wanted, const char *sentence)
{
    copse_message why = {""};
    int position = 5;
    copse_move move = 77;
    uint64_t leaves = 77;
    copse_search *search = NULL;
    assert_int_equal(copse_game_check(game, &why), wanted);
    if (strstr(why.text, sentence) == NULL)
        fail_msg("'%s', not '%s'", why.text, sentence);
    assert_int_equal(copse_game_check(game, NULL), wanted);
    /* Nothing that takes a game is less strict. */
    assert_int_equal(copse_position_from_text(game, "5", &position, NULL), wanted);
    assert_int_equal(copse_move_from_text(game, &position, "1", &move, NULL), wanted);
    assert_int_equal(copse_perft(game, &position, 1, &leaves, NULL), wanted);
    assert_int_equal(copse_search_new(game, NULL, NULL, &search, NULL), wanted);
    assert_int_equal(copse_best_move(game, &position, 1, &move, NULL), wanted);
    assert_true(position == 5 && move == 77 && leaves == 77 && search == NULL);
}

static void tables(void **state)
{
    copse_game g;
    (void)state;
    assert_int_equal(copse_game_check(&small, NULL), COPSE_OK);
    refuses(NULL, COPSE_BAD_ARGUMENT, "game is NULL");
    g = small, g.struct_size = 0;
    refuses(&g, COPSE_BAD_GAME, "struct_size is 0: set it to sizeof(copse_game)");
    g = small, g.struct_size--;
    refuses(&g, COPSE_BAD_GAME, "struct_size is");
    g = small, g.name = NULL;
    refuses(&g, COPSE_BAD_GAME, "name is missing");
    g = small, g.name = "";
    refuses(&g, COPSE_BAD_GAME, "name is missing");
    g = small, g.position_size = 0;
    refuses(&g, COPSE_BAD_GAME, "game small: position_size is 0: 1 to 65536 bytes");
    g = small, g.position_size = COPSE_MAX_POSITION + 1;
    refuses(&g, COPSE_BAD_GAME, "game small: position_size is 65537: 1 to 65536 bytes");
    g = small, g.max_moves = 0;
    refuses(&g, COPSE_BAD_GAME, "game small: max_moves is 0: 1 to 4000");
    g = small, g.max_moves = -1;
    refuses(&g, COPSE_BAD_GAME, "game small: max_moves is -1: 1 to 4000");
    g = small, g.max_moves = COPSE_MAX_MOVES + 1;
    refuses(&g, COPSE_BAD_GAME, "game small: max_moves is 4001: 1 to 4000");
    g = small, g.moves = NULL;
    refuses(&g, COPSE_BAD_GAME, "game small: the function moves is missing");
    g = small, g.play = NULL;
    refuses(&g, COPSE_BAD_GAME, "game small: the function play is missing");
    g = small, g.evaluate = NULL;
    refuses(&g, COPSE_BAD_GAME, "game small: the function evaluate is missing");
}

static void limits_of_tables(void **state)
{
    copse_game g = small;
    (void)state;
    g.position_size = COPSE_MAX_POSITION;
    g.max_moves = COPSE_MAX_MOVES;
    assert_int_equal(copse_game_check(&g, NULL), COPSE_OK);
    g.position_size = 1;
    g.max_moves = 1;
    assert_int_equal(copse_game_check(&g, NULL), COPSE_OK);
}

static void registry(void **state)
{
    (void)state;
    assert_true(copse_game_count() >= 2);
    for (int i = 0; i < copse_game_count(); i++) {
        const copse_game *game = copse_game_at(i);
        copse_message why = {""};
        assert_int_equal(copse_game_check(game, &why), COPSE_OK);
        assert_ptr_equal(copse_game_find(game->name), game);
        assert_non_null(game->summary);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(game->name, copse_game_at(j)->name);
        char *position = calloc(1, game->position_size);
        assert_int_equal(copse_position_from_text(game, NULL, position, &why), COPSE_OK);
        free(position);
    }
    assert_null(copse_game_at(-1));
    assert_null(copse_game_at(copse_game_count()));
    assert_null(copse_game_find("chess-with-dragons"));
    assert_null(copse_game_find(""));
    assert_null(copse_game_find(NULL));
}

static void no_position_text(void **state)
{
    int position = 5;
    copse_message why = {""};
    char text[20] = "before";
    copse_game g = *copse_game_find("random");
    char node[200];
    (void)state;
    assert_int_equal(copse_position_from_text(&small, "5", &position, &why), COPSE_UNSUPPORTED);
    assert_string_equal(why.text, "game small has no text_to_position");
    assert_int_equal(copse_position_to_text(&small, &position, text, sizeof text), 0);
    assert_string_equal(text, "");
    assert_int_equal(copse_position_to_text(&small, &position, NULL, 0), 0);
    assert_int_equal(position, 5);
    g.start = NULL;
    assert_int_equal(copse_position_from_text(&g, NULL, node, &why), COPSE_BAD_POSITION);
    assert_string_equal(why.text, "game random has no start position: give a text");
    assert_int_equal(copse_position_from_text(&g, "seed=1", NULL, &why), COPSE_BAD_ARGUMENT);
}

/* Without notation a move is its number. */
static void numbers_as_moves(void **state)
{
    static const char *const bad[] = {"2", "0", "", "-1", "+1", "01", "1 ", "one", "4294967297"};
    int position = 1;
    copse_move move = 77;
    copse_message why = {""};
    char text[20];
    (void)state;
    assert_int_equal(copse_move_from_text(&small, &position, "1", &move, &why), COPSE_OK);
    assert_int_equal(move, 1);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char sentence[80];
        snprintf(sentence, sizeof sentence, "move '%s' is not legal in this position", bad[i]);
        assert_int_equal(copse_move_from_text(&small, &position, bad[i], &move, &why),
                         COPSE_BAD_MOVE);
        assert_string_equal(why.text, sentence);
        assert_int_equal(move, 1);
    }
    assert_int_equal(copse_move_to_text(&small, &position, 4000000000u, text, sizeof text), 10);
    assert_string_equal(text, "4000000000");
    assert_int_equal(copse_move_to_text(&small, &position, 4000000000u, text, 4), 10);
    assert_string_equal(text, "400");
    assert_int_equal(copse_move_to_text(&small, &position, 12, NULL, 0), 2);
}

static int write_move(const copse_game *game, const void *position, copse_move move, char *text,
                      size_t size)
{
    (void)game, (void)position;
    return snprintf(text, size, "take %u", (unsigned)move);
}

/* A game that only writes moves is read by what it writes. */
static void written_moves(void **state)
{
    copse_game g = small;
    int position = 5;
    copse_move move = 77;
    (void)state;
    g.move_to_text = write_move;
    assert_int_equal(copse_move_from_text(&g, &position, "take 2", &move, NULL), COPSE_OK);
    assert_int_equal(move, 2);
    assert_int_equal(copse_move_from_text(&g, &position, "take 3", &move, NULL), COPSE_BAD_MOVE);
    assert_int_equal(copse_move_from_text(&g, &position, "1", &move, NULL), COPSE_BAD_MOVE);
    assert_int_equal(copse_move_from_text(&g, &position, "take", &move, NULL), COPSE_BAD_MOVE);
    assert_int_equal(move, 2);
}

static void null_arguments(void **state)
{
    int position = 1;
    copse_move move = 77;
    (void)state;
    assert_int_equal(copse_move_from_text(&small, NULL, "1", &move, NULL), COPSE_BAD_ARGUMENT);
    assert_int_equal(copse_move_from_text(&small, &position, NULL, &move, NULL),
                     COPSE_BAD_ARGUMENT);
    assert_int_equal(copse_move_from_text(&small, &position, "1", NULL, NULL), COPSE_BAD_ARGUMENT);
    assert_int_equal(move, 77);
}

/* ----------------------------------------------------------------------------- games that lie */

static int too_many_moves(const copse_game *game, const void *position, copse_move *moves)
{
    (void)position;
    for (int i = 0; i <= game->max_moves; i++)
        moves[i] = (copse_move)i;
    return game->max_moves + 1;
}

static int fewer_than_none(const copse_game *game, const void *position, copse_move *moves)
{
    (void)game, (void)position, (void)moves;
    return -1;
}

/* Believes any word, and calls it move number 9. */
static copse_status text_to_9(const copse_game *game, const void *position, const char *text,
                              copse_move *move, copse_message *why)
{
    (void)game, (void)position, (void)text, (void)why;
    *move = 9;
    return COPSE_OK;
}

static void lies(void **state)
{
    copse_game g = small;
    copse_message why = {""};
    copse_move move = 77;
    int position = 5;
    (void)state;
    g.text_to_move = text_to_9;
    assert_int_equal(copse_move_from_text(&g, &position, "x", &move, &why), COPSE_BAD_MOVE);
    assert_string_equal(why.text, "move 'x' is not legal in this position");
    g.moves = too_many_moves;
    assert_int_equal(copse_move_from_text(&g, &position, "x", &move, &why), COPSE_BAD_GAME);
    assert_string_equal(why.text,
                        "game small: a position has 3 children, max_moves says at most 2: "
                        "raise max_moves");
    g.moves = fewer_than_none;
    assert_int_equal(copse_move_from_text(&g, &position, "x", &move, &why), COPSE_BAD_GAME);
    assert_int_equal(move, 77);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables),           cmocka_unit_test(limits_of_tables),
        cmocka_unit_test(registry),         cmocka_unit_test(no_position_text),
        cmocka_unit_test(numbers_as_moves), cmocka_unit_test(written_moves),
        cmocka_unit_test(null_arguments),   cmocka_unit_test(lies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
