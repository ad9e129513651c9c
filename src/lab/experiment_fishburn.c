/* SPDX-License-Identifier: MIT
 *
 * Fishburn & Finkel, "Parallel alpha-beta search on Arachne", University of Wisconsin (1980),
 * section 7: what its theorems compute beside what a tree of simulated processors takes. All trees
 * of a shape give the same, in best-first and in worst-first order, so three of them tell as much
 * as many. And section 5 and the appendix, what was measured in checkers: there the positions are
 * not the paper's, which are not known, but others that have as many moves, or of as many games.
 */
#include "lab/experiment_list.h"

#define PAPER "Fishburn & Finkel 1980, "

// clang-format off
#define SHAPE(order, q, f, d, steps, quick)                                                        \
    {"q=" #q " f=" #f " d=" #d, "order=" #order ",q=" #q ",f=" #f ",d=" #d,                        \
     {{"measured", "palphabeta"}, {"computed", "formula"}}, steps, quick, 0, 0}
// clang-format on

static const struct experiment_group best[] = {SHAPE(best, 1, 2, 2, "1-9", "1-6"),
                                               SHAPE(best, 2, 2, 2, "1-8", "1-6"),
                                               SHAPE(best, 3, 2, 2, "1-7", "1-5"),
                                               SHAPE(best, 4, 2, 2, "1-6", "1-4"),
                                               SHAPE(best, 2, 3, 2, "1-6", "1-4"),
                                               SHAPE(best, 2, 2, 3, "1-6", "1-4"),
                                               {0}};
static const struct experiment_group worst[] = {SHAPE(worst, 1, 2, 2, "1-7", "1-5"),
                                                SHAPE(worst, 2, 2, 2, "1-6", "1-4"),
                                                SHAPE(worst, 3, 2, 2, "1-5", "1-3"),
                                                SHAPE(worst, 1, 4, 2, "1-4", "1-3"),
                                                {0}};
static const struct experiment_group limits[] = {SHAPE(best, 1, 2, 2, "1-10", NULL),
                                                 SHAPE(best, 2, 2, 2, "1-10", NULL),
                                                 SHAPE(best, 2, 3, 2, "1-8", NULL),
                                                 {0}};

// clang-format off
#define BOUNDED(f, d, steps)                                                                       \
    {"f=" #f " d=" #d, "order=random,q=0,f=" #f ",d=" #d,                                          \
     {{"measured", "pbound"}, {"bound", "formula"}}, steps, NULL, 0, 0}
// clang-format on
static const struct experiment_group bounded[] = {
    BOUNDED(2, 2, "2-5"), BOUNDED(3, 2, "2-4"), BOUNDED(2, 3, "2-4"), BOUNDED(3, 3, "2-3"), {0}};

static const struct experiment_group eigenvalues[] = {{"",
                                                       "",
                                                       {{"f=1", "formula,f=1"},
                                                        {"f=2", "formula,f=2"},
                                                        {"f=4", "formula,f=4"},
                                                        {"f=8", "formula,f=8"}},
                                                       "2 3 4 6 8 12 16 24 32 48 64",
                                                       NULL,
                                                       0,
                                                       0},
                                                      {0}};

// clang-format off
#define DEEPER(q, f, d, steps, quick)                                                              \
    {"q=" #q " f=" #f " d=" #d, "order=random,q=" #q ",f=" #f ",d=" #d,                            \
     {{"measured", "pbound"}, {"bound", "formula"}}, steps, quick, 0, 0}
// clang-format on
static const struct experiment_group deeper[] = {DEEPER(1, 2, 2, "1-6", "1-4"),
                                                 DEEPER(2, 2, 2, "1-5", "1-3"),
                                                 DEEPER(1, 3, 2, "1-4", "1-3"),
                                                 DEEPER(1, 2, 3, "1-4", "1-3"),
                                                 {0}};

// clang-format off
#define EXACT(q, f, d, measure)                                                                    \
    {"q=" #q " f=" #f " d=" #d ", measured", 0, measure, "q=" #q " f=" #f " d=" #d ", computed", 0,\
     0, 0, "measured is what the formula gives"}
// clang-format on
#define ALL_BEST(measure)                                                                          \
    EXACT(1, 2, 2, measure), EXACT(2, 2, 2, measure), EXACT(3, 2, 2, measure),                     \
        EXACT(4, 2, 2, measure), EXACT(2, 3, 2, measure), EXACT(2, 2, 3, measure)

