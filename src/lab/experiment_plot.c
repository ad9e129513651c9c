/* SPDX-License-Identifier: MIT
 *
 * Writes a script with the data in it, and has gnuplot run it.
 */
#include "lab/experiment_plot.h"
#include "lab/svg_tidy.h"
#include "lab/verdict.h"

#include <errno.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WIDTH = 960, HEIGHT = 600, PANEL_HEIGHT = 400, PANEL_COLUMNS = 2 };
enum { TITLE_COLUMNS = 116, PLOTS_SIZE = 32768 };

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

/* Text in lines of so many letters at most, for gnuplot's double quotes, where \n ends a line. */
static void write_lines(FILE *script, const char *text)
{
    int column = 0;
    while (*text) {
        int word = (int)strcspn(text, " ");
        if (column > 0 && column + 1 + word > TITLE_COLUMNS) {
            fputs("\\n", script);
            column = 0;
        } else if (column > 0) {
            fputc(' ', script);
            column++;
        }
        for (int i = 0; i < word; i++) {
            if (text[i] == '"' || text[i] == '\\')
                fputc('\\', script);
            fputc(text[i], script);
        }
        column += word;
        text += word;
        text += strspn(text, " ");
    }
}

/* What is asked, what it shows, and what it is: enough for somebody who has nothing but the figure.
 */
static void write_title(FILE *script, const struct store_results *results)
{
    const struct experiment *experiment = results->experiment;
    char name[300];
    snprintf(name, sizeof name, "%s: %s%s%s", experiment->name, experiment->paper,
             results->quick ? "; quick settings" : "",
             experiment->timed ? "; by the clock of the machine" : "");
    fputc('"', script);
    write_lines(script, experiment->question);
    fputs("\\n", script);
    write_lines(script, experiment->shows);
    fputs("\\n", script);
    write_lines(script, name);
    fputc('"', script);
}

/* Where a point lies from left to right; NAN if nothing is known. */
static double across(const struct store_results *results, int group, int player, int step)
{
    const struct experiment_plot *plot = &results->experiment->plot;
    struct step_list steps = group_steps(&results->experiment->groups[group], results->quick);
    if (results->experiment->style == PLOT_POINTS)
        return step + 1;
    if (plot->across < 0)
        return pow(steps.list[step].number[0], plot->power != 0 ? plot->power : 1);
    const struct tally *tally = results_at(results, group, player, step, plot->across);
    return tally->n > 0 ? shown_value(&results->experiment->kind->measures[plot->across], tally)
                        : NAN;
}

/* Are there panels, one for each group? */
static bool has_panels(const struct experiment *experiment)
{
    return experiment_group_count(experiment) > 1 && group_player_count(experiment->groups) > 1;
}

/* The least positive number that is drawn of a group, as an end of an interval or a value. */
static double least_of_group(const struct store_results *results, int group)
{
    const struct experiment_plot *plot = &results->experiment->plot;
    const struct experiment_measure *measure = &results->experiment->kind->measures[plot->measure];
    const struct experiment_group *one = &results->experiment->groups[group];
    int steps = group_steps(one, results->quick).count;
    double least = INFINITY;
    for (int i = 0; i < group_player_count(one) * steps; i++) {
        const struct tally *tally = results_at(results, group, i / steps, i % steps, plot->measure);
        double low = shown_interval(measure, tally).low, value = shown_value(measure, tally);
        double drawn = isfinite(low) && low > 0 ? low : value;
        if (tally->n > 0 && drawn > 0)
            least = fmin(least, drawn);
    }
    return least;
}

/* Where a logarithmic axis begins, if intervals that reach below 0 are drawn down to it: at the
 * power of ten below all that is drawn. */
static double axis_bottom(const struct store_results *results, int group)
{
    double least = least_of_group(results, group);
    for (int i = 0; !has_panels(results->experiment) && results->experiment->groups[i].label; i++)
        least = fmin(least, least_of_group(results, i));
    return pow(10, floor(log10(least)));
}

