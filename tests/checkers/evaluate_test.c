/* SPDX-License-Identifier: MIT
 *
 * The evaluation: the same for both colours, the same in both builds, the sum that the weights say;
 * and weights as text. */
#include "game/checkers/evaluate.h"

#include "checkers_test.h"

static uint64_t turned(uint64_t set)
{
    uint64_t result = 0;
    for (int bit = 0; bit < 35; bit++)
        result |= (set >> bit & 1) << (34 - bit);
    return result;
}

static int32_t sum_of(const checkers_weights *weights, const checkers_position *position)
{
    int16_t amounts[CHECKERS_FEATURES];
    int64_t opening = 0, ending = 0;
    int pieces = __builtin_popcountll(position->side[0] | position->side[1]);
    cop_checkers_features(position, amounts);
    for (int f = 0; f < CHECKERS_FEATURES; f++) {
        opening += (int64_t)amounts[f] * cop_tapered_early(weights->of[f]);
        ending += (int64_t)amounts[f] * cop_tapered_late(weights->of[f]);
    }
    return (int32_t)((opening * pieces + ending * (24 - pieces)) / 240);
}

static checkers_weights odd_weights;
static uint64_t used[2];

static void check_one(const checkers_position *position)
{
    const checkers_weights *weights[] = {&cop_checkers_weights, &odd_weights};
    checkers_position other = {
        .side = {turned(position->side[1]), turned(position->side[0])},
        .kings = turned(position->kings),
        .turn = position->turn ^ 1,
    };
    int16_t amounts[CHECKERS_FEATURES];
    cop_checkers_features(position, amounts);
    for (int f = 0; f < CHECKERS_FEATURES; f++)
        used[f / 64] |= (uint64_t)(amounts[f] != 0) << f % 64;
    for (int i = 0; i < 2; i++) {
        copse_score score = cop_checkers_evaluate_plain(weights[i], position);
        assert_int_equal(cop_checkers_evaluate_plain(weights[i], &other), score);
        assert_int_equal(COP_PICK(cop_checkers_evaluate)(weights[i], position), score);
        assert_int_equal(sum_of(weights[i], position), score);
        assert_in_range(score + 5000000, 0, 10000000);
    }
}

static void evaluation(void **state)
{
    (void)state;
    uint64_t seed = 4;
    for (int f = 0; f < CHECKERS_FEATURES; f++)
        odd_weights.of[f] =
            COP_TAPERED((int)draw(&seed, 4000) - 2000, (int)draw(&seed, 4000) - 2000);
    walk_games(11, 300, check_one);
    for (int f = 0; f < CHECKERS_FEATURES; f++) {
        char name[40];
        cop_checkers_feature_name(f, name, sizeof name);
        if ((used[f / 64] >> f % 64 & 1) == 0)
            fail_msg("no position has %s", name);
    }
}

