/* SPDX-License-Identifier: MIT
 *
 * The endgame solver says what plain minimax says, whatever the window, with and without memory, in
 * both builds; stable discs stay.
 *
 *     solve_test POSITIONS */
#include "game/othello/last.h"
#include "game/othello/othello.h"
#include "game/othello/settings.h"
#include "game/othello/solve.h"
#include "game/othello/solve_search.h"
#include "game/othello/stability.h"
#include "support.h"

enum { MEMORY = 1 << 16, LARGE = 1 << 20 };

static int positions = 100;

/* The value in discs, with nothing but the rules. */
static int minimax(othello_board b)
{
    uint64_t moves = cop_othello_moves(b);
    if (moves == 0)
        return cop_othello_is_over(b) ? othello_result(b) : -minimax(othello_pass(b));
    int best = -64;
    for (; moves != 0; moves &= moves - 1) {
        int value = -minimax(othello_play(b, othello_first(moves)));
        best = value > best ? value : best;
    }
    return best;
}

static othello_board random_move(othello_board b, uint64_t *seed)
{
    uint64_t moves = cop_othello_moves(b);
    if (moves == 0)
        return othello_pass(b);
    for (uint64_t skip = draw(seed, (uint64_t)othello_count(moves)); skip > 0; skip--)
        moves &= moves - 1;
    return othello_play(b, othello_first(moves));
}

/* A board of a game of random moves with so many empty squares, or with more if it ended before. */
static othello_board random_board(int empty, uint64_t *seed)
{
    othello_board b = cop_othello_start().board;
    while (othello_count(othello_empty(b)) > empty && !cop_othello_is_over(b))
        b = random_move(b, seed);
    return b;
}

typedef int search_function(othello_solver *s, othello_board b, int alpha, int beta);

static bool never(void *user, uint64_t nodes)
{
    uint64_t *all = user;
    *all += nodes;
    return false;
}

/* The line is one of legal moves, and if it goes to the end the value is there. */
static void check_line(othello_board b, const copse_solving *task, int value)
{
    assert_true(task->pv_length > 0);
    for (int i = 0; i < task->pv_length; i++, value = -value) {
        uint64_t moves = cop_othello_moves(b);
        if (task->pv[i] == OTHELLO_PASS) {
            assert_true(moves == 0 && !cop_othello_is_over(b));
            b = othello_pass(b);
        } else {
            assert_true(task->pv[i] < 64 && (moves & othello_bit((int)task->pv[i])) != 0);
            b = othello_play(b, (int)task->pv[i]);
        }
    }
    if (cop_othello_is_over(b))
        assert_int_equal(othello_result(b), value);
}

static void check_window(search_function *search, othello_board b, int value, int alpha, int beta,
                         void *memory)
{
    uint64_t all = 0;
    copse_solving task = {.stop = never, .user = &all};
    othello_solver s = {.task = &task,
                        .table = othello_table_in(memory, memory != NULL ? MEMORY : 0),
                        .weights = cop_othello_standard.weights};
    int found = search(&s, b, alpha, beta);
    assert_false(s.stopped);
    assert_true(s.nodes > 0);
    bool right = value <= alpha  ? found >= value && found <= alpha
                 : value >= beta ? found <= value && found >= beta
                                 : found == value;
    if (!right)
        fail_msg("own %llx other %llx: %d within (%d, %d), minimax says %d",
                 (unsigned long long)b.own, (unsigned long long)b.other, found, alpha, beta, value);
    if (value > alpha && value < beta)
        check_line(b, &task, value);
}

static void check_board(othello_board b, int value, uint64_t *seed, void *memory)
{
    search_function *const builds[] = {cop_othello_search_plain, COP_PICK(cop_othello_search)};
    for (int i = 0; i < 2; i++) {
        check_window(builds[i], b, value, -66, 66, NULL);
        memset(memory, 0, MEMORY);
        for (int window = 0; window < 6; window++) { /* the later ones find what is remembered */
            int alpha = -66 + 2 * (int)draw(seed, 66);
            int beta = draw(seed, 2) == 0 ? alpha + 2 : alpha + 2 + 2 * (int)draw(seed, 20);
            check_window(builds[i], b, value, alpha, beta, memory);
            check_window(builds[i], b, value, value - 2, value + 2, memory);
        }
        check_window(builds[i], b, value, -66, 66, memory);
    }
}

static void equals_minimax(void **state)
{
    (void)state;
    uint64_t seed = 1;
    int passes = 0, early_ends = 0, checked = 0;
    char *memory = malloc(MEMORY);
    assert_non_null(memory);
    while (checked < positions) {
        othello_board b = random_board(1 + checked % 9, &seed);
        int value = minimax(b);
        assert_int_equal(cop_othello_exact(b), OTHELLO_DISC * value);
        if (cop_othello_is_over(b)) {
            early_ends++;
            continue;
        }
        passes += cop_othello_moves(b) == 0;
        check_board(b, value, &seed, memory);
        checked++;
    }
    free(memory);
    if (positions >= 1000) /* fewer may have none */
        assert_true(passes > 0 && early_ends > 0);
}

