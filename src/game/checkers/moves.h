/* SPDX-License-Identifier: MIT
 *
 * All legal moves of a position. */
#ifndef COP_GAME_CHECKERS_MOVES_H
#define COP_GAME_CHECKERS_MOVES_H

#include "game/checkers/board.h"

/* Writes the moves by the rules of the board alone, whatever may have made the game a draw, and
 * returns how many there are, at most CHECKERS_MOST_MOVES. 0: the side to move has lost. */
int cop_checkers_list(const checkers_position *position, copse_move *moves);

#endif
