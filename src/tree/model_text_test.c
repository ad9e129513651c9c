/* SPDX-License-Identifier: MIT
 *
 * Model files: what is written is read back exactly, and what is wrong is refused with its line. */
#include "tree/model_text.h"

#include "support.h"

#include <locale.h>

enum { ROOM = 1 << 20 };

static cop_model_text made, again;
static char text[ROOM], other[ROOM];

static cop_score_row any_row(uint64_t *random)
{
    static const float scales[] = {1e-6F, 1e-3F, 1, 1000, 1e6F, 1e9F};
    float shift = (float)draw(random, 2000001) / 1e6F - 1, spread = (float)draw(random, 1000001);
    shift *= scales[draw(random, 6)];
    spread *= scales[draw(random, 4)] / 1e3F;
    return (cop_score_row){shift, spread};
}

/* A model of random numbers, with these kinds. */
static void make(uint64_t seed, int kinds, cop_family family, double parameter)
{
    uint64_t random = seed;
    memset(&made, 0, sizeof made);
    strcpy(made.game, "random");
    strcpy(made.name, "test-1");
    strcpy(made.settings, "any words, as many as one likes");
    cop_model_set_family(&made.model, family, parameter);
    made.model.leaf_part = (float)(1 + draw(&random, 1000)) / 100;
    made.model.rest = (float)draw(&random, 101) / 100;
    made.model.reach = (float)(1 + draw(&random, 100)) / 100;
    made.model.node_part = (float)(1 + draw(&random, 1000)) / 100;
    made.model.pruning = draw(&random, 2) == 0;
    for (int i = 0; family == COP_FAMILY_EMPIRICAL && i < COP_MODEL_QUANTILES; i++)
        made.model.quantile[i] = (float)(i / 7) / 300 - 6.123456F;
    for (int i = 0; i < kinds; i++) {
        int kind = (int)draw(&random, COP_MODEL_KINDS - 1) + 1;
        made.given[kind] = true;
        made.model.leaf[kind] = any_row(&random);
        for (int s = 0; s < COP_MODEL_STEPS; s++)
            made.model.row[kind][s] = any_row(&random);
    }
    cop_model_fill(&made);
}

static void read_back(void)
{
    copse_message why = {""};
    int length = cop_model_write(&made, text, sizeof text);
    assert_true(length > 0 && length < ROOM);
    assert_int_equal(strlen(text), length);
    assert_int_equal(cop_model_write(&made, NULL, 0), length);
    memset(&again, 0x5a, sizeof again);
    if (cop_model_read(text, (size_t)length, "random", &again, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    assert_string_equal(made.game, again.game);
    assert_string_equal(made.name, again.name);
    assert_string_equal(made.settings, again.settings);
    assert_memory_equal(made.given, again.given, sizeof made.given);
    assert_memory_equal(made.model.leaf, again.model.leaf, sizeof made.model.leaf);
    assert_memory_equal(&made.model.leaf_part, &again.model.leaf_part, sizeof(float));
    assert_memory_equal(&made.model.rest, &again.model.rest, sizeof(float));
    assert_memory_equal(&made.model.reach, &again.model.reach, sizeof(float));
    assert_memory_equal(&made.model.node_part, &again.model.node_part, sizeof(float));
    assert_int_equal(made.model.pruning, again.model.pruning);
    assert_memory_equal(made.model.row, again.model.row, sizeof made.model.row);
    assert_memory_equal(made.model.quantile, again.model.quantile, sizeof made.model.quantile);
    assert_int_equal(made.model.family, again.model.family);
    assert_true(memcmp(&made.model.parameter, &again.model.parameter, sizeof(double)) == 0);
    cop_model_write(&again, other, sizeof other);
    assert_string_equal(text, other);
}

static void round_trip(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        make(seed, (int)seed, COP_FAMILY_CHI_SQUARE, 16);
        read_back();
    }
    make(100, 3, COP_FAMILY_NORMAL, 0);
    read_back();
    make(101, 3, COP_FAMILY_MIX, (double)0.35F);
    read_back();
    make(102, 3, COP_FAMILY_STUDENT, 2.5);
    read_back();
    make(103, 3, COP_FAMILY_EMPIRICAL, 0);
    read_back();
}

static void numbers(void **state)
{
    static const struct {
        float value;
        const char *text;
    } rows[] = {{0, "0"},
                {-0.0F, "0"},
                {1, "1"},
                {-1, "-1"},
                {0.1F, "0.1"},
                {-12.5F, "-12.5"},
                {100000, "100000"},
                {1e9F, "1000000000"},
                {1e30F, "1e30"},
                {2.5e-9F, "2.5e-9"},
                {0.00025F, "0.00025"},
                {16384.25F, "16384.25"},
                {9.9999999F, "10"},
                {1e-45F, "1e-45"}};
    char number[COP_NUMBER_ROOM];
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cop_number_write(rows[i].value, number);
        assert_string_equal(number, rows[i].text);
    }
}

