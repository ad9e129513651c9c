/* SPDX-License-Identifier: MIT
 *
 * Our own search as a black box: principal variation search with quiescence. As exact as minimax,
 * so that its proofs are proofs; or, if it is to be quick, with null moves, reductions, extensions
 * and pruning, as far as the game has what it takes. Wins and losses are claims then, since moves
 * were left out: a score of a million, less the plies. */
#ifndef COP_EVALUATOR_DEEP_H
#define COP_EVALUATOR_DEEP_H

#include "search/box.h"

typedef struct cop_deep cop_deep;

/* NULL if there is no memory. The allocator and the game must outlive it. */
cop_deep *cop_deep_new(const copse_allocator *allocator, const copse_game *game, bool quick);
void cop_deep_free(cop_deep *deep); /* NULL is fine */

/* The game is not over there. False if there was no memory, the game lies, or the asker had enough
 * before the end: then only the nodes are known. */
bool cop_deep_look(cop_deep *deep, const void *position, int depth, copse_score enough,
                   const cop_asker *asker, cop_sight *sight);

#endif
