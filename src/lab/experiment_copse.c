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

#define BEST "ours: at equal nodes pbf is right most often"
static const struct experiment_claim random_claims[] = {
    {"branching 3, pbf", 0, 0, "branching 3, alpha-beta", 0, INFINITY, 0, BEST},
    {"branching 3, pbf", 0, 0, "branching 3, bfm", 0, INFINITY, 0, BEST},
    {"branching 3, pbf", 0, 0, "branching 3, ubfm", 0, INFINITY, 0, BEST},
    {"branching 3, pbf", 0, 0, "branching 3, uct", 0, INFINITY, 0, BEST},
    {"branching 3, pbf", 0, 0, "branching 3, rbfm", 0, INFINITY, 0, BEST},
    {"branching 10, pbf", 0, 0, "branching 10, alpha-beta", 0, INFINITY, 0, BEST},
    {"branching 10, pbf", 0, 0, "branching 10, bfm", 0, INFINITY, 0, BEST},
    {"branching 10, pbf", 0, 0, "branching 10, ubfm", 0, INFINITY, 0, BEST},
    {"branching 10, pbf", 0, 0, "branching 10, uct", 0, INFINITY, 0, BEST},
    {"branching 10, pbf", 0, 0, "branching 10, rbfm", 0, INFINITY, 0, BEST},
    {0}};

#define NARROW ",depth=$y,ordering=static,order-noise=16000,table=16M"
static const struct experiment_group scaling[] = {{"",
                                                   "shape=narrow",
                                                   {{"ybw", "ybw" NARROW},
                                                    {"allsplit", "allsplit,split=3" NARROW},
                                                    {"abdada", "abdada" NARROW},
                                                    {"lazysmp", "lazysmp" NARROW},
                                                    {"pvsplit", "pvsplit" NARROW},
                                                    {"jamboree", "jamboree" NARROW}},
                                                   "1:18 2 4 8 16 32 64 128 256 512 1024",
                                                   "1:16 4 16 64 256 1024",
                                                   0,
                                                   0},
                                                  {0}};

#define STOPPED "ours: searches that split along one line have long stopped getting faster"
static const struct experiment_claim scaling_claims[] = {
    {"pvsplit", 256, 0, "ybw", -INFINITY, 0, 0, STOPPED},
    {"pvsplit", 1024, 0, "ybw", -INFINITY, 0, 0, STOPPED},
    {"pvsplit", 256, 0, "allsplit", -INFINITY, 0, 0, STOPPED},
    {"pvsplit", 1024, 0, "allsplit", -INFINITY, 0, 0, STOPPED},
    {"pvsplit", 1024, 0, NULL, -INFINITY, 20, 0, STOPPED},
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

#define FED "ours: one best-first tree keeps hundreds of slow evaluators busy"
static const struct experiment_claim feeding_claims[] = {
    {"pbf, one tree", 256, 0, NULL, 128, INFINITY, 0, FED},
    {"pbf, master", 256, 0, NULL, 128, INFINITY, 0, FED},
    {"rbfm, one tree", 256, 0, NULL, 128, INFINITY, 0, FED},
    {0}};

const struct experiment experiments_copse[] = {
    {.name = "copse-random-depths",
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
     .claims = random_claims,
     .plot = {"depth of the alpha-beta search that has as many nodes (plies)",
              "decisions that are right (%)", 0, ACROSS_STEPS, 0, false, false, false}},
    {.name = "copse-scaling",
     .paper = "ours",
     .version = 1,
     .kind = &kind_scale,
     .question =
         "How do the parallel alpha-beta searches speed up on 1 to 1,024 simulated processors?",
     .shows = "pvsplit, which splits along one line, stops at about four processors; the others go "
              "on to some sixty, beyond which only lazysmp and allsplit still gain.",
     .game = "random",
     .seed = 1,
     .trees = 10,
     .quick_trees = 2,
     .batch = 1,
     .costs = "unit,evaluation=0,node=1,latency=0,task=20",
     .groups = scaling,
     .claims = scaling_claims,
     .plot = {"processors", "speed-up (times)", 0, ACROSS_STEPS, 0, true, true, true}},
    {.name = "copse-feeding",
     .paper = "ours",
     .version = 1,
     .kind = &kind_scale,
     .question = "How many simulated processors can one best-first tree keep busy, with "
                 "evaluations of a millisecond?",
     .shows = "Hundreds: on 256 the 20,000 expansions of one tree for all, or of one master, are "
              "done two thirds as fast as could be, or faster, on 1,024 about half as fast; "
              "masters of masters are a little behind.",
     .game = "random",
     .seed = 1,
     .trees = 5,
     .quick_trees = 2,
     .batch = 1,
     .costs = "today,evaluation=0.001",
     .groups = feeding,
     .claims = feeding_claims,
     .plot = {"processors", "speed-up (times)", 0, ACROSS_STEPS, 0, true, true, true}},
    {0}};
