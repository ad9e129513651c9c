/* SPDX-License-Identifier: MIT
 *
 * The searches by which a model is learned, with the options that they need. What fails leaves a
 * sentence in `why`, and a search or none to be freed.
 */
#ifndef LAB_LEARN_SEARCH_H
#define LAB_LEARN_SEARCH_H

#include "evaluator/evaluator.h"
#include "lab/learn.h"

/* An algorithm with options that have a line "name=value" each. */
copse_status learn_new_search(const struct learn *learn, const char *algorithm, const char *options,
                              copse_search **search, copse_message *why);

/* The one for real scores. */
copse_status learn_new_deep(const struct learn *learn, copse_search **search, copse_message *why);

/* RBFM with the model of the round before. */
copse_status learn_new_rbfm(const struct learn *learn, copse_search **search, copse_message *why);

/* The evaluator that rbfm's options name; *evaluator is left alone if they name none. */
copse_status learn_new_evaluator(const struct learn *learn, cop_evaluator **evaluator,
                                 copse_message *why);

#endif
