/* SPDX-License-Identifier: MIT
 *
 * A game's positions and moves in Hub's terms, for a game whose positions are PDN's FENs of a board
 * of 32 squares: both for the engine and for who talks to one. */
#ifndef COP_PROTOCOL_HUB_MOVE_H
#define COP_PROTOCOL_HUB_MOVE_H

#include "protocol/hub_board.h"

/* What a legal move is, from the boards before and after it; `scratch` has room for a position.
 * False if the game is another one. */
bool cop_hub_move_of(const copse_game *game, const void *position, copse_move move, void *scratch,
                     hub_move *result);

/* The first of the legal moves that Hub's text means; returns how many different ones it may mean,
 * 0: none. Ways to take the same pieces with the same piece are not different. */
int cop_hub_find_move(const copse_game *game, const void *position, const copse_move *legal,
                      int count, const char *text, void *scratch, copse_move *move);

#endif