/* Where one side is nearly wiped out games end early, with many squares empty. */
static void games_that_end_early(void **state)
{
    (void)state;
    uint64_t seed = 2;
    char *memory = malloc(MEMORY);
    int checked = 0, wiped_out = 0;
    assert_non_null(memory);
    while (checked < positions / 4) {
        othello_board b = random_board(9, &seed);
        uint64_t few = othello_bit((int)draw(&seed, 64)) | othello_bit((int)draw(&seed, 64));
        b.own |= b.other & ~few;
        b.other &= few;
        if (draw(&seed, 2) == 0)
            b = othello_pass(b);
        if (cop_othello_is_over(b))
            continue;
        int value = minimax(b);
        wiped_out += value == 64 || value == -64;
        check_board(b, value, &seed, memory);
        checked++;
    }
    free(memory);
    if (positions >= 100)
        assert_true(wiped_out > 0);
}

/* With more empty squares, where the table and the evaluation come in, the value is what it is
 * without them. */
static void large_boards(void **state)
{
    (void)state;
    uint64_t seed = 7;
    char *memory = malloc(LARGE);
    assert_non_null(memory);
    for (int i = 0; i < positions / 50; i++) {
        othello_position position = {.board = random_board(12 + i % 4, &seed)};
        if (cop_othello_is_over(position.board))
            continue;
        copse_solving plain = {
            .position = &position, .alpha = -COPSE_INFINITE, .beta = COPSE_INFINITE};
        assert_true(cop_othello_solve_with(NULL, &plain));
        memset(memory, 0, LARGE);
        copse_solving task = plain;
        task.memory = memory;
        task.memory_size = LARGE;
        assert_true(cop_othello_solve_with(cop_othello_standard.weights, &task));
        assert_int_equal(task.score, plain.score);
        check_line(position.board, &task, task.score / OTHELLO_DISC);
    }
    free(memory);
}

/* Windows of the library are in hundredths and any. */
static void windows_in_hundredths(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int i = 0; i < positions; i++) {
        othello_position position = {.board = random_board(7, &seed)};
        if (cop_othello_is_over(position.board))
            continue;
        copse_score value = OTHELLO_DISC * minimax(position.board);
        copse_score alpha = (copse_score)draw(&seed, 14001) - 7000;
        copse_score beta = alpha + 1 + (copse_score)draw(&seed, 600);
        uint64_t all = 0;
        copse_solving task = {
            .position = &position, .alpha = alpha, .beta = beta, .stop = never, .user = &all};
        assert_true(cop_othello_solve_with(NULL, &task));
        if (value <= alpha)
            assert_true(task.score >= value && task.score <= alpha);
        else if (value >= beta)
            assert_true(task.score <= value && task.score >= beta);
        else
            assert_int_equal(task.score, value);
    }
}

static bool at_once(void *user, uint64_t nodes)
{
    uint64_t *calls = user;
    (void)nodes;
    ++*calls;
    return true;
}

static void stops(void **state)
{
    (void)state;
    uint64_t seed = 4, calls = 0;
    othello_position position = {.board = random_board(20, &seed)};
    assert_false(cop_othello_is_over(position.board));
    copse_solving task = {.position = &position,
                          .alpha = -COPSE_INFINITE,
                          .beta = COPSE_INFINITE,
                          .stop = at_once,
                          .user = &calls};
    assert_false(cop_othello_solve_with(NULL, &task));
    assert_int_equal(calls, 1);
}

/* Discs that are called stable are never turned over, whatever is played. */
static void stable_discs_stay(void **state)
{
    (void)state;
    uint64_t seed = 5;
    int found = 0;
    for (int i = 0; i < 20 * positions; i++) {
        othello_board b = random_board(4 + (int)draw(&seed, 26), &seed);
        uint64_t occupied = b.own | b.other;
        uint64_t own = othello_stable(b.own, occupied), other = othello_stable(b.other, occupied);
        assert_true((own & ~b.own) == 0 && (other & ~b.other) == 0);
        found += (own | other) != 0;
        while (!cop_othello_is_over(b)) {
            b = random_move(b, &seed);
            uint64_t swap = own;
            own = other;
            other = swap;
            assert_true((own & ~b.own) == 0 && (other & ~b.other) == 0);
        }
    }
    assert_true(found > positions);
}

/* The last square's flips by table are those of the rules. */
static void last_flips(void **state)
{
    (void)state;
    uint64_t seed = 6;
    for (int i = 0; i < 100 * positions; i++) {
        int square = (int)draw(&seed, 64);
        uint64_t own = cop_mix(seed) & ~othello_bit(square);
        othello_board b = {own, ~own & ~othello_bit(square)};
        assert_int_equal(othello_last_flips(own, square),
                         othello_count(othello_flips_plain(b, square)));
    }
}

int main(int argc, char **argv)
{
    if (argc > 1)
        positions = atoi(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_minimax), cmocka_unit_test(games_that_end_early),
        cmocka_unit_test(large_boards),   cmocka_unit_test(windows_in_hundredths),
        cmocka_unit_test(stops),          cmocka_unit_test(stable_discs_stay),
        cmocka_unit_test(last_flips),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
