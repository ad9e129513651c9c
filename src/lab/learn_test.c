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
                            .threads = threads,
                            .family = LEARN_FAMILY_AUTO,
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

static void families(void **state)
{
    char text[24];
    (void)state;
    assert_int_equal(learn_family_from_text("auto"), LEARN_FAMILY_AUTO);
    assert_int_equal(learn_family_from_text("cauchy"), LEARN_FAMILY_UNKNOWN);
    assert_int_equal(learn_family_from_text("student"), COP_FAMILY_STUDENT);
    learn_family_to_text(COP_FAMILY_CHI_SQUARE, text);
    assert_string_equal(text, "chi-square");
    learn_family_to_text(LEARN_FAMILY_AUTO, text);
    assert_string_equal(text, "auto");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_game),
        cmocka_unit_test(stopped),
        cmocka_unit_test(families),
    };
    int file = mkstemp(path);
    if (file < 0)
        return 1;
    close(file);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}
