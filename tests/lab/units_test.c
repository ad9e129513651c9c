/* SPDX-License-Identifier: MIT
 *
 * What units of each kind measure, on entries so small that what has to come out is known: a search
 * takes as many nodes as itself, is as good as itself, and as far from the real score as it is when
 * it is the one that knows it. */
#include "support.h"

#include "lab/experiment_list.h"

#include <math.h>

#define FFO_1 "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--"
#define FFO_2 "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX-"

const struct experiment_file experiment_files[] = {
    {"problems", "1\t" FFO_1 "\tX\t14\t+18\tG8\n2\t" FFO_2 "\tX\t14\t+10\tA4\n"},
    {"start",
     "---------------------------OX------XO--------------------------- X; F5:+0; D3:+0;\n"},
    {"openings", "# two of them\nf5d6\nf5f6\n"},
    {"men", "W:W18,19,21,23,27-32:B1,2,3,5,7,9-12,14\nB:W19,21,25,26,27,29-32:B2-5,7,8,10-12\n"},
    {NULL, NULL}};

/* All units of an experiment, added up: tallies of its only group. */
struct sums {
    struct tally tallies[EXPERIMENT_PLAYERS * EXPERIMENT_STEPS * EXPERIMENT_MEASURES];
};

static struct sums run_all(const struct experiment *experiment)
{
    static struct sums sums; /* too large for a stack */
    memset(&sums, 0, sizeof sums);
    for (int i = 0; i < experiment_unit_count(experiment, false); i++) {
        struct unit unit = experiment_unit(experiment, false, i);
        copse_message why = {{0}};
        if (experiment->kind->work(&unit, sums.tallies, &why) != COPSE_OK)
            fail_msg("%s, unit %d: %s", experiment->name, i, why.text);
    }
    return sums;
}

static const struct tally *at(const struct experiment *experiment, const struct sums *sums,
                              int player, int step, int measure)
{
    int steps = group_steps(experiment->groups, false).count;
    return &sums->tallies[(player * steps + step) * EXPERIMENT_MEASURES + measure];
}

static void expect(const struct experiment *experiment, const struct sums *sums, int player,
                   int step, int measure, double samples, double value)
{
    const struct tally *tally = at(experiment, sums, player, step, measure);
    if (tally->n != samples || fabs(tally_value(tally) - value) > 1e-9)
        fail_msg("%s: player %d, step %d, measure %d: %g samples, %.10g", experiment->name, player,
                 step, measure, tally->n, tally_value(tally));
}

#define ENTRY(kind_, game_, groups_)                                                               \
    .name = #kind_, .paper = "nobody", .version = 1, .kind = &(kind_), .game = game_, .seed = 1,   \
    .groups = groups_

/* ----------------------------------------------------------------------------------- problems */

static const struct experiment_group solved_groups[] = {
    {"", "file problems", {{"solve", "solve"}}, "1 2", NULL, 0, 0}, {0}};

static void problems(void **state)
{
    (void)state;
    const struct experiment one = {ENTRY(kind_problems, "othello", solved_groups), .trees = 1,
                                   .batch = 1};
    assert_int_equal(experiment_unit_count(&one, false), 2);
    struct sums sums = run_all(&one);
    expect(&one, &sums, 0, 0, 1, 1, 1800); /* 18 discs */
    expect(&one, &sums, 0, 1, 1, 1, 1000);
    expect(&one, &sums, 0, 0, 2, 1, 1);
    expect(&one, &sums, 0, 1, 2, 1, 1);
    assert_true(tally_value(at(&one, &sums, 0, 0, 0)) > 0);
}

/* The second step names the first problem again. */
static const struct experiment_group twice_groups[] = {
    {"",
     "file problems",
     {{"one", "solve"}, {"other", "solve"}, {"blind", "pvs,depth=1"}},
     "7:2 8:1",
     NULL,
     0,
     0},
    {0}};

