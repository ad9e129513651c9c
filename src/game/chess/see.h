/* SPDX-License-Identifier: MIT
 *
 * Static exchange evaluation: what a move wins or loses if both sides go on taking on its square,
 * the least valuable piece first, as long as that pays. Pins and checks are not looked at. In two
 * builds: see base/cpu.h. */
#ifndef COP_GAME_CHESS_SEE_H
#define COP_GAME_CHESS_SEE_H

#include "base/cpu.h"
#include "game/chess/board.h"

/* Hundredths of a pawn, by kind. A knight for a bishop is an even exchange; a king is never taken,
 * because it does not take what is held. */
#define CHESS_EXCHANGE_VALUES                                                                      \
    {                                                                                              \
        100, 325, 325, 500, 975, 20000, 0                                                          \
    }

int cop_chess_see_plain(const chess_position *position, copse_move move);
int cop_chess_see_avx2(const chess_position *position, copse_move move);

/* Is it at least so much? Faster. */
bool cop_chess_see_reaches_plain(const chess_position *position, copse_move move, int least);
bool cop_chess_see_reaches_avx2(const chess_position *position, copse_move move, int least);

#endif
