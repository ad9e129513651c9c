/* SPDX-License-Identifier: MIT
 *
 * The mistakes that docs/your-own-game.md warns of, made on purpose in nim: each gets the status
 * and the sentence that the page says it gets. */
int nim_main(void);
#define main nim_main
#include "../../examples/nim.c"
#undef main

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char page[65536];

/* The beginning of a sentence, where lists of names or sizes follow that may grow. */
static void expect(copse_status status, copse_status wanted, const char *sentence,
                   const char *beginning)
{
    char quoted[300];
    if (strncmp(sentence, beginning, strlen(beginning)) != 0)
        assert_string_equal(sentence, beginning);
    assert_int_equal(status, wanted);
    snprintf(quoted, sizeof quoted, "`%s", beginning);
    if (strstr(page, quoted) == NULL)
        fail_msg("the page does not have %s", quoted);
}

static void table_is_checked(void **state)
{
    copse_game bad[6] = {nim, nim, nim, nim, nim, nim};
    static const char *const wanted[6] = {
        "game: struct_size is 0: set it to sizeof(copse_game), here ",
        "game: name is missing: give it a short word",
        "game nim: position_size is 0: 1 to 65536 bytes",
        "game nim: max_moves is 0: 1 to 4000",
        "game nim: the function play is missing: it is required",
        "game nim: the function evaluate is missing: it is required",
    };
    (void)state;
    bad[0].struct_size = 0;
    bad[1].name = NULL;
    bad[2].position_size = 0;
    bad[3].max_moves = 0;
    bad[4].play = NULL;
    bad[5].evaluate = NULL;
    for (int i = 0; i < 6; i++) {
        copse_message why = {""};
        heaps position = {{1, 2, 3}};
        copse_move move = 99;
        copse_search *search = NULL;
        expect(copse_game_check(&bad[i], &why), COPSE_BAD_GAME, why.text, wanted[i]);
        assert_int_equal(copse_search_new(&bad[i], NULL, NULL, &search, NULL), COPSE_BAD_GAME);
        assert_null(search);
        assert_int_equal(copse_best_move(&bad[i], &position, 1.0, &move, NULL), COPSE_BAD_GAME);
        assert_int_equal(move, 99);
    }
}

/* A search of a game, on this position to depth 4 with this option; its status and sentence. */
static void expect_of_run(const copse_game *game, const char *option, const char *value,
                          copse_status wanted, const char *sentence)
{
    heaps position = {{3, 4, 5, 6}};
    copse_search *search = NULL;
    copse_result result;
    copse_limits limits;
    copse_limits_init(&limits);
    limits.depth = 4;
    assert_int_equal(copse_search_new(game, NULL, NULL, &search, NULL), COPSE_OK);
    copse_status status = copse_search_set(search, option, value);
    assert_int_equal(copse_search_set_position(search, &position), COPSE_OK);
    if (status == COPSE_OK)
        status = copse_search_run(search, &limits);
    expect(status, wanted, copse_search_message(search), sentence);
    assert_int_not_equal(copse_search_result(search, &result), COPSE_OK);
    copse_search_free(search);
}

static copse_score evaluate_too_high(const copse_game *game, const void *position)
{
    return evaluate(game, position) == 0 ? 0 : -COPSE_INFINITE;
}

static int expand_too_few(const copse_game *game, const void *position, int first,
                          copse_score enough, copse_child *children, void *positions, int *total)
{
    copse_move list[HEAPS * MOST];
    *total = moves(game, position, list);
    (void)first, (void)enough, (void)children, (void)positions;
    return 0;
}

static void searches_notice(void **state)
{
    copse_game small = nim, no_hash = nim, few = nim;
    (void)state;
    small.max_moves = HEAPS;
    expect_of_run(
        &small, "table", "0", COPSE_BAD_GAME,
        "game nim: a position has 18 children, max_moves says at most 4: raise max_moves");
    no_hash.hash = NULL;
    expect_of_run(&no_hash, "table", "auto", COPSE_UNSUPPORTED,
                  "game nim has no hash function, and option table needs one: add it, or set "
                  "table=0");
    few.expand = expand_too_few;
    expect_of_run(&few, "table", "0", COPSE_BAD_GAME,
                  "game nim: expand produced 0 children from number 0 on, of 15");
    expect_of_run(&nim, "tabel", "auto", COPSE_BAD_OPTION,
                  "algorithm pvs has no option 'tabel'; it has: ");
    expect_of_run(&nim, "killers", "yes", COPSE_BAD_OPTION, "option killers: 'yes': on or off");
}

static void score_out_of_range_is_noticed(void **state)
{
    copse_game high = nim;
    heaps position = {{2}};
    copse_search *search = NULL;
    copse_limits limits;
    (void)state;
    high.evaluate = evaluate_too_high;
    copse_limits_init(&limits);
    limits.depth = 4;
    assert_int_equal(copse_search_new(&high, NULL, NULL, &search, NULL), COPSE_OK);
    assert_int_equal(copse_search_set_position(search, &position), COPSE_OK);
    expect(copse_search_run(search, &limits), COPSE_BAD_GAME, copse_search_message(search),
           "game nim: a score of -2100000000: scores lie within +-COPSE_WIN, 2000000000");
    copse_search_free(search);
}

static void calls_are_checked(void **state)
{
    copse_search *search = NULL;
    copse_limits limits;
    copse_message why = {""};
    heaps over = {{0}}, position = {{1, 2, 3}};
    copse_move move = 99;
    (void)state;
    expect(copse_search_new(&nim, "alpha", NULL, &search, &why), COPSE_UNKNOWN_ALGORITHM, why.text,
           "no algorithm 'alpha'; there are: ");
    assert_null(search);
    expect(copse_position_from_text(&nim, "3 4 5", &position, &why), COPSE_UNSUPPORTED, why.text,
           "game nim has no text_to_position");
    assert_int_equal(copse_search_new(&nim, "pvs", NULL, &search, &why), COPSE_OK);
    copse_limits_init(&limits);
    expect(copse_search_run(search, &limits), COPSE_BAD_LIMIT, copse_search_message(search),
           "no limit: set depth, nodes, expansions or seconds, or endless");
    limits.depth = 3;
    expect(copse_search_run(search, &limits), COPSE_NO_POSITION, copse_search_message(search),
           "no position has been set");
    assert_int_equal(copse_search_set_position(search, &over), COPSE_OK);
    expect(copse_search_run(search, &limits), COPSE_GAME_OVER, copse_search_message(search),
           "the game is over: there is no move");
    assert_int_equal(copse_search_set_position(search, &position), COPSE_OK);
    expect(copse_search_played(search, take(0, 2)), COPSE_BAD_MOVE, copse_search_message(search),
           "move 2 is not one of the 6 legal moves of this position");
    assert_memory_equal(copse_search_position(search), &position, sizeof position);
    copse_search_free(search);

    assert_int_equal(copse_best_move(&nim, &over, 1.0, &move, NULL), COPSE_GAME_OVER);
    assert_int_equal(move, 99);
}

/* The argument is the page; without one, as seen from the folder tests/. */
int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_is_checked),
        cmocka_unit_test(searches_notice),
        cmocka_unit_test(score_out_of_range_is_noticed),
        cmocka_unit_test(calls_are_checked),
    };
    const char *path = argc > 1 ? argv[1] : "../docs/your-own-game.md";
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        fprintf(stderr, "%s cannot be read: give the path of docs/your-own-game.md\n", path);
        return 2;
    }
    page[fread(page, 1, sizeof page - 1, file)] = 0;
    fclose(file);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
