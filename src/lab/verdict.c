/* SPDX-License-Identifier: MIT */
#include "lab/verdict.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How near is close. */
static const double close_points = 5, close_part = 0.1;

const char *verdict_words(enum verdict verdict)
{
    static const char *const words[] = {"nothing to compare with", "reproduced", "close",
                                        "undecided", "differs"};
    return words[verdict];
}

double shown_value(const struct experiment_measure *measure, const struct tally *tally)
{
    return tally_value(tally) * (measure->share ? 100 : 1);
}

struct interval shown_interval(const struct experiment_measure *measure, const struct tally *tally)
{
    struct interval interval = tally_interval(tally, measure->share);
    double scale = measure->share ? 100 : 1;
    return (struct interval){interval.low * scale, interval.high * scale};
}

/* -------------------------------------------------------------------------------- one comparison
 */

/* The interval of the difference. */
static void compare_curves(const struct experiment_measure *measure, const struct tally *one,
                           const struct tally *other, struct finding *finding)
{
    double scale = measure->share ? 100 : 1;
    double error = hypot(tally_error(one, measure->share), tally_error(other, measure->share));
    double reach = 1.959963984540054 * error * scale;
    finding->value = shown_value(measure, one) - shown_value(measure, other);
    finding->interval = (struct interval){finding->value - reach, finding->value + reach};
}

static void widen(const struct experiment_claim *claim, struct finding *finding)
{
    finding->low = claim->low;
    finding->high = claim->high;
    if (claim->samples <= 0)
        return;
    double n = claim->samples;
    if (isfinite(claim->low))
        finding->low = 100 * interval_of_share(claim->low / 100 * n, n).low;
    if (isfinite(claim->high))
        finding->high = 100 * interval_of_share(claim->high / 100 * n, n).high;
}

static double distance(double value, double low, double high)
{
    return value < low ? value - low : value > high ? value - high : 0;
}

/* How far our interval goes beyond the range, at its farther end. */
static double reach_beyond(const struct finding *finding)
{
    return fmax(fmax(finding->low - finding->interval.low, finding->interval.high - finding->high),
                0);
}

/* `near` is what is close, `least` what numbers differ by that should be equal and went different
 * ways. */
static enum verdict verdict_of(const struct finding *finding, double near, double least)
{
    const struct interval *ours = &finding->interval;
    double apart = fabs(finding->apart);
    bool common = ours->low <= finding->high + least && ours->high >= finding->low - least;
    bool bound = isinf(finding->low) || isinf(finding->high);
    if (common && reach_beyond(finding) > near + least)
        return VERDICT_UNDECIDED;
    if (apart <= least || (common && !bound))
        return VERDICT_REPRODUCED;
    return apart <= near ? VERDICT_CLOSE : VERDICT_DIFFERS;
}

/* `size`: what ten per cent are of. */
static void judge(const struct experiment_measure *measure, double size, struct finding *finding)
{
    double least = 1e-9 * (fabs(finding->value) + fabs(size));
    double near = measure->share ? close_points : close_part * fabs(size);
    finding->apart = distance(finding->value, finding->low, finding->high);
    finding->verdict = verdict_of(finding, near, least);
}

/* ---------------------------------------------------------------------------------- all claims */

struct curve_name claim_other(const struct experiment_claim *claim, int *x)
{
    struct curve_name name;
    const char *at = strstr(claim->than, " at ");
    int length = at && sscanf(at, " at %d", x) == 1 ? (int)(at - claim->than) : 79;
    snprintf(name.text, sizeof name.text, "%.*s", length, claim->than);
    return name;
}

static const struct tally *find_curve(const struct store_results *results, const char *name, int x,
                                      int measure)
{
    const struct experiment *experiment = results->experiment;
    for (int group = 0; experiment->groups[group].label; group++) {
        struct step_list steps = group_steps(&experiment->groups[group], results->quick);
        for (int player = 0; player < group_player_count(&experiment->groups[group]); player++) {
            if (strcmp(curve_name(experiment, &experiment->groups[group], player).text, name) != 0)
                continue;
            for (int step = 0; step < steps.count; step++) {
                if (steps.list[step].number[0] == x)
                    return results_at(results, group, player, step, measure);
            }
        }
    }
    return NULL;
}

static struct finding *more_room(struct findings *findings)
{
    if (findings->count == findings->room) {
        int room = findings->room ? 2 * findings->room : 32;
        struct finding *list = realloc(findings->list, (size_t)room * sizeof *list);
        if (!list)
            return NULL;
        findings->list = list;
        findings->room = room;
    }
    struct finding *finding = &findings->list[findings->count];
    *finding = (struct finding){0};
    return finding;
}

/* Of a single sample nobody knows how far it may be off, unless it is all there is. */
static struct interval interval_of_one(const struct experiment *experiment, double value)
{
    return experiment_is_exact(experiment) ? (struct interval){value, value}
                                           : (struct interval){-INFINITY, INFINITY};
}

