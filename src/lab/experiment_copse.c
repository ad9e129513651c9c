/* SPDX-License-Identifier: MIT
 *
 * Ours: no paper has these. To compare searches on your own questions, add an entry here.
 */
#include "lab/experiment_list.h"

// clang-format off
#define RANDOM(b, quick)                                                                           \
    {"branching " #b, "branching=" #b ",shape=random,depth=10",                                    \
     {{"alpha-beta", "alpha-beta"}, {"bfm", "bfm"}, {"ubfm", "ubfm"}, {"uct", "uct"},              \
      {"rbfm", "rbfm"}, {"pbf", "pbf"}}, "2-8", "2-7", 0, quick}
// clang-format on
static const struct experiment_group all_random[] = {RANDOM(3, 0), RANDOM(10, 200), {0}};

#define OPPONENT " vs pvs,ordering=static,deepening=on,table=16M,nodes=$x"
static const struct experiment_group othello[] = {
    {"",
     "8 random plies",
     {{"pbf", "pbf,spread=0.6,nodes=$x" OPPONENT},
      {"rbfm", "rbfm,nodes=$x" OPPONENT},
      {"bfm", "bfm,nodes=$x" OPPONENT},
      {"ubfm", "ubfm,nodes=$x" OPPONENT},
      {"uct", "uct,nodes=$x" OPPONENT},
      {"mtdf", "mtdf,ordering=static,deepening=on,table=16M,nodes=$x" OPPONENT},
      {"failsoft", "failsoft,ordering=static,deepening=on,nodes=$x" OPPONENT}},
     "1000 2000 4000 8000 16000",
     "1000 4000",
     0,
     0},
    {0}};

#define NARROW ",depth=18,ordering=static,order-noise=16000,table=16M"
static const struct experiment_group scaling[] = {{"",
                                                   "shape=narrow",
                                                   {{"ybw", "ybw" NARROW},
                                                    {"allsplit", "allsplit,split=3" NARROW},
                                                    {"abdada", "abdada" NARROW},
                                                    {"lazysmp", "lazysmp" NARROW},
                                                    {"pvsplit", "pvsplit" NARROW},
                                                    {"jamboree", "jamboree" NARROW}},
                                                   "1 2 4 8 16 32 64 128 256 512 1024",
                                                   "1 4 16 64 256 1024",
                                                   0,
                                                   0},
                                                  {0}};

static const struct experiment_group feeding[] = {
    {"",
     "branching=10,shape=random",
     {{"rbfm, one tree", "rbfm,expansions=20000"},
      {"rbfm, master", "rbfm,driver=master,expansions=20000"},
      {"rbfm, hierarchy", "rbfm,driver=hierarchy,expansions=20000"},
      {"pbf, one tree", "pbf,expansions=20000"},
      {"pbf, master", "pbf,driver=master,expansions=20000"},
      {"pbf, hierarchy", "pbf,driver=hierarchy,expansions=20000"}},
     "1 2 4 8 16 32 64 128 256 512 1024",
     "1 4 16 64 256 1024",
     0,
     0},
    {0}};

const struct experiment experiments_copse[] = {
    {.name = "copse-random-nodes",
     .paper = "ours",
     .version = 1,
     .kind = &kind_quality_at_nodes,
     .question =
         "Which search decides best on random trees with the nodes of alpha-beta to each depth?",
     .shows = "At equal nodes pbf is right most often, at every budget.",
     .game = "random",
     .seed = 1,
     .trees = 5000,
     .quick_trees = 600,
     .batch = 20,
     .groups = all_random,
     .plot = {"depth of the alpha-beta search that has as many nodes (plies)",
              "decisions that are right (%)", 0, ACROSS_STEPS, 0, false, false, false}},
    {.name = "copse-othello-nodes",
     .paper = "ours",
     .version = 1,
     .kind = &kind_match,
     .question = "Which search plays Othello best with as many nodes a move as principal variation "
                 "search has?",
     .shows = "Points won against pvs with the same nodes a move: above 50 % is better than pvs.",
     .game = "othello",
     .seed = 1,
     .trees = 100,
     .quick_trees = 20,
     .batch = 2,
     .groups = othello,
     .plot = {"nodes a move", "points won against pvs (%)", 0, ACROSS_STEPS, 0, true, false,
              false}},
    {.name = "copse-scaling",
     .paper = "ours",
     .version = 1,
     .kind = &kind_scale,
     .question =
         "How do the parallel alpha-beta searches speed up on 1 to 1,024 simulated processors?",
     .shows = "Searches that split everywhere go on getting faster where those that split along "
              "one line have long stopped.",
     .game = "random",
     .seed = 1,
     .trees = 10,
     .quick_trees = 2,
     .batch = 1,
     .costs = "unit,evaluation=0,node=1,latency=0,task=20",
     .groups = scaling,
     .plot = {"processors", "speed-up", 0, ACROSS_STEPS, 0, true, true, true}},
    {.name = "copse-feeding",
     .paper = "ours",
     .version = 1,
     .kind = &kind_scale,
     .question = "How many simulated processors can one best-first tree keep busy, with "
                 "evaluations of a millisecond?",
     .shows = "How much faster 20,000 expansions are done: one tree for all, one master, or "
              "masters of masters.",
     .game = "random",
     .seed = 1,
     .trees = 5,
     .quick_trees = 2,
     .batch = 1,
     .costs = "today,evaluation=0.001",
     .groups = feeding,
     .plot = {"processors", "speed-up", 0, ACROSS_STEPS, 0, true, true, true}},
    {0}};
