/* SPDX-License-Identifier: MIT */
#include "game/chess/see.h"

static const int values[7] = CHESS_EXCHANGE_VALUES;

/* An exchange that is under way. */
typedef struct exchange {
    const chess_position *position;
    uint64_t occupied, attackers; /* of the square, of both sides, as far as they are still there */
    int square;
    int gain; /* of the move that begins it */
    int prey; /* kind of the piece that stands on the square after that */
} exchange;

static inline exchange begin(const chess_position *position, copse_move move)
{
    int from = chess_from(move), to = chess_to(move), promotion = chess_promotion(move);
    exchange e = {.position = position, .square = to};
    e.gain = values[chess_taken(position, move)];
    e.prey = chess_kind_on(position, from);
    if (promotion != 0) {
        e.gain += values[promotion] - values[CHESS_PAWN];
        e.prey = promotion;
    }
    e.occupied = (chess_occupied(position) & ~CHESS_BIT(from)) | CHESS_BIT(to);
    if ((move & CHESS_EN_PASSANT) != 0)
        e.occupied &= ~CHESS_BIT(to ^ 8);
    e.attackers = chess_attackers(position, to, e.occupied) & e.occupied;
    return e;
}

/* The kind of the least valuable piece of this side that may take; CHESS_NONE if there is none. The
 * piece leaves, and what stood behind it attacks too. */
static inline int next_taker(exchange *e, int side)
{
    const chess_position *p = e->position;
    uint64_t own = e->attackers & p->side[side];
    if (own == 0)
        return CHESS_NONE;
    int kind = CHESS_PAWN;
    while ((own & p->kind[kind]) == 0)
        kind++;
    if (kind == CHESS_KING && (e->attackers & p->side[side ^ 1]) != 0)
        return CHESS_NONE;
    uint64_t taker = own & p->kind[kind];
    e->occupied ^= taker & -taker;
    if (kind == CHESS_PAWN || kind == CHESS_BISHOP || kind == CHESS_QUEEN)
        e->attackers |= chess_bishop_attacks(e->square, e->occupied) &
                        (p->kind[CHESS_BISHOP] | p->kind[CHESS_QUEEN]);
    if (kind == CHESS_ROOK || kind == CHESS_QUEEN)
        e->attackers |= chess_rook_attacks(e->square, e->occupied) &
                        (p->kind[CHESS_ROOK] | p->kind[CHESS_QUEEN]);
    e->attackers &= e->occupied;
    return kind;
}

int COP_BUILD(cop_chess_see)(const chess_position *position, copse_move move)
{
    if ((move & CHESS_CASTLING) != 0)
        return 0;
    exchange e = begin(position, move);
    int gains[33] = {e.gain}, last = 0, side = position->turn ^ 1, prey = e.prey;
    for (int kind; last < 32 && (kind = next_taker(&e, side)) != CHESS_NONE; side ^= 1) {
        gains[last + 1] = values[prey] - gains[last];
        last++;
        prey = kind;
    }
    /* From the end: each side takes only if that is better than to leave it. */
    for (; last > 0; last--)
        if (gains[last - 1] > -gains[last])
            gains[last - 1] = -gains[last];
    return gains[0];
}

bool COP_BUILD(cop_chess_see_reaches)(const chess_position *position, copse_move move, int least)
{
    if ((move & CHESS_CASTLING) != 0)
        return least <= 0;
    exchange e = begin(position, move);
    int side = position->turn ^ 1;
    int balance = e.gain - least;
    if (balance < 0)
        return false;
    balance -= values[e.prey]; /* if that is lost and nothing more happens */
    if (balance >= 0)
        return true;
    for (int kind; (kind = next_taker(&e, side)) != CHESS_NONE;) {
        side ^= 1;
        balance = -balance - 1 - values[kind];
        if (balance >= 0)
            break;
    }
    return side != position->turn;
}
