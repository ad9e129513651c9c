/* SPDX-License-Identifier: MIT
 *
 * All of it rests on one thing: of the five-way distributions whose mean is a given score, the one
 * under which the counts are likeliest. By Lagrange's rule it is p(x) = w(x) / (1 + l (x - mean)),
 * w being the shares that were counted and l such that the mean is right (Owen 1988, "Empirical
 * likelihood ratio confidence intervals for a single functional"; for matches of engines M. Van den
 * Bergh, "A practical introduction to the GSPRT", 2020).
 *
 * The interval has all the scores that what was seen does not contradict: those for which it lies
 * within z standard deviations, taken from that distribution, of what they make one expect. With
 * two outcomes this is Wilson's interval.
 */
#include "lab/pentanomial.h"

#include <math.h>

/* The first player's share of a pair's points. */
static const double points[PENTANOMIAL_KINDS] = {0, 0.25, 0.5, 0.75, 1};

/* Counts that need not be whole. */
struct weights {
    double of[PENTANOMIAL_KINDS], sum;
};

static struct weights weights_of(const struct pentanomial *pairs)
{
    struct weights weights = {{0}, 0};
    for (int i = 0; i < PENTANOMIAL_KINDS; i++) {
        weights.of[i] = pairs->count[i];
        weights.sum += pairs->count[i];
    }
    return weights;
}

static double mean_of(const struct weights *weights)
{
    double sum = 0;
    for (int i = 0; i < PENTANOMIAL_KINDS; i++)
        sum += weights->of[i] * points[i];
    return sum / weights->sum;
}

int pentanomial_pairs(const struct pentanomial *pairs)
{
    return (int)weights_of(pairs).sum;
}

double pentanomial_score(const struct pentanomial *pairs)
{
    struct weights weights = weights_of(pairs);
    return weights.sum > 0 ? mean_of(&weights) : 0.5;
}

/* The likeliest distribution of this mean, which lies between the points 0 and 1, where there is
 * weight. Newton's steps, kept between bounds that close in: the function falls throughout. */
static void likeliest(const struct weights *weights, double mean, double p[PENTANOMIAL_KINDS])
{
    double low = -1 / (1 - mean), high = 1 / mean, l = 0;
    for (int step = 0; step < 100; step++) {
        double f = 0, slope = 0;
        for (int i = 0; i < PENTANOMIAL_KINDS; i++) {
            double away = points[i] - mean, share = away / (1 + l * away);
            f += weights->of[i] * share;
            slope -= weights->of[i] * share * share;
        }
        if (f > 0)
            low = l;
        else
            high = l;
        double next = l - f / slope;
        if (!(next > low && next < high))
            next = (low + high) / 2;
        if (fabs(next - l) <= 1e-13 * (1 + fabs(l)))
            break;
        l = next;
    }
    for (int i = 0; i < PENTANOMIAL_KINDS; i++)
        p[i] = weights->of[i] / weights->sum / (1 + l * (points[i] - mean));
}

/* ------------------------------------------------------------------------------------- interval */

/* Does what was seen lie further from `mean` than that makes one expect? */
static bool contradicts(const struct weights *weights, double seen, double mean)
{
    const double z = 1.959963984540054; /* 97.5 % of a normal distribution lie below */
    double p[PENTANOMIAL_KINDS], variance = 0;
    likeliest(weights, mean, p);
    for (int i = 0; i < PENTANOMIAL_KINDS; i++)
        variance += p[i] * (points[i] - mean) * (points[i] - mean);
    return (seen - mean) * (seen - mean) * weights->sum > z * z * variance;
}

/* The end of the interval between `seen` and `far`, which is 0 or 1. */
static double end_towards(const struct weights *weights, double seen, double far)
{
    double inside = seen, outside = far;
    for (int step = 0; step < 50; step++) {
        double middle = (inside + outside) / 2;
        if (contradicts(weights, seen, middle))
            outside = middle;
        else
            inside = middle;
    }
    return (inside + outside) / 2;
}

struct interval pentanomial_interval(const struct pentanomial *pairs)
{
    struct weights weights = weights_of(pairs);
    if (weights.sum <= 0)
        return (struct interval){0, 1};
    /* Outcomes that were not seen are not impossible: ten pairs with a win and a loss each do not
     * say that there is no other. Half a pair at either end is what that is worth, and lets the
     * interval cover as it says (tests/match/pentanomial_test.c). */
    weights.of[0] += 0.5;
    weights.of[PENTANOMIAL_KINDS - 1] += 0.5;
    weights.sum += 1;
    double seen = mean_of(&weights), score = pentanomial_score(pairs);
    struct interval interval = {end_towards(&weights, seen, 0), end_towards(&weights, seen, 1)};
    interval.low = interval.low < score ? interval.low : score;
    interval.high = interval.high > score ? interval.high : score;
    return interval;
}

/* ------------------------------------------------------------------------------------------ Elo */

double elo_of_score(double score)
{
    return score <= 0 ? -INFINITY : score >= 1 ? INFINITY : 400 * log10(score / (1 - score));
}

double score_of_elo(double elo)
{
    return 1 / (1 + pow(10, -elo / 400));
}

/* ----------------------------------------------------------------------------------------- SPRT */

double sprt_ratio(const struct sprt *sprt, const struct pentanomial *pairs)
{
    struct weights weights = weights_of(pairs);
    if (weights.sum <= 0)
        return 0;
    /* So that every score is possible; too little to matter. */
    for (int i = 0; i < PENTANOMIAL_KINDS; i++) {
        weights.of[i] += 0.001;
        weights.sum += 0.001;
    }
    double p[2][PENTANOMIAL_KINDS], ratio = 0;
    for (int hypothesis = 0; hypothesis < 2; hypothesis++)
        likeliest(&weights, score_of_elo(sprt->elo[hypothesis]), p[hypothesis]);
    for (int i = 0; i < PENTANOMIAL_KINDS; i++)
        ratio += weights.of[i] * log(p[1][i] / p[0][i]);
    return ratio;
}

void sprt_bounds(const struct sprt *sprt, double bounds[2])
{
    bounds[0] = log(sprt->error[1] / (1 - sprt->error[0]));
    bounds[1] = log((1 - sprt->error[1]) / sprt->error[0]);
}

int sprt_decision(const struct sprt *sprt, const struct pentanomial *pairs)
{
    double bounds[2], ratio = sprt_ratio(sprt, pairs);
    sprt_bounds(sprt, bounds);
    return ratio <= bounds[0] ? 0 : ratio >= bounds[1] ? 1 : -1;
}
