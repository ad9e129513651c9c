/* SPDX-License-Identifier: MIT
 *
 * A seat that is asked for several lines, for some moves only, to count, or to go on with what it
 * pondered about. */
#include "protocol/seat.h"

#include "support.h"

/* `setting` NULL: none but the usual ones. */
static cop_seat *new_seat_with(const char *game, const char *algorithm, int threads,
                               const copse_setting *setting)
{
    cop_seat *seat = NULL;
    copse_message why = {""};
    cop_seat_settings settings;
    cop_seat_settings_init(&settings);
    settings.algorithm = algorithm;
    settings.threads = threads;
    settings.limits.memory = (size_t)1 << 20;
    settings.settings = setting;
    settings.setting_count = setting != NULL;
    if (cop_seat_new(copse_game_find(game), &settings, &seat, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    return seat;
}

static cop_seat *new_seat(const char *game, const char *algorithm, int threads)
{
    return new_seat_with(game, algorithm, threads, NULL);
}

static cop_thought wait_for_end(cop_seat *seat)
{
    cop_thought thought;
    while (cop_seat_news(seat, &thought) != COP_NEWS_DONE)
        cop_seat_wait(seat, 10);
    assert_int_equal(thought.status, COPSE_OK);
    return thought;
}

static cop_thought think(cop_seat *seat, const cop_task *task)
{
    copse_message why;
    if (cop_seat_think(seat, task, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    return wait_for_end(seat);
}

static cop_task to_depth(int depth)
{
    cop_task task;
    cop_task_init(&task, COP_TASK_ANALYZE);
    task.depth = depth;
    return task;
}

/* Every line has the value that its move has if it is the only one that is searched. */
static void check_lines(cop_seat *seat, int wanted, int depth)
{
    cop_line lines[8], none;
    cop_task task = to_depth(depth);
    task.lines = wanted;
    cop_thought thought = think(seat, &task);
    int count = cop_seat_lines(seat, lines, 8);
    assert_int_equal(count, wanted);
    assert_int_equal(thought.move, lines[0].pv[0]);
    assert_int_equal(thought.score, lines[0].score);
    for (int i = 0; i < count; i++) {
        assert_int_equal(lines[i].depth, depth);
        assert_true(i == 0 || lines[i].score <= lines[i - 1].score);
        for (int k = 0; k < i; k++)
            assert_int_not_equal(lines[i].pv[0], lines[k].pv[0]);
        cop_task single = to_depth(depth);
        single.only_count = 1;
        single.only = &lines[i].pv[0];
        cop_thought alone = think(seat, &single);
        assert_int_equal(alone.move, lines[i].pv[0]);
        assert_int_equal(alone.score, lines[i].score);
    }
    task = to_depth(depth);
    assert_int_equal(think(seat, &task).score, lines[0].score);
    assert_int_equal(cop_seat_lines(seat, &none, 1), 0);
}

static void lines_have_their_moves_values(void **state)
{
    (void)state;
    /* What is reduced in one search need not be in another. */
    static const copse_setting evenly = {"reductions", "off"};
    static const char *const algorithms[] = {"pvs", "mtdf", "ybw", "lazysmp"};
    for (int i = 0; i < 4; i++) {
        cop_seat *seat = new_seat_with("checkers", algorithms[i], i < 2 ? 1 : 2, &evenly);
        check_lines(seat, 3, 5);
        check_lines(seat, 7, 3);
        cop_seat_free(seat);
    }
}

/* A best-first search has a value for every move. */
static void best_first_lines(void **state)
{
    (void)state;
    cop_seat *seat = new_seat("checkers", "pbf", 1);
    cop_line lines[8];
    cop_task task;
    cop_task_init(&task, COP_TASK_ANALYZE);
    task.nodes = 2000;
    task.lines = 3;
    cop_thought thought = think(seat, &task);
    assert_int_equal(cop_seat_lines(seat, lines, 8), 3);
    assert_int_equal(thought.move, lines[0].pv[0]);
    copse_message why;
    task.only_count = 1;
    task.only = &lines[1].pv[0];
    assert_int_equal(cop_seat_think(seat, &task, &why), COPSE_UNSUPPORTED);
    cop_seat_free(seat);
}

static void only_legal_moves_are_searched(void **state)
{
    (void)state;
    cop_seat *seat = new_seat("othello", NULL, 1);
    const cop_record *record = cop_seat_record(seat);
    copse_message why;
    cop_task task = to_depth(3);
    copse_move moves[2] = {record->legal[2], record->legal[1]};
    task.only = moves;
    task.only_count = 2;
    cop_thought thought = think(seat, &task);
    assert_true(thought.move == moves[0] || thought.move == moves[1]);
    moves[1] = moves[0];
    assert_int_equal(cop_seat_think(seat, &task, &why), COPSE_BAD_MOVE);
    moves[1] = COPSE_NO_MOVE;
    assert_int_equal(cop_seat_think(seat, &task, &why), COPSE_BAD_MOVE);
    cop_seat_free(seat);
}

static void counting(void **state)
{
    (void)state;
    cop_seat *seat = new_seat("othello", NULL, 1);
    cop_counted counts[8];
    cop_task task;
    cop_task_init(&task, COP_TASK_COUNT);
    task.depth = 6;
    think(seat, &task);
    uint64_t sum = 0;
    assert_int_equal(cop_seat_counts(seat, counts, 8), 4);
    for (int i = 0; i < 4; i++)
        sum += counts[i].leaves;
    assert_int_equal(sum, 8200); /* as published: tests/othello/perft.txt */
    task.depth = 30;
    copse_message why;
    assert_int_equal(cop_seat_think(seat, &task, &why), COPSE_OK);
    cop_seat_stop(seat);
    wait_for_end(seat);
    assert_int_equal(cop_seat_counts(seat, counts, 8), 0);
    cop_seat_free(seat);
}

/* What was endless ends by the limits of its task, whichever it has, but not before. */
static void pondering_comes_to_an_end(void **state)
{
    (void)state;
    for (int i = 0; i < 8; i++) {
        cop_seat *seat = new_seat("checkers", NULL, i < 4 ? 1 : 2);
        copse_message why;
        cop_thought thought = {0};
        cop_task task;
        cop_task_init(&task, COP_TASK_MOVE);
        task.endless = true;
        task.lines = i % 2 ? 1 : 3;
        if (i % 4 < 2)
            task.clock = (cop_clock){.runs = true, .left = 0.5};
        else
            task.depth = 4;
        assert_int_equal(cop_seat_think(seat, &task, &why), COPSE_OK);
        assert_false(cop_seat_will_end(seat));
        do { /* deeper than it may later */
            cop_seat_wait(seat, 10);
            assert_int_not_equal(cop_seat_news(seat, &thought), COP_NEWS_DONE);
        } while (thought.depth < 5);
        cop_seat_hit(seat);
        assert_true(cop_seat_will_end(seat));
        thought = wait_for_end(seat);
        assert_true(thought.scored && thought.depth >= 5);
        cop_seat_free(seat);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_have_their_moves_values), cmocka_unit_test(best_first_lines),
        cmocka_unit_test(only_legal_moves_are_searched), cmocka_unit_test(counting),
        cmocka_unit_test(pondering_comes_to_an_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
