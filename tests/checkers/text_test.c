/* SPDX-License-Identifier: MIT
 *
 * Positions and moves of checkers as text, right ones and wrong ones, and the board for people. */
#include "checkers_test.h"

static void reads_as(const char *text, const char *written)
{
    checkers_position position = position_of(text), again;
    char out[200];
    assert_int_equal(cop_checkers_to_text(&position, out, sizeof out), strlen(written));
    assert_string_equal(out, written);
    again = position_of(out);
    assert_memory_equal(&again, &position, sizeof again);
}

static void positions(void **state)
{
    (void)state;
    reads_as("B:W21-32:B1-12",
             "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12");
    reads_as("W:WK10,12:B14,15,22,23,K32", "W:WK10,12:B14,15,22,23,K32");
    reads_as("B:B2,K1:W30.", "B:W30:BK1,2");
    reads_as("W:W:BK29-32", "W:W:BK29,K30,K31,K32");
    reads_as("W:WK3:BK30:H17", "W:WK3:BK30:H17");
    reads_as("W:WK3:BK30:H0:F1", "W:WK3:BK30");
    reads_as("W:WK3:BK30:F40:H3", "W:WK3:BK30:H3");
}

static void walked(const checkers_position *position)
{
    checkers_position again;
    char out[200];
    cop_checkers_to_text(position, out, sizeof out);
    again = position_of(out);
    memcpy(again.past, position->past, sizeof again.past); /* the text does not know the way */
    assert_memory_equal(&again, position, sizeof again);
}

static void positions_of_games(void **state)
{
    (void)state;
    walk_games(3, 30, walked);
}

static void wrong_positions(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } rows[] = {
        {"", "side to move"},
        {"W", "both sides are missing"},
        {"X:W21:B1", "'X' where the side to move"},
        {"W21:B1", "'W21' where the side to move"},
        {"B:W21", "Black are missing"},
        {"B:B1", "White are missing"},
        {"B:W21:W22", "White are given twice"},
        {"B:W21:R1", "'R1': B or W"},
        {"B:W21::B1", "'': B or W"},
        {"B:W21,:B1", "White: ''"},
        {"B:W0:B1", "White: '0'"},
        {"B:W33:B1", "White: '33'"},
        {"B:W2a:B1", "White: '2a'"},
        {"B:WKK2:B1", "White: 'KK2'"},
        {"B:W k2:B1", "White: ' k2'"},
        {"B:W24-21:B1", "White: '24-21'"},
        {"B:W21-22-23:B1", "White: '21-22-23'"},
        {"B:W21-:B1", "White: '21-'"},
        {"B:W21,21:B1", "square 21 is given twice"},
        {"B:W21,22:B1,K22", "square 22 is given twice"},
        {"B:W4:B1", "man of White on 4 has been crowned there: write K4"},
        {"B:W21:B29", "man of Black on 29 has been crowned there: write K29"},
        {"B:W20-32:B1", "White has 13 pieces: 12 at most"},
        {"B:W:B", "no pieces"},
        {"B:W:B1", "Black is to move and White has no pieces"},
        {"B:W21:B1:H", "'H' after the pieces"},
        {"B:W21:B1:H1001", "'H1001' after the pieces"},
        {"B:W21:B1:H1:H2", "H is given twice"},
        {"B:W21:B1:x", "'x' after the pieces"},
        {"B:W21:B1..", "Black: '1.'"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        checkers_position position, before;
        copse_message why = {""};
        memset(&position, 0x5a, sizeof position);
        before = position;
        copse_status status =
            copse_position_from_text(&cop_checkers, rows[i].text, &position, &why);
        assert_int_equal(status, COPSE_BAD_POSITION);
        assert_memory_equal(&position, &before, sizeof before);
        if (strstr(why.text, rows[i].says) == NULL)
            fail_msg("%s: %s", rows[i].text, why.text);
    }
}

