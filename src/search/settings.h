/* SPDX-License-Identifier: MIT
 *
 * The options of all searches, declared once. An algorithm lists those it has. */
#ifndef COP_SEARCH_SETTINGS_H
#define COP_SEARCH_SETTINGS_H

#include "base/option.h"

enum { COP_ORDERING_NONE, COP_ORDERING_STATIC, COP_ORDERING_RANKED, COP_ORDERING_STORED };
enum { COP_LEAVES_STATIC, COP_LEAVES_CORRECTED };

enum { COP_EXPANSION_FULL, COP_EXPANSION_PARTIAL };
enum { COP_BACKUP_MEAN, COP_BACKUP_MINIMAX };
enum { COP_DRIVER_AUTO, COP_DRIVER_SHARED, COP_DRIVER_MASTER, COP_DRIVER_HIERARCHY };
enum { COP_DRIVER_WINDOW, COP_DRIVER_MTDF };
enum { COP_RAISING_OFF, COP_RAISING_LAST, COP_RAISING_GENERAL };
enum { COP_UPPER_LEFTMOST, COP_UPPER_BEST, COP_UPPER_FCFS };
enum { COP_SPECULATION_PREDICTED, COP_SPECULATION_PLAIN };
enum { COP_UPDATES_SPARING, COP_UPDATES_PATH };
enum { COP_OUTCOME_SCORE, COP_OUTCOME_WIN };
enum { COP_PRUNING_AUTO, COP_PRUNING_ON, COP_PRUNING_OFF };
enum { COP_DECIDE_SCORE, COP_DECIDE_MEAN, COP_DECIDE_BUFFER };

/* A value for each option, in the form that cop_option_read() gives. */
typedef struct cop_settings {
    int64_t ordering, deepening, step, window, table, history, killers, order_noise, seed;
    int64_t leaves, selectivity, nullmove, reductions, extensions, futility;
    int64_t expansion, pruning, damping, decide, patience, confidence, spread, rest, reach;
    int64_t base, transpositions, exploration, backup;
    int64_t driver, speculation, updates, batch, in_flight;
    int64_t split, restart, serial, ask, outcome;
    int64_t granularity, balance, quorum, threshold;
    int64_t fanout, height, alpha_raising, masters_search, grandchildren, slice;
    int64_t upper, order, cluster;
    int64_t deadline, lazy, shortcut, checks, stage;
    cop_option_text model, evaluator;
} cop_settings;

// clang-format off
#define COP_OPTION_ORDERING                                                                        \
    {"ordering", COPSE_OPTION_CHOICE, "none", 0, 0, "none|static|ranked|stored",                   \
     "children as generated, by static value, by the game's ranks, or by the kept search's values"}
#define COP_OPTION_ORDERING_PARALLEL                                                               \
    {"ordering", COPSE_OPTION_CHOICE, "none", 0, 0, "none|static|ranked",                          \
     "children as generated, by static value above the last ply, or by the game's ranks"}
#define COP_OPTION_DEEPENING                                                                       \
    {"deepening", COPSE_OPTION_SWITCH, "off", 0, 1, NULL,                                          \
     "search to depth 1, 2, ... (staged iteration) rather than at once"}
#define COP_OPTION_STEP                                                                            \
    {"step", COPSE_OPTION_NUMBER, "1", 1, 2, NULL, "plies that each iteration adds"}
#define COP_OPTION_WINDOW                                                                          \
    {"window", COPSE_OPTION_NUMBER, "0", 0, 1000000000, NULL,                                      \
     "aspiration: half the width of the first window; 0 for none"}
#define COP_OPTION_TABLE(standard)                                                                 \
    {"table", COPSE_OPTION_SIZE, standard, 4096, (int64_t)1 << 46, "auto",                         \
     "transposition table; auto takes the memory that the limits give"}
