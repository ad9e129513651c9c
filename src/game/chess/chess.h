/* SPDX-License-Identifier: MIT
 *
 * The parts that the game's table is put together from. */
#ifndef COP_GAME_CHESS_CHESS_H
#define COP_GAME_CHESS_CHESS_H

#include "base/cpu.h"
#include "game/chess/board.h"
#include "game/chess/syzygy.h"
#include "game/chess/weights.h"

/* How chess is judged: what the table's `context` points to. */
typedef struct chess_setup {
    const chess_weights *weights;
    const chess_tablebase *tablebase; /* endgame tables, or NULL */
} chess_setup;

extern const chess_setup cop_chess_standard;

static inline const chess_setup *chess_setup_of(const copse_game *game)
{
    return game->context;
}

enum { CHESS_CLASS_STEPS = 6 }; /* of the number of moves, in class_of */

/* What searches call at every node, in two builds: hot.c. */
typedef struct chess_hot {
    int (*moves)(const copse_game *game, const void *position, copse_move *moves);
    void (*play)(const copse_game *game, const void *from, copse_move move, void *to);
    copse_score (*evaluate)(const copse_game *game, const void *position);
    int (*expand)(const copse_game *game, const void *position, int first, copse_score enough,
                  copse_child *children, void *positions, int *total);
    int (*noisy)(const copse_game *game, const void *position, copse_move *moves, bool *may_stand);
    void (*rank)(const copse_game *game, const void *position, const copse_move *moves, int count,
                 int32_t *ranks);
    int (*extension)(const copse_game *game, const void *position);
    int (*class_of)(const copse_game *game, const void *position);
} chess_hot;

extern const chess_hot cop_chess_hot_plain, cop_chess_hot_avx2;

#endif
