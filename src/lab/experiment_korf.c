/* SPDX-License-Identifier: MIT
 *
 * Korf & Chickering, "Best-first minimax search", Artificial Intelligence 84 (1996). Its figures
 * are curves without a table: what is claimed here is in its text.
 */
#include "lab/experiment_list.h"

#define PAPER "Korf & Chickering 1996, "

#define BFM "bfm,expansion=partial,depth=$x"
// clang-format off
#define GROWTH(b, plies, quick)                                                                    \
    {"branching " #b, "branching=" #b ",shape=uniform,generator=korf", {{"bfm", BFM}}, plies,      \
     quick, 0, 0}
// clang-format on

static const struct experiment_group growth[] = {
    GROWTH(2, "1-30", "2 4 8 12 16 20 25 30"), GROWTH(3, "1-30", "2 4 8 12 16 20 25 30"),
    GROWTH(5, "1-30", "2 4 8 12 16 20 25 30"), GROWTH(10, "1-30", "2 4 8 12 16 20 25"),
    GROWTH(20, "1-25", "2 4 8 12 16 20"),      GROWTH(50, "1-20", "2 4 8 12 16"),
    GROWTH(100, "1-17", "2 4 8 12 17"),        {0}};

static const struct experiment_claim growth_claims[] = {
    {"branching 100", 17, 0, NULL, -INFINITY, 34000, 0,
     "branching 100, depth 17: less than 34,000 nodes on average"},
    {0}};

// clang-format off
#define RECURSIVE(b, plies, quick)                                                                 \
    {"branching " #b, "branching=" #b ",shape=uniform,generator=korf",                             \
     {{"rbfms", "rbfms,expansion=partial,depth=$x"}, {"bfm", BFM}}, plies, quick, 0, 0}
// clang-format on

static const struct experiment_group recursive[] = {RECURSIVE(2, "1-20", "2 4 6 8 10 12 14 16"),
                                                    RECURSIVE(3, "1-20", "2 4 6 8 10 12 14"),
                                                    RECURSIVE(5, "1-18", "2 4 6 8 10 12"),
                                                    RECURSIVE(10, "1-14", "2 4 6 8 10"),
                                                    RECURSIVE(20, "1-10", "2 4 6 8"),
                                                    {0}};

#define FAR_LESS "recursive best-first is far less efficient than that with the tree in memory"
static const struct experiment_claim recursive_claims[] = {
    {"branching 2, rbfms", 12, 0, "branching 2, bfm", 0, INFINITY, 0, FAR_LESS},
    {"branching 2, rbfms", 16, 0, "branching 2, bfm", 0, INFINITY, 0, FAR_LESS},
    {"branching 3, rbfms", 12, 0, "branching 3, bfm", 0, INFINITY, 0, FAR_LESS},
    {"branching 5, rbfms", 10, 0, "branching 5, bfm", 0, INFINITY, 0, FAR_LESS},
    {"branching 10, rbfms", 8, 0, "branching 10, bfm", 0, INFINITY, 0, FAR_LESS},
    {"branching 20, rbfms", 8, 0, "branching 20, bfm", 0, INFINITY, 0, FAR_LESS},
    {0}};

static const struct experiment_group orders[] = {
    {"",
     "branching=2,shape=uniform,generator=korf",
     {{"no ordering", "failsoft,depth=$x"},
      {"iterative deepening", "failsoft,ordering=stored,deepening=on,depth=$x"},
      {"static ordering", "failsoft,ordering=static,depth=$x"},
      {"theoretical optimum", "optimum"}},
     "1-26",
     "1-16",
     0,
     0},
    {0}};

