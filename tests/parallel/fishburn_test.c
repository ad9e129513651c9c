/* SPDX-License-Identifier: MIT
 *
 * `palphabeta` and `pbound` against the analysis of Fishburn & Finkel (1980, section 7), with their
 * names: a tree of processors of fan-out f and height q searches trees of degree df and depth q +
 * s. All formulas stand below as the paper has them; none is fitted.
 *
 * Time is that of the cost model `unit`: a terminal position takes one unit, and nothing else takes
 * any but the way of a message, the latency. The paper's rho is the time in which a master can
 * generate f sons, send each to a slave and get the answers, without the slaves' own time: there
 * and back, two latencies. Without ordering only terminal positions are evaluated, so `evaluations`
 * counts them.
 *
 *     fishburn_test LEAVES     leaves out trees of which more terminal positions are examined
 */
#include "support.h"

#include <math.h>

static double most_leaves = 3000;

typedef struct shape {
    int q, f, d, s;
} shape;

/* Every shape that the paper's formulas are held to. */
#define FOR_ALL_SHAPES(t)                                                                          \
    for ((t).q = 1; (t).q <= 4; (t).q++)                                                           \
        for ((t).f = 2; (t).f <= 4; (t).f++)                                                       \
            for ((t).d = 2; (t).d <= 3; (t).d++)                                                   \
                for ((t).s = 1; (t).s <= 4; (t).s++)

static double degree_to(shape t, int exponent)
{
    return pow(t.d * t.f, exponent);
}

static int down(int n)
{
    return n / 2;
}

static int up(int n)
{
    return (n + 1) / 2;
}

static int processors_of(shape t)
{
    int all = 1, level = 1;
    for (int i = 0; i < t.q; i++)
        all += level *= t.f;
    return all;
}

/* ------------------------------------------------------------------------------ the paper's
 * formulas
 */

/* Corollary 1. */
static double positions(shape t)
{
    return pow(t.f, down(t.q)) * degree_to(t, up(t.q + t.s)) +
           pow(t.f, up(t.q)) * degree_to(t, down(t.q + t.s)) - pow(t.f, t.q);
}

/* Theorem 2, as printed, with the h of lemma 1. */
static double h(shape t, int n)
{
    return (pow(t.d, n / 2.0) - 1) / (t.d - 1);
}

static double best_first_time(shape t, double rho)
{
    double low = degree_to(t, down(t.s)), high = degree_to(t, up(t.s)), d = t.d;
    double step = d * (3 * rho + low + high) + rho - low - high;
    if (t.q % 2 == 0)
        return low + high - 1 + h(t, t.q) * step - rho * t.q;
    return low + high - 1 + h(t, t.q - 1) * step - rho * t.q +
           pow(d, (t.q - 1) / 2) * (d * (rho + low) + rho - low);
}

/* The recurrences in its proof, of which it is the solution: a, b and c are the times for positions
 * of types 1, 2 and 3. (Some lines of the proof of lemma 1 print d(3 rho d + b + c), where the
 * lemma itself has d(3 rho + b + c); the recurrences say that the lemma is right.) */
static double best_first_recurrence(shape t, double rho)
{
    double low = degree_to(t, down(t.s)), high = degree_to(t, up(t.s)), d = t.d;
    double a = low + high - 1, b = low, c = high;
    for (int n = 0; n < t.q; n++) {
        double a_next = rho * d + a + (d - 1) * b, b_next = rho + c, c_next = d * (rho + b);
        a = a_next;
        b = b_next;
        c = c_next;
    }
    return a;
}

/* Section 7.1. */
static double worst_first_time(shape t, double rho)
{
    double d = t.d;
    return rho * ((pow(d, t.q + 1) - d) / (d - 1)) + pow(d, t.q + t.s) * pow(t.f, t.s);
}

