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
    int deepest; /* plies below a leaf that anything was looked at, since somebody set it to 0 */
    bool broken; /* the game gave more moves than it may */
    /* Where the game extends nothing its side may stand: what that is worth is asked first, and
     * often enough. */
    bool stands_first;

    /* What `evaluate` said lately, so that it need not be asked again: half of a hash and a score
     * in each place. Scores of another epoch are not believed: then the game's settings may have
     * been others. */
    bool remembers;
    uint64_t *seen;
    uint64_t epoch;

    char *positions; /* one for each ply; NULL: there are no noisy positions in this game */
    copse_move *moves;
    size_t bytes;
    copse_allocator allocator;
} cop_quiet;

enum { COP_QUIET_SEEN = 1 << 17 };

/* Ready for this game; what an earlier one needed is given back. False if there is no memory. */
bool cop_quiet_prepare(cop_quiet *quiet, const copse_game *game, const copse_allocator *allocator);
void cop_quiet_free(cop_quiet *quiet);

/* From now on evaluations are remembered, in a game with a hash function. False if there is no
 * memory. */
bool cop_quiet_remember(cop_quiet *quiet, const copse_allocator *allocator, uint64_t epoch);

/* Fetches what is remembered of a position into the cache while the caller does something else. */
static inline void cop_quiet_prefetch(const cop_quiet *quiet, const void *position)
{
    if (quiet->remembers)
        __builtin_prefetch(&quiet->seen[(quiet->game->hash(quiet->game, position) ^ quiet->epoch) %
                                        COP_QUIET_SEEN]);
}

/* What the game says of a position. */
static inline copse_score cop_quiet_evaluate(cop_quiet *quiet, const void *position)
{
    const copse_game *game = quiet->game;
    if (!quiet->remembers) {
        quiet->evaluations++;
        return game->evaluate(game, position);
    }
    uint64_t key = game->hash(game, position) ^ quiet->epoch;
    uint64_t *place = &quiet->seen[key % COP_QUIET_SEEN];
    uint64_t check = key >> 32 | 1; /* which no empty place has */
    if (*place >> 32 != check) {
        quiet->evaluations++;
        *place = check << 32 | (uint32_t)game->evaluate(game, position);
    }
    return (copse_score)(uint32_t)*place;
}

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
