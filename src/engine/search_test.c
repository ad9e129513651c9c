/* SPDX-License-Identifier: MIT
 *
 * The handle of copse.h: each bad input gets its status and its sentence and changes nothing, and
 * results are there exactly when there is something to tell. */
#include "engine/search_test.h"
#include "base/os.h"
#include "game/game.h"

static const char tree[] = "branching=5,shape=random,seed=3";

static copse_search *search_of(const char *algorithm)
{
    copse_search *search = new_search(&cop_random, algorithm);
    must(copse_search_set_position_text(search, tree), search);
    return search;
}

static void says(const copse_search *search, const char *sentence)
{
    if (strstr(copse_search_message(search), sentence) == NULL)
        fail_msg("'%s', not '%s'", copse_search_message(search), sentence);
}

/* ------------------------------------------------------------------------------------ new, free */

static void *give_nothing(void *user, size_t size)
{
    (void)user, (void)size;
    return NULL;
}

static void take_back(void *user, void *memory, size_t size)
{
    (void)user, (void)memory, (void)size;
}

static void new_handles(void **state)
{
    copse_search *search = NULL;
    copse_message why = {""};
    copse_allocator half = {give_nothing, NULL, NULL}, empty = {give_nothing, take_back, NULL};
    (void)state;
    assert_int_equal(copse_search_new(&cop_random, "abc", NULL, &search, &why),
                     COPSE_UNKNOWN_ALGORITHM);
    assert_non_null(strstr(why.text, "no algorithm 'abc'; there are: minimax, alphabeta, "));
    for (int i = 0; i < copse_algorithm_count(); i++)
        assert_non_null(strstr(why.text, copse_algorithm_at(i)->name));
    assert_int_equal(copse_search_new(&cop_random, "", NULL, &search, &why),
                     COPSE_UNKNOWN_ALGORITHM);
    assert_int_equal(copse_search_new(&cop_random, NULL, NULL, NULL, &why), COPSE_BAD_ARGUMENT);
    assert_non_null(strstr(why.text, "search is NULL"));
    assert_int_equal(copse_search_new(NULL, NULL, NULL, &search, &why), COPSE_BAD_ARGUMENT);
    assert_int_equal(copse_search_new(&cop_random, NULL, &half, &search, &why), COPSE_BAD_ARGUMENT);
    assert_non_null(strstr(why.text, "alloc and free"));
    assert_int_equal(copse_search_new(&cop_random, NULL, &empty, &search, &why), COPSE_NO_MEMORY);
    assert_null(search);
    copse_search_free(NULL);
    for (int i = 0; i < copse_algorithm_count(); i++) {
        search = new_search(&cop_random, copse_algorithm_at(i)->name);
        copse_search_free(search);
    }
}

static void null_handles(void **state)
{
    copse_result result;
    copse_root_move row;
    copse_move move;
    copse_limits limits = depth_limit(3);
    (void)state;
    assert_int_equal(copse_search_set(NULL, "table", "0"), COPSE_BAD_ARGUMENT);
    assert_int_equal(copse_search_set_position(NULL, &move), COPSE_BAD_ARGUMENT);
    assert_int_equal(copse_search_set_position_text(NULL, tree), COPSE_BAD_ARGUMENT);
    assert_int_equal(copse_search_played(NULL, 1), COPSE_BAD_ARGUMENT);
    assert_int_equal(copse_search_run(NULL, &limits), COPSE_BAD_ARGUMENT);
    assert_int_equal(copse_search_result(NULL, &result), COPSE_BAD_ARGUMENT);
    assert_int_equal(copse_search_root_move(NULL, 0, &row), COPSE_BAD_ARGUMENT);
    assert_int_equal(copse_search_pv(NULL, &move, 1), 0);
    assert_null(copse_search_position(NULL));
    assert_non_null(copse_search_message(NULL));
    copse_search_stop(NULL);
    copse_search_clear(NULL);
    copse_search_on_progress(NULL, NULL, 0, NULL);
    copse_limits_init(NULL);
}

/* ------------------------------------------------------------------------- options and position */

