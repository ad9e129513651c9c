/* SPDX-License-Identifier: MIT
 *
 * copse games: the games there are.
 */
#include "cli/command.h"
#include "cli/complain.h"
#include "cli/format.h"
#include "cli/text_table.h"

static const struct argp_option options[] = {OPTION_JSON, {0}};

static error_t parse(int key, char *value, struct argp_state *state)
{
    bool *json = state->input;
    if (key == KEY_JSON)
        *json = true;
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
    "Lists the games there are, each with the text of its start position.\v"
    "Example:\n  copse games",
    NULL,
    NULL,
    NULL,
};

static void print_json(void)
{
    json_t *all = must(json_array());
    const copse_game *game;
    for (int i = 0; (game = copse_game_at(i)) != NULL; i++) {
        json_t *row = must(json_object());
        json_put(row, "name", json_string(game->name));
        json_put(row, "summary", json_text(game->summary));
        json_put(row, "start", json_text(game->start));
        json_array_append_new(all, row);
    }
    json_print(all);
}

static void print_text(void)
{
    struct text_table table;
    text_table_init(&table, "ll");
    text_table_cell(&table, "game");
    text_table_cell(&table, "what it is, and its start position");
    const copse_game *game;
    for (int i = 0; (game = copse_game_at(i)) != NULL; i++) {
        text_table_cell(&table, "%s", game->name);
        text_table_cell(&table, "%s", game->summary ? game->summary : "-");
        text_table_cell(&table, "%s", "");
        text_table_cell(&table, "%s", game->start ? game->start : "-");
    }
    text_table_print(&table);
}

static int run(const struct command *command, int argc, char **argv)
{
    bool json = false;
    command_parse(command, argc, argv, &json);
    if (json)
        print_json();
    else
        print_text();
    return EXIT_DONE;
}

const struct command command_games = {"games", "the games there are", &argp, run};
