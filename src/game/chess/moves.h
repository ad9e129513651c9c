/* SPDX-License-Identifier: MIT
 *
 * All legal moves of a position, by the rules of the board alone: whatever may have made the game a
 * draw. In two builds: see base/cpu.h; call COP_PICK(cop_chess_list)(...), or in a file that is
 * itself built twice COP_BUILD(cop_chess_list)(...). */
#ifndef COP_GAME_CHESS_MOVES_H
#define COP_GAME_CHESS_MOVES_H

#include "base/cpu.h"
#include "game/chess/board.h"

/* Writes the moves and returns how many there are, into CHESS_MOVES_ROOM places. 0: mate, if the
 * side to move is in check, else stalemate. Always in the same order for the same position. */
int cop_chess_list_plain(const chess_position *position, copse_move *moves);
int cop_chess_list_avx2(const chess_position *position, copse_move *moves);

/* Only captures and promotions to a queen. */
int cop_chess_list_noisy_plain(const chess_position *position, copse_move *moves);
int cop_chess_list_noisy_avx2(const chess_position *position, copse_move *moves);

/* How many there are. */
int cop_chess_count_plain(const chess_position *position);
int cop_chess_count_avx2(const chess_position *position);

/* Is there one? Faster. */
bool cop_chess_can_move_plain(const chess_position *position);
bool cop_chess_can_move_avx2(const chess_position *position);

/* How many lines of this many plies there are: perft. */
uint64_t cop_chess_lines_plain(const chess_position *position, int depth);
uint64_t cop_chess_lines_avx2(const chess_position *position, int depth);

#endif