/* Refused options leave the search as it was: it does the same as before. */
static void bad_options(void **state)
{
    static const char *const rows[][3] = {
        {"colour", "red", "algorithm pvs has no option 'colour'; it has: "},
        {"", "", "algorithm pvs has no option ''"},
        {"Table", "0", "no option 'Table'"},
        {"ordering", "best", "option ordering: 'best': one of none|static|ranked|stored"},
        {"deepening", "yes", "option deepening: 'yes': on or off"},
        {"step", "3", "option step: '3': a whole number from 1 to 2"},
        {"step", "0", "option step: '0'"},
        {"window", "-1", "option window: '-1': a whole number from 0 to 1000000000"},
        {"table", "1", "option table: '1': 0 for none, auto, or a size from 4K"},
        {"table", "99999999999999999999", "option table: '99999999999999999999': 0 for none"},
        {"table", "4X", "option table: '4X'"},
        {"seed", "x", "option seed: 'x': a whole number"},
    };
    copse_search *search = search_of("pvs");
    (void)state;
    must(copse_search_set(search, "ordering", "static"), search);
    uint64_t nodes = run_to_depth(search, 6).nodes;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(copse_search_set(search, rows[i][0], rows[i][1]), COPSE_BAD_OPTION);
        says(search, rows[i][2]);
    }
    assert_int_equal(copse_search_set(search, NULL, "1"), COPSE_BAD_ARGUMENT);
    assert_int_equal(copse_search_set(search, "seed", NULL), COPSE_BAD_ARGUMENT);
    assert_true(run_to_depth(search, 6).nodes == nodes);
    copse_search_free(search);
    search = search_of("minimax");
    assert_int_equal(copse_search_set(search, "table", "0"), COPSE_BAD_OPTION);
    says(search, "algorithm minimax has no option 'table'");
    copse_search_free(search);
}

/* A run without a depth deepens, since nothing else would get anywhere; the one after it does what
 * the options say. */
static void options_stay(void **state)
{
    copse_search *search = search_of("alphabeta");
    copse_limits limits = depth_limit(0);
    (void)state;
    uint64_t nodes = run_to_depth(search, 6).nodes;
    limits.nodes = 500;
    must(copse_search_run(search, &limits), search);
    assert_true(run_to_depth(search, 6).nodes == nodes);
    must(copse_search_set(search, "deepening", "on"), search);
    assert_true(run_to_depth(search, 6).nodes != nodes);
    copse_search_free(search);
}

static void positions(void **state)
{
    copse_search *search = new_search(&cop_random, "pvs");
    copse_limits limits = depth_limit(3);
    char before[64], after[64];
    (void)state;
    assert_null(copse_search_position(search));
    assert_int_equal(copse_search_run(search, &limits), COPSE_NO_POSITION);
    says(search, "no position has been set");
    assert_int_equal(copse_search_played(search, 1), COPSE_NO_POSITION);
    assert_int_equal(copse_search_set_position(search, NULL), COPSE_BAD_ARGUMENT);
    assert_int_equal(copse_search_set_position_text(search, "branching=1"), COPSE_BAD_POSITION);
    says(search, "branching='1': a whole number from 2 to 100");
    assert_null(copse_search_position(search));
    must(copse_search_set_position_text(search, tree), search);
    memcpy(before, copse_search_position(search), cop_random.position_size);
    assert_int_equal(copse_search_set_position_text(search, "seed=1,seed=2"), COPSE_BAD_POSITION);
    assert_memory_equal(copse_search_position(search), before, cop_random.position_size);
    assert_int_equal(copse_position_from_text(&cop_random, "seed=9", after, NULL), COPSE_OK);
    must(copse_search_set_position(search, after), search);
    assert_memory_equal(copse_search_position(search), after, cop_random.position_size);
    /* The handle's own position is as good as any. */
    must(copse_search_set_position(search, copse_search_position(search)), search);
    assert_memory_equal(copse_search_position(search), after, cop_random.position_size);
    must(copse_search_set_position_text(search, NULL), search); /* the game's start */
    assert_int_equal(copse_position_from_text(&cop_random, NULL, after, NULL), COPSE_OK);
    assert_memory_equal(copse_search_position(search), after, cop_random.position_size);
    copse_search_free(search);
}

