/* SPDX-License-Identifier: MIT
 *
 * The rules: counts of moves against published ones, moves against a slow generator, the suite's
 * positions against what the thesis lists, draws. The first argument says how many leaves a count
 * may have. */
#include "checkers_test.h"
#include "game/settings.h"
#include "plain_moves.h"

#include <inttypes.h>

static uint64_t most_leaves = 1000000;

/* --------------------------------------------------------------------------------------- perft */

static void count_row(char *line)
{
    char *name = strtok(line, "\t"), *fen = strtok(NULL, "\t"), *counts = strtok(NULL, "\n");
    assert_non_null(counts);
    checkers_position position = position_of(fen);
    int depth, rows = 0, used = 1;
    uint64_t expected, leaves = 0;
    for (; used > 0 && sscanf(counts, " D%d %" SCNu64, &depth, &expected) == 2; rows++) {
        if (expected > most_leaves)
            break;
        assert_int_equal(copse_perft(&cop_checkers, &position, depth, &leaves, NULL), COPSE_OK);
        if (leaves != expected)
            fail_msg("%s, depth %d: %" PRIu64 ", not %" PRIu64, name, depth, leaves, expected);
        used = 0;
        sscanf(counts, " D%*d %*u ;%n", &used); /* the last one has no semicolon */
        counts += used;
    }
    assert_true(rows >= 5);
}

static void published_counts(void **state)
{
    (void)state;
    FILE *file = fopen("checkers/perft.txt", "r");
    char line[2000];
    int rows = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL)
        if (line[0] != '#') {
            count_row(line);
            rows++;
        }
    fclose(file);
    assert_int_equal(rows, 14);
}

/* ------------------------------------------------------------------------- the slow generator */

static int compared, most_seen;

static void compare_moves(const checkers_position *position)
{
    static const char letters[2][2] = {{'b', 'B'}, {'w', 'W'}};
    plain_board board = {.white = position->turn == CHECKERS_WHITE};
    for (int square = 1; square <= 32; square++)
        for (int side = 0; side < 2; side++)
            if ((position->side[side] >> checkers_bit(square) & 1) != 0)
                *plain_square(&board, square) =
                    letters[side][position->kings >> checkers_bit(square) & 1];
    plain_list expected, found = {0};
    copse_move moves[CHECKERS_MOST_MOVES];
    plain_moves(&board, &expected);
    found.count = cop_checkers_list(position, moves);
    most_seen = found.count > most_seen ? found.count : most_seen;
    for (int i = 0; i < found.count; i++)
        cop_checkers_move_to_text(moves[i], found.text[i], PLAIN_TEXT);
    qsort(found.text, (size_t)found.count, PLAIN_TEXT, plain_compare);
    bool same = found.count == expected.count;
    for (int i = 0; same && i < found.count; i++)
        same = strcmp(found.text[i], expected.text[i]) == 0;
    if (!same) {
        char text[200];
        cop_checkers_to_text(position, text, sizeof text);
        fail_msg("%s: %d moves, not %d", text, found.count, expected.count);
    }
    compared++;
}

/* Boards that no game leads to: many kings, many ways to take. */
static void scatter(uint64_t *seed, checkers_position *position)
{
    *position = (checkers_position){.turn = (uint8_t)draw(seed, 2)};
    int pieces = 4 + (int)draw(seed, 21);
    for (int i = 0; i < pieces; i++) {
        uint64_t bit = (uint64_t)1 << checkers_bit((int)draw(seed, 32) + 1);
        int side = (int)draw(seed, 2);
        if (((position->side[0] | position->side[1]) & bit) != 0 ||
            __builtin_popcountll(position->side[side]) == 12)
            continue;
        position->side[side] |= bit;
        if (draw(seed, 2) == 0 || (bit & checkers_crown_row(side)) != 0)
            position->kings |= bit;
    }
}

static void moves_are_the_slow_ones(void **state)
{
    (void)state;
    uint64_t seed = 1;
    walk_games(7, 200, compare_moves);
    for (int i = 0; i < 20000; i++) {
        checkers_position position;
        scatter(&seed, &position);
        compare_moves(&position);
    }
    assert_true(compared > 25000 && most_seen > 15);
}

/* ------------------------------------------------------------------------------------ the suite */

