/* SPDX-License-Identifier: MIT
 *
 * The static evaluation: a sum of features, each with its weight. What is a feature is said once,
 * in visit() and the parts that it calls, which are compiled twice: to add up a score, and to list
 * the features for learning. The features are what chess programs have long had (see
 * docs/evaluation/chess.md); each counts for White or, with the other sign, for Black. */
#include "game/chess/evaluate.h"

#include "game/chess/endings.h"
#include "game/chess/evaluate_pawns.h"

#include <string.h>

/* ------------------------------------------------------------------------------------- pieces */

ALWAYS void look_at_pawns_and_king(chess_view *view, int side)
{
    const chess_position *p = view->position;
    uint64_t pawns = chess_pieces(p, side, CHESS_PAWN);
    uint64_t left = pawns_left(side, pawns), right = pawns_right(side, pawns);
    int king = chess_king_square(p, side);
    uint64_t ring = chess_king_attacks(king);
    view->pawns[side] = pawns;
    view->pawn_attacks[side] = left | right;
    view->king[side] = king;
    view->by[side][CHESS_PAWN] = left | right;
    view->by[side][CHESS_KING] = ring;
    view->all[side] = left | right | ring;
    view->twice[side] = (left & right) | ((left | right) & ring);
    view->ring[side] = ring | CHESS_BIT(king);
    view->zone[side] = view->ring[side] | ahead(side, ring);
}

/* All of one kind: where they stand, how many moves they have, what they attack. */
ALWAYS void visit_kind(void *sink, adder *add, chess_view *view, int side, int kind, int on,
                       int moves)
{
    /* What it is to attack squares round the king, and each of those next to it. */
    static const int8_t presence[6] = {0, 3, 3, 4, 5, 0};
    int sign = sign_of(side), foe = side ^ 1;
    uint64_t all = view->all[side], twice = view->twice[side], by = 0;
    uint64_t pieces = chess_pieces(view->position, side, kind);
    add(sink, CHESS_PIECE + kind, sign * count(pieces));
    for (uint64_t rest = pieces; rest != 0; rest &= rest - 1) {
        int square = first(rest);
        uint64_t attacks = chess_attacks(kind, square, view->occupied);
        twice |= all & attacks;
        all |= attacks;
        by |= attacks;
        add(sink, on + half_square(side, square), sign);
        add(sink, moves + count(attacks & view->area[side]), sign);
        if ((attacks & view->zone[foe]) != 0)
            view->units[side] += presence[kind] + count(attacks & view->ring[foe]);
    }
    view->all[side] = all;
    view->twice[side] = twice;
    view->by[side][kind] = by;
}

ALWAYS void visit_minors(void *sink, adder *add, const chess_view *view, int side)
{
    const chess_position *p = view->position;
    int sign = sign_of(side), foe = side ^ 1;
    uint64_t pawns = view->pawns[side], knights = chess_pieces(p, side, CHESS_KNIGHT);
    uint64_t bishops = chess_pieces(p, side, CHESS_BISHOP);
    uint64_t safe = view->pawn_attacks[side] & ~fill_ahead(foe, view->pawn_attacks[foe]) &
                    (rank_set(side, 3) | rank_set(side, 4) | rank_set(side, 5));
    add(sink, CHESS_OUTPOST, sign * count(knights & safe));
    add(sink, CHESS_OUTPOST + 1, sign * count(bishops & safe));
    add(sink, CHESS_SHIELDED, sign * count((knights | bishops) & back(side, p->kind[CHESS_PAWN])));
    uint64_t light = bishops & LIGHT_SQUARES, dark = bishops & ~LIGHT_SQUARES;
    if (light != 0)
        add(sink, CHESS_BAD_BISHOP, sign * count(light) * count(pawns & LIGHT_SQUARES));
    if (dark != 0)
        add(sink, CHESS_BAD_BISHOP, sign * count(dark) * count(pawns & ~LIGHT_SQUARES));
    if (light != 0 && dark != 0)
        add(sink, CHESS_BISHOP_PAIR, sign);
}

