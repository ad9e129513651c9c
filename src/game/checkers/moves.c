/* SPDX-License-Identifier: MIT
 *
 * Who can take must take, and goes on until nothing more can be taken; which piece and which way is
 * free. A piece that was jumped stays on the board until the move is over: it cannot be jumped
 * again and is in the way. A man that is crowned ends its move, which needs no check here: it takes
 * forward only, and ahead of the last row there is nothing. */
#include "game/checkers/moves.h"

#define ALWAYS static inline __attribute__((always_inline))

typedef struct jumping {
    uint64_t empty; /* the square where the move began counts */
    copse_move *next;
} jumping;

/* Writes all ways to go on from here; `move` is the way so far. */
typedef void jump_on(jumping *j, uint64_t at, uint64_t foes, copse_move move, int jumps);

ALWAYS bool jump(jumping *j, uint64_t at, uint64_t foes, copse_move move, int jumps, int direction,
                 jump_on *on)
{
    uint64_t over = checkers_shift(at, direction, 1) & foes;
    uint64_t land = checkers_shift(at, direction, 2) & j->empty;
    if (over == 0 || land == 0)
        return false;
    on(j, land, foes & ~over, move | (copse_move)direction << (10 + 2 * jumps), jumps + 1);
    return true;
}

ALWAYS void stay(jumping *j, copse_move move, int jumps)
{
    *j->next++ = move | (copse_move)jumps << 6;
}

/* One for each kind of piece, so that all shifts are by constants. */
static void black_man(jumping *j, uint64_t at, uint64_t foes, copse_move move, int jumps)
{
    bool left = jump(j, at, foes, move, jumps, 0, black_man);
    bool right = jump(j, at, foes, move, jumps, 1, black_man);
    if (!left && !right)
        stay(j, move, jumps);
}

static void white_man(jumping *j, uint64_t at, uint64_t foes, copse_move move, int jumps)
{
    bool right = jump(j, at, foes, move, jumps, 2, white_man);
    bool left = jump(j, at, foes, move, jumps, 3, white_man);
    if (!right && !left)
        stay(j, move, jumps);
}

static void king(jumping *j, uint64_t at, uint64_t foes, copse_move move, int jumps)
{
    bool any = jump(j, at, foes, move, jumps, 0, king);
    any |= jump(j, at, foes, move, jumps, 1, king);
    any |= jump(j, at, foes, move, jumps, 2, king);
    any |= jump(j, at, foes, move, jumps, 3, king);
    if (!any)
        stay(j, move, jumps);
}

ALWAYS int list_captures(const checkers_position *position, int side, uint64_t jumpers,
                         copse_move *moves)
{
    uint64_t empty = checkers_empty(position), foes = position->side[side ^ 1];
    jumping j = {.next = moves};
    for (; jumpers != 0; jumpers &= jumpers - 1) {
        uint64_t at = jumpers & -jumpers;
        copse_move from = (copse_move)__builtin_ctzll(at);
        j.empty = empty | at;
        if ((position->kings & at) != 0)
            king(&j, at, foes, from, 0);
        else if (side == CHECKERS_BLACK)
            black_man(&j, at, foes, from, 0);
        else
            white_man(&j, at, foes, from, 0);
    }
    return (int)(j.next - moves);
}

static inline copse_move *list_steps(uint64_t steppers, int direction, copse_move *next)
{
    for (; steppers != 0; steppers &= steppers - 1)
        *next++ = (copse_move)__builtin_ctzll(steppers) | (copse_move)direction << 10;
    return next;
}

/* Compiled once for each side, for the same reason. */
ALWAYS int list_of(const checkers_position *position, int side, copse_move *moves)
{
    uint64_t jumpers = checkers_jumpers(position, side);
    if (jumpers != 0)
        return list_captures(position, side, jumpers, moves);
    uint64_t own = position->side[side], empty = checkers_empty(position);
    uint64_t kings = own & position->kings;
    int ahead = side * 2;
    copse_move *next = moves;
    next = list_steps(checkers_can_step(own, empty, ahead), ahead, next);
    next = list_steps(checkers_can_step(own, empty, ahead + 1), ahead + 1, next);
    if (kings != 0) {
        int back = ahead ^ 2;
        next = list_steps(checkers_can_step(kings, empty, back), back, next);
        next = list_steps(checkers_can_step(kings, empty, back + 1), back + 1, next);
    }
    return (int)(next - moves);
}

int cop_checkers_list(const checkers_position *position, copse_move *moves)
{
    return position->turn == CHECKERS_BLACK ? list_of(position, CHECKERS_BLACK, moves)
                                            : list_of(position, CHECKERS_WHITE, moves);
}
