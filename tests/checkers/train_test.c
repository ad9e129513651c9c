/* SPDX-License-Identifier: MIT
 *
 * The trainer: the same from any number of threads, better than knowing nothing, able to find
 * weights again that games were made with, and it ends when told to. */
#include "lab/train_checkers.h"

#include "checkers_test.h"
#include "game/checkers/evaluate.h"
#include "lab/train_checkers_fit.h"
#include "lab/train_checkers_play.h"

#include <math.h>
#include <unistd.h>

static struct train_checkers train_with(int threads, const char *out)
{
    struct train_checkers train = {
        .out = out, .games = 60, .rounds = 2, .depth = 2, .threads = threads, .seed = 5};
    bool finished = false;
    copse_message why = {""};
    if (train_checkers_run(&train, NULL, NULL, &finished, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    assert_true(finished);
    train_checkers_clear(&train);
    return train;
}

static void same_on_threads(void **state)
{
    (void)state;
    char path[] = "/tmp/copse-weights-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    struct train_checkers one = train_with(1, path), two = train_with(2, path);
    assert_memory_equal(&one.weights, &two.weights, sizeof one.weights);
    assert_memory_equal(one.fits, two.fits, sizeof one.fits);
    assert_true(one.fits[1].loss < one.fits[1].loss_nothing);
    assert_true(one.fits[1].positions > one.fits[1].held_out && one.fits[1].held_out > 0);

    /* And the game plays with what was written. */
    copse_setting setting = {"weights", path};
    copse_game *opened = NULL;
    copse_message why = {""};
    if (cop_checkers.open(&cop_checkers, 1, &setting, &opened, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    checkers_position start = position_of(cop_checkers.start);
    assert_int_equal(opened->evaluate(opened, &start),
                     cop_checkers_evaluate_plain(&one.weights, &start));
    opened->close(opened);
    remove(path);
}

static void bad_place(void **state)
{
    (void)state;
    struct train_checkers train = {
        .out = "/no/such/folder/x", .games = 40, .rounds = 1, .depth = 1, .threads = 1};
    bool finished = true;
    copse_message why = {""};
    assert_int_not_equal(train_checkers_run(&train, NULL, NULL, &finished, &why), COPSE_OK);
    assert_false(finished);
    assert_true(why.text[0] != 0);
    train_checkers_clear(&train);
}

static void stops(void **state)
{
    (void)state;
    struct train_checkers train = {
        .out = "never-written", .games = 40, .rounds = 1, .depth = 1, .threads = 1};
    bool finished = true;
    atomic_store(&train.stop, true);
    assert_int_equal(train_checkers_run(&train, NULL, NULL, &finished, NULL), COPSE_OK);
    assert_false(finished);
    assert_null(fopen(train.out, "r"));
    train_checkers_clear(&train);
}

/* Games of random moves whose scores are those of known weights: the fit has to find these. All end
 * in draws, so that chances are halfway to even, and the scale is twice that of the scores; of the
 * last plies of each game there is only the draw, hence the tolerance. */
static void finds_weights(void **state)
{
    (void)state;
    enum { GAMES = 400 };
    struct train_checkers_record *records = calloc(GAMES, sizeof *records);
    checkers_weights known = train_checkers_material(), found;
    struct train_checkers_fit fit = {0};
    copse_message why = {""};
    uint64_t seed = 17;
    assert_non_null(records);
    known.of[CHECKERS_MAN_STEPS] = COP_TAPERED(300, 300);
    known.of[CHECKERS_TURN] = COP_TAPERED(-400, -400);
    for (int game = 0; game < GAMES; game++) {
        checkers_position position = position_of(cop_checkers.start), next;
        for (int ply = 0; ply < 60; ply++) {
            copse_move moves[CHECKERS_MOST_MOVES];
            int count = cop_checkers_list(&position, moves);
            if (count == 0)
                break;
            /* The score four plies later is the one that counts: so it is put there. */
            copse_score score = cop_checkers_evaluate_plain(&known, &position);
            if (ply + 4 < TRAIN_CHECKERS_PLIES)
                records[game].scores[ply + 4] = (int16_t)score;
            records[game].moves[ply] = moves[draw(&seed, (uint64_t)count)];
            checkers_play(&position, records[game].moves[ply], &next);
            position = next;
            records[game].count = ply + 1;
        }
    }
    if (train_checkers_fit(records, GAMES, 2000, &found, &fit, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    free(records);
    int steps = cop_tapered_early(found.of[CHECKERS_MAN_STEPS]);
    int turn = cop_tapered_early(found.of[CHECKERS_TURN]);
    int centre = cop_tapered_early(found.of[CHECKERS_KING_ON + 1]);
    if (abs(steps - 300) > 60 || abs(turn + 400) > 80 || abs(centre) > 100)
        fail_msg("steps %d, turn %d, centre %d", steps, turn, centre);
    assert_true(fabs(fit.scale / 4000 - 1) < 0.2);
    assert_int_equal(found.of[CHECKERS_MAN], known.of[CHECKERS_MAN]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_on_threads),
        cmocka_unit_test(bad_place),
        cmocka_unit_test(stops),
        cmocka_unit_test(finds_weights),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