/* Lemma 3, exactly: the binomial coefficient of (i - 1) f + (j - 1) / d over (i - 1) f. */
static double p(int i, int j, int d, int f)
{
    double coefficient = 1;
    for (int m = 1; m <= (i - 1) * f; m++)
        coefficient *= (m + (double)(j - 1) / d) / m;
    return 1 / coefficient;
}

/* The proof of theorem 4: fewer than f^h c(1, h) positions are expected, by equations (4). The
 * theorem says the same with an unknown constant. */
static double random_bound(int d, int f, int height)
{
    double c[4] = {1, 1, 1, 1}, next[4];
    for (int n = 0; n < height; n++) {
        for (int i = 1; i <= d; i++) {
            next[i] = 0;
            for (int j = 1; j <= d; j++)
                next[i] += sqrt(p(i, j, d, f)) * c[j];
        }
        memcpy(c, next, sizeof c);
    }
    return pow(f, height) * c[1];
}

/* ------------------------------------------------------------------------------------ the searches
 */

static copse_result search_shape(const char *algorithm, shape t, const char *order, double latency,
                                 int seed)
{
    char text[100], costs[40], fanout[12], height[12];
    copse_search *search = new_search(copse_game_find("ordered"), algorithm);
    snprintf(text, sizeof text, "degree=%d,depth=%d,order=%s,seed=%d", t.d * t.f, t.q + t.s, order,
             seed);
    snprintf(costs, sizeof costs, "unit,latency=%g", latency);
    snprintf(fanout, sizeof fanout, "%d", t.f);
    snprintf(height, sizeof height, "%d", t.q);
    must(copse_search_set_position_text(search, text), search);
    if (strcmp(algorithm, "palphabeta") == 0 || strcmp(algorithm, "pbound") == 0) {
        must(copse_search_set_machine(search, "sim", processors_of(t), costs), search);
        must(copse_search_set(search, "fanout", fanout), search);
        must(copse_search_set(search, "height", height), search);
    }
    copse_result result = run_to_depth(search, t.q + t.s);
    copse_search_free(search);
    return result;
}

static void same(shape t, const char *what, double measured, double formula)
{
    if (fabs(measured - formula) > 1e-6)
        fail_msg("%s, q=%d f=%d d=%d s=%d: %.6f, and the paper says %.6f", what, t.q, t.f, t.d, t.s,
                 measured, formula);
}

/* Corollary 1 and theorem 2. */
static void best_first_positions_and_time_are_exact(void **state)
{
    (void)state;
    shape t;
    int done = 0, left_out = 0;
    FOR_ALL_SHAPES(t)
    {
        double latency = (t.q + t.d + t.s) % 3 * 0.75, rho = 2 * latency;
        same(t, "theorem 2 and its recurrence", best_first_time(t, rho),
             best_first_recurrence(t, rho));
        if (positions(t) > most_leaves) {
            left_out++;
            continue;
        }
        copse_result result = search_shape("palphabeta", t, "best", latency, t.s);
        same(t, "positions, corollary 1", (double)result.evaluations, positions(t));
        same(t, "time, theorem 2", result.virtual_time, best_first_time(t, rho));
        done++;
    }
    printf("best first: %d shapes, %d left out\n", done, left_out);
    assert_true(done > 20);
}

/* Section 7.1. */
static void worst_first_time_is_exact(void **state)
{
    (void)state;
    shape t;
    int done = 0, left_out = 0;
    FOR_ALL_SHAPES(t)
    {
        double latency = (t.q + t.d + t.s) % 3 * 0.75;
        if (degree_to(t, t.q + t.s) > most_leaves) {
            left_out++;
            continue;
        }
        copse_result result = search_shape("palphabeta", t, "worst", latency, t.s);
        same(t, "positions, worst first", (double)result.evaluations, degree_to(t, t.q + t.s));
        same(t, "time, section 7.1", result.virtual_time, worst_first_time(t, 2 * latency));
        done++;
    }
    printf("worst first: %d shapes, %d left out\n", done, left_out);
    assert_true(done > 10);
}