static void solutions(void **state)
{
    (void)state;
    const struct experiment one = {ENTRY(kind_solution, "othello", twice_groups), .trees = 3,
                                   .batch = 3};
    struct sums sums = run_all(&one);
    for (int step = 0; step < 2; step++) {
        expect(&one, &sums, 0, step, 2, 3, 1);
        assert_true(at(&one, &sums, 0, step, 0)->n == 3);
        assert_true(tally_value(at(&one, &sums, 0, step, 0)) > 0);
        expect(&one, &sums, 1, step, 1, 3, 1); /* the second by the second */
    }
    /* What is not solved has no time. */
    const struct tally *blind = at(&one, &sums, 2, 0, 2);
    assert_true(blind->n == 3 && at(&one, &sums, 2, 0, 0)->n == blind->a);
}

#define WORKERS "rbfm,driver=master,decide=buffer,expansions=2000" /* the move is right at once */
static const struct experiment_group processor_groups[] = {
    {"",
     "file start",
     {{"1", "1 processors: " WORKERS}, {"8", "8 processors: " WORKERS}},
     "1",
     NULL,
     0,
     0},
    {0}};

static void solutions_on_processors(void **state)
{
    (void)state;
    const struct experiment one = {ENTRY(kind_solution_scale, "othello", processor_groups),
                                   .trees = 1, .batch = 1, .costs = "today,evaluation=0.001"};
    struct sums sums = run_all(&one);
    const struct tally *solved = at(&one, &sums, 0, 0, 2);
    assert_true(solved->n == 1);
    assert_true(at(&one, &sums, 0, 0, 0)->n <= solved->a); /* whether it is, the evaluation knows */
    expect(&one, &sums, 0, 0, 3, 1, 1);                    /* by itself */
    double speed_up = tally_value(at(&one, &sums, 1, 0, 3));
    if (speed_up <= 2 || speed_up >= 8)
        fail_msg("speed-up %g", speed_up);
}

/* --------------------------------------------------------------------------------- by each other
 */

static const struct experiment_group ratio_groups[] = {
    {"",
     "file men",
     {{"itself", "alphabeta,depth=$x vs alphabeta,depth=$x"},
      {"more", "minimax,depth=$x vs alphabeta,depth=$x"}},
     "2 4",
     NULL,
     0,
     0},
    {0}};

static void ratios(void **state)
{
    (void)state;
    const struct experiment one = {ENTRY(kind_ratio, "checkers", ratio_groups), .trees = 2,
                                   .batch = 1};
    struct sums sums = run_all(&one);
    for (int step = 0; step < 2; step++) {
        expect(&one, &sums, 0, step, 0, 2, 1);
        assert_true(tally_value(at(&one, &sums, 1, step, 0)) > 1);
    }
}

static const struct experiment_group level_groups[] = {
    {"", "file men", {{"splitting", "treesplit,ordering=static,depth=5"}}, "2 3", NULL, 0, 0}, {0}};

static void levels(void **state)
{
    (void)state;
    const struct experiment one = {ENTRY(kind_levels, "checkers", level_groups), .trees = 2,
                                   .batch = 2, .costs = "unit,latency=0"};
    struct sums sums = run_all(&one);
    for (int step = 0; step < 2; step++) {
        double gain = tally_value(at(&one, &sums, 0, step, 0));
        assert_true(at(&one, &sums, 0, step, 0)->n == 2);
        assert_true(gain > 0.9 && gain < 4.5);
    }
}

static const struct experiment_group game_groups[] = {
    {"", "file openings", {{"itself", "pvs,depth=$x vs pvs,depth=$x"}}, "1", NULL, 0, 0}, {0}};
static const struct experiment_group all_groups[] = {
    {"", "all after 2 plies", {{"better", "pvs,depth=4 vs pvs,depth=$x"}}, "1", NULL, 0, 0}, {0}};

