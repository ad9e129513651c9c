/* SPDX-License-Identifier: MIT
 *
 * Checkers as text: positions as PDN has them in its tag FEN, moves, and the board for people. */
#ifndef COP_GAME_CHECKERS_TEXT_H
#define COP_GAME_CHECKERS_TEXT_H

#include "base/text.h"
#include "game/checkers/board.h"

/* B:W21-32:B1-12 and the like: the side to move, then the pieces of both in either order, a K
 * before the squares of kings, a range for squares in a row. After that may come H and the plies
 * since a piece was taken or a man moved, and F and the number of the move, which says nothing
 * about the game and is not kept; a full stop may end it. */
copse_status cop_checkers_from_text(cop_span text, checkers_position *position, copse_message *why);
int cop_checkers_to_text(const checkers_position *position, char *text, size_t size);

/* Steps are 11-15, captures 11x18x25 with all squares that are touched. The reader takes captures
 * with squares left out between the first and the last, if only one legal move fits. */
copse_status cop_checkers_move_from_text(const checkers_position *position, cop_span text,
                                         copse_move *move, copse_message *why);
int cop_checkers_move_to_text(copse_move move, char *text, size_t size);

/* Eight rows with the numbers of the squares; after the last move its first and last square are
 * marked. */
int cop_checkers_draw(const checkers_position *position, copse_move last, char *text, size_t size);

#endif