#define COP_OPTION_TABLE_PARALLEL(standard)                                                        \
    {"table", COPSE_OPTION_SIZE, standard, 4096, (int64_t)1 << 46, "auto|shared",                  \
     "transposition table, one for all where memory is shared; auto takes what the limits give"}
#define COP_OPTION_HISTORY                                                                         \
    {"history", COPSE_OPTION_SWITCH, "off", 0, 1, NULL, "moves that were best elsewhere earlier"}
#define COP_OPTION_KILLERS                                                                         \
    {"killers", COPSE_OPTION_SWITCH, "off", 0, 1, NULL,                                            \
     "moves that cut off at the same ply earlier"}
#define COP_OPTION_NOISE                                                                           \
    {"order-noise", COPSE_OPTION_NUMBER, "0", 0, 1000000000, NULL,                                 \
     "spoil the order: add -N..N to the static values that children are ordered by"}
#define COP_OPTION_LEAVES                                                                          \
    {"leaves", COPSE_OPTION_CHOICE, "static", 0, 0, "static|corrected",                            \
     "worth what the game says, or that and the model's shift for positions of their kind"}
#define COP_OPTION_SELECTIVITY                                                                     \
    {"selectivity", COPSE_OPTION_REAL, "0", 0, 10000000, NULL,                                     \
     "cut where a shallow search foretells it by so many deviations; 0 for never"}
#define COP_OPTION_NULLMOVE                                                                        \
    {"nullmove", COPSE_OPTION_SWITCH, "off", 0, 1, NULL,                                           \
     "cut where even passing is good enough, as a shallower search says"}
#define COP_OPTION_REDUCTIONS                                                                      \
    {"reductions", COPSE_OPTION_SWITCH, "off", 0, 1, NULL,                                         \
     "search late moves less deep, and again if they turn out well"}
#define COP_OPTION_EXTENSIONS                                                                      \
    {"extensions", COPSE_OPTION_SWITCH, "off", 0, 1, NULL,                                         \
     "look a ply deeper where the game says that much hangs on it"}
#define COP_OPTION_FUTILITY                                                                        \
    {"futility", COPSE_OPTION_NUMBER, "0", 0, 1000000, NULL,                                       \
     "near the horizon, cut what is off by about so much a ply; 0 for never"}
#define COP_OPTION_SEED                                                                            \
    {"seed", COPSE_OPTION_NUMBER, "1", 0, INT64_MAX, NULL,                                         \
     "of the random numbers, where an algorithm uses any"}
#define COP_OPTION_EXPANSION                                                                       \
    {"expansion", COPSE_OPTION_CHOICE, "full", 0, 0, "full|partial",                               \
     "all children of a leaf at once, or one at a time as long as the line goes through it"}
#define COP_OPTION_PRUNING                                                                         \
    {"pruning", COPSE_OPTION_CHOICE, "auto", 0, 0, "auto|on|off",                                  \
     "never look where the root's decision cannot change; auto: as the model says"}
#define COP_OPTION_DAMPING                                                                         \
    {"damping", COPSE_OPTION_REAL, "0", 0, 1000000, NULL,                                          \
     "share of choices that any child may get"}
#define COP_OPTION_DECIDE(standard)                                                                \
    {"decide", COPSE_OPTION_CHOICE, standard, 0, 0, "score|mean|buffer",                           \
     "the move of the best score, of the best expected score, or most often best of late"}
#define COP_OPTION_PATIENCE                                                                        \
    {"patience", COPSE_OPTION_NUMBER, "0", 0, 1000000, NULL,                                       \
     "at most so many times the nodes of the average turn before; 0 for no such limit"}
#define COP_OPTION_CONFIDENCE                                                                      \
    {"confidence", COPSE_OPTION_REAL, "1", 0, 1000000, NULL,                                       \
     "stop when a move is the best with this probability; 1 for never"}
#define COP_OPTION_SPREAD                                                                          \
    {"spread", COPSE_OPTION_REAL, "0", 0, 10000000, NULL,                                          \
     "how much of the model's spreads counts; 0: as much as the model says"}
