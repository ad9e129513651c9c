/* SPDX-License-Identifier: MIT
 *
 * Training Othello, in small: the same whatever the number of threads, interrupted or not; games
 * are games; and what was learned is better than what it began with. */
#include "game/othello/evaluate.h"
#include "game/othello/solve.h"
#include "lab/train_othello.h"
#include "lab/train_othello_play.h"
#include "support.h"

#include <unistd.h>

enum { GAMES = 100, SOLVED = 7 };

static char folder[] = "/tmp/copse_train_XXXXXX";

static int make_folder(void **state)
{
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

struct outcome {
    unsigned char *bytes;
    size_t size;
    struct train_error errors[OTHELLO_STAGES];
    int resumed;
};

static void stop_early(struct train_othello *train, int done, int jobs, void *user)
{
    int *round = user;
    (void)jobs;
    if (train->round == *round && done > 0)
        atomic_store(&train->stop, true);
}

/* With the round to be interrupted in, or -1. False: it was interrupted. */
static bool train_once(const char *path, int threads, int round, struct outcome *outcome)
{
    struct train_othello train = {.out = path,
                                  .games = GAMES,
                                  .rounds = 2,
                                  .depth = 1,
                                  .solved = SOLVED,
                                  .foretold = 3,
                                  .steps = 2,
                                  .threads = threads,
                                  .seed = 5};
    copse_message why = {{0}};
    bool finished = false;
    if (train_othello_run(&train, stop_early, &round, &finished, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    if (finished) {
        outcome->bytes = malloc(OTHELLO_WEIGHTS_FILE);
        FILE *file = fopen(path, "rb");
        assert_non_null(file);
        outcome->size = fread(outcome->bytes, 1, OTHELLO_WEIGHTS_FILE, file);
        fclose(file);
        assert_int_equal(outcome->size, train.file_size);
        memcpy(outcome->errors, train.errors, sizeof outcome->errors);
        outcome->resumed = train.resumed;
    }
    train_othello_clear(&train);
    return finished;
}

static void test_repeatable(void **state)
{
    char path[100];
    struct outcome plain = {0}, again = {0};
    (void)state;
    snprintf(path, sizeof path, "%s/weights", folder);
    assert_true(train_once(path, 1, -1, &plain));
    unlink(path);

    /* Interrupted in the first round, then in the second, then not; on three threads. A run that
     * is interrupted may also happen to come to its end before it is. */
    bool finished = train_once(path, 3, 0, &again);
    finished = finished || train_once(path, 3, 1, &again);
    finished = finished || train_once(path, 3, -1, &again);
    assert_true(finished);
    unlink(path);
    assert_int_equal(again.size, plain.size);
    assert_memory_equal(again.bytes, plain.bytes, plain.size);

    /* It has learned: endings are judged better than by Bill's few features, and those better than
     * by knowing nothing. Few games say little about the beginning. */
    for (int stage = 9; stage < OTHELLO_STAGES; stage++) {
        assert_true(plain.errors[stage].positions > 0);
        assert_true(plain.errors[stage].bill < 0.8 * plain.errors[stage].spread);
        assert_true(plain.errors[stage].patterns < 0.8 * plain.errors[stage].spread);
    }
    free(plain.bytes);
    free(again.bytes);
}

/* Positions with few empty squares have their exact value; earlier ones that of the first of
 * these. */
static void test_games(void **state)
{
    othello_weights *weights = aligned_alloc(64, (sizeof *weights + 63) / 64 * 64);
    struct train_player player = {.weights = weights, .depth = 1, .solved = 7};
    int exact = 0, used = 0;
    (void)state;
    assert_non_null(weights);
    player.memory = aligned_alloc(64, TRAIN_SOLVER_MEMORY);
    cop_othello_weights_init(weights);
    for (int game = 0; game < 40; game++) {
        struct train_record record, same;
        struct train_walk walk;
        train_play(&player, 9, 0, game, &record);
        train_play(&player, 9, 0, game, &same);
        assert_memory_equal(&record, &same, sizeof record);
        train_walk_begin(&walk, &record, 0.5f);
        while (train_walk_next(&walk)) {
            used++;
            assert_true(othello_moves_plain(walk.board) != 0);
            if (othello_count(othello_empty(walk.board)) > 7)
                continue;
            exact++;
            assert_int_equal(walk.target, walk.value * OTHELLO_DISC);
            assert_int_equal(walk.value * OTHELLO_DISC, cop_othello_exact(walk.board));
        }
    }
    assert_true(exact > 150 && used > 2 * exact);
    free(player.memory);
    free(weights);
}

/* The trainer's search is alpha-beta: it gives the value of plain minimax. */
static copse_score minimax(const othello_weights *weights, othello_board board, int depth)
{
    copse_score best = -COPSE_INFINITE;
    if (depth == 0 || !(othello_moves_plain(board) | othello_moves_plain(othello_pass(board))))
        return cop_othello_evaluate(weights, board);
    if (!othello_moves_plain(board))
        return -minimax(weights, othello_pass(board), depth - 1);
    for (uint64_t moves = othello_moves_plain(board); moves; moves &= moves - 1) {
        copse_score score = -minimax(weights, othello_play(board, othello_first(moves)), depth - 1);
        best = score > best ? score : best;
    }
    return best;
}

static void test_search(void **state)
{
    uint64_t random = 11;
    (void)state;
    for (int i = 0; i < 60; i++) {
        othello_board board = {UINT64_C(0x0000000810000000), UINT64_C(0x0000001008000000)};
        for (uint64_t plies = draw(&random, 58), moves; plies > 0; plies--) {
            moves = othello_moves_plain(board);
            for (uint64_t n = moves ? draw(&random, (uint64_t)othello_count(moves)) : 0; n > 0; n--)
                moves &= moves - 1;
            board = moves ? othello_play(board, othello_first(moves)) : othello_pass(board);
        }
        for (int depth = 0; depth <= 4; depth++)
            assert_int_equal(
                train_search(&cop_othello_built_in, board, depth, -COPSE_INFINITE, COPSE_INFINITE),
                minimax(&cop_othello_built_in, board, depth));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_search),
        cmocka_unit_test(test_games),
        cmocka_unit_test(test_repeatable),
    };
    return cmocka_run_group_tests_name("training othello", tests, make_folder, remove_folder);
}
