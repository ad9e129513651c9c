/* SPDX-License-Identifier: MIT
 *
 * The settings of chess: `open` and `close` of its table, and what they take. */
#ifndef COP_GAME_CHESS_SETTINGS_H
#define COP_GAME_CHESS_SETTINGS_H

#include "copse.h"

enum { CHESS_OPTIONS = 2 };
extern const copse_option cop_chess_options[CHESS_OPTIONS];

copse_status cop_chess_open(const copse_game *game, int count, const copse_setting *settings,
                            copse_game **opened, copse_message *why);
void cop_chess_close(copse_game *opened);

#endif
