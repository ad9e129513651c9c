/* SPDX-License-Identifier: MIT
 *
 * Shoham & Toledo, "Parallel randomized best-first minimax search", Artificial Intelligence 137
 * (2002). Table 1 is printed; of the figures only what the text says is known.
 */
#include "lab/experiment_list.h"

#define PAPER "Shoham & Toledo 2002, "

#define TREE(b, plies) "branching=" #b ",shape=random,depth=" #plies ",generator=korf"

// clang-format off
#define AT_NODES(b, plies, steps, quick_steps, quick)                                              \
    {"branching " #b, TREE(b, plies),                                                              \
     {{"alpha-beta", "alpha-beta"}, {"bfm", "bfm"}, {"rbfm", "rbfm"}}, steps, quick_steps, 0, quick}
// clang-format on

static const struct experiment_group at_nodes[] = {AT_NODES(3, 10, "1-9", NULL, 0),
                                                   AT_NODES(5, 10, "1-9", NULL, 0),
                                                   AT_NODES(10, 10, "1-9", "1-8", 200),
                                                   AT_NODES(20, 8, "1-7", "1-6", 100),
                                                   {0}};

#define BETTER "given the same nodes RBFM decides better than alpha-beta and BFM"
static const struct experiment_claim at_nodes_claims[] = {
    {"branching 3, rbfm", 0, 0, "branching 3, alpha-beta", 0, INFINITY, 0, BETTER},
    {"branching 5, rbfm", 0, 0, "branching 5, alpha-beta", 0, INFINITY, 0, BETTER},
    {"branching 10, rbfm", 0, 0, "branching 10, alpha-beta", 0, INFINITY, 0, BETTER},
    {"branching 20, rbfm", 0, 0, "branching 20, alpha-beta", 0, INFINITY, 0, BETTER},
    {"branching 3, rbfm", 0, 0, "branching 3, bfm", 0, INFINITY, 0, BETTER},
    {"branching 5, rbfm", 0, 0, "branching 5, bfm", 0, INFINITY, 0, BETTER},
    {"branching 10, rbfm", 0, 0, "branching 10, bfm", 0, INFINITY, 0, BETTER},
    {"branching 20, rbfm", 0, 0, "branching 20, bfm", 0, INFINITY, 0, BETTER},
    {0}};

// clang-format off
#define AT_DEPTH(b, plies, steps, quick)                                                           \
    {"branching " #b, TREE(b, plies),                                                              \
     {{"alpha-beta", "failsoft,ordering=static,depth=$x"}, {"bfm", "bfm,depth=$x"},                \
      {"rbfm", "rbfm,depth=$x,nodes=1000000"}}, steps, NULL, 0, quick}
// clang-format on

static const struct experiment_group at_depth[] = {AT_DEPTH(3, 10, "1-9", 0),
                                                   AT_DEPTH(5, 10, "1-9", 0),
                                                   AT_DEPTH(10, 10, "1-9", 200),
                                                   AT_DEPTH(20, 8, "1-7", 100),
                                                   {0}};

#define FEWER "RBFM generates fewer nodes than alpha-beta to the same depth"
static const struct experiment_claim at_depth_claims[] = {
    {"branching 10, alpha-beta", 6, 0, NULL, 71.5, 72.5, 10000,
     "branching 10: alpha-beta 6 decides right in 72 %"},
    {"branching 10, alpha-beta", 6, 1, NULL, 2095.5, 2096.5, 0,
     "branching 10: alpha-beta 6 generates 2096 nodes on average"},
    {"branching 10, rbfm", 9, 0, NULL, 71.5, 72.5, 10000,
     "branching 10: RBFM 9 decides right in 72 %"},
    {"branching 10, rbfm", 9, 1, NULL, 548.5, 549.5, 0,
     "branching 10: RBFM 9 generates only 549 nodes"},
    {0}};

