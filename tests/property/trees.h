/* SPDX-License-Identifier: MIT
 *
 * Thousands of small trees of mixed shapes, with what plain minimax says of them. */
#ifndef COPSE_TESTS_PROPERTY_TREES_H
#define COPSE_TESTS_PROPERTY_TREES_H

#include "support.h"

enum { TREE_MOVES = 64, TREE_BYTES = 64, TREE_GAMES = 4 };

typedef struct sample {
    const copse_game *game;
    char text[120]; /* to say which tree it was */
    _Alignas(16) char position[TREE_BYTES];
    int depth;         /* to search to */
    copse_score value; /* minimax to that depth */
    uint64_t best;     /* moves that have that value, a bit for each in the game's order */
    int moves;
    copse_move move[TREE_MOVES];
} sample;

/* Random trees with noisy positions, for whom `noisy` is there. */
const copse_game *tree_noisy_game(void);

/* The tree of this number: random trees of all shapes and generators, with and without noisy
 * positions, from single children to leaves at different depths, ordered trees, and for one in
 * eight a Connect Four position, whose lines of play transpose. */
void tree_make(sample *t, uint64_t number);

/* The same tree with its leaves corrected by TREE_MODEL, as `leaves=corrected` does; false for a
 * game that the model does not know. */
#define TREE_MODEL "random-random-10"
bool tree_correct(sample *t);

/* Is this one of the best moves? */
bool tree_is_best(const sample *t, copse_move move);

#endif