/* Theorem 3 and the end of section 7.1: with s the speed-up over plain alpha-beta comes nearer and
 * nearer to its limit. `first` is 1 or 2: whether s is odd or even makes a difference. */
static void check_limit(shape t, const char *order, int first, int last, double limit)
{
    double apart = INFINITY;
    for (t.s = first; t.s <= last; t.s += 2) {
        double serial = (double)search_shape("alphabeta", t, order, 0, 1).evaluations;
        double time = search_shape("palphabeta", t, order, 1, 1).virtual_time;
        double now = fabs(serial / time - limit);
        if (now >= apart)
            fail_msg("%s first, q=%d f=%d d=%d s=%d: speed-up %.4f is no nearer to %.4f", order,
                     t.q, t.f, t.d, t.s, serial / time, limit);
        apart = now;
    }
    if (apart > 0.03 * limit)
        fail_msg("%s first, q=%d f=%d d=%d: speed-up still %.4f from %.4f", order, t.q, t.f, t.d,
                 apart, limit);
}

/* For even q the limit is f^(q/2). For odd q there is none, whatever theorem 3 says: with large s
 * the quotient of corollary 1 (for f = 1) and theorem 2 is
 *
 *     f^((q-1)/2) 2f / (1 + f)           for odd s, and
 *     f^((q-1)/2) (1 + df) / (1 + d)     for even s,
 *
 * and f^(q/2) lies between the two. */
static void check_best_limit(int q, int f, int d, int last)
{
    shape t = {.q = q, .f = f, .d = d};
    double odd = pow(f, q / 2.0), even = odd;
    if (q % 2 != 0) {
        odd = pow(f, (q - 1) / 2) * 2 * f / (1 + f);
        even = pow(f, (q - 1) / 2) * (1 + d * f) / (1 + d);
        assert_true(odd < pow(f, q / 2.0) && pow(f, q / 2.0) < even);
    }
    check_limit(t, "best", 1, last - 1, odd);
    check_limit(t, "best", 2, last, even);
}

static void speed_up_tends_to_its_limit(void **state)
{
    (void)state;
    check_best_limit(1, 2, 2, 8);
    check_best_limit(2, 2, 2, 10);
    check_best_limit(3, 2, 2, 10);
    check_best_limit(2, 3, 2, 8);
    check_limit((shape){.q = 2, .f = 2, .d = 2}, "worst", 2, 6, 4);
    check_limit((shape){.q = 1, .f = 4, .d = 2}, "worst", 1, 4, 4);
}

/* Theorem 4 is for trees as high as the tree of processors, in random order. That pbound examines
 * no fewer positions than its serial form is in the proof of theorem 5. */
static void random_order_stays_below_its_bound(void **state)
{
    (void)state;
    enum { TREES = 30 };
    for (int d = 2; d <= 3; d++)
        for (int f = 2; f <= 3; f++)
            for (int height = 2; height <= (d * f > 4 ? 3 : 4); height++) {
                shape t = {.q = height, .f = f, .d = d, .s = 0};
                double sum = 0;
                for (int seed = 1; seed <= TREES; seed++) {
                    copse_result parallel = search_shape("pbound", t, "random", 1, seed);
                    copse_result serial = search_shape("bound", t, "random", 1, seed);
                    assert_true(parallel.evaluations >= serial.evaluations);
                    assert_int_equal(parallel.score, serial.score);
                    sum += (double)parallel.evaluations;
                }
                printf("pbound, d=%d f=%d h=%d: %.1f positions on average, bound %.1f, all %.0f\n",
                       d, f, height, sum / TREES, random_bound(d, f, height), degree_to(t, height));
                assert_true(sum / TREES < random_bound(d, f, height));
            }
}

int main(int argc, char **argv)
{
    if (argc > 1)
        most_leaves = atof(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(best_first_positions_and_time_are_exact),
        cmocka_unit_test(worst_first_time_is_exact),
        cmocka_unit_test(speed_up_tends_to_its_limit),
        cmocka_unit_test(random_order_stays_below_its_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
