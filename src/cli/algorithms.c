/* SPDX-License-Identifier: MIT
 *
 * copse algorithms: the algorithms there are, and the options of one of them.
 */
#include "cli/command.h"
#include "cli/complain.h"
#include "cli/format.h"
#include "cli/terminal.h"
#include "cli/text_table.h"
#include "lab/names.h"
#include "lab/number.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

struct request {
    const char *name; /* NULL: all */
    bool json;
};

static const struct argp_option options[] = {OPTION_JSON, {0}};

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct request *request = state->input;
    if (key == KEY_JSON)
        request->json = true;
    else if (key == ARGP_KEY_ARG && state->arg_num == 0)
        request->name = value;
    else if (key == ARGP_KEY_ARG)
        argument_unwanted(value, "[NAME]");
    else
        return ARGP_ERR_UNKNOWN;
    return 0;
}

static const struct argp argp = {
    options,
    parse,
    "[NAME]",
    "Lists the algorithms there are, or tells about one of them and its options.\v"
    "Examples:\n  copse algorithms\n  copse algorithms pvs",
    NULL,
    NULL,
    NULL,
};

static const char *kind_text(copse_option_kind kind)
{
    static const char *const names[] = {
        [COPSE_OPTION_SWITCH] = "switch", [COPSE_OPTION_NUMBER] = "number",
        [COPSE_OPTION_SIZE] = "size",     [COPSE_OPTION_CHOICE] = "choice",
        [COPSE_OPTION_REAL] = "real",     [COPSE_OPTION_TEXT] = "text",
    };
    return (size_t)kind < sizeof names / sizeof names[0] ? names[kind] : "other";
}

/* The words of a text as an array. */
static json_t *json_words(const char *text, const char *separators)
{
    json_t *words = must(json_array());
    while (text && *text) {
        size_t length = strcspn(text, separators);
        if (length > 0)
            json_array_append_new(words, must(json_stringn(text, length)));
        text += length;
        text += strspn(text, separators);
    }
    return words;
}

static json_t *json_option(const copse_option *option)
{
    json_t *row = must(json_object());
    json_put(row, "name", json_string(option->name));
    json_put(row, "kind", json_string(kind_text(option->kind)));
    json_put(row, "default", json_text(option->standard));
    if (option->kind == COPSE_OPTION_NUMBER || option->kind == COPSE_OPTION_SIZE) {
        json_put(row, "least", json_integer(option->least));
        json_put(row, "most", json_integer(option->most));
    }
    if (option->kind == COPSE_OPTION_REAL) {
        json_put(row, "least", json_real((double)option->least / 1e6));
        json_put(row, "most", json_real((double)option->most / 1e6));
    }
    if (option->choices)
        json_put(row, "choices", json_words(option->choices, "|"));
    json_put(row, "summary", json_text(option->summary));
    return row;
}

static json_t *json_algorithm(const copse_algorithm *algorithm)
{
    json_t *row = must(json_object()), *all = must(json_array());
    json_put(row, "name", json_string(algorithm->name));
    json_put(row, "summary", json_text(algorithm->summary));
    json_put(row, "paper", json_text(algorithm->paper));
    json_put(row, "family", json_text(algorithm->family));
    json_put(row, "exact", json_boolean(algorithm->exact));
    json_put(row, "parallel", json_boolean(algorithm->parallel));
    json_put(row, "machines", json_words(algorithm->machines, " "));
    for (int i = 0; i < algorithm->option_count; i++)
        json_array_append_new(all, json_option(&algorithm->options[i]));
    json_put(row, "options", all);
    return row;
}

static void print_list(void)
{
    struct text_table table;
    text_table_init(&table, "lll");
    text_table_cell(&table, "algorithm");
    text_table_cell(&table, "exact");
    text_table_cell(&table, "what it is");
    const copse_algorithm *algorithm;
    for (int i = 0; (algorithm = copse_algorithm_at(i)) != NULL; i++) {
        text_table_cell(&table, "%s", algorithm->name);
        text_table_cell(&table, "%s", algorithm->exact ? "yes" : "no");
        text_table_cell(&table, "%s", algorithm->summary);
    }
    text_table_print(&table);
    printf("\n'copse algorithms NAME' lists the options of one.\n");
}

static void range_cell(struct text_table *table, const copse_option *option)
{
    char least[24], most[24];
    const char *choices = option->choices;
    if (option->kind == COPSE_OPTION_NUMBER)
        text_table_cell(table, "%" PRId64 " to %" PRId64, option->least, option->most);
    else if (option->kind == COPSE_OPTION_SIZE)
        text_table_cell(table, "0, %s%s%s to %s", choices ? choices : "", choices ? ", " : "",
                        size_to_text((uint64_t)option->least, least),
                        size_to_text((uint64_t)option->most, most));
    else if (option->kind == COPSE_OPTION_REAL)
        text_table_cell(table, "%g to %g", (double)option->least / 1e6, (double)option->most / 1e6);
    else if (option->kind == COPSE_OPTION_TEXT)
        text_table_cell(table, "%s", "");
    else
        text_table_cell(table, "%s", choices ? choices : "on|off");
}

static void print_one(const copse_algorithm *algorithm)
{
    printf("%s%s%s: %s\n", terminal_style(STYLE_HEAD), algorithm->name, terminal_style(STYLE_PLAIN),
           algorithm->summary);
    printf("  paper     %s\n  family    %s\n  exact     %s\n  machines  %s%s\n", algorithm->paper,
           algorithm->family, algorithm->exact ? "yes: minimax's value to the depth" : "no",
           algorithm->machines, algorithm->parallel ? "" : " (one processor)");
    if (algorithm->option_count == 0)
        return;
    putchar('\n');
    struct text_table table;
    text_table_init(&table, "lllll");
    static const char *const heads[] = {"option", "kind", "default", "range", "what it does"};
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        text_table_cell(&table, "%s", heads[i]);
    for (int i = 0; i < algorithm->option_count; i++) {
        const copse_option *option = &algorithm->options[i];
        text_table_cell(&table, "%s", option->name);
        text_table_cell(&table, "%s", kind_text(option->kind));
        text_table_cell(&table, "%s", option->standard);
        range_cell(&table, option);
        text_table_cell(&table, "%s", option->summary);
    }
    text_table_print(&table);
}

static void print_json(const copse_algorithm *only)
{
    json_t *all = must(json_array());
    const copse_algorithm *algorithm;
    for (int i = 0; (algorithm = copse_algorithm_at(i)) != NULL; i++) {
        if (!only || only == algorithm)
            json_array_append_new(all, json_algorithm(algorithm));
    }
    json_print(all);
}

static int run(const struct command *command, int argc, char **argv)
{
    struct request request = {0};
    command_parse(command, argc, argv, &request);
    const copse_algorithm *only = NULL;
    copse_message why;
    if (request.name && !(only = algorithm_named(request.name, &why)))
        complain_usage("%s", why.text);
    if (request.json)
        print_json(only);
    else if (only)
        print_one(only);
    else
        print_list();
    return EXIT_DONE;
}

const struct command command_algorithms = {"algorithms", "the algorithms there are, their options",
                                           &argp, run};
