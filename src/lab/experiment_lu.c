/* SPDX-License-Identifier: MIT
 *
 * Lu, "Parallel search of narrow game trees", MSc thesis, University of Alberta (1993): the twenty
 * positions of the Tinsley-Chinook match of 1992, on simulated searchers that share table and
 * history. A node takes a second and handing out a piece of work as long as 20 nodes; everything
 * else takes no time, where the thesis' machine (a BBN TC2000) has locks and messages. The thesis
 * gives means and standard deviations over the positions: what is claimed is the 95 %% interval of
 * the mean, by Student's t with 19 degrees of freedom.
 */
#include "lab/experiment_list.h"

#define PAPER "Lu 1993, "

// clang-format off
#define MEAN(curve, x, measure, mean, deviation)                                                   \
    {curve, x, measure, NULL, (mean) - 2.093 / 4.472 * (deviation),                                \
     (mean) + 2.093 / 4.472 * (deviation), 0, #mean " ±" #deviation " (one standard deviation)"}
// clang-format on
#define ROW(curve, x, speed, speed_deviation, extra, extra_deviation, idle, idle_deviation)        \
    MEAN(curve, x, 0, speed, speed_deviation), MEAN(curve, x, 1, extra, extra_deviation),          \
        MEAN(curve, x, 2, idle, idle_deviation)

#define SEARCH ",table=64M,deepening=on,step=2,history=on,window=20"
// clang-format off
#define SUITE(name, spec)                                                                          \
    {name, "file tinsley-chinook-1992", {{name, spec SEARCH}}, "1 2 4 8 16", NULL, 0, 0}
// clang-format on

static const struct experiment_group table_4_1[] = {SUITE("pvsplit", "pvsplit"), {0}};
static const struct experiment_claim table_4_1_claims[] = {
    ROW("pvsplit", 2, 1.38, 0.260, 10.1, 20.1, 17.9, 5.25),
    ROW("pvsplit", 4, 1.79, 0.591, 16.7, 36.0, 45.5, 6.36),
    ROW("pvsplit", 8, 1.88, 0.548, 15.9, 35.4, 70.1, 4.20),
    ROW("pvsplit", 16, 1.92, 0.574, 15.3, 34.1, 84.8, 2.18),
    {0}};

static const struct experiment_group table_5_1[] = {SUITE("pvfsplit", "pvfsplit"), {0}};
static const struct experiment_claim table_5_1_claims[] = {
    ROW("pvfsplit", 2, 1.48, 0.325, 8.76, 17.4, 12.8, 4.90),
    ROW("pvfsplit", 4, 2.03, 0.546, 24.3, 26.3, 30.8, 8.17),
    ROW("pvfsplit", 8, 2.71, 0.803, 46.4, 46.3, 48.8, 7.74),
    ROW("pvfsplit", 16, 2.91, 1.07, 83.5, 63.5, 67.1, 7.00),
    {0}};

static const struct experiment_group table_5_2[] = {SUITE("pvsplit-lb", "pvsplit,balance=on"), {0}};
static const struct experiment_claim table_5_2_claims[] = {
    ROW("pvsplit-lb", 2, 1.44, 0.346, 11.3, 23.0, 13.0, 2.86),
    ROW("pvsplit-lb", 4, 1.89, 0.567, 22.3, 35.7, 37.4, 3.69),
    ROW("pvsplit-lb", 8, 2.06, 0.539, 21.3, 34.6, 63.6, 3.23),
    ROW("pvsplit-lb", 16, 2.00, 0.530, 24.2, 34.1, 81.4, 1.66),
    {0}};

static const struct experiment_group table_5_3[] = {SUITE("pvfsplit-lb", "pvfsplit,balance=on"),
                                                    {0}};
static const struct experiment_claim table_5_3_claims[] = {
    ROW("pvfsplit-lb", 2, 1.53, 0.402, 11.8, 23.0, 8.41, 2.57),
    ROW("pvfsplit-lb", 4, 2.18, 0.491, 27.0, 24.5, 23.8, 5.61),
    ROW("pvfsplit-lb", 8, 2.80, 0.779, 59.8, 45.0, 40.8, 6.58),
    ROW("pvfsplit-lb", 16, 3.32, 1.01, 70.9, 41.4, 62.5, 5.67),
    {0}};

const struct experiment experiments_lu[] = {
    {.name = "lu-table4.1",
     .paper = PAPER "table 4.1",
     .version = 1,
     .kind = &kind_scale,
     .question = "How does splitting along the principal variation (PVSplit) speed up in checkers?",
     .shows = "The speed-up levels off after four searchers: most of the others are idle.",
     .game = "checkers",
     .trees = 20,
     .quick_trees = 20,
     .batch = 1,
     .shallower = 2,
     .quick_shallower = 6,
     .costs = "unit,evaluation=0,node=1,latency=0,task=20",
     .groups = table_4_1,
     .claims = table_4_1_claims,
     .plot = {"searchers", "speed-up (mean of 20 positions)", 0, ACROSS_STEPS, 0, false, false,
              true}},
    {.name = "lu-table5.1",
     .paper = PAPER "table 5.1",
     .version = 1,
     .kind = &kind_scale,
     .question = "Does splitting at the frontier too (PVFSplit) help?",
     .shows = "There is less idle time and more search overhead, and on balance a higher speed-up.",
     .game = "checkers",
     .trees = 20,
     .quick_trees = 20,
     .batch = 1,
     .shallower = 2,
     .quick_shallower = 6,
     .costs = "unit,evaluation=0,node=1,latency=0,task=20",
     .groups = table_5_1,
     .claims = table_5_1_claims,
     .plot = {"searchers", "speed-up (mean of 20 positions)", 0, ACROSS_STEPS, 0, false, false,
              true}},
    {.name = "lu-table5.2",
     .paper = PAPER "table 5.2",
     .version = 1,
     .kind = &kind_scale,
     .question = "Does it help to interrupt stragglers (PVSplit with load balancing)?",
     .shows = "Balancing the load gains a little over PVSplit alone.",
     .game = "checkers",
     .trees = 20,
     .quick_trees = 20,
     .batch = 1,
     .shallower = 2,
     .quick_shallower = 6,
     .costs = "unit,evaluation=0,node=1,latency=0,task=20",
     .groups = table_5_2,
     .claims = table_5_2_claims,
     .plot = {"searchers", "speed-up (mean of 20 positions)", 0, ACROSS_STEPS, 0, false, false,
              true}},
    {.name = "lu-table5.3",
     .paper = PAPER "table 5.3",
     .version = 1,
     .kind = &kind_scale,
     .question = "And both together (PVFSplit with load balancing)?",
     .shows = "Both together are the best of the four.",
     .game = "checkers",
     .trees = 20,
     .quick_trees = 20,
     .batch = 1,
     .shallower = 2,
     .quick_shallower = 6,
     .costs = "unit,evaluation=0,node=1,latency=0,task=20",
     .groups = table_5_3,
     .claims = table_5_3_claims,
     .plot = {"searchers", "speed-up (mean of 20 positions)", 0, ACROSS_STEPS, 0, false, false,
              true}},
    {0}};
