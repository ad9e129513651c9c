/* SPDX-License-Identifier: MIT
 *
 * The options of every algorithm in the registry: declared in one piece, their standard value among
 * those they take, and each kept in a place of its own. */
#include "search/settings.h"

#include "search/algorithm.h"
#include "support.h"

/* A value that is not the standard one. */
static const char *other_value(const copse_option *option, char *text, size_t size)
{
    switch (option->kind) {
    case COPSE_OPTION_SWITCH:
        return strcmp(option->standard, "on") == 0 ? "off" : "on";
    case COPSE_OPTION_CHOICE:
        snprintf(text, size, "%s", strrchr(option->choices, '|') + 1);
        if (strcmp(text, option->standard) == 0) /* then the first */
            snprintf(text, size, "%.*s", (int)strcspn(option->choices, "|"), option->choices);
        return text;
    case COPSE_OPTION_REAL:
        snprintf(text, size, "%g", (double)option->most / 1e6);
        if (strcmp(text, option->standard) == 0)
            snprintf(text, size, "%g", (double)option->least / 1e6);
        return text;
    default:
        snprintf(text, size, "%lld", (long long)option->most);
        return text;
    }
}

static void declarations(void **state)
{
    (void)state;
    assert_true(copse_algorithm_count() >= 9);
    for (int a = 0; a < copse_algorithm_count(); a++) {
        const copse_algorithm *algorithm = copse_algorithm_at(a);
        assert_ptr_equal(copse_algorithm_find(algorithm->name), algorithm);
        assert_true(strlen(algorithm->summary) > 10 && strlen(algorithm->paper) > 5);
        assert_non_null(algorithm->family);
        assert_non_null(algorithm->machines);
        for (int i = 0; i < algorithm->option_count; i++) {
            const copse_option *option = &algorithm->options[i];
            union {
                int64_t number;
                cop_option_text text;
            } value;
            assert_int_equal(cop_option_read(option, option->standard, &value, NULL), COPSE_OK);
            assert_true(strlen(option->summary) > 5);
            for (int j = 0; j < i; j++)
                assert_string_not_equal(option->name, algorithm->options[j].name);
        }
    }
    assert_null(copse_algorithm_at(-1));
    assert_null(copse_algorithm_at(copse_algorithm_count()));
    assert_null(copse_algorithm_find("Pvs"));
    assert_null(copse_algorithm_find(""));
    assert_null(copse_algorithm_find(NULL));
}

/* Setting one option changes that one only; a bad value changes none. */
static void places(void **state)
{
    (void)state;
    for (int a = 0; a < copse_algorithm_count(); a++) {
        const copse_algorithm *algorithm = copse_algorithm_at(a);
        for (int i = 0; i < algorithm->option_count; i++) {
            const copse_option *option = &algorithm->options[i];
            if (option->kind == COPSE_OPTION_TEXT) /* takes several words, and any text */
                continue;
            cop_settings standard, changed;
            copse_message why = {""};
            char text[40];
            cop_settings_init(&standard, algorithm);
            changed = standard;
            assert_int_equal(cop_settings_set(&changed, algorithm, option->name,
                                              other_value(option, text, sizeof text), &why),
                             COPSE_OK);
            int64_t *one = (int64_t *)&standard, *other = (int64_t *)&changed;
            int different = 0;
            for (size_t word = 0; word < sizeof standard / sizeof *one; word++)
                different += one[word] != other[word];
            assert_int_equal(different, 1);
            standard = changed;
            assert_int_equal(cop_settings_set(&changed, algorithm, option->name, "?", &why),
                             COPSE_BAD_OPTION);
            assert_non_null(strstr(why.text, option->name));
            assert_memory_equal(&standard, &changed, sizeof changed);
        }
    }
}

static void unknown_options(void **state)
{
    (void)state;
    for (int a = 0; a < copse_algorithm_count(); a++) {
        const copse_algorithm *algorithm = copse_algorithm_at(a);
        cop_settings settings, before;
        copse_message why = {""};
        cop_settings_init(&settings, algorithm);
        before = settings;
        assert_int_equal(cop_settings_set(&settings, algorithm, "colour", "red", &why),
                         COPSE_BAD_OPTION);
        assert_non_null(strstr(why.text, algorithm->name));
        assert_non_null(strstr(why.text, "no option 'colour'; it has: "));
        for (int i = 0; i < algorithm->option_count; i++)
            assert_non_null(strstr(why.text, algorithm->options[i].name));
        assert_memory_equal(&settings, &before, sizeof before);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(declarations),
        cmocka_unit_test(places),
        cmocka_unit_test(unknown_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
