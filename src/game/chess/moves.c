/* SPDX-License-Identifier: MIT
 *
 * Legal moves without trying any: pieces that are pinned stay on the line of the pin, and who is in
 * check moves the king, takes the piece that gives it, or steps between. Only en passant, which
 * takes two pieces off a row, and the king's own steps are looked at one by one.
 *
 * Compiled for each colour and each purpose, so that shifts are by constants and counting writes
 * nothing. And all of it twice: see base/cpu.h. */
#include "game/chess/moves.h"
#include "game/chess/play.h"

#define ALWAYS CHESS_ALWAYS

/* Write all, write captures and promotions to a queen, count all, find out whether there is any. */
enum purpose { LIST, NOISY, COUNT, ANY };

typedef struct generator {
    const chess_position *position;
    uint64_t own, foes, occupied;
    int king;
    uint64_t checkers;
    uint64_t pinned;             /* own pieces between the king and a slider */
    uint64_t straight, slanting; /* the squares on which those stay that rooks, bishops pin */
    uint64_t targets;            /* where others than the king may go: all, unless in check */
    copse_move *next;
    int count;
} generator;

/* Pins and checks: along each line from the king to a foe that moves on it. */
ALWAYS void look_around(generator *g, int side)
{
    const uint64_t *kind = g->position->kind;
    const chess_slider *rook = &cop_chess_tables.rook[g->king];
    const chess_slider *bishop = &cop_chess_tables.bishop[g->king];
    uint64_t rooks = rook->rays & g->foes & (kind[CHESS_ROOK] | kind[CHESS_QUEEN]);
    uint64_t bishops = bishop->rays & g->foes & (kind[CHESS_BISHOP] | kind[CHESS_QUEEN]);
    g->checkers = g->foes & ((chess_knight_attacks(g->king) & kind[CHESS_KNIGHT]) |
                             (chess_pawn_attacks(side, g->king) & kind[CHESS_PAWN]));
    g->pinned = g->straight = g->slanting = 0;
    for (uint64_t rest = rooks | bishops; rest != 0; rest &= rest - 1) {
        uint64_t bit = rest & -rest, path = chess_between(g->king, chess_first(rest));
        uint64_t blockers = path & g->occupied;
        if (blockers == 0) {
            g->checkers |= bit;
        } else if ((blockers & (blockers - 1)) == 0 && (blockers & g->own) != 0) {
            g->pinned |= blockers;
            if ((rooks & bit) != 0)
                g->straight |= path | bit;
            else
                g->slanting |= path | bit;
        }
    }
}

/* ---------------------------------------------------------------------------------------- sinks */

ALWAYS void add(generator *g, enum purpose purpose, copse_move move)
{
    if (purpose == LIST || purpose == NOISY)
        *g->next++ = move;
    else
        g->count++;
}

/* All moves from a square to these. */
ALWAYS void add_targets(generator *g, enum purpose purpose, int from, uint64_t targets)
{
    if (purpose == COUNT || purpose == ANY) {
        g->count += chess_count(targets);
        return;
    }
    for (; targets != 0; targets &= targets - 1) {
        copse_move to = (copse_move)chess_first(targets);
        copse_move capture =
            purpose == NOISY ? CHESS_CAPTURE : (copse_move)(g->foes >> to & 1) * CHESS_CAPTURE;
        *g->next++ = (copse_move)from | to << 6 | capture;
    }
}

/* Pawns that end on these squares and came from `back` squares before them. */
ALWAYS void add_pawns(generator *g, enum purpose purpose, uint64_t ends, int back, copse_move flags)
{
    const uint64_t last = CHESS_ROW_1 | CHESS_ROW_8;
    if (purpose == COUNT || purpose == ANY) {
        g->count += chess_count(ends);
        if ((ends & last) != 0)
            g->count += 3 * chess_count(ends & last);
        return;
    }
    for (uint64_t rest = ends & last; rest != 0; rest &= rest - 1) {
        int to = chess_first(rest);
        copse_move move = (copse_move)(to - back) | (copse_move)to << 6 | flags;
        for (int kind = CHESS_QUEEN; kind >= (purpose == NOISY ? CHESS_QUEEN : CHESS_KNIGHT);
             kind--)
            *g->next++ = move | (copse_move)kind << 12;
    }
    if (purpose == NOISY && flags == 0)
        return;
    for (uint64_t rest = ends & ~last; rest != 0; rest &= rest - 1) {
        int to = chess_first(rest);
        *g->next++ = (copse_move)(to - back) | (copse_move)to << 6 | flags;
    }
}

/* --------------------------------------------------------------------------------------- pieces */

ALWAYS uint64_t shift(uint64_t set, int by)
{
    return by > 0 ? set << by : set >> -by;
}

