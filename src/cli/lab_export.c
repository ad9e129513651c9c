/* SPDX-License-Identifier: MIT
 *
 * copse lab export: all numbers, for other programs.
 */
#include "cli/complain.h"
#include "cli/lab.h"
#include "cli/lab_words.h"

#include <math.h>
#include <stdio.h>

/* RFC 4180: a field in quotes, quotes in it doubled. */
static void csv_text(const char *text)
{
    putchar('"');
    for (; *text; text++) {
        if (*text == '"')
            putchar('"');
        putchar(*text);
    }
    putchar('"');
}

static void csv_bound(double number)
{
    putchar(',');
    if (isfinite(number))
        printf("%.10g", number);
}

static void csv_point(const struct store_results *results, const char *curve, int x,
                      const struct experiment_measure *measure, const struct tally *tally)
{
    struct interval interval = shown_interval(measure, tally);
    csv_text(results->experiment->name);
    printf(",%s,", results->quick ? "quick" : "full");
    csv_text(curve);
    printf(",%d,", x);
    csv_text(measure->name);
    putchar(',');
    csv_text(measure->unit);
    printf(",%.10g", shown_value(measure, tally));
    csv_bound(interval.low);
    csv_bound(interval.high);
    printf(",%.10g\n", tally->n);
}

static void csv_results(const struct store_results *results)
{
    const struct experiment *experiment = results->experiment;
    for (int group = 0; experiment->groups[group].label; group++) {
        const struct experiment_group *one = &experiment->groups[group];
        struct step_list steps = group_steps(one, results->quick);
        int measures = kind_measure_count(experiment->kind);
        for (int i = 0; i < group_player_count(one) * steps.count * measures; i++) {
            int measure = i % measures, step = i / measures % steps.count;
            int player = i / measures / steps.count;
            const struct tally *tally = results_at(results, group, player, step, measure);
            if (tally->n > 0)
                csv_point(results, curve_name(experiment, one, player).text,
                          steps.list[step].number[0], &experiment->kind->measures[measure], tally);
        }
    }
}

/* To the list, or as lines of CSV if there is none. */
static void export_results(const struct lab_request *request, const struct experiment *experiment,
                           bool quick, json_t *list)
{
    struct store_results results;
    lab_results_of(request, experiment, quick, &results);
    if (results.done > 0 && list)
        json_array_append_new(list, results_json(&results));
    else if (results.done > 0)
        csv_results(&results);
    store_results_clear(&results);
}

int lab_export(const struct lab_request *request)
{
    const struct experiment *experiment;
    if (request->csv == request->json)
        complain_usage("export: as what? either --csv or --json");
    json_t *list = request->json ? must(json_array()) : NULL;
    if (request->csv)
        printf("experiment,settings,curve,x,measure,unit,value,low,high,samples\n");
    for (int i = 0; (experiment = lab_chosen(request, i)) != NULL; i++) {
        if (!request->quick)
            export_results(request, experiment, false, list);
        export_results(request, experiment, true, list);
    }
    if (list)
        json_print(list);
    return EXIT_DONE;
}
