/* SPDX-License-Identifier: MIT
 *
 * Endgames that are drawn, or nearly, however far ahead a side is: the score is scaled down. */
#ifndef COP_GAME_CHESS_ENDINGS_H
#define COP_GAME_CHESS_ENDINGS_H

#include "game/chess/evaluate_inside.h"

#define LIGHT_SQUARES UINT64_C(0x55AA55AA55AA55AA)

/* What pieces other than pawns are worth here: in pawns, roughly. */
ALWAYS int chess_force(const chess_position *p, int side)
{
    uint64_t own = p->side[side];
    return 3 * count(own & (p->kind[CHESS_KNIGHT] | p->kind[CHESS_BISHOP])) +
           5 * count(own & p->kind[CHESS_ROOK]) + 9 * count(own & p->kind[CHESS_QUEEN]);
}

/* Only pawns of one rook's file, which the bishop, if there is one and nothing else, does not help
 * to promote, and the foe's king is there. */
ALWAYS bool wrong_corner(const chess_view *view, int strong)
{
    const chess_position *p = view->position;
    uint64_t own = p->side[strong], pawns = view->pawns[strong];
    uint64_t bishops = own & p->kind[CHESS_BISHOP];
    bool left = (pawns & ~FILE_A) == 0, right = (pawns & ~FILE_H) == 0;
    if ((own ^ pawns ^ bishops ^ (own & p->kind[CHESS_KING])) != 0 || (!left && !right))
        return false;
    int corner = (strong == CHESS_WHITE ? 56 : 0) + (left ? 0 : 7);
    bool light = (LIGHT_SQUARES >> corner & 1) != 0;
    if ((bishops & (light ? LIGHT_SQUARES : ~LIGHT_SQUARES)) != 0)
        return false;
    return steps(view->king[strong ^ 1], corner) <= 1;
}

/* In 64ths, for the side that is ahead. */
ALWAYS int chess_scale(const chess_view *view, int strong)
{
    const chess_position *p = view->position;
    int weak = strong ^ 1, ours = chess_force(p, strong);
    uint64_t pawns = view->pawns[strong];
    if (pawns == 0) {
        int theirs = chess_force(p, weak);
        bool knights = (p->side[strong] & ~(p->kind[CHESS_KNIGHT] | p->kind[CHESS_KING])) == 0;
        if (ours <= 3 || (knights && ours == 6))
            return view->pawns[weak] != 0 && knights && ours == 6 ? 4 : 0;
        return ours - theirs <= 3 ? 8 : 64;
    }
    if (ours <= 6 && wrong_corner(view, strong))
        return 0;
    uint64_t bishops[2] = {p->kind[CHESS_BISHOP] & p->side[0], p->kind[CHESS_BISHOP] & p->side[1]};
    bool one_each = count(bishops[0]) == 1 && count(bishops[1]) == 1;
    if (one_each && count((bishops[0] | bishops[1]) & LIGHT_SQUARES) == 1)
        return ours == 3 && chess_force(p, weak) == 3 ? 32 : 52;
    return 64;
}

#endif