ALWAYS void visit_rooks(void *sink, adder *add, const chess_view *view, int side)
{
    const chess_position *p = view->position;
    int sign = sign_of(side), foe = side ^ 1;
    uint64_t rooks = chess_pieces(p, side, CHESS_ROOK);
    if (rooks == 0)
        return;
    uint64_t own = fill_ahead(0, view->pawns[side]) | fill_ahead(1, view->pawns[side]);
    uint64_t foes = fill_ahead(0, view->pawns[foe]) | fill_ahead(1, view->pawns[foe]);
    add(sink, CHESS_ROOK_FILE, sign * count(rooks & ~own & ~foes));
    add(sink, CHESS_ROOK_FILE + 1, sign * count(rooks & ~own & foes));
    uint64_t seventh = rank_set(side, 6), eighth = rank_set(side, 7);
    if (((view->pawns[foe] & seventh) | (CHESS_BIT(view->king[foe]) & eighth)) != 0)
        add(sink, CHESS_SEVENTH, sign * count(rooks & seventh));
}

/* ------------------------------------------------------------------------- attacks on each other
 */

/* Units of attack on the foe's king: pieces that reach its surroundings, squares next to it that
 * are badly held, checks that could be given safely. What they are worth together is learned. */
ALWAYS void visit_danger(void *sink, adder *add, const chess_view *view, int side)
{
    enum { WEAK = 2, KNIGHT = 5, BISHOP = 4, ROOK = 6, QUEEN = 5, NO_QUEEN = 8 };
    int foe = side ^ 1, units = view->units[side], king = view->king[foe];
    if (units == 0)
        return;
    const uint64_t *by = view->by[side];
    uint64_t weak = view->all[side] & ~view->twice[foe] &
                    (~view->all[foe] | view->by[foe][CHESS_KING] | view->by[foe][CHESS_QUEEN]);
    uint64_t safe = ~view->position->side[side] & (~view->all[foe] | (weak & view->twice[side]));
    uint64_t straight = chess_rook_attacks(king, view->occupied) & safe;
    uint64_t slanting = chess_bishop_attacks(king, view->occupied) & safe;
    units += WEAK * count(weak & view->ring[foe]);
    units += (chess_knight_attacks(king) & safe & by[CHESS_KNIGHT]) != 0 ? KNIGHT : 0;
    units += (slanting & by[CHESS_BISHOP]) != 0 ? BISHOP : 0;
    units += (straight & by[CHESS_ROOK]) != 0 ? ROOK : 0;
    units += ((straight | slanting) & by[CHESS_QUEEN]) != 0 ? QUEEN : 0;
    if (by[CHESS_QUEEN] == 0)
        units -= NO_QUEEN;
    int number = units / 2 - 1;
    if (number >= 0)
        add(sink,
            CHESS_DANGER + (number < CHESS_LAST_DANGER - CHESS_DANGER
                                ? number
                                : CHESS_LAST_DANGER - CHESS_DANGER),
            sign_of(side));
}

/* Pieces that these attack: knights, bishops, rooks, queens. */
ALWAYS void visit_hits(void *sink, adder *add, const chess_position *p, int sign, int feature,
                       uint64_t hit)
{
    for (int kind = CHESS_KNIGHT; kind <= CHESS_QUEEN; kind++)
        add(sink, feature + kind - CHESS_KNIGHT, sign * count(hit & p->kind[kind]));
}

