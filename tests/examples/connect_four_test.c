/* SPDX-License-Identifier: MIT
 *
 * examples/connect_four.c against published counts and against a slow referee: a board of letters
 * that looks at every line of four. */
#define CONNECT_FOUR_NO_MAIN
#include "../../examples/connect_four.c"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { CELLS = ROWS * COLUMNS };

/* --------------------------------------------------------------------------------- the referee */

typedef struct referee {
    char cells[ROWS][COLUMNS]; /* from the top; X, O or . */
    int stones;
} referee;

static void referee_begin(referee *r)
{
    memset(r->cells, '.', sizeof r->cells);
    r->stones = 0;
}

static char referee_mover(const referee *r)
{
    return r->stones % 2 == 0 ? 'X' : 'O';
}

static bool referee_allows(const referee *r, int column)
{
    return r->cells[0][column - 1] == '.';
}

static void referee_drop(referee *r, int column)
{
    int row = ROWS - 1;
    while (r->cells[row][column - 1] != '.')
        row--;
    r->cells[row][column - 1] = referee_mover(r);
    r->stones++;
}

static bool referee_four(const referee *r, char side)
{
    static const int directions[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++)
            for (int d = 0; d < 4; d++) {
                int run = 0, y = row, x = column;
                while (run < 4 && y >= 0 && y < ROWS && x >= 0 && x < COLUMNS &&
                       r->cells[y][x] == side) {
                    run++;
                    y += directions[d][0];
                    x += directions[d][1];
                }
                if (run == 4)
                    return true;
            }
    return false;
}

/* Empty cells in which a stone of this side, put there by hand, would complete four, and its stones
 * in the middle column. */
static int referee_worth(const referee *r, char side)
{
    referee trial = *r;
    int worth = 0;
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++) {
            if (r->cells[row][column] == '.') {
                trial.cells[row][column] = side;
                worth += referee_four(&trial, side);
                trial.cells[row][column] = '.';
            }
            worth += column == 3 && r->cells[row][column] == side;
        }
    return worth;
}

static copse_score referee_score(const referee *r)
{
    char mover = referee_mover(r), other = mover == 'X' ? 'O' : 'X';
    if (referee_four(r, other))
        return -COPSE_WIN;
    if (r->stones == CELLS)
        return 0;
    return referee_worth(r, mover) - referee_worth(r, other);
}

static void referee_text(const referee *r, char text[TEXT + 1])
{
    for (int row = 0; row < ROWS; row++) {
        memcpy(text + row * LINE, r->cells[row], COLUMNS);
        text[row * LINE + COLUMNS] = row + 1 < ROWS ? '/' : 0;
    }
}

/* ------------------------------------------------------------------------------- random games */

static uint64_t random_next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

typedef void visitor(const referee *r, const board *position);

/* Every position of many random games, their ends included. */
static void visit_random_games(int games, visitor *visit)
{
    uint64_t state = 88172645463325252u;
    for (int i = 0; i < games; i++) {
        board position = {0, 0}, next;
        copse_move list[COLUMNS];
        int count_of_moves;
        referee r;
        referee_begin(&r);
        visit(&r, &position);
        while ((count_of_moves = connect_four.moves(&connect_four, &position, list)) > 0) {
            copse_move move = list[random_next(&state) % (uint64_t)count_of_moves];
            assert_true(referee_allows(&r, (int)move));
            referee_drop(&r, (int)move);
            connect_four.play(&connect_four, &position, move, &next);
            position = next;
            visit(&r, &position);
        }
        assert_true(r.stones == CELLS || copse_score_proof(referee_score(&r)) < 0);
    }
}

/* -------------------------------------------------------------------------------------- tests */

static void table_is_accepted(void **state)
{
    copse_message why;
    (void)state;
    assert_int_equal(copse_game_check(&connect_four, &why), COPSE_OK);
}

static void perft_is_as_published(void **state)
{
    static const uint64_t published[] = {1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234};
    board start = {0, 0};
    copse_message why;
    (void)state;
    for (int depth = 0; depth <= 8; depth++) {
        uint64_t leaves = 0;
        assert_int_equal(copse_perft(&connect_four, &start, depth, &leaves, &why), COPSE_OK);
        assert_int_equal(leaves, published[depth]);
    }
}

