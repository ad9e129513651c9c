/* SPDX-License-Identifier: MIT
 *
 * Shoham & Toledo (2002), sections 4 to 6: Othello and chess. Where the paper has Crafty, here is
 * our own alpha-beta with what such a program has; its shallow searches at the leaves are ours too,
 * and their positions are those that the paper names (LCT-II), or, for Nunn's, others of that kind.
 */
#include "lab/experiment_list.h"

#define PAPER "Shoham & Toledo 2002, "

/* ------------------------------------------------------------------------------------- Othello */

#define ALPHA_BETA "failsoft,ordering=stored,depth=$x,eval=bill"
#define RBFM "rbfm,pruning=on,nodes=$y,patience=5,eval=bill"
#define FREE "rbfm,pruning=off,nodes=$y,patience=5,eval=bill"
#define BFM "bfm,nodes=$y,eval=bill"
static const struct experiment_group othello[] = {
    {"",
     "all after 4 plies",
     {{"BFM-AB", BFM " vs " ALPHA_BETA},
      {"RBFM-AB", RBFM " vs " ALPHA_BETA},
      {"RBFM-BFM", RBFM " vs " BFM},
      {"RBFM-AB, no pruning rule", FREE " vs " ALPHA_BETA},
      {"RBFM-BFM, no pruning rule", FREE " vs " BFM}},
     "2:35 3:184 4:548 5:2331 6:6506 7:27000",
     "2:35 3:184 4:548 5:2331",
     0,
     0},
    {0}};

#define AHEAD "both BFM and RBFM outperform alpha-beta"
#define FURTHER "RBFM wins over alpha-beta at greater percentages at depth 5 or more"
#define DECLINES "RBFM's advantage over alpha-beta seems to decline beyond depth 5"
#define LOSES "RBFM beats BFM at depth 6 or more, but loses at shallower depths"
static const struct experiment_claim othello_claims[] = {
    {"BFM-AB", 0, 0, NULL, 50, INFINITY, 488, AHEAD},
    {"RBFM-AB", 0, 0, NULL, 50, INFINITY, 488, AHEAD},
    {"RBFM-AB", 5, 0, "BFM-AB", 0, INFINITY, 0, FURTHER},
    {"RBFM-AB", 6, 0, "BFM-AB", 0, INFINITY, 0, FURTHER},
    {"RBFM-AB", 7, 0, "BFM-AB", 0, INFINITY, 0, FURTHER},
    {"RBFM-AB", 7, 0, "RBFM-AB at 5", -INFINITY, 0, 0, DECLINES},
    {"RBFM-BFM", 2, 0, NULL, -INFINITY, 50, 488, LOSES},
    {"RBFM-BFM", 3, 0, NULL, -INFINITY, 50, 488, LOSES},
    {"RBFM-BFM", 4, 0, NULL, -INFINITY, 50, 488, LOSES},
    {"RBFM-BFM", 5, 0, NULL, -INFINITY, 50, 488, LOSES},
    {"RBFM-BFM", 6, 0, NULL, 50, INFINITY, 488, LOSES},
    {"RBFM-BFM", 7, 0, NULL, 50, INFINITY, 488, LOSES},
    {0}};

/* --------------------------------------------------------------------------------------- chess */

/* Null moves, reductions and extensions, as Crafty has. */
#define CRAFTY                                                                                     \
    "pvs,ordering=ranked,table=16M,history=on,killers=on,deepening=on,nullmove=on,reductions=on,"  \
    "extensions=on"
/* Section 5.2 has four heuristics, 5.3 the buffer, 5.4 the damping. */
#define CHESS_RBFM                                                                                 \
    "rbfm,evaluator=quick:3,lazy=on,shortcut=on,extensions=on,checks=on,damping=0.25,decide="      \
    "buffer"

static const struct experiment_group chess_histogram[] = {
    {"",
     "games",
     {{"after 200 expansions", CHESS_RBFM ",expansions=200"}},
     "-300 -280 -260 -240 -220 -200 -180 -160 -140 -120 -100 -80 -60 -40 -20 0 20 40 60 80 100 120 "
     "140 160 180 200 220 240 260 280 300",
     NULL,
     0,
     0},
    {0}};
