/* SPDX-License-Identifier: MIT
 *
 * The part of the evaluation that is about pawns: how they stand to each other, those that no pawn
 * can stop, and those that shelter kings or storm them. */
#ifndef COP_GAME_CHESS_EVALUATE_PAWNS_H
#define COP_GAME_CHESS_EVALUATE_PAWNS_H

#include "game/chess/evaluate_inside.h"

/* Finds the passed pawns too. A pawn is backward if a foe's attacks the square before it, and none
 * of its own can ever hold it there. */
ALWAYS void visit_pawns(void *sink, adder *add, chess_view *view, int side)
{
    int sign = sign_of(side), foe = side ^ 1;
    uint64_t pawns = view->pawns[side], foes = view->pawns[foe];
    uint64_t foes_ahead = fill_ahead(foe, back(side, foes));
    uint64_t files = fill_ahead(side, pawns) | fill_ahead(foe, pawns);
    uint64_t isolated = pawns & ~beside(files);
    uint64_t held = fill_ahead(side, view->pawn_attacks[side]);
    uint64_t backward =
        back(side, ahead(side, pawns) & view->pawn_attacks[foe] & ~held) & ~isolated;
    uint64_t blocked = back(side, fill_ahead(foe, pawns)); /* squares with an own pawn ahead */
    for (uint64_t rest = pawns; rest != 0; rest &= rest - 1)
        add(sink, CHESS_PAWN_ON + half_square(side, first(rest)) - 4, sign);
    add(sink, CHESS_PIECE + CHESS_PAWN, sign * count(pawns));
    add(sink, CHESS_DOUBLED, sign * count(pawns & blocked));
    add(sink, CHESS_ISOLATED, sign * count(isolated & foes_ahead));
    add(sink, CHESS_ISOLATED + 1, sign * count(isolated & ~foes_ahead));
    add(sink, CHESS_BACKWARD, sign * count(backward & foes_ahead));
    add(sink, CHESS_BACKWARD + 1, sign * count(backward & ~foes_ahead));
    uint64_t pairs = pawns & beside(pawns), chained = pawns & view->pawn_attacks[side];
    for (int rank = 1; rank < 7; rank++)
        add(sink, CHESS_BESIDE + rank - 1, sign * count(pairs & rank_set(side, rank)));
    for (int rank = 2; rank < 7; rank++)
        add(sink, CHESS_HELD + rank - 2, sign * count(chained & rank_set(side, rank)));
    view->passed[side] = pawns & ~foes_ahead & ~beside(foes_ahead) & ~blocked;
}

/* Can the pawn run to the last rank before the foe's king gets there? If there is nothing else to
 * stop it. */
ALWAYS bool runs_away(const chess_view *view, int side, int square, uint64_t way)
{
    const chess_position *p = view->position;
    uint64_t pieces = p->side[side ^ 1] & ~p->kind[CHESS_PAWN] & ~p->kind[CHESS_KING];
    if (pieces != 0 || (way & p->side[side]) != 0)
        return false;
    int left = 7 - rank_of(side, square);
    int goal = side == CHESS_WHITE ? 56 + (square & 7) : square & 7;
    left -= left == 6;
    return left + (p->turn != side) < steps(view->king[side ^ 1], goal);
}

/* After all attacks are known. */
ALWAYS void visit_passed(void *sink, adder *add, const chess_view *view, int side)
{
    int sign = sign_of(side), foe = side ^ 1;
    for (uint64_t rest = view->passed[side]; rest != 0; rest &= rest - 1) {
        int square = first(rest), rank = rank_of(side, square);
        int before = side == CHESS_WHITE ? square + 8 : square - 8;
        uint64_t way = fill_ahead(side, (uint64_t)1 << before);
        add(sink, CHESS_PASSED + rank - 1, sign);
        if ((view->occupied >> before & 1) == 0) {
            add(sink, CHESS_PASSED_FREE + rank - 1, sign);
            if ((way & (view->all[foe] | view->position->side[foe])) == 0)
                add(sink, CHESS_PASSED_SAFE + rank - 1, sign);
        }
        if (rank > 2) {
            int weight = sign * (rank - 2);
            add(sink, CHESS_PASSED_KING, weight * steps(view->king[side], before));
            add(sink, CHESS_PASSED_FOE, weight * steps(view->king[foe], before));
        }
        if (runs_away(view, side, square, way))
            add(sink, CHESS_RUNAWAY, sign);
    }
}

/* The rank of the pawn among these, of one file, that is nearest to this side's end of the board;
 * 7, where no pawn is, if there are none. */
ALWAYS int nearest(int side, uint64_t pawns, uint64_t file)
{
    uint64_t stop = file & rank_set(side, 7);
    return rank_of(side, side == CHESS_WHITE ? first(pawns | stop) : last(pawns | stop));
}

/* On the king's file and those beside it: the own pawn that stands nearest before the king, by its
 * rank, and the foe's. */
ALWAYS void visit_shelter(void *sink, adder *add, const chess_view *view, int side)
{
    int sign = sign_of(side), king = view->king[side], centre = king & 7;
    uint64_t before = fill_ahead(side, rank_set(side, rank_of(side, king)));
    uint64_t own = view->pawns[side] & before, foes = view->pawns[side ^ 1] & before;
    centre = centre == 0 ? 1 : centre == 7 ? 6 : centre;
    for (int file = centre - 1; file <= centre + 1; file++) {
        uint64_t mask = FILE_A << file;
        int edge = file < 4 ? file : 7 - file;
        int shield = nearest(side, own & mask, mask), storm = nearest(side, foes & mask, mask);
        bool stopped = (shield + 1 == storm) & (storm < 7);
        add(sink, CHESS_SHELTER + 7 * edge + shield - 1, sign);
        add(sink, CHESS_STORM + (stopped ? storm - 2 : 4 + storm), sign);
    }
}

#endif
