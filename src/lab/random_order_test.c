/* SPDX-License-Identifier: MIT */
#include "support.h"

#include "lab/random_order.h"

#include <math.h>

/* With d = 2 the matrix is 1, 1 and 1, a: its eigenvalues are known. Knuth & Moore (1975) have
 * 1.912 for one processor. */
static void two_by_two(void **state)
{
    (void)state;
    double coefficient = 1;
    for (int f = 1; f <= 8; f++) {
        coefficient *= (f + 0.5) / f; /* f + 1/2 over f */
        double a = sqrt(1 / coefficient);
        double eigenvalue = (1 + a + sqrt((1 - a) * (1 - a) + 4)) / 2;
        assert_true(fabs(random_order_eigenvalue(2, f) - eigenvalue) < 1e-9);
    }
    assert_true(fabs(random_order_eigenvalue(2, 1) - 1.912) < 0.0005);
}

/* A tree of height 1 is searched wholly; one of height 2 by hand: a + b + c + d of the matrix's
 * first row times its row sums. */
static void small_heights(void **state)
{
    (void)state;
    assert_true(fabs(random_order_bound(3, 1, 1) - 3) < 1e-9);
    assert_true(fabs(random_order_bound(3, 2, 1) - 6) < 1e-9);
    double a = sqrt(1 / 1.5);
    assert_true(fabs(random_order_bound(2, 1, 2) - (2 + 1 + a)) < 1e-9);
}

/* What the bound grows by from height to height is the eigenvalue, times f. */
static void growth(void **state)
{
    (void)state;
    for (int d = 2; d <= 16; d *= 2) {
        for (int f = 1; f <= 4; f++) {
            double grows = random_order_bound(d, f, 40) / random_order_bound(d, f, 39);
            assert_true(fabs(grows / f - random_order_eigenvalue(d, f)) < 1e-6);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_by_two),
        cmocka_unit_test(small_heights),
        cmocka_unit_test(growth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