static bool check_point(const struct store_results *results, const struct experiment_claim *claim,
                        int group, int player, const struct step_list *steps, int step,
                        struct findings *findings)
{
    const struct experiment_measure *measure = &results->experiment->kind->measures[claim->measure];
    const struct tally *tally = results_at(results, group, player, step, claim->measure);
    const struct tally *other = NULL;
    if (claim->than) {
        int x = steps->list[step].number[0];
        struct curve_name than = claim_other(claim, &x);
        other = find_curve(results, than.text, x, claim->measure);
    }
    if (tally->n < 1 || (claim->than && (!other || other->n < 1)))
        return true;
    struct finding *finding = more_room(findings);
    if (!finding)
        return false;
    finding->claim = claim;
    finding->group = group;
    finding->player = player;
    finding->step = step;
    widen(claim, finding);
    double size;
    if (other) {
        compare_curves(measure, tally, other, finding);
        size = shown_value(measure, other);
    } else {
        finding->value = shown_value(measure, tally);
        finding->interval = shown_interval(measure, tally);
        size = isfinite(claim->high) ? claim->high : claim->low;
    }
    if (tally->n < 2 || (other && other->n < 2))
        finding->interval = interval_of_one(results->experiment, finding->value);
    judge(measure, size, finding);
    findings->of[finding->verdict]++;
    findings->count++;
    return true;
}

static bool check_claim(const struct store_results *results, const struct experiment_claim *claim,
                        struct findings *findings)
{
    const struct experiment *experiment = results->experiment;
    for (int group = 0; experiment->groups[group].label; group++) {
        struct step_list steps = group_steps(&experiment->groups[group], results->quick);
        for (int player = 0; player < group_player_count(&experiment->groups[group]); player++) {
            struct curve_name name = curve_name(experiment, &experiment->groups[group], player);
            if (claim->curve && strcmp(name.text, claim->curve) != 0)
                continue;
            for (int step = 0; step < steps.count; step++) {
                if (claim->x != 0 && claim->x != steps.list[step].number[0])
                    continue;
                if (!check_point(results, claim, group, player, &steps, step, findings))
                    return false;
            }
        }
    }
    return true;
}

static void conclude(struct findings *findings)
{
    int all = findings->count, undecided = findings->of[VERDICT_UNDECIDED];
    int decided = all - undecided, reproduced = findings->of[VERDICT_REPRODUCED];
    int near = reproduced + findings->of[VERDICT_CLOSE];
    findings->verdict = all == 0                                            ? VERDICT_NONE
                        : undecided > decided                               ? VERDICT_UNDECIDED
                        : near == decided && 10 * reproduced >= 9 * decided ? VERDICT_REPRODUCED
                        : 10 * near >= 9 * decided                          ? VERDICT_CLOSE
                                                                            : VERDICT_DIFFERS;
    double worst = -1;
    for (int i = 0; i < all; i++) {
        const struct finding *one = &findings->list[i];
        double size = fabs(one->apart) / (1 + fabs(isfinite(one->high) ? one->high : one->low));
        if (one->verdict == VERDICT_DIFFERS && size > worst) {
            worst = size;
            findings->worst = one;
        }
    }
}

bool findings_make(const struct store_results *results, struct findings *findings)
{
    const struct experiment_claim *claim = results->experiment->claims;
    *findings = (struct findings){0};
    for (; claim && claim->words; claim++) {
        if (!check_claim(results, claim, findings)) {
            findings_clear(findings);
            return false;
        }
    }
    conclude(findings);
    return true;
}

void findings_clear(struct findings *findings)
{
    free(findings->list);
    findings->list = NULL;
}

void findings_words(const struct store_results *results, const struct findings *findings,
                    char *text, size_t size)
{
    const struct finding *worst = findings->worst;
    if (findings->verdict == VERDICT_NONE) {
        snprintf(text, size, "%s",
                 results->done == 0             ? "not run"
                 : !results->experiment->claims ? "nothing to compare with: no paper has this"
                                                : "nothing to compare with yet");
        return;
    }
    int length =
        snprintf(text, size, "%s: %d of %d value%s reproduced, %d close, %d undecided, %d differ%s",
                 verdict_words(findings->verdict), findings->of[VERDICT_REPRODUCED],
                 findings->count, findings->count == 1 ? "" : "s", findings->of[VERDICT_CLOSE],
                 findings->of[VERDICT_UNDECIDED], findings->of[VERDICT_DIFFERS],
                 findings->of[VERDICT_DIFFERS] == 1 ? "s" : "");
    if (!worst || length < 0 || (size_t)length >= size)
        return;
    const struct experiment_group *group = &results->experiment->groups[worst->group];
    const struct experiment_measure *measure =
        &results->experiment->kind->measures[worst->claim->measure];
    snprintf(text + length, size - (size_t)length, "; most %s at %d (%s): by %+.3g%s",
             curve_name(results->experiment, group, worst->player).text,
             group_steps(group, results->quick).list[worst->step].number[0], measure->name,
             worst->apart, measure->share ? " points" : "");
}
