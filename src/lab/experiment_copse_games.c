/* SPDX-License-Identifier: MIT
 *
 * Ours: all searches on all games, at equal nodes and at equal time, on one processor. Left out are
 * those that are another one there (most parallel searches), and those that cannot be ended at any
 * time with a sensible move (minimax, rbfms). Those of the alpha-beta family have the same table,
 * ordering and iterative deepening; in games pvs is whom all play against.
 */
#include "lab/experiment_list.h"

// clang-format off
/* `a` is for the alpha-beta family, `b` for the best-first one, `tail` for both. */
#define PLAYERS(a, b, tail)                                                                        \
    {"alphabeta", "alphabeta" a tail}, {"failsoft", "failsoft" a tail},                            \
    {"lastmove", "lastmove" a tail}, {"principal", "principal" a tail}, {"bound", "bound" a tail}, \
    {"sss", "sss" a tail}, {"mtdf", "mtdf" a tail}, {"aspiration", "aspiration" a tail},           \
    {"ybw", "ybw" a tail}, {"abdada", "abdada" a tail}, {"lazysmp", "lazysmp" a tail},             \
    {"bfm", "bfm" b tail}, {"bfext", "bfext" b tail}, {"ubfm", "ubfm" b tail},                     \
    {"uct", "uct" b tail}, {"rbfm", "rbfm" b tail}, {"pbf", "pbf" b tail}

/* In games pvs is whom all play against. */
#define OTHERS(a, b, tail) {PLAYERS(a, b, tail)}
#define ALL(a, b, tail) {{"pvs", "pvs" a tail}, PLAYERS(a, b, tail)}

#define NODES ",nodes=$x"
#define TIME ",time=$xe-3"
#define AGAINST(a, limit) limit " vs pvs" a limit

#define RANDOM ",ordering=static,deepening=on"
#define OTHELLO ",ordering=static,deepening=on,table=16M"
#define CHECKERS ",history=on,deepening=on,table=16M"
#define CHESS ",ordering=ranked,history=on,killers=on,deepening=on,table=16M"

#define TREES(b) {"branching " #b, "branching=" #b ",shape=random,depth=10", ALL(RANDOM, "", TIME), "1 2 5", "1 2", 0, 0}
static const struct experiment_group random_time[] = {TREES(3), TREES(10), {0}};
static const struct experiment_group random_nodes[] = {
    {"branching 10", "branching=10,shape=random,depth=10", ALL(RANDOM, "", NODES), "100 300 1000 3000", "100 1000", 0, 0}, {0}};

#define GAME(where, options, limit, steps, quick) {"", where, OTHERS(options, "", AGAINST(options, limit)), steps, quick, 0, 0}
static const struct experiment_group othello_nodes[] = {
    GAME("8 random plies", OTHELLO, NODES, "1000 4000 16000", "500 2000"), {0}};
static const struct experiment_group othello_time[] = {
    GAME("8 random plies", OTHELLO, TIME, "20 100", "2"), {0}};
static const struct experiment_group checkers_nodes[] = {
    GAME("file three-move", CHECKERS, NODES, "1000 4000", "500 2000"), {0}};
static const struct experiment_group checkers_time[] = {
    GAME("file three-move", CHECKERS, TIME, "20 100", "2"), {0}};
static const struct experiment_group chess_nodes[] = {
    GAME("file chess-openings", CHESS, NODES, "1000 4000 16000", "500"), {0}};
static const struct experiment_group chess_time[] = {
    GAME("file chess-openings", CHESS, TIME, "20 100", "2"), {0}};

/* What docs/results/ and findings of ours say. */
#define BETTER(curve, words) {curve, 0, 0, NULL, 50, INFINITY, 0, words}
#define NO_BETTER(curve, words) {curve, 0, 0, NULL, -INFINITY, 50, 0, words}
#define TREE_WORDS "ours: at equal nodes pbf decides better on random trees"
static const struct experiment_claim random_claims[] = {
    {"branching 10, pbf", 0, 0, "branching 10, failsoft", 0, INFINITY, 0, TREE_WORDS},
    {"branching 10, pbf", 0, 0, "branching 10, mtdf", 0, INFINITY, 0, TREE_WORDS},
    {"branching 10, pbf", 0, 0, "branching 10, bfm", 0, INFINITY, 0, TREE_WORDS},
    {"branching 10, pbf", 0, 0, "branching 10, ubfm", 0, INFINITY, 0, TREE_WORDS},
    {"branching 10, pbf", 0, 0, "branching 10, uct", 0, INFINITY, 0, TREE_WORDS},
    {"branching 10, pbf", 0, 0, "branching 10, rbfm", 0, INFINITY, 0, TREE_WORDS},
    {0}};
static const struct experiment_claim random_time_claims[] = {
    {"branching 10, pbf", 0, 0, "branching 10, bfm", 0, INFINITY, 0, "ours: pbf is ahead of bfm at equal time too"},
    {"branching 10, pbf", 0, 0, "branching 10, uct", 0, INFINITY, 0, "ours: pbf is ahead of uct at equal time too"},
    {0}};