static void check_rules(const referee *r, const board *position)
{
    static const int middle_first[COLUMNS] = {4, 3, 5, 2, 6, 1, 7};
    copse_move list[COLUMNS];
    char other = referee_mover(r) == 'X' ? 'O' : 'X';
    int given = connect_four.moves(&connect_four, position, list), wanted = 0;
    for (int i = 0; i < COLUMNS && !referee_four(r, other); i++)
        if (referee_allows(r, middle_first[i])) {
            assert_true(wanted < given);
            assert_int_equal(list[wanted], middle_first[i]);
            wanted++;
        }
    assert_int_equal(given, wanted);
    assert_int_equal(connect_four.evaluate(&connect_four, position), referee_score(r));
}

static void rules_are_the_referees(void **state)
{
    (void)state;
    visit_random_games(1000, check_rules);
}

static void check_expand_call(const board *position, int first, copse_score enough, bool with)
{
    copse_child children[COLUMNS];
    board after[COLUMNS], child;
    copse_move list[COLUMNS];
    int total = -1, made, wanted = 0;
    memset(children, 0xa5, sizeof children);
    memset(after, 0xa5, sizeof after);
    made = connect_four.expand(&connect_four, position, first, enough, children,
                               with ? after : NULL, &total);
    assert_int_equal(total, connect_four.moves(&connect_four, position, list));
    for (int i = first; i < total; i++) {
        copse_score score;
        connect_four.play(&connect_four, position, list[i], &child);
        score = connect_four.evaluate(&connect_four, &child);
        assert_int_equal(children[wanted].move, list[i]);
        assert_int_equal(children[wanted].score, score);
        if (with)
            assert_memory_equal(&after[wanted], &child, sizeof child);
        wanted++;
        if (score <= enough)
            break;
    }
    assert_int_equal(made, wanted);
    for (; wanted < COLUMNS; wanted++)
        assert_int_equal(children[wanted].move, 0xa5a5a5a5); /* nothing beyond what was asked */
}

static void check_expand(const referee *r, const board *position)
{
    static const copse_score fixed[] = {-COPSE_INFINITE, -COPSE_WIN, 1 - COPSE_WIN, -2, -1, 0, 1, 2,
                                        COPSE_INFINITE};
    (void)r;
    for (int first = 0; first <= COLUMNS; first++)
        for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++) {
            check_expand_call(position, first, fixed[i], true);
            check_expand_call(position, first, fixed[i], false);
        }
}

static void expand_is_moves_play_and_evaluate(void **state)
{
    (void)state;
    visit_random_games(300, check_expand);
}

/* All positions that can arise, ply by ply: their numbers are published, too. */
static int compare_boards(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(board));
}