#define DEEPENING "iterative deepening"
#define STATIC "static ordering"
#define AHEAD "depths 3 to 12: iterative deepening is slightly better than static ordering"
#define BEHIND "from depth 13 on static ordering is better than iterative deepening"
static const struct experiment_claim order_claims[] = {
    {DEEPENING, 1, 0, STATIC, 0, 0, 0, "depths 1 and 2: both are the same"},
    {DEEPENING, 2, 0, STATIC, 0, 0, 0, "depths 1 and 2: both are the same"},
    {DEEPENING, 3, 0, STATIC, -INFINITY, 0, 0, AHEAD},
    {DEEPENING, 4, 0, STATIC, -INFINITY, 0, 0, AHEAD},
    {DEEPENING, 5, 0, STATIC, -INFINITY, 0, 0, AHEAD},
    {DEEPENING, 6, 0, STATIC, -INFINITY, 0, 0, AHEAD},
    {DEEPENING, 7, 0, STATIC, -INFINITY, 0, 0, AHEAD},
    {DEEPENING, 8, 0, STATIC, -INFINITY, 0, 0, AHEAD},
    {DEEPENING, 9, 0, STATIC, -INFINITY, 0, 0, AHEAD},
    {DEEPENING, 10, 0, STATIC, -INFINITY, 0, 0, AHEAD},
    {DEEPENING, 11, 0, STATIC, -INFINITY, 0, 0, AHEAD},
    {DEEPENING, 12, 0, STATIC, -INFINITY, 0, 0, AHEAD},
    {DEEPENING, 13, 0, STATIC, 0, INFINITY, 0, BEHIND},
    {DEEPENING, 14, 0, STATIC, 0, INFINITY, 0, BEHIND},
    {DEEPENING, 15, 0, STATIC, 0, INFINITY, 0, BEHIND},
    {DEEPENING, 16, 0, STATIC, 0, INFINITY, 0, BEHIND},
    {DEEPENING, 17, 0, STATIC, 0, INFINITY, 0, BEHIND},
    {DEEPENING, 18, 0, STATIC, 0, INFINITY, 0, BEHIND},
    {DEEPENING, 19, 0, STATIC, 0, INFINITY, 0, BEHIND},
    {DEEPENING, 20, 0, STATIC, 0, INFINITY, 0, BEHIND},
    {DEEPENING, 21, 0, STATIC, 0, INFINITY, 0, BEHIND},
    {DEEPENING, 22, 0, STATIC, 0, INFINITY, 0, BEHIND},
    {DEEPENING, 23, 0, STATIC, 0, INFINITY, 0, BEHIND},
    {DEEPENING, 24, 0, STATIC, 0, INFINITY, 0, BEHIND},
    {DEEPENING, 25, 0, STATIC, 0, INFINITY, 0, BEHIND},
    {DEEPENING, 26, 0, STATIC, 0, INFINITY, 0, BEHIND},
    {STATIC, 0, 0, "no ordering", -INFINITY, 0, 0, "both are better than random ordering"},
    {STATIC, 0, 0, "theoretical optimum", 0, INFINITY, 0, "and worse than optimal ordering"},
    {0}};

// clang-format off
#define DECISION(shape, b, trees, quick)                                                           \
    {#shape " " #b, "branching=" #b ",shape=" #shape ",depth=10,generator=korf",                   \
     {{"alpha-beta", "failsoft,ordering=static,depth=$x"}, {"bfm", BFM}}, "1-10", NULL, trees,     \
     quick}
// clang-format on

static const struct experiment_group uniform_decisions[] = {DECISION(uniform, 2, 0, 0),
                                                            DECISION(uniform, 3, 0, 0),
                                                            DECISION(uniform, 5, 0, 400),
                                                            DECISION(uniform, 10, 2500, 60),
                                                            {0}};
static const struct experiment_group random_decisions[] = {
    DECISION(random, 2, 0, 0), DECISION(random, 3, 0, 0),    DECISION(random, 4, 0, 0),
    DECISION(random, 5, 0, 0), DECISION(random, 10, 0, 200), {0}};

#define BELOW_90 "depth 9 in a tree of depth 10: the best move less than 90 % of the time"
static const struct experiment_claim uniform_claims[] = {
    {"uniform 2, alpha-beta", 1, 0, NULL, 69, 70.5, 10000, "uniform 2, depth 1: almost 70 %"},
    {"uniform 10, alpha-beta", 1, 0, NULL, 54, 56, 10000, "uniform 10, depth 1: about 55 %"},
    {"uniform 2, bfm", 1, 0, "uniform 2, alpha-beta", 0, 0, 0,
     "at depth 1 both behave identically"},
    {"uniform 10, bfm", 1, 0, "uniform 10, alpha-beta", 0, 0, 0,
     "at depth 1 both behave identically"},
    {"uniform 2, alpha-beta", 9, 0, NULL, -INFINITY, 90, 0, BELOW_90},
    {"uniform 3, alpha-beta", 9, 0, NULL, -INFINITY, 90, 0, BELOW_90},
    {"uniform 5, alpha-beta", 9, 0, NULL, -INFINITY, 90, 0, BELOW_90},
    {"uniform 10, alpha-beta", 9, 0, NULL, -INFINITY, 90, 0, BELOW_90},
    {0}};
