/* SPDX-License-Identifier: MIT
 *
 * GGF: records of games that were played on the server GGS (tests/othello/ggs.ggf, as other
 * programs quote them too) come to the result that they say, and are the same when written and read
 * again; each mistake has a sentence of its own. */
#include "format/ggf.h"

#include "support.h"

static void must_read(cop_span *rest, int number, cop_ggf_game *game)
{
    copse_message why = {""};
    if (cop_ggf_read(rest, number, game, &why) != COPSE_OK)
        fail_msg("%s", why.text);
}

/* Discs for black at the end. */
static int outcome(const othello_line *line)
{
    assert_true(cop_othello_is_over(line->end.board));
    int result = othello_result(line->end.board);
    return line->end.side == 0 ? result : -result;
}

static void same(const cop_ggf_game *a, const cop_ggf_game *b)
{
    assert_string_equal(a->place, b->place);
    assert_string_equal(a->date, b->date);
    assert_string_equal(a->black, b->black);
    assert_string_equal(a->white, b->white);
    assert_string_equal(a->black_rating, b->black_rating);
    assert_string_equal(a->white_rating, b->white_rating);
    assert_string_equal(a->clock, b->clock);
    assert_string_equal(a->type, b->type);
    assert_int_equal(a->finished, b->finished);
    assert_int_equal(a->ending, b->ending);
    assert_true(a->result == b->result);
    assert_memory_equal(&a->line.start, &b->line.start, sizeof a->line.start);
    assert_memory_equal(&a->line.end, &b->line.end, sizeof a->line.end);
    assert_int_equal(a->line.count, b->line.count);
    for (int i = 0; i < a->line.count; i++) {
        assert_int_equal(a->line.moves[i], b->line.moves[i]);
        assert_int_equal(a->notes[i].scored, b->notes[i].scored);
        assert_int_equal(a->notes[i].timed, b->notes[i].timed);
        assert_true(a->notes[i].score == b->notes[i].score);
        assert_true(a->notes[i].seconds == b->notes[i].seconds);
    }
}

static void archive(void **state)
{
    (void)state;
    static char text[20000];
    static cop_ggf_game games[8], again;
    FILE *file = fopen("othello/ggs.ggf", "r");
    assert_non_null(file);
    size_t size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    cop_span rest = {text, size};
    int count = 0;
    for (; cop_ggf_more(&rest); count++) {
        char written[COP_GGF_ROOM];
        assert_in_range(count, 0, 7);
        must_read(&rest, count + 1, &games[count]);
        assert_true(games[count].finished);
        assert_int_equal(games[count].ending, 0);
        assert_true(games[count].result == outcome(&games[count].line));
        int length = cop_ggf_write(&games[count], written, sizeof written);
        assert_int_equal(length, strlen(written));
        cop_span one = cop_span_of(written);
        must_read(&one, 1, &again);
        assert_false(cop_ggf_more(&one));
        same(&games[count], &again);
    }
    assert_int_equal(count, 4);
    assert_string_equal(games[0].black, "Saio1200");
    assert_string_equal(games[0].date, "2003.12.15_13:24:03.MST");
    assert_int_equal(games[0].line.count, 61);
    assert_int_equal(games[0].line.moves[58], OTHELLO_PASS);
    assert_true(games[0].notes[26].timed && games[0].notes[26].seconds == 5.42);
    assert_string_equal(games[1].type, "s8r18");
    assert_true(games[1].result == -10);
    assert_true(games[1].notes[0].scored && games[1].notes[0].score == -6);
    assert_string_equal(games[2].white, "edax");
    assert_string_equal(games[3].white_rating, "1669.67");
    assert_false(games[3].notes[0].scored);
}

/* Without a board it is the usual one; what is not known is passed over; passes may be left out. */
static void lenient(void **state)
{
    (void)state;
    static const char text[] = " 12 (;GM[Othello] XYZ[what ( ; ever]TY[]PB[]\nB[f5/+1]W[D6]\r\n"
                               "RE[+3.5:r];)\n\n";
    cop_span rest = cop_span_of(text);
    cop_ggf_game game;
    assert_true(cop_ggf_more(&rest));
    must_read(&rest, 1, &game);
    assert_false(cop_ggf_more(&rest));
    assert_int_equal(game.line.count, 2);
    assert_true(game.finished && game.result == 3.5);
    assert_int_equal(game.ending, 'r');
    assert_true(game.notes[0].scored && game.notes[0].score == 1);
    assert_string_equal(game.black, "");
    assert_string_equal(game.type, "8");
}