static const struct experiment_claim corollary_claims[] = {ALL_BEST(0), {0}};
static const struct experiment_claim time_claims[] = {ALL_BEST(1), {0}};
static const struct experiment_claim worst_claims[] = {
    EXACT(1, 2, 2, 1), EXACT(2, 2, 2, 1), EXACT(3, 2, 2, 1),
    EXACT(1, 4, 2, 1), EXACT(1, 2, 2, 0), EXACT(2, 2, 2, 0),
    EXACT(3, 2, 2, 0), EXACT(1, 4, 2, 0), {0}};
// clang-format off
#define LIMIT(q, f, x, value)                                                                      \
    {"q=" #q " f=" #f " d=2, measured", x, 2, NULL, 0.95 * (value), 1.05 * (value), 0,             \
     "with s the speed-up tends to f^(q/2) (within 5 % here)"}
// clang-format on
static const struct experiment_claim limit_claims[] = {LIMIT(1, 2, 9, 1.41421356),
                                                       LIMIT(1, 2, 10, 1.41421356),
                                                       LIMIT(2, 2, 9, 2),
                                                       LIMIT(2, 2, 10, 2),
                                                       LIMIT(2, 3, 7, 3),
                                                       LIMIT(2, 3, 8, 3),
                                                       {0}};
// clang-format off
#define BELOW(f, d)                                                                                \
    {"f=" #f " d=" #d ", measured", 0, 0, "f=" #f " d=" #d ", bound", -INFINITY, 0, 0,             \
     "fewer positions are expected than the bound says"}
// clang-format on
static const struct experiment_claim bound_claims[] = {
    BELOW(2, 2), BELOW(3, 2), BELOW(2, 3), BELOW(3, 3), {0}};
#define BELOW_AT(q, f, d)                                                                          \
    {                                                                                              \
        "q=" #q " f=" #f " d=" #d ", measured", 0, 0, "q=" #q " f=" #f " d=" #d ", bound",         \
            -INFINITY, 0, 0, "fewer positions are expected than the proof's bound"                 \
    }
static const struct experiment_claim deeper_claims[] = {
    BELOW_AT(1, 2, 2), BELOW_AT(2, 2, 2), BELOW_AT(1, 3, 2), BELOW_AT(1, 2, 3), {0}};

/* What holds for one processor holds with the same constant for more. */
#define NO_LARGER(f)                                                                               \
    {                                                                                              \
        "f=" #f, 0, 1, "f=1", -INFINITY, 0, 0, "r(d, f) is at most c d / ln d, c independent of f" \
    }
static const struct experiment_claim eigenvalue_claims[] = {
    NO_LARGER(2), NO_LARGER(4), NO_LARGER(8), {0}};

/* Means over n positions with their standard deviations: the range is the 95 % interval of the
 * mean, by Student's t. */