static const struct experiment_claim random_claims[] = {
    {"random 2, alpha-beta", 1, 0, NULL, 62, 64, 10000, "random 2, depth 1: about 63 %"},
    {"random 10, alpha-beta", 1, 0, NULL, 24, 26, 10000, "random 10, depth 1: about 25 %"},
    {0}};

#define VERSUS " vs failsoft,ordering=stored,depth=$x"
// clang-format off
#define GAMES(shape, b, steps, quick)                                                              \
    {#shape " " #b, "branching=" #b ",shape=" #shape ",depth=100,generator=korf",                  \
     {{"bfm", "bfm,expansion=partial,depth=$y" VERSUS}}, steps, quick, 0, 0}
// clang-format on
// clang-format off
#define EXTENDED(b, steps, quick)                                                                  \
    {"random " #b, "branching=" #b ",shape=random,depth=100,generator=korf",                       \
     {{"bfext", "bfext,expansion=partial,base=$z,depth=$y" VERSUS}}, steps, quick, 0, 0}
// clang-format on

static const struct experiment_group uniform_games[] = {
    GAMES(uniform, 2, "2:3 4:10 6:19 8:33 10:52", "2:3 4:10 6:19 8:33"),
    GAMES(uniform, 3, "2:3 4:12 6:26 8:47", "2:3 4:12 6:26"),
    GAMES(uniform, 4, "2:3 4:13 6:31", "2:3 4:13"),
    GAMES(uniform, 5, "2:3 4:14 6:35 8:80", "2:3 4:14"),
    {0}};
static const struct experiment_group random_games[] = {
    GAMES(random, 5, "2:3 3:7 4:12 5:17 6:23", NULL),
    GAMES(random, 10, "2:3 3:8 4:14 5:21 6:30", "2:3 3:8 4:14 5:21"),
    GAMES(random, 20, "2:3 3:9 4:16 5:29 6:39", "2:3 3:9 4:16 5:29"),
    {0}};
static const struct experiment_group extended_games[] = {
    EXTENDED(5, "2:3:1 3:7:2 4:9:3 5:14:4 6:17:5", NULL),
    EXTENDED(10, "2:3:1 3:8:2 4:11:3 5:19:4 6:24:5", "2:3:1 3:8:2 4:11:3 5:19:4"),
    EXTENDED(20, "2:3:1 3:9:2 4:13:3 5:26:4", "2:3:1 3:9:2 4:13:3"),
    {0}};

/* With Bill's features, as in the paper. Nodes a move are those that alpha-beta takes on average to
 * the depth, which is what the paper's depths of best-first search were chosen for. */
#define OTHELLO_OPPONENT ",nodes=$y,eval=bill vs failsoft,ordering=stored,depth=$x,eval=bill"
static const struct experiment_group othello_games[] = {
    {"",
     "all after 4 plies",
     {{"bfm", "bfm" OTHELLO_OPPONENT}, {"bfext", "bfext,base=$z" OTHELLO_OPPONENT}},
     "2:35:1 3:184:2 4:548:3 5:2331:4 6:6506:5 7:27000:6",
     "2:35:1 3:184:2 4:548:3 5:2331:4",
     0,
     0},
    {0}};
#define TWO_OF_THREE "best-first extension beats alpha-beta about two out of three games (±4.5 %)"
static const struct experiment_claim othello_claims[] = {
    {"bfm", 0, 0, NULL, 50, INFINITY, 488, "beyond depth one best-first wins most of the time"},
    {"bfm", 0, 0, NULL, -INFINITY, 78, 488, "its winning percentage increases to 78 %"},
    {"bfext", 3, 0, NULL, 62.2, INFINITY, 0, "best against depths three and four"},
    {"bfext", 4, 0, NULL, 62.2, INFINITY, 0, "best against depths three and four"},
    {"bfext", 5, 0, "bfext at 4", -INFINITY, 0, 0, "against depth five it drops"},
    {"bfext", 5, 0, NULL, 62.2, 71.2, 0, TWO_OF_THREE},
    {"bfext", 6, 0, NULL, 62.2, 71.2, 0, TWO_OF_THREE},
    {"bfext", 7, 0, NULL, 62.2, 71.2, 0, TWO_OF_THREE},
    {0}};

