/* SPDX-License-Identifier: MIT */
#include "cli/lab_words.h"
#include "cli/complain.h"
#include "cli/lab.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

int kind_measure_count(const struct experiment_kind *kind)
{
    int count = 0;
    while (count < EXPERIMENT_MEASURES && kind->measures[count].name)
        count++;
    return count;
}

/* As many digits as say something. */
static struct words number_words(double number)
{
    struct words words;
    double size = fabs(number);
    if (isinf(number))
        snprintf(words.text, sizeof words.text, number < 0 ? "-inf" : "inf");
    else if (size >= 1000)
        snprintf(words.text, sizeof words.text, "%s%.40s", number < 0 ? "-" : "",
                 count_words((uint64_t)llround(size)).text);
    else
        snprintf(words.text, sizeof words.text, size >= 20 ? "%.1f" : "%.2f", number);
    return words;
}

struct words value_words(const struct experiment_measure *measure, const struct tally *tally)
{
    struct words words;
    struct interval interval = shown_interval(measure, tally);
    double reach = (interval.high - interval.low) / 2;
    if (tally->n == 0)
        snprintf(words.text, sizeof words.text, "-");
    else if (!isfinite(reach) || reach == 0)
        snprintf(words.text, sizeof words.text, "%s",
                 number_words(shown_value(measure, tally)).text);
    else
        snprintf(words.text, sizeof words.text, "%.18s ±%.18s",
                 number_words(shown_value(measure, tally)).text, number_words(reach).text);
    return words;
}

static void range_words(double low, double high, char *text, size_t size)
{
    if (!isfinite(low))
        snprintf(text, size, "at most %.20s", number_words(high).text);
    else if (!isfinite(high))
        snprintf(text, size, "at least %.20s", number_words(low).text);
    else if (low == high)
        snprintf(text, size, "%.20s", number_words(low).text);
    else
        snprintf(text, size, "%.20s to %.20s", number_words(low).text, number_words(high).text);
}

struct finding_words finding_words(const struct store_results *results,
                                   const struct finding *finding)
{
    struct finding_words words;
    const struct experiment_group *group = &results->experiment->groups[finding->group];
    const struct experiment_claim *claim = finding->claim;
    const struct experiment_measure *measure = &results->experiment->kind->measures[claim->measure];
    struct curve_name curve = curve_name(results->experiment, group, finding->player);
    words.x = group_steps(group, results->quick).list[finding->step].number[0];
    if (claim->than)
        snprintf(words.what, sizeof words.what, "%s, %s less that of %s", curve.text, measure->name,
                 claim->than);
    else
        snprintf(words.what, sizeof words.what, "%s, %s", curve.text, measure->name);
    range_words(claim->low, claim->high, words.paper, sizeof words.paper);
    snprintf(words.here, sizeof words.here, "%.39s", number_words(finding->value).text);
    if (isinf(finding->interval.low))
        snprintf(words.interval, sizeof words.interval, "one sample");
    else
        snprintf(words.interval, sizeof words.interval, "%.20s to %.20s",
                 number_words(finding->interval.low).text,
                 number_words(finding->interval.high).text);
    if (finding->verdict == VERDICT_REPRODUCED || finding->verdict == VERDICT_UNDECIDED)
        snprintf(words.verdict, sizeof words.verdict, "%s", verdict_words(finding->verdict));
    else
        snprintf(words.verdict, sizeof words.verdict, "%s, by %s%s",
                 verdict_words(finding->verdict), finding->apart > 0 ? "+" : "",
                 number_words(finding->apart).text);
    return words;
}

/* ---------------------------------------------------------------------------------------- JSON */

static json_t *bound_json(double number)
{
    return isfinite(number) ? json_real(number) : json_null();
}

static json_t *point_json(const struct store_results *results, int group, int player, int x,
                          int step)
{
    const struct experiment *experiment = results->experiment;
    json_t *point = must(json_object());
    json_put(point, "curve",
             json_text(curve_name(experiment, &experiment->groups[group], player).text));
    json_put(point, "x", json_integer(x));
    for (int i = 0; i < kind_measure_count(experiment->kind); i++) {
        const struct experiment_measure *measure = &experiment->kind->measures[i];
        const struct tally *tally = results_at(results, group, player, step, i);
        if (tally->n == 0)
            continue;
        json_t *value = must(json_object());
        struct interval interval = shown_interval(measure, tally);
        json_put(value, "value", json_real(shown_value(measure, tally)));
        json_put(value, "low", bound_json(interval.low));
        json_put(value, "high", bound_json(interval.high));
        json_put(value, "samples", json_real(tally->n));
        json_put(value, "unit", json_text(measure->unit));
        json_put(point, measure->name, value);
    }
    return point;
}

static json_t *points_json(const struct store_results *results)
{
    json_t *points = must(json_array());
    for (int group = 0; results->experiment->groups[group].label; group++) {
        const struct experiment_group *one = &results->experiment->groups[group];
        struct step_list steps = group_steps(one, results->quick);
        for (int i = 0; i < group_player_count(one) * steps.count; i++) {
            int step = i % steps.count;
            json_array_append_new(points, point_json(results, group, i / steps.count,
                                                     steps.list[step].number[0], step));
        }
    }
    return points;
}

static json_t *findings_json(const struct store_results *results, const struct findings *findings)
{
    json_t *list = must(json_array());
    for (int i = 0; i < findings->count; i++) {
        const struct finding *one = &findings->list[i];
        struct finding_words words = finding_words(results, one);
        json_t *row = must(json_object());
        json_put(row, "what", json_text(words.what));
        json_put(row, "paper", json_text(one->claim->words));
        json_put(row, "x", json_integer(words.x));
        json_put(row, "paper_low", bound_json(one->claim->low));
        json_put(row, "paper_high", bound_json(one->claim->high));
        json_put(row, "value", json_real(one->value));
        json_put(row, "low", bound_json(one->interval.low));
        json_put(row, "high", bound_json(one->interval.high));
        json_put(row, "verdict", json_text(verdict_words(one->verdict)));
        json_put(row, "apart", json_real(one->apart));
        json_array_append_new(list, row);
    }
    return list;
}

json_t *results_json(const struct store_results *results)
{
    const struct experiment *experiment = results->experiment;
    struct findings findings;
    must(findings_make(results, &findings) ? &findings : NULL);
    json_t *object = must(json_object());
    json_put(object, "name", json_text(experiment->name));
    json_put(object, "paper", json_text(experiment->paper));
    json_put(object, "question", json_text(experiment->question));
    json_put(object, "shows", json_text(experiment->shows));
    json_put(object, "state", json_text(lab_state(results).text));
    json_put(object, "quick", json_boolean(results->quick));
    json_put(object, "units", json_integer(results->units));
    json_put(object, "done", json_integer(results->done));
    json_put(object, "seconds", json_real(results->seconds));
    json_put(object, "command", json_text(lab_command(results).text));
    json_put(object, "seed", json_count(experiment->seed));
    json_put(object, "version", json_text(results->version));
    json_put(object, "machine", json_text(results->machine));
    json_put(object, "date", json_text(results->date));
    json_put(object, "verdict",
             findings.verdict == VERDICT_NONE ? json_null()
                                              : json_text(verdict_words(findings.verdict)));
    json_put(object, "points", points_json(results));
    json_put(object, "compared", findings_json(results, &findings));
    findings_clear(&findings);
    return object;
}