static int compare_numbers(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* As many as if numbers were drawn by chance would be alike? `bits` of the hash, from `shift`. */
static void check_spread(const uint64_t *hashes, int count_of_hashes, int shift, int bits)
{
    uint32_t size = UINT32_C(1) << bits;
    unsigned char *used = calloc(size, 1);
    assert_non_null(used);
    int distinct = 0;
    for (int i = 0; i < count_of_hashes; i++) {
        uint32_t slot = (uint32_t)(hashes[i] >> shift) & (size - 1);
        distinct += !used[slot];
        used[slot] = 1;
    }
    free(used);
    /* size * (1 - e^-load) slots of a random function; a hundredth either way is far out. */
    double load = (double)count_of_hashes / size, stay = 1, term = 1;
    for (int i = 1; i < 30; i++) {
        term *= -load / i;
        stay += term;
    }
    double expected = size * (1 - stay);
    assert_true(distinct > 0.99 * expected && distinct < 1.01 * expected);
}

static void hash_tells_all_early_positions_apart(void **state)
{
    static const int published[] = {1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275};
    int count_of_boards = 1, all_count = 0, room = 2000000;
    board *boards = malloc((size_t)room * sizeof *boards);
    board *next = malloc((size_t)room * sizeof *next);
    uint64_t *hashes = malloc((size_t)room * sizeof *hashes);
    (void)state;
    assert_non_null(boards);
    assert_non_null(next);
    assert_non_null(hashes);
    boards[0] = (board){0, 0};
    for (int ply = 0; ply <= 8; ply++) {
        assert_int_equal(count_of_boards, published[ply]);
        for (int i = 0; i < count_of_boards; i++)
            hashes[all_count++] = connect_four.hash(&connect_four, &boards[i]);
        int made = 0;
        for (int i = 0; i < count_of_boards; i++) {
            copse_move list[COLUMNS];
            int n = connect_four.moves(&connect_four, &boards[i], list);
            for (int k = 0; k < n; k++)
                connect_four.play(&connect_four, &boards[i], list[k], &next[made++]);
        }
        assert_true(made <= room);
        qsort(next, (size_t)made, sizeof *next, compare_boards);
        count_of_boards = 0;
        for (int i = 0; i < made; i++)
            if (i == 0 || compare_boards(&next[i], &next[i - 1]) != 0)
                boards[count_of_boards++] = next[i];
    }
    for (int shift = 0; shift <= 46; shift += 23)
        check_spread(hashes, all_count, shift, 18);
    qsort(hashes, (size_t)all_count, sizeof *hashes, compare_numbers);
    for (int i = 1; i < all_count; i++)
        assert_true(hashes[i] != hashes[i - 1]);
    free(boards);
    free(next);
    free(hashes);
}

static void transpositions_are_equal(void **state)
{
    static const copse_move one[] = {4, 3, 4, 5, 1}, two[] = {1, 5, 4, 3, 4};
    board a = {0, 0}, b = {0, 0}, next;
    (void)state;
    for (int i = 0; i < 5; i++) {
        connect_four.play(&connect_four, &a, one[i], &next);
        a = next;
        connect_four.play(&connect_four, &b, two[i], &next);
        b = next;
    }
    assert_memory_equal(&a, &b, sizeof a);
    assert_int_equal(connect_four.hash(&connect_four, &a), connect_four.hash(&connect_four, &b));
}

static void check_text(const referee *r, const board *position)
{
    char text[TEXT + 1], wanted[TEXT + 1];
    board again = {1, 2};
    copse_message why;
    referee_text(r, wanted);
    assert_int_equal(connect_four.position_to_text(&connect_four, position, text, sizeof text),
                     TEXT);
    assert_string_equal(text, wanted);
    assert_int_equal(copse_position_from_text(&connect_four, text, &again, &why), COPSE_OK);
    assert_memory_equal(&again, position, sizeof again);
}

static void texts_go_there_and_back(void **state)
{
    board start = {1, 2}, empty = {0, 0};
    char text[11] = "untouched.";
    (void)state;
    visit_random_games(500, check_text);
    assert_int_equal(copse_position_from_text(&connect_four, NULL, &start, NULL), COPSE_OK);
    assert_memory_equal(&start, &empty, sizeof start);
    /* Like snprintf: the whole length is returned, what fits is written. */
    assert_int_equal(connect_four.position_to_text(&connect_four, &empty, text, 0), TEXT);
    assert_string_equal(text, "untouched.");
    assert_int_equal(connect_four.position_to_text(&connect_four, &empty, text, 10), TEXT);
    assert_string_equal(text, "......./.");
}

static void bad_texts_are_refused(void **state)
{
#define FORM "6 rows of 7 X, O and ., with / between, and no . below a stone"
#define COUNTS "as many X as O or one more, and no four for the side to move"
    static const char *const bad[][2] = {
        {"", "row 1, column 1: '': " FORM},
        {"startpos", "row 1, column 1: 's': " FORM},
        {".......", "row 1, column 8: '': " FORM},
        {"......../......./......./......./......./.......", "row 1, column 8: '.': " FORM},
        {"......./....../......./......./......./.......", "row 2, column 7: '/': " FORM},
        {"......./......./...Q.../......./......./.......", "row 3, column 4: 'Q': " FORM},
        {"......./......./...x.../......./......./.......", "row 3, column 4: 'x': " FORM},
        {"......./......./......./......./...X.../.......", "row 6, column 4: '.': " FORM},
        {"......./......./......./......./......./......", "row 6, column 7: '': " FORM},
        {"......./......./......./......./......./......./", "row 6, column 8: '/': " FORM},
        {"......./......./......./......./......./....... ", "row 6, column 8: ' ': " FORM},
        {"......./......./......./......./......./O......", "0 X and 1 O: " COUNTS},
        {"......./......./......./......./......./XX.....", "2 X and 0 O: " COUNTS},
        {"......./......./......./......./OOOO.../XXXX...", "4 X and 4 O: " COUNTS},
    };
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        board position = {1, 2}, before = position;
        copse_message why = {""};
        assert_int_equal(copse_position_from_text(&connect_four, bad[i][0], &position, &why),
                         COPSE_BAD_POSITION);
        assert_string_equal(why.text, bad[i][1]);
        assert_memory_equal(&position, &before, sizeof position);
    }
}

