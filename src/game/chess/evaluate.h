/* SPDX-License-Identifier: MIT
 *
 * What a chess position is worth to the side to move, at a glance. */
#ifndef COP_GAME_CHESS_EVALUATE_H
#define COP_GAME_CHESS_EVALUATE_H

#include "base/cpu.h"
#include "game/chess/board.h"
#include "game/chess/weights.h"

/* Of a position in which the game is not over, in hundredths of a pawn. Two builds: see
 * base/cpu.h. */
copse_score cop_chess_evaluate_plain(const chess_weights *weights, const chess_position *position);
copse_score cop_chess_evaluate_avx2(const chess_weights *weights, const chess_position *position);

enum {
    CHESS_PHASES = 24,     /* with all pieces there */
    CHESS_SCALE_WHOLE = 64 /* where nothing is drawn by lack of material */
};

/* The same as numbers that the weights are multiplied with, for learning. The score is, but for
 * rounding, the sum of amounts[f] * (middle * phase + end * (24 - phase)) / 24, times scale / 64.
 * The scale asks who is ahead, and that depends on the weights. */
typedef struct chess_features {
    int16_t amounts[CHESS_FEATURES]; /* for the side to move */
    int phase, scale;
} chess_features;

void cop_chess_features(const chess_weights *weights, const chess_position *position,
                        chess_features *features);

#endif