#define OVER_90 "beyond depth 2 in most cases over 90 %"
#define EQUAL "takes nearly the same number of nodes"
static const struct experiment_claim uniform_game_claims[] = {
    {NULL, 2, 0, NULL, 55, 65, 200, "against depth 2, best-first wins between 55 and 65 %"},
    {NULL, 4, 0, NULL, 90, INFINITY, 0, OVER_90},
    {NULL, 6, 0, NULL, 90, INFINITY, 0, OVER_90},
    {NULL, 8, 0, NULL, 90, INFINITY, 0, OVER_90},
    {NULL, 10, 0, NULL, 90, INFINITY, 0, OVER_90},
    {"uniform 2", 10, 1, NULL, 0.95, 1.05, 0, "uniform 2: depth 52 " EQUAL " as alpha-beta 10"},
    {"uniform 5", 8, 1, NULL, 0.95, 1.05, 0, "uniform 5: depth 80 " EQUAL " as alpha-beta 8"},
    {0}};
static const struct experiment_claim random_game_claims[] = {
    {"random 20", 6, 0, NULL, 17.5, 18.5, 200, "random 20, against depth 6: wins only 18 %"},
    {"random 20", 6, 1, NULL, 0.95, 1.05, 0, "random 20: depth 39 " EQUAL " as alpha-beta 6"},
    {"random 5", 4, 0, NULL, 50, INFINITY, 200, "at moderate depths best-first is clearly better"},
    {"random 10", 4, 0, NULL, 50, INFINITY, 200, "at moderate depths best-first is clearly better"},
    {"random 20", 4, 0, NULL, 50, INFINITY, 200, "at moderate depths best-first is clearly better"},
    {0}};
#define THREE_OF_FOUR "beats alpha-beta at least three out of four games"
static const struct experiment_claim extended_claims[] = {
    {NULL, 2, 0, NULL, 50, INFINITY, 0, "beyond depth one significantly better than alpha-beta"},
    {NULL, 3, 0, NULL, 75, INFINITY, 0, THREE_OF_FOUR},
    {NULL, 4, 0, NULL, 75, INFINITY, 0, THREE_OF_FOUR},
    {NULL, 5, 0, NULL, 75, INFINITY, 0, THREE_OF_FOUR},
    {NULL, 6, 0, NULL, 75, INFINITY, 0, THREE_OF_FOUR},
    {0}};

#define DEPTH_AXIS "search depth (plies)"
#define NODES_AXIS "nodes generated (mean)"
#define WON_AXIS "pairs of games won (%)"
#define QUALITY_AXIS "decisions that are right (%)"

