/* SPDX-License-Identifier: MIT
 *
 * Exchanges, counted on a board of 64 squares by other means; the order of moves; passing. */
#include "game/chess/order.h"

#include "chess_test.h"
#include "game/chess/see.h"

static const int values[7] = CHESS_EXCHANGE_VALUES;

/* ---------------------------------------------------------------------------- exchanges, plainly
 */

/* Does the piece on `from` attack `to`, walking step by step? */
static bool attacks(const uint8_t *board, int from, int to)
{
    int kind = board[from] & 7, colour = board[from] >> 3;
    int files = (to & 7) - (from & 7), ranks = (to >> 3) - (from >> 3);
    if (kind == CHESS_NONE || from == to)
        return false;
    if (kind == CHESS_PAWN)
        return abs(files) == 1 && ranks == (colour == CHESS_WHITE ? 1 : -1);
    if (kind == CHESS_KNIGHT)
        return abs(files * ranks) == 2;
    if (kind == CHESS_KING)
        return abs(files) <= 1 && abs(ranks) <= 1;
    bool slanting = abs(files) == abs(ranks), straight = files == 0 || ranks == 0;
    if ((kind == CHESS_BISHOP && !slanting) || (kind == CHESS_ROOK && !straight) ||
        (!slanting && !straight))
        return false;
    int step = ((files > 0) - (files < 0)) + 8 * ((ranks > 0) - (ranks < 0));
    for (int square = from + step; square != to; square += step)
        if (board[square] != CHESS_NONE)
            return false;
    return true;
}

/* The least valuable piece of a side that attacks a square, the lowest of equal ones; -1: none. */
static int least_attacker(const uint8_t *board, int square, int side)
{
    int found = -1;
    for (int from = 0; from < 64; from++)
        if (board[from] != CHESS_NONE && board[from] >> 3 == side && attacks(board, from, square) &&
            (found < 0 || (board[from] & 7) < (board[found] & 7)))
            found = from;
    return found;
}

/* What the side gets by taking on the square, or nothing if it does not. */
static int take(uint8_t *board, int square, int side)
{
    int from = least_attacker(board, square, side);
    if (from < 0 ||
        ((board[from] & 7) == CHESS_KING && least_attacker(board, square, side ^ 1) >= 0))
        return 0;
    int prey = values[board[square] & 7];
    board[square] = board[from];
    board[from] = CHESS_NONE;
    int gain = prey - take(board, square, side ^ 1);
    return gain > 0 ? gain : 0;
}

static int plain_exchange(const chess_position *position, copse_move move)
{
    uint8_t board[64];
    int from = chess_from(move), to = chess_to(move), promotion = chess_promotion(move);
    memcpy(board, position->board, sizeof board);
    int gain = chess_is_capture(move) ? values[board[to] & 7] : 0;
    if ((move & CHESS_EN_PASSANT) != 0) {
        board[to ^ 8] = CHESS_NONE;
        gain = values[CHESS_PAWN];
    }
    board[to] = board[from];
    board[from] = CHESS_NONE;
    if (promotion != 0) {
        board[to] = (uint8_t)(position->turn << 3 | promotion);
        gain += values[promotion] - values[CHESS_PAWN];
    }
    return gain - take(board, to, position->turn ^ 1);
}

static int exchanges, losses;

static void check_exchanges(const chess_position *position)
{
    copse_move moves[CHESS_MOVES_ROOM];
    int count = cop_chess_list_plain(position, moves);
    for (int i = 0; i < count; i++) {
        /* Of quiet moves, some. */
        if (!chess_is_capture(moves[i]) && i % 8 != 0)
            continue;
        bool castling = (moves[i] & CHESS_CASTLING) != 0;
        int expected = castling ? 0 : plain_exchange(position, moves[i]);
        int found = cop_chess_see_plain(position, moves[i]);
        if (found != expected) {
            char text[200];
            cop_chess_to_text(position, text, sizeof text);
            fail_msg("%s: move %d to %d: %d, not %d", text, chess_from(moves[i]),
                     chess_to(moves[i]), found, expected);
        }
        assert_int_equal(COP_PICK(cop_chess_see)(position, moves[i]), found);
        for (int least = found - 1; least <= found + 1; least++) {
            assert_int_equal(cop_chess_see_reaches_plain(position, moves[i], least),
                             found >= least);
            assert_int_equal(COP_PICK(cop_chess_see_reaches)(position, moves[i], least),
                             found >= least);
        }
        assert_int_equal(cop_chess_see_reaches_plain(position, moves[i], 0), found >= 0);
        exchanges++;
        losses += found < 0;
    }
}

static void static_exchanges(void **state)
{
    (void)state;
    walk_games(3, 60, check_exchanges);
    assert_true(exchanges > 10000 && losses > 1000);
}

