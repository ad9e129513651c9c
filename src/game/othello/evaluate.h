/* SPDX-License-Identifier: MIT
 *
 * What an Othello board is worth to the side to move, in hundredths of a disc, by patterns: the sum
 * of 46 weights, one for what each group of squares holds, and of a few more for mobility and
 * parity. Where the side to move has to pass it is the other side's worth; where the game is over,
 * the result.
 *
 * Compiled twice (base/cpu.h). Files that are too say COP_BUILD(cop_othello_evaluate), all others
 * cop_othello_evaluate.
 */
#ifndef COP_GAME_OTHELLO_EVALUATE_H
#define COP_GAME_OTHELLO_EVALUATE_H

#include "base/cpu.h"
#include "game/othello/weights.h"

/* A board whose children are to be evaluated. Its lanes are made once; a child's differ from them
 * by its move and what that turns over. */
typedef struct othello_family {
    othello_vector lanes[OTHELLO_VECTORS]; /* as the other side sees the board */
    const othello_weights *weights;
    othello_board board;
} othello_family;

/* How many quarters of the board have an odd number of empty squares. */
static inline int othello_odd_quarters(uint64_t empty)
{
    const uint64_t quarter = 0x0f0f0f0fu;
    return (othello_count(empty & quarter) & 1) + (othello_count(empty & quarter << 4) & 1) +
           (othello_count(empty & quarter << 32) & 1) + (othello_count(empty & quarter << 36) & 1);
}

#define OTHELLO_EVALUATE_DECLARE(build)                                                            \
    copse_score cop_othello_evaluate##build(const othello_weights *weights, othello_board board);  \
    void cop_othello_family##build(const othello_weights *weights, othello_board board,            \
                                   othello_family *family);                                        \
    copse_score cop_othello_child##build(const othello_family *family, int square, uint64_t flips);
OTHELLO_EVALUATE_DECLARE(_plain)
OTHELLO_EVALUATE_DECLARE(_avx2)

static inline copse_score cop_othello_evaluate(const othello_weights *weights, othello_board board)
{
    return COP_PICK(cop_othello_evaluate)(weights, board);
}

/* Begins with a board. */
static inline void cop_othello_family(const othello_weights *weights, othello_board board,
                                      othello_family *family)
{
    COP_PICK(cop_othello_family)(weights, board, family);
}

/* What cop_othello_evaluate() says of the board after a move with these flips, which have to be
 * what othello_flips() says, faster. */
static inline copse_score cop_othello_child(const othello_family *family, int square,
                                            uint64_t flips)
{
    return COP_PICK(cop_othello_child)(family, square, flips);
}

#endif
