/* SPDX-License-Identifier: MIT
 *
 * The settings of Othello itself: which evaluation. A table's context points to them. */
#ifndef COP_GAME_OTHELLO_SETTINGS_H
#define COP_GAME_OTHELLO_SETTINGS_H

#include "game/othello/weights.h"

typedef struct othello_settings {
    const othello_weights *weights;
    bool bill;  /* evaluate by Bill's features, not by patterns */
    int oracle; /* empty squares: with so many or fewer the exact value is known; 0: never */
} othello_settings;

/* eval=patterns with the weights that are built in. */
extern const othello_settings cop_othello_standard;

enum { OTHELLO_OPTION_COUNT = 2 };
extern const copse_option cop_othello_options[OTHELLO_OPTION_COUNT];

static inline const othello_settings *othello_settings_of(const copse_game *game)
{
    return game->context;
}

/* For copse_game. */
copse_status cop_othello_open(const copse_game *game, int count, const copse_setting *settings,
                              copse_game **opened, copse_message *why);
void cop_othello_close(copse_game *opened);
bool cop_othello_foretell(const copse_game *game, const void *position, int shallow, int deep,
                          copse_forecast *forecast);

#endif
