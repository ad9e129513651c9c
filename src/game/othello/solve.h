/* SPDX-License-Identifier: MIT
 *
 * The Othello endgame solver. */
#ifndef COP_GAME_OTHELLO_SOLVE_H
#define COP_GAME_OTHELLO_SOLVE_H

#include "copse.h"
#include "game/othello/board.h"

struct othello_weights;

/* As copse_game.solve. `weights` order the moves where many squares are empty; NULL: mobility does
 * it everywhere. They change how long it takes, never the value. */
bool cop_othello_solve_with(const struct othello_weights *weights, copse_solving *task);

/* The exact value of any board, even one on which the game is over, in hundredths of a disc. For a
 * handful of empty squares: it keeps nothing. */
copse_score cop_othello_exact(othello_board board);

/* For copse_game. */
bool cop_othello_solve(const copse_game *game, copse_solving *task);
int cop_othello_plies_left(const copse_game *game, const void *position);
bool cop_othello_oracle(const copse_game *game, const void *position, copse_score *score);

#endif
