/* SPDX-License-Identifier: MIT
 *
 * Games of the trainer, and the small search that plays them. */
#ifndef LAB_TRAIN_OTHELLO_PLAY_H
#define LAB_TRAIN_OTHELLO_PLAY_H

#include "lab/train_othello.h"

/* What a thread plays with. */
struct train_player {
    const othello_weights *weights;
    int depth, solved;
    uint64_t random;
    void *memory; /* of the solver */
};

enum { TRAIN_SOLVER_MEMORY = 1 << 16 };

/* Plays game number `game` of a round. */
void train_play(struct train_player *player, uint64_t seed, int round, int game,
                struct train_record *record);

/* The value of a board on which the game is not over by plain alpha-beta to this depth. */
copse_score train_search(const othello_weights *weights, othello_board board, int depth,
                         copse_score alpha, copse_score beta);

/* Goes through the positions of a game that are to be used, in each of which the side to move can
 * move. Begin with train_walk_begin(); false: no more. */
struct train_walk {
    const struct train_record *record;
    othello_board board;
    int at, side;               /* moves played; 1: white is to move */
    int value;                  /* how the game went on, in discs for the side to move */
    copse_score target;         /* what is to be learned, for the side to move */
    float targets[TRAIN_MOVES]; /* the same for black, of all positions */
};

/* `trust`, 0 to 1: how much of a target comes from the searches of the game, not from its end. */
void train_walk_begin(struct train_walk *walk, const struct train_record *record, float trust);
bool train_walk_next(struct train_walk *walk);

#endif
