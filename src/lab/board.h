/* SPDX-License-Identifier: MIT
 *
 * A game's positions outside a search: what a referee needs.
 */
#ifndef LAB_BOARD_H
#define LAB_BOARD_H

#include "copse.h"

/* A zeroed block for `count` positions in a row, aligned as the library aligns them; NULL if memory
 * is short. For free(). */
void *board_new(const copse_game *game, int count);

/* Room for a position's moves; NULL if memory is short. For free(). */
copse_move *board_moves_new(const copse_game *game);

/* The position after a legal move; `to` may not be `from`. */
void board_play(const copse_game *game, const void *from, copse_move move, void *to);

/* Is this the move of a side that cannot move? It is one by its text. */
bool board_is_pass(const copse_game *game, const void *position, copse_move move);

/* Are these the same position, by their texts if the game has any? */
bool board_equal(const copse_game *game, const void *one, const void *other);

#endif
