/* SPDX-License-Identifier: MIT
 *
 * Options of every kind: the values that they take, and sentences that name the option and what it
 * takes. */
#include "base/option.h"

#include "support.h"

enum { UNTOUCHED = -77 };

static const copse_option options[] = {
    {"switch", COPSE_OPTION_SWITCH, "off", 0, 1, NULL, "on or off"},
    {"number", COPSE_OPTION_NUMBER, "5", -3, 300, NULL, "a number"},
    {"size", COPSE_OPTION_SIZE, "0", 4096, (int64_t)1 << 31, NULL, "a size"},
    {"auto-size", COPSE_OPTION_SIZE, "auto", 65536, (int64_t)1 << 46, "auto", "a size or auto"},
    {"two-words", COPSE_OPTION_SIZE, "0", 4096, (int64_t)1 << 46, "auto|shared",
     "a size or a word"},
    {"choice", COPSE_OPTION_CHOICE, "red", 0, 0, "red|green|blue", "a word"},
};
enum { SWITCH, NUMBER, SIZE, AUTO_SIZE, TWO_WORDS, CHOICE, OPTIONS };

static void values(void **state)
{
    static const struct {
        int option;
        const char *text;
        int64_t value;
    } rows[] = {
        {SWITCH, "off", 0},
        {SWITCH, "on", 1},
        {NUMBER, "-3", -3},
        {NUMBER, "300", 300},
        {SIZE, "0", 0},
        {SIZE, "4096", 4096},
        {SIZE, "4k", 4096},
        {SIZE, "2G", (int64_t)1 << 31},
        {AUTO_SIZE, "0", 0},
        {AUTO_SIZE, "64K", 65536},
        {AUTO_SIZE, "65536G", (int64_t)1 << 46},
        {AUTO_SIZE, "auto", COP_OPTION_AUTO},
        {TWO_WORDS, "auto", COP_OPTION_AUTO},
        {TWO_WORDS, "shared", COP_OPTION_SHARED},
        {TWO_WORDS, "4K", 4096},
        {CHOICE, "red", 0},
        {CHOICE, "blue", 2},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int64_t value = UNTOUCHED;
        copse_message why = {""};
        copse_status status = cop_option_read(&options[rows[i].option], rows[i].text, &value, &why);
        if (status != COPSE_OK || value != rows[i].value)
            fail_msg("'%s' became %lld: %s", rows[i].text, (long long)value, why.text);
    }
}

static void bad_values(void **state)
{
    static const struct {
        int option;
        const char *text, *sentence;
    } rows[] = {
        {SWITCH, "yes", "option switch: 'yes': on or off"},
        {SWITCH, "", "option switch: '': on or off"},
        {SWITCH, "1", "option switch: '1': on or off"},
        {NUMBER, "-4", "option number: '-4': a whole number from -3 to 300"},
        {NUMBER, "301", "option number: '301': a whole number from -3 to 300"},
        {NUMBER, "5x", "option number: '5x': a whole number from -3 to 300"},
        {NUMBER, "", "option number: '': a whole number from -3 to 300"},
        {SIZE, "4095", "option size: '4095': 0 for none, or a size from 4K to 2G such as 16M"},
        {SIZE, "3G", "option size: '3G': 0 for none, or a size from 4K to 2G such as 16M"},
        {SIZE, "auto", "option size: 'auto': 0 for none, or a size from 4K to 2G such as 16M"},
        {SIZE, "-1", "option size: '-1': 0 for none, or a size from 4K to 2G such as 16M"},
        {AUTO_SIZE, "99999999999G",
         "option auto-size: '99999999999G': 0 for none, auto, or a size from 64K to 65536G such as "
         "16M"},
        {CHOICE, "yellow", "option choice: 'yellow': one of red|green|blue"},
        {CHOICE, "", "option choice: '': one of red|green|blue"},
        {CHOICE, "red|green", "option choice: 'red|green': one of red|green|blue"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int64_t value = UNTOUCHED;
        copse_message why = {""};
        const copse_option *option = &options[rows[i].option];
        assert_int_equal(cop_option_read(option, rows[i].text, &value, &why), COPSE_BAD_OPTION);
        assert_string_equal(why.text, rows[i].sentence);
        assert_int_equal(cop_option_read(option, rows[i].text, &value, NULL), COPSE_BAD_OPTION);
        assert_true(value == UNTOUCHED);
    }
}

/* However long the value, what would be right still fits into the sentence. */
static void long_values(void **state)
{
    char text[1000];
    (void)state;
    memset(text, '9', sizeof text);
    text[sizeof text - 1] = 0;
    for (int i = 0; i < OPTIONS; i++) {
        int64_t value = UNTOUCHED;
        copse_message right = {""}, why = {""};
        assert_int_equal(cop_option_read(&options[i], "?", &value, &right), COPSE_BAD_OPTION);
        assert_int_equal(cop_option_read(&options[i], text, &value, &why), COPSE_BAD_OPTION);
        assert_non_null(strstr(why.text, strstr(right.text, "?") + 1));
        assert_true(value == UNTOUCHED);
    }
}

static void finding(void **state)
{
    copse_message why = {""};
    (void)state;
    for (int i = 0; i < OPTIONS; i++)
        assert_ptr_equal(cop_option_find(options, OPTIONS, options[i].name, "this", &why),
                         &options[i]);
    assert_string_equal(why.text, "");
    assert_null(cop_option_find(options, OPTIONS, "Size", "algorithm x", &why));
    assert_string_equal(why.text, "algorithm x has no option 'Size'; it has: switch, number, size, "
                                  "auto-size, two-words, choice");
    assert_null(cop_option_find(options, OPTIONS, "", "algorithm x", NULL));
    assert_null(cop_option_find(options, 0, "size", "algorithm x", &why));
    assert_string_equal(why.text, "algorithm x has no option 'size'; it has: ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values),
        cmocka_unit_test(bad_values),
        cmocka_unit_test(long_values),
        cmocka_unit_test(finding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