static void played_moves(void **state)
{
    static const copse_move bad[] = {0, 6, 1000, UINT32_MAX - 1, COPSE_NO_MOVE};
    copse_search *search = search_of("pvs");
    char before[64], after[64];
    (void)state;
    run_to_depth(search, 4);
    memcpy(before, copse_search_position(search), cop_random.position_size);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        copse_result result;
        assert_int_equal(copse_search_played(search, bad[i]), COPSE_BAD_MOVE);
        says(search, "is not one of the 5 legal moves of this position");
        assert_memory_equal(copse_search_position(search), before, cop_random.position_size);
        must(copse_search_result(search, &result), search); /* still there */
    }
    cop_random.play(&cop_random, before, 4, after);
    must(copse_search_played(search, 4), search);
    assert_memory_equal(copse_search_position(search), after, cop_random.position_size);
    copse_search_free(search);
}

static void game_over(void **state)
{
    copse_search *search = new_search(&cop_random, "pvs");
    copse_limits limits = depth_limit(3);
    (void)state;
    must(copse_search_set_position_text(search, "branching=2,depth=1"), search);
    assert_int_equal(run_to_depth(search, 3).stop, COPSE_STOP_SOLVED);
    must(copse_search_played(search, 2), search);
    assert_int_equal(copse_search_run(search, &limits), COPSE_GAME_OVER);
    says(search, "the game is over");
    assert_int_equal(copse_search_played(search, 1), COPSE_BAD_MOVE);
    must(copse_search_set_position_text(search, tree), search); /* the handle is still good */
    run_to_depth(search, 3);
    copse_search_free(search);
}

/* ---------------------------------------------------------------------------------------- limits
 */

static void refused(copse_search *search, const copse_limits *limits, copse_status status,
                    const char *sentence)
{
    copse_result before, after;
    copse_root_move row;
    must(copse_search_result(search, &before), search);
    assert_int_equal(copse_search_run(search, limits), status);
    says(search, sentence);
    /* A run that did not begin leaves the last one's result. */
    must(copse_search_result(search, &after), search);
    assert_true(before.nodes == after.nodes && before.move == after.move);
    must(copse_search_root_move(search, 0, &row), search);
    assert_int_equal(row.move, before.move);
}

static void bad_limits(void **state)
{
    copse_search *search = search_of("pvs");
    copse_limits limits;
    double zero = 0;
    (void)state;
    run_to_depth(search, 4);
    refused(search, NULL, COPSE_BAD_ARGUMENT, "limits is NULL");
    copse_limits_init(&limits);
    refused(search, &limits, COPSE_BAD_LIMIT, "no limit: set depth, nodes, expansions or seconds");
    limits.struct_size--;
    refused(search, &limits, COPSE_BAD_ARGUMENT, "struct_size");
    limits = depth_limit(-1);
    refused(search, &limits, COPSE_BAD_LIMIT, "depth -1: 1 to 4000");
    limits = depth_limit(COPSE_MAX_DEPTH + 1);
    refused(search, &limits, COPSE_BAD_LIMIT, "depth 4001: 1 to 4000");
    copse_limits_init(&limits);
    double bad_seconds[] = {-1, -1e-300, 1 / zero, -1 / zero, zero / zero};
    for (int i = 0; i < 5; i++) {
        limits.seconds = bad_seconds[i];
        refused(search, &limits, COPSE_BAD_LIMIT, "seconds ");
    }
    limits = depth_limit(4);
    limits.memory = 1;
    refused(search, &limits, COPSE_BAD_LIMIT, "memory of 1 bytes: at least 65536");
    limits.memory = COPSE_LEAST_MEMORY - 1;
    refused(search, &limits, COPSE_BAD_LIMIT, "memory of 65535 bytes: at least 65536");
    limits.memory = SIZE_MAX;
    refused(search, &limits, COPSE_BAD_LIMIT, "bytes: this machine has only");
    limits.memory = (size_t)cop_memory_of_machine() + 1;
    refused(search, &limits, COPSE_BAD_LIMIT, "bytes: this machine has only");
    limits.memory = COPSE_LEAST_MEMORY; /* just right */
    must(copse_search_run(search, &limits), search);
    copse_search_free(search);
}

