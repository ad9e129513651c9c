/* SPDX-License-Identifier: MIT
 *
 * Runs of best-first searches that know which positions are in the tree twice (tree/twins.h). */
#ifndef COP_SEARCH_BEST_TWINS_H
#define COP_SEARCH_BEST_TWINS_H

#include "search/best.h"
#include "tree/twins.h"

/* As cop_best_run(), with the option `transpositions`: the table gets an eighth of the memory, if
 * there is enough for it and a tree, the game can tell positions apart by a hash, and one processor
 * searches. Otherwise twins->entries is NULL. */
copse_status cop_best_run_with_twins(cop_best *b, cop_twins *twins, const cop_best_loops *loops,
                                     cop_job *job);

#endif
