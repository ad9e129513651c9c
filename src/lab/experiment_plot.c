/* SPDX-License-Identifier: MIT
 *
 * Writes a script with the data in it, and has gnuplot run it.
 */
#include "lab/experiment_plot.h"
#include "lab/verdict.h"

#include <errno.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WIDTH = 900, HEIGHT = 560, PANEL_HEIGHT = 400, PANEL_COLUMNS = 2 };

/* Colours that people who see colours differently can tell apart (Okabe & Ito 2008). */
static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                      "#e69f00", "#56b4e9", "#000000", "#8c6d31"};
enum { COLOURS = sizeof colours / sizeof colours[0] };

/* gnuplot's strings: within single quotes a quote is doubled. */
static void quote(FILE *script, const char *text)
{
    fputc('\'', script);
    for (; *text; text++) {
        if (*text == '\'')
            fputc('\'', script);
        fputc(*text == '\n' ? ' ' : *text, script);
    }
    fputc('\'', script);
}

static void set_text(FILE *script, const char *what, const char *text)
{
    fprintf(script, "set %s ", what);
    quote(script, text);
    fputc('\n', script);
}

/* Where a point lies from left to right; NAN if nothing is known. */
static double across(const struct store_results *results, int group, int player, int step)
{
    const struct experiment_plot *plot = &results->experiment->plot;
    struct step_list steps = group_steps(&results->experiment->groups[group], results->quick);
    if (plot->across < 0)
        return pow(steps.list[step].number[0], plot->power != 0 ? plot->power : 1);
    const struct tally *tally = results_at(results, group, player, step, plot->across);
    return tally->n > 0 ? shown_value(&results->experiment->kind->measures[plot->across], tally)
                        : NAN;
}

/* The points of a curve; false if there are none. An interval that nobody knows is none. */
static bool write_curve(FILE *script, const struct store_results *results, int group, int player)
{
    const struct experiment_plot *plot = &results->experiment->plot;
    const struct experiment_measure *measure = &results->experiment->kind->measures[plot->measure];
    int steps = group_steps(&results->experiment->groups[group], results->quick).count, count = 0;
    fprintf(script, "$c%d_%d << EOD\n", group, player);
    for (int step = 0; step < steps; step++) {
        const struct tally *tally = results_at(results, group, player, step, plot->measure);
        double x = across(results, group, player, step), y = shown_value(measure, tally);
        if (tally->n == 0 || isnan(x) || (plot->log_y && y <= 0))
            continue;
        struct interval interval = shown_interval(measure, tally);
        bool known = isfinite(interval.low) && (!plot->log_y || interval.low > 0);
        fprintf(script, "%.10g %.10g %.10g %.10g\n", x, y, known ? interval.low : y,
                known ? interval.high : y);
        count++;
    }
    fprintf(script, "EOD\n");
    return count > 0;
}

/* What the paper says of a curve's points: `bounds` from one side only, else values. */
static bool write_paper(FILE *script, const struct store_results *results,
                        const struct findings *findings, int group, int player, bool bounds)
{
    int count = 0;
    fprintf(script, "$%c%d_%d << EOD\n", bounds ? 'b' : 'p', group, player);
    for (int i = 0; i < findings->count; i++) {
        const struct finding *one = &findings->list[i];
        bool both = isfinite(one->low) && isfinite(one->high);
        if (one->group != group || one->player != player || one->claim->than || both == bounds ||
            one->claim->measure != results->experiment->plot.measure)
            continue;
        double middle = both                 ? (one->claim->low + one->claim->high) / 2
                        : isfinite(one->low) ? one->low
                                             : one->high;
        fprintf(script, "%.10g %.10g %.10g %.10g\n", across(results, group, player, one->step),
                middle, both ? one->low : middle, both ? one->high : middle);
        count++;
    }
    fprintf(script, "EOD\n");
    return count > 0;
}