static void writing(void **state)
{
    (void)state;
    othello_position start = cop_othello_start();
    cop_ggf_game game;
    char text[COP_GGF_ROOM], cut[20];
    cop_ggf_init(&game, &start);
    static const char empty[] = "(;GM[Othello]TY[8]RE[?]BO[8 -------- -------- -------- ---O*--- "
                                "---*O--- -------- -------- -------- *];)";
    assert_int_equal(cop_ggf_write(&game, text, sizeof text), strlen(empty));
    assert_string_equal(text, empty);
    strcpy(game.black, "me [or\nnot]");
    assert_int_equal(cop_othello_line_add(&game.line, 37, NULL), COPSE_OK);
    assert_int_equal(cop_othello_line_add(&game.line, 43, NULL), COPSE_OK);
    game.notes[0] = (cop_ggf_note){.timed = true, .seconds = 0.125};
    game.notes[1] = (cop_ggf_note){.scored = true, .score = -0.001};
    game.finished = true;
    game.result = -2;
    game.ending = 't';
    int length = cop_ggf_write(&game, text, sizeof text);
    assert_string_equal(text, "(;GM[Othello]PB[me [or not)]TY[8]RE[-2.00:t]BO[8 -------- -------- "
                              "-------- ---O*--- ---*O--- -------- -------- -------- *]"
                              "B[f5//0.13]W[d6/0.00];)");
    assert_int_equal(cop_ggf_write(&game, cut, sizeof cut), length);
    assert_string_equal(cut, "(;GM[Othello]PB[me ");
}

#define G "(;GM[Othello]"
#define ROWS "-------- -------- -------- ---O*--- ---*O--- -------- -------- --------"

static void refusals(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"x", "GGF game 7: 'x': a game begins with (;"},
        {"(;;)", "GGF game 7: GM[Othello] is missing"},
        {"(;GM[Chess];)", "GGF game 7, GM[Chess]: only Othello is read"},
        {G, "GGF game 7: '' after 0 moves: NAME[value], or ;) at the end"},
        {G "B[f5]W[d6", "'W[d6' after 1 moves: NAME[value], or ;)"},
        {G "B[f5] b;)", "'b;)' after 1 moves"},
        {G "PB[12345678901234567890123456789012345678901234567890123456789012345678901234567890];)",
         "]: at most 79 letters"},
        {G "PB[a]PB[b];)", "PB[b]: it is there twice"},
        {G "GM[Othello];)", "GM[Othello]: it is there twice"},
        {G "TY[k8];)", "TY[k8]: games with komi are not read"},
        {G "RE[65];)", "RE[65]: discs for black, -64 to 64"},
        {G "RE[+-5];)", "RE[+-5]: discs for black"},
        {G "RE[5:x];)", "RE[5:x]: discs for black"},
        {G "RE[];)", "RE[]: discs for black"},
        {G "BO[10 " ROWS " *];)", "a board of 8"},
        {G "BO[8 " ROWS "];)", "64 squares *, O or -, then * or O for the side to move"},
        {G "BO[8 " ROWS " -];)", "side to move: '-'"},
        {G "BO[8 " ROWS " * *];)", "more than 64 squares"},
        {G "BO[8 " ROWS "?];)", "64 squares *, O or -"},
        {G "B[f5]BO[8 " ROWS " *];)", "the board has to stand before the moves"},
        {G "B[];)", "B[]: a square from a1 to h8 or pass"},
        {G "B[f55];)", "B[f55]: a square"},
        {G "B[f5/x];)", "B[f5/x]: the score after the first /"},
        {G "B[f5/nan];)", "the score after the first /"},
        {G "B[f5//-1];)", "B[f5//-1]: the seconds after the second /"},
        {G "B[f5///];)", "at most two /"},
        {G "W[f5];)", "W[f5]: it is black's turn"},
        {G "B[f5]B[d6];)", "B[d6]: it is white's turn"},
        {G "B[a1];)", "B[a1]: 'a1': not legal for X"},
        {G "B[pass];)", "B[pass]: 'pass': X has a move and must not pass"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cop_ggf_game game, untouched;
        copse_message why = {""};
        memset(&game, 0x5a, sizeof game);
        memset(&untouched, 0x5a, sizeof untouched);
        cop_span rest = cop_span_of(rows[i][0]);
        assert_int_equal(cop_ggf_read(&rest, 7, &game, &why), COPSE_BAD_POSITION);
        if (strstr(why.text, rows[i][1]) == NULL)
            fail_msg("'%s' gives: %s", rows[i][0], why.text);
        assert_memory_equal(&game, &untouched, sizeof game);
        assert_ptr_equal(rest.start, rows[i][0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(archive),
        cmocka_unit_test(lenient),
        cmocka_unit_test(writing),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
