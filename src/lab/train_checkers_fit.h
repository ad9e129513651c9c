/* SPDX-License-Identifier: MIT
 *
 * From games to weights, by logistic regression.
 *
 * The chance p that the side to move wins, a draw being half a win, is taken to be
 * 1 / (1 + exp(-s)), s the score in some unit. What p should be at a position is known from its
 * game: half of it is the result, half what the search thought some plies later, by the scale of
 * the round before. The weights are the s for which all these together are likeliest, found by
 * Newton's method, which has one solution, and held back a little from straying far from 0.
 *
 * A man is 100 points and a king 130, as in Chinook, whatever comes out: the two have one weight
 * together, and what it is tells the unit. */
#ifndef LAB_TRAIN_CHECKERS_FIT_H
#define LAB_TRAIN_CHECKERS_FIT_H

#include "lab/train_checkers.h"

/* Fits `weights` to the records. `scale` is that of the scores in them: points that make the odds e
 * times as good. */
copse_status train_checkers_fit(const struct train_checkers_record *records, int count,
                                double scale, checkers_weights *weights,
                                struct train_checkers_fit *fit, copse_message *why);

#endif