static void moves(void **state)
{
    (void)state;
    static const struct {
        const char *position, *text, *written; /* NULL: wrong, and `says` is in the sentence */
        const char *says;
    } rows[] = {
        {"B:W21-32:B1-12", "11-15", "11-15", NULL},
        {"B:W21-32:B1-12", "11-14", NULL, "not legal in this position, but these are: "},
        {"B:W21-32:B1-12", "22-18", NULL, "not legal"},
        {"B:W21-32:B1-12", "11x15", NULL, "not legal"},
        {"B:W21-32:B1-12", "11", NULL, "two squares from 1 to 32"},
        {"B:W21-32:B1-12", "11-15-18", NULL, "two squares from 1 to 32"},
        {"B:W21-32:B1-12", "11-33", NULL, "two squares from 1 to 32"},
        {"B:W21-32:B1-12", "", NULL, "two squares from 1 to 32"},
        {"B:W21-32:B1-12", "pass", NULL, "two squares from 1 to 32"},
        {"B:W18,26,31:B14,5", "14x23", "14x23x30", "not legal"},
        {"B:W18:B14,5", "14x23", "14x23", NULL},
        {"B:W18:B14,5", "5-9", NULL, "who can take must take, here 14x23"},
        {"B:W18,26:B14", "14x23x30", "14x23x30", NULL},
        {"B:W18,26:B14", "14x30", "14x23x30", NULL},
        {"B:W18,26:B14", "14x22x30", NULL, "not legal"},
        /* Two ways from 10 round to 10: told apart by any square between. */
        {"W:WK10,12:B14,15,22,23,K32", "10x10", NULL, "can be any of "},
        {"W:WK10,12:B14,15,22,23,K32", "10x17x10", NULL, "can be any of "},
        {"W:WK10,12:B14,15,22,23,K32", "10x17x26x10", "10x17x26x19x10", NULL},
        {"W:WK10,12:B14,15,22,23,K32", "10x19x26x17x10", "10x19x26x17x10", NULL},
        {"W:W:B1", "1-5", NULL, "not legal"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        checkers_position position = position_of(rows[i].position);
        copse_message why = {""};
        copse_move move = 12345;
        char out[64];
        copse_status status =
            copse_move_from_text(&cop_checkers, &position, rows[i].text, &move, &why);
        if (status != COPSE_OK && rows[i].says == NULL)
            fail_msg("%s: %s", rows[i].text, why.text);
        if (status == COPSE_OK) {
            assert_non_null(rows[i].written);
            copse_move_to_text(&cop_checkers, &position, move, out, sizeof out);
            assert_string_equal(out, rows[i].written);
            continue;
        }
        assert_int_equal(status, COPSE_BAD_MOVE);
        assert_int_equal(move, 12345);
        if (strstr(why.text, rows[i].says) == NULL)
            fail_msg("%s: %s", rows[i].text, why.text);
    }
}

/* Every move of every position is read back as itself. */
static void move_texts(const checkers_position *position)
{
    copse_move list[CHECKERS_MOST_MOVES];
    int count = cop_checkers_list(position, list);
    for (int i = 0; i < count; i++) {
        char text[64];
        assert_in_range(cop_checkers_move_to_text(list[i], text, sizeof text), 3, 29);
        assert_int_equal(move_of(position, text), list[i]);
    }
}

static void moves_of_games(void **state)
{
    (void)state;
    walk_games(5, 30, move_texts);
}

static void picture(void **state)
{
    (void)state;
    checkers_position position = position_of("W:W30,K3:B11,K32");
    char text[1000], cut[20];
    int length = cop_checkers.draw(&cop_checkers, &position, COPSE_NO_MOVE, text, sizeof text);
    assert_int_equal(length, strlen(text));
    assert_non_null(strstr(text, "W3"));
    assert_non_null(strstr(text, "b11"));
    assert_non_null(strstr(text, "w30"));
    assert_non_null(strstr(text, "B32"));
    assert_non_null(strstr(text, "White to move"));
    assert_null(strchr(text, '['));
    assert_int_equal(cop_checkers.draw(&cop_checkers, &position, COPSE_NO_MOVE, cut, sizeof cut),
                     length);
    assert_int_equal(strlen(cut), sizeof cut - 1);
    copse_move move = move_of(&position, "30-26");
    checkers_position next = after(&position, "30-26");
    cop_checkers.draw(&cop_checkers, &next, move, text, sizeof text);
    assert_non_null(strstr(text, "[w26]"));
    assert_non_null(strstr(text, "[ 30]"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions),       cmocka_unit_test(positions_of_games),
        cmocka_unit_test(wrong_positions), cmocka_unit_test(moves),
        cmocka_unit_test(moves_of_games),  cmocka_unit_test(picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
