/* SPDX-License-Identifier: MIT
 *
 * Quiescence: what a leaf is worth to a search. Where a game says which moves have to be looked at
 * before a position may be evaluated (`noisy`), a leaf is searched on until all is quiet; in any
 * other game it is worth what `evaluate` says. Every searcher has one of these for itself. */
#ifndef COP_SEARCH_QUIET_H
#define COP_SEARCH_QUIET_H

#include "search/job.h"

typedef struct cop_quiet {
    const copse_game *game;
    /* Produced and evaluated on the way, besides the leaf itself, since the last cop_quiet_count().
     */
    uint64_t nodes, evaluations;
    bool broken; /* the game gave more moves than it may */

    char *positions; /* one for each ply; NULL: there are no noisy positions in this game */
    copse_move *moves;
    size_t bytes;
    copse_allocator allocator;
} cop_quiet;

/* Ready for this game; what an earlier one needed is given back. False if there is no memory. */
bool cop_quiet_prepare(cop_quiet *quiet, const copse_game *game, const copse_allocator *allocator);
void cop_quiet_free(cop_quiet *quiet);

/* The value of a leaf of a game with noisy positions, from the leaf's side to move, exact within
 * the window and a bound outside it. Proofs count plies from the leaf on. */
copse_score cop_quiet_search(cop_quiet *quiet, const void *leaf, copse_score alpha,
                             copse_score beta);

/* The value of any leaf. */
static inline copse_score cop_quiet_value(cop_quiet *quiet, const void *leaf)
{
    return quiet->positions == NULL
               ? quiet->game->evaluate(quiet->game, leaf)
               : cop_quiet_search(quiet, leaf, -COPSE_INFINITE, COPSE_INFINITE);
}

/* Adds what was looked at on the way to these counts. */
static inline void cop_quiet_count(cop_quiet *quiet, copse_result *counts)
{
    counts->nodes += quiet->nodes;
    counts->evaluations += quiet->evaluations;
    quiet->nodes = quiet->evaluations = 0;
}

#endif
