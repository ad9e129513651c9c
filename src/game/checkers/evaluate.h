/* SPDX-License-Identifier: MIT
 *
 * What a checkers position is worth to the side to move, at a glance. */
#ifndef COP_GAME_CHECKERS_EVALUATE_H
#define COP_GAME_CHECKERS_EVALUATE_H

#include "base/cpu.h"
#include "game/checkers/board.h"
#include "game/checkers/weights.h"

/* Of a position in which the side to move has a move. Two builds: see base/cpu.h. */
copse_score cop_checkers_evaluate_plain(const checkers_weights *weights,
                                        const checkers_position *position);
copse_score cop_checkers_evaluate_avx2(const checkers_weights *weights,
                                       const checkers_position *position);

/* The same as numbers that the weights are multiplied with, for learning: the score is, up to
 * rounding, the sum of amounts[f] * (opening * pieces + ending * (24 - pieces)) / 240. */
void cop_checkers_features(const checkers_position *position, int16_t amounts[CHECKERS_FEATURES]);

#endif