/* Amounts of single features in positions where one can count them. */
static void features(void **state)
{
    (void)state;
    static const struct {
        const char *position;
        int feature, amount;
    } rows[] = {
        {"B:W21-32:B1-12", CHECKERS_MAN, 0},        {"B:W21-32:B1-12", CHECKERS_TURN, 1},
        {"B:W21-31:B1-12", CHECKERS_MAN, 1},        {"B:W21-31:B1-12", CHECKERS_AHEAD, 1},
        {"B:W21-31:B1-12", CHECKERS_OPPOSITION, 0}, {"B:W32:B28", CHECKERS_DOG_HOLE, 1},
        {"W:W32:B28", CHECKERS_DOG_HOLE, -1},       {"W:W5:B1", CHECKERS_DOG_HOLE, 1},
        {"B:W32:B1,3", CHECKERS_BACK + 5 - 1, 1},   {"W:W30,32:B5", CHECKERS_BACK + 5 - 1, 1},
        {"B:W21:B1", CHECKERS_MAN_ON, 1},           {"W:W32:B5", CHECKERS_MAN_ON, 1},
        {"B:W32:BK1", CHECKERS_KING_ON, 1},         {"B:W32:BK15", CHECKERS_KING_ON + 1, 1},
        {"B:W32:BK3", CHECKERS_KING_ON + 2, 1},     {"B:W32:BK15", CHECKERS_KING_STEPS, 4},
        {"B:W32:BK29", CHECKERS_KING_STEPS, 1},     {"B:W32:B5", CHECKERS_MAN_STEPS, 1 - 2},
        {"B:WK20:B25", CHECKERS_RUNAWAY, 1},        {"B:WK20:B21", CHECKERS_RUNAWAY + 1, 1},
        {"B:WK20:B17", CHECKERS_RUNAWAY + 2, 1},    {"B:W29,30:B21", CHECKERS_RUNAWAY + 1, 0},
        {"B:W18:B14", CHECKERS_TAKES, 1},           {"W:W18:B14", CHECKERS_TAKES, 1},
        {"W:W31,18:B14,9", CHECKERS_THREATENS, -1}, {"B:W18:B10", CHECKERS_OPPOSITION, -1},
        {"W:W18:B10", CHECKERS_OPPOSITION, -1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        checkers_position position = position_of(rows[i].position);
        int16_t amounts[CHECKERS_FEATURES];
        cop_checkers_features(&position, amounts);
        if (amounts[rows[i].feature] != rows[i].amount) {
            char name[40];
            cop_checkers_feature_name(rows[i].feature, name, sizeof name);
            fail_msg("%s: %s is %d", rows[i].position, name, amounts[rows[i].feature]);
        }
    }
}

/* The move, played out: one man each on a board with nothing to take. */
static void material(void **state)
{
    (void)state;
    checkers_position more = position_of("B:W29,30:BK1,2,3"),
                      fewer = position_of("W:W29,30:BK1,2,3");
    assert_true(cop_checkers.evaluate(&cop_checkers, &more) > 100);
    assert_true(cop_checkers.evaluate(&cop_checkers, &fewer) < -100);
    assert_int_equal(cop_tapered_early(cop_checkers_weights.of[CHECKERS_MAN]), 1000);
    assert_int_equal(cop_tapered_late(cop_checkers_weights.of[CHECKERS_KING]), 1300);
}

/* --------------------------------------------------------------------------------------- weights
 */

static char text[20000];

static copse_status read_text(checkers_weights *weights, copse_message *why)
{
    return cop_checkers_weights_read(text, strlen(text), weights, why);
}

static void weights_as_text(void **state)
{
    (void)state;
    checkers_weights read;
    copse_message why = {""};
    int length =
        cop_checkers_weights_write(&odd_weights, "by chance\nin a test", text, sizeof text);
    assert_in_range(length, 100, sizeof text - 1);
    assert_int_equal(strncmp(text, "# by chance\n# in a test\nman ", 28), 0);
    if (read_text(&read, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    assert_memory_equal(&read, &odd_weights, sizeof read);
}

static void wrong_weights(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *says;
    } rows[] = {
        {"king ", "queen ", "there is no 'queen'"},
        {"king ", "man ", "line 3: 'man' is there twice"},
        {"man ", "man  ", "line 2: 'man  "},
        {"turn ", "turn 99999 ", "a name and two numbers"},
        {"man-on.7 ", "#", "the line 'man-on.7' is missing"},
        {"back.15 ", "back.16 ", "there is no 'back.16'"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        static char changed[20000];
        checkers_weights read;
        copse_message why = {""};
        cop_checkers_weights_write(&cop_checkers_weights, "x", text, sizeof text);
        char *place = strstr(text, rows[i].from);
        assert_non_null(place);
        snprintf(changed, sizeof changed, "%s", place + strlen(rows[i].from));
        snprintf(place, sizeof text - (size_t)(place - text), "%s%s", rows[i].to, changed);
        memset(&read, 0x5a, sizeof read);
        checkers_weights before = read;
        assert_int_equal(read_text(&read, &why), COPSE_BAD_OPTION);
        assert_memory_equal(&read, &before, sizeof read);
        if (strstr(why.text, rows[i].says) == NULL)
            fail_msg("%s: %s", rows[i].to, why.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(evaluation),    cmocka_unit_test(features),
        cmocka_unit_test(material),      cmocka_unit_test(weights_as_text),
        cmocka_unit_test(wrong_weights),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