/* By hand. */
static void known_exchanges(void **state)
{
    (void)state;
    static const struct {
        const char *position, *move;
        int value;
    } rows[] = {
        {"1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100},
        {"1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", -225},
        {"4k3/8/3p4/4p3/8/8/4Q3/4K3 w - - 0 1", "e2e5", -875},
        {"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100},
        {"7k/P7/8/8/8/8/8/7K w - - 0 1", "a7a8q", 875},
        {"r6k/1P6/8/8/8/8/8/7K w - - 0 1", "b7a8q", 1375},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        chess_position position = position_of(rows[i].position);
        assert_int_equal(cop_chess_see_plain(&position, move_of(&position, rows[i].move)),
                         rows[i].value);
    }
}

/* ------------------------------------------------------------------------------------- the order
 */

static int in_list(copse_move move, const copse_move *moves, int count)
{
    int times = 0;
    for (int i = 0; i < count; i++)
        times += moves[i] == move;
    return times;
}

static int checks;

static void check_order(const chess_position *position)
{
    copse_move moves[CHESS_MOVES_ROOM], noisy[CHESS_MOVES_ROOM], fast[CHESS_MOVES_ROOM];
    int32_t ranks[CHESS_MOVES_ROOM], fast_ranks[CHESS_MOVES_ROOM], last = INT32_MAX;
    bool may_stand, fast_stand;
    int count = cop_chess_list_plain(position, moves);
    int loud = cop_chess_noisy_plain(position, noisy, &may_stand);
    int wanted = 0;
    assert_int_equal(may_stand, !chess_in_check(position));
    checks += !may_stand;

    assert_int_equal(COP_PICK(cop_chess_noisy)(position, fast, &fast_stand), loud);
    assert_memory_equal(fast, noisy, (size_t)loud * sizeof fast[0]);
    assert_int_equal(fast_stand, may_stand);
    cop_chess_rank_plain(position, moves, count, ranks);
    COP_PICK(cop_chess_rank)(position, moves, count, fast_ranks);
    assert_memory_equal(fast_ranks, ranks, (size_t)count * sizeof ranks[0]);

    for (int i = 0; i < count; i++) {
        int promotion = chess_promotion(moves[i]);
        bool quiet = !chess_is_capture(moves[i]) && promotion == 0;
        bool good = !quiet && (promotion == 0 || promotion == CHESS_QUEEN) &&
                    cop_chess_see_plain(position, moves[i]) >= 0;
        assert_int_equal((ranks[i] > 0) - (ranks[i] < 0), quiet ? 0 : good ? 1 : -1);
        wanted += good || !may_stand;
        assert_int_equal(in_list(moves[i], noisy, loud), good || !may_stand);
    }
    assert_int_equal(loud, wanted);
    cop_chess_rank_plain(position, noisy, loud, ranks);
    for (int i = 0; i < loud; i++) {
        assert_true(ranks[i] <= last);
        last = ranks[i];
    }
}

static void order(void **state)
{
    (void)state;
    walk_games(5, 60, check_order);
    assert_true(checks > 100);
}

/* A queen before a rook, and by a pawn before by a queen. */
static void victims(void **state)
{
    (void)state;
    chess_position position = position_of("4k3/8/2q1r3/3P4/8/2Q5/8/K7 w - - 0 1");
    copse_move moves[] = {move_of(&position, "d5e6"), move_of(&position, "c3c6"),
                          move_of(&position, "d5c6"), move_of(&position, "c3c4")};
    int32_t ranks[4];
    cop_chess_rank_plain(&position, moves, 4, ranks);
    assert_true(ranks[2] > ranks[1] && ranks[1] > ranks[0] && ranks[0] > 0 && ranks[3] == 0);
}

/* Lines of noisy moves come to an end. */
static void check_end(const chess_position *position)
{
    chess_position here = *position, next;
    uint64_t seed = position->key;
    for (int ply = 0;; ply++) {
        copse_move moves[CHESS_MOVES_ROOM];
        bool may_stand;
        int count = cop_chess.noisy(&cop_chess, &here, moves, &may_stand);
        if (count == 0)
            return;
        chess_play(&here, moves[draw(&seed, (uint64_t)count)], &next);
        here = next;
        assert_true(ply < 300);
    }
}

static void ends(void **state)
{
    (void)state;
    walk_games(6, 30, check_end);
}

/* --------------------------------------------------------------------------------------- passing
 */

static int passes;

static void check_skip(const chess_position *position)
{
    chess_position next;
    char text[200];
    uint64_t own = position->side[position->turn];
    bool pieces = (own & ~position->kind[CHESS_PAWN] & ~position->kind[CHESS_KING]) != 0;
    bool skipped = cop_chess_skip(position, &next);
    assert_int_equal(skipped, pieces && !chess_in_check(position));
    if (!skipped)
        return;
    passes++;
    assert_int_equal(next.turn, position->turn ^ 1);
    cop_chess_to_text(&next, text, sizeof text);
    chess_position same = position_of(text);
    assert_true(chess_same(&next, &same));
    assert_int_equal(next.reach, 0);
}

static void passing(void **state)
{
    (void)state;
    walk_games(7, 30, check_skip);
    assert_true(passes > 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(static_exchanges),
        cmocka_unit_test(known_exchanges),
        cmocka_unit_test(order),
        cmocka_unit_test(victims),
        cmocka_unit_test(ends),
        cmocka_unit_test(passing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