static const struct experiment_claim othello_claims[] = {
    BETTER("pbf", "ours: pbf is ahead of alpha-beta in Othello"),
    NO_BETTER("alphabeta", "ours: pvs is at least as good as plain alpha-beta"),
    {0}};
static const struct experiment_claim checkers_claims[] = {
    NO_BETTER("pbf", "ours: alpha-beta stays ahead of best-first search in checkers"),
    NO_BETTER("rbfm", "ours: alpha-beta stays ahead of best-first search in checkers"),
    {0}};
#define SAME(curve) {curve, 0, 0, NULL, 45, 55, 0, "ours: on one processor a parallel search is as good as pvs"}
static const struct experiment_claim same_claims[] = {SAME("ybw"), SAME("abdada"), SAME("lazysmp"), {0}};
static const struct experiment_claim chess_claims[] = {
    NO_BETTER("rbfm", "ours: alpha-beta stays ahead of best-first search in chess"),
    NO_BETTER("alphabeta", "ours: pvs is at least as good as plain alpha-beta"),
    {0}};

#define POINTS "points won against pvs (%)"
#define ENTRY(name_, version_, game_, kind_, groups_, claims_, y, asks, tells)                               \
    .name = name_, .paper = "ours", .version = version_, .kind = &(kind_), .question = asks,              \
    .shows = tells, .game = game_, .seed = 1, .groups = groups_, .claims = claims_,                \
    .plot = {"search", y, 0, ACROSS_STEPS, 0, false, false, false}, .style = PLOT_PLAYERS

const struct experiment experiments_copse_games[] = {
    {ENTRY("copse-random-nodes", 3, "random", kind_quality, random_nodes, random_claims, "decisions that are right (%)",
           "Which of all searches decides best on random trees with the same number of nodes?",
           "pbf is right most often, then rbfm; the members of the alpha-beta family are much alike, and more nodes help bfm and ubfm least."),
     .trees = 2000, .quick_trees = 200, .batch = 20, .unit = "nodes"},
    {ENTRY("copse-random-time", 3, "random", kind_quality, random_time, random_time_claims, "decisions that are right (%)",
           "Which of all searches decides best on random trees in the same time?",
           "With ten children pbf and rbfm are right nearly always, and so are the plain searches of the alpha-beta family; mtdf, sss, abdada and lazysmp, which have a table, generate a fraction of the nodes in so short a time."),
     .timed = true, .trees = 1000, .quick_trees = 60, .batch = 20, .unit = "ms a decision"},
    {ENTRY("copse-othello-nodes", 4, "othello", kind_match, othello_nodes, othello_claims, POINTS,
           "Which of all searches plays Othello best with as many nodes a move as pvs?",
           "Points against pvs; above 50 % is better: the best-first searches are ahead of the alpha-beta family."),
     .trees = 100, .quick_trees = 12, .batch = 2, .unit = "nodes a move"},
    {ENTRY("copse-othello-time", 4, "othello", kind_match, othello_time, othello_claims, POINTS,
           "Which of all searches plays Othello best with as much time a move as pvs?",
           "Points against pvs; above 50 % is better. Best-first searches generate a third to three quarters of its nodes in the same time."),
     .timed = true, .trees = 50, .quick_trees = 3, .batch = 1, .unit = "ms a move"},
    {ENTRY("copse-checkers-nodes", 3, "checkers", kind_match, checkers_nodes, same_claims, POINTS,
           "Which of all searches plays checkers best with as many nodes a move as pvs?",
           "Points against pvs; above 50 % is better: in these narrow trees pbf and uct are a little ahead, sss is behind, and the others are much alike."),
     .trees = 87, .quick_trees = 8, .batch = 2, .max_plies = 120, .resign = 200, .unit = "nodes a move"},
    {ENTRY("copse-checkers-time", 3, "checkers", kind_match, checkers_time, checkers_claims, POINTS,
           "Which of all searches plays checkers best with as much time a move as pvs?",
           "Points against pvs; above 50 % is better; of few games the intervals are wide."),
     .timed = true, .trees = 50, .quick_trees = 3, .batch = 1, .max_plies = 120, .resign = 200, .unit = "ms a move"},
    {ENTRY("copse-chess-nodes", 4, "chess", kind_match, chess_nodes, chess_claims, POINTS,
           "Which of all searches plays chess best with as many nodes a move as pvs?",
           "Points against pvs; above 50 % is better: the alpha-beta family is much alike, best-first searches are behind."),
     .trees = 20, .quick_trees = 6, .batch = 1, .max_plies = 160, .resign = 500, .unit = "nodes a move"},
    {ENTRY("copse-chess-time", 4, "chess", kind_match, chess_time, chess_claims, POINTS,
           "Which of all searches plays chess best with as much time a move as pvs?",
           "Points against pvs; above 50 % is better: the alpha-beta family is ahead."),
     .timed = true, .trees = 20, .quick_trees = 3, .batch = 1, .max_plies = 160, .resign = 500, .unit = "ms a move"},
    {0}};
// clang-format on
