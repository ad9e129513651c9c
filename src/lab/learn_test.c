/* SPDX-License-Identifier: MIT
 *
 * Learning a model for somebody's own game, which has no seeds, no kinds and no name for a model.
 */
#include "lab/learn.h"

#include "support.h"
#include "tree/model_text.h"

#include <unistd.h>

extern const copse_game connect_four;

static char path[] = "/tmp/copse-learn-XXXXXX";

static void set(struct learn *learn, const char *out, int threads)
{
    *learn = (struct learn){.game = &connect_four,
                            .out = out,
                            .name = "connect-four",
                            .positions = 80,
                            .real_depth = 5,
                            .leaf_depths = {3, 4},
                            .steps = 10,
                            .rounds = 2,
                            .rbfm_spread = 1,
                            .threads = threads,
                            .family = LEARN_FAMILY_AUTO,
                            .parameter = LEARN_PARAMETER_AUTO,
                            .seed = 1};
}

static void run(struct learn *learn)
{
    copse_message why = {""};
    bool finished = false;
    if (learn_run(learn, NULL, NULL, &finished, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    assert_true(finished);
}

static void any_game(void **state)
{
    struct learn learn, again;
    (void)state;
    set(&learn, path, 2);
    run(&learn);
    assert_true(learn.useful > 20 && learn.useful <= learn.positions);
    assert_true(learn.model->given[1]); /* the only kind that there is */
    assert_false(learn.model->given[2]);
    assert_true(learn.model->model.row[200][3].spread > 0); /* others have the same */
    assert_true(learn.fit_count > 0 && learn.chosen < learn.fit_count);

    struct histogram histogram;
    double sum = 0;
    assert_int_equal(learn_histogram(&learn, 0, &histogram), 1);
    assert_int_equal(histogram.count, learn.useful);
    for (int i = 0; i < HISTOGRAM_BINS; i++)
        sum += histogram.share[i];
    assert_true(sum > 0.999 && sum < 1.001);

    set(&again, path, 1);
    run(&again);
    assert_memory_equal(learn.model, again.model, sizeof *learn.model);
    learn_clear(&learn);
    learn_clear(&again);
}

/* Asked to stop before it begins, it leaves FILE.part, and goes on from there. */
static void stopped(void **state)
{
    struct learn learn;
    copse_message why = {""};
    bool finished = true;
    char part[sizeof path + 5];
    (void)state;
    snprintf(part, sizeof part, "%s.part", path);
    set(&learn, path, 1);
    atomic_store(&learn.stop, true);
    assert_int_equal(learn_run(&learn, NULL, NULL, &finished, &why), COPSE_OK);
    assert_false(finished);
    assert_int_equal(access(part, F_OK), 0);
    learn_clear(&learn);

    set(&learn, path, 1);
    run(&learn);
    assert_int_not_equal(access(part, F_OK), 0);
    learn_clear(&learn);
}

/* What the text says is what comes back, and what it is not is said. */
static void families(void **state)
{
    static const char *const good[] = {
        "auto",     "student",  "chi-square",  "chi-square=16", "mix=0",
        "mix=0.35", "normal=0", "student=2.5", "empirical=0",   "chi-square=1000"};
    static const char *const bad[][2] = {
        {"cauchy", "one of auto|normal|"},
        {"", "one of auto|normal|"},
        {"auto=1", "one of auto|normal|"},
        {"=16", "one of auto|normal|"},
        {"chi-square=", "chi-square takes 1 to"},
        {"chi-square=0.5", "chi-square takes 1 to"},
        {"chi-square=nan", "chi-square takes 1"},
        {"student=2", "student above 2"},
        {"mix=-0.1", "mix 0 to 1"},
        {"normal=1", "others 0"},
        {"chi-square=16x", "chi-square takes 1 "},
        {"empirical=-1", "others 0"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        char text[LEARN_FAMILY_ROOM];
        copse_message why = {""};
        int family = 77;
        double parameter = 77;
        if (!learn_family_from_text(good[i], &family, &parameter, &why))
            fail_msg("%s: %s", good[i], why.text);
        learn_family_to_text(family, parameter, text);
        assert_string_equal(text, good[i]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        copse_message why = {""};
        int family = 77;
        double parameter = 77;
        assert_false(learn_family_from_text(bad[i][0], &family, &parameter, &why));
        assert_non_null(strstr(why.text, bad[i][1]));
        assert_true(family == 77 && parameter > 76);
    }
}

/* A parameter that is asked for is taken, whether it would be tried anyway or not. */
static void fixed(void **state)
{
    static const double parameters[] = {16, 21};
    int fits[2];
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct learn learn;
        set(&learn, path, 1);
        learn.family = COP_FAMILY_CHI_SQUARE;
        learn.parameter = parameters[i];
        run(&learn);
        const struct learn_fit *taken = &learn.fits[learn.chosen];
        assert_int_equal(taken->family, COP_FAMILY_CHI_SQUARE);
        assert_true(taken->parameter >= parameters[i] && taken->parameter <= parameters[i]);
        assert_int_equal(learn.model->model.family, COP_FAMILY_CHI_SQUARE);
        assert_true(learn.model->model.parameter >= parameters[i] &&
                    learn.model->model.parameter <= parameters[i]);
        fits[i] = learn.fit_count;
        learn_clear(&learn);
    }
    assert_int_equal(fits[1], fits[0] + 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_game),
        cmocka_unit_test(stopped),
        cmocka_unit_test(families),
        cmocka_unit_test(fixed),
    };
    int file = mkstemp(path);
    if (file < 0)
        return 1;
    close(file);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}
