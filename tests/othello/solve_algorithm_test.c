/* SPDX-License-Identifier: MIT
 *
 * The algorithm `solve`: the FFO problems of othello/ffo.txt, which says where they are from, on
 * one processor and several; only win, draw or loss; stopping; games without a solver, and games
 * whose solver lies.
 *
 *     solve_algorithm_test PROBLEMS */
#include "support.h"

static int problems = 7;

typedef struct problem {
    int number, score;
    char position[80], best[64];
} problem;

/* Problem `number` of the file. */
static problem read_problem(int number)
{
    problem p = {.number = -1};
    FILE *file = fopen("othello/ffo.txt", "r");
    char row[1024];
    assert_non_null(file);
    while (p.number != number && fgets(row, sizeof row, file) != NULL) {
        char board[80], side[4];
        if (row[0] == '#')
            continue;
        assert_int_equal(
            sscanf(row, "%d %79s %3s %*d %d %63s", &p.number, board, side, &p.score, p.best), 5);
        snprintf(p.position, sizeof p.position, "%.64s %.1s", board, side);
    }
    fclose(file);
    assert_int_equal(p.number, number);
    return p;
}

static copse_limits no_limits(void)
{
    copse_limits limits;
    copse_limits_init(&limits);
    limits.endless = true;
    limits.memory = 4 << 20;
    return limits;
}

static copse_search *othello_search(const problem *p)
{
    copse_search *search = new_search(copse_game_find("othello"), "solve");
    must(copse_search_set_position_text(search, p->position), search);
    return search;
}

static copse_result run(copse_search *search)
{
    copse_limits limits = no_limits();
    copse_result result;
    must(copse_search_run(search, &limits), search);
    must(copse_search_result(search, &result), search);
    return result;
}

/* Is the move among the best, as the file writes them: G8,A4? */
static bool is_best(copse_search *search, const problem *p, copse_move move)
{
    const copse_game *game = copse_game_find("othello");
    char best[64], text[8];
    strcpy(best, p->best);
    for (char *word = strtok(best, ","); word != NULL; word = strtok(NULL, ",")) {
        copse_move_to_text(game, copse_search_position(search), move, text, sizeof text);
        if (text[0] == word[0] - 'A' + 'a' && text[1] == word[1])
            return true;
    }
    return false;
}

static void check_solved(copse_search *search, const problem *p, const copse_result *result)
{
    if (result->score != 100 * p->score || !is_best(search, p, result->move))
        fail_msg("problem %d: score %d, move %u; it is %+d with %s", p->number, result->score,
                 result->move, p->score, p->best);
    assert_int_equal(result->stop, COPSE_STOP_SOLVED);
    assert_int_equal(result->bound, COPSE_BOUND_EXACT);
    assert_true(result->pv_length > 0);
    for (int i = 0; i < result->move_count; i++) {
        copse_root_move row;
        must(copse_search_root_move(search, i, &row), search);
        if (row.move == result->move)
            assert_true(row.bound == COPSE_BOUND_EXACT && row.score == result->score);
        else if (row.bound == COPSE_BOUND_UPPER || row.bound == COPSE_BOUND_EXACT)
            assert_true(row.score <= result->score);
    }
}

static void check_problem(int number, int processors)
{
    problem p = read_problem(number);
    copse_search *search = othello_search(&p);
    must(copse_search_set_machine(search, "threads", processors, NULL), search);
    copse_result result = run(search);
    check_solved(search, &p, &result);
    copse_search_free(search);
}

static void one_processor(void **state)
{
    (void)state;
    for (int i = 1; i <= problems; i++)
        check_problem(i, 1);
}

static void several_processors(void **state)
{
    (void)state;
    for (int i = 1; i <= problems; i += 2)
        for (int processors = 2; processors <= 4; processors += 2)
            check_problem(i, processors);
}

/* Problem 40 has 20 empty squares: enough for the passes that guess. */
static void large_problem(void **state)
{
    (void)state;
    if (problems < 19)
        skip();
    check_problem(40, 1);
    check_problem(40, 2);
}

/* In problem 45 the passes that guess contradict themselves: the value is below one window, and
 * above the next. */
static void contradictions(void **state)
{
    (void)state;
    if (problems < 19)
        skip();
    problem p = read_problem(45);
    copse_search *search = othello_search(&p);
    copse_limits limits = no_limits();
    copse_result result;
    limits.memory = 128 << 20;
    must(copse_search_run(search, &limits), search);
    must(copse_search_result(search, &result), search);
    check_solved(search, &p, &result);
    copse_search_free(search);
}

/* Simulated processors do the same again and again. */
static void simulated_processors(void **state)
{
    (void)state;
    problem p = read_problem(3);
    copse_result before = {0};
    for (int i = 0; i < 2; i++) {
        copse_search *search = othello_search(&p);
        must(copse_search_set_machine(search, "sim", 8, NULL), search);
        copse_result result = run(search);
        check_solved(search, &p, &result);
        if (i > 0) {
            assert_int_equal(result.nodes, before.nodes);
            assert_true(result.virtual_time == before.virtual_time);
        }
        before = result;
        copse_search_free(search);
    }
}