static void moves_are_written_as_columns(void **state)
{
    static const char *const bad[] = {"", "0", "8", "44", "x", "-1", " 4", "4 "};
    board position = {0, 0}, next;
    copse_message why;
    copse_move move = 99;
    char text[8];
    (void)state;
    for (copse_move column = 1; column <= COLUMNS; column++) {
        assert_int_equal(copse_move_to_text(&connect_four, &position, column, text, sizeof text),
                         1);
        assert_int_equal(text[0], '0' + (int)column);
        assert_int_equal(copse_move_from_text(&connect_four, &position, text, &move, &why),
                         COPSE_OK);
        assert_int_equal(move, column);
    }
    move = 99;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(copse_move_from_text(&connect_four, &position, bad[i], &move, &why),
                         COPSE_BAD_MOVE);
    for (int i = 0; i < ROWS; i++) {
        connect_four.play(&connect_four, &position, 4, &next);
        position = next;
    }
    assert_int_equal(copse_move_from_text(&connect_four, &position, "4", &move, &why),
                     COPSE_BAD_MOVE);
    assert_int_equal(move, 99);
}

/* ------------------------------------------------------------------------- with the whole library
 */

/* The score, and one of these columns. */
static void check_answer(const char *text, const char *algorithm, int depth, copse_score score,
                         const char *columns)
{
    copse_search *search = NULL;
    copse_result result;
    copse_limits limits;
    copse_message why;
    copse_limits_init(&limits);
    limits.depth = depth;
    assert_int_equal(copse_search_new(&connect_four, algorithm, NULL, &search, &why), COPSE_OK);
    assert_int_equal(copse_search_set_position_text(search, text), COPSE_OK);
    assert_int_equal(copse_search_run(search, &limits), COPSE_OK);
    assert_int_equal(copse_search_result(search, &result), COPSE_OK);
    assert_int_equal(result.score, score);
    assert_true(result.move >= 1 && result.move <= COLUMNS);
    assert_non_null(strchr(columns, (int)result.move + '0'));
    copse_search_free(search);
}

static void searches_find_wins(void **state)
{
    (void)state;
    for (int i = 0; i < copse_algorithm_count(); i++) {
        const char *algorithm = copse_algorithm_at(i)->name;
        if (!copse_algorithm_at(i)->exact)
            continue;
        /* X wins at once. */
        check_answer("......./......./......./......./OOO..../XXX....", algorithm, 4, COPSE_WIN - 1,
                     "4");
        /* X makes three with both ends open, on either side, and wins a move later. */
        check_answer("......./......./......./......./..OO.../..XX...", algorithm, 5, COPSE_WIN - 3,
                     "25");
        /* X has three with both ends open, and O is to move: whatever O does, X wins. */
        check_answer("......./......./......./......./..OO.../..XXX..", algorithm, 5, 2 - COPSE_WIN,
                     "1234567");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_is_accepted),
        cmocka_unit_test(perft_is_as_published),
        cmocka_unit_test(rules_are_the_referees),
        cmocka_unit_test(expand_is_moves_play_and_evaluate),
        cmocka_unit_test(hash_tells_all_early_positions_apart),
        cmocka_unit_test(transpositions_are_equal),
        cmocka_unit_test(texts_go_there_and_back),
        cmocka_unit_test(bad_texts_are_refused),
        cmocka_unit_test(moves_are_written_as_columns),
        cmocka_unit_test(searches_find_wins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