static void matches(void **state)
{
    (void)state;
    const struct experiment one = {ENTRY(kind_match, "othello", game_groups), .trees = 2,
                                   .batch = 1};
    struct sums sums = run_all(&one);
    expect(&one, &sums, 0, 0, 0, 4, 0.5);
    expect(&one, &sums, 0, 0, 1, 2, 1);
    /* All twelve lines, each once, though not in their order. */
    const struct experiment all = {ENTRY(kind_match, "othello", all_groups), .trees = 12,
                                   .batch = 5};
    sums = run_all(&all);
    assert_true(at(&all, &sums, 0, 0, 0)->n == 24);
    assert_true(tally_value(at(&all, &sums, 0, 0, 0)) > 0.6);
    /* Games that are cut short are drawn. */
    struct experiment cut = all;
    cut.max_plies = 2;
    sums = run_all(&cut);
    expect(&cut, &sums, 0, 0, 0, 24, 0.5);
}

/* --------------------------------------------------------------------------------------- errors */

static const struct experiment_group error_groups[] = {
    {"",
     "games",
     {{"itself", "pvs,ordering=ranked,depth=$x"}, {"static", "static"}},
     "1 3",
     NULL,
     0,
     0},
    {0}};
static const struct experiment_group bin_groups[] = {
    {"", "games", {{"itself", "pvs,ordering=ranked,depth=3"}}, "-50 0 50", NULL, 0, 0}, {0}};

static void errors(void **state)
{
    (void)state;
    const struct experiment one = {ENTRY(kind_accuracy, "chess", error_groups), .trees = 6,
                                   .batch = 2, .real = "pvs,ordering=ranked,depth=3", .points = 1};
    struct sums sums = run_all(&one), again = run_all(&one);
    const struct tally *known = at(&one, &sums, 0, 1, 0);
    assert_true(known->n >= 4 && known->n <= 6); /* decided ones are left out */
    expect(&one, &sums, 0, 1, 1, known->n, 0);
    assert_true(tally_value(at(&one, &sums, 1, 1, 1)) > 0);
    assert_memory_equal(&sums, &again, sizeof sums); /* positions are the same each time */
    const struct experiment bins = {ENTRY(kind_distance, "chess", bin_groups), .trees = 6,
                                    .batch = 3, .real = "pvs,ordering=ranked,depth=3", .points = 1};
    sums = run_all(&bins);
    expect(&bins, &sums, 0, 1, 0, at(&bins, &sums, 0, 1, 0)->n, 1); /* all in the middle */
    expect(&bins, &sums, 0, 0, 0, at(&bins, &sums, 0, 1, 0)->n, 0);
}

/* An entry that is wrong gives a sentence. */
static void wrong_entries(void **state)
{
    (void)state;
    static const struct experiment_group groups[][2] = {
        {{"", "file nothing", {{"a", "solve"}}, "1", NULL, 0, 0}, {0}},
        {{"", "file problems", {{"a", "solve"}}, "5:3", NULL, 0, 0}, {0}},
        {{"", "file problems", {{"a", "solv"}}, "1", NULL, 0, 0}, {0}},
    };
    static const char *const sentences[] = {"file nothing: there is no such",
                                            "problems: has 2 problems", "no algorithm 'solv'"};
    for (size_t i = 0; i < sizeof sentences / sizeof sentences[0]; i++) {
        const struct experiment one = {ENTRY(kind_problems, "othello", groups[i]), .trees = 1,
                                       .batch = 1};
        static struct sums sums;
        struct unit unit = experiment_unit(&one, false, 0);
        copse_message why = {{0}};
        assert_int_not_equal(one.kind->work(&unit, sums.tallies, &why), COPSE_OK);
        if (!strstr(why.text, sentences[i]))
            fail_msg("%s", why.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(problems),
        cmocka_unit_test(solutions),
        cmocka_unit_test(solutions_on_processors),
        cmocka_unit_test(ratios),
        cmocka_unit_test(levels),
        cmocka_unit_test(matches),
        cmocka_unit_test(errors),
        cmocka_unit_test(wrong_entries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
