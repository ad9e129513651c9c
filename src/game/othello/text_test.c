/* SPDX-License-Identifier: MIT
 *
 * Othello's texts: positions, moves, pictures. Text to position to text is identity, each mistake
 * gets a sentence of its own and leaves the position alone. */
#include "game/othello/othello.h"

#include "game/game.h"
#include "support.h"

#define START "---------------------------OX------XO---------------------------"
#define ROW "--------"

static othello_position read_board(const char *text)
{
    othello_position node;
    copse_message why = {""};
    if (copse_position_from_text(&cop_othello, text, &node, &why) != COPSE_OK)
        fail_msg("%s: %s", text, why.text);
    return node;
}

static void writes(const char *text, const char *want)
{
    othello_position node = read_board(text);
    char again[80];
    assert_int_equal(copse_position_to_text(&cop_othello, &node, again, sizeof again),
                     strlen(want));
    assert_string_equal(again, want);
}

static void positions(void **state)
{
    (void)state;
    othello_position start = cop_othello_start(), read = read_board(START " X");
    assert_memory_equal(&read, &start, sizeof start);
    writes(START " X", START " X");
    writes(START "O", START " O");
    writes(START "\tX", START " X");
    writes(START "  X;", START " X");
    writes(START " X ", START " X");
    writes(START "O\t\r\n", START " O");
    writes(START " X ; ", START " X");
    writes("---------------------------ox------xo---------------------------o", START " O");
    /* Black to move has e4 and d5; seen from white they are the other side's. */
    read = read_board(START " O");
    assert_int_equal(read.board.other, othello_bit(28) | othello_bit(35));
    assert_int_equal(read.side, 1);
    /* a1 first, row by row. */
    read = read_board("XO------" ROW ROW ROW ROW ROW ROW "------OX X");
    assert_int_equal(read.board.own, othello_bit(0) | othello_bit(63));
    assert_int_equal(read.board.other, othello_bit(1) | othello_bit(62));
    writes("f5", "---------------------------OX------XXX-------------------------- O");
    writes("F5 d6", "---------------------------OX------OXX-----O-------------------- X");
}

/* What people compose is taken: finished games, one colour only, an empty centre. */
static void lenient(void **state)
{
    (void)state;
    static const char *const boards[] = {
        "XXXX----" ROW ROW ROW ROW ROW ROW ROW " O",
        "OX------" ROW ROW ROW ROW ROW ROW "------XO O",
        "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X",
    };
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++)
        writes(boards[i], boards[i]);
    othello_position over = read_board(boards[0]);
    copse_move moves[OTHELLO_MOST_MOVES];
    assert_int_equal(cop_othello.moves(&cop_othello, &over, moves), 0);
    assert_int_equal(cop_othello.evaluate(&cop_othello, &over), -6400);
}

static void refusals(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"", "Othello board '': 0 squares; there are 64"},
        {"X", "Othello board 'X': 1 square; there are 64"},
        {START, "the side to move is missing"},
        {START ";", "the side to move is missing"},
        {START " ", "the side to move is missing"},
        {START " -", "side to move: '-': X or O"},
        {START " B", "side to move: 'B': X or O"},
        {START "- X", "65 squares; there are 64"},
        {START "-", "65 squares; there are 64"},
        {START "X O", "65 squares; there are 64"},
        {START "XX", "66 squares; there are 64"},
        {START ROW " X", "72 squares; there are 64"},
        {START " XX", "'X' after the side to move"},
        {START " X X", "'X' after the side to move"},
        {START " X; d3", "'; d3' after the side to move"},
        {"-------" ROW " X", "15 squares; there are 64"},
        {"---.----" ROW ROW ROW ROW ROW ROW ROW " X", "square d1 (letter 4): '.': X, O or -"},
        {ROW "-\n------" ROW ROW ROW ROW ROW ROW " X", "square b2 (letter 10): 0x0a"},
        {ROW "-\xc3\xa4-----" ROW ROW ROW ROW ROW ROW " X", "square b2 (letter 10): 0xc3"},
        {ROW ROW ROW ROW ROW ROW ROW ROW " X", "0 discs: a game begins with four"},
        {ROW ROW ROW ROW ROW ROW ROW "---X---- X", "1 disc: a game begins with four"},
        {ROW ROW ROW ROW ROW ROW ROW "-XXX---- X", "3 discs: a game begins with four"},
        {"f5d6d6", "transcript, move 3: 'd6': not legal for X"},
        {"f5i6", "transcript, move 2: 'i6': a square from a1 to h8, or pass"},
        {"f5d", "transcript, move 2: 'd': a square"},
        {"f5pass", "transcript, move 2: 'pass': O has a move and must not pass"},
        {"e6f4e3f6g5d6e7f5c5a1", "transcript, move 10: 'a1': the game is over"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        othello_position node, untouched;
        copse_message why = {""};
        memset(&node, 0x5a, sizeof node);
        memset(&untouched, 0x5a, sizeof untouched);
        assert_int_equal(copse_position_from_text(&cop_othello, rows[i][0], &node, &why),
                         COPSE_BAD_POSITION);
        if (strstr(why.text, rows[i][1]) == NULL)
            fail_msg("'%s' gives: %s", rows[i][0], why.text);
        assert_memory_equal(&node, &untouched, sizeof node);
    }
}