/* A comma for a point, where there is such a country on this machine. */
static void other_countries(void **state)
{
    (void)state;
    if (setlocale(LC_NUMERIC, "de_DE.UTF-8") == NULL && setlocale(LC_NUMERIC, "de_DE") == NULL)
        skip();
    make(7, 3, COP_FAMILY_STUDENT, 2.5);
    read_back();
    setlocale(LC_NUMERIC, "C");
}

static void the_nearest_kind(void **state)
{
    (void)state;
    make(1, 0, COP_FAMILY_NORMAL, 0);
    made.given[4] = made.given[10] = true;
    made.model.leaf[4].shift = 4;
    made.model.leaf[10].shift = 10;
    cop_model_fill(&made);
    static const int kinds[][2] = {{0, 4}, {1, 4}, {4, 4}, {7, 4}, {8, 10}, {10, 10}, {255, 10}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        assert_int_equal((int)made.model.leaf[kinds[i][0]].shift, kinds[i][1]);
}

/* Fewer quantiles than the table has are spread over it. */
static void few_quantiles(void **state)
{
    (void)state;
    make(1, 1, COP_FAMILY_NORMAL, 0);
    cop_model_write(&made, other, sizeof other);
    const char *rest = strstr(other, "leaf ");
    snprintf(text, sizeof text,
             "copse-model 1\ngame g\nname n\nsettings s\nfamily empirical 0\nquantiles 16\n"
             "-8 -7 -6 -5 -4 -3 -2 -1\n1 2 3 4 5 6 7 8\n%s",
             rest);
    copse_message why = {""};
    if (cop_model_read(text, strlen(text), NULL, &again, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    const float *quantile = again.model.quantile;
    assert_int_equal((int)quantile[0], -8);
    assert_int_equal((int)quantile[COP_MODEL_QUANTILES - 1], 8);
    for (int i = 1; i < COP_MODEL_QUANTILES; i++)
        assert_true(quantile[i] >= quantile[i - 1]);
    assert_true(quantile[2047] < 0 && quantile[2048] > 0);
}

/* ------------------------------------------------------------------------------------- bad files
 */

/* Refused, with this in the sentence, and nothing written. */
static void refused(const char *bad, size_t size, const char *sentence)
{
    copse_message why = {""};
    memset(&again, 0x5a, sizeof again);
    memset(&made, 0x5a, sizeof made);
    copse_status status = cop_model_read(bad, size, "random", &again, &why);
    if (status != COPSE_BAD_OPTION || strstr(why.text, sentence) == NULL)
        fail_msg("status %d, '%s' instead of '%s'", status, why.text, sentence);
    assert_memory_equal(&again, &made, sizeof made);
}

/* The text of a good model with the first `from` replaced by `to`. */
static void spoilt(const char *good, const char *from, const char *to, const char *sentence)
{
    const char *place = strstr(good, from);
    if (place == NULL)
        fail_msg("no '%s' in the model", from);
    int length = snprintf(other, sizeof other, "%.*s%s%s", (int)(place - good), good, to,
                          place + strlen(from));
    refused(other, (size_t)length, sentence);
}

static void make_simple(void)
{
    make(5, 0, COP_FAMILY_CHI_SQUARE, 16);
    cop_model_set_usual(&made.model);
    for (int kind = 2; kind <= 3; kind++) {
        made.given[kind] = true;
        made.model.leaf[kind] = (cop_score_row){-5, 60};
        for (int s = 0; s < COP_MODEL_STEPS; s++)
            made.model.row[kind][s] = (cop_score_row){(float)s, 70};
    }
    cop_model_write(&made, text, sizeof text);
}

static void bad_files(void **state)
{
    static const struct {
        const char *from, *to, *sentence;
    } rows[] = {
        {"copse-model 1", "copse-model 2", "line 1: version '2'"},
        {"copse-model 1", "copse-model 1 1", "line 1: version"},
        {"copse-model 1", "copse-model", "line 1: version ''"},
        {"copse-model 1\n", "hello\n", "line 1: not a model file"},
        {"game random", "game othello", "line 2: a model of game 'othello', not of 'random'"},
        {"game random", "game", "line 2: game takes 1 to 31"},
        {"game random", "game ", "line 2: game takes 1 to 31"},
        {"game random", "game a b", "line 2: game 'a b': one word"},
        {"game random", "Game random", "line 2: 'Game': here the line 'game ...'"},
        {"name test-1\n", "", "line 3: 'settings': here the line 'name ...'"},
        {"settings any", "settings \tany", "line 4: character 10 is not printable"},
        {"family chi-square 16", "family cauchy 16", "line 5: family 'cauchy': one of normal|"},
        {"family chi-square 16", "family chi-square", "line 5: parameter ''"},
        {"family chi-square 16", "family chi-square 0.5", "line 5: parameter 0.5: chi-square"},
        {"family chi-square 16", "family normal 1", "line 5: parameter 1"},
        {"family chi-square 16", "family student 2", "line 5: parameter 2"},
        {"family chi-square 16", "family mix 1.5", "line 5: parameter 1.5"},
        {"family chi-square 16", "family chi-square 16 16", "line 5: '16': more than belongs"},
        {"family chi-square 16", "family empirical 0", "line 6: 'leaf': here the line 'quantiles"},
        {"family chi-square 16", "family empirical 0\nquantiles 5000", "line 6: quantiles '5000'"},
        {"family chi-square 16", "family empirical 0\nquantiles 16\n1 0",
         "line 7: quantile 0 after"},
        {"family chi-square 16", "family empirical 0\nquantiles 16\nleaf 1", "line 7: quantile"},
        {"family chi-square 16",
         "family empirical 0\nquantiles 16\n1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17",
         "line 7: '17': more than belongs"},
        {"leaf 2", "spread 0\nleaf 2", "line 6: spread '0': a number from 0.01 to 10"},
        {"leaf 2", "spread 1 1\nleaf 2", "line 6: reach '': a number from 0.01 to 1"},
        {"leaf 2", "spread 1 2 1\nleaf 2", "line 6: rest '2': a number from 0 to 1"},
        {"leaf 2", "spread 1 0.2 0\nleaf 2", "line 6: reach '0': a number from 0.01 to 1"},
        {"leaf 2", "spread 1 0 1 1\nleaf 2", "line 6: '1': more than belongs"},
        {"leaf 2", "spread 1\nspread 1\nleaf 2", "line 7: 'spread': here the line 'leaf ...'"},
        {"leaf 2", "rbfm 0 on\nleaf 2", "line 6: spread '0': a number from 0.01 to 10"},
        {"leaf 2", "rbfm 1\nleaf 2", "line 6: '': the pruning rule is on or off"},
        {"leaf 2", "rbfm 1 yes\nleaf 2", "line 6: 'yes': the pruning rule is on or off"},
        {"leaf 2", "rbfm 1 on off\nleaf 2", "line 6: 'off': more than belongs"},
        {"leaf 2", "rbfm 1 on\nrbfm 1 on\nleaf 2", "line 7: 'rbfm': here the line 'leaf ...'"},
        {"leaf 2", "rbfm 1 on\nspread 1\nleaf 2", "line 7: 'spread': here the line 'leaf ...'"},
        {"leaf 3", "rbfm 1 on\nleaf 3", "line 39: 'rbfm': here the line 'leaf ...'"},
        {"leaf 3", "spread 1\nleaf 3", "line 39: 'spread': here the line 'leaf ...'"},
        {"leaf 2", "leaf 0", "line 6: kind '0': a whole number from 1 to 255"},
        {"leaf 2", "leaf 256", "line 6: kind '256'"},
        {"leaf 2", "leaf -2", "line 6: kind '-2'"},
        {"leaf 2", "leaf two", "line 6: kind 'two'"},
        {"leaf 3", "leaf 2", "line 39: kind 2 after 2"},
        {"leaf 3", "leaf 1", "line 39: kind 1 after 2"},
        {"row 2 3", "row 3 3", "line 10: row 3 3: here row 2 3 is expected"},
        {"row 2 3", "row 2 4", "line 10: row 2 4: here row 2 3 is expected"},
        {"row 2 3 3 70\n", "", "line 10: row 2 4: here row 2 3 is expected"},
        {"row 2 3 3 70\n", "row 2 3 3 70\nrow 2 3 3 70\n", "line 11: row 2 3: here row 2 4"},
        {"row 2 31 31 70\n", "", "line 38: 'leaf': here the line 'row ...'"},
        {"row 2 3 3 70", "row 2 3 3 -70", "line 10: spread '-70'"},
        {"row 2 3 3 70", "row 2 3 nan 70", "line 10: shift 'nan'"},
        {"row 2 3 3 70", "row 2 3 3 inf", "line 10: spread 'inf'"},
        {"row 2 3 3 70", "row 2 3 3 1e60", "line 10: spread '1e60'"},
        {"row 2 3 3 70", "row 2 3 3 0x10", "line 10: spread '0x10'"},
        {"row 2 3 3 70", "row 2 3 3 1,5", "line 10: spread '1,5'"},
        {"row 2 3 3 70", "row 2 3 3 1.", "line 10: spread '1.'"},
        {"row 2 3 3 70", "row 2 3 3 .5", "line 10: spread '.5'"},
        {"row 2 3 3 70", "row 2 3 3 +5", "line 10: spread '+5'"},
        {"row 2 3 3 70", "row 2 3 3 1e", "line 10: spread '1e'"},
        {"row 2 3 3 70", "row 2 3 3 1e99", "line 10: spread '1e99'"},
        {"row 2 3 3 70", "row 2 3  70", "line 10: shift ''"},
        {"row 2 3 3 70", "row 2 3 3", "line 10: spread ''"},
        {"row 2 3 3 70", "row 2 3 3 70 ", "line 10: '': more than belongs"},
        {"row 2 3 3 70", "row 2 3 3 70\r", "line 10: character 13 is not printable"},
        {"end\n", "", "cut off"},
        {"end\n", "end", "cut off"},
        {"end\n", "end end\n", "line 72: 'end': more than belongs"},
        {"end\n", "end\n\n", "line 73: nothing may follow 'end'"},
    };
    static char good[ROOM];
    (void)state;
    make_simple();
    strcpy(good, text);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        spoilt(good, rows[i].from, rows[i].to, rows[i].sentence);
}

/* However much of a file is missing, it is not taken for a whole one. */
static void cut_off(void **state)
{
    static char good[ROOM];
    (void)state;
    make_simple();
    strcpy(good, text);
    size_t length = strlen(good);
    for (size_t size = 0; size < length; size++)
        refused(good, size, "line ");
    good[40] = 0;
    refused(good, length, "not printable");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_trip),      cmocka_unit_test(numbers),
        cmocka_unit_test(other_countries), cmocka_unit_test(the_nearest_kind),
        cmocka_unit_test(few_quantiles),   cmocka_unit_test(bad_files),
        cmocka_unit_test(cut_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
