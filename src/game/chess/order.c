/* SPDX-License-Identifier: MIT */
#include "game/chess/order.h"

#include "game/chess/moves.h"
#include "game/chess/play.h"
#include "game/chess/see.h"

enum {
    GOOD = 1000,          /* from here on: moves that lose nothing */
    PROMOTED_LESS = -5000 /* a knight is better than a queen once in a thousand games */
};

static int32_t rank_of(const chess_position *position, copse_move move)
{
    int promotion = chess_promotion(move);
    if (promotion != 0 && promotion != CHESS_QUEEN)
        return PROMOTED_LESS + promotion;
    if (promotion == 0 && (move & CHESS_CAPTURE) == 0)
        return 0;
    int taken = chess_taken(position, move), kind = chess_kind_on(position, chess_from(move));
    int victim = (promotion == 0 ? 0 : CHESS_QUEEN) + (taken == CHESS_NONE ? 0 : taken + 1);
    /* A knight for a bishop is even, and a king takes only what nobody holds. */
    bool even =
        taken >= kind || kind == CHESS_KING || (taken == CHESS_KNIGHT && kind == CHESS_BISHOP);
    if (promotion != 0 || !even) {
        int wins = COP_BUILD(cop_chess_see)(position, move);
        if (wins < 0)
            return wins;
    }
    return GOOD + 8 * victim - kind;
}

void COP_BUILD(cop_chess_rank)(const chess_position *position, const copse_move *moves, int count,
                               int32_t *ranks)
{
    for (int i = 0; i < count; i++)
        ranks[i] = rank_of(position, moves[i]);
}

/* Largest ranks first; those that are equal stay in their order. */
static void sort(copse_move *moves, int32_t *ranks, int count)
{
    for (int i = 1; i < count; i++) {
        copse_move move = moves[i];
        int32_t rank = ranks[i];
        int at = i;
        for (; at > 0 && ranks[at - 1] < rank; at--) {
            moves[at] = moves[at - 1];
            ranks[at] = ranks[at - 1];
        }
        moves[at] = move;
        ranks[at] = rank;
    }
}

int COP_BUILD(cop_chess_noisy)(const chess_position *position, copse_move *moves, bool *may_stand)
{
    int32_t ranks[CHESS_MOVES_ROOM];
    *may_stand = !chess_in_check(position);
    if (!*may_stand) {
        int all = COP_BUILD(cop_chess_list)(position, moves);
        COP_BUILD(cop_chess_rank)(position, moves, all, ranks);
        sort(moves, ranks, all);
        return all;
    }
    int listed = COP_BUILD(cop_chess_list_noisy)(position, moves), kept = 0;
    for (int i = 0; i < listed; i++) {
        int32_t rank = rank_of(position, moves[i]);
        if (rank < 0)
            continue;
        moves[kept] = moves[i];
        ranks[kept++] = rank;
    }
    sort(moves, ranks, kept);
    return kept;
}

#ifndef COP_AVX2
bool cop_chess_skip(const chess_position *from, chess_position *to)
{
    uint64_t weak = from->kind[CHESS_PAWN] | from->kind[CHESS_KING];
    if ((from->side[from->turn] & ~weak) == 0 || chess_in_check(from))
        return false;
    chess_pass(from, to);
    return true;
}
#endif
