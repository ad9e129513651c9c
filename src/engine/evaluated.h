/* SPDX-License-Identifier: MIT
 *
 * The evaluator of a handle: made when a run asks for it, kept for the next one. */
#ifndef COP_ENGINE_EVALUATED_H
#define COP_ENGINE_EVALUATED_H

#include "evaluator/evaluator.h"
#include "search/job.h"

typedef struct cop_evaluated {
    cop_evaluator *evaluator; /* NULL: none */
    cop_game_settings passed; /* the game's settings and the evaluator's, for workers elsewhere */
} cop_evaluated;

/* Gives the job the box that its settings ask for, and the game that is evaluated by it; leaves it
 * alone if they ask for none. *changed: what was kept of earlier runs was evaluated otherwise. */
copse_status cop_evaluated_settle(cop_evaluated *evaluated, const copse_allocator *allocator,
                                  cop_job *job, int processors, bool *changed);

/* What was wrong with the evaluator in the last run; empty if nothing was. */
void cop_evaluated_remark(const cop_evaluated *evaluated, copse_message *message);

void cop_evaluated_free(cop_evaluated *evaluated);

#endif