/* A table that the memory limit, or the machine, has no room for. */
static void huge_tables(void **state)
{
    copse_search *search = search_of("pvs");
    copse_limits limits = depth_limit(4);
    copse_result result;
    (void)state;
    must(copse_search_set(search, "table", "1M"), search);
    limits.memory = 1 << 19;
    assert_int_equal(copse_search_run(search, &limits), COPSE_BAD_LIMIT);
    says(search, "table of 1048576 bytes: more than the memory limit of 524288");
    limits.memory = 1 << 20;
    must(copse_search_run(search, &limits), search);
    must(copse_search_set(search, "table", "65536G"), search);
    limits.memory = 0;
    copse_status status = copse_search_run(search, &limits);
    assert_true(status == COPSE_BAD_LIMIT || status == COPSE_NO_MEMORY);
    says(search, "bytes");
    must(copse_search_set(search, "table", "0"), search);
    must(copse_search_run(search, &limits), search);
    must(copse_search_result(search, &result), search);
    copse_search_free(search);
}

/* --------------------------------------------------------------------------------------- results
 */

static void no_results(void **state)
{
    copse_search *search = new_search(&cop_random, "pvs");
    copse_result result = {.nodes = 77};
    copse_root_move row = {.nodes = 77};
    copse_move move = 77;
    (void)state;
    for (int step = 0; step < 4; step++) {
        if (step == 1)
            must(copse_search_set_position_text(search, tree), search);
        if (step == 2) {
            run_to_depth(search, 3);
            must(copse_search_played(search, 1), search);
        }
        if (step == 3) {
            run_to_depth(search, 3);
            must(copse_search_set_position_text(search, tree), search);
        }
        assert_int_equal(copse_search_result(search, &result), COPSE_NO_RESULT);
        says(search, "has not been searched yet");
        assert_int_equal(copse_search_root_move(search, 0, &row), COPSE_NO_RESULT);
        assert_int_equal(copse_search_pv(search, &move, 1), 0);
        assert_true(result.nodes == 77 && row.nodes == 77 && move == 77);
    }
    copse_search_free(search);
}

/* What a result says of itself: rows best first, each move once, read in any order. */
/* The line of a row begins with its move, and is not longer than it may be. */
static void check_row_line(copse_search *search, const copse_root_move *row)
{
    copse_move line[3] = {COPSE_NO_MOVE, COPSE_NO_MOVE, 77};
    int length = copse_search_line(search, row->move, line, 2);
    assert_in_range(length, 1, 2);
    assert_true(line[0] == row->move && line[2] == 77);
    assert_int_equal(copse_search_line(search, row->move, line, 0), 0);
    assert_int_equal(copse_search_line(NULL, row->move, line, 2), 0);
}

/* A best-first search knows how it goes on after every move, and what the moves are compared by. */
static void lines_of_all_moves(void **state)
{
    static const char *const names[] = {"bfm", "rbfm", "ubfm", "uct", "pbf"};
    copse_limits limits;
    copse_limits_init(&limits);
    limits.expansions = 500;
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        copse_search *search = search_of(names[i]);
        bool by_mean = strcmp(names[i], "pbf") == 0;
        copse_root_move best, row;
        int further = 0;
        must(copse_search_run(search, &limits), search);
        must(copse_search_root_move(search, 0, &best), search);
        for (int k = 0; copse_search_root_move(search, k, &row) == COPSE_OK; k++) {
            copse_move line[9];
            check_row_line(search, &row);
            further += copse_search_line(search, row.move, line, 9) > 1;
            assert_true(by_mean ? row.expected <= best.expected : row.expected == row.score);
        }
        assert_true(further > 1);
        copse_search_free(search);
    }
}

