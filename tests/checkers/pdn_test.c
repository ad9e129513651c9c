/* SPDX-License-Identifier: MIT
 *
 * Games of checkers as text: those of a match, what may stand between moves, wrong ones. */
#include "format/pdn.h"

#include "checkers_test.h"

static cop_pdn_game game;

/* The next game, which has to be there. */
static void next_game(cop_pdn_reader *reader)
{
    copse_message why = {""};
    bool found = false;
    if (cop_pdn_next(reader, &game, &found, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    assert_true(found);
}

static void no_more(cop_pdn_reader *reader)
{
    bool found = true;
    assert_int_equal(cop_pdn_next(reader, &game, &found, NULL), COPSE_OK);
    assert_false(found);
}

static char *whole_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "r");
    char *text = calloc(1, 1 << 20);
    assert_non_null(file);
    assert_non_null(text);
    *size = fread(text, 1, (1 << 20) - 1, file);
    fclose(file);
    return text;
}

/* What is written is read as the same game. */
static void comes_back(const cop_pdn_game *one)
{
    static char text[20000], again[20000];
    int length = cop_pdn_write(one, text, sizeof text);
    cop_pdn_game first = *one;
    assert_in_range(length, 1, sizeof text - 1);
    cop_pdn_reader reader = cop_pdn_open(text, (size_t)length);
    next_game(&reader);
    assert_int_equal(game.result, first.result);
    assert_int_equal(game.move_count, first.move_count);
    assert_memory_equal(game.moves, first.moves, (size_t)first.move_count * sizeof first.moves[0]);
    assert_memory_equal(&game.start, &first.start, sizeof first.start);
    cop_pdn_write(&game, again, sizeof again);
    assert_string_equal(again, text);
    for (const char *line = text; *line != 0; line = strchr(line, '\n') + 1)
        assert_true(line[0] == '[' || strcspn(line, "\n") <= 79);
    no_more(&reader);
}

/* 38 of the 39 games: the source has not got number 12. */
static void match_of_1992(void **state)
{
    (void)state;
    size_t size;
    char *text = whole_file("checkers/tinsley-chinook-1992.pdn", &size);
    cop_pdn_reader reader = cop_pdn_open(text, size);
    int results[4] = {0}, plies = 0;
    for (int i = 0; i < 38; i++) {
        next_game(&reader);
        int64_t round = 0;
        assert_true(cop_span_number(cop_pdn_tag_of(&game, "Round"), 1, 40, &round));
        assert_int_equal(round, i + 1 + (i >= 11));
        plies += game.move_count;
        results[game.result]++;
        cop_pdn_game kept = game;
        comes_back(&kept);
    }
    no_more(&reader);
    free(text);
    assert_int_equal(results[COP_PDN_OPEN], 0);
    assert_int_equal(results[COP_PDN_BLACK] + results[COP_PDN_WHITE], 6);
    assert_int_equal(results[COP_PDN_DRAW], 32);
    assert_true(plies > 1000);
}

static void reads_as(const char *text, const char *moves, cop_pdn_result result)
{
    cop_pdn_reader reader = cop_pdn_open(text, strlen(text));
    char found[400];
    int length = 0;
    found[0] = 0;
    next_game(&reader);
    for (int i = 0; i < game.move_count; i++) {
        char one[40];
        cop_checkers_move_to_text(game.moves[i], one, sizeof one);
        cop_append(found, sizeof found, &length, "%s%s", i == 0 ? "" : " ", one);
    }
    assert_string_equal(found, moves);
    assert_int_equal(game.result, result);
    no_more(&reader);
}

static void between_moves(void **state)
{
    (void)state;
    reads_as("11-15 23-19 *", "11-15 23-19", COP_PDN_OPEN);
    reads_as("1. 11-15 23-19 2. 8-11 1-0", "11-15 23-19 8-11", COP_PDN_BLACK);
    reads_as("1.11-15 1...23-19! 2.8-11?? 0-2", "11-15 23-19 8-11", COP_PDN_WHITE);
    reads_as("1. 11-15 {good (really) [%clock 1:20]} 23-19 $4 ; and so on 9-14\n2. 8-11 1-1",
             "11-15 23-19 8-11", COP_PDN_DRAW);
    reads_as("1. 11-15 (9-14 (10-15 {)} 9x9) 22-17) 23-19 (1... 24-20) 2-0", "11-15 23-19",
             COP_PDN_BLACK);
    reads_as("[Event \"a [b] {c}\"]\n[Result \"0-1\"]\n\n1. 11-15 23-19\n", "11-15 23-19",
             COP_PDN_WHITE);
    reads_as("[Result \"1/2-1/2\"]\n", "", COP_PDN_DRAW);
    reads_as(
        "[GameType \"21,B,8,8,N1,0\"]\n[SetUp \"1\"]\n[FEN \"W:W18,31:B5,22.\"]\n18-14 22-26 *",
        "18-14 22-26", COP_PDN_OPEN);
}