/* One more thing to plot; the first has "plot" before it. */
static void begin_item(FILE *script, int *items)
{
    fputs((*items)++ == 0 ? "plot " : ", \\\n  ", script);
}

static void plot_curve(FILE *script, const struct store_results *results,
                       const struct findings *findings, int group, int player, int colour,
                       const char *title, char *plots, size_t size)
{
    char *at = plots + strlen(plots);
    size_t left = size - strlen(plots);
    const char *paint = colours[colour % COLOURS];
    /* Filled and open points in turn, so that curves which are the same can both be seen. */
    FILE *items = fmemopen(at, left, "w");
    if (!items)
        return;
    int count = *plots ? 1 : 0;
    if (write_curve(script, results, group, player)) {
        begin_item(items, &count);
        fprintf(items,
                "$c%d_%d using 1:2:3:4 with yerrorlines lw 1.5 pt %d ps %s lc rgb '%s' title ",
                group, player, colour % 2 ? 6 : 7, colour % 2 ? "1" : "0.5", paint);
        quote(items, title);
    }
    if (write_paper(script, results, findings, group, player, false)) {
        char words[120];
        begin_item(items, &count);
        snprintf(words, sizeof words, "paper: %s", title);
        fprintf(items,
                "$p%d_%d using 1:2:3:4 with yerrorlines dt 2 pt 4 ps 1.1 lw 1.2 lc rgb '%s' title ",
                group, player, paint);
        quote(items, words);
    }
    if (write_paper(script, results, findings, group, player, true)) {
        char words[120];
        begin_item(items, &count);
        snprintf(words, sizeof words, "paper's bound: %s", title);
        fprintf(items, "$b%d_%d using 1:2 with points pt 1 ps 1.6 lw 1.5 lc rgb '%s' title ", group,
                player, paint);
        quote(items, words);
    }
    fclose(items);
}

static void plot_ideal(const struct store_results *results, char *plots, size_t size)
{
    size_t length = strlen(plots);
    if (results->experiment->plot.ideal && length > 0)
        snprintf(plots + length, size - length,
                 ", \\\n  x with lines dt 3 lc rgb '#999999' title 'perfect'");
}

static void plot_group(FILE *script, const struct store_results *results,
                       const struct findings *findings, int group)
{
    enum { SIZE = 16384 };
    const struct experiment_group *one = &results->experiment->groups[group];
    char *plots = calloc(SIZE, 1);
    if (!plots)
        return;
    for (int player = 0; player < group_player_count(one); player++)
        plot_curve(script, results, findings, group, player, player, one->players[player].label,
                   plots, SIZE);
    plot_ideal(results, plots, SIZE);
    set_text(script, "title", one->label);
    fprintf(script, "%s\n", plots);
    free(plots);
}

/* All groups in one picture, each with its only curve, or the only group with its curves. */
static void plot_together(FILE *script, const struct store_results *results,
                          const struct findings *findings)
{
    enum { SIZE = 16384 };
    char *plots = calloc(SIZE, 1);
    int colour = 0;
    if (!plots)
        return;
    for (int group = 0; results->experiment->groups[group].label; group++) {
        const struct experiment_group *one = &results->experiment->groups[group];
        for (int player = 0; player < group_player_count(one); player++)
            plot_curve(script, results, findings, group, player, colour++,
                       curve_name(results->experiment, one, player).text, plots, SIZE);
    }
    plot_ideal(results, plots, SIZE);
    fprintf(script, "%s\n", plots);
    free(plots);
}

