/* SPDX-License-Identifier: MIT
 *
 * The evaluation of chess: the same for both colours and both wings, the same in both builds, the
 * sum that the weights say; drawn endings; and weights as text. */
#include "game/chess/evaluate.h"

#include "chess_test.h"
#include "game/chess/chess.h"

static uint64_t upside_down(uint64_t set)
{
    return __builtin_bswap64(set);
}

static uint64_t left_to_right(uint64_t set)
{
    uint64_t result = 0;
    for (int square = 0; square < 64; square++)
        result |= (set >> square & 1) << (square ^ 7);
    return result;
}

/* As far as the evaluation looks. */
static chess_position turned(const chess_position *position, uint64_t (*turn)(uint64_t),
                             bool colours)
{
    chess_position other = *position;
    for (int kind = 0; kind < 6; kind++)
        other.kind[kind] = turn(position->kind[kind]);
    for (int side = 0; side < 2; side++)
        other.side[side] = turn(position->side[side ^ colours]);
    other.turn = (uint8_t)(position->turn ^ colours);
    return other;
}

static copse_score sum_of(const chess_weights *weights, const chess_position *position)
{
    chess_features features;
    int64_t middle = 0, end = 0;
    cop_chess_features(weights, position, &features);
    for (int f = 0; f < CHESS_FEATURES; f++) {
        middle += (int64_t)features.amounts[f] * cop_tapered_early(weights->of[f]);
        end += (int64_t)features.amounts[f] * cop_tapered_late(weights->of[f]);
    }
    int64_t whole = middle * features.phase + end * (CHESS_PHASES - features.phase);
    return (copse_score)(whole * features.scale / (CHESS_PHASES * CHESS_SCALE_WHOLE));
}

static chess_weights odd_weights;
static bool used[CHESS_FEATURES];

static void check_one(const chess_position *position)
{
    const chess_weights *weights[] = {&cop_chess_weights, &odd_weights};
    chess_position other = turned(position, upside_down, true);
    chess_position mirrored = turned(position, left_to_right, false);
    chess_features features;
    cop_chess_features(&odd_weights, position, &features);
    for (int f = 0; f < CHESS_FEATURES; f++)
        used[f] |= features.amounts[f] != 0;
    for (int i = 0; i < 2; i++) {
        copse_score score = cop_chess_evaluate_plain(weights[i], position);
        assert_int_equal(cop_chess_evaluate_plain(weights[i], &other), score);
        assert_int_equal(cop_chess_evaluate_plain(weights[i], &mirrored), score);
        assert_int_equal(COP_PICK(cop_chess_evaluate)(weights[i], position), score);
        assert_int_equal(sum_of(weights[i], position), score);
    }
}

static void evaluation(void **state)
{
    (void)state;
    uint64_t seed = 4;
    for (int f = 0; f < CHESS_FEATURES; f++)
        odd_weights.of[f] = COP_TAPERED((int)draw(&seed, 800) - 400, (int)draw(&seed, 800) - 400);
    walk_games(11, 150, check_one);
    int unused = 0;
    for (int f = 0; f < CHESS_FEATURES; f++) {
        char name[40];
        cop_chess_feature_name(f, name, sizeof name);
        if (!used[f])
            print_message("no position has %s\n", name);
        unused += !used[f];
    }
    assert_in_range(unused, 0, 4); /* queens that cannot move are rare */
}

