/* SPDX-License-Identifier: MIT */
#include "game/othello/evaluate.h"

/* -------------------------------------------------------------------------------------- lanes */

/* Adds what a set of discs contributes. */
static inline void add_all(othello_vector lanes[OTHELLO_VECTORS], const othello_shares *shares,
                           uint64_t discs)
{
    for (int half = 0; half < OTHELLO_HALF_ROWS; half++, discs >>= 4) {
        for (int i = 0; i < OTHELLO_VECTORS; i++)
            lanes[i] += shares->of[half][discs & 15][i];
    }
}

/* The same for few discs. */
static inline void add_some(othello_vector lanes[OTHELLO_VECTORS], const othello_shares *shares,
                            uint64_t discs)
{
    while (discs) {
        int half = othello_first(discs) / 4;
        uint64_t mask = UINT64_C(15) << 4 * half;
        for (int i = 0; i < OTHELLO_VECTORS; i++)
            lanes[i] += shares->of[half][discs >> 4 * half & 15][i];
        discs &= ~mask;
    }
}

/* The discs of `twice` count twice. */
static inline void make_lanes(const othello_shares *shares, uint64_t once, uint64_t twice,
                              othello_vector lanes[OTHELLO_VECTORS])
{
    for (int i = 0; i < OTHELLO_VECTORS; i++)
        lanes[i] = (othello_vector){0};
    add_all(lanes, shares, twice);
    for (int i = 0; i < OTHELLO_VECTORS; i++)
        lanes[i] += lanes[i];
    add_all(lanes, shares, once);
}

/* ------------------------------------------------------------------------------------- weights */

static inline int pattern_sum(const int16_t *weights, const othello_vector lanes[OTHELLO_VECTORS])
{
    const uint16_t *lane = (const uint16_t *)lanes;
    int sum = 0;
#define ADD_KIND(name, squares, begin, count, first)                                               \
    for (int i = (begin); i < (begin) + (count); i++)                                              \
        sum += weights[(first) + lane[i]];
    OTHELLO_KIND_LIST(ADD_KIND)
#undef ADD_KIND
    return sum;
}

static inline int fewer(int count)
{
    return count < OTHELLO_MOBILITIES ? count : OTHELLO_MOBILITIES - 1;
}

/* What a board is worth of which the lanes are known, if the side to move can move. */
static inline copse_score worth(const othello_weights *w, othello_board b,
                                const othello_vector lanes[OTHELLO_VECTORS], int moves,
                                int other_moves)
{
    uint64_t empty = othello_empty(b);
    int empties = othello_count(empty), stage = othello_stage(64 - empties);
    int sum = pattern_sum(w->patterns[stage], lanes);
    sum += w->mobility[stage][0][fewer(moves)] + w->mobility[stage][1][fewer(other_moves)];
    sum += w->parity[stage][othello_odd_quarters(empty)] + w->empties[empties < 60 ? empties : 60];
    return othello_within(sum);
}

/* A board on which the side to move cannot. Rare, so it is kept out of the way of the others. */
static __attribute__((noinline)) copse_score passed_worth(const othello_weights *w, othello_board b,
                                                          int other_moves)
{
    if (other_moves == 0)
        return OTHELLO_DISC * othello_result(b);
    othello_vector lanes[OTHELLO_VECTORS];
    make_lanes(&w->shares, b.other, b.own, lanes);
    return -worth(w, othello_pass(b), lanes, other_moves, 0);
}

copse_score COP_BUILD(cop_othello_evaluate)(const othello_weights *weights, othello_board board)
{
    othello_vector lanes[OTHELLO_VECTORS];
    int moves = othello_count(othello_moves(board));
    int other_moves = othello_count(othello_other_moves(board));
    if (moves == 0)
        return passed_worth(weights, board, other_moves);
    make_lanes(&weights->shares, board.own, board.other, lanes);
    return worth(weights, board, lanes, moves, other_moves);
}

void COP_BUILD(cop_othello_family)(const othello_weights *weights, othello_board board,
                                   othello_family *family)
{
    family->weights = weights;
    family->board = board;
    make_lanes(&weights->shares, board.other, board.own, family->lanes);
}

/* To the child's side to move the parent's own discs are the other's and count twice. A disc that
 * is turned over was its own, 1, and becomes the other's, 2; the new disc is the other's. */
copse_score COP_BUILD(cop_othello_child)(const othello_family *family, int square, uint64_t flips)
{
    const othello_weights *w = family->weights;
    othello_board child = othello_play_flips(family->board, square, flips);
    int moves = othello_count(othello_moves(child));
    int other_moves = othello_count(othello_other_moves(child));
    if (moves == 0)
        return passed_worth(w, child, other_moves);
    othello_vector lanes[OTHELLO_VECTORS];
    const othello_vector *disc = w->shares.of[square / 4][1 << square % 4];
    for (int i = 0; i < OTHELLO_VECTORS; i++)
        lanes[i] = family->lanes[i] + disc[i] + disc[i];
    add_some(lanes, &w->shares, flips);
    return worth(w, child, lanes, moves, other_moves);
}