ALWAYS void pawns_take(generator *g, enum purpose purpose, uint64_t pawns, int by)
{
    /* Columns from which there is nothing on that side. */
    uint64_t edge = by == 7 || by == -9 ? CHESS_COLUMN_A : CHESS_COLUMN_H;
    uint64_t ends = shift(pawns & ~g->pinned & ~edge, by);
    if ((pawns & g->pinned) != 0)
        ends |= shift(pawns & g->pinned & g->slanting & ~edge, by) & g->slanting;
    add_pawns(g, purpose, ends & g->foes & g->targets, by, CHESS_CAPTURE);
}

ALWAYS void pawns_step(generator *g, enum purpose purpose, int side, uint64_t pawns)
{
    const int ahead = side == CHESS_WHITE ? 8 : -8;
    const uint64_t third = CHESS_ROW_1 << (side == CHESS_WHITE ? 16 : 40);
    uint64_t free = pawns & ~(g->pinned & ~(CHESS_COLUMN_A << (g->king & 7)));
    uint64_t single = shift(free, ahead) & ~g->occupied;
    uint64_t twice = shift(single & third, ahead) & ~g->occupied;
    add_pawns(g, purpose, single & g->targets, ahead, 0);
    if (purpose != NOISY)
        add_pawns(g, purpose, twice & g->targets, 2 * ahead, 0);
}

ALWAYS void pawns_pass(generator *g, enum purpose purpose, int side)
{
    int square = g->position->en_passant;
    if (square == CHESS_NO_SQUARE)
        return;
    for (uint64_t rest = chess_passers(g->position, side, square); rest != 0; rest &= rest - 1)
        add(g, purpose,
            (copse_move)chess_first(rest) | (copse_move)square << 6 | CHESS_CAPTURE |
                CHESS_EN_PASSANT);
}

/* Bishops, rooks and, twice, queens. */
ALWAYS void slide(generator *g, enum purpose purpose, uint64_t pieces, bool as_rook,
                  uint64_t allowed)
{
    uint64_t line = as_rook ? g->straight : g->slanting;
    for (uint64_t rest = pieces & ~(g->pinned & ~line); rest != 0; rest &= rest - 1) {
        int from = chess_first(rest);
        uint64_t attacks = as_rook ? chess_rook_attacks(from, g->occupied)
                                   : chess_bishop_attacks(from, g->occupied);
        attacks &= allowed;
        if ((g->pinned & rest & -rest) != 0)
            attacks &= line;
        add_targets(g, purpose, from, attacks);
    }
}

ALWAYS void king_steps(generator *g, enum purpose purpose, int side, uint64_t allowed)
{
    uint64_t targets = chess_king_attacks(g->king) & allowed;
    uint64_t occupied = g->occupied ^ CHESS_BIT(g->king), safe = 0;
    for (; targets != 0; targets &= targets - 1)
        if (!chess_is_attacked(g->position, chess_first(targets), side ^ 1, occupied))
            safe |= targets & -targets;
    add_targets(g, purpose, g->king, safe);
}

/* The squares from one to another in a row, both among them. */
ALWAYS uint64_t span(int a, int b)
{
    return chess_between(a, b) | CHESS_BIT(a) | CHESS_BIT(b);
}

/* Not in check. King and rook pass over empty squares but for each other; the king's are not
 * attacked, and where it ends not even when the rook is gone from where it was. */
ALWAYS void castle(generator *g, enum purpose purpose, int side, int wing)
{
    if ((g->position->castling >> (side * 2 + wing) & 1) == 0)
        return;
    int rook = g->position->rook_home[side * 2 + wing];
    int king_end = chess_castled_king(side, wing), rook_end = chess_castled_rook(side, wing);
    uint64_t pair = CHESS_BIT(g->king) | CHESS_BIT(rook), others = g->occupied & ~pair;
    uint64_t way = span(g->king, king_end);
    if (((way | span(rook, rook_end)) & others) != 0)
        return;
    for (uint64_t rest = way & ~CHESS_BIT(king_end) & ~CHESS_BIT(g->king); rest != 0;
         rest &= rest - 1)
        if (chess_is_attacked(g->position, chess_first(rest), side ^ 1, g->occupied))
            return;
    if (!chess_is_attacked(g->position, king_end, side ^ 1, others | CHESS_BIT(rook_end)))
        add(g, purpose, (copse_move)g->king | (copse_move)rook << 6 | CHESS_CASTLING);
}

/* --------------------------------------------------------------------------------------- it all */