/* Who is called back from what others have found out searches little twice. */
static void little_twice(void **state)
{
    uint64_t nodes[3] = {0};
    (void)state;
    if (problems < 19)
        skip();
    problem p = read_problem(40);
    for (int processors = 1; processors <= 2; processors++) {
        copse_search *search = othello_search(&p);
        must(copse_search_set_machine(search, "sim", processors, NULL), search);
        copse_result result = run(search);
        check_solved(search, &p, &result);
        nodes[processors] = result.nodes;
        copse_search_free(search);
    }
    assert_true(100 * nodes[2] <= 106 * nodes[1]);
}

static void win_draw_or_loss(void **state)
{
    (void)state;
    for (int i = 1; i <= problems; i++) {
        problem p = read_problem(i);
        for (int processors = 1; processors <= 2; processors++) {
            copse_search *search = othello_search(&p);
            must(copse_search_set(search, "outcome", "win"), search);
            must(copse_search_set_machine(search, "threads", processors, NULL), search);
            copse_result result = run(search);
            assert_int_equal(result.stop, COPSE_STOP_SOLVED);
            assert_int_equal(result.bound, p.score > 0   ? COPSE_BOUND_LOWER
                                           : p.score < 0 ? COPSE_BOUND_UPPER
                                                         : COPSE_BOUND_EXACT);
            assert_int_equal((result.score > 0) - (result.score < 0),
                             (p.score > 0) - (p.score < 0));
            copse_search_free(search);
        }
    }
}

