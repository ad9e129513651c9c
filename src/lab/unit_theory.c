/* SPDX-License-Identifier: MIT
 *
 * Fishburn & Finkel (1980, section 7): a tree of processors of fan-out f and height q searches
 * trees of degree df and depth q + s. `where` is "order=O,q=Q,f=F,d=D", the step is s, and a player
 * is one of the searches, which is measured, or "formula", which is what the paper computes. Time
 * is that of the cost model `unit`: a terminal position takes one unit, and a message the latency
 * 0.75; the paper's rho, there and back, is two of them.
 */
#include "lab/experiment.h"
#include "lab/names.h"
#include "lab/player.h"
#include "lab/random_order.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { POSITIONS, TIME, SPEED_UP, FIGURES };

struct shape {
    char order[16];
    int q, f, d, s;
};

static const double latency = 0.75, rho = 1.5;

static double degree_to(const struct shape *t, int exponent)
{
    return pow(t->d * t->f, exponent);
}

/* Corollary 1; with f = 1 and df children that of one processor. */
static double best_positions(const struct shape *t)
{
    int n = t->q + t->s;
    return pow(t->f, t->q / 2) * degree_to(t, (n + 1) / 2) +
           pow(t->f, (t->q + 1) / 2) * degree_to(t, n / 2) - pow(t->f, t->q);
}

static double serial_positions(const struct shape *t)
{
    int n = t->q + t->s;
    return degree_to(t, (n + 1) / 2) + degree_to(t, n / 2) - 1;
}

/* Theorem 2, with the h of lemma 1. */
static double best_time(const struct shape *t)
{
    double low = degree_to(t, t->s / 2), high = degree_to(t, (t->s + 1) / 2), d = t->d;
    int even = t->q - t->q % 2;
    double h = (pow(d, even / 2.0) - 1) / (d - 1);
    double time = low + high - 1 + h * (d * (3 * rho + low + high) + rho - low - high) - rho * t->q;
    if (t->q % 2 != 0)
        time += pow(d, even / 2) * (d * (rho + low) + rho - low);
    return time;
}

/* Section 7.1. */
static double worst_time(const struct shape *t)
{
    double d = t->d;
    return rho * ((pow(d, t->q + 1) - d) / (d - 1)) + pow(d, t->q + t->s) * pow(t->f, t->s);
}

/* The proof of theorem 6: that many positions on the level of the processors' leaves, each with
 * what one processor examines below it. */
static double random_positions(const struct shape *t)
{
    return random_order_bound(t->d, t->f, t->q) * random_order_bound(t->d * t->f, 1, t->s);
}

static void compute(const struct shape *t, double values[FIGURES])
{
    if (strcmp(t->order, "best") == 0) {
        values[POSITIONS] = best_positions(t);
        values[TIME] = best_time(t);
        values[SPEED_UP] = serial_positions(t) / values[TIME];
    } else if (strcmp(t->order, "worst") == 0) {
        values[POSITIONS] = degree_to(t, t->q + t->s);
        values[TIME] = worst_time(t);
        values[SPEED_UP] = values[POSITIONS] / values[TIME];
    } else {
        values[POSITIONS] = random_positions(t);
        values[TIME] = values[SPEED_UP] = NAN; /* nothing is said of them */
    }
}

static copse_status search_shape(const struct shape *t, const char *algorithm, uint64_t seed,
                                 copse_result *result, copse_message *why)
{
    char text[120], costs[40], fanout[12], height[12];
    copse_limits limits;
    copse_search *search;
    int processors = 1;
    for (int i = 0, level = 1; i < t->q; i++)
        processors += level *= t->f;
    snprintf(text, sizeof text, "degree=%d,depth=%d,order=%s,seed=%" PRIu64, t->d * t->f,
             t->q + t->s, t->order, seed);
    snprintf(costs, sizeof costs, "unit,latency=%g", latency);
    snprintf(fanout, sizeof fanout, "%d", t->f);
    snprintf(height, sizeof height, "%d", t->q);
    copse_limits_init(&limits);
    limits.depth = t->q + t->s;
    struct player player;
    if (!player_parse(&player, algorithm, &limits, why))
        return COPSE_UNKNOWN_ALGORITHM;
    copse_status status = player_search(&player, game_named("ordered", why), &search, NULL, why);
    if (status == COPSE_OK) {
        status = copse_search_set_position_text(search, text);
        if (status == COPSE_OK && player.algorithm->parallel)
            status = copse_search_set_machine(search, "sim", processors, costs);
        if (status == COPSE_OK && player.algorithm->parallel)
            status = copse_search_set(search, "fanout", fanout);
        if (status == COPSE_OK && player.algorithm->parallel)
            status = copse_search_set(search, "height", height);
        if (status == COPSE_OK)
            status = copse_search_run(search, &limits);
        if (status == COPSE_OK)
            status = copse_search_result(search, result);
        if (status != COPSE_OK)
            snprintf(why->text, sizeof why->text, "%s", copse_search_message(search));
        copse_search_free(search);
    }
    player_clear(&player);
    return status;
}

/* The speed-up is against plain alpha-beta, in positions: each takes it one unit. */
static copse_status measure(const struct shape *t, const char *algorithm, uint64_t seed,
                            double values[FIGURES], copse_message *why)
{
    copse_result parallel, serial;
    copse_status status = search_shape(t, algorithm, seed, &parallel, why);
    if (status == COPSE_OK)
        status = search_shape(t, "alphabeta", seed, &serial, why);
    if (status != COPSE_OK)
        return status;
    values[POSITIONS] = (double)parallel.evaluations;
    values[TIME] = parallel.virtual_time;
    values[SPEED_UP] = (double)serial.evaluations / parallel.virtual_time;
    return COPSE_OK;
}

static copse_status work(const struct unit *unit, struct tally *tallies, copse_message *why)
{
    struct shape t;
    const char *spec = unit->group->players[unit->player].spec;
    if (sscanf(unit->group->where, "order=%15[a-z],q=%d,f=%d,d=%d", t.order, &t.q, &t.f, &t.d) !=
        4) {
        snprintf(why->text, sizeof why->text, "%s: not a shape", unit->group->where);
        return COPSE_BAD_ARGUMENT;
    }
    t.s = unit->steps.list[unit->step].number[0];
    if (t.q == 0) { /* trees as high as the tree of processors: the step is that height */
        t.q = t.s;
        t.s = 0;
    }
    for (int i = 0; i < unit->trees; i++) {
        double values[FIGURES];
        copse_status status = COPSE_OK;
        if (strcmp(spec, "formula") == 0)
            compute(&t, values);
        else
            status = measure(&t, spec, unit->seed + (uint64_t)i, values, why);
        if (status != COPSE_OK)
            return status;
        for (int j = 0; j < FIGURES; j++) {
            if (!isnan(values[j]))
                tally_add(unit_tally(unit, tallies, unit->player, unit->step, j), values[j], 1);
        }
    }
    return COPSE_OK;
}

const struct experiment_kind kind_theory = {"theory",
                                            {{"positions", "terminal positions", false},
                                             {"time", "units", false},
                                             {"speed-up", "times", false}},
                                            true,
                                            true,
                                            work,
                                            false};
