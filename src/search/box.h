/* SPDX-License-Identifier: MIT
 *
 * A black box that says what a leaf is worth, in place of the game's own evaluation: a shallow
 * search, or another program (Shoham & Toledo 2002, section 5.1). A best-first search need not know
 * of it: `game` evaluates by it. One that does may ask for other depths, and for the best move. The
 * boxes themselves are in evaluator/. */
#ifndef COP_SEARCH_BOX_H
#define COP_SEARCH_BOX_H

#include "base/process.h"
#include "copse.h"

typedef struct cop_box cop_box;

/* What a box has found out. */
typedef struct cop_sight {
    copse_score score; /* from the side to move; a proof counts plies from the position */
    copse_move best;   /* a legal move; COPSE_NO_MOVE: the game is over */
    uint64_t nodes;    /* that it took; 0: nobody knows, or it was known before */
    bool at_least;     /* the score may be more: it was enough */
    bool cut;          /* who asked would not wait: the game's own word, and any legal move */
} cop_sight;

struct cop_box {
    const copse_game *game;     /* `evaluate` is the box's answer; `noisy` and `expand` are gone */
    const copse_game *original; /* as it was */
    int depth;                  /* the paper's SEARCH-DEPTH, in plies */

    /* Looks so many plies deep, at least 1. A score of `enough` need not be made exact
     * (COPSE_INFINITE: no score is). `asker` is who waits for it; NULL: as long as the run goes on.
     * From any thread. */
    cop_sight (*look)(const cop_box *box, const void *position, int depth, copse_score enough,
                      const cop_asker *asker);
};

#endif
