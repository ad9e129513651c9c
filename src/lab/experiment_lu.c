/* SPDX-License-Identifier: MIT
 *
 * Lu, "Parallel search of narrow game trees", MSc thesis, University of Alberta (1993): the twenty
 * positions of the Tinsley-Chinook match of 1992, on simulated searchers that share table and
 * history. The thesis gives means and standard deviations over the positions: what is claimed is
 * the 95 % interval of the mean, by Student's t with 19 degrees of freedom. All tables and figures
 * show parts of the same results, which are those of figure 5.8; single positions are in
 * experiment_lu_tables.c.
 */
#include "lab/experiment_lu.h"
#include "lab/experiment_list.h"

// clang-format off
#define MEAN(curve, x, measure, mean, deviation)                                                   \
    {curve, x, measure, NULL, (mean) - 2.093 / 4.472 * (deviation),                                \
     (mean) + 2.093 / 4.472 * (deviation), 0, #mean " ±" #deviation " (one standard deviation)"}

#define SUITE(name, spec)                                                                          \
    {name, "file tinsley-chinook-1992", {{name, spec ",table=64M" LU_SEARCH}}, "1 2 4 8 16", NULL, \
     0, 0}
#define PVSPLIT SUITE("pvsplit", "pvsplit")
#define PVFSPLIT SUITE("pvfsplit", "pvfsplit")
#define PVSPLIT_LB SUITE("pvsplit-lb", "pvsplit,balance=on")
#define PVFSPLIT_LB SUITE("pvfsplit-lb", "pvfsplit,balance=on")

#define PVSPLIT_SPEED_UP \
    MEAN("pvsplit", 2, LU_SPEED_UP, 1.38, 0.26), \
    MEAN("pvsplit", 4, LU_SPEED_UP, 1.79, 0.591), \
    MEAN("pvsplit", 8, LU_SPEED_UP, 1.88, 0.548), \
    MEAN("pvsplit", 16, LU_SPEED_UP, 1.92, 0.574)
#define PVSPLIT_EXTRA \
    MEAN("pvsplit", 2, LU_EXTRA, 10.1, 20.1), \
    MEAN("pvsplit", 4, LU_EXTRA, 16.7, 36.0), \
    MEAN("pvsplit", 8, LU_EXTRA, 15.9, 35.4), \
    MEAN("pvsplit", 16, LU_EXTRA, 15.3, 34.1)
#define PVSPLIT_IDLE \
    MEAN("pvsplit", 2, LU_IDLE, 17.9, 5.25), \
    MEAN("pvsplit", 4, LU_IDLE, 45.5, 6.36), \
    MEAN("pvsplit", 8, LU_IDLE, 70.1, 4.2), \
    MEAN("pvsplit", 16, LU_IDLE, 84.8, 2.18)
#define PVSPLIT_EFFICIENCY \
    MEAN("pvsplit", 2, LU_EFFICIENCY, 69, 13), \
    MEAN("pvsplit", 4, LU_EFFICIENCY, 44.8, 14.8), \
    MEAN("pvsplit", 8, LU_EFFICIENCY, 23.5, 6.85), \
    MEAN("pvsplit", 16, LU_EFFICIENCY, 12, 3.59)
#define PVFSPLIT_SPEED_UP \
    MEAN("pvfsplit", 2, LU_SPEED_UP, 1.48, 0.325), \
    MEAN("pvfsplit", 4, LU_SPEED_UP, 2.03, 0.546), \
    MEAN("pvfsplit", 8, LU_SPEED_UP, 2.71, 0.803), \
    MEAN("pvfsplit", 16, LU_SPEED_UP, 2.91, 1.07)
#define PVFSPLIT_EXTRA \
    MEAN("pvfsplit", 2, LU_EXTRA, 8.76, 17.4), \
    MEAN("pvfsplit", 4, LU_EXTRA, 24.3, 26.3), \
    MEAN("pvfsplit", 8, LU_EXTRA, 46.4, 46.3), \
    MEAN("pvfsplit", 16, LU_EXTRA, 83.5, 63.5)
#define PVFSPLIT_IDLE \
    MEAN("pvfsplit", 2, LU_IDLE, 12.8, 4.9), \
    MEAN("pvfsplit", 4, LU_IDLE, 30.8, 8.17), \
    MEAN("pvfsplit", 8, LU_IDLE, 48.8, 7.74), \
    MEAN("pvfsplit", 16, LU_IDLE, 67.1, 7.0)
#define PVFSPLIT_EFFICIENCY \
    MEAN("pvfsplit", 2, LU_EFFICIENCY, 74, 16.2), \
    MEAN("pvfsplit", 4, LU_EFFICIENCY, 50.7, 13.7), \
    MEAN("pvfsplit", 8, LU_EFFICIENCY, 33.9, 10), \
    MEAN("pvfsplit", 16, LU_EFFICIENCY, 18.2, 6.69)
#define PVSPLIT_LB_SPEED_UP \
    MEAN("pvsplit-lb", 2, LU_SPEED_UP, 1.44, 0.346), \
    MEAN("pvsplit-lb", 4, LU_SPEED_UP, 1.89, 0.567), \
    MEAN("pvsplit-lb", 8, LU_SPEED_UP, 2.06, 0.539), \
    MEAN("pvsplit-lb", 16, LU_SPEED_UP, 2.0, 0.53)
#define PVSPLIT_LB_EXTRA \
    MEAN("pvsplit-lb", 2, LU_EXTRA, 11.3, 23.0), \
    MEAN("pvsplit-lb", 4, LU_EXTRA, 22.3, 35.7), \
    MEAN("pvsplit-lb", 8, LU_EXTRA, 21.3, 34.6), \
    MEAN("pvsplit-lb", 16, LU_EXTRA, 24.2, 34.1)
#define PVSPLIT_LB_IDLE \
    MEAN("pvsplit-lb", 2, LU_IDLE, 13.0, 2.86), \
    MEAN("pvsplit-lb", 4, LU_IDLE, 37.4, 3.69), \
    MEAN("pvsplit-lb", 8, LU_IDLE, 63.6, 3.23), \
    MEAN("pvsplit-lb", 16, LU_IDLE, 81.4, 1.66)
#define PVSPLIT_LB_EFFICIENCY \
    MEAN("pvsplit-lb", 2, LU_EFFICIENCY, 72, 17.3), \
    MEAN("pvsplit-lb", 4, LU_EFFICIENCY, 47.2, 14.2), \
    MEAN("pvsplit-lb", 8, LU_EFFICIENCY, 25.8, 6.74), \
    MEAN("pvsplit-lb", 16, LU_EFFICIENCY, 12.5, 3.31)
#define PVFSPLIT_LB_SPEED_UP \
    MEAN("pvfsplit-lb", 2, LU_SPEED_UP, 1.53, 0.402), \
    MEAN("pvfsplit-lb", 4, LU_SPEED_UP, 2.18, 0.491), \
    MEAN("pvfsplit-lb", 8, LU_SPEED_UP, 2.8, 0.779), \
    MEAN("pvfsplit-lb", 16, LU_SPEED_UP, 3.32, 1.01)
#define PVFSPLIT_LB_EXTRA \
    MEAN("pvfsplit-lb", 2, LU_EXTRA, 11.8, 23.0), \
    MEAN("pvfsplit-lb", 4, LU_EXTRA, 27.0, 24.5), \
    MEAN("pvfsplit-lb", 8, LU_EXTRA, 59.8, 45.0), \
    MEAN("pvfsplit-lb", 16, LU_EXTRA, 70.9, 41.4)
#define PVFSPLIT_LB_IDLE \
    MEAN("pvfsplit-lb", 2, LU_IDLE, 8.41, 2.57), \
    MEAN("pvfsplit-lb", 4, LU_IDLE, 23.8, 5.61), \
    MEAN("pvfsplit-lb", 8, LU_IDLE, 40.8, 6.58), \
    MEAN("pvfsplit-lb", 16, LU_IDLE, 62.5, 5.67)
#define PVFSPLIT_LB_EFFICIENCY \
    MEAN("pvfsplit-lb", 2, LU_EFFICIENCY, 76.5, 20.1), \
    MEAN("pvfsplit-lb", 4, LU_EFFICIENCY, 54.5, 12.3), \
    MEAN("pvfsplit-lb", 8, LU_EFFICIENCY, 35, 9.74), \
    MEAN("pvfsplit-lb", 16, LU_EFFICIENCY, 20.8, 6.31)

static const struct experiment_group all[] = {PVSPLIT, PVFSPLIT, PVSPLIT_LB, PVFSPLIT_LB, {0}};
static const struct experiment_group one[] = {PVSPLIT, {0}};
static const struct experiment_group frontier[] = {PVFSPLIT, {0}};
static const struct experiment_group both[] = {PVSPLIT, PVFSPLIT, {0}};
static const struct experiment_group with_and_without[] = {PVSPLIT, PVSPLIT_LB, {0}};
static const struct experiment_group frontier_balanced[] = {PVFSPLIT_LB, {0}};
static const struct experiment_group both_balanced[] = {PVSPLIT_LB, PVFSPLIT_LB, {0}};

#define CLAIMS static const struct experiment_claim
CLAIMS table_4_1[] = {PVSPLIT_SPEED_UP, PVSPLIT_EXTRA, PVSPLIT_IDLE, {0}};
CLAIMS table_5_1[] = {PVFSPLIT_SPEED_UP, PVFSPLIT_EXTRA, PVFSPLIT_IDLE, {0}};
CLAIMS table_5_2[] = {PVSPLIT_LB_SPEED_UP, PVSPLIT_LB_EXTRA, PVSPLIT_LB_IDLE, {0}};
CLAIMS table_5_3[] = {PVFSPLIT_LB_SPEED_UP, PVFSPLIT_LB_EXTRA, PVFSPLIT_LB_IDLE, {0}};
CLAIMS fig_4_2[] = {PVSPLIT_SPEED_UP, {0}};
CLAIMS fig_4_3[] = {PVSPLIT_EXTRA, {0}};
CLAIMS fig_4_4[] = {PVSPLIT_IDLE, {0}};
CLAIMS fig_4_5[] = {PVSPLIT_EFFICIENCY, PVSPLIT_IDLE, {0}};
CLAIMS fig_5_2[] = {PVSPLIT_SPEED_UP, PVFSPLIT_SPEED_UP, {0}};
CLAIMS fig_5_3[] = {PVSPLIT_EXTRA, PVFSPLIT_EXTRA, {0}};
CLAIMS fig_5_4[] = {PVSPLIT_IDLE, PVFSPLIT_IDLE, {0}};
CLAIMS fig_5_5[] = {PVFSPLIT_EFFICIENCY, PVFSPLIT_IDLE, {0}};
CLAIMS fig_5_6[] = {PVSPLIT_LB_SPEED_UP, PVFSPLIT_LB_SPEED_UP, {0}};
CLAIMS fig_5_7[] = {PVFSPLIT_LB_EFFICIENCY, PVFSPLIT_LB_IDLE, {0}};
CLAIMS fig_5_8[] = {PVSPLIT_SPEED_UP, PVFSPLIT_SPEED_UP, PVSPLIT_LB_SPEED_UP, PVFSPLIT_LB_SPEED_UP, {0}};
CLAIMS fig_5_10[] = {PVSPLIT_EXTRA, PVFSPLIT_EXTRA, PVSPLIT_LB_EXTRA, PVFSPLIT_LB_EXTRA, {0}};
CLAIMS fig_5_11[] = {PVSPLIT_IDLE, PVFSPLIT_IDLE, PVSPLIT_LB_IDLE, PVFSPLIT_LB_IDLE, {0}};

/* The upright axis, the measure that is drawn, and whether the line of perfect speed-up is. */
#define SPEED_UP_PLOT "speed-up (times, mean of 20 positions)", LU_SPEED_UP, true
#define CLOSE_PLOT "speed-up (times, mean of 20 positions)", LU_SPEED_UP, false
#define EXTRA_PLOT "search overhead (% of the sequential nodes, mean)", LU_EXTRA, false
#define IDLE_PLOT "idle (% of the searchers' time, mean)", LU_IDLE, false
#define PROFILE_PLOT "the searchers' time (%, mean)", LU_EFFICIENCY, false

#define ENTRY(name_, where_, groups_, claims_, y, measure, ideal, asks, tells)                     \
    .name = "lu-" name_, .paper = "Lu 1993, " where_, .version = 1, .kind = &kind_scale,           \
    .question = asks, .shows = tells, .game = "checkers", .trees = 20, .quick_trees = 20,          \
    .batch = 1, .shallower = LU_SHALLOWER, .quick_shallower = LU_QUICK_SHALLOWER,                  \
    .costs = LU_COSTS, .groups = groups_, .claims = claims_,                     \
    .plot = {"searchers", y, measure, ACROSS_STEPS, 0, false, false, ideal}
#define WHOLE(...) {ENTRY(__VA_ARGS__)}
#define PART(...) {ENTRY(__VA_ARGS__), .data = experiments_lu}
#define PROFILE(...) {ENTRY(__VA_ARGS__), .data = experiments_lu, .style = PLOT_PROFILE}

const struct experiment experiments_lu[] = {
    WHOLE("fig5.8", "figure 5.8", all, fig_5_8, SPEED_UP_PLOT,
           "How do all four searches speed up?",
           "All have the same shape, with diminishing returns; frontier splitting is worth more "
           "than load balancing."),
    PART("table4.1", "table 4.1", one, table_4_1, SPEED_UP_PLOT,
         "How does splitting along the principal variation (PVSplit) speed up in checkers?",
         "The speed-up levels off after four searchers: most of the others are idle."),
    PART("fig4.2", "figure 4.2", one, fig_4_2, SPEED_UP_PLOT,
         "How much faster is PVSplit on more searchers?",
         "It stays far below the line of perfect speed-up, and more than four searchers bring little."),
    PART("fig4.3", "figure 4.3", one, fig_4_3, EXTRA_PLOT,
         "How many nodes beyond the sequential search's does PVSplit search?",
         "Few: it splits nodes only once their first move is searched."),
    PART("fig4.4", "figure 4.4", one, fig_4_4, IDLE_PLOT,
         "How long do PVSplit's searchers wait?",
         "With 16 searchers most of their time: in narrow trees one split node feeds few of them."),
    PROFILE("fig4.5", "figure 4.5", one, fig_4_5, PROFILE_PLOT,
         "Where does the time of PVSplit's searchers go?",
         "Idle time takes over as searchers are added."),
    PART("table5.1", "table 5.1", frontier, table_5_1, SPEED_UP_PLOT,
         "Does splitting at the frontier too (PVFSplit) help?",
         "There is less idle time and more search overhead, and on balance a higher speed-up."),
    PART("fig5.2", "figure 5.2", both, fig_5_2, SPEED_UP_PLOT,
         "How much faster is PVFSplit than PVSplit on the same searchers?",
         "It is ahead from four searchers on, and flattens like it."),
    PART("fig5.3", "figure 5.3", both, fig_5_3, EXTRA_PLOT,
         "What does PVFSplit pay in search overhead?",
         "From four searchers on more nodes than PVSplit, the more so the more searchers there are."),
    PART("fig5.4", "figure 5.4", both, fig_5_4, IDLE_PLOT,
         "How much less do PVFSplit's searchers wait?",
         "Less than PVSplit's on any number of searchers."),
    PROFILE("fig5.5", "figure 5.5", frontier, fig_5_5, PROFILE_PLOT,
         "Where does the time of PVFSplit's searchers go?",
         "A part of the idle time has become useful work, another search overhead."),
    PART("table5.2", "table 5.2", with_and_without, table_5_2, SPEED_UP_PLOT,
         "Does it help to interrupt stragglers (PVSplit with load balancing)?",
         "Hardly: the speed-up is nearly that of PVSplit alone, and levels off like it."),
    PART("table5.3", "table 5.3", frontier_balanced, table_5_3, SPEED_UP_PLOT,
         "What do frontier splitting and load balancing bring together (PVFSplit with load balancing)?",
         "Both together are the best of the four."),
    PART("fig5.6", "figure 5.6", both_balanced, fig_5_6, SPEED_UP_PLOT,
         "How do PVSplit and PVFSplit speed up with load balancing?",
         "PVFSplit with load balancing is ahead of PVSplit with it."),
    PROFILE("fig5.7", "figure 5.7", frontier_balanced, fig_5_7, PROFILE_PLOT,
         "Where does the time go in the best of the four, PVFSplit with load balancing?",
         "With 16 searchers more than half of it is idle time; search overhead takes little."),
    PART("fig5.9", "figure 5.9", all, fig_5_8, CLOSE_PLOT,
         "How do the four differ, seen from near?",
         "Both that split at the frontier are ahead from two searchers on, load balancing or not, and go on gaining beyond eight."),
    PART("fig5.10", "figure 5.10", all, fig_5_10, EXTRA_PLOT,
         "What do the four pay in search overhead?",
         "From four searchers on those that split at the frontier search more nodes."),
    PART("fig5.11", "figure 5.11", all, fig_5_11, IDLE_PLOT,
         "How long do the searchers of the four wait?",
         "Those that split at the frontier wait less."),
    {0}};
// clang-format on
