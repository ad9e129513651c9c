/* SPDX-License-Identifier: MIT
 *
 * copse bench: the speed of this build on this machine, as a table.
 */
#include "lab/bench_costs.h"

#include "cli/command.h"
#include "cli/complain.h"
#include "cli/format.h"
#include "cli/terminal.h"
#include "cli/text_table.h"

#include <inttypes.h>
#include <stdio.h>

/* The example of a game that is not the library's own, compiled into the command. */
extern const copse_game connect_four;

enum { KEY_QUICK = KEY_OWN, KEY_COSTS };

struct request {
    bool quick, costs, json;
};

static const struct argp_option options[] = {
    {"quick", KEY_QUICK, NULL, 0, "Less sure of the numbers, but done in a few seconds",
     GROUP_WHAT},
    {"costs", KEY_COSTS, NULL, 0,
     "Print a cost model of this machine instead, for the option --costs of 'copse search' and "
     "'copse scale'",
     GROUP_WHAT},
    OPTION_JSON,
    {0}};

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct request *request = state->input;
    if (key == KEY_QUICK)
        request->quick = true;
    else if (key == KEY_COSTS)
        request->costs = true;
    else if (key == KEY_JSON)
        request->json = true;
    else if (key == ARGP_KEY_ARG)
        argument_unwanted(value, "none");
    else
        return ARGP_ERR_UNKNOWN;
    return 0;
}

static const struct argp argp = {
    options,
    parse,
    NULL,
    "Measures the speed of this build on this machine, one core at a time. The last line, "
    "'Bench: N', is a number of nodes that is the same on every machine.\v"
    "Examples:\n"
    "  copse bench --quick\n"
    "  copse bench --costs > mine.costs",
    NULL,
    NULL,
    NULL,
};

static void print_json(const struct bench *bench)
{
    json_t *rows = must(json_array());
    for (int i = 0; i < bench->row_count; i++) {
        const struct bench_row *row = &bench->rows[i];
        json_t *object = must(json_object());
        json_put(object, "name", json_string(row->name));
        json_put(object, "value", json_real(row->value));
        json_put(object, "unit", json_string(row->unit));
        json_put(object, "reference", row->reference < 0 ? json_null() : json_real(row->reference));
        json_put(object, "ratio", row->ratio < 0 ? json_null() : json_real(row->ratio));
        json_put(object, "against", json_string(row->against));
        json_array_append_new(rows, object);
    }
    json_print(rows);
}

/* Small numbers with their decimals, large ones in groups of three digits. */
static void number_cell(struct text_table *table, double number)
{
    if (number < 0)
        text_table_cell(table, "-");
    else if (number < 1000)
        text_table_cell(table, "%.2f", number);
    else
        text_table_cell(table, "%s", count_words((uint64_t)(number + 0.5)).text);
}

static void print_text(const struct bench *bench)
{
    static const char *const heads[] = {"name", "value", "unit", "reference", "ratio", "against"};
    struct text_table table;
    text_table_init(&table, "lrlrrl");
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        text_table_cell(&table, "%s", heads[i]);
    for (int i = 0; i < bench->row_count; i++) {
        const struct bench_row *row = &bench->rows[i];
        text_table_cell(&table, "%s", row->name);
        number_cell(&table, row->value);
        text_table_cell(&table, "%s", row->unit);
        number_cell(&table, row->reference);
        number_cell(&table, row->ratio);
        text_table_cell(&table, "%s", row->against);
    }
    text_table_print(&table);
    printf("\nBench: %" PRIu64 "\n", bench->nodes);
}

static void print_costs(const struct bench *bench)
{
    struct bench_price price;
    printf("copse-costs 1\n"
           "# What things cost where this was measured, by copse bench --costs%s, copse %s.\n"
           "# Beside each price are the rows of copse bench that it is made of.\n",
           bench->quick ? " --quick" : "", copse_version());
    for (int i = 0; bench_price(bench, i, &price); i++)
        printf("\n# %s\n%s %.3g\n", price.from, price.name, price.seconds);
    printf("end\n");
}

static void about_to(const char *what)
{
    terminal_status("measuring %s", what);
}

static int run(const struct command *command, int argc, char **argv)
{
    struct request request = {0};
    command_parse(command, argc, argv, &request);
    if (request.costs && request.json)
        complain_usage("--costs, --json: a cost model is no JSON: give one of them");
    struct bench bench = {.quick = request.quick,
                          .prices = request.costs,
                          .random = copse_game_find("random"),
                          .own = &connect_four,
                          .about_to = about_to};
    if (!bench.random)
        complain_failed("this library has no game 'random'");
    copse_status status = bench_run(&bench);
    terminal_status_clear();
    if (status != COPSE_OK)
        complain_failed("%s", bench.why.text);
    if (request.costs)
        print_costs(&bench);
    else if (request.json)
        print_json(&bench);
    else
        print_text(&bench);
    return EXIT_DONE;
}

const struct command command_bench = {"bench", "the speed of this machine", &argp, run};
