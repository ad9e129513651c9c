/* SPDX-License-Identifier: MIT
 *
 * The evaluation by patterns: the fast ways against the plain one, on boards of random games. */
#include "game/othello/evaluate.h"
#include "support.h"

enum { GAMES = 300 };

static othello_weights *weights;

/* Different contents have different weights, so that a wrong lane cannot go unnoticed; mirror
 * images have the same. */
static int make_weights(void **state)
{
    uint64_t random = 1;
    (void)state;
    weights = aligned_alloc(64, (sizeof *weights + 63) / 64 * 64);
    assert_non_null(weights);
    cop_othello_weights_init(weights);
    for (int stage = 0; stage < OTHELLO_STAGES; stage++) {
        for (int kind = 0; kind < OTHELLO_KINDS; kind++) {
            int16_t *table = weights->patterns[stage] + cop_othello_kinds[kind].first;
            for (int i = 0; i < cop_othello_kinds[kind].contents; i++) {
                int mirror = cop_othello_mirror(kind, i);
                table[i] = mirror < i ? table[mirror] : (int16_t)((int)draw(&random, 201) - 100);
            }
        }
        for (int i = 0; i < 5; i++)
            weights->parity[stage][i] = (int16_t)(7 * i - stage);
    }
    for (int i = 0; i <= 60; i++)
        weights->empties[i] = (int16_t)(3 * i);
    return 0;
}

static int free_weights(void **state)
{
    (void)state;
    free(weights);
    return 0;
}

/* The sum as the comment in evaluate.h says it. */
static copse_score plainly(othello_board b)
{
    uint16_t lanes[OTHELLO_LANES];
    int own = othello_count(othello_moves_plain(b)), quarters = 0;
    int other = othello_count(othello_moves_plain(othello_pass(b)));
    if (own == 0)
        return other ? -plainly(othello_pass(b)) : 100 * othello_result(b);
    int empties = 0, odd[4] = {0};
    for (int square = 0; square < 64; square++) {
        int empty = (b.own | b.other) >> square & 1 ? 0 : 1;
        empties += empty;
        odd[square / 32 * 2 + square % 8 / 4] ^= empty;
    }
    for (int i = 0; i < 4; i++)
        quarters += odd[i];
    int stage = (60 - empties) / 5, sum = 0;
    cop_othello_lanes_plainly(b.own, b.other, lanes);
    for (int kind = 0; kind < OTHELLO_KINDS; kind++) {
        const othello_kind *k = &cop_othello_kinds[kind];
        for (int lane = k->lane; lane < k->lane + k->lanes; lane++)
            sum += weights->patterns[stage][k->first + lanes[lane]];
    }
    sum += weights->mobility[stage][0][own] + weights->mobility[stage][1][other];
    sum += weights->parity[stage][quarters] + weights->empties[empties];
    return sum > 6400 ? 6400 : sum < -6400 ? -6400 : sum;
}

static void agree(othello_board b)
{
    copse_score expected = plainly(b);
    assert_int_equal(cop_othello_evaluate_plain(weights, b), expected);
    assert_int_equal(cop_othello_evaluate(weights, b), expected);
    othello_family family, plain_family;
    cop_othello_family(weights, b, &family);
    cop_othello_family_plain(weights, b, &plain_family);
    for (uint64_t moves = othello_moves_plain(b); moves; moves &= moves - 1) {
        int square = othello_first(moves);
        uint64_t flips = othello_flips_plain(b, square);
        copse_score child = plainly(othello_play_flips(b, square, flips));
        assert_int_equal(cop_othello_child(&family, square, flips), child);
        assert_int_equal(cop_othello_child_plain(&plain_family, square, flips), child);
    }
}

/* Every board of some games played at random, to the end. */
static void test_ways_agree(void **state)
{
    uint64_t random = 42;
    int boards = 0, passes = 0, ends = 0;
    (void)state;
    for (int game = 0; game < GAMES; game++) {
        othello_board b = {UINT64_C(0x0000000810000000), UINT64_C(0x0000001008000000)};
        for (bool over = false; !over;) {
            uint64_t moves = othello_moves_plain(b);
            agree(b);
            boards++;
            if (!moves) {
                over = !othello_moves_plain(othello_pass(b));
                ends += over;
                passes += !over;
                b = othello_pass(b);
                continue;
            }
            for (uint64_t skip = draw(&random, (uint64_t)othello_count(moves)); skip > 0; skip--)
                moves &= moves - 1;
            int square = othello_first(moves);
            b = othello_play_flips(b, square, othello_flips_plain(b, square));
        }
    }
    assert_int_equal(ends, GAMES);
    assert_true(passes > 100 && boards > 55 * GAMES);
}

static uint64_t turned(uint64_t squares, int turn)
{
    uint64_t result = 0;
    for (; squares; squares &= squares - 1) {
        int square = othello_first(squares), x = square % 8, y = square / 8;
        x = turn & 1 ? 7 - x : x;
        y = turn & 2 ? 7 - y : y;
        result |= othello_bit(turn & 4 ? 8 * x + y : 8 * y + x);
    }
    return result;
}

/* All eight images of a board are worth the same, to both evaluations, with the weights that are
 * built in too. */
static void test_symmetry(void **state)
{
    uint64_t random = 7;
    (void)state;
    for (int i = 0; i < 500; i++) {
        uint64_t a = draw(&random, UINT64_MAX), b = draw(&random, UINT64_MAX);
        othello_board board = {a & ~b, b & ~a};
        const othello_weights *built_in = &cop_othello_built_in;
        for (int turn = 1; turn < 8; turn++) {
            othello_board image = {turned(board.own, turn), turned(board.other, turn)};
            assert_int_equal(cop_othello_evaluate(weights, image),
                             cop_othello_evaluate(weights, board));
            assert_int_equal(cop_othello_evaluate(built_in, image),
                             cop_othello_evaluate(built_in, board));
            assert_int_equal(cop_othello_bill_evaluate(&built_in->bill, image),
                             cop_othello_bill_evaluate(&built_in->bill, board));
        }
    }
}

/* What every player knows: a corner is good, the square beside an empty corner is bad. */
static void test_sense(void **state)
{
    (void)state;
    const othello_weights *w = &cop_othello_built_in;
    /* Sixteen discs, all but one of them around the middle. */
    othello_board corner = {UINT64_C(0x00003c0000300001), UINT64_C(0x0000003c3c0c0000)};
    othello_board beside = {UINT64_C(0x00003c0000300200), UINT64_C(0x0000003c3c0c0000)};
    assert_true(cop_othello_evaluate(w, corner) > cop_othello_evaluate(w, beside) + 300);
    assert_true(cop_othello_bill_evaluate(&w->bill, corner) >
                cop_othello_bill_evaluate(&w->bill, beside) + 300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ways_agree),
        cmocka_unit_test(test_symmetry),
        cmocka_unit_test(test_sense),
    };
    return cmocka_run_group_tests_name("othello evaluation", tests, make_weights, free_weights);
}
