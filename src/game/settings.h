/* SPDX-License-Identifier: MIT
 *
 * Settings of a game itself, such as another evaluation or a folder of endgame databases: checked
 * against the game's options, kept as text, and made into a table of the same game. */
#ifndef COP_GAME_SETTINGS_H
#define COP_GAME_SETTINGS_H

#include "copse.h"

enum { COP_GAME_SETTINGS_TEXT = 1024, COP_GAME_SETTINGS_MOST = 16 };

/* "name=value" and a line end for each that is set, in the order in which they were. */
typedef struct cop_game_settings {
    char text[COP_GAME_SETTINGS_TEXT];
} cop_game_settings;

/* The game's option of this name; NULL if it has none. */
const copse_option *cop_game_option(const copse_game *game, const char *name);

/* Sets one, or sets it anew. */
copse_status cop_game_settings_set(cop_game_settings *settings, const copse_game *game,
                                   const char *name, const char *value, copse_message *why);

/* The game with these settings: *opened is to be closed by cop_game_close(). */
copse_status cop_game_open(const copse_game *game, const cop_game_settings *settings,
                           copse_game **opened, copse_message *why);
void cop_game_close(copse_game *opened); /* NULL is fine */

#endif