// clang-format off
#define MEAN(curve, x, t_by_root, mean, deviation)                                                 \
    {curve, x, 0, NULL, (mean) - (t_by_root) * (deviation), (mean) + (t_by_root) * (deviation), 0, \
     #mean " ±" #deviation " (one standard deviation)"}
// clang-format on
#define OF_10 (2.262 / 3.162)
#define OF_46 (2.014 / 6.782)

/* The machines search 100 nodes and send 70 messages a second. */
#define ARACHNE "unit,evaluation=0,node=1,latency=0,send=0.7,receive=0.7"
#define TREE_SPLITTING "treesplit,alpha-raising=last,ordering=static,depth=8"
static const struct experiment_group slaves[] = {
    {"", "file arachne-10", {{"tree splitting", TREE_SPLITTING}}, "1 2 3", NULL, 0, 0}, {0}};
static const struct experiment_group levels[] = {
    {"", "file arachne-10", {{"second level", TREE_SPLITTING}}, "2 3", NULL, 0, 0}, {0}};
static const struct experiment_claim slave_claims[] = {MEAN("tree splitting", 2, OF_10, 1.81, 0.31),
                                                       MEAN("tree splitting", 3, OF_10, 2.34, 0.56),
                                                       {0}};
static const struct experiment_claim level_claims[] = {
    MEAN("second level", 2, OF_10, 1.46, 0.22), MEAN("second level", 3, OF_10, 1.96, 0.38), {0}};

#define SERIAL(search) #search ",ordering=static,depth=$x"
#define STAGED(search) #search ",ordering=static,deepening=on,depth=$x"
static const struct experiment_group staging[] = {
    {"",
     "file arachne-46",
     {{"at once by staged", SERIAL(alphabeta) " vs " STAGED(alphabeta)}},
     "4-8",
     "4-7",
     0,
     0},
    {0}};
static const struct experiment_group variants[] = {
    {"",
     "file arachne-46",
     {{"lalphabeta", SERIAL(lastmove) " vs " SERIAL(alphabeta)},
      {"palphabeta", SERIAL(principal) " vs " SERIAL(alphabeta)},
      {"slalphabeta", STAGED(lastmove) " vs " STAGED(alphabeta)},
      {"spalphabeta", STAGED(principal) " vs " STAGED(alphabeta)}},
     "4-8",
     "4-7",
     0,
     0},
    {0}};
/* The depth of the paper's searches is not said: the deepest here is compared. */
#define AT_BOTH(curve, mean, deviation)                                                            \
    MEAN(curve, 7, OF_46, mean, deviation), MEAN(curve, 8, OF_46, mean, deviation)
static const struct experiment_claim staging_claims[] = {AT_BOTH("at once by staged", 0.808, 0.462),
                                                         {0}};
static const struct experiment_claim variant_claims[] = {AT_BOTH("lalphabeta", 0.987, 0.024),
                                                         AT_BOTH("palphabeta", 1.163, 0.868),
                                                         AT_BOTH("slalphabeta", 0.988, 0.023),
                                                         AT_BOTH("spalphabeta", 0.960, 0.227),
                                                         {0}};

#define PLIES "plies below the processors, s"
#define LETTERS " (Processors are a tree of height q and fan-out f; a position has d f children.)"

const struct experiment experiments_fishburn[] = {
    {.name = "fishburn-corollary1",
     .paper = PAPER "corollary 1",
     .version = 1,
     .kind = &kind_theory,
     .question =
         "How many terminal positions does a tree of processors examine in best-first order?",
     .shows = "Exactly as many as the formula says, for every shape." LETTERS,
     .game = "ordered",
     .seed = 1,
     .trees = 3,
     .quick_trees = 3,
     .batch = 3,
     .groups = best,
     .claims = corollary_claims,
     .plot = {PLIES, "terminal positions", 0, ACROSS_STEPS, 0, false, true, false}},
    {.name = "fishburn-theorem2",
     .paper = PAPER "theorem 2",
     .version = 1,
     .kind = &kind_theory,
     .data = experiments_fishburn,
     .question = "How long does a tree of processors take in best-first order?",
     .shows = "Exactly as long as theorem 2 says, for every shape." LETTERS,
     .game = "ordered",
     .seed = 1,
     .trees = 3,
     .quick_trees = 3,
     .batch = 3,
     .groups = best,
     .claims = time_claims,
     .plot = {PLIES, "time (units: one terminal position each)", 1, ACROSS_STEPS, 0, false, true,
              false}},
    {.name = "fishburn-theorem3",
     .paper = PAPER "theorem 3",
     .version = 1,
     .kind = &kind_theory,
     .question = "Does the speed-up in best-first order tend to the square root of the number of "
                 "processors?",
     .shows = "For even heights q it does; for odd ones it goes to and fro between two limits, "
              "with f^(q/2) between them." LETTERS,
     .game = "ordered",
     .seed = 1,
     .trees = 3,
     .quick_trees = 3,
     .batch = 3,
     .groups = limits,
     .claims = limit_claims,
     .plot = {PLIES, "speed-up over plain alpha-beta (times)", 2, ACROSS_STEPS, 0, false, false,
              false}},
    {.name = "fishburn-section7.1",
     .paper = PAPER "section 7.1",
     .version = 1,
     .kind = &kind_theory,
     .question = "How long does a tree of processors take in worst-first order?",
     .shows = "Exactly as long as the formula says; nothing is cut off, and the speed-up is nearly "
              "perfect." LETTERS,
     .game = "ordered",
     .seed = 1,
     .trees = 3,
     .quick_trees = 3,
     .batch = 3,
     .groups = worst,
     .claims = worst_claims,
     .plot = {PLIES, "time (units: one terminal position each)", 1, ACROSS_STEPS, 0, false, true,
              false}},
    {.name = "fishburn-theorem4",
     .paper = PAPER "theorem 4",
     .version = 1,
     .kind = &kind_theory,
     .question =
         "How many positions does Pbound examine in random order, against the bound of the proof?",
     .shows = "What is measured stays below the bound at every height. (Processors are a tree of "
              "fan-out f; a position has d f children.)",
     .game = "ordered",
     .seed = 1,
     .trees = 300,
     .quick_trees = 30,
     .batch = 10,
     .groups = bounded,
     .claims = bound_claims,
     .plot = {"height of the tree, and of the tree of processors", "terminal positions (mean)", 0,
              ACROSS_STEPS, 0, false, true, false}},
    {.name = "fishburn-theorem5",
     .paper = PAPER "theorem 5",
     .version = 1,
     .kind = &kind_eigenvalue,
     .question = "How fast do positions grow with the levels of a tree of processors, for each "
                 "slave, in random order?",
     .shows =
         "The factor r(d, f) is of the order of d / ln d, and smaller for more slaves f of each "
         "master: one constant serves for all. (A position has d f children.)",
     .game = "ordered",
     .seed = 1,
     .trees = 1,
     .quick_trees = 1,
     .batch = 1,
     .groups = eigenvalues,
     .claims = eigenvalue_claims,
     .plot = {"d: moves in a position for each slave", "r(d, f) / (d / ln d)", 1, ACROSS_STEPS, 0,
              true, false, false}},
    {.name = "fishburn-theorem6",
     .paper = PAPER "theorem 6",
     .version = 1,
     .kind = &kind_theory,
     .question = "How many positions does Pbound examine in random order where trees are s plies "
                 "deeper than the tree of processors, against the bound of the proof?",
     .shows = "What is measured stays below the bound at every depth, and draws away from it. "
              "(Processors are a tree of height q and fan-out f; a position has d f children.)",
     .game = "ordered",
     .seed = 1,
     .trees = 300,
     .quick_trees = 30,
     .batch = 10,
     .groups = deeper,
     .claims = deeper_claims,
     .plot = {PLIES, "terminal positions (mean)", 0, ACROSS_STEPS, 0, false, true, false}},
    {.name = "fishburn-table1",
     .paper = PAPER "section 5, table 1",
     .version = 1,
     .kind = &kind_scale,
     .question = "How much faster is tree splitting with two and three slaves, in checkers?",
     .shows = "Two slaves are nearly twice as fast as one processor, three more than twice.",
     .game = "checkers",
     .seed = 1,
     .trees = 10,
     .quick_trees = 10,
     .batch = 1,
     .costs = ARACHNE,
     .groups = slaves,
     .claims = slave_claims,
     .plot = {"slaves", "speed-up (times, mean of 10 positions)", 0, ACROSS_STEPS, 0, false, false,
              true}},
    {.name = "fishburn-table2",
     .paper = PAPER "section 5, table 2",
     .version = 1,
     .kind = &kind_levels,
     .question =
         "How much faster is tree splitting if each slave becomes a master with slaves of its own?",
     .shows = "A second level speeds the search up again, by less than the number of slaves.",
     .game = "checkers",
     .seed = 1,
     .trees = 10,
     .quick_trees = 10,
     .batch = 1,
     .costs = ARACHNE,
     .groups = levels,
     .claims = level_claims,
     .plot = {"slaves of each master", "speed-up by a second level (times, mean of 10 positions)",
              0, ACROSS_STEPS, 0, false, false, false}},
    {.name = "fishburn-appendix1",
     .paper = PAPER "appendix, table 1",
     .version = 1,
     .kind = &kind_ratio,
     .question = "Does staged iteration save alpha-beta nodes in checkers, without a table?",
     .shows = "No: searching at once takes fewer nodes than searching depth after depth.",
     .game = "checkers",
     .seed = 1,
     .trees = 46,
     .quick_trees = 46,
     .batch = 23,
     .groups = staging,
     .claims = staging_claims,
     .plot = {"search depth (plies)", "nodes at once / nodes staged (mean of 46 positions)", 0,
              ACROSS_STEPS, 0, false, false, false}},
    {.name = "fishburn-appendix2",
     .paper = PAPER "appendix, table 2",
     .version = 1,
     .kind = &kind_ratio,
     .question = "What do a narrow window for the last move (lalphabeta) and for all but the first "
                 "(palphabeta) save, without and with staged iteration (s-)?",
     .shows = "The last move's window never costs and saves little; that of all but the first pays "
              "only with staged iteration.",
     .game = "checkers",
     .seed = 1,
     .trees = 46,
     .quick_trees = 46,
     .batch = 23,
     .groups = variants,
     .claims = variant_claims,
     .plot = {"search depth (plies)", "nodes / alpha-beta's nodes (mean of 46 positions)", 0,
              ACROSS_STEPS, 0, false, false, false}},
    {0}};
