/* SPDX-License-Identifier: MIT
 *
 * Suites: lines in all forms, good and bad, and what counts as solved. */
#include "lab/suite.h"

#include "support.h"

#include <unistd.h>

/* FFO problem 1 (fforum-1-19.obf of abulmo/edax-reversi). */
#define FFO_1 "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--"

/* ---------------------------------------------------------------------------------------- forms */

static cop_problem read_good(const char *line)
{
    cop_problem problem;
    copse_message why = {{0}};
    if (cop_problem_read(line, &problem, &why) != COPSE_OK)
        fail_msg("%s: %s", line, why.text);
    return problem;
}

static void forms(void **state)
{
    (void)state;
    cop_problem p = read_good(FFO_1 " X; G8:+18; H1:+12; A2:+6; A4:-22; % comment");
    assert_string_equal(p.game, "othello");
    assert_string_equal(p.position, FFO_1 " X");
    assert_true(p.exact && p.scored && p.score == 18 && p.unit == 100 && p.left == 14);
    assert_int_equal(p.best.count, 1);
    assert_string_equal(p.best.text[0], "G8");
    assert_string_equal(p.id, "");

    p = read_good(FFO_1 " O;a5:-3;h8:+0;A1:0;b2:-64");
    assert_int_equal(p.best.count, 2);
    assert_string_equal(p.best.text[1], "A1");
    assert_int_equal(p.score, 0);

    p = read_good("7\t" FFO_1 "\tX\t14\t+18\tG8,H1\tall\tG8:+18");
    assert_string_equal(p.id, "7");
    assert_int_equal(p.best.count, 2);
    assert_string_equal(p.best.text[1], "H1");

    p = read_good("1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+ Rxf7; c0 \"a; b\"; id "
                  "\"BK.01\";");
    assert_string_equal(p.game, "chess");
    assert_string_equal(p.position, "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - -");
    assert_int_equal(p.best.count, 2);
    assert_string_equal(p.best.text[0], "Qd1+");
    assert_string_equal(p.id, "BK.01");
    assert_false(p.scored);

    p = read_good("8/8/8/8/8/8/8/8 w - - am Qd1");
    assert_int_equal(p.avoid.count, 1);

    p = read_good("1\t11\tChinook\tTinsley\tB\t11-15\t18\t7\t17\t-14\t4147002\t594\t"
                  "B:W19,21,25,26,27,29,30,31,32:B2,3,4,5,7,8,10,11,12");
    assert_string_equal(p.game, "checkers");
    assert_string_equal(p.best.text[0], "11-15");
    assert_true(p.scored && !p.exact && p.score == -14 && p.depth == 17 && p.left == 18);
}

/* Any white space stands between the fields of EPD, and between moves. */
static void tabs_are_blanks(void **state)
{
    (void)state;
    cop_problem p = read_good("8/8/8/8\tw\t-  -\tbm\te4\tNf3 ;\tid\t\"a\tb\"\t;");
    assert_string_equal(p.game, "chess");
    assert_string_equal(p.position, "8/8/8/8 w -  -");
    assert_string_equal(p.id, "a\tb");
    assert_int_equal(p.best.count, 2);
    assert_string_equal(p.best.text[1], "Nf3");
}

