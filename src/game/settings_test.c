/* SPDX-License-Identifier: MIT
 *
 * A game with settings of its own: through copse_search_set(), and as text that travels. */
#include "game/settings.h"

#include "support.h"

#include <stdlib.h>

/* Random trees whose values are multiplied by the setting `times`. */
typedef struct scaled {
    copse_game game;
    const copse_game *random;
    int times;
} scaled;

static int opened_now;

static int moves(const copse_game *game, const void *position, copse_move *list)
{
    const scaled *s = game->context;
    return s->random->moves(s->random, position, list);
}

static void play(const copse_game *game, const void *from, copse_move move, void *to)
{
    const scaled *s = game->context;
    s->random->play(s->random, from, move, to);
}

static copse_score evaluate(const copse_game *game, const void *position)
{
    const scaled *s = game->context;
    return s->times * s->random->evaluate(s->random, position);
}

static copse_status text_to_position(const copse_game *game, const char *text, void *position,
                                     copse_message *why)
{
    const scaled *s = game->context;
    return s->random->text_to_position(s->random, text, position, why);
}

static void close_scaled(copse_game *game)
{
    opened_now--;
    free((void *)game->context);
}

static copse_status open_scaled(const copse_game *game, int count, const copse_setting *settings,
                                copse_game **opened, copse_message *why)
{
    const scaled *from = game->context;
    scaled *made = malloc(sizeof *made);
    assert_non_null(made);
    *made = *from;
    made->game.context = made;
    for (int i = 0; i < count; i++) {
        if (strcmp(settings[i].name, "file") == 0 && strcmp(settings[i].value, "none") == 0) {
            free(made);
            snprintf(why->text, sizeof why->text, "there is no file 'none'");
            return COPSE_BAD_OPTION;
        }
        if (strcmp(settings[i].name, "file") == 0 && strcmp(settings[i].value, "old") == 0)
            snprintf(why->text, sizeof why->text, "the file 'old' is old");
        if (strcmp(settings[i].name, "times") == 0)
            made->times = atoi(settings[i].value);
    }
    opened_now++;
    *opened = &made->game;
    return COPSE_OK;
}

static const copse_option options[] = {
    {"times", COPSE_OPTION_NUMBER, "1", 1, 9, NULL, "what values are multiplied by"},
    {"file", COPSE_OPTION_TEXT, "", 0, 0, NULL, "something that is read"},
};

static scaled plain;

static const copse_game *make_game(void)
{
    const copse_game *random = copse_game_find("random");
    plain = (scaled){.game = {.struct_size = sizeof(copse_game),
                              .name = "scaled",
                              .start = random->start,
                              .position_size = random->position_size,
                              .max_moves = random->max_moves,
                              .context = &plain,
                              .moves = moves,
                              .play = play,
                              .evaluate = evaluate,
                              .text_to_position = text_to_position,
                              .open = open_scaled,
                              .close = close_scaled,
                              .option_count = 2,
                              .options = options},
                     .random = random,
                     .times = 1};
    return &plain.game;
}

static copse_score search_to_3(copse_search *search)
{
    return run_to_depth(search, 3).score;
}

static void a_search_takes_the_games_options(void **state)
{
    (void)state;
    copse_search *search = new_search(make_game(), "pvs");
    must(copse_search_set_position_text(search, NULL), search);
    copse_score once = search_to_3(search);
    must(copse_search_set(search, "times", "3"), search);
    assert_int_equal(search_to_3(search), 3 * once);
    must(copse_search_set(search, "times", "2"), search);
    must(copse_search_set(search, "file", "some"), search);
    assert_int_equal(search_to_3(search), 2 * once);
    assert_int_equal(opened_now, 1);
    copse_search_free(search);
    assert_int_equal(opened_now, 0);
}

static void a_wrong_one_changes_nothing(void **state)
{
    (void)state;
    copse_search *search = new_search(make_game(), "pvs");
    must(copse_search_set_position_text(search, NULL), search);
    must(copse_search_set(search, "times", "2"), search);
    copse_score twice = search_to_3(search);
    assert_int_equal(copse_search_set(search, "times", "10"), COPSE_BAD_OPTION);
    assert_int_equal(copse_search_set(search, "times", "many"), COPSE_BAD_OPTION);
    assert_int_equal(copse_search_set(search, "file", "none"), COPSE_BAD_OPTION);
    assert_string_equal(copse_search_message(search), "there is no file 'none'");
    assert_int_equal(copse_search_set(search, "file", "two\nlines"), COPSE_BAD_OPTION);
    assert_int_equal(copse_search_set(search, "neither", "1"), COPSE_BAD_OPTION);
    assert_int_equal(search_to_3(search), twice);
    copse_search_free(search);
    assert_int_equal(opened_now, 0);
}

/* A remark stays as long as what it is about, and nothing else is taken for one. */
static void a_game_may_remark_on_them(void **state)
{
    (void)state;
    copse_search *search = new_search(make_game(), "pvs");
    assert_int_equal(copse_search_set(search, "times", "10"), COPSE_BAD_OPTION);
    assert_true(copse_search_message(search)[0] != 0);
    must(copse_search_set(search, "times", "2"), search);
    assert_string_equal(copse_search_message(search), "");
    must(copse_search_set(search, "file", "old"), search);
    assert_string_equal(copse_search_message(search), "the file 'old' is old");
    must(copse_search_set(search, "times", "3"), search);
    assert_string_equal(copse_search_message(search), "the file 'old' is old");
    must(copse_search_set(search, "file", "new"), search);
    assert_string_equal(copse_search_message(search), "");
    copse_search_free(search);
    assert_int_equal(opened_now, 0);
}

static void settings_are_text(void **state)
{
    (void)state;
    const copse_game *game = make_game();
    cop_game_settings settings = {""};
    assert_int_equal(cop_game_settings_set(&settings, game, "times", "2", NULL), COPSE_OK);
    assert_int_equal(cop_game_settings_set(&settings, game, "file", "a=b", NULL), COPSE_OK);
    assert_int_equal(cop_game_settings_set(&settings, game, "times", "5", NULL), COPSE_OK);
    assert_string_equal(settings.text, "file=a=b\ntimes=5\n");
    copse_game *opened = NULL;
    assert_int_equal(cop_game_open(game, &settings, &opened, NULL), COPSE_OK);
    assert_int_equal(((const scaled *)opened->context)->times, 5);
    cop_game_close(opened);
    static const char *const wrong[] = {"times=5", "times\n", "times=77\n", "else=1\n", "\n"};
    for (int i = 0; i < 5; i++) {
        cop_game_settings bad = {""};
        snprintf(bad.text, sizeof bad.text, "%s", wrong[i]);
        assert_int_equal(cop_game_open(game, &bad, &opened, NULL), COPSE_BAD_OPTION);
    }
    assert_int_equal(opened_now, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_search_takes_the_games_options),
        cmocka_unit_test(a_wrong_one_changes_nothing),
        cmocka_unit_test(a_game_may_remark_on_them),
        cmocka_unit_test(settings_are_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
