/* SPDX-License-Identifier: MIT
 *
 * From games to weights, by logistic regression.
 *
 * The chance p that the side to move wins, a draw being half a win, is taken to be
 * 1 / (1 + exp(-score / scale)). What p should be at a quiet position is known from its game: half
 * of it is the result, half what the search thought. The weights are those that make all this
 * likeliest, each held back a little from straying far from where it was made by hand; they are
 * found by gradient descent with moments (D. Kingma and J. Ba, "Adam", 2015) on small batches. */
#ifndef LAB_TRAIN_CHESS_FIT_H
#define LAB_TRAIN_CHESS_FIT_H

#include "game/chess/board.h"
#include "lab/train_chess.h"

/* Fits `weights`, from what they are, to the records that have moves. *scale is found too if it is
 * 0. Too few positions: `why` says so. */
copse_status train_chess_fit(const struct train_chess_record *records, int count,
                             const chess_position *start, uint64_t seed, double *scale,
                             chess_weights *weights, struct train_chess_fit *fit,
                             copse_message *why);

#endif