static void bad_forms(void **state)
{
    (void)state;
    static const struct {
        const char *line, *says;
    } table[] = {
        {"hello", "is no problem"},
        {FFO_1, "side to move"},
        {FFO_1 " Y; G8:+18", "it is X or O"},
        {FFO_1 " X;", "no best move"},
        {FFO_1 " X; G8", "no move with its value"},
        {FFO_1 " X; G8:+65", "from -64 to +64"},
        {FFO_1 " X; :+6", "is no move"},
        {"7\t" FFO_1 "\tX\t14", "here are 4 of these"},
        {"7\t" FFO_1 "\tX\t14\tx\tG8", "the value is 'x'"},
        {"7\t" FFO_1 "\tX\t14\t3\t", "is no move"},
        {"8/8/8/8 w", "four fields of FEN, and here are 2"},
        {"8/8/8/8 w - - bm ;", "has no list of moves"},
        {"8/8/8/8 w - - id \"x\";", "no best move"},
        {"8/8/8/8 w - bm e4;", "the fourth is 'bm': a square for en passant, or -"},
        {"8/8/8/8 w - - 0 1 bm e4;", "'0 1 bm e4' where an operation such as bm belongs"},
        {"8/8/8/8 w - - bm e4; id \"WAC.001;", "'id \"WAC.001;' has no closing quotation mark"},
        {"a\tb", "13 fields"},
        {"1\t11\tC\tT\tB\t11-15\t18\t7\t0\t-14\t4\t5\tB:W19:B2", "the depth is '0'"},
        {"1\t11\tC\tT\tB\t11-15\t18\t7\t3\tx\t4\t5\tB:W19:B2", "the score is 'x'"},
        {"1\t11\tC\tT\tB\t11-15\t1\t7\t3\t4\t4\t5\tB:W19:B2", "pieces"},
        {"1\t11\tC\tT\tB\t\t18\t7\t3\t4\t4\t5\tB:W19:B2", "is no move"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        cop_problem problem = {.depth = 77};
        copse_message why = {{0}};
        assert_int_equal(cop_problem_read(table[i].line, &problem, &why), COPSE_BAD_POSITION);
        if (!strstr(why.text, table[i].says))
            fail_msg("'%s': %s", table[i].line, why.text);
        assert_int_equal(problem.depth, 77); /* untouched */
    }
}

/* ---------------------------------------------------------------------------------------- files */

static copse_status read_text(struct suite *suite, const char *text, const char *only,
                              copse_message *why)
{
    char path[] = "/tmp/copse-suite-XXXXXX";
    int handle = mkstemp(path);
    assert_true(handle >= 0);
    assert_true(write(handle, text, strlen(text)) == (ssize_t)strlen(text));
    close(handle);
    copse_status status = suite_read(suite, path, NULL, only, why);
    remove(path);
    return status;
}

#define LIST(number) number "\t" FFO_1 "\tX\t14\t+18\tG8\tall\tG8:+18\n"

static void files(void **state)
{
    (void)state;
    struct suite suite;
    copse_message why = {{0}};
    const char *text = "# comment\n" LIST("3") "\n" LIST("40") LIST("44") LIST("60");
    assert_int_equal(read_text(&suite, text, NULL, &why), COPSE_OK);
    assert_int_equal(suite.count, 4);
    suite_clear(&suite);
    assert_int_equal(read_text(&suite, text, "40-44,60", &why), COPSE_OK);
    assert_int_equal(suite.count, 3);
    assert_string_equal(suite.list[0].text.id, "40");
    suite_clear(&suite);
    assert_int_not_equal(read_text(&suite, text, "41-43", &why), COPSE_OK);
    assert_non_null(strstr(why.text, "none of these"));
    assert_int_not_equal(read_text(&suite, LIST("1") "what?\n", NULL, &why), COPSE_OK);
    assert_non_null(strstr(why.text, "line 2: 'what?' is no problem"));
    /* The game checks the move, and that it is its own. */
    assert_int_not_equal(read_text(&suite, FFO_1 " X; A8:+18", NULL, &why), COPSE_OK);
    assert_non_null(strstr(why.text, "line 1: best move 'A8'"));
    assert_int_not_equal(read_text(&suite,
                                   LIST("1") "1\t1\tC\tT\tB\t11-15\t18\t7\t3\t4\t4\t5\tB:W19:B2\n",
                                   NULL, &why),
                         COPSE_OK);
    assert_non_null(strstr(why.text, "of checkers, not of othello"));
    assert_int_not_equal(read_text(&suite, "# nothing\n", NULL, &why), COPSE_OK);
    assert_int_not_equal(suite_read(&suite, "/nonexistent", NULL, NULL, &why), COPSE_OK);
    assert_non_null(strstr(why.text, "No such file"));
}

/* -------------------------------------------------------------------------------------- running */

struct setup {
    struct suite suite;
    struct player player;
    struct suite_run run;
};

static void play(struct setup *setup, const char *text, const char *player, int within)
{
    copse_message why = {{0}};
    copse_limits limits;
    copse_limits_init(&limits);
    memset(setup, 0, sizeof *setup);
    if (read_text(&setup->suite, text, NULL, &why) != COPSE_OK ||
        !player_parse(&setup->player, player, &limits, &why))
        fail_msg("%s", why.text);
    setup->run.suite = &setup->suite;
    setup->run.player = &setup->player;
    setup->run.seeds = 2;
    setup->run.processors = 1;
    setup->run.threads = 2;
    setup->run.within = within;
    if (suite_play(&setup->run, NULL, NULL, &why) != COPSE_OK)
        fail_msg("%s", why.text);
}

static void end(struct setup *setup)
{
    suite_run_clear(&setup->run);
    suite_clear(&setup->suite);
    player_clear(&setup->player);
}

/* FFO problems 1, 2 and 5, whose values were computed by several programs (abulmo/edax-reversi). */
static const char three[] =
    "1\t" FFO_1 "\tX\t14\t+18\tG8\n"
    "2\t-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX-\tX\t14\t+10\tA4\n"
    "5\t-OOOOO----OXXO-XXXOXOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOOO---XXXXX--\tX\t14\t+32\tG8\n";

static void solved(void **state)
{
    (void)state;
    struct setup setup;
    play(&setup, three, "solve", -1);
    assert_int_equal(setup.run.done, 6);
    assert_int_equal(setup.run.solved, 6);
    for (int i = 0; i < 6; i++) {
        const struct suite_row *row = &setup.run.rows[i];
        const struct suite_problem *problem = &setup.suite.list[i / 2];
        assert_true(row->done && row->solved && !row->near);
        assert_int_equal(row->result.score, 100 * problem->text.score);
        assert_true(row->solution.nodes <= row->result.nodes);
    }
    /* The mean of a problem's searches is between them. */
    for (int i = 0; i < 3; i++) {
        struct suite_means means = suite_means(&setup.run, i);
        const struct suite_row *rows = &setup.run.rows[2 * i];
        assert_int_equal(means.searches, 2);
        assert_int_equal(means.solved, 2);
        assert_int_equal(means.found, 2);
        assert_true(2 * means.nodes == (double)(rows[0].solution.nodes + rows[1].solution.nodes));
        assert_true(2 * means.expansions ==
                    (double)(rows[0].solution.expansions + rows[1].solution.expansions));
    }
    end(&setup);
}

/* A right move with a value that is wrong, where the search has proved its own, is no solution; nor
 * is a right value with a move that is wrong. */
static void not_solved(void **state)
{
    (void)state;
    struct setup setup;
    play(&setup, "1\t" FFO_1 "\tX\t14\t+20\tG8\n2\t" FFO_1 "\tX\t14\t+18\tH1\n", "solve", -1);
    assert_int_equal(setup.run.solved, 0);
    end(&setup);
    /* H1 is worth 12, six discs less than G8: within 600 points that will do, within 500 not. */
    play(&setup, "2\t" FFO_1 "\tX\t14\t+18\tH1\n", "solve", 600);
    assert_int_equal(setup.run.solved, 2);
    assert_true(setup.run.rows[0].near);
    assert_int_equal(setup.run.rows[0].apart, 600);
    end(&setup);
    play(&setup, "2\t" FFO_1 "\tX\t14\t+18\tH1\n", "solve", 500);
    assert_int_equal(setup.run.solved, 0);
    end(&setup);
}

/* The depth of a problem is the limit of a player that has none. */
static void own_depth(void **state)
{
    (void)state;
    struct setup setup;
    play(&setup,
         "1\t11\tC\tT\tB\t11-15\t18\t7\t5\t-14\t4147002\t594\t"
         "B:W19,21,25,26,27,29,30,31,32:B2,3,4,5,7,8,10,11,12\n",
         "pvs", -1);
    assert_int_equal(setup.run.rows[0].result.depth, 5);
    end(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms),     cmocka_unit_test(tabs_are_blanks),
        cmocka_unit_test(bad_forms), cmocka_unit_test(files),
        cmocka_unit_test(solved),    cmocka_unit_test(not_solved),
        cmocka_unit_test(own_depth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