static void suite_positions(void **state)
{
    (void)state;
    FILE *file = fopen("checkers/tinsley-chinook-1992.txt", "r");
    char line[1000];
    int rows = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file) != NULL) {
        char side, move[20], fen[200], text[200];
        int pieces, root_moves;
        if (line[0] == '#')
            continue;
        assert_int_equal(sscanf(line, "%*d %*d %*s %*s %c %19s %d %d %*d %*d %*d %*d %199s", &side,
                                move, &pieces, &root_moves, fen),
                         5);
        checkers_position position = position_of(fen);
        copse_move moves[CHECKERS_MOST_MOVES];
        assert_int_equal(position.turn, side == 'B' ? CHECKERS_BLACK : CHECKERS_WHITE);
        assert_int_equal(__builtin_popcountll(position.side[0] | position.side[1]), pieces);
        assert_int_equal(cop_checkers_list(&position, moves), root_moves);
        move_of(&position, move);
        cop_checkers_to_text(&position, text, sizeof text);
        assert_string_equal(text, fen);
        rows++;
    }
    fclose(file);
    assert_int_equal(rows, 20);
}

/* ---------------------------------------------------------------------------------- single rules
 */

static int count_of(const copse_game *game, const checkers_position *position)
{
    copse_move moves[CHECKERS_MOST_MOVES];
    return game->moves(game, position, moves);
}

static void taken_pieces_block(void **state)
{
    (void)state;
    /* Round and back to where it began, either way. */
    checkers_position circle = position_of("W:WK10,12:B14,15,22,23,K32"), end;
    assert_int_equal(count_of(&cop_checkers, &circle), 2);
    end = after(&circle, "10x17x26x19x10");
    assert_int_equal(__builtin_popcountll(end.side[CHECKERS_BLACK]), 1);
    assert_true((end.kings >> checkers_bit(10) & 1) != 0);
    assert_int_equal(__builtin_popcountll(end.side[CHECKERS_WHITE]), 2);
}

static void crowning_ends_the_move(void **state)
{
    (void)state;
    /* A king takes both; a man is crowned after the first and has to wait. */
    checkers_position position = position_of("B:W26,27:BK22"), next;
    copse_move moves[CHECKERS_MOST_MOVES];
    assert_int_equal(cop_checkers_list(&position, moves), 1);
    assert_int_equal(checkers_jumps(moves[0]), 2);
    position = position_of("B:W26,27:B22");
    assert_int_equal(cop_checkers_list(&position, moves), 1);
    assert_int_equal(checkers_jumps(moves[0]), 1);
    next = after(&position, "22x31");
    assert_true((next.kings >> checkers_bit(31) & 1) != 0);
    assert_int_equal(next.turn, CHECKERS_WHITE);
}

static void no_move_loses(void **state)
{
    (void)state;
    checkers_position shut, gone = position_of("W:W:B1");
    assert_int_equal(count_of(&cop_checkers, &gone), 0);
    assert_int_equal(cop_checkers.evaluate(&cop_checkers, &gone), -COPSE_WIN);
    assert_int_equal(cop_checkers.class_of(&cop_checkers, &gone), 0);
    shut = position_of("W:W5:B1"); /* in the dog hole, and nothing else to move */
    assert_int_equal(count_of(&cop_checkers, &shut), 0);
    assert_int_equal(cop_checkers.evaluate(&cop_checkers, &shut), -COPSE_WIN);
}

/* --------------------------------------------------------------------------------------- draws */

static copse_game *open_with(const char *name, const char *value)
{
    copse_setting setting = {name, value};
    copse_game *opened = NULL;
    copse_message why = {""};
    if (cop_checkers.open(&cop_checkers, 1, &setting, &opened, &why) != COPSE_OK)
        fail_msg("%s=%s: %s", name, value, why.text);
    return opened;
}

static void is_draw(const copse_game *game, const checkers_position *position)
{
    int total = 7;
    copse_child children[CHECKERS_MOST_MOVES];
    assert_int_equal(count_of(game, position), 0);
    assert_int_equal(game->evaluate(game, position), 0);
    assert_int_equal(game->class_of(game, position), 0);
    assert_int_equal(game->expand(game, position, 0, -COPSE_INFINITE, children, NULL, &total), 0);
    assert_int_equal(total, 0);
}

static void move_limit(void **state)
{
    (void)state;
    static const char *const dance[] = {"1-6", "32-27", "6-1", "27-32"};
    checkers_position position = position_of("B:W21,K32:BK1,12:H76");
    copse_game *longer = open_with("move-limit", "82"), *endless = open_with("move-limit", "0");
    for (int i = 0; i < 4; i++) {
        assert_true(count_of(&cop_checkers, &position) > 0);
        position = after(&position, dance[i]);
    }
    assert_int_equal(position.quiet, 80);
    is_draw(&cop_checkers, &position);
    assert_true(count_of(longer, &position) > 0);
    /* A drawn position is another one to tables than the same that goes on. */
    assert_true(longer->hash(longer, &position) != cop_checkers.hash(&cop_checkers, &position));
    position = after(&position, "12-16");
    assert_int_equal(position.quiet, 0);
    assert_true(count_of(&cop_checkers, &position) > 0);
    position = position_of("B:W21,K32:BK1,12:H1000");
    is_draw(longer, &position);
    assert_true(count_of(endless, &position) > 0);
    cop_checkers.close(longer);
    cop_checkers.close(endless);
}