ALWAYS void visit_threats(void *sink, adder *add, const chess_view *view, int side)
{
    const chess_position *p = view->position;
    int sign = sign_of(side), foe = side ^ 1;
    const uint64_t *by = view->by[side];
    uint64_t foes = p->side[foe], pieces = foes & ~p->kind[CHESS_PAWN];
    uint64_t loose = foes & ~view->all[foe];
    uint64_t hit = pieces & by[CHESS_PAWN];
    if (hit != 0)
        visit_hits(sink, add, p, sign, CHESS_PAWN_HITS, hit);
    hit = by[CHESS_KNIGHT] | by[CHESS_BISHOP];
    if ((hit & (pieces | loose)) != 0) {
        add(sink, CHESS_MINOR_HITS, sign * count(hit & loose & p->kind[CHESS_PAWN]));
        visit_hits(sink, add, p, sign, CHESS_MINOR_HITS + 1, hit & pieces);
    }
    hit = by[CHESS_ROOK];
    if ((hit & (pieces | loose)) != 0) {
        add(sink, CHESS_ROOK_HITS, sign * count(hit & loose & p->kind[CHESS_PAWN]));
        visit_hits(sink, add, p, sign, CHESS_ROOK_HITS + 1, hit & pieces);
    }
    add(sink, CHESS_KING_HITS, sign * count(by[CHESS_KING] & loose));
    add(sink, CHESS_HANGING, sign * count(pieces & loose & view->all[side]));

    uint64_t step = ahead(side, view->pawns[side]) & ~view->occupied;
    step |= ahead(side, step & rank_set(side, 2)) & ~view->occupied;
    step &= ~view->pawn_attacks[foe] & (view->all[side] | ~view->all[foe]);
    hit = (pawns_left(side, step) | pawns_right(side, step)) & pieces & ~by[CHESS_PAWN];
    add(sink, CHESS_PUSH_HITS, sign * count(hit));
}

ALWAYS void visit_space(void *sink, adder *add, const chess_view *view, int side)
{
    const uint64_t centre = UINT64_C(0x3C3C3C3C3C3C3C3C);
    uint64_t home = rank_set(side, 1) | rank_set(side, 2) | rank_set(side, 3);
    uint64_t safe = centre & home & ~view->pawns[side] & ~view->pawn_attacks[side ^ 1];
    add(sink, CHESS_SPACE, sign_of(side) * count(safe));
}

/* The foe has nothing left but the king, and there is enough to mate it: to the edge with it. */
ALWAYS void visit_drive(void *sink, adder *add, const chess_view *view, int side)
{
    const chess_position *p = view->position;
    int sign = sign_of(side), king = view->king[side ^ 1];
    if ((p->side[side ^ 1] & ~p->kind[CHESS_KING]) != 0 || chess_force(p, side) < 5)
        return;
    int file = king & 7, rank = king >> 3;
    int off = (file < 4 ? 3 - file : file - 4) + (rank < 4 ? 3 - rank : rank - 4);
    add(sink, CHESS_DRIVE, sign * off);
    add(sink, CHESS_DRIVE + 1, sign * (7 - steps(king, view->king[side])));
    uint64_t bishops = chess_pieces(p, side, CHESS_BISHOP);
    uint64_t others = p->kind[CHESS_PAWN] | p->kind[CHESS_ROOK] | p->kind[CHESS_QUEEN];
    if (others != 0 || bishops == 0 || (bishops & (bishops - 1)) != 0)
        return;
    bool light = (bishops & LIGHT_SQUARES) != 0;
    int one = steps(king, light ? 7 : 0), two = steps(king, light ? 56 : 63);
    add(sink, CHESS_DRIVE + 2, sign * (7 - (one < two ? one : two)));
}

/* --------------------------------------------------------------------------------------- all of it
 */

ALWAYS void look_around(chess_view *view, int side)
{
    view->area[side] =
        ~(view->pawns[side] | CHESS_BIT(view->king[side]) | view->pawn_attacks[side ^ 1]);
}

ALWAYS void visit_pieces(void *sink, adder *add, chess_view *view, int side)
{
    visit_kind(sink, add, view, side, CHESS_KNIGHT, CHESS_KNIGHT_ON, CHESS_KNIGHT_MOVES);
    visit_kind(sink, add, view, side, CHESS_BISHOP, CHESS_BISHOP_ON, CHESS_BISHOP_MOVES);
    visit_kind(sink, add, view, side, CHESS_ROOK, CHESS_ROOK_ON, CHESS_ROOK_MOVES);
    visit_kind(sink, add, view, side, CHESS_QUEEN, CHESS_QUEEN_ON, CHESS_QUEEN_MOVES);
    add(sink, CHESS_KING_ON + half_square(side, view->king[side]), sign_of(side));
    visit_minors(sink, add, view, side);
    visit_rooks(sink, add, view, side);
    visit_shelter(sink, add, view, side);
    visit_space(sink, add, view, side);
}

