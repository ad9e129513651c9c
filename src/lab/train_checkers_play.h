/* SPDX-License-Identifier: MIT
 *
 * Games of the trainer, and the small search that plays them. */
#ifndef LAB_TRAIN_CHECKERS_PLAY_H
#define LAB_TRAIN_CHECKERS_PLAY_H

#include "game/checkers/board.h"
#include "lab/train_checkers.h"

/* Plays a game with random numbers of its own. */
void train_checkers_play(const checkers_weights *weights, int depth, uint64_t random,
                         struct train_checkers_record *record);

/* The value of a position in points for the side to move, by plain alpha-beta to this depth, with
 * all captures after it. A side without moves has -COPSE_WIN. */
copse_score train_checkers_search(const checkers_weights *weights,
                                  const checkers_position *position, int depth, copse_score alpha,
                                  copse_score beta);

#endif
