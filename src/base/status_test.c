/* SPDX-License-Identifier: MIT
 *
 * Every code has words of its own, and numbers that are no code have words too. */
#include "support.h"

static const copse_status all[] = {
#define CODE(code, name, text) COPSE_##name,
    COPSE_STATUS_LIST(CODE)
#undef CODE
};
enum { STATUSES = sizeof all / sizeof all[0] };

static void statuses(void **state)
{
    (void)state;
    assert_int_equal(COPSE_OK, 0);
    for (int i = 0; i < STATUSES; i++) {
        const char *text = copse_status_text(all[i]);
        assert_int_equal(all[i], i); /* no gaps */
        assert_true(strlen(text) > 3);
        assert_int_not_equal(text[strlen(text) - 1], '.');
        assert_string_not_equal(text, "unknown status");
        for (int j = 0; j < i; j++)
            assert_string_not_equal(text, copse_status_text(all[j]));
    }
    assert_string_equal(copse_status_text((copse_status)STATUSES), "unknown status");
    assert_string_equal(copse_status_text((copse_status)1000), "unknown status");
}

static void stops(void **state)
{
    (void)state;
    for (int i = COPSE_STOP_NONE; i <= COPSE_STOP_BAD_GAME; i++) {
        const char *text = copse_stop_text((copse_stop)i);
        assert_string_not_equal(text, "unknown");
        assert_null(strchr(text, ' '));
        for (int j = 0; j < i; j++)
            assert_string_not_equal(text, copse_stop_text((copse_stop)j));
    }
    assert_string_equal(copse_stop_text(COPSE_STOP_ASKED), "asked");
    assert_string_equal(copse_stop_text((copse_stop)(COPSE_STOP_BAD_GAME + 1)), "unknown");
}

static void bounds(void **state)
{
    (void)state;
    assert_string_equal(copse_bound_text(COPSE_BOUND_NONE), "none");
    assert_string_equal(copse_bound_text(COPSE_BOUND_UPPER), "upper");
    assert_string_equal(copse_bound_text(COPSE_BOUND_LOWER), "lower");
    assert_string_equal(copse_bound_text(COPSE_BOUND_EXACT), "exact");
    assert_string_equal(copse_bound_text(COPSE_BOUND_ESTIMATE), "estimate");
    assert_string_equal(copse_bound_text((copse_bound)5), "unknown");
}

static void version(void **state)
{
    char wanted[40];
    (void)state;
    snprintf(wanted, sizeof wanted, "%d.%d.%d (", COPSE_VERSION_MAJOR, COPSE_VERSION_MINOR,
             COPSE_VERSION_PATCH);
    assert_memory_equal(copse_version(), wanted, strlen(wanted));
    assert_int_equal(copse_version()[strlen(copse_version()) - 1], ')');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statuses),
        cmocka_unit_test(stops),
        cmocka_unit_test(bounds),
        cmocka_unit_test(version),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
