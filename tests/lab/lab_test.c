/* SPDX-License-Identifier: MIT
 *
 * What the lab is made of: tallies and their intervals, verdicts, the list of experiments, the file
 * of results.
 */
#include "support.h"

#include "lab/experiment_list.h"
#include "lab/experiment_run.h"
#include "lab/player.h"
#include "lab/verdict.h"

#include <math.h>
#include <unistd.h>

/* The programs' own are made of files by the build. */
const struct experiment_file experiment_files[] = {{NULL, NULL}};

/* ------------------------------------------------------------------------------------- tallies */

static double uniform(uint64_t *seed)
{
    return (double)draw(seed, 1000000) / 1e6;
}

/* Of many samples of a known mean about 95 % of the intervals have to hold it. */
static void intervals_cover_as_they_say(void **state)
{
    (void)state;
    enum { RUNS = 4000, SAMPLES = 12 };
    uint64_t seed = 7;
    int means = 0, quotients = 0, shares = 0;
    for (int i = 0; i < RUNS; i++) {
        struct tally mean = {0}, quotient = {0};
        for (int j = 0; j < SAMPLES; j++) {
            double b = 1 + uniform(&seed);
            tally_add(&mean, uniform(&seed) + uniform(&seed) + uniform(&seed), 1);
            tally_add(&quotient, 2 * b + uniform(&seed) - 0.5, b);
        }
        /* A share of which every value is as likely, so that no luck with a single one helps. */
        struct tally share = {0};
        double chance = uniform(&seed);
        for (int j = 0; j < 5 * SAMPLES; j++)
            tally_add_share(&share, uniform(&seed) < chance, 1);
        struct interval three = tally_interval(&share, true);
        shares += three.low <= chance && chance <= three.high;
        struct interval one = tally_interval(&mean, false);
        struct interval two = tally_interval(&quotient, false);
        /* draw() never gives 1000000, so the mean is a little below 1.5. */
        means += one.low <= 1.4999985 && 1.4999985 <= one.high;
        quotients += two.low <= 2 && 2 <= two.high;
    }
    printf("held by %.1f %%, %.1f %% and %.1f %% of the intervals\n", 100.0 * means / RUNS,
           100.0 * quotients / RUNS, 100.0 * shares / RUNS);
    assert_in_range(shares, (int)(0.938 * RUNS), (int)(0.962 * RUNS));
    assert_in_range(means, (int)(0.938 * RUNS), (int)(0.962 * RUNS));
    assert_in_range(quotients, (int)(0.93 * RUNS), (int)(0.965 * RUNS));
}

static void tallies_add_up(void **state)
{
    (void)state;
    struct tally all = {0}, even = {0}, odd = {0};
    for (int i = 1; i <= 10; i++) {
        tally_add(&all, i * i, i);
        tally_add(i % 2 ? &odd : &even, i * i, i);
    }
    tally_join(&even, &odd);
    assert_memory_equal(&all, &even, sizeof all);
    assert_true(tally_value(&all) == 7); /* 385 / 55 */
    assert_true(isinf(tally_error(&(struct tally){.n = 1, .a = 1, .b = 1}, false)));
}

/* ------------------------------------------------------------------------- a made-up experiment */

static copse_status count_units(const struct unit *unit, struct tally *tallies, copse_message *why)
{
    (void)why;
    for (int i = 0; i < unit->trees; i++) {
        /* Ten samples about x, and about ten times as much. */
        double x = unit->steps.list[unit->step].number[0], off = (i % 2 ? 1 : -1) * 0.01;
        double value = unit->player == 0 ? x : 10 * x;
        tally_add(unit_tally(unit, tallies, unit->player, unit->step, 0), value + off, 1);
        tally_add_share(unit_tally(unit, tallies, unit->player, unit->step, 1), i % 2, 1);
    }
    return COPSE_OK;
}

static const struct experiment_kind counting = {
    "counting", {{"size", "units", false}, {"odd", "%", true}}, true, true, count_units, false};

