/* SPDX-License-Identifier: MIT
 *
 * Families against what is known of them, and the model that learns while a search runs. */
#include "tree/model.h"

#include "support.h"

#include <math.h>

static cop_model model;

static double quantile_at(double share)
{
    double place = share * COP_MODEL_QUANTILES - 0.5;
    int left = (int)place;
    double part = place - left;
    return (1 - part) * (double)model.quantile[left] + part * (double)model.quantile[left + 1];
}

static void near(double value, double expected, double within)
{
    if (!(fabs(value - expected) <= within))
        fail_msg("%g, not %g within %g", value, expected, within);
}

static void mean_0_variance_1(void **state)
{
    static const struct {
        cop_family family;
        double parameter;
    } rows[] = {{COP_FAMILY_NORMAL, 0},      {COP_FAMILY_CHI_SQUARE, 1},
                {COP_FAMILY_CHI_SQUARE, 16}, {COP_FAMILY_CHI_SQUARE, 1000},
                {COP_FAMILY_MIX, 0},         {COP_FAMILY_MIX, 0.5},
                {COP_FAMILY_MIX, 1},         {COP_FAMILY_EXPONENTIAL, 0},
                {COP_FAMILY_STUDENT, 3},     {COP_FAMILY_STUDENT, 1000}};
    (void)state;
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        double sum = 0, squares = 0;
        cop_model_set_family(&model, rows[r].family, rows[r].parameter);
        assert_int_equal(model.family, rows[r].family);
        for (int i = 0; i < COP_MODEL_QUANTILES; i++) {
            double x = (double)model.quantile[i];
            assert_true(isfinite(x));
            assert_true(i == 0 || model.quantile[i] >= model.quantile[i - 1]);
            sum += x;
            squares += x * x;
        }
        near(sum / COP_MODEL_QUANTILES, 0, 1e-5);
        near(squares / COP_MODEL_QUANTILES, 1, 1e-5);
    }
}

/* From printed tables; those of chi-square minus 16, over the root of 32. */
static void known_quantiles(void **state)
{
    (void)state;
    cop_model_set_family(&model, COP_FAMILY_NORMAL, 0);
    near(quantile_at(0.5), 0, 1e-3);
    near(quantile_at(0.8413), 1, 4e-3);
    near(quantile_at(0.975), 1.960, 5e-3);
    near(quantile_at(0.01), -2.326, 1e-2);
    cop_model_set_family(&model, COP_FAMILY_CHI_SQUARE, 16);
    near(quantile_at(0.05), (7.962 - 16) / sqrt(32), 5e-3);
    near(quantile_at(0.5), (15.338 - 16) / sqrt(32), 5e-3);
    near(quantile_at(0.95), (26.296 - 16) / sqrt(32), 1e-2);
    near(quantile_at(0.99), (32.000 - 16) / sqrt(32), 2e-2);
    cop_model_set_family(&model, COP_FAMILY_EXPONENTIAL, 0);
    near(quantile_at(0.95), log(10) / sqrt(2), 1e-2);
    cop_model_set_family(&model, COP_FAMILY_STUDENT, 10);
    near(quantile_at(0.975), 2.228 / sqrt(10.0 / 8), 1e-2);
}

static void a_mix_lies_between(void **state)
{
    double ends[2], middle;
    (void)state;
    for (int i = 0; i < 2; i++) {
        cop_model_set_family(&model, COP_FAMILY_MIX, i);
        ends[i] = quantile_at(0.99);
    }
    cop_model_set_family(&model, COP_FAMILY_MIX, 0.5);
    middle = quantile_at(0.99);
    assert_true(ends[1] < middle && middle < ends[0]);
    near(ends[1], 2.326, 1e-2); /* all normal */
}

static void the_last_step_stands_for_all_after(void **state)
{
    (void)state;
    cop_model_init(&model);
    model.row[7][COP_MODEL_STEPS - 1].shift = 42;
    assert_true(cop_model_row(&model, 7, COP_MODEL_STEPS - 1).shift >= 42);
    assert_true(cop_model_row(&model, 7, 1000000).shift >= 42);
    assert_true(cop_model_row(&model, 7, 0).shift <= 0);
}

/* Changes of +100 and -100 have a spread, proofs do not count. */
static void learning(void **state)
{
    (void)state;
    cop_model_init(&model);
    for (int i = 0; i < 64; i++) {
        cop_model_learn(&model, 0, i % 2 == 0 ? 100 : -100);
        cop_model_learn(&model, 0, COPSE_WIN);
    }
    assert_int_equal(model.seen, 64);
    near((double)model.leaf[3].shift, 0, 10);
    assert_true(model.leaf[3].spread > 50 && model.leaf[3].spread < 150);
    for (int s = 1; s < COP_MODEL_STEPS; s++)
        assert_true(model.row[3][s].spread <= model.row[3][s - 1].spread);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mean_0_variance_1),  cmocka_unit_test(known_quantiles),
        cmocka_unit_test(a_mix_lies_between), cmocka_unit_test(the_last_step_stands_for_all_after),
        cmocka_unit_test(learning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
