/* SPDX-License-Identifier: MIT
 *
 * Draughts texts: every position and every move of games of checkers, to Hub's texts and back. */
#include "protocol/hub_move.h"
#include "protocol/record.h"

#include "support.h"

static hub_board board_of(const cop_record *record)
{
    char fen[300];
    hub_board board;
    copse_position_to_text(record->game, cop_record_now(record), fen, sizeof fen);
    if (!cop_hub_from_fen(fen, &board))
        fail_msg("no board from %s", fen);
    return board;
}

/* The board's own FEN leads to a position with the same board. */
static void check_position(const cop_record *record)
{
    cop_record other;
    char fen[300];
    copse_message why;
    hub_board board = board_of(record);
    assert_int_equal(cop_hub_to_fen(board.text, fen, sizeof fen, &why), COPSE_OK);
    assert_int_equal(cop_record_init(&other, record->game, &why), COPSE_OK);
    if (cop_record_start(&other, fen, &why) != COPSE_OK)
        fail_msg("%s: %s", fen, why.text);
    assert_string_equal(board_of(&other).text, board.text);
    cop_record_clear(&other);
}

/* What Hub's text means in the position on the board; `count`: how many moves it may mean. */
static copse_move find(const cop_record *record, const char *text, int *count)
{
    char scratch[256];
    copse_move move = COPSE_NO_MOVE;
    assert_true(record->game->position_size <= sizeof scratch);
    *count = cop_hub_find_move(record->game, cop_record_now(record), record->legal,
                               record->legal_count, text, scratch, &move);
    return move;
}

/* What Hub says of a move means this move, or one with the same board after it. */
static void check_found(cop_record *record, copse_move move)
{
    char scratch[256], text[128];
    hub_move meant;
    copse_message why;
    int count;
    assert_true(cop_hub_move_of(record->game, cop_record_now(record), move, scratch, &meant));
    cop_hub_move_to_text(&meant, text, sizeof text);
    copse_move found = find(record, text, &count);
    assert_int_equal(count, 1);
    assert_int_equal(cop_record_play(record, move, false, &why), COPSE_OK);
    hub_board after = board_of(record);
    assert_true(cop_record_undo(record));
    assert_int_equal(cop_record_play(record, found, false, &why), COPSE_OK);
    assert_string_equal(board_of(record).text, after.text);
    assert_true(cop_record_undo(record));
}

static void check_move(cop_record *record, copse_move move)
{
    char text[128];
    hub_move meant, again;
    copse_message why;
    hub_board before = board_of(record);
    check_found(record, move);
    copse_move_to_text(record->game, cop_record_now(record), move, text, sizeof text);
    assert_int_equal(cop_record_play(record, move, false, &why), COPSE_OK);
    hub_board after = board_of(record);
    if (!cop_hub_move_between(&before, &after, text, &meant))
        fail_msg("%s is no move from %s to %s", text, before.text, after.text);
    char *hub = text;
    cop_hub_move_to_text(&meant, hub, sizeof text);
    assert_true(cop_hub_move_from_text(hub, &again));
    assert_true(cop_hub_moves_match(&again, &meant) && cop_hub_moves_match(&meant, &again));
    assert_int_equal(strchr(hub, 'x') != NULL, meant.captures > 0);
    assert_true(before.text[meant.from] != 'e');
    assert_true(after.text[meant.to] != 'e');
    int pieces = 0;
    for (int i = 1; i <= HUB_SQUARES; i++)
        pieces += (before.text[i] != 'e') - (after.text[i] != 'e');
    assert_int_equal(pieces, meant.captures);
}

static void games_of_checkers(void **state)
{
    (void)state;
    const copse_game *game = copse_game_find("checkers");
    cop_record record;
    copse_message why;
    int captures = 0;
    assert_non_null(game);
    assert_int_equal(cop_record_init(&record, game, &why), COPSE_OK);
    for (uint64_t number = 1; number <= 20; number++) {
        assert_int_equal(cop_record_start(&record, NULL, &why), COPSE_OK);
        while (!cop_record_is_over(&record) && record.count < 100) {
            uint64_t draw = cop_mix(1000 * number + (uint64_t)record.count);
            captures += record.legal_count == 1;
            check_position(&record);
            check_move(&record, record.legal[draw % (uint64_t)record.legal_count]);
        }
    }
    assert_true(captures > 20);
    cop_record_clear(&record);
}

/* Two ways from 7 to 23, each over men of its own; and a king's circle, which has two directions
 * but takes the same men. */
static void captures_that_have_to_be_named(void **state)
{
    (void)state;
    cop_record record;
    copse_message why;
    int count;
    assert_int_equal(cop_record_init(&record, copse_game_find("checkers"), &why), COPSE_OK);
    assert_int_equal(cop_record_start(&record, "B:W10,11,18,19:B7", &why), COPSE_OK);
    find(&record, "7x23", &count);
    assert_int_equal(count, 2);
    copse_move one = find(&record, "7x23x10x18", &count);
    assert_int_equal(count, 1);
    copse_move other = find(&record, "7x23x19x11", &count);
    assert_int_equal(count, 1);
    assert_int_not_equal(one, other);
    find(&record, "7x23x10x19", &count);
    assert_int_equal(count, 0);
    assert_int_equal(cop_record_start(&record, "B:W10,11,18,19:BK7", &why), COPSE_OK);
    assert_int_equal(record.legal_count, 2);
    find(&record, "7x7", &count);
    assert_int_equal(count, 1);
    cop_record_clear(&record);
}

static void what_is_wrong_is_refused(void **state)
{
    (void)state;
    static const char *const boards[] = {"",
                                         "B",
                                         "Beee",
                                         "Xbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww",
                                         "Bbbbbbbbbbbbbeeeezeeewwwwwwwwwwww",
                                         "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwwww"};
    static const char *const fens[] = {"",     "B",      "B:W33", "B:W0",
                                       "B:Wx", "B:W3-1", "B:WK",  "?:W1:B2"};
    static const char *const moves[] = {"",       "11",   "11-",  "-15",    "11-15-18",
                                        "11x",    "33-1", "0-1",  "11x18x", "11x18x99",
                                        "11-15 ", "a-b",  "11:15"};
    char fen[300];
    hub_board board;
    hub_move move;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        copse_message why = {""};
        assert_int_equal(cop_hub_to_fen(boards[i], fen, sizeof fen, &why), COPSE_BAD_POSITION);
        assert_true(why.text[0] != 0);
    }
    for (size_t i = 0; i < sizeof fens / sizeof fens[0]; i++)
        assert_false(cop_hub_from_fen(fens[i], &board));
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++)
        assert_false(cop_hub_move_from_text(moves[i], &move));
    assert_true(cop_hub_move_from_text("15x29x25x18", &move));
    assert_int_equal(move.captured[0], 18); /* in rising order */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(games_of_checkers),
        cmocka_unit_test(captures_that_have_to_be_named),
        cmocka_unit_test(what_is_wrong_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
