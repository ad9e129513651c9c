/* SPDX-License-Identifier: MIT
 *
 * The options of the alpha-beta family, declared once. An algorithm lists those it has. */
#ifndef COP_SEARCH_SETTINGS_H
#define COP_SEARCH_SETTINGS_H

#include "base/option.h"

enum { COP_ORDERING_NONE, COP_ORDERING_STATIC, COP_ORDERING_STORED };

/* A value for each option, in the form that cop_option_read() gives. */
typedef struct cop_settings {
    int64_t ordering, deepening, step, window, table, history, killers, order_noise, seed;
} cop_settings;

// clang-format off
#define COP_OPTION_ORDERING                                                                        \
    {"ordering", COPSE_OPTION_CHOICE, "none", 0, 0, "none|static|stored",                          \
     "children as generated, by static value above the last ply, or by the kept search's values"}
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
#define COP_OPTION_HISTORY                                                                         \
    {"history", COPSE_OPTION_SWITCH, "off", 0, 1, NULL, "moves that were best elsewhere earlier"}
#define COP_OPTION_KILLERS                                                                         \
    {"killers", COPSE_OPTION_SWITCH, "off", 0, 1, NULL,                                            \
     "moves that cut off at the same ply earlier"}
#define COP_OPTION_NOISE                                                                           \
    {"order-noise", COPSE_OPTION_NUMBER, "0", 0, 1000000000, NULL,                                 \
     "spoil the order: add -N..N to the static values that children are ordered by"}
#define COP_OPTION_SEED                                                                            \
    {"seed", COPSE_OPTION_NUMBER, "1", 0, INT64_MAX, NULL,                                         \
     "of the random numbers, where an algorithm uses any"}
// clang-format on

/* Those that say in which order children are searched, and what is remembered. */
#define COP_OPTIONS_ORDER(table)                                                                   \
    COP_OPTION_ORDERING, COP_OPTION_DEEPENING, COP_OPTION_STEP, COP_OPTION_TABLE(table),           \
        COP_OPTION_HISTORY, COP_OPTION_KILLERS, COP_OPTION_NOISE, COP_OPTION_SEED

/* Every option's default, for this algorithm. */
void cop_settings_init(cop_settings *settings, const copse_algorithm *algorithm);

/* Sets one by name, from text. */
copse_status cop_settings_set(cop_settings *settings, const copse_algorithm *algorithm,
                              const char *name, const char *value, copse_message *why);

#endif
