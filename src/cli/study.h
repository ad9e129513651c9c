/* SPDX-License-Identifier: MIT
 *
 * What the studies of many trees share: their trees, and lists of players.
 */
#ifndef CLI_STUDY_H
#define CLI_STUDY_H

#include "cli/command.h"
#include "lab/positions.h"

enum { MOST_PLAYERS = 32, MOST_TREES = 1000000 };

/* --trees N. */
#define OPTION_TREES(key, standard)                                                                \
    {                                                                                              \
        "trees", key, "N", 0,                                                                      \
            "For games of seeded trees: how many, from the position's seed on (" standard          \
            " if not given)",                                                                      \
            GROUP_WHAT                                                                             \
    }

/* --positions FILE. */
#define OPTION_POSITIONS(key)                                                                      \
    {                                                                                              \
        "positions", key, "FILE", 0,                                                               \
            "Positions of a file, one a line, instead of POSITION: problems of a suite, whose "    \
            "depths are the limits if there is no other, or just positions; '-' is standard "      \
            "input",                                                                               \
            GROUP_WHAT                                                                             \
    }

/* The value of --trees, or ends with a sentence. */
int option_trees(const char *text);

/* So many trees (0: the standard number) of the game, from this position on; or ends with a
 * sentence. */
void study_trees(struct positions *positions, const copse_game *game, const char *position,
                 int trees, int standard);

/* Those of the file of --positions; or ends with a sentence, also if something else was given that
 * says where they are to come from. `right`: what is right is asked for, which is for trees. */
void study_positions(struct positions *positions, const struct place *place, const char *file,
                     int trees, bool right);

/* --player PLAYER, repeated. */
#define OPTIONS_PLAYER(key, more)                                                                  \
    {"player",                                                                                     \
     key,                                                                                          \
     "PLAYER",                                                                                     \
     0,                                                                                            \
     "An algorithm with its options and limits, NAME[,OPTION=VALUE...]; repeat it for each" more,  \
     GROUP_WHAT},                                                                                  \
    {                                                                                              \
        "players", key, "PLAYER", OPTION_ALIAS | OPTION_HIDDEN, NULL, GROUP_WHAT                   \
    }

struct study_players {
    const char *specs[MOST_PLAYERS]; /* as given */
    struct player list[MOST_PLAYERS];
    int count;
};

/* One more, or ends with a sentence if there are too many. */
void study_add_player(struct study_players *players, const char *spec);

/* Makes players of what was given, each tried out; or ends with a sentence. */
void study_read_players(struct study_players *players, const copse_limits *limits,
                        const copse_game *game);
void study_clear_players(struct study_players *players);

#endif
