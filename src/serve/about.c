/* SPDX-License-Identifier: MIT */
#include "serve/about.h"

#include "base/os.h"
#include "serve/runs.h"

#include <string.h>

/* The words of a text as an array. */
static json_t *words_json(const char *text, char separator)
{
    json_t *words = json_array();
    const char separators[] = {separator, '\0'};
    while (text && *text) {
        size_t length = strcspn(text, separators);
        if (length > 0)
            json_array_append_new(words, json_stringn(text, length));
        text += length + (text[length] != '\0');
    }
    return words;
}

static json_t *text_json(const char *text)
{
    return text ? json_string(text) : json_null();
}

static const char *kind_text(copse_option_kind kind)
{
    static const char *const names[] = {
        [COPSE_OPTION_SWITCH] = "switch", [COPSE_OPTION_NUMBER] = "number",
        [COPSE_OPTION_SIZE] = "size",     [COPSE_OPTION_CHOICE] = "choice",
        [COPSE_OPTION_REAL] = "real",     [COPSE_OPTION_TEXT] = "text",
    };
    return names[kind];
}

static json_t *option_json(const copse_option *option)
{
    json_t *row = json_object();
    json_object_set_new(row, "name", json_string(option->name));
    json_object_set_new(row, "kind", json_string(kind_text(option->kind)));
    json_object_set_new(row, "standard", text_json(option->standard));
    if (option->kind == COPSE_OPTION_REAL) { /* the library has millionths */
        json_object_set_new(row, "least", json_real((double)option->least / 1e6));
        json_object_set_new(row, "most", json_real((double)option->most / 1e6));
    } else {
        json_object_set_new(row, "least", json_integer(option->least));
        json_object_set_new(row, "most", json_integer(option->most));
    }
    json_object_set_new(row, "choices", words_json(option->choices, '|'));
    json_object_set_new(row, "summary", text_json(option->summary));
    return row;
}

/* Those that a program of its own has are not offered: this one has no MPI. */
static json_t *machines_json(const char *machines)
{
    json_t *words = words_json(machines, ' ');
    for (size_t i = json_array_size(words); i-- > 0;) {
        if (strcmp(json_string_value(json_array_get(words, i)), "mpi") == 0)
            json_array_remove(words, i);
    }
    return words;
}

static json_t *algorithm_json(const copse_algorithm *algorithm)
{
    json_t *row = json_object(), *options = json_array();
    json_object_set_new(row, "name", json_string(algorithm->name));
    json_object_set_new(row, "summary", text_json(algorithm->summary));
    json_object_set_new(row, "paper", text_json(algorithm->paper));
    json_object_set_new(row, "family", text_json(algorithm->family));
    json_object_set_new(row, "exact", json_boolean(algorithm->exact));
    json_object_set_new(row, "parallel", json_boolean(algorithm->parallel));
    json_object_set_new(row, "machines", machines_json(algorithm->machines));
    json_object_set_new(row, "tree", json_boolean(algorithm->tree));
    for (int i = 0; i < algorithm->option_count; i++)
        json_array_append_new(options, option_json(&algorithm->options[i]));
    json_object_set_new(row, "options", options);
    return row;
}

static json_t *game_json(const copse_game *game)
{
    json_t *row = json_object();
    json_object_set_new(row, "name", json_string(game->name));
    json_object_set_new(row, "summary", text_json(game->summary));
    json_object_set_new(row, "start", text_json(game->start));
    return row;
}

json_t *about_json(void)
{
    json_t *about = json_object(), *games = json_array(), *algorithms = json_array();
    for (int i = 0; i < copse_game_count(); i++)
        json_array_append_new(games, game_json(copse_game_at(i)));
    for (int i = 0; i < copse_algorithm_count(); i++)
        json_array_append_new(algorithms, algorithm_json(copse_algorithm_at(i)));
    json_object_set_new(about, "version", json_string(copse_version()));
    json_object_set_new(about, "processors", json_integer(cop_cpus_allowed()));
    json_object_set_new(about, "costs", json_pack("[sss]", "today", "origin2000", "unit"));
    json_object_set_new(about, "limits",
                        json_pack("{s:i,s:i,s:i}", "searches", RUNS_MOST, "clients", RUNS_STREAMS,
                                  "body", SERVE_MOST_BODY));
    json_object_set_new(about, "games", games);
    json_object_set_new(about, "algorithms", algorithms);
    return about;
}