// clang-format off
#define MATCH(b, steps, quick_steps)                                                               \
    {"branching " #b, TREE(b, 100),                                                                \
     {{"BFM-AB", "bfm,depth=$z vs failsoft,ordering=stored,depth=$x"},                             \
      {"RBFM-AB", "rbfm,depth=$y,patience=5 vs failsoft,ordering=stored,depth=$x"},                \
      {"RBFM-BFM", "rbfm,depth=$y,patience=5 vs bfm,depth=$z"}}, steps, quick_steps, 0, 0}
// clang-format on

static const struct experiment_group matches[] = {
    MATCH(3, "2:2:3 3:4:6 4:6:9 5:9:13 6:12:18 7:15:23 8:17:29 9:21:35 10:24:43",
          "2:2:3 3:4:6 4:6:9 5:9:13 6:12:18"),
    MATCH(5, "2:2:2 3:4:6 4:7:10 5:10:15 6:13:20 7:16:28 8:20:35 9:24:47 10:27:59",
          "2:2:2 3:4:6 4:7:10 5:10:15"),
    MATCH(10, "2:2:2 3:4:6 4:7:10 5:10:18 6:14:24 7:18:37 8:22:48", "2:2:2 3:4:6 4:7:10"),
    MATCH(20, "2:2:2 3:4:6 4:7:11 5:10:21 6:14:28", "2:2:2 3:4:6"),
    {0}};

