/* SPDX-License-Identifier: MIT */
#include "lab/limits.h"
#include "lab/names.h"
#include "lab/player.h"
#include "lab/positions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static void a_description(void **state)
{
    (void)state;
    struct player player;
    copse_limits limits;
    copse_message why;
    copse_limits_init(&limits);
    limits.depth = 3;
    limits.nodes = 1000;
    assert_true(player_parse(&player, "pvs,ordering=static,depth=8,time=0.5", &limits, &why));
    assert_string_equal(player.spec, "pvs,ordering=static,depth=8,time=0.5");
    assert_string_equal(player.algorithm->name, "pvs");
    assert_int_equal(player.setting_count, 1);
    assert_string_equal(player.settings[0].name, "ordering");
    assert_string_equal(player.settings[0].value, "static");
    assert_int_equal(player.limits.depth, 8);
    assert_int_equal(player.limits.nodes, 1000);
    assert_true(player.limits.seconds > 0.4 && player.limits.seconds < 0.6);
    player_clear(&player);
}

static void bad_descriptions(void **state)
{
    (void)state;
    static const struct {
        const char *spec, *why;
    } bad[] = {
        {"", "no algorithm ''"},
        {"pvx", "did you mean 'pvs'?"},
        {"pvs,", "NAME=VALUE"},
        {"pvs,,table=0", "NAME=VALUE"},
        {"pvs,ordering", "'ordering': "},
        {"pvs,ordering=", "'ordering=': "},
        {"pvs,depth=0", "a whole number from 1 to 4000"},
        {"pvs,time=nan", "seconds"},
    };
    struct player player;
    copse_limits limits;
    copse_limits_init(&limits);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        copse_message why = {""};
        assert_false(player_parse(&player, bad[i].spec, &limits, &why));
        assert_non_null(strstr(why.text, bad[i].why));
    }
}

static void too_many_settings(void **state)
{
    (void)state;
    struct player player;
    copse_limits limits;
    copse_message why;
    copse_limits_init(&limits);
    assert_true(player_init(&player, "pvs", &limits, &why));
    for (int i = 0; i < PLAYER_MAX_SETTINGS; i++)
        assert_true(player_set(&player, "ordering=none", &why));
    assert_false(player_set(&player, "ordering=none", &why));
    player_clear(&player);
}

static void what_the_library_refuses(void **state)
{
    (void)state;
    const copse_game *game = copse_game_find("random");
    struct player player;
    copse_limits limits;
    copse_message why;
    copse_search *search = NULL;
    int wrong = 7;
    copse_limits_init(&limits);
    assert_true(player_parse(&player, "pvs,ordering=static,nosuch=1", &limits, &why));
    assert_int_equal(player_search(&player, game, &search, &wrong, &why), COPSE_BAD_OPTION);
    assert_int_equal(wrong, 1);
    assert_null(search);
    assert_non_null(strstr(why.text, "nosuch"));
    player_clear(&player);
}

static void nearest_names(void **state)
{
    (void)state;
    assert_string_equal(name_nearest(algorithm_names, NULL, "mtfd"), "mtdf"); /* one swap */
    assert_string_equal(name_nearest(algorithm_names, NULL, "alphbeta"), "alphabeta");
    assert_null(name_nearest(algorithm_names, NULL, "chess"));
    assert_null(name_nearest(algorithm_names, NULL, ""));
    assert_null(name_nearest(
        algorithm_names, NULL,
        "a-name-that-is-much-longer-than-any-that-there-is-and-must-not-hurt-anything"));
}

static const char *many_names(const void *user, int number)
{
    (void)user;
    return number < 1000 ? "something" : NULL;
}

static void a_list_that_is_too_long(void **state)
{
    (void)state;
    copse_message why;
    name_unknown(many_names, NULL, "thing", "nothing-like-it", &why);
    assert_true(strlen(why.text) < sizeof why.text);
    assert_string_equal(why.text + strlen(why.text) - 5, ", ...");
}

/* The seeds of positions go up one by one from the first. */
static void seeds(void **state)
{
    (void)state;
    const copse_game *game = copse_game_find("random");
    struct positions positions;
    copse_message why;
    static const char *const first[] = {"branching=3,seed=41,shape=random", "seed=41,branching=3",
                                        "branching=3,seed=41"};
    for (size_t i = 0; i < sizeof first / sizeof first[0]; i++) {
        assert_int_equal(positions_read(&positions, game, first[i], 3, &why), COPSE_OK);
        assert_int_equal(positions.count, 3);
        for (int j = 0; j < 3; j++) {
            char text[128], seed[32];
            snprintf(seed, sizeof seed, "seed=%d", 41 + j);
            copse_position_to_text(game, positions_at(&positions, j), text, sizeof text);
            assert_non_null(strstr(text, seed));
        }
        positions_clear(&positions);
    }
    assert_int_equal(positions_read(&positions, game, "branching=3", 2, &why), COPSE_OK);
    positions_clear(&positions);
    assert_int_equal(positions_read(&positions, game, NULL, 2, &why), COPSE_OK);
    positions_clear(&positions);
    assert_int_equal(positions_read(&positions, game, "seed=x", 2, &why), COPSE_BAD_POSITION);
}

static void limits_in_words(void **state)
{
    (void)state;
    copse_limits limits;
    copse_message why;
    char text[160];
    copse_limits_init(&limits);
    assert_false(limits_end(&limits));
    limits_to_text(&limits, text, sizeof text);
    assert_string_equal(text, "");
    assert_true(limit_set(&limits, "memory", "1M", &why));
    assert_false(limits_end(&limits)); /* memory ends nothing */
    assert_true(limit_set(&limits, "depth", "8", &why));
    assert_true(limits_end(&limits));
    assert_true(limit_set(&limits, "time", "2.5", &why));
    limits_to_text(&limits, text, sizeof text);
    assert_string_equal(text, "depth 8, 2.5 s, memory 1M");
    assert_false(limit_set(&limits, "patience", "1", &why));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_description),
        cmocka_unit_test(bad_descriptions),
        cmocka_unit_test(too_many_settings),
        cmocka_unit_test(what_the_library_refuses),
        cmocka_unit_test(nearest_names),
        cmocka_unit_test(a_list_that_is_too_long),
        cmocka_unit_test(seeds),
        cmocka_unit_test(limits_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
