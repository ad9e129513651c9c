/* SPDX-License-Identifier: MIT */
#include "lab/number.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void whole_numbers(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "", " 1", "1 ", "+1", "-1", "0x1", "1.", "1e3", "one", "101", "99999999999999999999"};
    uint64_t value = 7;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(number_from_text(bad[i], 1, 100, &value));
    assert_false(number_from_text("0", 1, 100, &value));
    assert_int_equal(value, 7); /* untouched */
    assert_true(number_from_text("100", 1, 100, &value));
    assert_int_equal(value, 100);
    assert_true(number_from_text("18446744073709551615", 0, UINT64_MAX, &value));
    assert_true(value == UINT64_MAX);
    assert_false(number_from_text("18446744073709551616", 0, UINT64_MAX, &value));
}

static void sizes(void **state)
{
    (void)state;
    static const char *const bad[] = {"",    "K",  "1KB", "1.5K",        "-1K",
                                      "1 K", "1P", "1kk", "17179869184G"};
    uint64_t value = 0;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(size_from_text(bad[i], 0, UINT64_MAX, &value));
    assert_true(size_from_text("64K", 0, UINT64_MAX, &value));
    assert_int_equal(value, 65536);
    assert_true(size_from_text("2g", 0, UINT64_MAX, &value));
    assert_true(value == (uint64_t)2 << 30);
    assert_true(size_from_text("17179869183G", 0, UINT64_MAX, &value));
    assert_false(size_from_text("2G", 0, (uint64_t)1 << 30, &value));
}

static void sizes_as_text(void **state)
{
    (void)state;
    char text[24];
    assert_string_equal(size_to_text(0, text), "0");
    assert_string_equal(size_to_text(1000, text), "1000");
    assert_string_equal(size_to_text(65536, text), "64K");
    assert_string_equal(size_to_text((uint64_t)1 << 46, text), "64T");
    assert_string_equal(size_to_text(UINT64_MAX, text), "18446744073709551615");
}

static void seconds(void **state)
{
    (void)state;
    static const char *const bad[] = {"",    "nan", "inf", "-1",  "+1",   " 1", "1s",
                                      "0x1", "1e",  ".",   "1,5", "1e99", "e1", "0"};
    double value = 7;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(seconds_from_text(bad[i], 0.001, 1e7, &value));
    assert_true(seconds_from_text("1.5", 0.001, 1e7, &value));
    assert_true(value > 1.4999 && value < 1.5001);
    assert_true(seconds_from_text(".25", 0.001, 1e7, &value));
    assert_true(seconds_from_text("1e-2", 0.001, 1e7, &value));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_numbers),
        cmocka_unit_test(sizes),
        cmocka_unit_test(sizes_as_text),
        cmocka_unit_test(seconds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