#define COP_OPTION_REST                                                                            \
    {"rest", COPSE_OPTION_REAL, "0", 0, 1000000, NULL,                                             \
     "at least so much of a leaf's spread a node has, whatever is below it; 0: as the model says"}
#define COP_OPTION_REACH                                                                           \
    {"reach", COPSE_OPTION_REAL, "0", 0, 1000000, NULL,                                            \
     "so much of a node's influence gets to its parent; 0: as much as the model says"}
#define COP_OPTION_MODEL                                                                           \
    {"model", COPSE_OPTION_TEXT, "auto", 0, 0, NULL,                                               \
     "real scores: a model's name or file; auto: the game's, none: learn while searching"}
#define COP_OPTION_BASE                                                                            \
    {"base", COPSE_OPTION_NUMBER, "3", 1, 100, NULL,                                               \
     "plies of alpha-beta from which the best-first search goes on"}
#define COP_OPTION_TRANSPOSITIONS(standard)                                                        \
    {"transpositions", COPSE_OPTION_SWITCH, standard, 0, 1, NULL,                                      \
     "equal positions share what is known of them, where the game has a hash function"}
#define COP_OPTION_EXPLORATION                                                                     \
    {"exploration", COPSE_OPTION_REAL, "0.2", 0, 100000000, NULL,                                  \
     "weight of what has been looked at little"}
#define COP_OPTION_BACKUP                                                                          \
    {"backup", COPSE_OPTION_CHOICE, "minimax", 0, 0, "mean|minimax",                               \
     "a node is worth the average of what was seen below it, or its best child"}
#define COP_OPTION_DRIVER                                                                          \
    {"driver", COPSE_OPTION_CHOICE, "auto", 0, 0, "auto|shared|master|hierarchy",                  \
     "several processors: all on one tree, one that owns it, or masters of masters"}
#define COP_OPTION_SPECULATION                                                                     \
    {"speculation", COPSE_OPTION_CHOICE, "predicted", 0, 0, "predicted|plain",                     \
     "what others see of an expansion under way: what will probably come of it, or nothing"}
#define COP_OPTION_UPDATES                                                                         \
    {"updates", COPSE_OPTION_CHOICE, "sparing", 0, 0, "sparing|path",                              \
     "several processors: back up as far as something changes, or always to the root"}
#define COP_OPTION_BATCH                                                                           \
    {"batch", COPSE_OPTION_NUMBER, "1", 1, 4096, NULL,                                             \
     "driver=master: leaves that go to a worker together"}
#define COP_OPTION_IN_FLIGHT                                                                       \
    {"in-flight", COPSE_OPTION_NUMBER, "1", 1, 1024, NULL,                                         \
     "driver=master: batches that a worker has at a time"}
#define COP_OPTION_SPLIT(standard)                                                                 \
    {"split", COPSE_OPTION_NUMBER, standard, 2, COPSE_MAX_DEPTH, NULL,                             \
     "least depth of a node whose children several processors may search"}
#define COP_OPTION_SERIAL                                                                          \
    {"serial", COPSE_OPTION_NUMBER, "2", 1, COPSE_MAX_DEPTH, NULL,                                 \
     "plies above the leaves that one processor searches alone"}
#define COP_OPTION_ASK                                                                             \
    {"ask", COPSE_OPTION_REAL, "0", 0, 1000000000, NULL,                                           \
     "idle processors ask for work again after so many seconds; 0: they wait to be told"}
#define COP_OPTION_OUTCOME                                                                         \
    {"outcome", COPSE_OPTION_CHOICE, "score", 0, 0, "score|win",                                   \
     "the exact score, or only whether it is a win, a draw or a loss, which is faster"}
#define COP_OPTION_RESTART(standard)                                                               \
    {"restart", COPSE_OPTION_SWITCH, standard, 0, 1, NULL,                                         \
     "with a table: begin again what is tested against a value that has been surpassed"}