static void check_rows(copse_search *search, const copse_result *result)
{
    copse_root_move row, again, last = {0};
    uint64_t below = 0;
    unsigned seen = 0;
    for (int i = result->move_count - 1; i >= 0; i--) {
        must(copse_search_root_move(search, i, &row), search);
        assert_in_range(row.move, 1, result->move_count);
        assert_false(seen >> row.move & 1);
        seen |= 1u << row.move;
        below += row.nodes;
        check_row_line(search, &row);
        if (i < result->move_count - 2 && row.bound != COPSE_BOUND_NONE && i > 0)
            assert_true(row.score >= last.score);
        last = row;
    }
    assert_int_equal(row.move, result->move);
    assert_int_equal(row.score, result->score);
    assert_true(below <= result->nodes);
    must(copse_search_root_move(search, 0, &again), search);
    assert_int_equal(again.move, row.move);
    assert_int_equal(copse_search_root_move(search, -1, &row), COPSE_BAD_ARGUMENT);
    assert_int_equal(copse_search_root_move(search, result->move_count, &row), COPSE_BAD_ARGUMENT);
    says(search, "root move 5: 0 to 4");
    assert_int_equal(copse_search_root_move(search, 0, NULL), COPSE_BAD_ARGUMENT);
    assert_int_equal(copse_search_result(search, NULL), COPSE_BAD_ARGUMENT);
}

/* The line can be played, and as far as it goes it leads to the value. */
static void check_line(copse_search *search, const copse_result *result)
{
    copse_move line[300], part[2] = {77, 77};
    char position[64], next[64];
    int length = copse_search_pv(search, line, 300);
    assert_int_equal(length, result->pv_length);
    assert_in_range(length, 1, result->depth);
    assert_int_equal(line[0], result->move);
    assert_int_equal(copse_search_pv(search, part, 1), 1);
    assert_true(part[0] == line[0] && part[1] == 77);
    assert_int_equal(copse_search_pv(search, part, 0), 0);
    assert_int_equal(copse_search_pv(search, part, -1), 0);
    assert_int_equal(copse_search_pv(search, NULL, 9), 0);
    memcpy(position, copse_search_position(search), cop_random.position_size);
    for (int i = 0; i < length; i++) {
        copse_move moves[100];
        int count = cop_random.moves(&cop_random, position, moves);
        assert_in_range(line[i], 1, count);
        cop_random.play(&cop_random, position, line[i], next);
        memcpy(position, next, cop_random.position_size);
    }
    copse_score score = cop_random.evaluate(&cop_random, position);
    if (length == result->depth && result->bound == COPSE_BOUND_EXACT)
        assert_int_equal(length % 2 == 0 ? score : -score, result->score);
}

static void results(void **state)
{
    (void)state;
    for (int i = 0; depth_first(i) != NULL; i++) {
        copse_search *search = search_of(depth_first(i)->name);
        copse_result result = run_to_depth(search, 5);
        assert_int_equal(result.stop, COPSE_STOP_DEPTH);
        assert_int_equal(result.depth, 5);
        assert_int_equal(result.move_count, 5);
        assert_int_equal(result.processors, 1);
        assert_int_equal(result.deepest, result.depth); /* nothing leads beyond it here */
        assert_true(result.nodes > 20 && result.expansions > 5 && result.evaluations > 5);
        assert_true(result.seconds >= 0 && result.cpu_seconds >= 0);
        check_rows(search, &result);
        check_line(search, &result);
        copse_search_free(search);
    }
}

/* The same run twice is the same to the last node, and so is one in another handle. */
static void repeatable(void **state)
{
    (void)state;
    for (int i = 0; depth_first(i) != NULL; i++) {
        copse_search *one = search_of(depth_first(i)->name);
        copse_search *other = search_of(depth_first(i)->name);
        copse_result first = run_to_depth(one, 6);
        copse_search_clear(one);
        copse_result again = run_to_depth(one, 6), elsewhere = run_to_depth(other, 6);
        assert_true(first.nodes == again.nodes && first.nodes == elsewhere.nodes);
        assert_true(first.score == again.score && first.score == elsewhere.score);
        assert_true(first.move == again.move && first.move == elsewhere.move);
        copse_search_free(one);
        copse_search_free(other);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_handles),
        cmocka_unit_test(null_handles),
        cmocka_unit_test(bad_options),
        cmocka_unit_test(options_stay),
        cmocka_unit_test(positions),
        cmocka_unit_test(played_moves),
        cmocka_unit_test(game_over),
        cmocka_unit_test(bad_limits),
        cmocka_unit_test(huge_tables),
        cmocka_unit_test(no_results),
        cmocka_unit_test(results),
        cmocka_unit_test(repeatable),
        cmocka_unit_test(lines_of_all_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
