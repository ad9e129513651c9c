/* SPDX-License-Identifier: MIT
 *
 * In which order the endgame search tries moves: see solve_search.c, of which this is a part. */
#ifndef COP_GAME_OTHELLO_SOLVE_ORDER_H
#define COP_GAME_OTHELLO_SOLVE_ORDER_H

#include "game/othello/evaluate.h"
#include "game/othello/solve_search.h"

enum {
    JUDGE_FROM = 12,  /* so many empty squares and more: moves are ordered by the evaluation, */
    JUDGE_STEP = 3,   /* and searched one ply deeper for that with every so many more */
    LOOK_EVERY = 4096 /* nodes between two looks whether to stop */
};

/* ---------------------------------------------------------------------------------------- moves */

typedef struct choice {
    othello_board after; /* as the other side sees it */
    uint64_t flips;
    int32_t rank; /* the larger, the sooner */
    uint8_t square;
} choice;

static inline int list_choices(othello_board b, uint64_t moves, choice *list)
{
    int count = 0;
    for (; moves != 0; moves &= moves - 1) {
        int square = othello_first(moves);
        choice *c = &list[count++];
        c->square = (uint8_t)square;
        c->flips = othello_flips(b, square);
        c->after = othello_play_flips(b, square, c->flips);
    }
    return count;
}

/* Brings the best of those that are left to the front. */
static inline choice *pick(choice *list, int from, int count)
{
    int top = from;
    for (int i = from + 1; i < count; i++)
        top = list[i].rank > list[top].rank ? i : top;
    choice taken = list[top];
    list[top] = list[from];
    list[from] = taken;
    return &list[from];
}

/* Squares by what they are worth, all else being equal: corners, then edges; not beside corners. */
static const uint8_t worth[64] = {9, 2, 8, 6, 6, 8, 2, 9, 2, 1, 3, 4, 4, 3, 1, 2, 8, 3, 7, 5, 5, 7,
                                  3, 8, 6, 4, 5, 0, 0, 5, 4, 6, 6, 4, 5, 0, 0, 5, 4, 6, 8, 3, 7, 5,
                                  5, 7, 3, 8, 2, 1, 3, 4, 4, 3, 1, 2, 9, 2, 8, 6, 6, 8, 2, 9};

/* Corners, and discs beside them on an edge that belong to the same side. */
static inline int corner_discs(uint64_t own)
{
    uint64_t corners = own & OTHELLO_CORNERS;
    uint64_t beside = (corners << 1 | corners >> 1) & 0x4200000000000042u;
    beside |= (corners << 8 | corners >> 8) & 0x0081000000008100u;
    return othello_count(corners | (beside & own));
}

/* Empty squares around discs of this side, which may become the other's moves. */
static inline int open_squares(othello_board b)
{
    uint64_t inner = b.own & OTHELLO_INNER_COLUMNS;
    uint64_t around = inner << 1 | inner >> 1 | b.own << 8 | b.own >> 8 | inner << 7 | inner >> 7 |
                      inner << 9 | inner >> 9;
    return othello_count(around & othello_empty(b));
}

/* How well a move does by what it leaves: few moves for the other side, corners twice. */
static inline int32_t rank_plainly(const choice *c, uint64_t odd)
{
    uint64_t moves = othello_moves(c->after);
    othello_board mine = othello_pass(c->after);
    int32_t rank = -(othello_count(moves) + othello_count(moves & OTHELLO_CORNERS)) * 4096;
    rank += corner_discs(mine.own) * 512;
    rank -= open_squares(mine) * 8;
    rank += (odd & othello_bit(c->square)) != 0 ? 64 : 0;
    return rank + worth[c->square];
}

/* Has another processor found out meanwhile what this one wants to know? */
static inline bool others_found(const othello_solver *s, othello_stake *stake)
{
    othello_facts facts;
    if (!othello_table_probe(&s->table, stake->key, &facts))
        return false;
    stake->value = facts.lower >= stake->beta ? facts.lower : facts.upper;
    stake->move = facts.move;
    return facts.lower >= stake->beta || facts.upper <= stake->alpha || facts.lower == facts.upper;
}