/* The points of a curve; false if there are none. An interval that nobody knows is none. */
static bool write_curve(FILE *script, const struct store_results *results, int group, int player,
                        bool *bars)
{
    const struct experiment_plot *plot = &results->experiment->plot;
    const struct experiment_measure *measure = &results->experiment->kind->measures[plot->measure];
    int steps = group_steps(&results->experiment->groups[group], results->quick).count, count = 0;
    double bottom = plot->log_y ? axis_bottom(results, group) : -INFINITY;
    *bars = false;
    fprintf(script, "$c%d_%d << EOD\n", group, player);
    for (int step = 0; step < steps; step++) {
        const struct tally *tally = results_at(results, group, player, step, plot->measure);
        double x = across(results, group, player, step), y = shown_value(measure, tally);
        if (tally->n == 0 || isnan(x) || (plot->log_y && y <= 0))
            continue;
        struct interval interval = shown_interval(measure, tally);
        bool known = isfinite(interval.low);
        *bars = *bars || (known && interval.low < interval.high);
        fprintf(script, "%.10g %.10g %.10g %.10g\n", x, y, known ? fmax(interval.low, bottom) : y,
                known ? interval.high : y);
        count++;
    }
    fprintf(script, "EOD\n");
    return count > 0;
}

/* The range of a claim at a step: widened, where ours is there to be compared with it. */
static struct interval claimed_range(const struct findings *findings,
                                     const struct experiment_claim *claim, int group, int player,
                                     int step)
{
    for (int i = 0; i < findings->count; i++) {
        const struct finding *one = &findings->list[i];
        if (one->claim == claim && one->group == group && one->player == player &&
            one->step == step)
            return (struct interval){one->low, one->high};
    }
    return (struct interval){claim->low, claim->high};
}

/* What the paper says of a value: a range, or a bound from one side only. */
enum saying { SAYS_VALUE, SAYS_AT_LEAST, SAYS_AT_MOST, SAYINGS };

static enum saying saying_of(const struct experiment_claim *claim)
{
    return !isfinite(claim->high)  ? SAYS_AT_LEAST
           : !isfinite(claim->low) ? SAYS_AT_MOST
                                   : SAYS_VALUE;
}

/* What the paper says of a curve's points: values with their interval, or bounds as they are
 * printed. */
static bool write_paper(FILE *script, const struct store_results *results,
                        const struct findings *findings, int group, int player, enum saying saying)
{
    const struct experiment *experiment = results->experiment;
    struct step_list steps = group_steps(&experiment->groups[group], results->quick);
    struct curve_name name = curve_name(experiment, &experiment->groups[group], player);
    const struct experiment_claim *claim = experiment->claims;
    int count = 0;
    fprintf(script, "$p%d_%d_%d << EOD\n", saying, group, player);
    for (; claim && claim->words; claim++) {
        if (claim->than || saying_of(claim) != saying ||
            claim->measure != experiment->plot.measure ||
            (claim->curve && strcmp(claim->curve, name.text) != 0))
            continue;
        for (int step = 0; step < steps.count; step++) {
            double x = across(results, group, player, step);
            if ((claim->x != 0 && claim->x != steps.list[step].number[0]) || isnan(x))
                continue;
            struct interval range = claimed_range(findings, claim, group, player, step);
            double value = saying == SAYS_VALUE      ? (claim->low + claim->high) / 2
                           : saying == SAYS_AT_LEAST ? claim->low
                                                     : claim->high;
            bool both = saying == SAYS_VALUE;
            fprintf(script, "%.10g %.10g %.10g %.10g\n", x, value, both ? range.low : value,
                    both ? range.high : value);
            count++;
        }
    }
    fprintf(script, "EOD\n");
    return count > 0;
}

/* One more thing to plot; the first has "plot" before it. */
static void begin_item(FILE *script, int *items)
{
    fputs((*items)++ == 0 ? "plot " : ", \\\n  ", script);
}

/* Points or curves, without and with intervals. */
static const char *const styles[2][2] = {{"linespoints", "yerrorlines"}, {"points", "yerrorbars"}};