const struct experiment experiments_korf[] = {
    {.name = "korf-fig6",
     .paper = PAPER "figure 6",
     .version = 1,
     .kind = &kind_growth,
     .question = "How many nodes does best-first minimax generate to a depth, on uniform trees?",
     .shows = "The nodes grow slowly with depth: a depth of 17 with 100 children costs some thirty "
              "thousand.",
     .game = "random",
     .seed = 1,
     .trees = 1000,
     .quick_trees = 60,
     .batch = 20,
     .groups = growth,
     .claims = growth_claims,
     .plot = {DEPTH_AXIS, NODES_AXIS, 0, ACROSS_STEPS, 0, false, false, false}},
    {.name = "korf-fig7",
     .paper = PAPER "figure 7",
     .version = 1,
     .kind = &kind_growth,
     .data = experiments_korf,
     .question = "Does best-first minimax grow no faster than the cube of the depth?",
     .shows = "Over the cube of the depth the curves are straight or bend down: growth is at most "
              "cubic.",
     .game = "random",
     .seed = 1,
     .trees = 1000,
     .quick_trees = 60,
     .batch = 20,
     .groups = growth,
     .claims = growth_claims,
     .plot = {"cube of the search depth (plies)", NODES_AXIS, 0, ACROSS_STEPS, 3, false, false,
              false}},
    {.name = "korf-fig8",
     .paper = PAPER "figure 8",
     .version = 1,
     .kind = &kind_growth,
     .question = "What does best-first minimax cost in linear space?",
     .shows = "Without a tree in memory the nodes grow exponentially: straight lines on a "
              "logarithmic scale.",
     .game = "random",
     .seed = 1,
     .trees = 1000,
     .quick_trees = 100,
     .batch = 20,
     .groups = recursive,
     .claims = recursive_claims,
     .plot = {DEPTH_AXIS, NODES_AXIS, 0, ACROSS_STEPS, 0, false, true, false}},
    {.name = "korf-fig9",
     .paper = PAPER "figure 9",
     .version = 1,
     .kind = &kind_growth,
     .question = "Which move ordering is best for alpha-beta on binary random trees?",
     .shows = "Static ordering and iterative deepening lie close together between no ordering and "
              "the optimum; from depth 13 on static ordering is ahead.",
     .game = "random",
     .seed = 1,
     .trees = 100,
     .quick_trees = 100,
     .batch = 50,
     .groups = orders,
     .claims = order_claims,
     .plot = {DEPTH_AXIS, NODES_AXIS, 0, ACROSS_STEPS, 0, false, true, false}},
    {.name = "korf-fig10",
     .paper = PAPER "figure 10",
     .version = 1,
     .kind = &kind_quality,
     .question = "How often do best-first minimax and alpha-beta choose the best move of uniform "
                 "trees of depth 10?",
     .shows = "For the same number of nodes best-first minimax decides better, the more so the "
              "more children there are.",
     .game = "random",
     .seed = 0,
     .trees = 10000,
     .quick_trees = 1000,
     .batch = 20,
     .groups = uniform_decisions,
     .claims = uniform_claims,
     .plot = {NODES_AXIS, QUALITY_AXIS, 0, 1, 0, true, false, false}},
    {.name = "korf-fig12",
     .paper = PAPER "figure 12",
     .version = 1,
     .kind = &kind_quality,
     .question =
         "How often do both choose the best move where the number of children is random, and "
         "evaluations are less accurate?",
     .shows = "All decide worse than on uniform trees, and best-first minimax falls behind "
              "alpha-beta with many nodes.",
     .game = "random",
     .seed = 0,
     .trees = 10000,
     .quick_trees = 1000,
     .batch = 20,
     .groups = random_decisions,
     .claims = random_claims,
     .plot = {NODES_AXIS, QUALITY_AXIS, 0, 1, 0, true, false, false}},
    {.name = "korf-fig13",
     .paper = PAPER "figure 13",
     .version = 1,
     .kind = &kind_match,
     .question =
         "Who wins whole games on uniform trees at equal nodes, best-first minimax or alpha-beta?",
     .shows = "Beyond depth 2 best-first minimax wins nearly all pairs of games.",
     .game = "random",
     .seed = 0,
     .trees = 200,
     .quick_trees = 60,
     .batch = 5,
     .groups = uniform_games,
     .claims = uniform_game_claims,
     .plot = {"depth of alpha-beta (plies)", WON_AXIS, 0, ACROSS_STEPS, 0, false, false, false}},
    {.name = "korf-fig14",
     .paper = PAPER "figure 14",
     .version = 1,
     .kind = &kind_match,
     .question = "Who wins whole games at equal nodes on trees with random numbers of children, "
                 "best-first minimax or alpha-beta?",
     .shows = "Best-first minimax is ahead at moderate depths and falls behind at larger ones.",
     .game = "random",
     .seed = 0,
     .trees = 200,
     .quick_trees = 60,
     .batch = 5,
     .groups = random_games,
     .claims = random_game_claims,
     .plot = {"depth of alpha-beta (plies)", WON_AXIS, 0, ACROSS_STEPS, 0, false, false, false}},
    {.name = "korf-fig16",
     .paper = PAPER "figure 16",
     .version = 1,
     .kind = &kind_match,
     .question = "Who wins at Othello at equal nodes: best-first minimax, best-first extension or "
                 "alpha-beta?",
     .shows = "Best-first minimax is ahead at moderate depths and falls back; with extension it "
              "stays ahead.",
     .game = "othello",
     .seed = 1,
     .trees = 244,
     .quick_trees = 40,
     .batch = 4,
     .groups = othello_games,
     .claims = othello_claims,
     .plot = {"depth of alpha-beta (plies)", "points won against alpha-beta (%)", 0, ACROSS_STEPS,
              0, false, false, false}},
    {.name = "korf-fig17",
     .paper = PAPER "figure 17",
     .version = 1,
     .kind = &kind_match,
     .question = "Does a shallow alpha-beta search first (best-first extension) help best-first "
                 "minimax to win on such trees?",
     .shows = "With it best-first search stays ahead of alpha-beta at all depths.",
     .game = "random",
     .seed = 0,
     .trees = 200,
     .quick_trees = 60,
     .batch = 5,
     .groups = extended_games,
     .claims = extended_claims,
     .plot = {"depth of alpha-beta (plies)", WON_AXIS, 0, ACROSS_STEPS, 0, false, false, false}},
    {0}};