static void moves(void **state)
{
    (void)state;
    static const char *const passes[] = {"pass", "PASS", "pa", "PA", "ps", "--", "@@"};
    othello_position start = cop_othello_start();
    copse_move move;
    char text[8];
    for (copse_move square = 0; square < 64; square++) {
        assert_int_equal(cop_othello_move_to_text(&cop_othello, &start, square, text, sizeof text),
                         2);
        assert_int_equal(cop_othello_text_to_move(&cop_othello, &start, text, &move, NULL),
                         COPSE_OK);
        assert_int_equal(move, square);
    }
    cop_othello_move_to_text(&cop_othello, &start, 19, text, sizeof text);
    assert_string_equal(text, "d3");
    for (size_t i = 0; i < sizeof passes / sizeof passes[0]; i++) {
        assert_int_equal(cop_othello_text_to_move(&cop_othello, &start, passes[i], &move, NULL),
                         COPSE_OK);
        assert_int_equal(move, OTHELLO_PASS);
    }
    assert_int_equal(cop_othello_move_to_text(&cop_othello, &start, OTHELLO_PASS, text, 3), 4);
    assert_string_equal(text, "pa");
}

static void bad_moves(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"", "move '': a square from a1 to h8, or pass"},
        {"d", "move 'd'"},
        {"d9", "move 'd9'"},
        {"i1", "move 'i1'"},
        {"d33", "move 'd33'"},
        {"passs", "move 'passs'"},
        {"p", "move 'p'"},
    };
    othello_position start = cop_othello_start();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        copse_move move = 77;
        copse_message why = {""};
        assert_int_equal(copse_move_from_text(&cop_othello, &start, rows[i][0], &move, &why),
                         COPSE_BAD_MOVE);
        if (strstr(why.text, rows[i][1]) == NULL)
            fail_msg("'%s' gives: %s", rows[i][0], why.text);
        assert_int_equal(move, 77);
    }
    /* Well written, but not legal here. */
    copse_move move;
    assert_int_equal(copse_move_from_text(&cop_othello, &start, "a1", &move, NULL), COPSE_BAD_MOVE);
    assert_int_equal(copse_move_from_text(&cop_othello, &start, "pass", &move, NULL),
                     COPSE_BAD_MOVE);
    assert_int_equal(copse_move_from_text(&cop_othello, &start, "F5", &move, NULL), COPSE_OK);
}

static void draws(const char *position, copse_move last, const char *want)
{
    othello_position node = read_board(position);
    char text[1024], cut[10];
    int length = cop_othello.draw(&cop_othello, &node, last, text, sizeof text);
    assert_string_equal(text, want);
    assert_int_equal(length, strlen(want));
    assert_int_equal(cop_othello.draw(&cop_othello, &node, last, cut, sizeof cut), length);
    assert_int_equal(strncmp(cut, want, sizeof cut - 1), 0);
}

#define COLUMNS "     a  b  c  d  e  f  g  h\n"

static void pictures(void **state)
{
    (void)state;
    draws("f5", 37,
          COLUMNS "  1  -  -  -  -  -  -  -  -  1\n"
                  "  2  -  -  -  -  -  -  -  -  2\n"
                  "  3  -  -  -  -  -  -  -  -  3\n"
                  "  4  -  -  -  O  X  .  -  -  4\n"
                  "  5  -  -  -  X  X [X] -  -  5\n"
                  "  6  -  -  -  .  -  .  -  -  6\n"
                  "  7  -  -  -  -  -  -  -  -  7\n"
                  "  8  -  -  -  -  -  -  -  -  8\n" COLUMNS "    X 4, O 1, O to move\n");
    draws("OX------XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX X", OTHELLO_PASS,
          COLUMNS "  1  O  X  -  -  -  -  -  -  1\n"
                  "  2  X  X  X  X  X  X  X  X  2\n"
                  "  3  X  X  X  X  X  X  X  X  3\n"
                  "  4  X  X  X  X  X  X  X  X  4\n"
                  "  5  X  X  X  X  X  X  X  X  5\n"
                  "  6  X  X  X  X  X  X  X  X  6\n"
                  "  7  X  X  X  X  X  X  X  X  7\n"
                  "  8  X  X  X  X  X  X  X  X  8\n" COLUMNS
                  "    O passed\n    X 57, O 1, X to move: has to pass\n");
    othello_position drawn = read_board("XX" ROW ROW ROW ROW ROW ROW ROW "----OO X");
    char text[1024];
    cop_othello.draw(&cop_othello, &drawn, COPSE_NO_MOVE, text, sizeof text);
    assert_non_null(strstr(text, "    X 2, O 2, the game is over: a draw\n"));
    drawn = read_board("XX" ROW ROW ROW ROW ROW ROW ROW "---OOO X");
    cop_othello.draw(&cop_othello, &drawn, COPSE_NO_MOVE, text, sizeof text);
    assert_non_null(strstr(text, "    X 2, O 3, the game is over: O wins by 60\n"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions), cmocka_unit_test(lenient),   cmocka_unit_test(refusals),
        cmocka_unit_test(moves),     cmocka_unit_test(bad_moves), cmocka_unit_test(pictures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