/* Amounts of single features in positions where one can count them. */
static void features(void **state)
{
    (void)state;
    static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    static const struct {
        const char *position;
        int feature, amount;
    } rows[] = {
        {start, CHESS_TURN, 1},
        {start, CHESS_PIECE, 0},
        {start, CHESS_KNIGHT_ON + 1, 0},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", CHESS_PIECE, 1},
        {"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", CHESS_PIECE, -1},
        {"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", CHESS_TURN, 1},
        {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", CHESS_PAWN_ON + 3, 1},
        {"4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", CHESS_PAWN_ON + 3, 1},
        {"4k3/8/8/8/8/8/8/N3K3 w - - 0 1", CHESS_KNIGHT_ON, 1},
        {"4k3/8/8/8/8/8/8/N3K3 w - - 0 1", CHESS_KNIGHT_MOVES + 2, 1},
        {"4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1", CHESS_QUEEN_MOVES + 27, 1},
        {"4k3/8/8/8/8/4P3/4P3/4K3 w - - 0 1", CHESS_DOUBLED, 1},
        {"4k3/8/8/8/8/4P3/4P3/4K3 w - - 0 1", CHESS_ISOLATED + 1, 2},
        {"4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1", CHESS_ISOLATED, 0},
        {"4k3/8/8/2p5/4P3/3P4/8/4K3 w - - 0 1", CHESS_BACKWARD + 1, 1},
        {"4k3/8/8/8/3PP3/8/8/4K3 w - - 0 1", CHESS_BESIDE + 2, 2},
        {"4k3/8/8/8/4P3/3P4/8/4K3 w - - 0 1", CHESS_HELD + 1, 1},
        {"4k3/8/8/8/4P3/8/8/4K3 w - - 0 1", CHESS_PASSED + 2, 1},
        {"4k3/3p4/8/8/4P3/8/8/4K3 w - - 0 1", CHESS_PASSED + 2, 0},
        {"4k3/8/8/4n3/4P3/8/8/4K3 w - - 0 1", CHESS_PASSED_FREE + 2, 0},
        {"7k/8/8/P7/8/8/8/4K3 w - - 0 1", CHESS_PASSED_SAFE + 3, 1},
        {"7k/8/8/P7/8/8/8/4K3 w - - 0 1", CHESS_RUNAWAY, 1},
        {"3k4/8/8/P7/8/8/8/4K3 w - - 0 1", CHESS_RUNAWAY, 0},
        {"5k2/8/8/P7/8/8/8/4K3 b - - 0 1", CHESS_RUNAWAY, -1},
        {"4k3/8/8/8/4P3/8/4K3/8 w - - 0 1", CHESS_PASSED_KING, 3},
        {"4k3/8/8/8/4P3/8/4K3/8 w - - 0 1", CHESS_PASSED_FOE, 3},
        {"4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", CHESS_BISHOP_PAIR, 1},
        {"4k3/8/8/8/8/8/8/B1B1K3 w - - 0 1", CHESS_BISHOP_PAIR, 0},
        {"4k3/8/8/8/3P1P2/8/8/B3K3 w - - 0 1", CHESS_BAD_BISHOP, 2},
        {"4k3/8/8/4N3/3P4/8/8/4K3 w - - 0 1", CHESS_OUTPOST, 1},
        {"4k3/4p3/8/4N3/3P4/8/8/4K3 w - - 0 1", CHESS_OUTPOST, 1},
        {"4k3/5p2/8/4N3/3P4/8/8/4K3 w - - 0 1", CHESS_OUTPOST, 0},
        {"4k3/8/8/8/8/3P4/3N4/4K3 w - - 0 1", CHESS_SHIELDED, 1},
        {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", CHESS_ROOK_FILE, 1},
        {"4k3/p7/8/8/8/8/8/R3K3 w - - 0 1", CHESS_ROOK_FILE + 1, 1},
        {"4k3/R7/8/8/8/8/8/4K3 w - - 0 1", CHESS_SEVENTH, 1},
        {"8/R7/4k3/8/8/8/8/4K3 w - - 0 1", CHESS_SEVENTH, 0},
        {"4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", CHESS_PAWN_HITS, 1},
        {"4k3/8/8/3r4/8/4N3/8/4K3 w - - 0 1", CHESS_MINOR_HITS + 3, 1},
        {"4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1", CHESS_ROOK_HITS + 4, 1},
        {"4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", CHESS_KING_HITS, 1},
        {"7k/8/8/3n4/8/8/8/3RK3 w - - 0 1", CHESS_HANGING, 1},
        {"2k5/8/4p3/3n4/8/8/8/3RK3 w - - 0 1", CHESS_HANGING, 0},
        {"4k3/8/8/3n4/8/4P3/8/4K3 w - - 0 1", CHESS_PUSH_HITS, 1},
        {"k7/8/8/8/8/8/8/4K2R w - - 0 1", CHESS_DRIVE, 6},
        {"k7/8/8/8/8/8/8/BN2K3 w - - 0 1", CHESS_DRIVE + 2, 0},
        {"7k/8/8/8/8/8/8/1NB1K3 w - - 0 1", CHESS_DRIVE + 2, 7},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        chess_position position = position_of(rows[i].position);
        chess_features found;
        cop_chess_features(&cop_chess_weights, &position, &found);
        if (found.amounts[rows[i].feature] != rows[i].amount) {
            char name[40];
            cop_chess_feature_name(rows[i].feature, name, sizeof name);
            fail_msg("%s: %s is %d", rows[i].position, name, found.amounts[rows[i].feature]);
        }
    }
}

static int scale_of(const char *text)
{
    chess_position position = position_of(text);
    chess_features found;
    cop_chess_features(&cop_chess_handmade, &position, &found);
    return found.scale;
}

static void drawn_endings(void **state)
{
    (void)state;
    assert_int_equal(scale_of("8/8/4k3/8/8/3NNK2/8/8 w - - 0 1"), 0);
    assert_int_equal(scale_of("8/8/4k3/8/8/3B1K2/8/8 w - - 0 1"), 0);
    assert_int_equal(scale_of("8/8/4k3/4p3/8/3B1K2/8/8 w - - 0 1"), 0);
    assert_int_equal(scale_of("k7/8/8/8/P7/8/1B6/K7 w - - 0 1"), 0);
    assert_int_equal(scale_of("8/1B6/K7/p7/8/8/8/k7 b - - 0 1") < 64, true);
    assert_int_equal(scale_of("k7/8/8/8/P7/8/B7/K7 w - - 0 1"), 64);
    assert_int_equal(scale_of("8/8/4k3/8/8/3R1K2/8/6b1 w - - 0 1"), 8);
    assert_int_equal(scale_of("8/5b2/4k3/8/3P4/3B1K2/8/8 w - - 0 1"), 64);
    assert_int_equal(scale_of("8/4b3/4k3/8/3P4/3B1K2/8/8 w - - 0 1"), 32);
    assert_int_equal(scale_of("8/8/4k3/8/8/3R1K2/8/8 w - - 0 1"), 64);
    assert_int_equal(scale_of("8/8/4k3/8/8/3BNK2/8/8 w - - 0 1"), 64);
}

/* What everybody knows. */
static void sense(void **state)
{
    (void)state;
    static const struct {
        const char *better, *worse;
    } rows[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
         "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"},
        {"r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 0 1",
         "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N1P/PPPP1PP1/RNBQK2R w KQkq - 0 1"},
        {"k7/8/8/8/8/2K5/8/7R w - - 0 1", "8/8/8/3k4/8/2K5/8/7R w - - 0 1"},
        {"4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/P7/8/4K3 w - - 0 1"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        chess_position better = position_of(rows[i].better), worse = position_of(rows[i].worse);
        const chess_weights *weights[] = {&cop_chess_weights, &cop_chess_handmade};
        for (int w = 0; w < 2; w++)
            if (cop_chess_evaluate_plain(weights[w], &better) <=
                cop_chess_evaluate_plain(weights[w], &worse))
                fail_msg("%s is no better than %s", rows[i].better, rows[i].worse);
    }
}

/* --------------------------------------------------------------------------------------- weights
 */

enum { ROOM = 40000 };
static char text[ROOM], changed[ROOM];

static void weights_as_text(void **state)
{
    (void)state;
    chess_weights read;
    copse_message why = {""};
    int length = cop_chess_weights_write(&odd_weights, "by chance\nin a test", text, sizeof text);
    assert_in_range(length, 100, sizeof text - 1);
    assert_int_equal(strncmp(text, "# by chance\n# in a test\npiece.1 ", 32), 0);
    if (cop_chess_weights_read(text, (size_t)length, &read, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    assert_memory_equal(&read, &odd_weights, sizeof read);
}

/* Must be refused with a sentence, and leave the weights alone; unless it may be fine. */
static bool refused(const char *file, size_t size, copse_message *why)
{
    chess_weights read;
    memset(&read, 0x5a, sizeof read);
    chess_weights before = read;
    why->text[0] = 0;
    copse_status status = cop_chess_weights_read(file, size, &read, why);
    if (status == COPSE_OK)
        return false;
    assert_int_equal(status, COPSE_BAD_OPTION);
    assert_memory_equal(&read, &before, sizeof read);
    assert_true(strncmp(why->text, "chess weights", 13) == 0);
    return true;
}

static void wrong_weights(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *says;
    } rows[] = {
        {"doubled ", "tripled ", "there is no 'tripled'"},
        {"doubled ", "turn ", "'turn' is there twice"},
        {"piece.1 ", "piece.1  ", "line 2: 'piece.1  "},
        {"turn ", "turn 9999 ", "a name and two numbers"},
        {"king-on.7 ", "#", "the line 'king-on.7' is missing"},
        {"king-on.32 ", "king-on.33 ", "there is no 'king-on.33'"},
        {"king-on.32 ", "king-on.032 ", "there is no 'king-on.032'"},
        {"king-on.32 ", "king-on.3.2 ", "there is no 'king-on.3.2'"},
        {"king-on.32 ", "king-on. ", "there is no 'king-on.'"},
        {"king-on.32 ", "king-on ", "there is no 'king-on'"},
        {"doubled ", "doubled.1 ", "there is no 'doubled.1'"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        copse_message why;
        cop_chess_weights_write(&cop_chess_weights, "x", text, sizeof text);
        char *place = strstr(text, rows[i].from);
        assert_non_null(place);
        snprintf(changed, sizeof changed, "%s", place + strlen(rows[i].from));
        snprintf(place, sizeof text - (size_t)(place - text), "%s%s", rows[i].to, changed);
        assert_true(refused(text, strlen(text), &why));
        if (strstr(why.text, rows[i].says) == NULL)
            fail_msg("%s: %s", rows[i].to, why.text);
    }
}

/* Cut off anywhere, and with bytes changed. */
static void damaged_weights(void **state)
{
    (void)state;
    uint64_t seed = 8;
    copse_message why;
    int length = cop_chess_weights_write(&cop_chess_weights, "x", text, sizeof text), accepted = 0;
    for (int size = 0; size < length; size += 1 + (int)draw(&seed, 30))
        assert_true(refused(text, (size_t)size, &why));
    for (int size = length - 12; size < length; size++)
        assert_true(refused(text, (size_t)size, &why));
    for (int i = 0; i < 1000; i++) {
        memcpy(changed, text, (size_t)length);
        changed[draw(&seed, (uint64_t)length)] = (char)draw(&seed, 256);
        accepted += !refused(changed, (size_t)length, &why);
    }
    assert_in_range(accepted, 1, 200); /* a digit for a digit cannot be seen */
}

/* The library has the weights of the file, or those made by hand if there is none. */
static void shipped_weights(void **state)
{
    (void)state;
    FILE *file = fopen("../models/chess.weights", "rb");
    if (file == NULL) {
        assert_memory_equal(&cop_chess_weights, &cop_chess_handmade, sizeof cop_chess_weights);
        return;
    }
    chess_weights read;
    copse_message why = {""};
    size_t size = fread(text, 1, sizeof text, file);
    fclose(file);
    if (cop_chess_weights_read(text, size, &read, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    assert_memory_equal(&cop_chess_weights, &read, sizeof read);
}

static void settings(void **state)
{
    (void)state;
    static const struct {
        copse_setting setting;
        const char *says;
    } rows[] = {
        {{"weights", "/no/such/file"}, "/no/such/file"},
        {{"weights", "/dev/null"}, "/dev/null"},
        {{"syzygy", "/no/such/folder"}, "option syzygy: "},
        {{"wieghts", "x"}, "wieghts"},
    };
    const copse_game *game = &cop_chess;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        copse_game *opened = NULL;
        copse_message why = {""};
        assert_int_equal(game->open(game, 1, &rows[i].setting, &opened, &why), COPSE_BAD_OPTION);
        assert_null(opened);
        if (strstr(why.text, rows[i].says) == NULL)
            fail_msg("%s", why.text);
    }
    const copse_setting plain[] = {{"weights", "standard"}, {"syzygy", "none"}};
    copse_game *opened = NULL;
    copse_message why = {""};
    assert_int_equal(game->open(game, 2, plain, &opened, &why), COPSE_OK);
    chess_position start = position_of(cop_chess.start);
    assert_int_equal(opened->evaluate(opened, &start), game->evaluate(game, &start));
    opened->close(opened);
    const copse_setting handmade = {"weights", "handmade"};
    assert_int_equal(game->open(game, 1, &handmade, &opened, &why), COPSE_OK);
    assert_int_equal(opened->evaluate(opened, &start),
                     cop_chess_evaluate_plain(&cop_chess_handmade, &start));
    opened->close(opened);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(evaluation),      cmocka_unit_test(features),
        cmocka_unit_test(drawn_endings),   cmocka_unit_test(sense),
        cmocka_unit_test(weights_as_text), cmocka_unit_test(wrong_weights),
        cmocka_unit_test(damaged_weights), cmocka_unit_test(shipped_weights),
        cmocka_unit_test(settings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
