/* SPDX-License-Identifier: MIT
 *
 * The maximum of two normal variables by table against Clark's formulas in double precision. */
#include "search/normal.h"

#include "support.h"

static cop_normal_tables tables;

static double above(double distance)
{
    return erfc(distance / sqrt(2)) / 2;
}

/* What Clark (1961) gives, and the probability that x is the larger one. */
static double clark(cop_normal x, cop_normal y, double *mean, double *variance)
{
    double a = sqrt((double)x.variance + (double)y.variance);
    double apart = (double)x.mean - (double)y.mean, t = apart / a;
    double density = exp(-t * t / 2) / sqrt(2 * acos(-1)), first = above(-t);
    *mean = (double)x.mean * first + (double)y.mean * (1 - first) + a * density;
    double square = ((double)x.mean * (double)x.mean + (double)x.variance) * first +
                    ((double)y.mean * (double)y.mean + (double)y.variance) * (1 - first) +
                    ((double)x.mean + (double)y.mean) * a * density;
    *variance = square - *mean * *mean;
    return first;
}

static void check(cop_normal x, cop_normal y)
{
    double mean, variance, a = sqrt((double)x.variance + (double)y.variance);
    double first = clark(x, y, &mean, &variance);
    cop_normal larger = x;
    double found = (double)cop_normal_max(&tables, &larger, y);
    /* What is beyond the end is called certain. */
    double most =
        2e-5 + (fabs((double)x.mean - (double)y.mean) >= 0.999 * COP_NORMAL_END * a ? 4e-5 : 0);
    if (fabs(found - first) >= most)
        fail_msg("%g of %g against %g of %g: %.7f instead of %.7f", (double)x.mean,
                 (double)x.variance, (double)y.mean, (double)y.variance, found, first);
    assert_true(fabs((double)larger.mean - mean) < 4 * most * a);
    assert_true(fabs((double)larger.variance - variance) < 16 * most * a * a);
}

static void equals_clark(void **state)
{
    (void)state;
    for (int i = -500; i <= 500; i++)
        for (int k = 1; k <= 40; k++) {
            cop_normal x = {.mean = (float)i / 100, .variance = (float)k / 41};
            cop_normal y = {.variance = 1 - x.variance};
            check(x, y);
            check(y, x);
        }
}

/* Whatever the unit, and however near the two are. */
static void scales(void **state)
{
    (void)state;
    for (int power = -30; power <= 30; power++) {
        cop_normal x = {.mean = ldexpf(1, power), .variance = 3}, y = {.variance = 2};
        if (power < 4)
            check(x, y);
        x = (cop_normal){.mean = ldexpf(1, power), .variance = ldexpf(3, 2 * power)};
        y = (cop_normal){.variance = ldexpf(2, 2 * power)};
        check(x, y);
    }
    check((cop_normal){0, 1}, (cop_normal){0, 1});
}

static void certain(void **state)
{
    (void)state;
    cop_normal x = {.mean = 1}, y = {.mean = 2};
    assert_true(cop_normal_is_beyond(y, x) && !cop_normal_is_beyond(x, y));
    assert_true(cop_normal_max(&tables, &x, y) == 0 && x.mean == 2 && x.variance == 0);
    assert_true(cop_normal_max(&tables, &x, y) == 1 && x.mean == 2 && x.variance == 0);
    y.mean = 1;
    assert_true(cop_normal_max(&tables, &x, y) == 1 && x.mean == 2 && x.variance == 0);
}

int main(void)
{
    cop_normal_init(&tables);
    const struct CMUnitTest tests[] = {cmocka_unit_test(equals_clark), cmocka_unit_test(scales),
                                       cmocka_unit_test(certain)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
