/* SPDX-License-Identifier: MIT
 *
 * Endgame tables: what fathom is asked and what is made of its answers, with a fathom that makes
 * them up. */
#include "game/chess/syzygy.h"

#include "chess_test.h"
#include "fake_fathom.h"

static const chess_tablebase *open_tables(const char *folder)
{
    const chess_tablebase *opened = NULL;
    copse_message why = {""};
    if (cop_chess_tablebase_open(folder, &opened, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    assert_non_null(opened);
    return opened;
}

static void refuses(const char *folder, const char *says)
{
    const chess_tablebase *opened = NULL;
    copse_message why = {""};
    assert_int_equal(cop_chess_tablebase_open(folder, &opened, &why), COPSE_BAD_OPTION);
    assert_null(opened);
    if (strstr(why.text, says) == NULL)
        fail_msg("%s", why.text);
}

static void folders(void **state)
{
    (void)state;
    refuses("nowhere", "'nowhere' has no tables");
    assert_int_equal(fake_fathom.open, 0);
    const chess_tablebase *one = open_tables("tables"), *two = open_tables("tables");
    assert_int_equal(fake_fathom.open, 1);
    refuses("others", "'tables' is in use");
    cop_chess_tablebase_close(one);
    refuses("others", "'tables' is in use");
    cop_chess_tablebase_close(two);
    assert_int_equal(fake_fathom.open, 0);
    cop_chess_tablebase_close(open_tables("others"));
    cop_chess_tablebase_close(NULL);
    static char large[2000];
    memset(large, 'x', sizeof large - 1);
    refuses(large, "too long");
    assert_int_equal(fake_fathom.open, 0);
}

static void answers(void **state)
{
    (void)state;
    enum { WIN = CHESS_TABLE_WIN - 3 * CHESS_TABLE_PIECE, UNKNOWN = -1 };
    static const struct {
        const char *position;
        int score;
        bool asked;
    } rows[] = {
        {"4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", WIN, true},
        {"4k3/8/8/8/8/8/8/Q3K3 b - - 0 1", -WIN, true},
        {"4k3/8/8/q7/8/8/8/6K1 b - - 0 1", WIN, true},
        {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 0, true},
        {"4k3/8/8/8/8/8/8/R3K3 b - - 0 1", 0, true},
        {"4k3/8/8/8/8/8/P7/4K3 b - - 0 1", 0, true},
        {"4k3/8/8/8/8/8/8/B3K3 w - - 0 1", UNKNOWN, true},
        {"4k3/8/8/8/8/8/8/Q3K3 w - - 1 1", UNKNOWN, false},
        {"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", UNKNOWN, false},
        {"4k3/8/8/8/8/8/P7/Q3K3 w - - 0 1", UNKNOWN, false},
    };
    const chess_tablebase *tables = open_tables("tables");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        chess_position position = position_of(rows[i].position);
        copse_score score = UNKNOWN;
        int before = fake_fathom.asked;
        bool known = cop_chess_tablebase_score(tables, &position, &score);
        assert_int_equal(fake_fathom.asked - before, rows[i].asked);
        assert_int_equal(known, rows[i].score != UNKNOWN);
        assert_int_equal(score, rows[i].score);
        if (!rows[i].asked)
            continue;
        assert_int_equal(fake_fathom.white, position.side[CHESS_WHITE]);
        assert_memory_equal(fake_fathom.pieces, position.kind, sizeof position.kind);
        assert_int_equal(fake_fathom.white_moves, position.turn == CHESS_WHITE);
        assert_int_equal(fake_fathom.en_passant, 0);
    }
    cop_chess_tablebase_close(tables);
}

/* The game with the setting: its `oracle` knows, but not of games that are over. */
static void as_setting(void **state)
{
    (void)state;
    copse_setting settings[] = {{"syzygy", "tables"}, {"syzygy", "tables"}};
    copse_game *opened = NULL;
    copse_message why = {""};
    if (cop_chess.open(&cop_chess, 2, settings, &opened, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    copse_score score = 0;
    chess_position won = position_of("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
    chess_position mate = position_of("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1");
    assert_true(opened->oracle(opened, &won, &score));
    assert_int_equal(score, CHESS_TABLE_WIN - 3 * CHESS_TABLE_PIECE);
    assert_false(opened->oracle(opened, &mate, &score));
    assert_false(cop_chess.oracle(&cop_chess, &won, &score));
    opened->close(opened);
    assert_int_equal(fake_fathom.open, 0);

    settings[1] = (copse_setting){"weights", "/no/such/file"};
    opened = NULL;
    assert_int_equal(cop_chess.open(&cop_chess, 2, settings, &opened, &why), COPSE_BAD_OPTION);
    assert_int_equal(fake_fathom.open, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(folders),
        cmocka_unit_test(answers),
        cmocka_unit_test(as_setting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