#define PEAK "the distribution falls off quickly near its mean"
#define HERE "after 200 expansions"
static const struct experiment_claim chess_histogram_claims[] = {
    {HERE, -40, 0, HERE " at 0", -INFINITY, 0, 0, PEAK},
    {HERE, 40, 0, HERE " at 0", -INFINITY, 0, 0, PEAK},
    {HERE, -80, 0, HERE " at 0", -INFINITY, 0, 0, PEAK},
    {HERE, 80, 0, HERE " at 0", -INFINITY, 0, 0, PEAK},
    {HERE, -160, 0, HERE " at -40", -INFINITY, 0, 0, PEAK},
    {HERE, 160, 0, HERE " at 40", -INFINITY, 0, 0, PEAK},
    {0}};

static const struct experiment_group chess_accuracy[] = {{"",
                                                          "games",
                                                          {{"rbfm", CHESS_RBFM ",expansions=$x"}},
                                                          "1 2 5 10 20 50 100 150 200",
                                                          "1 5 20 100 200",
                                                          0,
                                                          0},
                                                         {0}};
#define BETTER "performing more expansions improves the accuracy of the score"
#define RISES "after 100 expansions the variance starts to rise"
static const struct experiment_claim chess_accuracy_claims[] = {
    {"rbfm", 5, 1, "rbfm at 1", -INFINITY, 0, 0, BETTER},
    {"rbfm", 20, 1, "rbfm at 5", -INFINITY, 0, 0, BETTER},
    {"rbfm", 100, 1, "rbfm at 20", -INFINITY, 0, 0, BETTER},
    {"rbfm", 200, 1, "rbfm at 100", 0, INFINITY, 0, RISES},
    {0}};

// clang-format off
/* The 19 positions by their numbers among the 35: Pos1 is 1, Cmb1 15, Fin1 27. */
#define LCT(z)                                                                                     \
    "3:3:" z " 4:4:" z " 5:5:" z " 9:9:" z " 11:11:" z " 12:12:" z " 15:15:" z " 18:18:" z         \
    " 19:19:" z " 20:20:" z " 21:21:" z " 22:22:" z " 23:23:" z " 24:24:" z " 29:29:" z            \
    " 30:30:" z " 31:31:" z " 32:32:" z " 33:33:" z
#define POSITION "position of LCT-II (1 to 14 positional, 15 to 26 combinations, 27 to 35 endgames)"

/* So many expansions of RBFM, and a thousand times as many nodes of alpha-beta. */
static const struct experiment_group solutions[] = {
    {"", "file lct2", {{"rbfm", CHESS_RBFM ",expansions=$z"}, {"alpha-beta", CRAFTY ",nodes=$z000"}},
     LCT("20000"), LCT("400"), 0, 0},
    {0}};
