/* SPDX-License-Identifier: MIT
 *
 * What gnuplot is told to draw: here it is a program that gives back what it is told.
 */
#include "support.h"

#include "lab/experiment_list.h"
#include "lab/experiment_plot.h"
#include "lab/svg_tidy.h"

#include <math.h>
#include <unistd.h>

/* The programs' own are made of files by the build. */
const struct experiment_file experiment_files[] = {{NULL, NULL}};

enum { STEPS = 3, PLAYERS = 2 };

static copse_status no_work(const struct unit *unit, struct tally *tallies, copse_message *why)
{
    (void)unit, (void)tallies, (void)why;
    return COPSE_OK;
}

static const struct experiment_kind sizes = {
    "sizes", {{"size", "times", false}}, false, false, no_work, false};
static const struct experiment_group groups[] = {
    {"", "nowhere", {{"one", "1"}, {"two", "2"}}, "1 2 16", NULL, 0, 0}, {0}};
static const struct experiment_claim claims[] = {
    {"one", 2, 0, NULL, 50, INFINITY, 20, "at least 50 of a hundred, of 20"},
    {"one", 16, 0, NULL, -INFINITY, 78, 20, "at most 78 of a hundred, of 20"},
    {0}};

/* An experiment whose players have these two samples at each step: the first one others than the
 * second, which always has 1. */
static struct experiment experiment_like(enum plot_style style, bool log_y)
{
    return (struct experiment){.name = "drawn",
                               .paper = "nobody",
                               .question = "Is a < b & c?",
                               .shows = "!",
                               .kind = &sizes,
                               .groups = groups,
                               .claims = claims,
                               .plot = {"x", "y", 0, ACROSS_STEPS, 0, false, log_y, false},
                               .style = style};
}

/* The script, for free(). With nothing but claims there are no samples. */
static char *script_with(const struct experiment *experiment, bool samples)
{
    struct tally tallies[PLAYERS * STEPS * EXPERIMENT_MEASURES] = {{0}}, *all[] = {tallies};
    struct store_results results = {.experiment = experiment, .units = 1, .done = 1, .groups = all};
    struct unit unit = {.steps = group_steps(experiment->groups, false), .player_count = PLAYERS};
    char *script;
    size_t size;
    copse_message why;
    for (int step = 0; samples && step < STEPS; step++) {
        for (int measure = 0; measure < EXPERIMENT_MEASURES; measure++) {
            struct tally *one = unit_tally(&unit, tallies, 0, step, measure);
            tally_add(one, 40, 1);
            tally_add(one, 60, 1);
            tally_add(unit_tally(&unit, tallies, 1, step, measure), 1, 1);
        }
    }
    if (experiment_plot(&results, PLOT_PNG, &script, &size, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    script = realloc(script, size + 1);
    assert_non_null(script);
    script[size] = '\0';
    return script;
}

static char *script_of(const struct experiment *experiment)
{
    return script_with(experiment, true);
}

static void has(const char *script, const char *part)
{
    if (!strstr(script, part))
        fail_msg("nothing like '%s' in:\n%s", part, script);
}

static void has_no(const char *script, const char *part)
{
    if (strstr(script, part))
        fail_msg("'%s' in:\n%s", part, script);
}

/* At the printed value, whatever the samples widen it to, and pointing to where values may be. */
static void bounds_say_which_way(void **state)
{
    (void)state;
    struct experiment experiment = experiment_like(PLOT_CURVES, false);
    char *script = script_of(&experiment);
    has(script, "\n2 50 50 50\n");
    has(script, "pt 8 ");
    has(script, "title 'paper, at least: one'");
    has(script, "\n16 78 78 78\n");
    has(script, "pt 10 ");
    has(script, "title 'paper, at most: one'");
    free(script);
}

/* The mean of 40 and 60 has an interval from -77 to 177: on a logarithmic axis it is drawn down to
 * where that begins, the power of ten below all values. */
static void intervals_end_at_the_axis(void **state)
{
    (void)state;
    struct experiment experiment = experiment_like(PLOT_CURVES, false);
    char *script = script_of(&experiment);
    has(script, "\n1 50 -77");
    free(script);
    experiment = experiment_like(PLOT_CURVES, true);
    script = script_of(&experiment);
    has(script, "\n1 50 1 177");
    free(script);
}

static void axes_begin_where_there_is_something(void **state)
{
    (void)state;
    struct experiment experiment = experiment_like(PLOT_CURVES, false);
    char *script = script_of(&experiment);
    has(script, "set xrange [0<*:*]");
    free(script);
    experiment = experiment_like(PLOT_PROFILE, false);
    experiment.kind = &kind_scale;
    script = script_of(&experiment);
    has(script, "set xtics (1, 2, 16)");
    free(script);
}

static void yardsticks_are_not_drawn(void **state)
{
    (void)state;
    struct experiment experiment = experiment_like(PLOT_POINTS, false);
    char *script = script_of(&experiment);
    has(script, "title 'one'");
    has_no(script, "'two'");
    free(script);
    /* What has no samples yet is none. */
    script = script_with(&experiment, false);
    has(script, "title 'paper, at most: one'");
    free(script);
}

static void pictures_have_their_own_title(void **state)
{
    (void)state;
    char drawn[] = "<svg>\n <title>Gnuplot</title>\n"
                   " <g id=\"gnuplot_plot_1\" ><title>gnuplot_plot_1</title>\n <path/>\n </g>\n"
                   " <g id=\"gnuplot_plot_2\" ><title>gnuplot_plot_2</title>\n </g>\n</svg>\n";
    char *tidied;
    size_t size;
    FILE *in = fmemopen(drawn, strlen(drawn), "r"), *out = open_memstream(&tidied, &size);
    assert_true(in && out && svg_tidy(in, out, "Is a < b & c?"));
    fclose(in);
    fclose(out);
    assert_string_equal(tidied, "<svg>\n<title>Is a &lt; b &amp; c?</title>\n"
                                "<g id=\"gnuplot_plot_1\" >\n<path/>\n</g>\n</svg>\n");
    free(tidied);
}

/* A folder with nothing but a gnuplot that is cat: it copies its standard input. */
static char folder[] = "/tmp/copse-plot-test-XXXXXX";
static char program[sizeof folder + sizeof "/gnuplot"];

static int pretend(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(program, sizeof program, "%s/gnuplot", folder);
    return symlink("/bin/cat", program) == 0 ? setenv("PATH", folder, 1) : -1;
}

static int stop_pretending(void **state)
{
    (void)state;
    return unlink(program) == 0 && rmdir(folder) == 0 ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_say_which_way),
        cmocka_unit_test(intervals_end_at_the_axis),
        cmocka_unit_test(axes_begin_where_there_is_something),
        cmocka_unit_test(yardsticks_are_not_drawn),
        cmocka_unit_test(pictures_have_their_own_title),
    };
    return cmocka_run_group_tests(tests, pretend, stop_pretending);
}