static void set_up(void **state)
{
    (void)state;
    static const char *const text = "[FEN \"W:W18,31:B5,22\"]\n18-14 22-26 31x22 *";
    cop_pdn_reader reader = cop_pdn_open(text, strlen(text));
    next_game(&reader);
    assert_int_equal(game.start.turn, CHECKERS_WHITE);
    assert_int_equal(game.move_count, 3);
    cop_pdn_game kept = game;
    comes_back(&kept);
    game.tag_count = 0; /* the writer has to make the tag */
    char out[400];
    cop_pdn_write(&game, out, sizeof out);
    assert_string_equal(out, "[Result \"*\"]\n[FEN \"W:W18,31:B5,22\"]\n1... 18-14 2. 22-26 31x22 "
                             "*\n\n");
}

static void several(void **state)
{
    (void)state;
    static const char *const text = "; two games\n[Event \"one\"]\n1. 11-15 *\n[Event \"two\"]\n"
                                    "1. 9-14\n\n[Event \"three\"]\n1. 9-13 1-0 12-16 *\n";
    cop_pdn_reader reader = cop_pdn_open(text, strlen(text));
    static const int lines[] = {2, 4, 7, 8};
    for (int i = 0; i < 4; i++) {
        next_game(&reader);
        assert_int_equal(game.move_count, 1);
        assert_int_equal(game.line, lines[i]);
    }
    no_more(&reader);
}

static void wrong_games(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } rows[] = {
        {"1. 11-15\n23-19 11-15 *", "line 2, game 1, ply 3: move '11-15'"},
        {"11-15 * 11-15 11-15", "line 1, game 2, ply 2: move '11-15'"},
        {"11-15 22-18 8-11", "who can take must take"},
        {"11-15 draw", "move 'draw'"},
        {"11-15 {never ended", "line 1: this comment has no end: a '}'"},
        {"11-15\n(9-14 (x)", "line 2: this variation has no end: a ')'"},
        {"[Event one]\n", "line 1: '[Event one]'"},
        {"[Event \"one\"\n11-15", "a tag is a name"},
        {"[\"one\"]", "a tag is a name"},
        {"[", "a tag is a name"},
        {"[Event", "a tag is a name"},
        {"[Ev-nt \"one\"]", "a tag is a name"},
        {"[Event \"on\te\"]", "a tag is a name"},
        {"[GameType \"20\"]", "GameType \"20\": 21"},
        {"[FEN \"W:W1:B2\"]", "tag FEN: checkers position: a man of White on 1"},
        {"11-15 )", "move ')'"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cop_pdn_reader reader = cop_pdn_open(rows[i].text, strlen(rows[i].text));
        copse_message why = {""};
        copse_status status = COPSE_OK;
        bool found = true;
        while (status == COPSE_OK && found)
            status = cop_pdn_next(&reader, &game, &found, &why);
        if (status == COPSE_OK || found || strstr(why.text, rows[i].says) == NULL)
            fail_msg("%s: %s", rows[i].text, why.text);
    }
}

static void too_long(void **state)
{
    (void)state;
    static char text[20000];
    int length = 0;
    cop_append(text, sizeof text, &length, "[FEN \"B:WK32:BK1\"]\n");
    for (int i = 0; i < 300; i++)
        cop_append(text, sizeof text, &length, "1-6 32-27 6-1 27-32 ");
    cop_pdn_reader reader = cop_pdn_open(text, (size_t)length);
    copse_message why = {""};
    bool found = true;
    assert_int_equal(cop_pdn_next(&reader, &game, &found, &why), COPSE_BAD_MOVE);
    assert_non_null(strstr(why.text, "more than 1024 plies"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(match_of_1992), cmocka_unit_test(between_moves),
        cmocka_unit_test(set_up),        cmocka_unit_test(several),
        cmocka_unit_test(wrong_games),   cmocka_unit_test(too_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
