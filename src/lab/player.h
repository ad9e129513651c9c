/* SPDX-License-Identifier: MIT
 *
 * A player: an algorithm with its options and limits, described in one word,
 * `NAME[,option=value...]`. Limits (depth, nodes, expansions, time, memory) may be among the
 * options: `pvs,ordering=static,depth=8`.
 */
#ifndef LAB_PLAYER_H
#define LAB_PLAYER_H

#include "copse.h"

enum { PLAYER_MAX_SETTINGS = 32 };

struct player_setting {
    char *name, *value; /* both owned, both from one allocation that `name` begins */
};

struct player {
    char *spec; /* as it was given; owned */
    const copse_algorithm *algorithm;
    copse_limits limits;
    int setting_count;
    struct player_setting settings[PLAYER_MAX_SETTINGS]; /* in the order given */
};

/* A player without settings; `limits` are copied. */
bool player_init(struct player *player, const char *algorithm, const copse_limits *limits,
                 copse_message *why);

/* Adds an option from the text `name=value`. Whether the algorithm has it shows in
 * player_search(). */
bool player_set(struct player *player, const char *setting, copse_message *why);

/* A player from its description; a limit in there replaces that one of `limits`. On failure there
 * is nothing to clear. */
bool player_parse(struct player *player, const char *spec, const copse_limits *limits,
                  copse_message *why);

/* Frees what player_init() or player_parse() made. */
void player_clear(struct player *player);

/* A new search for this player with all its options set. On failure `why` says which was wrong, and
 * *setting, unless `setting` is NULL, is its number, or -1. */
copse_status player_search(const struct player *player, const copse_game *game,
                           copse_search **search, int *setting, copse_message *why);

/* Gives this player's search random numbers of its own, if it uses any: `number` is added to the
 * seed that the player was given. On failure the search has the message. */
copse_status player_seed(const struct player *player, copse_search *search, int number);

#endif