/* A triangle points to where values may be. */
static void plot_bounds(FILE *items, int *count, const struct experiment *experiment,
                        enum saying saying, int group, int player, const char *paint,
                        const char *title)
{
    enum { UPWARDS = 8, DOWNWARDS = 10 };
    bool ours = strcmp(experiment->paper, "ours") == 0;
    char words[120];
    begin_item(items, count);
    snprintf(words, sizeof words, "%s, at %s: %s", ours ? "we say" : "paper",
             saying == SAYS_AT_LEAST ? "least" : "most", title);
    fprintf(items, "$p%d_%d_%d using 1:2 with points pt %d ps 1.3 lw 1.5 lc rgb '%s' title ",
            saying, group, player, saying == SAYS_AT_LEAST ? UPWARDS : DOWNWARDS, paint);
    quote(items, words);
}

/* Is a player of things beside each other the one by whom all others are measured? */
static bool is_yardstick(const struct store_results *results, int group, int player)
{
    const struct experiment *experiment = results->experiment;
    int steps = group_steps(&experiment->groups[group], results->quick).count, ones = 0;
    for (int step = 0; step < steps; step++) {
        const struct tally *tally =
            results_at(results, group, player, step, experiment->plot.measure);
        if (tally->n > 0 && tally_value(tally) != 1)
            return false;
        ones += tally->n > 0;
    }
    return ones > 0 && experiment->style == PLOT_POINTS &&
           group_player_count(&experiment->groups[group]) > 1;
}

