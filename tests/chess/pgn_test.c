/* SPDX-License-Identifier: MIT
 *
 * Games of chess as PGN: tags, numbers, lines, and moves that are those of the game. */
#include "format/pgn.h"

#include "chess_test.h"

static void short_game(void **state)
{
    (void)state;
    static const char *const words[] = {"f3", "e5", "g4", "Qh4"};
    cop_pgn_game game = {.event = "a \"club\"\n", .white = "x\\y", .result = COP_PGN_BLACK};
    copse_move moves[4];
    chess_position position = game.start = position_of(cop_chess.start);
    for (int i = 0; i < 4; i++) {
        moves[i] = move_of(&position, words[i]);
        position = after(&position, words[i]);
    }
    game.moves = moves;
    game.move_count = 4;
    char text[1000];
    int length = cop_pgn_write(&game, text, sizeof text);
    assert_string_equal(text, "[Event \"a \\\"club\\\" \"]\n"
                              "[Site \"?\"]\n"
                              "[Date \"????.??.??\"]\n"
                              "[Round \"?\"]\n"
                              "[White \"x\\\\y\"]\n"
                              "[Black \"?\"]\n"
                              "[Result \"0-1\"]\n"
                              "\n"
                              "1. f3 e5 2. g4 Qh4# 0-1\n"
                              "\n");
    assert_int_equal(length, strlen(text));
    /* Cut off as snprintf would. */
    char little[10];
    assert_int_equal(cop_pgn_write(&game, little, sizeof little), length);
    assert_string_equal(little, "[Event \"a");
}

static void other_start(void **state)
{
    (void)state;
    cop_pgn_game game = {
        .result = COP_PGN_OPEN, .termination = "adjudication", .date = "2001.02.03", .round = 12};
    game.start = position_of("1r1k3r/8/8/8/8/8/8/4K3 b kq - 5 17");
    copse_move move = move_of(&game.start, "O-O-O");
    game.moves = &move;
    game.move_count = 1;
    char text[1000];
    cop_pgn_write(&game, text, sizeof text);
    assert_non_null(strstr(text, "[Variant \"Chess960\"]\n[SetUp \"1\"]\n"
                                 "[FEN \"1r1k3r/8/8/8/8/8/8/4K3 b kq - 5 17\"]\n"
                                 "[Termination \"adjudication\"]\n\n17... O-O-O *\n\n"));
    assert_non_null(strstr(text, "[Date \"2001.02.03\"]\n[Round \"12\"]\n"));
}

/* A long random game, read word by word. */
static void long_game(void **state)
{
    (void)state;
    enum { PLIES = 180 };
    static copse_move moves[PLIES];
    static char text[20000];
    uint64_t seed = 21;
    cop_pgn_game game = {.result = COP_PGN_DRAW, .moves = moves};
    chess_position position = game.start = position_of(cop_chess.start), next;
    for (; game.move_count < PLIES; game.move_count++) {
        copse_move list[CHESS_MOVES_ROOM];
        int count = cop_chess_list_plain(&position, list);
        if (count == 0)
            break;
        moves[game.move_count] = list[draw(&seed, (uint64_t)count)];
        chess_play(&position, moves[game.move_count], &next);
        position = next;
    }
    assert_true(game.move_count > 100);
    assert_in_range(cop_pgn_write(&game, text, sizeof text), 1, sizeof text - 1);
    char *body = strstr(text, "\n\n") + 2;
    for (const char *line = body; *line != 0 && *line != '\n'; line = strchr(line, '\n') + 1)
        assert_true(strcspn(line, "\n") <= 79);
    position = game.start;
    int ply = 0;
    char *last = NULL;
    for (char *word = strtok(body, " \n"); word != NULL; word = strtok(NULL, " \n")) {
        last = word;
        if (strchr("0123456789", word[0]) != NULL)
            continue;
        assert_int_equal(move_of(&position, word), moves[ply++]);
        position = after(&position, word);
    }
    assert_int_equal(ply, game.move_count);
    assert_string_equal(last, "1/2-1/2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_game),
        cmocka_unit_test(other_start),
        cmocka_unit_test(long_game),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