#define SLOWER(x, rbfm, crafty)                                                                    \
    {"rbfm", x, 1, NULL, 0.99 * (rbfm) / (crafty), 1.01 * (rbfm) / (crafty), 0,                    \
     #rbfm " s / " #crafty " s"}
static const struct experiment_claim solution_claims[] = {
    SLOWER(3, 24.7, 18.14),   SLOWER(4, 143.9, 28.33),  SLOWER(5, 939.0, 80),     SLOWER(9, 23.5, 7.67),
    SLOWER(11, 1120.9, 69),   SLOWER(12, 83.9, 9.41),   SLOWER(15, 77.7, 16.52),  SLOWER(18, 241.2, 13.44),
    SLOWER(19, 37.1, 5.14),   SLOWER(20, 142.3, 7),     SLOWER(21, 354.9, 157),   SLOWER(22, 278.8, 6.79),
    SLOWER(23, 591.1, 57.86), SLOWER(24, 2736.8, 64),   SLOWER(29, 6.1, 16.13),   SLOWER(30, 165.4, 155),
    SLOWER(31, 140.3, 24.51), SLOWER(32, 207.4, 11.25), SLOWER(33, 2834.4, 102),  {0}};

/* Crafty has 15 seconds a move, RBFM so many times as long; here thousandths. */
static const struct experiment_group tournaments[] = {
    {"", "file chess-openings", {{"rbfm", CHESS_RBFM ",time=$ye-3 vs " CRAFTY ",time=$ze-3"}},
     "6:60:10 7:70:10 8:80:10", "6:12:2 7:14:2 8:16:2", 0, 0},
    {0}};
static const struct experiment_claim tournament_claims[] = {
    {"rbfm", 6, 0, NULL, 30, 30, 40, "12 of 40 points with six times the time"},
    {"rbfm", 7, 0, NULL, 55, 55, 40, "22 of 40 points with seven times the time"},
    {"rbfm", 8, 0, NULL, 57.5, 57.5, 40, "23 of 40 points with eight times the time"},
    {0}};

/* An evaluation takes what 150 a second do. */
#define WORKERS                                                                                    \
    "rbfm,evaluator=quick:1,lazy=on,shortcut=on,damping=0.25,decide=buffer,expansions=$z"
static const struct experiment_group parallel[] = {
    {"", "file lct2",
     {{"1 processor", "1 processors: " WORKERS}, {"32 processors", "32 processors: " WORKERS},
      {"64 processors", "64 processors: " WORKERS}},
     LCT("20000"), LCT("2000"), 0, 0},
    {0}};
#define FASTER(x, on_32, on_64)                                                                    \
    {"32 processors", x, 0, NULL, (on_32) - 0.005, (on_32) + 0.005, 0, #on_32},                    \
    {"64 processors", x, 0, NULL, (on_64) - 0.005, (on_64) + 0.005, 0, #on_64}
#define LINEAR "RBFM often achieves a linear speed-up, even for 64 processors"
static const struct experiment_claim parallel_claims[] = {
    FASTER(3, 5.64, 5.60),     FASTER(4, 35.01, 35.71),    FASTER(5, 30.72, 42.72),
    FASTER(9, 17.94, 20.43),   FASTER(11, 28.68, 35.18),   FASTER(12, 33.29, 26.81),
    FASTER(15, 65.85, 71.28),  FASTER(18, 61.69, 72.43),   FASTER(19, 17.92, 24.09),
    FASTER(20, 33.80, 64.68),  FASTER(21, 115.60, 243.08), FASTER(22, 22.27, 85.00),
    FASTER(23, 32.50, 86.42),  FASTER(24, 30.46, 72.02),   FASTER(29, 7.53, 13.55),
    FASTER(30, 23.00, 44.70),  FASTER(31, 22.56, 42.39),   FASTER(32, 31.52, 67.78),
    FASTER(33, 23.00, 52.59),
    /* Expansions a second, in a position of each kind: at least half of what would be linear. */
    {"32 processors", 3, 3, NULL, 16, INFINITY, 0, LINEAR}, {"64 processors", 3, 3, NULL, 32, INFINITY, 0, LINEAR},
    {"32 processors", 15, 3, NULL, 16, INFINITY, 0, LINEAR}, {"64 processors", 15, 3, NULL, 32, INFINITY, 0, LINEAR},
    {"32 processors", 29, 3, NULL, 16, INFINITY, 0, LINEAR}, {"64 processors", 29, 3, NULL, 32, INFINITY, 0, LINEAR},
    {0}};
// clang-format on

/* Figure 10 with a plain axis and with a logarithmic one. */
#define AFTER_200(logarithmic)                                                                     \
    .version = 2, .kind = &kind_distance, .game = "chess", .seed = 1, .trees = 3600,               \
    .quick_trees = 50, .batch = 2, .real = CRAFTY ",depth=8", .points = 1,                         \
    .groups = chess_histogram, .claims = chess_histogram_claims,                                   \
    .plot = {"real score less the score (hundredths of a pawn)",                                   \
             "positions (%)",                                                                      \
             0,                                                                                    \
             ACROSS_STEPS,                                                                         \
             0,                                                                                    \
             false,                                                                                \
             logarithmic,                                                                          \
             false}

const struct experiment experiments_shoham_games[] = {
    {.name = "shoham-fig9",
     .paper = PAPER "figure 9",
     .version = 2,
     .kind = &kind_match,
     .question = "Who wins at Othello at equal nodes: alpha-beta, BFM or RBFM?",
     .shows =
         "Best-first searches are ahead of alpha-beta beyond depth 2; the more nodes there are, "
         "the better is RBFM beside BFM, and without its pruning rule it is far better.",
     .game = "othello",
     .seed = 1,
     .trees = 244,
     .quick_trees = 40,
     .batch = 4,
     .groups = othello,
     .claims = othello_claims,
     .plot = {"depth of the alpha-beta search that has as many nodes (plies)",
              "points of the first named (%)", 0, ACROSS_STEPS, 0, false, false, false}},
    {.name = "shoham-fig10",
     .paper = PAPER "figure 10",
     .question = "How far from the real score is RBFM's score of a chess position after 200 "
                 "expansions?",
     .shows = "Most scores are near the real one, and a few are far off, more than an exponential "
              "distribution would have.",
     AFTER_200(false)},
    {.name = "shoham-fig10-log",
     .paper = PAPER "figure 10, logarithmic",
     .data = &experiments_shoham_games[1],
     .question = "How fast do the tails of the distance from the real score fall off, for RBFM's "
                 "score of a chess position after 200 expansions?",
     .shows = "An exponential distribution would be two straight lines here; the tails are higher "
              "than such lines through the middle.",
     AFTER_200(true)},
    {.name = "shoham-fig11",
     .paper = PAPER "figure 11",
     .version = 3,
     .kind = &kind_accuracy,
     .question = "How does the error of RBFM's score of a chess position go down with expansions?",
     .shows = "The mean square of the error drops with expansions, at first faster than later; "
              "that it rises after a hundred, as in the paper, may be chance.",
     .game = "chess",
     .seed = 1,
     .trees = 3600,
     .quick_trees = 40,
     .batch = 2,
     .real = CRAFTY ",depth=8",
     .points = 1,
     .groups = chess_accuracy,
     .claims = chess_accuracy_claims,
     .plot = {"expansions", "mean square of the error (hundredths of a pawn, squared)", 1,
              ACROSS_STEPS, 0, false, false, false}},
    {.name = "shoham-table2",
     .paper = PAPER "table 2",
     .version = 1,
     .timed = true,
     .kind = &kind_solution,
     .question = "How much longer than alpha-beta does RBFM take to solve chess problems?",
     .shows =
         "Most problems take RBFM several times as long; the paper has 7 to 15 times, here are "
         "those that both solve.",
     .game = "chess",
     .seed = 1,
     .trees = 5,
     .quick_trees = 1,
     .batch = 5,
     .groups = solutions,
     .claims = solution_claims,
     .plot = {POSITION, "time to the solution / alpha-beta's time", 1, ACROSS_STEPS, 0, false, true,
              false},
     .style = PLOT_POINTS},
    {.name = "shoham-table3",
     .paper = PAPER "table 3",
     .version = 1,
     .timed = true,
     .kind = &kind_match,
     .question = "How much more time does RBFM need to hold its own against alpha-beta at chess?",
     .shows = "Points of RBFM with six, seven and eight times the time of alpha-beta; the paper's "
              "RBFM is level at seven.",
     .game = "chess",
     .seed = 1,
     .trees = 20,
     .quick_trees = 4,
     .batch = 1,
     .max_plies = 160,
     .resign = 500,
     .groups = tournaments,
     .claims = tournament_claims,
     .plot = {"RBFM's time / alpha-beta's time", "points of RBFM (%)", 0, ACROSS_STEPS, 0, false,
              false, false}},
    {.name = "shoham-table4",
     .paper = PAPER "table 4",
     .version = 3,
     .kind = &kind_solution_scale,
     .question = "How much sooner does RBFM solve chess problems on 32 and 64 processors?",
     .shows = "Tens of times sooner, in some problems hundreds, where one processor and many find "
              "the right move: time on one / time on many until it is the most common of the last "
              "100 expansions (simulated, on one tree).",
     .game = "chess",
     .seed = 1,
     .trees = 5,
     .quick_trees = 1,
     .batch = 5,
     .costs = "origin2000,evaluation=0.0067",
     .groups = parallel,
     .claims = parallel_claims,
     .plot = {POSITION, "speed-up (times)", 0, ACROSS_STEPS, 0, false, true, false},
     .style = PLOT_POINTS},
    {0}};
