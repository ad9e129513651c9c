/* SPDX-License-Identifier: MIT
 *
 * What the rest of the library needs of games beyond copse.h. */
#ifndef COP_GAME_GAME_H
#define COP_GAME_GAME_H

#include "copse.h"

/* A game that writes more moves than it declared must not write over our memory before we can say
 * so: every buffer for moves has room for this many more than max_moves. */
enum { COP_MOVES_MARGIN = 64 };

/* The sentence about a game that produced more children than it declared. */
copse_status cop_game_say_too_many(const copse_game *game, int count, copse_message *why);

/* How many more moves a game with a solver has at most, those that are passes left out; -1 if that
 * is not known. Its own bound is of plies, of which every other one may be a pass: that is
 * Othello's, the only game that has one. */
int cop_game_moves_left(const copse_game *game, const void *position);

extern const copse_game cop_random;
extern const copse_game cop_ordered;
extern const copse_game cop_checkers;
extern const copse_game cop_chess;
extern const copse_game cop_othello;

#endif