static const struct experiment_group groups[] = {
    {"small", "nowhere", {{"one", "1"}, {"ten", "10"}}, "1-3 5:7", NULL, 0, 0},
    {"large", "nowhere", {{"one", "1"}, {"ten", "10"}}, "100", NULL, 0, 4},
    {0}};

static const struct experiment_claim claims[] = {
    {"small, one", 2, 0, NULL, 1.9, 2.1, 0, "two"},              /* reproduced */
    {"small, one", 3, 0, NULL, 3.1, 3.2, 0, "a little more"},    /* close: by 3 % */
    {"small, one", 5, 0, NULL, -INFINITY, 4, 0, "at most four"}, /* differs by 1 */
    {"small, ten", 0, 0, "small, one", 0, INFINITY, 0, "more"},  /* reproduced, four times */
    {"large, one", 100, 1, NULL, 53, INFINITY, 50, "a share"},   /* undecided: few samples */
    {NULL, 9, 0, NULL, 0, 1, 0, "there is no such step"},
    {0}};

static const struct experiment made_up = {.name = "made-up",
                                          .paper = "nobody",
                                          .question = "?",
                                          .shows = "!",
                                          .version = 1,
                                          .kind = &counting,
                                          .game = "random",
                                          .seed = 5,
                                          .trees = 10,
                                          .quick_trees = 4,
                                          .batch = 4,
                                          .groups = groups,
                                          .claims = claims};

