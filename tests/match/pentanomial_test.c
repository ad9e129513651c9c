/* SPDX-License-Identifier: MIT
 *
 * What is said of pairs, held against chance itself: matches whose true score is known are played
 * by drawing lots, thousands of them, and the intervals have to cover as they say, and the test to
 * be wrong as rarely as it was told to be. The lots are seeded, so it is the same in every run. */
#include "lab/pentanomial.h"

#include "support.h"

#include <math.h>

/* How likely each of the five results of a pair is, in hundredths. */
struct chances {
    const char *what;
    int of[PENTANOMIAL_KINDS];
};

static const struct chances table[] = {
    {"even, few draws", {20, 5, 50, 5, 20}},    {"even, nearly all pairs split", {3, 0, 94, 0, 3}},
    {"even, drawish", {2, 13, 70, 13, 2}},      {"won or lost", {30, 0, 0, 0, 70}},
    {"stronger", {5, 5, 30, 20, 40}},           {"much stronger", {1, 2, 12, 15, 70}},
    {"a bad opening book", {10, 0, 80, 0, 10}},
};

enum { CHANCES = sizeof table / sizeof table[0] };

static int draw_kind(uint64_t *state, const struct chances *chances)
{
    int lot = (int)draw(state, 100), kind = 0;
    while (lot >= chances->of[kind])
        lot -= chances->of[kind++];
    return kind;
}

static double true_score(const struct chances *chances)
{
    double sum = 0;
    for (int i = 0; i < PENTANOMIAL_KINDS; i++)
        sum += chances->of[i] * i / 400.0;
    return sum;
}

/* The share of matches of so many pairs whose interval has the true score in it. */
static double coverage(const struct chances *chances, int pairs, int matches)
{
    uint64_t state = (uint64_t)pairs;
    int covered = 0;
    for (int match = 0; match < matches; match++) {
        struct pentanomial seen = {{0}};
        for (int i = 0; i < pairs; i++)
            seen.count[draw_kind(&state, chances)]++;
        struct interval interval = pentanomial_interval(&seen);
        double score = pentanomial_score(&seen);
        assert_true(interval.low >= 0 && interval.low <= score);
        assert_true(interval.high <= 1 && interval.high >= score);
        covered += interval.low <= true_score(chances) && true_score(chances) <= interval.high;
    }
    return (double)covered / matches;
}

/* With few pairs there are few different results, and no interval is at 95 % for all of them. */
static void intervals_cover(void **state)
{
    (void)state;
    enum { MATCHES = 1000 };
    static const int sizes[] = {10, 30, 100, 300};
    double sum = 0;
    int cells = 0;
    for (int i = 0; i < CHANCES; i++) {
        for (size_t size = 0; size < sizeof sizes / sizeof sizes[0]; size++) {
            double share = coverage(&table[i], sizes[size], MATCHES);
            if (share < (sizes[size] >= 100 ? 0.93 : 0.9))
                fail_msg("%s, %d pairs: %.3f", table[i].what, sizes[size], share);
            sum += share;
            cells++;
        }
    }
    /* Nor are they so wide that this is no wonder. */
    assert_true(sum / cells > 0.945 && sum / cells < 0.975);
}

/* For pairs that are won or lost it is Wilson's but for what the unseen is worth. */
static void near_wilson(void **state)
{
    (void)state;
    struct pentanomial pairs = {{300, 0, 0, 0, 700}};
    struct interval own = pentanomial_interval(&pairs), wilson = interval_of_share(700, 1000);
    assert_true(fabs(own.low - wilson.low) < 1e-3 && fabs(own.high - wilson.high) < 1e-3);
    /* What two games of a pair have in common makes it narrower than single games would. */
    struct pentanomial split = {{10, 0, 480, 0, 10}};
    struct interval narrow = pentanomial_interval(&split), wide = interval_of_share(500, 1000);
    assert_true(narrow.high - narrow.low < 0.5 * (wide.high - wide.low));
}

static void ends(void **state)
{
    (void)state;
    struct pentanomial none = {{0}}, all = {{0, 0, 0, 0, 20}}, even = {{0, 0, 20, 0, 0}};
    struct interval interval = pentanomial_interval(&none);
    assert_true(interval.low == 0 && interval.high == 1);
    assert_int_equal(pentanomial_pairs(&none), 0);
    interval = pentanomial_interval(&all);
    assert_true(interval.high == 1 && interval.low > 0.7 && interval.low < 0.95);
    interval = pentanomial_interval(&even);
    assert_true(interval.low < 0.49 && interval.low > 0.35);
    assert_true(fabs(interval.low + interval.high - 1) < 1e-9);
}

/* 76 % are 200 points, as A. Elo's own table has it within a point of the logistic scale: 0.76 to
 * 200; and the scale's definition, 10 to 1 at 400. */
static void elo(void **state)
{
    (void)state;
    assert_true(fabs(elo_of_score(0.5)) < 1e-9);
    assert_true(fabs(elo_of_score(10.0 / 11) - 400) < 1e-9);
    assert_true(fabs(elo_of_score(0.76) - 200) < 1);
    assert_true(isinf(elo_of_score(1)) && elo_of_score(1) > 0);
    assert_true(isinf(elo_of_score(0)) && elo_of_score(0) < 0);
    for (int points = -600; points <= 600; points += 50)
        assert_true(fabs(elo_of_score(score_of_elo(points)) - points) < 1e-9);
}