/* What others have found out may make all of this moot. */
static inline void look_around(othello_solver *s)
{
    for (int i = 0; i < s->depth && !s->stopped; i++)
        if (others_found(s, &s->stakes[i])) {
            s->stopped = true;
            s->back_to = i;
        }
}

/* Is it time to stop? Asks the caller now and then. */
static inline bool is_due(othello_solver *s)
{
    if (s->nodes < s->look)
        return s->stopped;
    copse_solving *task = s->task;
    if (task->stop != NULL && task->stop(task->user, s->nodes - s->told)) {
        s->stopped = true;
        s->back_to = OTHELLO_NOWHERE;
    }
    s->told = s->nodes;
    s->look = s->nodes + LOOK_EVERY;
    look_around(s);
    return s->stopped;
}

/* ------------------------------------------------------------------------------ judging by search
 */

/* The best of the boards after one move. */
static inline int foresee_next(othello_solver *s, othello_board b, uint64_t moves, int beta)
{
    othello_family family;
    int best = -COPSE_INFINITE;
    COP_BUILD(cop_othello_family)(s->weights, b, &family);
    for (; moves != 0 && best < beta; moves &= moves - 1) {
        int square = othello_first(moves);
        int value = -COP_BUILD(cop_othello_child)(&family, square, othello_flips(b, square));
        best = value > best ? value : best;
        s->nodes++;
    }
    return best;
}

/* What a search of one ply or more thinks of a board, in hundredths of a disc. */
static inline int foresee(othello_solver *s, othello_board b, int depth, int alpha, int beta)
{
    uint64_t moves = othello_moves(b);
    if (moves == 0) {
        if (othello_other_moves(b) == 0)
            return OTHELLO_DISC * othello_result(b);
        return -foresee(s, othello_pass(b), depth, -beta, -alpha);
    }
    if (depth == 1)
        return foresee_next(s, b, moves, beta);
    if (is_due(s))
        return 0;
    choice list[OTHELLO_MOST_MOVES];
    int count = list_choices(b, moves, list), best = -COPSE_INFINITE;
    s->nodes += (uint64_t)count;
    for (int i = 0; i < count; i++)
        list[i].rank = rank_plainly(&list[i], 0);
    for (int i = 0; i < count && best < beta; i++) {
        int value = -foresee(s, pick(list, i, count)->after, depth - 1, -beta, -alpha);
        best = value > best ? value : best;
        alpha = value > alpha ? value : alpha;
    }
    return best;
}

/* So many plies; -1: none, mobility is enough. */
static inline int judging_depth(const othello_solver *s, int empty)
{
    return empty < JUDGE_FROM || s->weights == NULL ? -1 : (empty - JUDGE_FROM) / JUDGE_STEP;
}

/* By evaluation, or by a search of some plies with it. A move that is worse than the best so far by
 * a margin need not be known exactly. */
static inline void judge_choices(othello_solver *s, othello_board b, choice *list, int count,
                                 int depth)
{
    enum { MARGIN = 10 * OTHELLO_DISC };
    othello_family family;
    int best = -COPSE_INFINITE;
    if (depth == 0)
        COP_BUILD(cop_othello_family)(s->weights, b, &family);
    for (int i = 0; i < count; i++) {
        choice *c = &list[i];
        int least = best == -COPSE_INFINITE ? best : best - MARGIN;
        int value = depth == 0 ? -COP_BUILD(cop_othello_child)(&family, c->square, c->flips)
                               : -foresee(s, c->after, depth, -COPSE_INFINITE, -least);
        best = value > best ? value : best;
        c->rank = c->rank / 3 + 16 * value; /* a move more or less is worth 0.85 discs */
    }
}

/* Ranks for all, the moves of the table first. */
static inline void rank_choices(othello_solver *s, othello_board b, choice *list, int count,
                                uint64_t odd, int depth, const othello_facts *hint)
{
    for (int i = 0; i < count; i++)
        list[i].rank = rank_plainly(&list[i], odd);
    if (depth >= 0)
        judge_choices(s, b, list, count, depth);
    for (int i = 0; i < count; i++)
        if (list[i].square == hint->move)
            list[i].rank = INT32_MAX;
        else if (list[i].square == hint->second)
            list[i].rank = INT32_MAX - 1;
}

#endif