// clang-format off
#define CELL(b, curve, x, percent)                                                                 \
    {"branching " #b ", " curve, x, 0, NULL, percent - 0.5, percent + 0.5, 1000,                   \
     curve ": " #percent " %"}
// clang-format on
#define ROW(b, x, first, second, third)                                                            \
    CELL(b, "BFM-AB", x, first), CELL(b, "RBFM-AB", x, second), CELL(b, "RBFM-BFM", x, third)

static const struct experiment_claim match_claims[] = {ROW(3, 2, 65, 50, 38),
                                                       ROW(3, 3, 83, 65, 30),
                                                       ROW(3, 4, 84, 70, 37),
                                                       ROW(3, 5, 80, 83, 42),
                                                       ROW(3, 6, 83, 87, 50),
                                                       ROW(3, 7, 78, 86, 55),
                                                       ROW(3, 8, 73, 84, 53),
                                                       ROW(3, 9, 63, 83, 67),
                                                       ROW(3, 10, 62, 84, 69),
                                                       ROW(5, 2, 37, 59, 69),
                                                       ROW(5, 3, 84, 71, 34),
                                                       ROW(5, 4, 84, 84, 47),
                                                       ROW(5, 5, 79, 90, 66),
                                                       ROW(5, 6, 70, 92, 74),
                                                       ROW(5, 7, 63, 92, 79),
                                                       ROW(5, 8, 49, 92, 88),
                                                       ROW(5, 9, 41, 90, 89),
                                                       ROW(5, 10, 32, 84, 88),
                                                       ROW(10, 2, 33, 80, 89),
                                                       ROW(10, 3, 84, 74, 46),
                                                       ROW(10, 4, 71, 86, 68),
                                                       ROW(10, 5, 63, 91, 81),
                                                       ROW(10, 6, 40, 95, 94),
                                                       ROW(10, 7, 30, 93, 95),
                                                       ROW(10, 8, 17, 89, 97),
                                                       ROW(20, 2, 34, 91, 96),
                                                       ROW(20, 3, 78, 84, 61),
                                                       ROW(20, 4, 51, 85, 74),
                                                       ROW(20, 5, 39, 89, 90),
                                                       ROW(20, 6, 14, 87, 96),
                                                       {0}};

static const struct experiment_group parallel[] = {
    {"",
     "branching=10,shape=random",
     {{"rbfm, t=50,000", "rbfm,depth=26,speculation=plain,updates=path"},
      {"jamboree, t=50,000", "jamboree,depth=10,ordering=static"}},
     "1 2 4 8 12 16 20 24 30 35 48 64",
     "1 4 8 16 30 64",
     0,
     0},
    {0}};

/* The abstract has the two factors; where RBFM's is reached is printed, where Jamboree's is not, so
 * it is compared where its speed-up is said to end, and with as many processors as RBFM has. */
#define RBFM "rbfm, t=50,000"
#define JAMBOREE "jamboree, t=50,000"
#define SIX "in comparison, Jamboree speeds up by only a factor of 6"
#define GREATER "RBFM achieves a greater speed-up than Jamboree"
#define STAGNATES "RBFM does not speed up beyond 30 processors"
#define NO_MORE "more than 15 processors do not increase Jamboree's speed-up"
#define SLOWS_DOWN "using more than 20 processors slows Jamboree down"
static const struct experiment_claim parallel_claims[] = {
    {RBFM, 35, 0, NULL, 17.5, 18.5, 0, "RBFM: up to a factor of 18 (using 35 processors)"},
    {RBFM, 48, 0, RBFM " at 30", -INFINITY, 0, 0, STAGNATES},
    {RBFM, 64, 0, RBFM " at 30", -INFINITY, 0, 0, STAGNATES},
    {JAMBOREE, 16, 0, NULL, 5.5, 6.5, 0, SIX},
    {JAMBOREE, 35, 0, NULL, 5.5, 6.5, 0, SIX},
    {JAMBOREE, 16, 0, NULL, -INFINITY, 14.8, 0,
     "Cilk estimates a parallelism of 14.8 for Jamboree"},
    {JAMBOREE, 64, 0, NULL, -INFINITY, 14.8, 0,
     "Cilk estimates a parallelism of 14.8 for Jamboree"},
    {JAMBOREE, 20, 0, JAMBOREE " at 16", -INFINITY, 0, 0, NO_MORE},
    {JAMBOREE, 64, 0, JAMBOREE " at 16", -INFINITY, 0, 0, NO_MORE},
    {JAMBOREE, 48, 0, JAMBOREE " at 20", -INFINITY, 0, 0, SLOWS_DOWN},
    {JAMBOREE, 64, 0, JAMBOREE " at 20", -INFINITY, 0, 0, SLOWS_DOWN},
    {RBFM, 30, 0, JAMBOREE, 0, INFINITY, 0, GREATER},
    {RBFM, 64, 0, JAMBOREE, 0, INFINITY, 0, GREATER},
    {0}};

#define BINS "-30 -25 -20 -15 -10 -5 0 5 10 15 20 25 30 35 40 45 50 55 60"
#define AFTER_0 "after 0 expansions"
#define AFTER_200 "after 200 expansions"
static const struct experiment_group histograms_5[] = {
    {"",
     "branching=5,shape=random,generator=korf",
     {{AFTER_0, "static"}, {AFTER_200, "rbfm,expansions=200"}},
     BINS,
     NULL,
     0,
     0},
    {0}};
static const struct experiment_group histograms_10[] = {
    {"",
     "branching=10,shape=random,generator=korf",
     {{AFTER_0, "static"}, {AFTER_200, "rbfm,expansions=200"}},
     BINS,
     NULL,
     0,
     0},
    {0}};
static const struct experiment_claim histogram_claims[] = {
    {AFTER_0, 0, 1, NULL, 0, INFINITY, 0,
     "after 0 expansions the score is likely to be pessimistic"},
    {AFTER_200, 0, 2, AFTER_0, -INFINITY, 0, 0, "after 200 expansions the score is more accurate"},
    {0}};

const struct experiment experiments_shoham[] = {
    {.name = "shoham-fig5",
     .paper = PAPER "experiment 1, figure 5",
     .version = 1,
     .kind = &kind_distance,
     .question = "How far from the real score is the score of a tree, before any expansion and "
                 "after 200? (branching 5)",
     .shows = "At first scores are pessimistic and inaccurate; after 200 expansions they are "
              "nearer and less spread.",
     .game = "random",
     .seed = 1,
     .trees = 10000,
     .quick_trees = 1000,
     .batch = 20,
     .real = "failsoft,ordering=static,depth=10",
     .points = 1000,
     .groups = histograms_5,
     .claims = histogram_claims,
     .plot = {"real score less the score (thousands of points)", "trees (%)", 0, ACROSS_STEPS, 0,
              false, false, false}},
    {.name = "shoham-fig6",
     .paper = PAPER "experiment 1, figure 6",
     .version = 1,
     .kind = &kind_distance,
     .question = "How far from the real score is the score of a tree, before any expansion and "
                 "after 200? (branching 10)",
     .shows = "Before any expansion scores are pessimistic, with a long tail to one side, which is "
              "why the paper takes chi-square variables for such trees; after 200 they are near.",
     .game = "random",
     .seed = 1,
     .trees = 10000,
     .quick_trees = 1000,
     .batch = 20,
     .real = "failsoft,ordering=static,depth=10",
     .points = 1000,
     .groups = histograms_10,
     .claims = histogram_claims,
     .plot = {"real score less the score (thousands of points)", "trees (%)", 0, ACROSS_STEPS, 0,
              false, false, false}},
    {.name = "shoham-fig7",
     .paper = PAPER "experiment 2, figure 7",
     .version = 1,
     .kind = &kind_quality_at_nodes,
     .question = "Given the nodes of alpha-beta to each depth, how often do RBFM and BFM choose "
                 "the best move?",
     .shows = "RBFM goes on getting better with more nodes, where BFM stands still.",
     .game = "random",
     .seed = 1,
     .trees = 10000,
     .quick_trees = 600,
     .batch = 20,
     .groups = at_nodes,
     .claims = at_nodes_claims,
     .plot = {"depth of the alpha-beta search that has as many nodes (plies)",
              "decisions that are right (%)", 0, ACROSS_STEPS, 0, false, false, false}},
    {.name = "shoham-fig8",
     .paper = PAPER "experiment 3, figure 8",
     .version = 1,
     .kind = &kind_quality,
     .question = "When their lines are as deep as alpha-beta looks, how often are RBFM and BFM "
                 "right, and with how many nodes?",
     .shows = "RBFM needs fewer nodes than alpha-beta for the same quality; BFM stops too early to "
              "become good.",
     .game = "random",
     .seed = 1,
     .trees = 10000,
     .quick_trees = 600,
     .batch = 20,
     .groups = at_depth,
     .claims = at_depth_claims,
     .plot = {"nodes generated (mean)", "decisions that are right (%)", 0, 1, 0, true, false,
              false}},
    {.name = "shoham-table1",
     .paper = PAPER "experiment 4, table 1",
     .version = 1,
     .kind = &kind_match,
     .question = "Who wins whole games at equal nodes: alpha-beta, BFM or RBFM?",
     .shows = "RBFM beats alpha-beta at every depth; BFM does so in shallow searches only, and "
              "loses to RBFM in deep ones.",
     .game = "random",
     .seed = 1,
     .trees = 1000,
     .quick_trees = 60,
     .batch = 5,
     .groups = matches,
     .claims = match_claims,
     .plot = {"depth of alpha-beta (plies)", "pairs of games won (%)", 0, ACROSS_STEPS, 0, false,
              false, false}},
    {.name = "shoham-fig12",
     .paper = PAPER "figure 12",
     .version = 1,
     .kind = &kind_scale,
     .question = "How do parallel RBFM and Jamboree speed up with processors, 100 random trees of "
                 "branching 10?",
     .shows = "RBFM gains up to some thirty processors and is ahead of Jamboree, which goes on "
              "gaining slowly (simulated processors with the costs of an Origin 2000).",
     .game = "random",
     .seed = 1,
     .trees = 100,
     .quick_trees = 10,
     .batch = 1,
     .costs = "origin2000",
     .groups = parallel,
     .claims = parallel_claims,
     .plot = {"processors", "speed-up (times)", 0, ACROSS_STEPS, 0, false, false, true}},
    {0}};
