/* SPDX-License-Identifier: MIT
 *
 * From the differences of a round to a model: tables and family.
 */
#ifndef LAB_LEARN_FIT_H
#define LAB_LEARN_FIT_H

#include "lab/learn.h"

/* The model that knows nothing: with it the first round begins. */
void learn_fit_nothing(struct learn *learn);

/* Makes learn->model of what the current round has found, and notes fits and movement. False, with
 * a sentence, if there is too little. */
bool learn_fit_round(struct learn *learn, copse_message *why);

#endif
