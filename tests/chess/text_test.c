/* SPDX-License-Identifier: MIT
 *
 * Positions and moves of chess as text, right ones and wrong ones, and the board for people. */
#include "chess_test.h"

/* ----------------------------------------------------------------------------------- positions */

static void reads_as(const char *text, const char *written)
{
    chess_position position = position_of(text), again;
    char out[128];
    assert_int_equal(cop_chess_to_text(&position, out, sizeof out), strlen(written));
    assert_string_equal(out, written);
    again = position_of(out);
    assert_memory_equal(&again, &position, sizeof again);
}

static void positions(void **state)
{
    (void)state;
    reads_as(cop_chess.start, cop_chess.start);
    reads_as("4k3/8/8/8/8/8/8/4K2R w K -", "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    reads_as("  4k3/8/8/8/8/8/8/4K2R \t w  -  - 12 40 ", "4k3/8/8/8/8/8/8/4K2R w - - 12 40");
    reads_as("4k3/8/8/8/8/8/8/4K2R b - - 150 0", "4k3/8/8/8/8/8/8/4K2R b - - 150 1");
    reads_as("4k3/8/8/8/8/8/8/4K21 w - - 0 9999", "4k3/8/8/8/8/8/8/4K3 w - - 0 9999");
    reads_as("r3k2r/8/8/8/8/8/8/R3K2R b qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
    /* Chess960: columns where it matters, and else not. */
    reads_as("1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1", "1rk3r1/8/8/8/8/8/8/1RK3R1 w KQkq - 0 1");
    reads_as("4k3/8/8/8/8/8/8/R1RK1RR1 w FC - 0 1", "4k3/8/8/8/8/8/8/R1RK1RR1 w FC - 0 1");
    reads_as("4k3/8/8/8/8/8/8/R1RK1RR1 w GA - 0 1", "4k3/8/8/8/8/8/8/R1RK1RR1 w KQ - 0 1");
    reads_as("r1rk4/8/8/8/8/8/8/3K4 b c - 0 1", "r1rk4/8/8/8/8/8/8/3K4 b c - 0 1");
    /* En passant only where a pawn can take. */
    reads_as("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1");
    reads_as("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1");
    reads_as("4k3/8/8/KPp4r/8/8/8/8 w - c6 0 1", "4k3/8/8/KPp4r/8/8/8/8 w - - 0 1");
}

static void wrong_positions(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
    } rows[] = {
        {"", "0 fields: FEN has 6"},
        {"startpos", "1 fields"},
        {"4k3/8/8/8/8/8/8/4K3 w", "2 fields"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0", "5 fields"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", "more than 6 fields"},
        {"4k3/8/8/8/8/8/4K3 w - - 0 1", "has 7 rows: 8"},
        {"4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "has 9 rows: 8"},
        {"4k3/8/8/8/8/8/7/4K3 w - - 0 1", "row 2: '7' has less than 8 squares"},
        {"4k4/8/8/8/8/8/8/4K3 w - - 0 1", "row 8: '4k4' has more than 8 squares"},
        {"4k3/8/8/8/8/8//4K3 w - - 0 1", "row 2: '' has less than 8 squares"},
        {"4k3/8/8/8/88888888888888/8/8/4K3 w - - 0 1", "row 4: '88888888888888' has more than 8"},
        {"4k3/8/8/4x3/8/8/8/4K3 w - - 0 1", "row 5: '4x3': pieces are PNBRQK"},
        {"4k3/8/8/9/8/8/8/4K3 w - - 0 1", "row 5: '9': pieces are PNBRQK"},
        {"4k3/8/8/0p7/8/8/8/4K3 w - - 0 1", "row 5: '0p7': pieces are PNBRQK"},
        {"4k3/8/8/8/8/8/8/8 w - - 0 1", "White has 0 kings"},
        {"4kk2/8/8/8/8/8/8/4K3 w - - 0 1", "Black has 2 kings"},
        {"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "White has 9 pawns: 8 at most"},
        {"4k3/8/8/NNNNNNNN/NNNNNNNN/8/8/4K3 w - - 0 1", "White has 17 pieces: 16 at most"},
        {"4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1",
         "White has 1 piece that was a pawn once, but only 0 pawns are missing"},
        {"4k3/pppppp2/b1b1b3/8/2n5/8/8/4K3 w - - 0 1", NULL}, /* two pawns, two bishops */
        {"4k3/ppppppp1/b1b1b3/8/8/8/8/4K3 w - - 0 1", "Black has 2 pieces that were pawns once"},
        {"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn on h8: none can stand on rows 1 and 8"},
        {"4k3/8/8/8/8/8/8/p3K3 w - - 0 1", "a pawn on a1: none"},
        {"4k3/8/8/8/8/8/8/4K3 white - - 0 1", "'white' where the side to move should be"},
        {"4k3/8/8/8/8/8/8/4R1K1 w - - 0 1", "White is to move and Black is in check"},
        {"8/8/8/8/8/8/8/3Kk3 b - - 0 1", "Black is to move and White is in check"},
        {"4k3/8/3N1N2/8/4R3/8/8/4K3 b - - 0 1", "Black is in check by 3 pieces"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkqx - 0 1", "castling 'KQkqx': letters of KQkq"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w K- - 0 1", "castling 'K-': letters of KQkq"},
        {"4k2r/8/8/8/8/8/4K3/R6R w K - 0 1", "castling 'K': the king of White is not on row 1"},
        {"4k2r/8/8/8/8/8/8/4K2R w KQ - 0 1", "castling 'Q': White has no rook there"},
        {"4k2b/8/8/8/8/8/8/4K2R w k - 0 1", "castling 'k': Black has no rook there"},
        {"4k2r/8/8/8/8/8/8/4K2R w G - 0 1", "castling 'G': White has no rook there"},
        {"4k2r/8/8/8/8/8/8/4K2R w KK - 0 1", "castling 'KK': White can castle on each side"},
        {"4k2r/8/8/8/8/8/8/4K2R w KH - 0 1", "castling 'KH': White can castle on each side"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", "en passant 'd3': a square of row 6"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d66 0 1", "en passant 'd66': a square of row 6"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - i6 0 1", "en passant 'i6': a square of row 6"},
        {"4k3/8/8/8/3pP3/8/8/4K3 b - e6 0 1", "en passant 'e6': a square of row 3"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - c6 0 1", "en passant 'c6': no pawn of Black"},
        {"4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", "en passant 'd6': no pawn of Black"},
        {"4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", "en passant 'd6': no pawn of Black"},
        {"4k3/8/8/3PP3/8/8/8/4K3 w - d6 0 1", "en passant 'd6': no pawn of Black"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 3 9", "en passant, and '3' plies since a capture"},
        {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", "'-1' plies since a capture"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 151 1", "'151' plies since a capture"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 10000", "'10000' as the number of the move"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 one", "'one' as the number of the move"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        chess_position position, before;
        copse_message why = {""};
        memset(&position, 0x5a, sizeof position);
        memcpy(&before, &position, sizeof before);
        copse_status status = copse_position_from_text(&cop_chess, rows[i].text, &position, &why);
        if (rows[i].says == NULL) {
            assert_int_equal(status, COPSE_OK);
            continue;
        }
        assert_int_equal(status, COPSE_BAD_POSITION);
        assert_memory_equal(&position, &before, sizeof before);
        if (strstr(why.text, rows[i].says) == NULL)
            fail_msg("%s: %s", rows[i].text, why.text);
    }
}

/* --------------------------------------------------------------------------------------- moves */

static const char *const castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

static void moves(void **state)
{
    (void)state;
    static const struct {
        const char *position, *text, *written, *san; /* NULL: wrong, */
        const char *says;                            /* and this is in the sentence */
    } rows[] = {
        {NULL, "e2e4", "e2e4", "e4", NULL},
        {NULL, "e4", "e2e4", "e4", NULL},
        {NULL, "Nf3", "g1f3", "Nf3", NULL},
        {NULL, "Ng1f3!?", "g1f3", "Nf3", NULL},
        {NULL, "Pe4", "e2e4", "e4", NULL},
        {NULL, "e2-e4", "e2e4", "e4", NULL},
        {NULL, "e2e5", NULL, NULL, "'e2e5' is not legal in this position, but these are: "},
        {NULL, "e5", NULL, NULL, "not legal"},
        {NULL, "Qd3", NULL, NULL, "not legal"},
        {NULL, "e2e4q", NULL, NULL, "not legal"},
        {NULL, "O-O", NULL, NULL, "not legal"},
        {NULL, "0000", NULL, NULL, "two squares, as in e2e4"},
        {NULL, "", NULL, NULL, "two squares"},
        {NULL, "e9", NULL, NULL, "two squares"},
        {NULL, "Nf3f3f3", NULL, NULL, "two squares"},
        {NULL, "+", NULL, NULL, "two squares"},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "e1g1", "O-O", NULL},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", "e1g1", "O-O", NULL},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0-0", "e1c1", "O-O-O", NULL},
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Rxa8", "a1a8", "Rxa8+", NULL},
        {"r3k2r/8/8/8/8/8/8/R3K2R w kq - 0 1", "e1g1", NULL, NULL, "not legal"},
        {"4k3/8/8/8/8/8/8/1R1K3R w HB - 0 1", "d1h1", "d1h1", "O-O", NULL},
        {"4k3/8/8/8/8/8/8/1R1K3R w HB - 0 1", "d1g1", "d1h1", "O-O", NULL},
        {"4k3/8/8/8/8/8/8/1R1K3R w HB - 0 1", "d1c1", "d1c1", "Kc1", NULL},
        {"4k3/8/8/8/8/8/8/1R1K3R w HB - 0 1", "d1b1", "d1b1", "O-O-O", NULL},
        {"6k1/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "Qe1", NULL, NULL, "can be any of "},
        {"6k1/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "Qhe1", NULL, NULL, "can be any of "},
        {"6k1/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "Qh4e1", "h4e1", "Q4e1", NULL},
        {"6k1/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "a4e4", "a4e4", "Qae4", NULL},
        {"6k1/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "Q1e4", "h1e4", "Q1e4", NULL},
        {"6k1/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "h4e4", "h4e4", "Qh4e4", NULL},
        {"3r3k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8q", "e7e8q", "e8=Q+", NULL},
        {"3r3k/4P3/8/8/8/8/8/K7 w - - 0 1", "exd8=N", "e7d8n", "exd8=N", NULL},
        {"3r3k/4P3/8/8/8/8/8/K7 w - - 0 1", "ed8Q", "e7d8q", "exd8=Q+", NULL},
        {"3r3k/4P3/8/8/8/8/8/K7 w - - 0 1", "e8", NULL, NULL, "not legal"},
        {"3r3k/4P3/8/8/8/8/8/K7 w - - 0 1", "e7e8", NULL, NULL, "not legal"},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", "e5d6", "exd6", NULL},
        {"7k/8/6KQ/8/8/8/8/8 b - - 0 1", "h8g8", "h8g8", "Kg8", NULL},
        {"6k1/8/6K1/8/8/8/8/7Q w - - 0 1", "Qa8", "h1a8", "Qa8#", NULL},
        {"8/8/8/8/8/8/5kq1/7K w - - 0 1", "h1h2", NULL, NULL, "not legal in this position"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *text = rows[i].position != NULL ? rows[i].position : cop_chess.start;
        chess_position position = position_of(text);
        copse_message why = {""};
        copse_move move = 12345;
        char out[16];
        copse_status status =
            copse_move_from_text(&cop_chess, &position, rows[i].text, &move, &why);
        if (status != COPSE_OK) {
            assert_int_equal(status, COPSE_BAD_MOVE);
            assert_int_equal(move, 12345);
            if (rows[i].says == NULL || strstr(why.text, rows[i].says) == NULL)
                fail_msg("%s: %s", rows[i].text, why.text);
            continue;
        }
        if (rows[i].written == NULL)
            fail_msg("%s is read as a move", rows[i].text);
        copse_move_to_text(&cop_chess, &position, move, out, sizeof out);
        assert_string_equal(out, rows[i].written);
        cop_chess_san(&position, move, out, sizeof out);
        assert_string_equal(out, rows[i].san);
    }
}

/* Castling for those who want the rook's square always. */
static void castling_by_rook(void **state)
{
    (void)state;
    chess_position position = position_of(castling);
    char out[16];
    cop_chess_move_to_text(&position, move_of(&position, "O-O"), true, out, sizeof out);
    assert_string_equal(out, "e1h1");
    cop_chess_move_to_text(&position, move_of(&position, "e1f1"), true, out, sizeof out);
    assert_string_equal(out, "e1f1");
}

/* Every move of every position is read back as itself, in both ways of writing, and no two are
 * written alike. */
static void move_texts(const chess_position *position)
{
    copse_move list[CHESS_MOVES_ROOM];
    static char san[CHESS_MOVES_ROOM][16];
    int count = cop_chess_list_plain(position, list);
    for (int i = 0; i < count; i++) {
        char text[16];
        assert_in_range(cop_chess_move_to_text(position, list[i], i % 2 == 0, text, sizeof text), 4,
                        5);
        assert_int_equal(move_of(position, text), list[i]);
        assert_in_range(cop_chess_san(position, list[i], san[i], sizeof san[i]), 2, 8);
        assert_int_equal(move_of(position, san[i]), list[i]);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(san[i], san[j]);
    }
}

static void moves_of_games(void **state)
{
    (void)state;
    walk_games(7, 12, move_texts);
}

/* --------------------------------------------------------------------------------------- board */

static void picture(void **state)
{
    (void)state;
    chess_position position = position_of("4k3/8/8/8/8/8/5q2/R3K2R w KQ - 0 1");
    char text[1000];
    cop_chess_draw(&position, COPSE_NO_MOVE, text, sizeof text);
    assert_string_equal(text, " 8   .  .  .  .  k  .  .  . \n"
                              " 7   .  .  .  .  .  .  .  . \n"
                              " 6   .  .  .  .  .  .  .  . \n"
                              " 5   .  .  .  .  .  .  .  . \n"
                              " 4   .  .  .  .  .  .  .  . \n"
                              " 3   .  .  .  .  .  .  .  . \n"
                              " 2   .  .  .  .  .  q  .  . \n"
                              " 1   R  .  .  .  K  .  .  R \n"
                              "     a  b  c  d  e  f  g  h\n"
                              "White to move, in check; PNBRQK: White, pnbrqk: Black\n");
    position = position_of(castling);
    copse_move castle = move_of(&position, "O-O-O");
    position = after(&position, "O-O-O");
    int length = cop_chess_draw(&position, castle, text, sizeof text);
    assert_int_equal(length, strlen(text));
    assert_non_null(strstr(text, " 1   .  . [K] R [.] .  .  R \n"));
    assert_non_null(strstr(text, "Black to move; "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(positions),      cmocka_unit_test(wrong_positions),
        cmocka_unit_test(moves),          cmocka_unit_test(castling_by_rook),
        cmocka_unit_test(moves_of_games), cmocka_unit_test(picture),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
