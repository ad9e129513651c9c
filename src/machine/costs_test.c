/* SPDX-License-Identifier: MIT
 *
 * Cost models: those that come with copse, changes to them, and what is refused with its line. */
#include "machine/costs.h"

#include "base/memory.h"
#include "support.h"

#include <unistd.h>

static const char good[] = "copse-costs 1\n"
                           "# a comment\n"
                           "\n"
                           "latency 1.5e-6\n"
                           "node 1\n"
                           "evaluation 2\n"
                           "play 3\n"
                           "choose 4\n"
                           "back-up 5\n"
                           "task 9\n"
                           "send 0.25\n"
                           "receive 0.125\n"
                           "byte 1e-10\n"
                           "lock 0\n"
                           "hand-over 1000000\n"
                           "line-read 6\n"
                           "line-write 7\n"
                           "line-busy 8\n"
                           "end\n";

static void refused(const char *text, size_t size, const char *sentence)
{
    cop_costs costs, before;
    copse_message why = {""};
    memset(&costs, 0x5a, sizeof costs);
    memcpy(&before, &costs, sizeof costs);
    assert_int_equal(cop_costs_read(text, size, &costs, &why), COPSE_BAD_OPTION);
    assert_memory_equal(&costs, &before, sizeof costs);
    if (strstr(why.text, sentence) == NULL)
        fail_msg("'%s' is not in '%s'", sentence, why.text);
}

