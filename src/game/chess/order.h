/* SPDX-License-Identifier: MIT
 *
 * Which moves a search should look at first, and which it has to look at before it may stop. In two
 * builds: see base/cpu.h. */
#ifndef COP_GAME_CHESS_ORDER_H
#define COP_GAME_CHESS_ORDER_H

#include "base/cpu.h"
#include "game/chess/board.h"

/* The table's `rank`: captures that lose nothing and promotions to a queen, above 0, the most
 * valuable victim of the least valuable piece first; captures that lose something and promotions to
 * less, below 0. */
void cop_chess_rank_plain(const chess_position *position, const copse_move *moves, int count,
                          int32_t *ranks);
void cop_chess_rank_avx2(const chess_position *position, const copse_move *moves, int count,
                         int32_t *ranks);

/* The table's `noisy`, of a game that is not over: captures that lose nothing and promotions to a
 * queen, best first; in check all moves. */
int cop_chess_noisy_plain(const chess_position *position, copse_move *moves, bool *may_stand);
int cop_chess_noisy_avx2(const chess_position *position, copse_move *moves, bool *may_stand);

/* The table's `skip`. With nothing but pawns to move, having to move is often what loses. */
bool cop_chess_skip(const chess_position *from, chess_position *to);

#endif