ALWAYS void visit_attacks(void *sink, adder *add, const chess_view *view, int side)
{
    visit_passed(sink, add, view, side);
    visit_danger(sink, add, view, side);
    visit_threats(sink, add, view, side);
    visit_drive(sink, add, view, side);
}

ALWAYS void visit(void *sink, adder *add, const chess_position *position, chess_view *view)
{
    view->position = position;
    view->occupied = chess_occupied(position);
    view->units[0] = view->units[1] = 0;
    look_at_pawns_and_king(view, CHESS_WHITE);
    look_at_pawns_and_king(view, CHESS_BLACK);
    look_around(view, CHESS_WHITE);
    look_around(view, CHESS_BLACK);
    visit_pawns(sink, add, view, CHESS_WHITE);
    visit_pawns(sink, add, view, CHESS_BLACK);
    visit_pieces(sink, add, view, CHESS_WHITE);
    visit_pieces(sink, add, view, CHESS_BLACK);
    visit_attacks(sink, add, view, CHESS_WHITE);
    visit_attacks(sink, add, view, CHESS_BLACK);
    add(sink, CHESS_TURN, position->turn == CHESS_WHITE ? 1 : -1);
}

/* A knight or bishop is 1, a rook 2, a queen 4: 24 at the start. More pieces are no more opening.
 */
ALWAYS int phase_of(const chess_position *p)
{
    int phase = count(p->kind[CHESS_KNIGHT] | p->kind[CHESS_BISHOP]) +
                2 * count(p->kind[CHESS_ROOK]) + 4 * count(p->kind[CHESS_QUEEN]);
    return phase < CHESS_PHASES ? phase : CHESS_PHASES;
}

ALWAYS int scale_of(const chess_view *view, int64_t sum)
{
    int32_t end = cop_tapered_late(sum), lead = end != 0 ? end : cop_tapered_early(sum);
    return chess_scale(view, lead >= 0 ? CHESS_WHITE : CHESS_BLACK);
}

/* -------------------------------------------------------------------------------- the two uses */

typedef struct score_sum {
    const int64_t *weights;
    int64_t sum;
} score_sum;

ALWAYS void add_to_score(void *sink, int feature, int amount)
{
    score_sum *score = sink;
    score->sum += score->weights[feature] * amount;
}

copse_score COP_BUILD(cop_chess_evaluate)(const chess_weights *weights,
                                          const chess_position *position)
{
    chess_view view;
    score_sum score = {.weights = weights->of};
    visit(&score, add_to_score, position, &view);
    int phase = phase_of(position), scale = scale_of(&view, score.sum);
    int64_t whole = (int64_t)cop_tapered_early(score.sum) * phase +
                    (int64_t)cop_tapered_late(score.sum) * (CHESS_PHASES - phase);
    int64_t value = whole * scale / (CHESS_PHASES * CHESS_SCALE_WHOLE);
    return (copse_score)(position->turn == CHESS_WHITE ? value : -value);
}

#ifndef COP_AVX2
ALWAYS void add_to_list(void *sink, int feature, int amount)
{
    int16_t *amounts = sink;
    amounts[feature] = (int16_t)(amounts[feature] + amount);
}

void cop_chess_features(const chess_weights *weights, const chess_position *position,
                        chess_features *features)
{
    chess_view view;
    int64_t sum = 0;
    memset(features, 0, sizeof *features);
    visit(features->amounts, add_to_list, position, &view);
    for (int f = 0; f < CHESS_FEATURES; f++) {
        sum += weights->of[f] * features->amounts[f];
        if (position->turn == CHESS_BLACK)
            features->amounts[f] = (int16_t)-features->amounts[f];
    }
    features->phase = phase_of(position);
    features->scale = scale_of(&view, sum);
}
#endif