ALWAYS int generate(const chess_position *position, int side, enum purpose purpose,
                    copse_move *moves)
{
    const uint64_t *kind = position->kind;
    generator g = {.position = position,
                   .own = position->side[side],
                   .foes = position->side[side ^ 1],
                   .next = moves};
    g.occupied = g.own | g.foes;
    g.king = chess_first(g.own & kind[CHESS_KING]);
    look_around(&g, side);
    uint64_t allowed = purpose == NOISY ? g.foes : ~g.own;
    if ((g.checkers & (g.checkers - 1)) == 0) { /* not two at once */
        g.targets = g.checkers == 0 ? ~(uint64_t)0
                                    : g.checkers | chess_between(g.king, chess_first(g.checkers));
        uint64_t pawns = g.own & kind[CHESS_PAWN];
        pawns_take(&g, purpose, pawns, side == CHESS_WHITE ? 7 : -9);
        pawns_take(&g, purpose, pawns, side == CHESS_WHITE ? 9 : -7);
        pawns_pass(&g, purpose, side);
        pawns_step(&g, purpose, side, pawns);
        if (purpose == ANY && g.count != 0)
            return g.count;
        uint64_t there = allowed & g.targets;
        for (uint64_t rest = g.own & kind[CHESS_KNIGHT] & ~g.pinned; rest != 0; rest &= rest - 1)
            add_targets(&g, purpose, chess_first(rest),
                        chess_knight_attacks(chess_first(rest)) & there);
        if (purpose == ANY && g.count != 0)
            return g.count;
        slide(&g, purpose, g.own & (kind[CHESS_BISHOP] | kind[CHESS_QUEEN]), false, there);
        slide(&g, purpose, g.own & (kind[CHESS_ROOK] | kind[CHESS_QUEEN]), true, there);
        if (purpose == ANY && g.count != 0)
            return g.count;
        if (g.checkers == 0 && purpose != NOISY && (position->castling >> side * 2 & 3) != 0) {
            castle(&g, purpose, side, CHESS_KING_SIDE);
            castle(&g, purpose, side, CHESS_QUEEN_SIDE);
        }
    }
    king_steps(&g, purpose, side, allowed);
    return purpose == LIST || purpose == NOISY ? (int)(g.next - moves) : g.count;
}

int COP_BUILD(cop_chess_list)(const chess_position *position, copse_move *moves)
{
    return position->turn == CHESS_WHITE ? generate(position, CHESS_WHITE, LIST, moves)
                                         : generate(position, CHESS_BLACK, LIST, moves);
}

int COP_BUILD(cop_chess_list_noisy)(const chess_position *position, copse_move *moves)
{
    return position->turn == CHESS_WHITE ? generate(position, CHESS_WHITE, NOISY, moves)
                                         : generate(position, CHESS_BLACK, NOISY, moves);
}

int COP_BUILD(cop_chess_count)(const chess_position *position)
{
    return position->turn == CHESS_WHITE ? generate(position, CHESS_WHITE, COUNT, NULL)
                                         : generate(position, CHESS_BLACK, COUNT, NULL);
}

bool COP_BUILD(cop_chess_can_move)(const chess_position *position)
{
    return (position->turn == CHESS_WHITE ? generate(position, CHESS_WHITE, ANY, NULL)
                                          : generate(position, CHESS_BLACK, ANY, NULL)) != 0;
}

/* ---------------------------------------------------------------------------------------- perft */

static uint64_t lines_of_black(const chess_position *position, int depth);

static uint64_t lines_of_white(const chess_position *position, int depth)
{
    copse_move moves[CHESS_MOVES_ROOM];
    chess_position child;
    uint64_t lines = 0;
    if (depth == 1)
        return (uint64_t)generate(position, CHESS_WHITE, COUNT, NULL);
    int count = COP_BUILD(cop_chess_list)(position, moves);
    for (int i = 0; i < count; i++) {
        chess_play_board(position, moves[i], CHESS_WHITE, &child);
        lines += lines_of_black(&child, depth - 1);
    }
    return lines;
}

static uint64_t lines_of_black(const chess_position *position, int depth)
{
    copse_move moves[CHESS_MOVES_ROOM];
    chess_position child;
    uint64_t lines = 0;
    if (depth == 1)
        return (uint64_t)generate(position, CHESS_BLACK, COUNT, NULL);
    int count = COP_BUILD(cop_chess_list)(position, moves);
    for (int i = 0; i < count; i++) {
        chess_play_board(position, moves[i], CHESS_BLACK, &child);
        lines += lines_of_white(&child, depth - 1);
    }
    return lines;
}

uint64_t COP_BUILD(cop_chess_lines)(const chess_position *position, int depth)
{
    return position->turn == CHESS_WHITE ? lines_of_white(position, depth)
                                         : lines_of_black(position, depth);
}