#define COP_OPTION_WINDOW_DRIVER                                                                   \
    {"driver", COPSE_OPTION_CHOICE, "window", 0, 0, "window|mtdf",                                 \
     "one search with an open window, or MTD(f): several with minimal ones"}
#define COP_OPTION_FANOUT                                                                          \
    {"fanout", COPSE_OPTION_NUMBER, "0", 0, 1024, NULL,                                            \
     "slaves of each master; 0: as many as there are processors for"}
#define COP_OPTION_HEIGHT                                                                          \
    {"height", COPSE_OPTION_NUMBER, "0", 0, 12, NULL,                                              \
     "levels of slaves; 0: one, or with a fanout as many as there are processors for"}
#define COP_OPTION_ALPHA_RAISING                                                                   \
    {"alpha-raising", COPSE_OPTION_CHOICE, "off", 0, 0, "off|last|general",                        \
     "of the root's last move, or of any that leads, ask only whether it is best, not its score"}
#define COP_OPTION_MASTERS_SEARCH                                                                  \
    {"masters-search", COPSE_OPTION_SWITCH, "off", 0, 1, NULL,                                     \
     "masters of the lowest slaves search too"}
#define COP_OPTION_GRANDCHILDREN                                                                   \
    {"grandchildren", COPSE_OPTION_SWITCH, "off", 0, 1, NULL,                                      \
     "masters give out their sons' sons: all slaves work on the first son, then on the next"}
#define COP_OPTION_SLICE                                                                           \
    {"slice", COPSE_OPTION_NUMBER, "0", 0, 1000000000, NULL,                                       \
     "width of the windows between the first and the last; 0: by the static values of the moves"}
#define COP_OPTION_UPPER                                                                           \
    {"upper", COPSE_OPTION_NUMBER, "0", 0, 64, NULL,                                               \
     "plies that the first processor keeps in memory, for others to go on from; 0: half of all"}
#define COP_OPTION_CLUSTER                                                                         \
    {"cluster", COPSE_OPTION_NUMBER, "4", 1, 4095, NULL,                                           \
     "searchers of each cluster, beside its controller"}
#define COP_OPTION_UPPER_ORDER                                                                     \
    {"order", COPSE_OPTION_CHOICE, "leftmost", 0, 0, "leftmost|best|fcfs",                         \
     "which leaf comes first: as in sequential search, on the best line, there for longest"}
#define COP_OPTION_GRANULARITY                                                                     \
    {"granularity", COPSE_OPTION_NUMBER, "3", 1, COPSE_MAX_DEPTH, NULL,                            \
     "plies that one searcher searches alone"}
#define COP_OPTION_BALANCE                                                                         \
    {"balance", COPSE_OPTION_SWITCH, "off", 0, 1, NULL,                                            \
     "interrupt a searcher that others wait for, and split its subtree"}
#define COP_OPTION_QUORUM                                                                          \
    {"quorum", COPSE_OPTION_REAL, "0.25", 0, 1000000, NULL,                                        \
     "balance=on: the part of the searchers that has to be idle"}
#define COP_OPTION_THRESHOLD                                                                       \
    {"threshold", COPSE_OPTION_REAL, "25", 0, 1000000000, NULL,                                    \
     "balance=on: for how long, in times of the mean length of their work so far"}
#define COP_OPTION_EVALUATOR                                                                       \
    {"evaluator", COPSE_OPTION_TEXT, "static", 0, 0, NULL,                                         \
     "leaves: static, search:D or quick:D, our own to D plies, or uci:COMMAND, another program"}
#define COP_OPTION_DEADLINE                                                                        \
    {"deadline", COPSE_OPTION_REAL, "10", 1000, 3600000000, NULL,                                  \
     "evaluator=uci: seconds for an answer, after which the program is started anew"}
#define COP_OPTION_LAZY                                                                            \
    {"lazy", COPSE_OPTION_SWITCH, "off", 0, 1, NULL,                                               \
     "with an evaluator: a leaf gets its best child only, the others when they are needed"}