/* ----------------------------------------------------------------------------------------- SPRT */

/* A pair of players whose true score this is. */
static int draw_pair(uint64_t *state, double score)
{
    /* 60 % of the pairs split, 20 % are decided by a draw, the rest are won or lost twice. */
    double tilt = score - 0.5, lot = (double)draw(state, 1u << 30) / (1u << 30);
    double lost = 0.1 - 0.8 * tilt, half = 0.1 - 0.4 * tilt;
    double edges[PENTANOMIAL_KINDS] = {lost, lost + half, lost + half + 0.6,
                                       lost + half + 0.6 + 0.1 + 0.4 * tilt, 2};
    int kind = 0;
    while (lot >= edges[kind])
        kind++;
    return kind;
}

/* How often hypothesis 1 is taken if this is the score. */
static double taken(const struct sprt *sprt, double score, int matches, double *pairs)
{
    uint64_t state = 7;
    int ones = 0;
    double sum = 0;
    for (int match = 0; match < matches; match++) {
        struct pentanomial seen = {{0}};
        int decision = -1, count = 0;
        for (; decision < 0; count++) {
            seen.count[draw_pair(&state, score)]++;
            decision = sprt_decision(sprt, &seen);
        }
        ones += decision;
        sum += count;
    }
    *pairs = sum / matches;
    return (double)ones / matches;
}

static void errors_are_as_set(void **state)
{
    (void)state;
    enum { MATCHES = 1000 };
    struct sprt sprt = {{0, 40}, {0.05, 0.1}};
    double pairs[3];
    double false_one = taken(&sprt, score_of_elo(0), MATCHES, &pairs[0]);
    double right_one = taken(&sprt, score_of_elo(40), MATCHES, &pairs[1]);
    double between = taken(&sprt, score_of_elo(20), MATCHES, &pairs[2]);
    /* Wald's bounds are overshot a little, so errors are rarer than they may be; chance is worth
     * half a percent here. */
    if (false_one > 0.06 || false_one < 0.02)
        fail_msg("false alarms: %.3f", false_one);
    if (1 - right_one > 0.115 || 1 - right_one < 0.05)
        fail_msg("misses: %.3f", 1 - right_one);
    assert_true(between > 0.2 && between < 0.8);
    /* It takes longest where it is hardest. */
    assert_true(pairs[2] > pairs[0] && pairs[2] > pairs[1]);
}

/* Errors that are settable are those that are set, also where they are far from each other. Chance
 * is worth half a percent here too, and Wald's bounds promise no more than that errors are not more
 * frequent. */
static void other_errors_are_as_set(void **state)
{
    (void)state;
    enum { MATCHES = 1000 };
    static const double errors[][2] = {{0.05, 0.05}, {0.01, 0.2}, {0.2, 0.02}};
    double unused, before = -1;
    for (int i = 0; i < 3; i++) {
        struct sprt sprt = {{0, 40}, {errors[i][0], errors[i][1]}};
        double false_one = taken(&sprt, score_of_elo(0), MATCHES, &unused);
        double misses = 1 - taken(&sprt, score_of_elo(40), MATCHES, &unused);
        if (false_one > errors[i][0] + 0.02 || misses > errors[i][1] + 0.02)
            fail_msg("errors %g and %g: %.3f and %.3f", errors[i][0], errors[i][1], false_one,
                     misses);
        assert_true(misses != before); /* the errors that are set matter */
        before = misses;
    }
}

static void sprt_sides(void **state)
{
    (void)state;
    struct sprt sprt = {{-10, 10}, {0.05, 0.05}};
    double bounds[2];
    sprt_bounds(&sprt, bounds);
    assert_true(fabs(bounds[1] - log(19)) < 1e-12 && fabs(bounds[0] + log(19)) < 1e-12);
    struct pentanomial even = {{30, 10, 60, 10, 30}}, none = {{0}}, won = {{0, 0, 0, 0, 100}};
    assert_true(fabs(sprt_ratio(&sprt, &even)) < 1e-9);
    assert_true(sprt_ratio(&sprt, &none) == 0);
    assert_int_equal(sprt_decision(&sprt, &even), -1);
    assert_int_equal(sprt_decision(&sprt, &won), 1);
    /* For results that are won or lost the ratio is the binomial one. */
    struct pentanomial binomial = {{400, 0, 0, 0, 600}};
    double p[2] = {score_of_elo(-10), score_of_elo(10)};
    double expected = 600 * log(p[1] / p[0]) + 400 * log((1 - p[1]) / (1 - p[0]));
    assert_true(fabs(sprt_ratio(&sprt, &binomial) - expected) < 0.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(intervals_cover),
        cmocka_unit_test(near_wilson),
        cmocka_unit_test(ends),
        cmocka_unit_test(elo),
        cmocka_unit_test(sprt_sides),
        cmocka_unit_test(errors_are_as_set),
        cmocka_unit_test(other_errors_are_as_set),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