static bool is_legal(copse_search *search, copse_move move)
{
    const copse_game *game = copse_game_find("othello");
    copse_move moves[64];
    int count = game->moves(game, copse_search_position(search), moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

static void stop_now(copse_search *search, const copse_result *so_far, void *user)
{
    (void)user;
    if (so_far->nodes > 100000)
        copse_search_stop(search);
}

/* In the middle of a problem that takes far longer there is a move, and no claim of a value. */
static void stopped(void **state)
{
    (void)state;
    problem p = read_problem(55);
    for (int processors = 1; processors <= 2; processors++)
        for (int way = 0; way < 2; way++) {
            copse_search *search = othello_search(&p);
            copse_limits limits = no_limits();
            copse_result result;
            must(copse_search_set_machine(search, "threads", processors, NULL), search);
            if (way == 0)
                limits.nodes = 300000;
            else
                copse_search_on_progress(search, stop_now, 0.001, NULL);
            must(copse_search_run(search, &limits), search);
            must(copse_search_result(search, &result), search);
            assert_int_equal(result.stop, way == 0 ? COPSE_STOP_NODES : COPSE_STOP_ASKED);
            assert_true(is_legal(search, result.move));
            assert_int_equal(result.bound, COPSE_BOUND_ESTIMATE);
            if (way == 0)
                assert_true(result.nodes >= 300000 && result.nodes < 400000);
            copse_search_free(search);
        }
}

/* After a move the rest is solved, with what is remembered. */
static void played(void **state)
{
    (void)state;
    problem p = read_problem(1);
    copse_search *search = othello_search(&p);
    copse_result first = run(search);
    must(copse_search_played(search, first.move), search);
    copse_result second = run(search);
    assert_int_equal(second.score, -first.score);
    assert_int_equal(second.stop, COPSE_STOP_SOLVED);
    assert_true(second.nodes < first.nodes);
    copse_search_free(search);
}

/* A depth that does not reach the end is a search to this depth. */
static void to_a_depth(void **state)
{
    (void)state;
    problem p = read_problem(40);
    copse_search *search = othello_search(&p),
                 *other = new_search(copse_game_find("othello"), NULL);
    must(copse_search_set_position_text(other, p.position), other);
    copse_result result = run_to_depth(search, 4), expected = run_to_depth(other, 4);
    assert_int_equal(result.score, expected.score);
    assert_int_equal(result.stop, COPSE_STOP_DEPTH);
    copse_search_free(search);
    copse_search_free(other);
}

/* One that reaches it if passes, which may come between all moves, are left out, is a search to the
 * end: problem 1 has 14 empty squares. */
static void to_as_many_moves_as_are_left(void **state)
{
    (void)state;
    problem p = read_problem(1);
    for (int depth = 13; depth <= 15; depth++) {
        copse_search *search = othello_search(&p);
        copse_limits limits = no_limits();
        copse_result result;
        limits.endless = false;
        limits.depth = depth;
        limits.nodes = 3000000; /* many times what solving takes */
        must(copse_search_run(search, &limits), search);
        must(copse_search_result(search, &result), search);
        if (depth < 14)
            assert_int_not_equal(result.stop, COPSE_STOP_SOLVED);
        else
            check_solved(search, &p, &result);
        copse_search_free(search);
    }
}

/* With oracle=N a search of any kind knows the value N empty squares before the end: one ply of
 * search is then enough for problem 1, which has 14. */
static void oracle(void **state)
{
    (void)state;
    problem p = read_problem(1);
    copse_search *search = new_search(copse_game_find("othello"), "pvs");
    must(copse_search_set(search, "oracle", "13"), search);
    must(copse_search_set_position_text(search, p.position), search);
    copse_result result = run_to_depth(search, 2);
    assert_int_equal(result.score, 100 * p.score);
    assert_true(is_best(search, &p, result.move));
    assert_int_equal(copse_search_set(search, "oracle", "64"), COPSE_BAD_OPTION);
    copse_search_free(search);
}

/* So do best-first searches, alone and on two processors: they solve problem 1 by that with a few
 * hundred nodes, where millions are not enough without. */
static void oracle_for_best_first(void **state)
{
    (void)state;
    static const char *const names[] = {"rbfm", "ubfm", "uct", "pbf"};
    problem p = read_problem(1);
    for (size_t i = 0; i < 2 * sizeof names / sizeof names[0]; i++) {
        copse_search *search = new_search(copse_game_find("othello"), names[i / 2]);
        copse_limits limits;
        copse_result result;
        copse_limits_init(&limits);
        limits.nodes = 20000;
        must(copse_search_set(search, "oracle", "11"), search);
        must(copse_search_set_machine(search, "threads", 1 + (int)(i % 2), NULL), search);
        must(copse_search_set_position_text(search, p.position), search);
        must(copse_search_run(search, &limits), search);
        must(copse_search_result(search, &result), search);
        assert_int_equal(result.stop, COPSE_STOP_SOLVED);
        assert_int_equal(result.score, 100 * p.score);
        assert_true(is_best(search, &p, result.move));
        copse_search_free(search);
    }
}

/* A game without a solver is searched deeper and deeper. */
static void games_without_solver(void **state)
{
    (void)state;
    for (int processors = 1; processors <= 2; processors++) {
        copse_search *search = new_search(copse_game_find("random"), "solve");
        must(copse_search_set_position_text(search, "branching=4,shape=random,depth=7,seed=3"),
             search);
        must(copse_search_set_machine(search, "threads", processors, NULL), search);
        copse_result result = run(search);
        copse_search *other = new_search(copse_game_find("random"), "minimax");
        must(copse_search_set_position_text(other, "branching=4,shape=random,depth=7,seed=3"),
             other);
        assert_int_equal(result.score, run_to_depth(other, 8).score);
        assert_int_equal(result.stop, COPSE_STOP_SOLVED);
        copse_search_free(search);
        copse_search_free(other);
    }
}

/* ---------------------------------------------------------------------------------- solvers that
 * lie: Othello's table with one of these */

static bool too_much(const copse_game *game, copse_solving *task)
{
    (void)game;
    task->score = COPSE_INFINITE;
    task->pv_length = 0;
    return true;
}

static bool no_line(const copse_game *game, copse_solving *task)
{
    (void)game;
    task->score = 0;
    return true;
}

static bool long_line(const copse_game *game, copse_solving *task)
{
    (void)game;
    task->score = 0;
    task->pv_length = COPSE_SOLVING_PV + 1;
    return true;
}

static bool wrong_move(const copse_game *game, copse_solving *task)
{
    (void)game;
    task->score = 0;
    task->pv_length = 1;
    task->pv[0] = 99;
    return true;
}

static void lying_solvers(void **state)
{
    (void)state;
    bool (*const lies[])(const copse_game *, copse_solving *) = {too_much, no_line, long_line,
                                                                 wrong_move};
    problem p = read_problem(1);
    copse_limits limits = no_limits();
    for (int i = 0; i < 4; i++) {
        copse_game game = *copse_game_find("othello");
        copse_search *search;
        game.solve = lies[i];
        search = new_search(&game, "solve");
        must(copse_search_set_position_text(search, p.position), search);
        assert_int_equal(copse_search_run(search, &limits), COPSE_BAD_GAME);
        assert_non_null(strstr(copse_search_message(search), "solve"));
        copse_search_free(search);
    }
    /* On several processors the score is all that matters: lines are only shown. */
    copse_game game = *copse_game_find("othello");
    game.solve = too_much;
    copse_search *search = new_search(&game, "solve");
    must(copse_search_set_position_text(search, p.position), search);
    must(copse_search_set_machine(search, "threads", 2, NULL), search);
    assert_int_equal(copse_search_run(search, &limits), COPSE_BAD_GAME);
    copse_search_free(search);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        problems = atoi(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_processor),
        cmocka_unit_test(several_processors),
        cmocka_unit_test(large_problem),
        cmocka_unit_test(contradictions),
        cmocka_unit_test(simulated_processors),
        cmocka_unit_test(little_twice),
        cmocka_unit_test(win_draw_or_loss),
        cmocka_unit_test(stopped),
        cmocka_unit_test(played),
        cmocka_unit_test(to_a_depth),
        cmocka_unit_test(to_as_many_moves_as_are_left),
        cmocka_unit_test(oracle),
        cmocka_unit_test(oracle_for_best_first),
        cmocka_unit_test(lying_solvers),
        cmocka_unit_test(games_without_solver),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
