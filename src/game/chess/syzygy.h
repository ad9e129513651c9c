/* SPDX-License-Identifier: MIT
 *
 * Syzygy endgame tables, read by the library fathom if this machine has it (Debian: libfathom1):
 * copse is neither built nor linked with it, so that who embeds libcopse need not have it. */
#ifndef COP_GAME_CHESS_SYZYGY_H
#define COP_GAME_CHESS_SYZYGY_H

#include "game/chess/board.h"

/* What a win is worth by the tables, which do not say how long it takes: more than any estimate,
 * and less with more pieces on the board, so that a side that wins takes. */
enum { CHESS_TABLE_WIN = 20000, CHESS_TABLE_PIECE = 100 };

typedef struct chess_tablebase chess_tablebase;

/* Opens a folder, or several with ':' between. Fathom has one place for all its tables: another
 * folder can be opened when nobody uses the first any more. On failure `why` has a sentence. */
copse_status cop_chess_tablebase_open(const char *folder, const chess_tablebase **opened,
                                      copse_message *why);
void cop_chess_tablebase_close(const chess_tablebase *opened);

/* The exact value, draws by fifty moves counted; false if the tables do not have it. They have
 * positions just after a capture or a pawn's move, without castling. */
bool cop_chess_tablebase_score(const chess_tablebase *tablebase, const chess_position *position,
                               copse_score *score);

#endif