static void steps_are_read(void **state)
{
    (void)state;
    struct step_list steps;
    assert_true(step_list_read(&steps, "1-3 5:7:9 20"));
    assert_int_equal(steps.count, 5);
    assert_int_equal(steps.list[3].number[2], 9);
    assert_int_equal(steps.list[4].number[0], 20);
    static const char *const wrong[] = {"", "x", "3-1", "1:2:3:4", "1,2", "1-99", "5:"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(step_list_read(&steps, wrong[i]));
    char text[40];
    const struct step step = {2, {5, 7}};
    assert_true(spec_at_step("a,depth=$x vs b,depth=$y", &step, text, sizeof text));
    assert_string_equal(text, "a,depth=5 vs b,depth=7");
    assert_false(spec_at_step("a,depth=$x", &step, text, 9));
}

/* 4 steps and 1, of 2 players, of 10 trees in batches of 4. */
static void units_are_all_there_once(void **state)
{
    (void)state;
    int trees[2][2][4] = {{{0}}};
    assert_int_equal(experiment_unit_count(&made_up, false), (4 + 1) * 2 * 3);
    for (int i = 0; i < experiment_unit_count(&made_up, false); i++) {
        struct unit unit = experiment_unit(&made_up, false, i);
        assert_int_equal(unit.seed, 5 + unit.first);
        trees[unit.group_number][unit.player][unit.step] += unit.trees;
    }
    for (int player = 0; player < 2; player++) {
        for (int step = 0; step < 4; step++)
            assert_int_equal(trees[0][player][step], 10);
        assert_int_equal(trees[1][player][0], 10);
    }
    assert_string_not_equal(experiment_settings(&made_up, true).text,
                            experiment_settings(&made_up, false).text);
}

/* ---------------------------------------------------------------------------------- the results */

struct place {
    char path[60];
};

static struct place new_file(void)
{
    struct place place = {"/tmp/copse-lab-test-XXXXXX"};
    int handle = mkstemp(place.path);
    assert_true(handle >= 0);
    close(handle);
    return place;
}

static struct store *open_store(const struct place *place, bool read_only)
{
    copse_message why;
    struct store *store = store_open(place->path, read_only, 1, &why);
    if (!store)
        fail_msg("%s", why.text);
    return store;
}

static void run_one(struct store *store, const struct experiment *experiment, int threads)
{
    atomic_bool stop = false;
    copse_message why;
    struct experiment_run run = {.experiment = experiment,
                                 .threads = threads,
                                 .store = store,
                                 .origin = {"0", "a machine", "a command"},
                                 .stop = &stop};
    if (experiment_run(&run, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    assert_int_equal(run.before + run.done, run.units);
}

static void run_made_up(struct store *store, int threads)
{
    run_one(store, &made_up, threads);
}

static void verdicts_are_as_explained(void **state)
{
    (void)state;
    struct place place = new_file();
    struct store *store = open_store(&place, false);
    struct store_results results;
    struct findings findings;
    copse_message why;
    char words[200];
    run_made_up(store, 2);
    run_made_up(store, 2); /* nothing is left to do */
    assert_int_equal(store_read(store, &made_up, false, &results, &why), COPSE_OK);
    assert_int_equal(results.done, results.units);
    assert_true(findings_make(&results, &findings));
    assert_int_equal(findings.count, 8);
    assert_int_equal(findings.list[0].verdict, VERDICT_REPRODUCED);
    assert_int_equal(findings.list[1].verdict, VERDICT_CLOSE);
    assert_int_equal(findings.list[2].verdict, VERDICT_DIFFERS);
    assert_true(fabs(findings.list[2].apart - 1) < 0.01);
    for (int i = 3; i < 7; i++)
        assert_int_equal(findings.list[i].verdict, VERDICT_REPRODUCED);
    assert_int_equal(findings.list[7].verdict, VERDICT_UNDECIDED);
    assert_true(findings.list[7].low < 53 && isinf(findings.list[7].high)); /* by its interval */
    assert_int_equal(findings.verdict, VERDICT_DIFFERS); /* 6 of 7 are fewer than nine of ten */
    findings_words(&results, &findings, words, sizeof words);
    assert_string_equal(words,
                        "differs: 5 of 8 values reproduced, 1 close, 1 undecided, 1 differs; "
                        "most small, one at 5 (size): by +1");
    findings_clear(&findings);
    store_results_clear(&results);
    store_close(store);
    unlink(place.path);
}

/* ------------------------------------------------------------------- too few samples to tell */

static const struct experiment_kind counted_shares = {"shares", {{"won", "%", true}}, false,
                                                      false,    count_units,          false};
static const struct experiment_group shares_group[] = {
    {"", "nowhere", {{"one", "1"}, {"two", "2"}}, "1-8", NULL, 0, 0}, {0}};

/* Won games of how many, at each step, and what becomes of the claim there. */
static const struct {
    double one[2], two[2];
    struct experiment_claim claim;
    enum verdict verdict;
} share_cases[] = {
    {{550, 1000}, {0}, {"one", 1, 0, NULL, 50, INFINITY, 0, "more"}, VERDICT_REPRODUCED},
    {{11, 20}, {0}, {"one", 2, 0, NULL, 50, INFINITY, 0, "more"}, VERDICT_UNDECIDED},
    {{485, 1000}, {0}, {"one", 3, 0, NULL, 50, INFINITY, 0, "more"}, VERDICT_CLOSE},
    {{430, 1000}, {0}, {"one", 4, 0, NULL, 50, INFINITY, 0, "more"}, VERDICT_DIFFERS},
    {{12, 20}, {0}, {"one", 5, 0, NULL, 60, 61, 0, "60 %"}, VERDICT_UNDECIDED},
    {{590, 1000}, {0}, {"one", 6, 0, NULL, 60, 61, 0, "60 %"}, VERDICT_REPRODUCED},
    {{31, 64}, {33, 64}, {"one", 7, 0, "two", 0, INFINITY, 0, "before"}, VERDICT_UNDECIDED},
    {{1, 1}, {0}, {"one", 8, 0, NULL, 50, INFINITY, 0, "one sample"}, VERDICT_UNDECIDED}};
enum { SHARE_CASES = sizeof share_cases / sizeof share_cases[0] };

/* The findings of some of these claims, which are taken by their numbers from 1 on. */
static struct findings share_findings(const char *which, char *words, size_t size)
{
    struct experiment_claim some[SHARE_CASES + 1] = {{0}};
    struct tally tallies[2 * SHARE_CASES * EXPERIMENT_MEASURES] = {{0}}, *all[] = {tallies};
    struct experiment shares = {
        .name = "shares", .kind = &counted_shares, .groups = shares_group, .claims = some};
    struct store_results results = {.experiment = &shares, .units = 1, .done = 1, .groups = all};
    struct unit unit = {.steps = group_steps(shares_group, false), .player_count = 2};
    struct findings findings;
    for (int i = 0; which[i]; i++)
        some[i] = share_cases[which[i] - '1'].claim;
    for (int i = 0; i < SHARE_CASES; i++) {
        tally_add_share(unit_tally(&unit, tallies, 0, i, 0), share_cases[i].one[0],
                        share_cases[i].one[1]);
        tally_add_share(unit_tally(&unit, tallies, 1, i, 0), share_cases[i].two[0],
                        share_cases[i].two[1]);
    }
    assert_true(findings_make(&results, &findings));
    findings_words(&results, &findings, words, size);
    return findings;
}

/* Nor does one sample, but where there is no other. */
static void wide_intervals_decide_nothing(void **state)
{
    (void)state;
    char words[200];
    struct findings findings = share_findings("12345678", words, sizeof words);
    assert_int_equal(findings.count, SHARE_CASES);
    for (int i = 0; i < SHARE_CASES; i++) {
        if (findings.list[i].verdict != share_cases[i].verdict)
            fail_msg("case %d: %s, not %s", i + 1, verdict_words(findings.list[i].verdict),
                     verdict_words(share_cases[i].verdict));
    }
    assert_true(isinf(findings.list[7].interval.low) && isinf(findings.list[7].interval.high));
    assert_int_equal(findings.verdict, VERDICT_DIFFERS);
    findings_clear(&findings);
    /* As many are undecided as are not: those that are decide. */
    findings = share_findings("1625", words, sizeof words);
    assert_string_equal(words,
                        "reproduced: 2 of 4 values reproduced, 0 close, 2 undecided, 0 differ");
    findings_clear(&findings);
    findings = share_findings("125", words, sizeof words);
    assert_string_equal(words,
                        "undecided: 1 of 3 values reproduced, 0 close, 2 undecided, 0 differ");
    findings_clear(&findings);
}

/* ---------------------------------------------------------------------------- parts of another */

/* One group of it, at fewer steps; and its units by themselves, at one of its steps. */
static const struct experiment_group part_groups[] = {
    {"small", "nowhere", {{"ten", ""}}, "5 2", NULL, 0, 0}, {0}};
static const struct experiment_group whole_groups[] = {
    {"left", "nowhere", {{"one", "1"}}, "1-3", NULL, 0, 0},
    {"right", "nowhere", {{"one", "1"}}, "1-3", NULL, 0, 0},
    {0}};
static const struct experiment_group each_groups[] = {
    {"right", "nowhere", {{"one", ""}}, "70 80 90", NULL, 0, 0}, {0}};

static copse_status count_trees(const struct unit *unit, struct tally *tallies, copse_message *why)
{
    (void)why;
    for (int step = 0; step < unit->steps.count; step++)
        tally_add(unit_tally(unit, tallies, unit->player, step, 0),
                  100 * unit->group_number + 10 * unit->first + step, 1);
    return COPSE_OK;
}

static const struct experiment_kind whole_units = {
    "whole", {{"size", "units", false}}, false, true, count_trees, false};

/* The third tree, at step 2, on the right: 100 + 10 * 2 + 1. */
static const struct experiment_claim each_claims[] = {
    {"right", 90, 0, NULL, 121, 121, 0, "exactly"},
    {"right", 90, 0, "right at 70", 20, 20, 0, "20 more than the first"},
    {"right", 80, 0, NULL, 112, 115, 0, "near"},
    {0}};

static const struct experiment others[] = {{.name = "part",
                                            .paper = "nobody",
                                            .question = "?",
                                            .shows = "!",
                                            .data = &made_up,
                                            .version = 1,
                                            .kind = &counting,
                                            .game = "random",
                                            .seed = 5,
                                            .trees = 10,
                                            .quick_trees = 4,
                                            .batch = 4,
                                            .groups = part_groups},
                                           {.name = "whole",
                                            .paper = "nobody",
                                            .question = "?",
                                            .shows = "!",
                                            .version = 1,
                                            .kind = &whole_units,
                                            .game = "random",
                                            .trees = 3,
                                            .quick_trees = 3,
                                            .batch = 1,
                                            .groups = whole_groups},
                                           {.name = "each",
                                            .paper = "nobody",
                                            .question = "?",
                                            .shows = "!",
                                            .data = &others[1],
                                            .each = 2,
                                            .version = 1,
                                            .kind = &whole_units,
                                            .game = "random",
                                            .trees = 3,
                                            .quick_trees = 3,
                                            .batch = 1,
                                            .groups = each_groups,
                                            .claims = each_claims},
                                           {0}};

/* A part runs what it shows and no more, and shows what the whole has. */
static void parts_are_of_the_whole(void **state)
{
    (void)state;
    struct place place = new_file();
    struct store *store = open_store(&place, false);
    struct store_results results;
    copse_message why;
    assert_ptr_equal(experiment_source(&others[0]), &made_up);
    run_one(store, &others[0], 2);
    assert_int_equal(store_read(store, &others[0], false, &results, &why), COPSE_OK);
    assert_int_equal(results.units, 4 * 2 * 3); /* all steps of the group, both players */
    assert_int_equal(results.done, results.units);
    assert_true(fabs(tally_value(results_at(&results, 0, 0, 0, 0)) - 50) < 1e-9);
    assert_true(fabs(tally_value(results_at(&results, 0, 0, 1, 0)) - 20) < 1e-9);
    store_results_clear(&results);
    assert_int_equal(store_read(store, &made_up, false, &results, &why), COPSE_OK);
    assert_int_equal(results.done, 4 * 2 * 3); /* and the other group is still to be done */
    assert_true(results.units > results.done);
    store_results_clear(&results);
    store_close(store);
    unlink(place.path);
}

static void units_are_shown_by_themselves(void **state)
{
    (void)state;
    struct place place = new_file();
    struct store *store = open_store(&place, false);
    struct store_results results;
    struct findings findings;
    copse_message why;
    /* What is by the clock, or by lot, has more samples. */
    assert_false(experiment_is_exact(experiment_find("shoham-table2", &why)));
    assert_false(experiment_is_exact(experiment_find("shoham-table4", &why)));
    run_one(store, &others[2], 1);
    assert_int_equal(store_read(store, &others[2], false, &results, &why), COPSE_OK);
    assert_int_equal(results.done, 3); /* not those on the left */
    for (int i = 0; i < 3; i++) {
        assert_true(results_at(&results, 0, 0, i, 0)->n == 1);
        assert_true(tally_value(results_at(&results, 0, 0, i, 0)) == 101 + 10 * i);
    }
    /* One sample is all there is, so it is judged without an interval. */
    assert_true(experiment_is_exact(&others[2]) && !experiment_is_exact(&made_up));
    assert_true(findings_make(&results, &findings));
    assert_int_equal(findings.count, 3);
    assert_int_equal(findings.list[0].verdict, VERDICT_REPRODUCED);
    assert_int_equal(findings.list[1].verdict, VERDICT_REPRODUCED);
    assert_int_equal(findings.list[2].verdict, VERDICT_CLOSE); /* 111: 1 below */
    findings_clear(&findings);
    store_results_clear(&results);
    store_close(store);
    unlink(place.path);
}

/* A unit that is put twice counts once, and another version or other settings are other units. */
static void units_are_kept_once(void **state)
{
    (void)state;
    struct place place = new_file();
    struct store *one = open_store(&place, false), *two = open_store(&place, false);
    struct unit unit = experiment_unit(&made_up, false, 0);
    const struct store_origin origin = {"0", "a machine", "a command"};
    struct experiment next = made_up;
    struct store_results results;
    copse_message why;
    bool has;
    struct tally *tallies = calloc((size_t)unit_tally_count(&unit), sizeof *tallies);
    assert_int_equal(count_units(&unit, tallies, &why), COPSE_OK);
    assert_int_equal(store_put(one, &unit, false, 0, tallies, 1, &origin, &why), COPSE_OK);
    assert_int_equal(store_put(two, &unit, false, 0, tallies, 1, &origin, &why), COPSE_OK);
    assert_int_equal(store_read(two, &made_up, false, &results, &why), COPSE_OK);
    assert_int_equal(results.done, 1);
    assert_true(results_at(&results, 0, 0, 0, 0)->n == unit.trees);
    store_results_clear(&results);
    assert_int_equal(store_has(one, &made_up, true, 0, &has, &why), COPSE_OK);
    assert_false(has);
    next.version = 2;
    assert_int_equal(store_has(one, &next, false, 0, &has, &why), COPSE_OK);
    assert_false(has);
    free(tallies);
    store_close(one);
    store_close(two);
    unlink(place.path);
}

static void put_from(struct store *store, int number, const char *version, const char *machine)
{
    copse_message why;
    struct unit unit = experiment_unit(&made_up, false, number);
    const struct store_origin origin = {version, machine, "a command"};
    struct tally *tallies = calloc((size_t)unit_tally_count(&unit), sizeof *tallies);
    assert_int_equal(count_units(&unit, tallies, &why), COPSE_OK);
    assert_int_equal(store_put(store, &unit, false, number, tallies, 1, &origin, &why), COPSE_OK);
    free(tallies);
}

/* Units of several versions and machines: the versions are named, the machines counted. */
static void origins_are_told(void **state)
{
    (void)state;
    struct place place = new_file();
    struct store *store = open_store(&place, false);
    struct store_results results;
    copse_message why;
    static const char *const machines[] = {"an oak", "an ash", "a yew", "an elm"};
    static const char *const expected[][2] = {{"1", "an oak"},
                                              {"2, 1", "an ash and 1 other"},
                                              {"3, 1, 2", "a yew and 2 others"},
                                              {"4, 1, 2 and 1 other", "an elm and 3 others"}};
    for (int i = 0; i < 4; i++) {
        put_from(store, i, (char[2]){(char)('1' + i), '\0'}, machines[i]);
        assert_int_equal(store_read(store, &made_up, false, &results, &why), COPSE_OK);
        assert_string_equal(results.version, expected[i][0]);
        assert_string_equal(results.machine, expected[i][1]);
        store_results_clear(&results);
    }
    store_close(store);
    unlink(place.path);
}

/* ------------------------------------------------------------------------------ the experiments */

static bool is_word_for_kind(const char *spec)
{
    static const char *const words[] = {"alpha-beta", "optimum", "formula", "static"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(spec, words[i]) == 0)
            return true;
    }
    return strncmp(spec, "formula,", strlen("formula,")) == 0;
}

static void check_spec(const struct experiment *experiment, const char *spec,
                       const struct step *step)
{
    char text[400];
    copse_message why;
    copse_limits none;
    struct player player;
    copse_limits_init(&none);
    if (is_word_for_kind(spec))
        return;
    if (strstr(spec, " processors: "))
        spec = strstr(spec, ": ") + 2;
    assert_true(spec_at_step(spec, step, text, sizeof text));
    char *second = strstr(text, " vs ");
    if (second)
        *second = '\0';
    const char *specs[] = {text, second ? second + 4 : NULL};
    for (int i = 0; i < 2 && specs[i]; i++) {
        copse_search *search = NULL;
        if (!player_parse(&player, specs[i], &none, &why) ||
            player_search(&player, copse_game_find(experiment->game), &search, NULL, &why) !=
                COPSE_OK)
            fail_msg("%s: %s: %s", experiment->name, specs[i], why.text);
        copse_search_free(search);
        player_clear(&player);
    }
}

static bool has_curve(const struct experiment *experiment, const char *name)
{
    for (const struct experiment_group *group = experiment->groups; group->label; group++) {
        for (int i = 0; i < group_player_count(group); i++) {
            if (strcmp(curve_name(experiment, group, i).text, name) == 0)
                return true;
        }
    }
    return false;
}

/* Everything that an entry says is something that there is. */
static void entries_make_sense(void **state)
{
    (void)state;
    const struct experiment *one;
    int count = 0;
    for (; (one = experiment_at(count)) != NULL; count++) {
        copse_message why;
        assert_ptr_equal(experiment_find(one->name, &why), one);
        assert_non_null(copse_game_find(one->game));
        assert_non_null(one->question);
        assert_non_null(one->shows);
        assert_non_null(one->plot.x);
        const struct experiment *source = experiment_source(one);
        if (one->data) {
            assert_null(source->data);
            assert_ptr_equal(experiment_find(source->name, &why), source);
            assert_ptr_equal(source->kind, one->kind);
        }
        assert_true(one->each == 0 || (one->data && source->batch == 1));
        for (const struct experiment_group *group = one->groups; group->label; group++) {
            for (int quick = 0; quick < 2; quick++) {
                struct step_list steps = group_steps(group, quick);
                assert_true(steps.count > 0);
                for (int i = 0; i < group_player_count(group); i++) {
                    struct curve_name name = curve_name(one, group, i);
                    if (!has_curve(source, name.text))
                        fail_msg("%s: %s has no curve '%s'", one->name, source->name, name.text);
                    /* One search for all processors: what else it has stands in the first step. */
                    int which = one->kind == &kind_scale ? 0 : steps.count - 1;
                    if (!one->data)
                        check_spec(one, group->players[i].spec, &steps.list[which]);
                }
            }
        }
        for (const struct experiment_claim *claim = one->claims; claim && claim->words; claim++) {
            assert_true(claim->low <= claim->high);
            assert_non_null(one->kind->measures[claim->measure].name);
            if (claim->curve && !has_curve(one, claim->curve))
                fail_msg("%s: no curve '%s'", one->name, claim->curve);
            int x = 0;
            if (claim->than && !has_curve(one, claim_other(claim, &x).text))
                fail_msg("%s: no curve '%s'", one->name, claim->than);
        }
    }
    assert_true(count > 70);
}

/* All searches are those that play against pvs, and pvs where nobody plays. */
static void all_searches_are_compared(void **state)
{
    (void)state;
    copse_message why;
    assert_true(has_curve(experiment_find("copse-random-nodes", &why), "branching 10, pvs"));
    assert_true(has_curve(experiment_find("copse-random-time", &why), "branching 3, pvs"));
    assert_false(has_curve(experiment_find("copse-chess-nodes", &why), "pvs"));
}

/* What papers print of an experiment is compared, wherever they say it. */
static void printed_values_are_claims(void **state)
{
    (void)state;
    static const struct {
        const char *experiment, *words;
        int x;
    } printed[] = {{"shoham-fig12", "factor of 18 (using 35 processors)", 35},
                   {"shoham-fig12", "factor of 6", 35},
                   {"shoham-fig12", "beyond 30", 64},
                   {"shoham-fig9", "beyond depth 5", 7},
                   {"korf-fig9", "depths 3 to 12", 3},
                   {"korf-fig9", "from depth 13 on", 25},
                   {"korf-fig13", "over 90 %", 6},
                   {"korf-fig13", "over 90 %", 8},
                   {"korf-fig13", "over 90 %", 10},
                   {"korf-fig17", "beyond depth one", 2},
                   {"korf-fig16", "depth five", 5}};
    for (size_t i = 0; i < sizeof printed / sizeof printed[0]; i++) {
        copse_message why;
        const struct experiment_claim *claim = experiment_find(printed[i].experiment, &why)->claims;
        while (claim->words &&
               !(strstr(claim->words, printed[i].words) && claim->x == printed[i].x))
            claim++;
        if (!claim->words)
            fail_msg("%s: nothing says '%s' at %d", printed[i].experiment, printed[i].words,
                     printed[i].x);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_cover_as_they_say),
        cmocka_unit_test(tallies_add_up),
        cmocka_unit_test(steps_are_read),
        cmocka_unit_test(units_are_all_there_once),
        cmocka_unit_test(verdicts_are_as_explained),
        cmocka_unit_test(wide_intervals_decide_nothing),
        cmocka_unit_test(units_are_kept_once),
        cmocka_unit_test(origins_are_told),
        cmocka_unit_test(parts_are_of_the_whole),
        cmocka_unit_test(units_are_shown_by_themselves),
        cmocka_unit_test(entries_make_sense),
        cmocka_unit_test(all_searches_are_compared),
        cmocka_unit_test(printed_values_are_claims),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