static void plot_curve(FILE *script, const struct store_results *results,
                       const struct findings *findings, int group, int player, int colour,
                       const char *title, char *plots, size_t size)
{
    char *at = plots + strlen(plots);
    size_t left = size - strlen(plots);
    const char *paint = colours[colour % COLOURS];
    /* Filled and open points in turn, so that curves which are the same can both be seen. */
    FILE *items = is_yardstick(results, group, player) ? NULL : fmemopen(at, left, "w");
    if (!items)
        return;
    int count = *plots ? 1 : 0;
    bool bars, points = results->experiment->style == PLOT_POINTS;
    bool values = write_paper(script, results, findings, group, player, SAYS_VALUE);
    if (write_curve(script, results, group, player, &bars)) {
        begin_item(items, &count);
        fprintf(items, "$c%d_%d using 1:2%s with %s lw 1.5 pt %d ps %s lc rgb '%s' title ", group,
                player, bars ? ":3:4" : "", styles[points][bars], colour % 2 ? 6 : 7,
                colour % 2 ? "1"
                : points   ? "0.8"
                           : "0.5",
                paint);
        char words[120];
        snprintf(words, sizeof words, "%s%s", values ? "here: " : "", title);
        quote(items, words);
    }
    if (values) {
        char words[120];
        begin_item(items, &count);
        snprintf(words, sizeof words, "paper: %s", title);
        fprintf(items, "$p0_%d_%d using 1:2%s with %s dt 2 pt 4 ps 1.1 lw 1.2 lc rgb '%s' title ",
                group, player, points ? "" : ":3:4", styles[points][!points], paint);
        quote(items, words);
    }
    for (enum saying saying = SAYS_AT_LEAST; saying < SAYINGS; saying++) {
        if (write_paper(script, results, findings, group, player, saying))
            plot_bounds(items, &count, results->experiment, saying, group, player, paint, title);
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
    const struct experiment_group *one = &results->experiment->groups[group];
    char *plots = calloc(PLOTS_SIZE, 1);
    if (!plots)
        return;
    for (int player = 0; player < group_player_count(one); player++)
        plot_curve(script, results, findings, group, player, player, one->players[player].label,
                   plots, PLOTS_SIZE);
    plot_ideal(results, plots, PLOTS_SIZE);
    fprintf(script, "%s\n", plots);
    free(plots);
}

/* The players beside each other, a colour for each step; draws that are level have a line. */
static void plot_players(FILE *script, const struct store_results *results, int group)
{
    const struct experiment *experiment = results->experiment;
    const struct experiment_group *one = &experiment->groups[group];
    const struct experiment_measure *measure =
        &experiment->kind->measures[experiment->plot.measure];
    struct step_list steps = group_steps(one, results->quick);
    int players = group_player_count(one), items = 0;
    fprintf(script, "set xtics rotate by -45 (");
    for (int player = 0; player < players; player++) {
        fputs(player ? ", " : "", script);
        quote(script, one->players[player].label);
        fprintf(script, " %d", player + 1);
    }
    fprintf(script, ")\nset xrange [0.4:%d.6]\n", players);
    for (int step = 0; step < steps.count; step++) {
        fprintf(script, "$c%d_%d << EOD\n", group, step);
        for (int player = 0; player < players; player++) {
            const struct tally *tally =
                results_at(results, group, player, step, experiment->plot.measure);
            struct interval interval = shown_interval(measure, tally);
            double aside = steps.count > 1 ? 0.4 * step / (steps.count - 1) - 0.2 : 0;
            if (tally->n > 0)
                fprintf(script, "%.10g %.10g %.10g %.10g\n", player + 1 + aside,
                        shown_value(measure, tally), interval.low, interval.high);
        }
        fprintf(script, "EOD\n");
    }
    for (int step = 0; step < steps.count; step++) {
        begin_item(script, &items);
        fprintf(script,
                "$c%d_%d using 1:2:3:4 with yerrorbars lw 1.8 pt 7 ps 0.8 lc rgb '%s' title '%d "
                "%s'",
                group, step, colours[step % COLOURS], steps.list[step].number[0],
                experiment->unit ? experiment->unit : "");
    }
    if (experiment->kind == &kind_match)
        fprintf(script, ", \\\n  50 with lines dt 3 lc rgb '#999999' title 'level'");
    fputc('\n', script);
}

/* Where the paper has a value of this measure at this step; not a number if it has none. */
static double paper_value(const struct findings *findings, int group, int player, int step,
                          int measure)
{
    for (int i = 0; i < findings->count; i++) {
        const struct finding *one = &findings->list[i];
        if (one->group == group && one->player == player && one->step == step &&
            one->claim->measure == measure && isfinite(one->low) && isfinite(one->high))
            return (one->claim->low + one->claim->high) / 2;
    }
    return NAN;
}

/* A mark for each step, and no other. */
static void write_tics(FILE *script, const struct step_list *steps)
{
    fprintf(script, "set xtics (");
    for (int i = 0; i < steps->count; i++)
        fprintf(script, "%s%d", i ? ", " : "", steps->list[i].number[0]);
    fprintf(script, ")\n");
}

/* The time of the processors as areas: useful at the bottom, idle at the top, the rest between; the
 * paper's two borders as lines. */
static void plot_profile(FILE *script, const struct store_results *results,
                         const struct findings *findings, int group)
{
    enum { IDLE = 2, EFFICIENCY = 3 };
    const struct experiment_group *one = &results->experiment->groups[group];
    const struct experiment_measure *measures = results->experiment->kind->measures;
    struct step_list steps = group_steps(one, results->quick);
    bool has_paper = false;
    fprintf(script, "$c << EOD\n");
    for (int step = 0; step < steps.count; step++) {
        double useful =
            shown_value(&measures[EFFICIENCY], results_at(results, group, 0, step, EFFICIENCY));
        double idle = shown_value(&measures[IDLE], results_at(results, group, 0, step, IDLE));
        fprintf(script, "%d %.10g %.10g\n", steps.list[step].number[0], useful, 100 - idle);
    }
    fprintf(script, "EOD\n$p << EOD\n");
    for (int step = 0; step < steps.count; step++) {
        double useful = paper_value(findings, group, 0, step, EFFICIENCY);
        double idle = paper_value(findings, group, 0, step, IDLE);
        if (isnan(useful) || isnan(idle))
            continue;
        has_paper = true;
        fprintf(script, "%d %.10g %.10g\n", steps.list[step].number[0], useful, 100 - idle);
    }
    fprintf(script,
            "EOD\nset yrange [0:100]\nset logscale x 2\nset style fill solid 0.75 noborder\n");
    write_tics(script, &steps);
    fprintf(script,
            "set xrange [*:*] noextend\n"
            "plot $c using 1:2 with filledcurves y=0 lc rgb '%s' title 'speed-up (useful)', \\\n"
            "  $c using 1:2:3 with filledcurves lc rgb '%s' title 'search and other overhead', "
            "\\\n  $c using 1:3 with filledcurves y=100 lc rgb '#bbbbbb' title 'idle'",
            colours[2], colours[4]);
    if (has_paper)
        fprintf(script,
                ", \\\n  $p using 1:2 with linespoints dt 2 lw 2 pt 4 lc rgb '#000000' title "
                "'paper: useful', \\\n  $p using 1:3 with linespoints dt 4 lw 2 pt 6 lc rgb "
                "'#000000' title 'paper: all but idle'");
    fputc('\n', script);
}

/* All groups in one picture, each with its only curve, or the only group with its curves. */
static void plot_together(FILE *script, const struct store_results *results,
                          const struct findings *findings)
{
    char *plots = calloc(PLOTS_SIZE, 1);
    int colour = 0;
    if (!plots)
        return;
    for (int group = 0; results->experiment->groups[group].label; group++) {
        const struct experiment_group *one = &results->experiment->groups[group];
        for (int player = 0; player < group_player_count(one); player++)
            plot_curve(script, results, findings, group, player, colour++,
                       curve_name(results->experiment, one, player).text, plots, PLOTS_SIZE);
    }
    plot_ideal(results, plots, PLOTS_SIZE);
    fprintf(script, "%s\n", plots);
    free(plots);
}

/* Steps that are things have their numbers for names. */
static void write_names(FILE *script, const struct store_results *results)
{
    struct step_list steps = group_steps(results->experiment->groups, results->quick);
    fprintf(script, "set xtics (");
    for (int i = 0; i < steps.count; i++)
        fprintf(script, "%s'%d' %d", i ? ", " : "", steps.list[i].number[0], i + 1);
    fprintf(script, ")\nset xrange [0.4:%d.6]\n", steps.count);
}

/* Do the steps go on from a number that is not below 0, on a plain axis? */
static bool counts_up(const struct store_results *results)
{
    const struct experiment *experiment = results->experiment;
    return experiment->plot.across < 0 && !experiment->plot.log_x &&
           experiment->style == PLOT_CURVES &&
           group_steps(experiment->groups, results->quick).list[0].number[0] >= 0;
}

/* Are the steps numbers so near each other that each may have its mark? */
static bool has_few_steps(const struct store_results *results)
{
    enum { MOST = 20 };
    const struct experiment *experiment = results->experiment;
    struct step_list steps = group_steps(experiment->groups, results->quick);
    return experiment->plot.across < 0 && experiment->plot.power == 0 &&
           steps.list[steps.count - 1].number[0] <= MOST && steps.list[0].number[0] >= 0;
}

static void write_script(FILE *script, const struct store_results *results,
                         const struct findings *findings, enum plot_form form)
{
    const struct experiment *experiment = results->experiment;
    const struct experiment_plot *plot = &experiment->plot;
    int groups = experiment_group_count(experiment);
    bool panels = has_panels(experiment);
    int rows = (groups + PANEL_COLUMNS - 1) / PANEL_COLUMNS;
    fprintf(script, "set terminal %s size %d,%d noenhanced font '%s,%d'%s\n",
            form == PLOT_SVG ? "svg" : "pngcairo", panels ? WIDTH + 40 : WIDTH,
            panels ? rows * PANEL_HEIGHT + 100 : HEIGHT, form == PLOT_SVG ? "sans-serif" : "sans",
            form == PLOT_SVG ? 13 : 11, form == PLOT_SVG ? " background rgb 'white'" : "");
    set_text(script, "xlabel offset 0,0.3", plot->x);
    set_text(script, "ylabel", plot->y);
    fprintf(script, "set grid lc rgb '#dddddd'\nset border 3 lc rgb '#666666'\nset tics nomirror\n"
                    "set offsets graph 0.02, graph 0.02, graph 0.05, 0\n");
    /* The samples come first, so that none is cut off at the right; an empty title keeps the key
     * away from what is written at the axis. */
    fprintf(script, "set key below Left reverse samplen 2.5 title ' '\n");
    if (experiment->kind->measures[plot->measure].share)
        fprintf(script, "set offsets graph 0.02, graph 0.02, 0, 0\nset yrange [*:*<101]\n");
    if (plot->log_x)
        fprintf(script, "set logscale x\n");
    if (plot->log_y)
        fprintf(script, "set logscale y\n");
    if (plot->log_x || plot->log_y)
        fprintf(script, "unset offsets\n");
    if (plot->log_x)
        fprintf(script, "set autoscale xfix\n");
    else if (has_few_steps(results))
        fprintf(script, "set xtics 1\n");
    if (counts_up(results)) /* and there is nothing left of 0 */
        fprintf(script, "set xrange [0<*:*]\n");
    if (experiment->style == PLOT_POINTS)
        write_names(script, results);
    if (panels) {
        fprintf(script, "set multiplot layout %d,%d title ", rows, PANEL_COLUMNS);
        write_title(script, results);
        fputc('\n', script);
    } else {
        fprintf(script, "set title ");
        write_title(script, results);
        fputc('\n', script);
    }
    for (int group = 0; group < groups; group++) {
        if (panels)
            set_text(script, "title", experiment->groups[group].label);
        if (experiment->style == PLOT_PLAYERS)
            plot_players(script, results, group);
        else if (experiment->style == PLOT_PROFILE)
            plot_profile(script, results, findings, group);
        else if (panels)
            plot_group(script, results, findings, group);
        else if (group == 0)
            plot_together(script, results, findings);
    }
    if (panels)
        fprintf(script, "unset multiplot\n");
}

/* From the script to the drawing. */
static copse_status run_gnuplot(FILE *script, FILE *drawing, copse_message *why)
{
    extern char **environ;
    char name[] = "gnuplot", standard_input[] = "-";
    char *arguments[] = {name, standard_input, NULL};
    posix_spawn_file_actions_t files;
    pid_t child;
    int result = 0, error = posix_spawn_file_actions_init(&files);
    if (error == 0) {
        posix_spawn_file_actions_adddup2(&files, fileno(script), STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&files, fileno(drawing), STDOUT_FILENO);
        error = posix_spawnp(&child, name, &files, NULL, arguments, environ);
        posix_spawn_file_actions_destroy(&files);
    }
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

static bool copy_bytes(FILE *in, FILE *out)
{
    char bytes[4096];
    size_t count;
    while ((count = fread(bytes, 1, sizeof bytes, in)) > 0)
        fwrite(bytes, 1, count, out);
    return feof(in);
}

/* What gnuplot has drawn, in memory. */
static copse_status collect(FILE *from, enum plot_form form, const char *title, char **drawing,
                            size_t *size, copse_message *why)
{
    FILE *out = open_memstream(drawing, size);
    rewind(from);
    bool good = out && (form == PLOT_SVG ? svg_tidy(from, out, title) : copy_bytes(from, out));
    good = (out && fclose(out) == 0) && good;
    if (good)
        return COPSE_OK;
    snprintf(why->text, sizeof why->text, "the drawing: %s", strerror(errno));
    if (out)
        free(*drawing);
    return COPSE_NO_MEMORY;
}

copse_status experiment_plot(const struct store_results *results, enum plot_form form,
                             char **drawing, size_t *size, copse_message *why)
{
    struct findings findings;
    FILE *script = tmpfile(), *drawn = tmpfile();
    copse_status status = COPSE_NO_MEMORY;
    if (script && drawn && findings_make(results, &findings)) {
        write_script(script, results, &findings, form);
        findings_clear(&findings);
        if (fflush(script) == 0 && fseek(script, 0, SEEK_SET) == 0)
            status = COPSE_OK;
    }
    if (status != COPSE_OK)
        snprintf(why->text, sizeof why->text, "no room to draw in: %s", strerror(errno));
    if (status == COPSE_OK)
        status = run_gnuplot(script, drawn, why);
    if (status == COPSE_OK)
        status = collect(drawn, form, results->experiment->question, drawing, size, why);
    if (drawn)
        fclose(drawn);
    if (script)
        fclose(script);
    return status;
}
