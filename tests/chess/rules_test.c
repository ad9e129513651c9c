/* SPDX-License-Identifier: MIT
 *
 * How games of chess end: mate, stalemate, fifty moves, repetition, too little to mate with; and
 * what searches are told of that. */
#include "chess_test.h"

static int move_count(const chess_position *position)
{
    copse_move moves[CHESS_MOVES_ROOM];
    return cop_chess.moves(&cop_chess, position, moves);
}

static void is_over(const char *fen, copse_score score)
{
    chess_position position = position_of(fen);
    if (move_count(&position) != 0)
        fail_msg("%s: the game goes on", fen);
    if (cop_chess.evaluate(&cop_chess, &position) != score)
        fail_msg("%s: another result", fen);
    assert_int_equal(cop_chess.class_of(&cop_chess, &position), 0);
}

static void goes_on(const char *fen)
{
    chess_position position = position_of(fen);
    if (move_count(&position) == 0)
        fail_msg("%s: the game is over", fen);
    assert_in_range(cop_chess.class_of(&cop_chess, &position), 1, 255);
}

static void ends(void **state)
{
    (void)state;
    is_over("8/8/8/8/8/8/5kq1/7K w - - 0 1", -COPSE_WIN);
    is_over("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", -COPSE_WIN);
    is_over("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0);
    /* A hundred plies are a draw, but not if the last one mates. */
    goes_on("7k/8/6K1/8/8/8/8/7Q b - - 99 80");
    is_over("7k/8/6K1/8/8/8/8/6Q1 b - - 100 80", 0);
    is_over("6k1/8/6K1/8/8/8/8/4R3 w - - 100 80", 0);
    is_over("4R1k1/8/6K1/8/8/8/8/8 b - - 100 80", -COPSE_WIN);
    is_over("4R1k1/8/6K1/8/8/8/8/8 b - - 150 80", -COPSE_WIN);
    /* Nobody can mate. */
    is_over("7k/8/6K1/8/8/8/8/8 b - - 0 1", 0);
    is_over("7k/8/6K1/8/8/8/8/N7 b - - 0 1", 0);
    is_over("7k/8/5K2/8/8/8/8/1b6 b - - 0 1", 0);
    is_over("b6k/8/5K2/8/8/8/8/1b5B w - - 0 1", 0);
    goes_on("7k/8/5K2/8/8/8/8/NN6 w - - 0 1");
    goes_on("7k/8/5K2/8/8/8/8/NB6 w - - 0 1");
    goes_on("7k/8/5K2/8/8/8/8/BB6 w - - 0 1");
    goes_on("7k/n7/5K2/8/8/8/8/N7 w - - 0 1");
    goes_on("7k/8/5K2/8/8/8/P7/8 w - - 0 1");
}

/* Plays the moves, words with a blank between. */
static chess_position play_all(const char *fen, const char *moves)
{
    chess_position position = position_of(fen);
    cop_span rest = cop_span_of(moves), word;
    while (cop_span_next(&rest, ' ', &word)) {
        char text[16];
        snprintf(text, sizeof text, "%.*s", (int)word.length, word.start);
        position = after(&position, text);
    }
    return position;
}

static void repetition(void **state)
{
    (void)state;
    copse_score score = 77;
    chess_position once = play_all(cop_chess.start, "Nf3 Nf6 Ng1 Ng8");
    chess_position start = position_of(cop_chess.start);
    assert_int_equal(once.key, start.key);
    assert_int_equal(once.repeats, 1);
    assert_int_equal(move_count(&once), 20);
    /* A search takes it for a draw, and does not mix it up with the first time. */
    assert_true(cop_chess.oracle(&cop_chess, &once, &score));
    assert_int_equal(score, 0);
    assert_int_equal(cop_chess.evaluate(&cop_chess, &once), 0);
    assert_true(cop_chess.hash(&cop_chess, &once) != cop_chess.hash(&cop_chess, &start));
    assert_false(cop_chess.oracle(&cop_chess, &start, &score));
    chess_position twice = play_all(cop_chess.start, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8");
    assert_int_equal(twice.repeats, 2);
    assert_int_equal(move_count(&twice), 0);
    assert_int_equal(cop_chess.evaluate(&cop_chess, &twice), 0);
    assert_true(cop_chess.hash(&cop_chess, &twice) != cop_chess.hash(&cop_chess, &once));
    /* Another way round with the same positions. */
    assert_int_equal(play_all(cop_chess.start, "Nf3 Nc6 Nc3 Nf6 Ng1 Ng8 Nb1 Nb8").repeats, 1);
}

static void no_repetition(void **state)
{
    (void)state;
    /* The first time castling was still possible, the third time is the second. */
    assert_int_equal(play_all("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Ke2 Ke7 Ke1 Ke8").repeats,
                     0);
    assert_int_equal(
        play_all("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Ke2 Ke7 Ke1 Ke8 Ke2 Ke7 Ke1 Ke8").repeats,
        1);
    /* En passant was possible the first time; and here it was not, for the pawn is pinned. */
    assert_int_equal(play_all("4k3/8/8/8/3p4/8/4P3/4K2R w - - 0 1", "e4 Ke7 Kd1 Ke8 Ke1").repeats,
                     0);
    assert_int_equal(play_all("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", "e4 Ka5 Kd1 Ka4 Ke1").repeats,
                     1);
    /* The other side to move. */
    assert_int_equal(play_all("7k/8/8/8/8/8/8/KQ6 w - - 0 1", "Qb2+ Kg8 Qc2 Kh8 Qb1").repeats, 0);
    /* A null move between. */
    chess_position position = play_all(cop_chess.start, "Nf3 Nf6"), passed;
    chess_pass(&position, &passed);
    position = after(&passed, "Ng8");
    chess_pass(&position, &passed);
    position = after(&passed, "Nf6");
    assert_int_equal(position.repeats, 0);
    assert_int_equal(position.reach, 1);
}

/* Fifty moves of rooks from here to there: no position twice, and the hundredth ply ends it. */
static void fifty_moves(void **state)
{
    (void)state;
    chess_position position = position_of("k7/8/8/8/8/8/8/K6R w - - 0 1"), next;
    uint64_t seed = 1;
    int plies = 0;
    for (; plies < 100; plies++) {
        copse_move moves[CHESS_MOVES_ROOM], chosen = COPSE_NO_MOVE;
        int count = cop_chess.moves(&cop_chess, &position, moves);
        for (int tries = 0; tries < 1000 && count > 0; tries++) {
            copse_move move = moves[draw(&seed, (uint64_t)count)];
            chess_play(&position, move, &next);
            if (!chess_is_capture(move) && next.repeats == 0 && COP_PICK(cop_chess_can_move)(&next))
                chosen = move;
            if (chosen != COPSE_NO_MOVE)
                break;
        }
        assert_int_not_equal(chosen, COPSE_NO_MOVE);
        chess_play(&position, chosen, &next);
        position = next;
        assert_int_equal(position.quiet, plies + 1);
        assert_int_equal(position.reach, plies + 1);
        /* The text does not know the way here, but counts as well. */
        char text[128];
        cop_chess_to_text(&position, text, sizeof text);
        chess_position read = position_of(text);
        assert_true(chess_same(&position, &read));
        assert_int_equal(move_count(&read) == 0, plies == 99);
    }
    assert_int_equal(move_count(&position), 0);
    assert_int_equal(cop_chess.evaluate(&cop_chess, &position), 0);
    /* Whoever goes on all the same loses only the memory. */
    copse_move moves[CHESS_MOVES_ROOM];
    assert_true(cop_chess_list_plain(&position, moves) > 0);
    chess_play(&position, moves[0], &next);
    assert_int_equal(next.reach, 0);
    assert_int_equal(next.quiet, 101);
}

/* `expand` gives what `moves`, `play` and `evaluate` give. */
static void compare_expand(const chess_position *position)
{
    static chess_position children[CHESS_MOVES_ROOM];
    copse_move moves[CHESS_MOVES_ROOM];
    copse_child list[CHESS_MOVES_ROOM];
    int total = -1, count = cop_chess.moves(&cop_chess, position, moves);
    assert_int_equal(cop_chess.expand(&cop_chess, position, 0, INT32_MIN, list, children, &total),
                     count);
    assert_int_equal(total, count);
    for (int i = 0; i < count; i++) {
        chess_position child;
        cop_chess.play(&cop_chess, position, moves[i], &child);
        assert_int_equal(list[i].move, moves[i]);
        assert_int_equal(list[i].score, cop_chess.evaluate(&cop_chess, &child));
        assert_true(chess_same(&child, &children[i]));
        assert_int_equal(child.repeats, children[i].repeats);
    }
}

static void expanding(void **state)
{
    (void)state;
    walk_games(9, 6, compare_expand);
}

/* Noisy moves are some of all, and a position without moves has none. */
static void compare_noisy(const chess_position *position)
{
    copse_move moves[CHESS_MOVES_ROOM], noisy[CHESS_MOVES_ROOM];
    bool may_stand;
    int count = cop_chess.moves(&cop_chess, position, moves);
    int found = cop_chess.noisy(&cop_chess, position, noisy, &may_stand);
    for (int i = 0; i < found; i++) {
        bool known = false;
        for (int j = 0; j < count; j++)
            known |= moves[j] == noisy[i];
        assert_true(known);
    }
    assert_true(count == 0 || may_stand != chess_in_check(position));
}

static void noisy_moves(void **state)
{
    (void)state;
    walk_games(13, 30, compare_noisy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends),          cmocka_unit_test(repetition),
        cmocka_unit_test(no_repetition), cmocka_unit_test(fifty_moves),
        cmocka_unit_test(expanding),     cmocka_unit_test(noisy_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
