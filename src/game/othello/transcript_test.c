/* SPDX-License-Identifier: MIT
 *
 * Transcripts of random games: written and read again they are the same, with passes and without.
 */
#include "game/othello/transcript.h"

#include "support.h"

enum { GAMES = 300 };

static othello_line random_game(uint64_t *seed)
{
    othello_position start = cop_othello_start();
    othello_line line;
    cop_othello_line_init(&line, &start);
    while (!cop_othello_is_over(line.end.board)) {
        uint64_t moves = cop_othello_moves(line.end.board);
        copse_move move = OTHELLO_PASS;
        if (moves != 0) {
            for (uint64_t skip = draw(seed, (uint64_t)othello_count(moves)); skip > 0; skip--)
                moves &= moves - 1;
            move = (copse_move)othello_first(moves);
        }
        copse_message why;
        if (cop_othello_line_add(&line, move, &why) != COPSE_OK)
            fail_msg("%s", why.text);
    }
    return line;
}

static void same(const othello_line *a, const othello_line *b)
{
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->moves, b->moves, (size_t)a->count * sizeof a->moves[0]);
    assert_memory_equal(&a->end, &b->end, sizeof a->end);
    assert_memory_equal(&a->start, &b->start, sizeof a->start);
}

static void identity(void **state)
{
    (void)state;
    uint64_t seed = 5;
    int with_pass = 0;
    for (int i = 0; i < GAMES; i++) {
        othello_line line = random_game(&seed), again;
        char texts[2][OTHELLO_MOST_PLIES * 4 + 1];
        for (int passes = 0; passes < 2; passes++) {
            int length =
                cop_othello_write_transcript(&line, passes, texts[passes], sizeof texts[0]);
            assert_int_equal(length, strlen(texts[passes]));
            copse_message why = {""};
            if (cop_othello_read_transcript(cop_span_of(texts[passes]), &line.start, &again,
                                            &why) != COPSE_OK)
                fail_msg("%s: %s", texts[passes], why.text);
            same(&line, &again);
        }
        with_pass += strcmp(texts[0], texts[1]) != 0;
    }
    assert_in_range(with_pass, 1, GAMES - 1);
}

/* Openings as others publish them, with the board they lead to (the XOT list by Matthias Berg, the
 * first of the small list). */
static void known(void **state)
{
    (void)state;
    othello_position start = cop_othello_start();
    othello_line line;
    char text[80];
    assert_int_equal(cop_othello_read_transcript(cop_span_of(" f5D6 c4\td3\nc2b3b4 b5\r\n"), &start,
                                                 &line, NULL),
                     COPSE_OK);
    cop_othello_position_to_text(NULL, &line.end, text, sizeof text);
    assert_string_equal(text, "----------X------O-X-----OXXX----O-OXX-----O-------------------- X");
    cop_othello_write_transcript(&line, false, text, sizeof text);
    assert_string_equal(text, "f5d6c4d3c2b3b4b5");
    assert_int_equal(cop_othello_write_transcript(&line, true, text, 5), 16);
    assert_string_equal(text, "f5d6");
    assert_int_equal(cop_othello_read_transcript(cop_span_of(""), &start, &line, NULL), COPSE_OK);
    assert_int_equal(line.count, 0);
}

/* Black has only g8, then white must pass. */
static void forced_passes(void **state)
{
    (void)state;
    static const char board[] =
        "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO-- X";
    static const char *const texts[] = {"g8", "g8", "g8pa", "g8--", "g8 PASS"};
    othello_position start;
    othello_line line;
    copse_message why = {""};
    assert_int_equal(cop_othello_text_to_position(NULL, board, &start, NULL), COPSE_OK);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(cop_othello_read_transcript(cop_span_of(texts[i]), &start, &line, NULL),
                         COPSE_OK);
        assert_int_equal(line.count, 1);
    }
    /* The game is over after it: nobody can pass. */
    for (size_t i = 2; i < sizeof texts / sizeof texts[0]; i++) {
        assert_int_equal(cop_othello_read_transcript(cop_span_of(texts[i]), &start, &line, &why),
                         COPSE_BAD_POSITION);
        assert_string_equal(why.text, "Othello transcript, move 2: 'pass': the game is over");
    }
    /* White cannot move here, black can, on g8: the pass may be written or not. */
    start = (othello_position){.board = othello_pass(start.board), .side = 1};
    static const char *const ways[] = {"passg8", "g8", "@@ G8"};
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        assert_int_equal(cop_othello_read_transcript(cop_span_of(ways[i]), &start, &line, NULL),
                         COPSE_OK);
        assert_int_equal(line.count, 2);
        assert_int_equal(line.moves[0], OTHELLO_PASS);
        assert_int_equal(line.moves[1], 62);
        assert_int_equal(line.end.side, 1);
    }
    assert_int_equal(cop_othello_read_transcript(cop_span_of("h8"), &start, &line, &why),
                     COPSE_BAD_POSITION);
    assert_string_equal(why.text, "Othello transcript, move 1: 'h8': not legal for X");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(identity),
        cmocka_unit_test(known),
        cmocka_unit_test(forced_passes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
