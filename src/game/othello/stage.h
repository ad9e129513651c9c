/* SPDX-License-Identifier: MIT
 *
 * Stages of the game, by discs on the board, and the range of estimates. */
#ifndef COP_GAME_OTHELLO_STAGE_H
#define COP_GAME_OTHELLO_STAGE_H

#include "copse.h"
#include "game/othello/board.h"

enum { OTHELLO_STAGES = 12, OTHELLO_STAGE_DISCS = 5, OTHELLO_MOST = 64 * OTHELLO_DISC };

static inline int othello_stage(int discs)
{
    int stage = (discs - 4) / OTHELLO_STAGE_DISCS;
    return stage < 0 ? 0 : stage >= OTHELLO_STAGES ? OTHELLO_STAGES - 1 : stage;
}

/* No estimate is better than a board full of own discs. */
static inline copse_score othello_within(int64_t score)
{
    int64_t most = OTHELLO_MOST;
    return (copse_score)(score < -most ? -most : score > most ? most : score);
}

#endif
