/* SPDX-License-Identifier: MIT
 *
 * Chess as text: positions as FEN has them, moves, and the board for people. */
#ifndef COP_GAME_CHESS_TEXT_H
#define COP_GAME_CHESS_TEXT_H

#include "base/text.h"
#include "game/chess/board.h"

/* FEN: pieces, side to move, castling, en passant, plies since a capture or a pawn's move, number
 * of the move. The last two may be missing together, as in EPD. Castling rights of Chess960 are as
 * in X-FEN and Shredder-FEN: KQkq are the outermost rooks, A to H and a to h those of that column.
 * Everything is checked that can be seen on the board; an en passant square that no pawn can
 * legally take on is read and forgotten. The writer gives KQkq wherever that is enough. */
copse_status cop_chess_from_text(cop_span text, chess_position *position, copse_message *why);
int cop_chess_to_text(const chess_position *position, char *text, size_t size);

/* Is castling, as far as it is still possible, that of ordinary chess: king on e, rooks on a and h?
 */
bool cop_chess_is_classical(const chess_position *position);

/* Moves as UCI has them: e2e4, e7e8q, castling e1g1; with `rook_castling`, and wherever the king's
 * way says too little, castling is from the king's to the rook's square: e1h1. */
int cop_chess_move_to_text(const chess_position *position, copse_move move, bool rook_castling,
                           char *text, size_t size);

/* Moves as people write them, SAN: Nbxd7+, exd8=Q#, O-O. Of a legal move. */
int cop_chess_san(const chess_position *position, copse_move move, char *text, size_t size);

/* Reads either, and SAN with more or less in it than it needs: Nb1c3, e8Q, 0-0, Qh5 for Qh5+. The
 * move is legal by the rules of the board. */
copse_status cop_chess_move_from_text(const chess_position *position, cop_span text,
                                      copse_move *move, copse_message *why);

/* Eight rows with the names of rows and columns; after the last move the squares that it left and
 * reached are marked. */
int cop_chess_draw(const chess_position *position, copse_move last, char *text, size_t size);

#endif