static void write_script(FILE *script, const struct store_results *results,
                         const struct findings *findings, enum plot_form form, const char *path)
{
    const struct experiment *experiment = results->experiment;
    const struct experiment_plot *plot = &experiment->plot;
    int groups = experiment_group_count(experiment);
    bool panels = groups > 1 && group_player_count(&experiment->groups[0]) > 1;
    int rows = (groups + PANEL_COLUMNS - 1) / PANEL_COLUMNS;
    char title[400];
    fprintf(script, "set terminal %s size %d,%d noenhanced font '%s,%d'%s\n",
            form == PLOT_SVG ? "svg" : "pngcairo", panels ? WIDTH + 100 : WIDTH,
            panels ? rows * PANEL_HEIGHT + 60 : HEIGHT, form == PLOT_SVG ? "sans-serif" : "sans",
            form == PLOT_SVG ? 13 : 11, form == PLOT_SVG ? " background rgb 'white'" : "");
    set_text(script, "output", path);
    set_text(script, "xlabel", plot->x);
    set_text(script, "ylabel", plot->y);
    fprintf(script,
            "set grid lc rgb '#dddddd'\nset border 3 lc rgb '#666666'\nset tics nomirror\n"
            "set key %s\nset offsets graph 0.02, graph 0.02, graph 0.05, 0\n",
            panels ? "below" : "outside right top");
    if (experiment->kind->measures[plot->measure].share)
        fprintf(script, "set offsets graph 0.02, graph 0.02, 0, 0\nset yrange [*:*<101]\n");
    if (plot->log_x)
        fprintf(script, "set logscale x\n");
    if (plot->log_y)
        fprintf(script, "set logscale y\n");
    if (plot->log_x || plot->log_y)
        fprintf(script, "unset offsets\n");
    snprintf(title, sizeof title, "%s (%s)%s", experiment->name, experiment->paper,
             results->quick ? ", quick settings" : "");
    if (panels) {
        fprintf(script, "set multiplot layout %d,%d title ", rows, PANEL_COLUMNS);
        quote(script, title);
        fputc('\n', script);
        for (int group = 0; group < groups; group++)
            plot_group(script, results, findings, group);
        fprintf(script, "unset multiplot\n");
    } else {
        set_text(script, "title", title);
        plot_together(script, results, findings);
    }
    fprintf(script, "unset output\n");
}

static copse_status run_gnuplot(const char *script, copse_message *why)
{
    extern char **environ;
    char name[] = "gnuplot";
    char *arguments[] = {name, (char *)(uintptr_t)script, NULL};
    pid_t child;
    int result = 0, error = posix_spawnp(&child, name, NULL, NULL, arguments, environ);
    if (error == 0 && waitpid(child, &result, 0) == child) {
        if (WIFEXITED(result) && WEXITSTATUS(result) == 0)
            return COPSE_OK;
        error = WIFEXITED(result) && WEXITSTATUS(result) == 127 ? ENOENT : 0;
    }
    if (error == ENOENT)
        snprintf(why->text, sizeof why->text,
                 "there is no gnuplot to draw with: install it (Debian: gnuplot-nox)");
    else
        snprintf(why->text, sizeof why->text, "gnuplot could not draw it%s%s", error ? ": " : "",
                 error ? strerror(error) : "");
    return COPSE_UNSUPPORTED;
}

copse_status experiment_plot(const struct store_results *results, enum plot_form form,
                             const char *path, copse_message *why)
{
    char name[] = "/tmp/copse-plot-XXXXXX";
    struct findings findings;
    int handle = mkstemp(name);
    FILE *script = handle >= 0 ? fdopen(handle, "w") : NULL;
    if (!script || !findings_make(results, &findings)) {
        snprintf(why->text, sizeof why->text, "%s: %s", name, strerror(errno));
        if (script)
            fclose(script);
        return COPSE_NO_MEMORY;
    }
    write_script(script, results, &findings, form, path);
    findings_clear(&findings);
    copse_status status = COPSE_OK;
    if (fclose(script) != 0) {
        snprintf(why->text, sizeof why->text, "%s: %s", name, strerror(errno));
        status = COPSE_NO_MEMORY;
    }
    if (status == COPSE_OK)
        status = run_gnuplot(name, why);
    unlink(name);
    return status;
}
