/* SPDX-License-Identifier: MIT
 *
 * The static evaluation: a sum of features, each with its weight. What is a feature is said once,
 * in visit(), which is compiled twice: to add up a score, and to list the features for learning. */
#include "game/checkers/evaluate.h"

#define DOUBLE_CORNERS 0x440000011u /* 1, 5, 28, 32 */
#define CENTRE 0x0198CC00u          /* 10, 11, 14, 15, 18, 19, 22, 23 */
#define EDGE 0x38060300Eu           /* the rest of it */

#define ALWAYS static inline __attribute__((always_inline))

typedef void adder(void *sink, int feature, int amount);

ALWAYS int count(uint64_t set)
{
    return __builtin_popcountll(set);
}

/* All squares one step from these, on any board. */
ALWAYS uint64_t around(uint64_t set)
{
    return set << 4 | set << 5 | set >> 4 | set >> 5;
}

/* Men that nobody can keep from being crowned, roughly: the way is empty, and beside it stands no
 * foe that could take them. */
ALWAYS void visit_runaways(void *sink, adder *add, int side, int sign, uint64_t men, uint64_t foes,
                           uint64_t empty)
{
    static const uint64_t rows[2][3] = {
        {(uint64_t)15 << 27, (uint64_t)15 << 22, (uint64_t)15 << 18},
        {(uint64_t)15 << 4, (uint64_t)15 << 9, (uint64_t)15 << 13},
    };
    uint64_t safe = empty & ~around(foes);
    uint64_t free = empty & checkers_crown_row(side);
    for (int steps = 0; steps < 3; steps++) {
        int back = side * 2 ^ 2;
        uint64_t here =
            rows[side][steps] & (checkers_shift(free, back, 1) | checkers_shift(free, back + 1, 1));
        add(sink, CHECKERS_RUNAWAY + steps, sign * count(men & here));
        free = here & safe;
    }
}

ALWAYS void visit_kings(void *sink, adder *add, int sign, uint64_t kings, uint64_t empty)
{
    int steps = 0;
    uint64_t moving = 0;
    for (int direction = 0; direction < 4; direction++) {
        uint64_t able = checkers_can_step(kings, empty, direction);
        steps += count(able);
        moving |= able;
    }
    add(sink, CHECKERS_KING, sign * count(kings));
    add(sink, CHECKERS_KING_ON, sign * count(kings & DOUBLE_CORNERS));
    add(sink, CHECKERS_KING_ON + 1, sign * count(kings & CENTRE));
    add(sink, CHECKERS_KING_ON + 2, sign * count(kings & EDGE));
    add(sink, CHECKERS_KING_STEPS, sign * steps);
    add(sink, CHECKERS_STUCK_KING, sign * count(kings & ~moving));
}

/* One side's part. */
ALWAYS void visit_side(void *sink, adder *add, const checkers_position *position, int side,
                       int sign)
{
    static const uint8_t turned[16] = {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15};
    uint64_t own = position->side[side], foes = position->side[side ^ 1];
    uint64_t men = own & ~position->kings, empty = checkers_empty(position);
    int ahead = side * 2;
    add(sink, CHECKERS_MAN, sign * count(men));
    for (uint64_t rest = men; rest != 0; rest &= rest - 1) {
        int bit = __builtin_ctzll(rest);
        bit = side == CHECKERS_BLACK ? bit : 34 - bit;
        add(sink, CHECKERS_MAN_ON + bit - bit / 9, sign);
    }
    unsigned back = side == CHECKERS_BLACK ? (unsigned)men & 15 : turned[men >> 31 & 15];
    if (back != 0)
        add(sink, CHECKERS_BACK + (int)back - 1, sign);
    uint64_t foe_men = foes & ~position->kings;
    bool dog = side == CHECKERS_BLACK ? (men >> 30 & 1) != 0 && (foe_men >> 34 & 1) != 0
                                      : (men >> 4 & 1) != 0 && (foe_men & 1) != 0;
    if (dog)
        add(sink, CHECKERS_DOG_HOLE, sign);
    add(sink, CHECKERS_MAN_STEPS,
        sign * (count(checkers_can_step(men, empty, ahead)) +
                count(checkers_can_step(men, empty, ahead + 1))));
    visit_runaways(sink, add, side, sign, men, foes, empty);
    if (own != men)
        visit_kings(sink, add, sign, own & position->kings, empty);
    uint64_t jumpers = checkers_jumpers(position, side);
    if (jumpers == 0)
        return;
    if (sign > 0)
        add(sink, CHECKERS_TAKES, 1);
    else
        add(sink, CHECKERS_THREATENS, -count(jumpers));
}

/* Who has "the move": with as many pieces on both sides and nothing more to be taken, the last one
 * to run out of steps. It depends on how many pieces stand on every other row. */
ALWAYS int opposition(const checkers_position *position)
{
    static const uint64_t rows[2] = {0x0783C1E0Fu, 0x7FBFDFEFFu & ~(uint64_t)0x0783C1E0Fu};
    uint64_t all = position->side[0] | position->side[1];
    return (count(all & rows[position->turn]) & 1) != 0 ? 1 : -1;
}

ALWAYS void visit(void *sink, adder *add, const checkers_position *position)
{
    int pieces[2] = {count(position->side[0]), count(position->side[1])};
    int turn = position->turn, lead = pieces[turn] - pieces[turn ^ 1];
    add(sink, CHECKERS_TURN, 1);
    if (lead == 0)
        add(sink, CHECKERS_OPPOSITION, opposition(position));
    else
        add(sink, CHECKERS_AHEAD, lead * (24 - pieces[0] - pieces[1]));
    visit_side(sink, add, position, CHECKERS_BLACK, turn == CHECKERS_BLACK ? 1 : -1);
    visit_side(sink, add, position, CHECKERS_WHITE, turn == CHECKERS_WHITE ? 1 : -1);
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

copse_score COP_BUILD(cop_checkers_evaluate)(const checkers_weights *weights,
                                             const checkers_position *position)
{
    score_sum score = {.weights = weights->of};
    visit(&score, add_to_score, position);
    int pieces = count(position->side[0] | position->side[1]);
    int64_t opening = cop_tapered_early(score.sum), ending = cop_tapered_late(score.sum);
    return (copse_score)((opening * pieces + ending * (24 - pieces)) / 240);
}

#ifndef COP_AVX2
ALWAYS void add_to_list(void *sink, int feature, int amount)
{
    int16_t *amounts = sink;
    amounts[feature] = (int16_t)(amounts[feature] + amount);
}

void cop_checkers_features(const checkers_position *position, int16_t amounts[CHECKERS_FEATURES])
{
    memset(amounts, 0, CHECKERS_FEATURES * sizeof amounts[0]);
    visit(amounts, add_to_list, position);
}
#endif
