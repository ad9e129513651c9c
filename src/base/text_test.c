/* SPDX-License-Identifier: MIT
 *
 * Reading numbers, sizes, words and lists: what is right is read, what is not leaves the result
 * alone. */
#include "base/text.h"

#include "support.h"

#include <math.h>

enum { UNTOUCHED = 77 };

static void numbers(void **state)
{
    static const struct {
        const char *text;
        int64_t least, most;
        bool fine;
        int64_t number;
    } rows[] = {
        {"0", 0, 10, true, 0},
        {"10", 0, 10, true, 10},
        {"007", 0, 10, true, 7},
        {"-0", -1, 1, true, 0},
        {"-5", -5, 5, true, -5},
        {"9223372036854775807", 0, INT64_MAX, true, INT64_MAX},
        {"-9223372036854775807", INT64_MIN, 0, true, -INT64_MAX},
        {"", 0, 10, false, 0},
        {"-", -5, 5, false, 0},
        {"--1", -5, 5, false, 0},
        {"+1", 0, 10, false, 0},
        {" 1", 0, 10, false, 0},
        {"1 ", 0, 10, false, 0},
        {"1.0", 0, 10, false, 0},
        {"0x1", 0, 10, false, 0},
        {"1e1", 0, 10, false, 0},
        {"one", 0, 10, false, 0},
        {"11", 0, 10, false, 0},
        {"1", 2, 10, false, 0},
        {"-6", -5, 5, false, 0},
        {"-1", 0, 10, false, 0}, /* no sign where nothing negative is allowed */
        {"-0", 0, 10, false, 0},
        {"9223372036854775808", INT64_MIN, INT64_MAX, false, 0},
        {"18446744073709551617", INT64_MIN, INT64_MAX, false, 0}, /* 2^64 + 1 is not 1 */
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int64_t number = UNTOUCHED;
        bool fine =
            cop_span_number(cop_span_of(rows[i].text), rows[i].least, rows[i].most, &number);
        if (fine != rows[i].fine || number != (fine ? rows[i].number : UNTOUCHED))
            fail_msg("'%s' became %d, %lld", rows[i].text, fine, (long long)number);
    }
}

static void unsigned_numbers(void **state)
{
    uint64_t number = UNTOUCHED;
    (void)state;
    assert_true(cop_span_unsigned(cop_span_of("18446744073709551615"), UINT64_MAX, &number));
    assert_true(number == UINT64_MAX);
    number = UNTOUCHED;
    assert_false(cop_span_unsigned(cop_span_of("18446744073709551616"), UINT64_MAX, &number));
    assert_false(cop_span_unsigned(cop_span_of("99999999999999999999999"), UINT64_MAX, &number));
    assert_false(cop_span_unsigned(cop_span_of("-1"), UINT64_MAX, &number));
    assert_false(cop_span_unsigned(cop_span_of(""), UINT64_MAX, &number));
    assert_false(cop_span_unsigned(cop_span_of("11"), 10, &number));
    assert_int_equal(number, UNTOUCHED);
    /* Only the span is read, not what stands behind it. */
    assert_true(cop_span_unsigned((cop_span){"123x", 3}, UINT64_MAX, &number));
    assert_int_equal(number, 123);
}

static void sizes(void **state)
{
    static const struct {
        const char *text;
        bool fine;
        uint64_t bytes;
    } rows[] = {
        {"0", true, 0},
        {"1000", true, 1000},
        {"64K", true, 65536},
        {"64k", true, 65536},
        {"16M", true, 16u << 20},
        {"3g", true, UINT64_C(3) << 30},
        {"17179869183G", true, UINT64_C(17179869183) << 30},
        {"17179869184G", false, 0}, /* 2^64 */
        {"18446744073709551615", true, UINT64_MAX},
        {"18446744073709551616", false, 0},
        {"", false, 0},
        {"K", false, 0},
        {"1T", false, 0},
        {"1KK", false, 0},
        {"1 K", false, 0},
        {"-1K", false, 0},
        {"1.5K", false, 0},
        {"K1", false, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t bytes = UNTOUCHED;
        bool fine = cop_span_size(cop_span_of(rows[i].text), &bytes);
        if (fine != rows[i].fine || bytes != (fine ? rows[i].bytes : UNTOUCHED))
            fail_msg("'%s' became %d, %llu", rows[i].text, fine, (unsigned long long)bytes);
    }
}

static void real_numbers(void **state)
{
    static const struct {
        const char *text;
        double value;
    } good[] = {{"0", 0},           {"-0", 0},      {"12", 12},        {"-0.5", -0.5},
                {"1.5e-7", 1.5e-7}, {"2e+3", 2000}, {"007.250", 7.25}, {"1e60", 1e60}};
    static const char *const bad[] = {"",    "-",   ".5",   "5.",  "+5", "1e",   "1e61", "1e-61",
                                      "nan", "inf", "0x10", "1,5", "1 ", "1e5 ", "--1",  "1e1.5"};
    double value = 77;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(cop_span_real(cop_span_of(bad[i]), &value));
    assert_true(value == 77);
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_true(cop_span_real(cop_span_of(good[i].text), &value));
        /* Powers of ten beyond 22 are not exact in binary. */
        assert_true(fabs(value - good[i].value) <= 1e-14 * fabs(good[i].value));
    }
}