static void repetition(void **state)
{
    (void)state;
    static const char *const rounds[][9] = {
        {"6-1", "27-32", "1-6", "32-27", NULL},
        {"6-10", "27-23", "10-14", "23-19", "14-9", "19-24", "9-6", "24-27", NULL},
        {"6-10", "27-23", "10-14", "23-19", "14-9", "19-24", "9-6", "24-28", NULL},
    };
    copse_game *strict = open_with("repetition", "on");
    for (int round = 0; round < 3; round++) {
        checkers_position position = position_of("B:W21,K27:BK6,12");
        for (int i = 0; rounds[round][i] != NULL; i++) {
            assert_true(count_of(strict, &position) > 0);
            position = after(&position, rounds[round][i]);
        }
        assert_true(count_of(&cop_checkers, &position) > 0);
        if (round == 2) /* White's king is elsewhere */
            assert_true(count_of(strict, &position) > 0);
        else
            is_draw(strict, &position);
    }
    /* What a man's move or a capture has left behind cannot come again. */
    checkers_position position = position_of("B:W21,K32:BK1,12");
    position = after(&position, "1-6");
    position = after(&position, "32-27");
    position = after(&position, "12-16");
    for (int i = 0; i < CHECKERS_PAST; i++)
        assert_int_equal(position.past[i], 0);
    strict->close(strict);
}

static void bad_settings(void **state)
{
    (void)state;
    static const copse_setting settings[] = {{"move-limit", "-1"},
                                             {"repetition", "maybe"},
                                             {"weights", "/no/such/file"},
                                             {"colour", "x"}};
    for (int i = 0; i < 4; i++) {
        copse_game *opened = NULL;
        copse_message why = {""};
        assert_int_equal(cop_checkers.open(&cop_checkers, 1, &settings[i], &opened, &why),
                         COPSE_BAD_OPTION);
        assert_null(opened);
        assert_true(why.text[0] != 0);
    }
}

/* ------------------------------------------------------------------- what searches rely on */

static void check_promises(const checkers_position *position)
{
    const copse_game *game = &cop_checkers;
    copse_move moves[CHECKERS_MOST_MOVES], noisy[CHECKERS_MOST_MOVES];
    copse_child children[CHECKERS_MOST_MOVES];
    checkers_position places[CHECKERS_MOST_MOVES], next;
    bool may_stand = true;
    int count = game->moves(game, position, moves), total;
    int louder = game->noisy(game, position, noisy, &may_stand);
    bool capture = count > 0 && checkers_jumps(moves[0]) > 0;
    assert_int_equal(louder, capture ? count : 0);
    assert_true(louder == 0 || !may_stand);
    assert_int_equal(memcmp(moves, noisy, (size_t)louder * sizeof moves[0]), 0);
    int class = game->class_of(game, position);
    assert_true(count == 0 ? class == 0 : class >= 1 && class <= 255);
    assert_int_equal(game->expand(game, position, 0, -COPSE_INFINITE, children, places, &total),
                     count);
    assert_int_equal(total, count);
    for (int i = 0; i < count; i++) {
        memset(&next, 0x33, sizeof next);
        game->play(game, position, moves[i], &next);
        assert_int_equal(children[i].move, moves[i]);
        assert_memory_equal(&places[i], &next, sizeof next);
        assert_int_equal(children[i].score, game->evaluate(game, &next));
        assert_true(moves[i] < 1u << 28);
    }
    if (count > 1) {
        assert_int_equal(game->expand(game, position, 1, COPSE_INFINITE, children, NULL, &total),
                         1);
        assert_int_equal(children[0].move, moves[1]);
    }
}

static void promises(void **state)
{
    (void)state;
    walk_games(99, 60, check_promises);
}

int main(int count, char **words)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(published_counts),
        cmocka_unit_test(moves_are_the_slow_ones),
        cmocka_unit_test(suite_positions),
        cmocka_unit_test(taken_pieces_block),
        cmocka_unit_test(crowning_ends_the_move),
        cmocka_unit_test(no_move_loses),
        cmocka_unit_test(move_limit),
        cmocka_unit_test(repetition),
        cmocka_unit_test(bad_settings),
        cmocka_unit_test(promises),
    };
    if (count > 1)
        most_leaves = strtoull(words[1], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