#define COP_OPTION_SHORTCUT                                                                        \
    {"shortcut", COPSE_OPTION_SWITCH, "off", 0, 1, NULL,                                           \
     "with an evaluator: where a score is to be lowered, look at the likely reply at once"}
#define COP_OPTION_LEAF_EXTENSIONS                                                                 \
    {"extensions", COPSE_OPTION_SWITCH, "off", 0, 1, NULL,                                         \
     "with an evaluator: a ply deeper for each check on the way, two for each even trade"}
#define COP_OPTION_CHECKS                                                                          \
    {"checks", COPSE_OPTION_SWITCH, "off", 0, 1, NULL,                                             \
     "children on which much hangs, by the game's word, are looked at before all others"}
#define COP_OPTION_STAGE                                                                           \
    {"stage", COPSE_OPTION_NUMBER, "0", 0, 1000000, NULL,                                          \
     "with an evaluator, on one processor: after so many expansions begin anew, leaves a ply "     \
     "deeper; 0 for never"}
// clang-format on

/* What a best-first search's leaves are worth. */
#define COP_OPTIONS_EVALUATOR COP_OPTION_EVALUATOR, COP_OPTION_DEADLINE

/* The heuristics of Shoham & Toledo 2002, section 5.2, and stages, which are ours. */
#define COP_OPTIONS_GUIDED                                                                         \
    COP_OPTION_LAZY, COP_OPTION_SHORTCUT, COP_OPTION_LEAF_EXTENSIONS, COP_OPTION_CHECKS,           \
        COP_OPTION_STAGE

/* A tree of processors. */
#define COP_OPTIONS_PROCESSOR_TREE COP_OPTION_FANOUT, COP_OPTION_HEIGHT

/* How best-first searches use several processors. */
#define COP_OPTIONS_DRIVER                                                                         \
    COP_OPTION_DRIVER, COP_OPTION_SPECULATION, COP_OPTION_UPDATES, COP_OPTION_BATCH,               \
        COP_OPTION_IN_FLIGHT

/* Those that say in which order children are searched, and what is remembered. */
#define COP_OPTIONS_ORDER(table)                                                                   \
    COP_OPTION_ORDERING, COP_OPTION_DEEPENING, COP_OPTION_STEP, COP_OPTION_TABLE(table),           \
        COP_OPTION_HISTORY, COP_OPTION_KILLERS, COP_OPTION_NOISE, COP_OPTION_SEED,                 \
        COP_OPTION_LEAVES, COP_OPTION_MODEL

/* The same for several processors, which keep no tree of what they have searched. */
#define COP_OPTIONS_ORDER_PARALLEL(table)                                                          \
    COP_OPTION_ORDERING_PARALLEL, COP_OPTION_DEEPENING, COP_OPTION_STEP,                           \
        COP_OPTION_TABLE_PARALLEL(table), COP_OPTION_HISTORY, COP_OPTION_KILLERS,                  \
        COP_OPTION_NOISE, COP_OPTION_SEED, COP_OPTION_LEAVES, COP_OPTION_MODEL, COP_OPTION_WINDOW

/* Those that make lines uneven: results are then no longer minimax's. */
#define COP_OPTIONS_UNEVEN                                                                         \
    COP_OPTION_NULLMOVE, COP_OPTION_REDUCTIONS, COP_OPTION_EXTENSIONS, COP_OPTION_FUTILITY

/* Every option's default, for this algorithm. */
void cop_settings_init(cop_settings *settings, const copse_algorithm *algorithm);

/* Where the value of an option that is no text is kept, for who passes settings on. */
int64_t *cop_settings_number(cop_settings *settings, const char *name);

/* Sets one by name, from text. */
copse_status cop_settings_set(cop_settings *settings, const copse_algorithm *algorithm,
                              const char *name, const char *value, copse_message *why);

#endif
