/* SPDX-License-Identifier: MIT
 *
 * A seat: thinking, stopping, halting, pondering on a thread, while the game goes on; and the
 * game's record. */
#include "protocol/seat_inside.h"

#include "support.h"

#include <time.h>

static cop_seat *new_seat(const char *game, const cop_seat_settings *settings)
{
    cop_seat *seat = NULL;
    copse_message why = {""};
    if (cop_seat_new(copse_game_find(game), settings, &seat, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    return seat;
}

static cop_seat_settings quick(void)
{
    cop_seat_settings settings;
    cop_seat_settings_init(&settings);
    settings.limits.depth = 3;
    settings.limits.memory = (size_t)1 << 20;
    return settings;
}

static cop_thought wait_for_end(cop_seat *seat)
{
    cop_thought thought;
    while (cop_seat_news(seat, &thought) != COP_NEWS_DONE)
        cop_seat_wait(seat, 10);
    assert_false(cop_seat_is_thinking(seat));
    return thought;
}

static cop_thought think(cop_seat *seat, const cop_task *task)
{
    copse_message why;
    if (cop_seat_think(seat, task, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    return wait_for_end(seat);
}

static bool is_legal(const cop_record *record, copse_move move)
{
    for (int i = 0; i < record->legal_count; i++) {
        if (record->legal[i] == move)
            return true;
    }
    return false;
}

/* A whole game against itself, with all kinds of tasks, and all of it taken back. */
static void a_game_of_othello(void **state)
{
    (void)state;
    cop_seat_settings settings = quick();
    cop_seat *seat = new_seat("othello", &settings);
    cop_record *record = cop_seat_record(seat);
    copse_message why;
    char start[200], again[200];
    copse_position_to_text(record->game, cop_record_now(record), start, sizeof start);
    while (!cop_record_is_over(record)) {
        cop_task task;
        cop_task_init(&task, COP_TASK_MOVE);
        cop_thought thought = think(seat, &task);
        assert_int_equal(thought.status, COPSE_OK);
        assert_true(is_legal(record, thought.move));
        assert_int_equal(thought.pv[0], thought.move);
        assert_true(thought.scored || record->legal_count == 1);
        assert_int_equal(cop_record_play(record, thought.move, false, &why), COPSE_OK);
    }
    assert_true(record->count > 9);
    cop_task task;
    cop_task_init(&task, COP_TASK_MOVE);
    assert_int_equal(cop_seat_think(seat, &task, &why), COPSE_GAME_OVER);
    while (cop_record_undo(record))
        continue;
    copse_position_to_text(record->game, cop_record_now(record), again, sizeof again);
    assert_string_equal(start, again);
    cop_seat_free(seat);
}

/* Endless searches end when they are told to, each in one of the ways there are, at any moment. */
static void searches_are_stopped_and_halted(void **state)
{
    (void)state;
    cop_seat_settings settings = quick();
    cop_seat *seat = new_seat("random", &settings);
    cop_thought thought;
    cop_task task;
    cop_task_init(&task, COP_TASK_ANALYZE);
    task.endless = true;
    for (int i = 0; i < 12; i++) {
        assert_int_equal(cop_seat_think(seat, &task, NULL), COPSE_OK);
        assert_true(cop_seat_is_thinking(seat));
        assert_false(cop_seat_will_end(seat));
        if (i % 3 == 1)
            cop_seat_wait(seat, 10);
        if (i % 2 == 0) {
            cop_seat_stop(seat);
            thought = wait_for_end(seat);
            assert_int_equal(thought.status, COPSE_OK);
            assert_true(is_legal(cop_seat_record(seat), thought.move));
        } else {
            cop_seat_halt(seat);
            assert_int_equal(cop_seat_news(seat, &thought), COP_NEWS_NONE);
        }
        assert_false(cop_seat_is_thinking(seat));
    }
    /* The wish to stop was for the search under way: the next one reaches its depth. */
    cop_task_init(&task, COP_TASK_MOVE);
    cop_seat_stop(seat);
    thought = think(seat, &task);
    assert_int_equal(thought.depth, 3);
    /* One that is under way when the seat is freed. */
    task.endless = true;
    assert_int_equal(cop_seat_think(seat, &task, NULL), COPSE_OK);
    cop_seat_free(seat);
}

/* Thinks about the position on the board, whoever's turn it is, until this many nodes are told. */
static void ponder(cop_seat *seat, uint64_t nodes)
{
    copse_message why;
    cop_thought thought = {.nodes = 0};
    cop_task task;
    cop_task_init(&task, COP_TASK_MOVE);
    task.endless = true;
    if (cop_seat_think(seat, &task, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    while (thought.nodes < nodes && cop_seat_news(seat, &thought) != COP_NEWS_DONE)
        cop_seat_wait(seat, 10);
}

/* Thinking while it is the other side's turn, which then plays whatever it likes. */
static void pondering(void **state)
{
    (void)state;
    cop_seat_settings settings = quick();
    cop_seat *seat = new_seat("othello", &settings);
    cop_record *record = cop_seat_record(seat);
    copse_message why;
    for (int i = 0; i < 6; i++) {
        cop_task task;
        cop_task_init(&task, COP_TASK_MOVE);
        cop_thought thought = think(seat, &task);
        assert_true(thought.pv_length >= 2);
        assert_int_equal(cop_record_play(record, thought.move, false, &why), COPSE_OK);
        ponder(seat, 0);
        assert_false(cop_seat_will_end(seat));
        copse_move reply = i % 2 ? thought.pv[1] : record->legal[record->legal_count - 1];
        assert_int_equal(cop_record_play(record, reply, false, &why), COPSE_OK);
    }
    cop_seat_free(seat);
}

/* A seat whose moves only the time limits, although no test waits for that. */
static cop_seat *new_seat_by_time(uint64_t nodes)
{
    cop_seat_settings settings = quick();
    settings.limits.depth = 0;
    settings.limits.seconds = 1000;
    settings.limits.nodes = nodes;
    settings.limits.memory = (size_t)8 << 20;
    return new_seat("othello", &settings);
}

static uint64_t kept_by_time(const cop_seat *seat)
{
    copse_result result;
    assert_non_null(seat->by_time);
    assert_int_equal(copse_search_result(seat->by_time, &result), COPSE_OK);
    return result.kept_nodes;
}

/* What is given a depth is another search's: the tree of the one by time waits where it is. */
static void the_tree_waits_for_its_turn(void **state)
{
    (void)state;
    enum { FEW = 1, PONDERED = 20000, LEAST = 200 };
    cop_seat *seat = new_seat_by_time(FEW);
    cop_record *record = cop_seat_record(seat);
    cop_task task;
    assert_int_equal(cop_record_play(record, record->legal[0], false, NULL), COPSE_OK);
    ponder(seat, PONDERED);
    cop_task_init(&task, COP_TASK_ANALYZE);
    task.depth = 1;
    task.ply = 0;
    think(seat, &task);
    cop_task_init(&task, COP_TASK_MOVE);
    cop_thought thought = think(seat, &task);
    assert_true(thought.nodes < LEAST); /* so the others are from before */
    assert_true(kept_by_time(seat) > LEAST);
    cop_seat_free(seat);
}

/* The search that plays gets most of what all may take together: three quarters, not an equal part.
 */
static void who_plays_has_the_memory(void **state)
{
    (void)state;
    enum { MEMORY = 8 << 20, NODE = 32, MORE_THAN_A_THIRD = 100000, MORE_THAN_ALL = 300000 };
    for (int i = 0; i < 2; i++) {
        cop_seat *seat = new_seat_by_time(i ? MORE_THAN_ALL : MORE_THAN_A_THIRD);
        copse_result result;
        cop_task task;
        cop_task_init(&task, COP_TASK_MOVE);
        assert_int_equal(seat->settings.limits.memory, MEMORY);
        assert_non_null(seat->solver);
        assert_true(MORE_THAN_A_THIRD * NODE > MEMORY / 3 && MORE_THAN_ALL * NODE > MEMORY);
        think(seat, &task);
        assert_int_equal(copse_search_result(seat->by_time, &result), COPSE_OK);
        assert_true(i ? result.freed_nodes > 0 : result.freed_nodes == 0);
        assert_true(result.kept_bytes <= MEMORY / 4 * 3);
        cop_seat_free(seat);
    }
}

/* A seat that has no use for it has no search by time that would take a part of the memory. */
static void a_depth_for_all_moves_needs_one_search(void **state)
{
    (void)state;
    cop_seat_settings settings = quick();
    cop_seat *seat = new_seat("othello", &settings);
    assert_null(seat->by_time);
    assert_int_equal(cop_seat_memory(&settings), settings.limits.memory);
    cop_seat_free(seat);
    settings.limits.memory = 0;
    assert_in_range(cop_seat_memory(&settings), (size_t)1 << 20, (size_t)256 << 20);
}

/* Each move's own value: the best one's is what a search finds, and the order is right. */
static void all_moves_are_ranked(void **state)
{
    (void)state;
    cop_seat_settings settings = quick();
    settings.exact = 0;
    cop_seat *seat = new_seat("othello", &settings);
    cop_record *record = cop_seat_record(seat);
    copse_message why;
    copse_move move;
    cop_ranked ranks[64];
    cop_task task;
    assert_int_equal(cop_record_read(record, "F5", &move, &why), COPSE_OK);
    assert_int_equal(cop_record_play(record, move, false, &why), COPSE_OK);
    cop_task_init(&task, COP_TASK_RANK);
    cop_thought best = think(seat, &task);
    int count = cop_seat_ranks(seat, ranks, 64);
    assert_int_equal(count, record->legal_count);
    assert_int_equal(best.depth, 3);
    for (int i = 1; i < count; i++)
        assert_true(ranks[i - 1].score >= ranks[i].score);
    cop_task_init(&task, COP_TASK_ANALYZE);
    cop_thought found = think(seat, &task);
    assert_int_equal(found.score, ranks[0].score);
    cop_seat_free(seat);
}

/* Variety: seeds lead to different openings, the same seed to the same, and never to a move that is
 * worse than allowed. */
static void variety_is_seeded(void **state)
{
    (void)state;
    copse_move first[8][3];
    int different = 0;
    for (uint64_t seed = 0; seed < 8; seed++) {
        cop_seat_settings settings = quick();
        settings.variety = 300;
        settings.seed = seed / 2; /* each twice */
        cop_seat *seat = new_seat("othello", &settings);
        for (int i = 0; i < 3; i++) {
            cop_task task;
            cop_task_init(&task, COP_TASK_MOVE);
            cop_thought thought = think(seat, &task);
            cop_ranked ranks[64];
            assert_true(cop_seat_ranks(seat, ranks, 64) > 0);
            assert_true(thought.score >= ranks[0].score - 300);
            first[seed][i] = thought.move;
            cop_record_play(cop_seat_record(seat), thought.move, false, NULL);
        }
        cop_seat_free(seat);
    }
    for (int i = 0; i < 8; i += 2) {
        assert_memory_equal(first[i], first[i + 1], sizeof first[i]);
        different += memcmp(first[i], first[(i + 2) % 8], sizeof first[i]) != 0;
    }
    assert_true(different > 0);
}

/* Near the end the game is solved, if it has a solver and there is time. */
static void the_end_is_exact(void **state)
{
    (void)state;
    const char *text = "XXXXXXXXXOOOOOOXXOXXXXOXXOXOXXOXXOXXOXOXXOXXXOOXXOOOOOOXXXXX---- X";
    cop_seat_settings settings = quick();
    settings.limits.depth = 0;
    settings.limits.seconds = 100;
    cop_seat *seat = new_seat("othello", &settings);
    copse_message why;
    cop_task task;
    if (cop_record_start(cop_seat_record(seat), text, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    if (cop_seat_record(seat)->legal_count < 2)
        fail_msg("there is nothing to decide in this position");
    cop_task_init(&task, COP_TASK_MOVE);
    cop_thought thought = think(seat, &task);
    assert_true(thought.exact);
    assert_int_equal(thought.score % 100, 0);
    cop_seat_free(seat);
}

static void bad_settings_are_refused(void **state)
{
    (void)state;
    cop_seat *seat = NULL;
    copse_message why = {""};
    cop_seat_settings settings = quick();
    copse_setting wrong = {"killers", "perhaps"};
    settings.setting_count = 1;
    settings.settings = &wrong;
    assert_int_equal(cop_seat_new(copse_game_find("othello"), &settings, &seat, &why),
                     COPSE_BAD_OPTION);
    assert_true(seat == NULL && why.text[0]);
    settings = quick();
    settings.algorithm = "guess";
    assert_int_equal(cop_seat_new(copse_game_find("othello"), &settings, &seat, &why),
                     COPSE_UNKNOWN_ALGORITHM);
}

static copse_score think_hard(const copse_game *game, const void *position)
{
    (void)game, (void)position;
    nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    return 0;
}

/* The time is over before the first move has a value: then some move is played, and none is said to
 * be worth anything. */
static void without_time_nothing_is_scored(void **state)
{
    (void)state;
    copse_game slow = *copse_game_find("othello");
    slow.name = "slow";
    slow.evaluate = think_hard;
    slow.expand = NULL;
    slow.solve = NULL;
    cop_seat_settings settings;
    cop_seat_settings_init(&settings);
    settings.limits.seconds = 0.001;
    cop_seat *seat = NULL;
    assert_int_equal(cop_seat_new(&slow, &settings, &seat, NULL), COPSE_OK);
    cop_task task;
    cop_task_init(&task, COP_TASK_ANALYZE);
    cop_thought thought = think(seat, &task);
    assert_int_equal(thought.status, COPSE_OK);
    assert_int_equal(thought.depth, 0);
    assert_false(thought.scored);
    assert_true(is_legal(cop_seat_record(seat), thought.move));
    cop_seat_free(seat);
}

static void several_threads(void **state)
{
    (void)state;
    cop_seat_settings settings = quick();
    settings.threads = 2;
    settings.limits.depth = 5;
    cop_seat *seat = new_seat("othello", &settings);
    cop_task task;
    cop_task_init(&task, COP_TASK_MOVE);
    cop_thought thought = think(seat, &task);
    assert_true(is_legal(cop_seat_record(seat), thought.move));
    task.endless = true;
    assert_int_equal(cop_seat_think(seat, &task, NULL), COPSE_OK);
    cop_seat_stop(seat);
    wait_for_end(seat);
    cop_seat_free(seat);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_of_othello),
        cmocka_unit_test(searches_are_stopped_and_halted),
        cmocka_unit_test(pondering),
        cmocka_unit_test(the_tree_waits_for_its_turn),
        cmocka_unit_test(who_plays_has_the_memory),
        cmocka_unit_test(a_depth_for_all_moves_needs_one_search),
        cmocka_unit_test(all_moves_are_ranked),
        cmocka_unit_test(variety_is_seeded),
        cmocka_unit_test(the_end_is_exact),
        cmocka_unit_test(bad_settings_are_refused),
        cmocka_unit_test(without_time_nothing_is_scored),
        cmocka_unit_test(several_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
