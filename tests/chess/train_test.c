/* SPDX-License-Identifier: MIT
 *
 * The trainer of chess: the same from any number of threads, able to find weights again that games
 * were made with; and when it is told to end, it writes what it has. */
#include "lab/train_chess.h"

#include "chess_test.h"
#include "game/chess/evaluate.h"
#include "lab/train_chess_fit.h"
#include "lab/train_chess_play.h"

#include <math.h>
#include <unistd.h>

static char path[] = "/tmp/copse-weights-XXXXXX";

static int make_path(void **state)
{
    (void)state;
    int file = mkstemp(path);
    return file >= 0 ? close(file) : -1;
}

static int remove_path(void **state)
{
    (void)state;
    return remove(path);
}

static struct train_chess train_with(int threads)
{
    struct train_chess train = {
        .out = path, .games = 20, .rounds = 2, .nodes = 60, .threads = threads, .seed = 5};
    bool finished = false;
    copse_message why = {""};
    if (train_chess_run(&train, NULL, NULL, &finished, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    assert_true(finished);
    train_chess_clear(&train);
    return train;
}

static void same_on_threads(void **state)
{
    (void)state;
    struct train_chess one = train_with(1), two = train_with(3);
    assert_memory_equal(&one.weights, &two.weights, sizeof one.weights);
    assert_memory_equal(one.fits, two.fits, sizeof one.fits);
    assert_int_equal(one.played, 40);
    assert_true(one.fits[1].positions > one.fits[0].positions && one.fits[0].held_out > 0);

    /* And the game plays with what was written. */
    copse_setting setting = {"weights", path};
    copse_game *opened = NULL;
    copse_message why = {""};
    if (cop_chess.open(&cop_chess, 1, &setting, &opened, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    chess_position position = position_of(walk_starts[1]);
    assert_int_equal(opened->evaluate(opened, &position),
                     cop_chess_evaluate_plain(&one.weights, &position));
    opened->close(opened);
}

static void bad_place(void **state)
{
    (void)state;
    struct train_chess train = {
        .out = "/no/such/folder/x", .games = 20, .rounds = 1, .nodes = 50, .threads = 1};
    bool finished = true;
    copse_message why = {""};
    assert_int_not_equal(train_chess_run(&train, NULL, NULL, &finished, &why), COPSE_OK);
    assert_false(finished);
    assert_non_null(strstr(why.text, "/no/such/folder"));
    train_chess_clear(&train);
}

static void stop_now(struct train_chess *train, int done, int jobs, void *user)
{
    (void)jobs;
    if (train->round == *(int *)user && done > 0)
        atomic_store(&train->stop, true);
}

/* Told to end before anything is there, and in the second round. */
static void stops(void **state)
{
    (void)state;
    struct train_chess train = {.out = path, .games = 20, .rounds = 2, .nodes = 50, .threads = 1};
    bool finished = true;
    copse_message why = {""};
    atomic_store(&train.stop, true);
    assert_int_equal(train_chess_run(&train, NULL, NULL, &finished, &why), COPSE_OK);
    assert_false(finished);
    assert_int_equal(train.fitted, 0);
    train_chess_clear(&train);

    int round = 1;
    train = (struct train_chess){
        .out = path, .games = 20, .rounds = 2, .nodes = 50, .threads = 1, .seed = 2};
    assert_int_equal(train_chess_run(&train, stop_now, &round, &finished, &why), COPSE_OK);
    assert_true(train.fitted >= 1);
    copse_setting setting = {"weights", path};
    copse_game *opened = NULL;
    assert_int_equal(cop_chess.open(&cop_chess, 1, &setting, &opened, &why), COPSE_OK);
    opened->close(opened);
    train_chess_clear(&train);
}

/* Games are legal, and end as their results say. */
static void games(void **state)
{
    (void)state;
    struct train_chess_player *player = calloc(1, sizeof *player);
    struct train_chess_record record, same;
    chess_position start = position_of(cop_chess.start);
    int decided = 0;
    assert_non_null(player);
    player->weights = &cop_chess_handmade;
    for (uint64_t game = 0; game < 6; game++) {
        train_chess_play(player, &start, 60, game, &record);
        train_chess_play(player, &start, 60, game, &same);
        assert_memory_equal(&record, &same, sizeof record);
        chess_position position = start, next;
        for (int ply = 0; ply < record.count; ply++) {
            copse_move moves[CHESS_MOVES_ROOM];
            int count = cop_chess_list_plain(&position, moves), found = 0;
            for (int i = 0; i < count; i++)
                found += moves[i] == record.moves[ply];
            assert_int_equal(found, 1);
            chess_play(&position, record.moves[ply], &next);
            position = next;
        }
        decided += record.result != 0;
        if (!COP_PICK(cop_chess_can_move)(&position) && chess_in_check(&position))
            assert_int_equal(record.result, position.turn == CHESS_WHITE ? -1 : 1);
    }
    assert_true(decided > 0);
    free(player);
}

/* The trainer's search finds mates. */
static void mates(void **state)
{
    (void)state;
    struct train_chess_player *player = calloc(1, sizeof *player);
    int score = 0;
    assert_non_null(player);
    player->weights = &cop_chess_handmade;
    chess_position position = position_of("6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1");
    copse_move move = train_chess_search(player, &position, 4, 100000, &score);
    assert_int_equal(move, move_of(&position, "b1b8"));
    assert_int_equal(score, TRAIN_CHESS_MATE - 1);
    position = position_of("7k/8/8/8/8/8/R7/1R5K w - - 0 1");
    train_chess_search(player, &position, 6, 100000, &score);
    assert_int_equal(score, TRAIN_CHESS_MATE - 3);
    free(player);
}

/* Games of random moves of which one position is used, whose score is that of known weights and
 * whose result is drawn by the chances that these give: the fit has to find what is different about
 * them, as far as it is not held back. */
static void finds_weights(void **state)
{
    (void)state;
    enum { GAMES = 3000, MORE = 80 };
    struct train_chess_record *records = calloc(GAMES, sizeof *records);
    chess_weights known = cop_chess_handmade, found = cop_chess_handmade;
    struct train_chess_fit fit = {0};
    chess_position start = position_of(cop_chess.start), position, next;
    copse_message why = {""};
    double scale = 100;
    uint64_t seed = 17;
    assert_non_null(records);
    known.of[CHESS_TURN] += COP_TAPERED(MORE, MORE);
    for (int game = 0; game < GAMES; game++) {
        struct train_chess_record *record = &records[game];
        position = start;
        record->first = 2 * (int)draw(&seed, 20) + game % 2; /* every second is used */
        for (int ply = 0; ply <= record->first; ply++) {
            copse_move moves[CHESS_MOVES_ROOM];
            int count = cop_chess_list_plain(&position, moves);
            if (count == 0 || chess_is_drawn(&position))
                break;
            int score = cop_chess_evaluate_plain(&known, &position);
            double chance = 1 / (1 + exp(-score / scale));
            bool wins = (double)draw(&seed, 1000000) < 1e6 * chance;
            record->result = wins == (position.turn == CHESS_WHITE) ? 1 : -1;
            record->scores[ply] = (int16_t)score;
            record->moves[ply] = moves[draw(&seed, (uint64_t)count)];
            record->count = ply + 1;
            chess_play(&position, record->moves[ply], &next);
            position = next;
        }
    }
    if (train_chess_fit(records, GAMES, &start, 1, &scale, &found, &fit, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    free(records);
    int turn = cop_tapered_early(found.of[CHESS_TURN]) -
               cop_tapered_early(cop_chess_handmade.of[CHESS_TURN]);
    if (turn < MORE / 5 || turn > MORE + 10)
        fail_msg("turn by %d, not %d", turn, MORE);
    assert_true(fit.loss < fit.loss_handmade && fit.loss_handmade < fit.loss_nothing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mates),     cmocka_unit_test(games), cmocka_unit_test(same_on_threads),
        cmocka_unit_test(bad_place), cmocka_unit_test(stops), cmocka_unit_test(finds_weights),
    };
    return cmocka_run_group_tests(tests, make_path, remove_path);
}