static void choices(void **state)
{
    (void)state;
    assert_int_equal(cop_span_choice(cop_span_of("none"), "none|static|stored"), 0);
    assert_int_equal(cop_span_choice(cop_span_of("stored"), "none|static|stored"), 2);
    assert_int_equal(cop_span_choice(cop_span_of("store"), "none|static|stored"), -1);
    assert_int_equal(cop_span_choice(cop_span_of("storedx"), "none|static|stored"), -1);
    assert_int_equal(cop_span_choice(cop_span_of("None"), "none|static|stored"), -1);
    assert_int_equal(cop_span_choice(cop_span_of("none|static"), "none|static|stored"), -1);
    assert_int_equal(cop_span_choice(cop_span_of(""), "none|static|stored"), -1);
    assert_true(cop_span_is(cop_span_of("word"), "word"));
    assert_false(cop_span_is(cop_span_of("word"), "wor"));
    assert_false(cop_span_is((cop_span){"word", 3}, "word"));
}

/* Puts the parts of a text between brackets: "a,b" gives "[a][b]". */
static const char *in_brackets(const char *text)
{
    static char all[100];
    int length = 0;
    cop_span rest = cop_span_of(text), part;
    all[0] = 0;
    while (cop_span_next(&rest, ',', &part))
        cop_append(all, sizeof all, &length, "[%.*s]", (int)part.length, part.start);
    return all;
}

static void splitting(void **state)
{
    (void)state;
    assert_string_equal(in_brackets("a"), "[a]");
    assert_string_equal(in_brackets("a,bc,d"), "[a][bc][d]");
    assert_string_equal(in_brackets(""), "[]");
    assert_string_equal(in_brackets(","), "[][]");
    assert_string_equal(in_brackets(",a,,b,"), "[][a][][b][]");
}

static void pairs(void **state)
{
    cop_span name, value;
    (void)state;
    assert_true(cop_span_pair(cop_span_of("name=value"), &name, &value));
    assert_true(cop_span_is(name, "name") && cop_span_is(value, "value"));
    assert_true(cop_span_pair(cop_span_of("a=b=c"), &name, &value));
    assert_true(cop_span_is(name, "a") && cop_span_is(value, "b=c"));
    assert_true(cop_span_pair(cop_span_of("a="), &name, &value));
    assert_true(cop_span_is(name, "a") && cop_span_is(value, ""));
    assert_false(cop_span_pair(cop_span_of("=value"), &name, &value));
    assert_false(cop_span_pair(cop_span_of("name"), &name, &value));
    assert_false(cop_span_pair(cop_span_of(""), &name, &value));
    assert_false(cop_span_pair((cop_span){"name=value", 4}, &name, &value));
}

/* However little room there is, the length is that of the whole text and the text ends in 0. */
static void appending(void **state)
{
    static const char whole[] = "one, two, 3";
    (void)state;
    for (size_t size = 0; size <= sizeof whole + 2; size++) {
        char text[sizeof whole + 4];
        memset(text, '#', sizeof text);
        int length = 0;
        cop_append(text, size, &length, "one");
        cop_append(text, size, &length, ", %s", "two");
        cop_append(text, size, &length, ", %d", 3);
        assert_int_equal(length, sizeof whole - 1);
        size_t kept = size == 0 ? 0 : size < sizeof whole ? size - 1 : sizeof whole - 1;
        assert_memory_equal(text, whole, kept);
        if (size > 0)
            assert_int_equal(text[kept], 0);
        for (size_t i = size; i < sizeof text; i++)
            assert_int_equal(text[i], '#');
    }
    int length = 0;
    cop_append(NULL, 0, &length, "%d", 12345);
    assert_int_equal(length, 5);
}

static void saying(void **state)
{
    copse_message why;
    char word[sizeof why.text + 100];
    (void)state;
    memset(word, 'x', sizeof word);
    word[sizeof word - 1] = 0;
    assert_int_equal(cop_say(&why, COPSE_BAD_MOVE, "move %d", 7), COPSE_BAD_MOVE);
    assert_string_equal(why.text, "move 7");
    assert_int_equal(cop_say(&why, COPSE_BAD_GAME, "%s", word), COPSE_BAD_GAME);
    assert_int_equal(strlen(why.text), sizeof why.text - 1);
    assert_int_equal(cop_say(NULL, COPSE_BAD_LIMIT, "nobody listens"), COPSE_BAD_LIMIT);
    assert_int_equal(cop_span_quote(cop_span_of("short")), 5);
    assert_true(cop_span_quote(cop_span_of(word)) < 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers),      cmocka_unit_test(unsigned_numbers),
        cmocka_unit_test(sizes),        cmocka_unit_test(choices),
        cmocka_unit_test(splitting),    cmocka_unit_test(pairs),
        cmocka_unit_test(appending),    cmocka_unit_test(saying),
        cmocka_unit_test(real_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
