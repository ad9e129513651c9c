/* SPDX-License-Identifier: MIT
 *
 * Games of the trainer, and the small search that plays them. It is its own, so that the weights
 * that come out do not change with every change to the searches of the library. */
#ifndef LAB_TRAIN_CHESS_PLAY_H
#define LAB_TRAIN_CHESS_PLAY_H

#include "game/chess/board.h"
#include "lab/train_chess.h"

enum { TRAIN_CHESS_DEEPEST = 40, TRAIN_CHESS_MATE = 30000 };

/* What a thread plays with. */
struct train_chess_player {
    const chess_weights *weights;
    uint64_t nodes, most; /* of this search, and when it is to end */
    copse_move killers[TRAIN_CHESS_DEEPEST + 1][2];
    int32_t history[2][4096]; /* by side, from, to */
    struct train_chess_entry {
        uint64_t key;
        copse_move move;
        int16_t score;
        int8_t depth, bound; /* +1: at least the score, -1: at most, 0: just that */
    } table[1 << 14];
};

/* Plays a game with random numbers of its own. */
void train_chess_play(struct train_chess_player *player, const chess_position *start, int nodes,
                      uint64_t random, struct train_chess_record *record);

/* The value of a position when all is quiet, for the side to move. */
int train_chess_quiet(struct train_chess_player *player, const chess_position *position, int alpha,
                      int beta, int ply);

/* The best move and its score, of a position in which the game is not over, by deepening to `depth`
 * or until the nodes are used up. */
copse_move train_chess_search(struct train_chess_player *player, const chess_position *position,
                              int depth, int nodes, int *score);

#endif