static void a_good_one(void **state)
{
    cop_costs costs;
    copse_message why = {""};
    (void)state;
    if (cop_costs_read(good, sizeof good - 1, &costs, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    assert_true(costs.seconds[COP_COST_LATENCY] == 1.5e-6);
    assert_true(costs.seconds[COP_COST_NODE] == 1);
    assert_true(costs.seconds[COP_COST_BACK_UP] == 5);
    assert_true(costs.seconds[COP_COST_LINE_BUSY] == 8);
    assert_true(costs.seconds[COP_COST_HAND_OVER] == 1e6);
}

static void bad_ones(void **state)
{
    static const struct {
        const char *from, *to, *sentence;
    } rows[] = {
        {"copse-costs 1", "copse-costs 2", "line 1: version '2'"},
        {"copse-costs 1", "copse-costs ", "line 1: version ''"},
        {"copse-costs 1", "copse-costs 1 ", "line 1: version '1 '"},
        {"copse-costs 1\n", "", "line 1: no cost model"},
        {"copse-costs 1", "copse-model 1", "line 1: no cost model"},
        {"node 1", "Node 1", "line 5: 'Node' is no cost; there are node evaluation play"},
        {"node 1", "node", "line 5: node '': a number of seconds"},
        {"node 1", "node ", "line 5: node ''"},
        {"node 1", "node -1", "line 5: node '-1': a number of seconds from 0 to 1e+06"},
        {"node 1", "node nan", "line 5: node 'nan'"},
        {"node 1", "node inf", "line 5: node 'inf'"},
        {"node 1", "node 1e7", "line 5: node '1e7'"},
        {"node 1", "node 1e60", "line 5: node '1e60'"},
        {"node 1", "node 1000000.1", "line 5: node '1000000.1'"},
        {"node 1", "node 0x1", "line 5: node '0x1'"},
        {"node 1", "node 1,5", "line 5: node '1,5'"},
        {"node 1", "node 1 2", "line 5: '2': more than belongs"},
        {"node 1", "node 1 # one", "line 5: '# one': more than belongs"},
        {"node 1", " node 1", "line 5: '' is no cost"},
        {"node 1", "node\t1", "line 5: character 5 is not printable"},
        {"node 1\n", "", "line 18: 'node' is missing"},
        {"line-busy 8\n", "", "line 18: 'line-busy' is missing"},
        {"play 3", "node 3", "line 7: 'node' for the second time"},
        {"end\n", "", "line 19: the text is cut off"},
        {"end\n", "end", "line 19: the text is cut off"},
        {"end\n", "end\nnode 1\n", "line 20: nothing may follow 'end'"},
        {"end\n", "end of it\n", "line 19: 'end' is no cost"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[1024];
        const char *place = strstr(good, rows[i].from);
        assert_non_null(place);
        int length = snprintf(text, sizeof text, "%.*s%s%s", (int)(place - good), good, rows[i].to,
                              place + strlen(rows[i].from));
        refused(text, (size_t)length, rows[i].sentence);
    }
    for (size_t size = 0; size < sizeof good - 1; size++)
        refused(good, size, "line ");
    refused(good, sizeof good, "line 20: nothing may follow");
}

static copse_status choose(const char *option, cop_costs *costs, copse_message *why)
{
    copse_allocator allocator = cop_memory_standard();
    return cop_costs_choose(&allocator, option, costs, why);
}

/* All that come with copse can be read; leaves and messages cost 1 in theory, and nothing else. */
static void those_of_copse(void **state)
{
    int count = 0;
    cop_costs costs;
    copse_message why = {""};
    (void)state;
    for (const cop_built_in_costs *one = cop_built_in_costs_all; one->name != NULL; one++, count++)
        if (choose(one->name, &costs, &why) != COPSE_OK)
            fail_msg("%s", why.text);
    assert_true(count >= 3);
    assert_int_equal(choose("unit", &costs, &why), COPSE_OK);
    for (int i = 0; i < COP_COSTS; i++)
        assert_true(costs.seconds[i] ==
                    (i == COP_COST_EVALUATION || i == COP_COST_LATENCY ? 1 : 0));
    assert_int_equal(choose("origin2000", &costs, &why), COPSE_OK);
    assert_int_equal(choose(NULL, &costs, &why), COPSE_OK);
}

static void changes(void **state)
{
    cop_costs costs;
    copse_message why = {""};
    (void)state;
    assert_int_equal(choose("unit,latency=3,send=0.5,latency=4", &costs, &why), COPSE_OK);
    assert_true(costs.seconds[COP_COST_LATENCY] == 4);
    assert_true(costs.seconds[COP_COST_SEND] == 0.5);
    assert_true(costs.seconds[COP_COST_EVALUATION] == 1);
}

static void bad_choices(void **state)
{
    static const struct {
        const char *option, *sentence;
    } rows[] = {
        {"", "no cost model ''; there are: origin2000, today, unit, and files"},
        {"Unit", "no cost model 'Unit'"},
        {"unit,", "'': a change is COST=SECONDS"},
        {"unit,latency", "'latency': a change is COST=SECONDS"},
        {"unit,latency=", "latency '': a number of seconds"},
        {"unit,=1", "'=1': a change is"},
        {"unit,latency=-1", "latency '-1': a number"},
        {"unit,latency=1e9", "latency '1e9': a number"},
        {"unit,message=1", "costs: 'message' is no cost; there are node"},
        {"unit,send=1,,", "'': a change is"},
        {"./there-is-none", "'./there-is-none': there is no such file"},
        {"there-is-none.costs,send=1", "'there-is-none.costs': there is no such file"},
        {"/", "is no plain file"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cop_costs costs, before;
        copse_message why = {""};
        memset(&costs, 0x5a, sizeof costs);
        memcpy(&before, &costs, sizeof costs);
        assert_int_equal(choose(rows[i].option, &costs, &why), COPSE_BAD_OPTION);
        assert_memory_equal(&costs, &before, sizeof costs);
        if (strstr(why.text, rows[i].sentence) == NULL)
            fail_msg("'%s' is not in '%s'", rows[i].sentence, why.text);
    }
}

static void from_a_file(void **state)
{
    char path[] = "/tmp/copse-test-XXXXXX", option[64];
    cop_costs costs;
    copse_message why = {""};
    (void)state;
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, good, sizeof good - 1), sizeof good - 1);
    snprintf(option, sizeof option, "%s,send=9", path);
    assert_int_equal(choose(option, &costs, &why), COPSE_OK);
    assert_true(costs.seconds[COP_COST_SEND] == 9);
    assert_true(costs.seconds[COP_COST_RECEIVE] == 0.125);
    assert_int_equal(write(file, "x", 1), 1);
    assert_int_equal(choose(path, &costs, &why), COPSE_BAD_OPTION);
    assert_non_null(strstr(why.text, path));
    assert_non_null(strstr(why.text, "line 20"));
    close(file);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_good_one),     cmocka_unit_test(bad_ones),
        cmocka_unit_test(those_of_copse), cmocka_unit_test(changes),
        cmocka_unit_test(bad_choices),    cmocka_unit_test(from_a_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
