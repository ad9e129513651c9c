/* SPDX-License-Identifier: MIT
 *
 * Corrected leaves: a game whose evaluation is the original's plus what a model says a position of
 * its kind turns out to be better, on average, than it looks. Most of what a best-first search that
 * goes by such a model gains over a shallow alpha-beta is this correction, so a fair comparison
 * gives it to both. */
#ifndef COP_ENGINE_CORRECTED_H
#define COP_ENGINE_CORRECTED_H

#include "tree/model.h"

typedef struct cop_corrected {
    copse_game game; /* its context is this record, so it must stay where it is */
    const copse_game *original;
    const cop_model *model;
} cop_corrected;

/* Makes corrected->game from a game and a model, which must outlive it. It has all that a search
 * asks of the original but `expand`, whose scores would not be corrected; notation it has none. */
void cop_corrected_init(cop_corrected *corrected, const copse_game *original,
                        const cop_model *model);

#endif
