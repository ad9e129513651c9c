/* SPDX-License-Identifier: MIT
 *
 * The rules of the board: counts of moves against published ones, both builds against each other,
 * positions against those read from their own text. The first argument says how many leaves a count
 * may have, the second how many all counts of a file may have. */
#include "chess_test.h"

static uint64_t most_leaves = 100000, most_in_all = 20000000;

/* --------------------------------------------------------------------------------------- perft */

/* Counts in both builds; the slower one not as deep. */
static void check_count(const char *fen, int depth, uint64_t expected)
{
    chess_position position = position_of(fen);
    uint64_t leaves = 0;
    assert_int_equal(copse_perft(&cop_chess, &position, depth, &leaves, NULL), COPSE_OK);
    if (leaves != expected)
        fail_msg("%s, depth %d: %" PRIu64 ", not %" PRIu64, fen, depth, leaves, expected);
    if (expected <= most_leaves / 50 && cop_chess_lines_plain(&position, depth) != expected)
        fail_msg("%s, depth %d: the plain build counts otherwise", fen, depth);
}

/* A position and its counts: the deepest that there is time for. */
static void count_row(char *line, uint64_t *left)
{
    char *fen = strtok(line, ";"), *part;
    int depth = 0;
    uint64_t leaves = 0;
    while ((part = strtok(NULL, ";")) != NULL) {
        int next_depth;
        uint64_t next_leaves;
        assert_int_equal(sscanf(part, "D%d %" SCNu64, &next_depth, &next_leaves), 2);
        if (next_leaves > most_leaves || next_leaves > *left)
            break;
        depth = next_depth;
        leaves = next_leaves;
    }
    if (depth > 0)
        check_count(fen, depth, leaves);
    *left -= leaves;
}

static int count_file(const char *path)
{
    FILE *file = fopen(path, "r");
    char line[500];
    int rows = 0;
    uint64_t left = most_in_all;
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL)
        if (line[0] != '#') {
            count_row(line, &left);
            rows++;
        }
    fclose(file);
    return rows;
}

static void published_counts(void **state)
{
    (void)state;
    assert_int_equal(count_file("chess/perft.epd"), 83);
}

static void published_counts_of_960(void **state)
{
    (void)state;
    assert_int_equal(count_file("chess/perft960.epd"), 25);
}

/* White is mated: there are no lines. More plies than the game counts by itself are perft.c's. */
static void ended_counts(void **state)
{
    (void)state;
    static const int depths[] = {0, 1, 70, COPSE_MAX_DEPTH};
    chess_position position = position_of("8/8/8/8/8/8/5kq1/7K w - - 0 1");
    for (int i = 0; i < 4; i++) {
        uint64_t leaves = 77;
        assert_int_equal(copse_perft(&cop_chess, &position, depths[i], &leaves, NULL), COPSE_OK);
        assert_int_equal(leaves, depths[i] == 0);
    }
}

/* --------------------------------------------------------------------------------- both builds */

static int compared, most_seen;

/* The attacks square by square. */
static uint64_t walk_rays(int square, uint64_t occupied, bool as_rook)
{
    static const int steps[8][2] = {{1, 0}, {-1, 0}, {0, 1},  {0, -1},
                                    {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
    uint64_t set = 0;
    for (int i = as_rook ? 0 : 4; i < (as_rook ? 4 : 8); i++) {
        int column = square % 8 + steps[i][0], row = square / 8 + steps[i][1];
        for (; column >= 0 && column < 8 && row >= 0 && row < 8;
             column += steps[i][0], row += steps[i][1]) {
            set |= CHESS_BIT(row * 8 + column);
            if ((occupied >> (row * 8 + column) & 1) != 0)
                break;
        }
    }
    return set;
}

static void attacks(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int i = 0; i < 20000; i++) {
        int square = i % 64;
        uint64_t occupied = draw(&seed, UINT64_MAX) & draw(&seed, UINT64_MAX);
        assert_int_equal(chess_rook_attacks(square, occupied), walk_rays(square, occupied, true));
        assert_int_equal(chess_bishop_attacks(square, occupied),
                         walk_rays(square, occupied, false));
    }
}

static bool is_noisy(copse_move move)
{
    int promotion = chess_promotion(move);
    return promotion == 0 ? chess_is_capture(move) : promotion == CHESS_QUEEN;
}

static void compare_builds(const chess_position *position)
{
    copse_move plain[CHESS_MOVES_ROOM], other[CHESS_MOVES_ROOM];
    int count = cop_chess_list_plain(position, plain), noisy = 0;
    assert_int_equal(COP_PICK(cop_chess_list)(position, other), count);
    assert_memory_equal(plain, other, (size_t)count * sizeof plain[0]);
    assert_int_equal(cop_chess_count_plain(position), count);
    assert_int_equal(COP_PICK(cop_chess_count)(position), count);
    assert_int_equal(cop_chess_can_move_plain(position), count > 0);
    assert_int_equal(COP_PICK(cop_chess_can_move)(position), count > 0);
    for (int i = 0; i < count; i++)
        noisy += is_noisy(plain[i]);
    assert_int_equal(COP_PICK(cop_chess_list_noisy)(position, other), noisy);
    assert_int_equal(cop_chess_list_noisy_plain(position, other), noisy);
    for (int i = 0; i < noisy; i++) {
        bool found = false;
        assert_true(is_noisy(other[i]));
        for (int j = 0; j < count; j++)
            found |= plain[j] == other[i];
        assert_true(found);
    }
    compared++;
    most_seen = count > most_seen ? count : most_seen;
}

static void builds_agree(void **state)
{
    (void)state;
    walk_games(11, 60, compare_builds);
    chess_position most =
        position_of("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"); /* N. Petrovic 1964 */
    compare_builds(&most);
    assert_int_equal(most_seen, 218);
    assert_true(compared > 5000);
}

/* ----------------------------------------------------------------------------------- positions */

/* What was made move by move is what its text says. */
static void compare_text(const chess_position *position)
{
    char text[128], again[128];
    cop_chess_to_text(position, text, sizeof text);
    chess_position read = position_of(text);
    if (!chess_same(&read, position))
        fail_msg("%s: made move by move it differs", text);
    cop_chess_to_text(&read, again, sizeof again);
    assert_string_equal(text, again);
    /* A null move and back is the same position but for the counters and en passant. */
    if (!chess_in_check(position)) {
        chess_position passed, back;
        chess_pass(position, &passed);
        chess_pass(&passed, &back);
        back.quiet = position->quiet;
        back.ply = position->ply;
        if (position->en_passant == CHESS_NO_SQUARE)
            assert_true(chess_same(&back, position));
        else
            assert_true(back.key != position->key);
        cop_chess_to_text(&passed, text, sizeof text);
        read = position_of(text);
        assert_true(chess_same(&read, &passed));
    }
}

static void made_move_by_move(void **state)
{
    (void)state;
    walk_games(3, 60, compare_text);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_counts), cmocka_unit_test(published_counts_of_960),
        cmocka_unit_test(ended_counts),     cmocka_unit_test(attacks),
        cmocka_unit_test(builds_agree),     cmocka_unit_test(made_move_by_move),
    };
    if (argc > 2) {
        most_leaves = strtoull(argv[1], NULL, 10);
        most_in_all = strtoull(argv[2], NULL, 10);
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
