/* SPDX-License-Identifier: MIT
 *
 * How checkers is played and judged: what the table's `context` points to. */
#ifndef COP_GAME_CHECKERS_CHECKERS_H
#define COP_GAME_CHECKERS_CHECKERS_H

#include "game/checkers/board.h"
#include "game/checkers/db/db.h"
#include "game/checkers/weights.h"

typedef struct checkers_setup {
    int move_limit;  /* plies without a capture or a man's move that make a draw; 0: none do */
    bool repetition; /* is a position that has come again a draw? */
    const checkers_weights *weights;
    cop_checkers_db *db; /* endgame databases, or NULL */
} checkers_setup;

extern const checkers_setup cop_checkers_standard;

/* The table's `oracle` where there are databases. */
bool cop_checkers_oracle(const copse_game *game, const void *position, copse_score *score);

/* settings.c */
enum { CHECKERS_OPTIONS = 4 };
extern const copse_option cop_checkers_options[CHECKERS_OPTIONS];
copse_status cop_checkers_open(const copse_game *game, int count, const copse_setting *settings,
                               copse_game **opened, copse_message *why);
void cop_checkers_close(copse_game *opened);

#endif
