/* SPDX-License-Identifier: MIT */
#include "serve/ask.h"

#include "base/text.h"
#include "lab/limits.h"
#include "lab/names.h"

#include <stdio.h>
#include <string.h>

json_t *ask_read(const char *text, size_t size, copse_message *why)
{
    json_error_t error;
    json_t *value = json_loadb(text ? text : "", size, JSON_REJECT_DUPLICATES, &error);
    if (json_is_object(value))
        return value;
    if (value)
        snprintf(why->text, sizeof why->text, "the body is JSON, but no object");
    else
        snprintf(why->text, sizeof why->text, "the body is no JSON: line %d, column %d: %s",
                 error.line, error.column, error.text);
    json_decref(value);
    return NULL;
}

static bool is_word_of(const char *words, const char *word)
{
    size_t length = strlen(word);
    while (*words) {
        size_t next = strcspn(words, " ");
        if (next == length && strncmp(words, word, length) == 0)
            return true;
        words += next + (words[next] == ' ');
    }
    return false;
}

copse_status ask_members(const json_t *object, const char *what, const char *members,
                         copse_message *why)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)object, name, value)
    {
        (void)value;
        if (!is_word_of(members, name))
            return cop_say(why, COPSE_BAD_ARGUMENT, "%s has no member '%.40s'; there are: %s", what,
                           name, members);
    }
    return COPSE_OK;
}

/* A member that is a text; null and none are NULL. */
static copse_status text_of(const json_t *object, const char *name, const char **text,
                            copse_message *why)
{
    const json_t *value = json_object_get(object, name);
    *text = json_string_value(value);
    if (value && !json_is_null(value) && !*text)
        return cop_say(why, COPSE_BAD_ARGUMENT, "%s: has to be a text", name);
    if (*text && strlen(*text) != json_string_length(value))
        return cop_say(why, COPSE_BAD_ARGUMENT, "%s: a text without zeros", name);
    return COPSE_OK;
}

static copse_status switch_of(const json_t *object, const char *name, bool *on, copse_message *why)
{
    const json_t *value = json_object_get(object, name);
    *on = json_is_true(value);
    if (value && !json_is_boolean(value) && !json_is_null(value))
        return cop_say(why, COPSE_BAD_ARGUMENT, "%s: true or false", name);
    return COPSE_OK;
}

/* ---------------------------------------------------------------------------------------- places
 */

copse_status ask_moves(const json_t *request, const char *member, cop_record *record,
                       copse_message *why)
{
    const json_t *moves = json_object_get(request, member);
    if (!moves || json_is_null(moves))
        return COPSE_OK;
    if (!json_is_array(moves))
        return cop_say(why, COPSE_BAD_ARGUMENT, "%s: has to be a list of moves", member);
    for (size_t i = 0; i < json_array_size(moves); i++) {
        copse_move move;
        const json_t *value = json_array_get(moves, i);
        const char *text = json_string_value(value);
        if (!text || strlen(text) != json_string_length(value))
            return cop_say(why, COPSE_BAD_ARGUMENT, "%s: number %zu is not a text", member, i + 1);
        copse_message wrong;
        copse_status status = cop_record_is_over(record)
                                  ? cop_say(&wrong, COPSE_BAD_MOVE, "the game is over before it")
                                  : cop_record_read(record, text, &move, &wrong);
        if (status == COPSE_OK)
            status = cop_record_play(record, move, false, &wrong);
        if (status != COPSE_OK)
            return cop_say(why, status, "move %zu, '%.40s': %.400s", i + 1, text, wrong.text);
    }
    return COPSE_OK;
}

copse_status ask_place(const json_t *request, cop_record *record, copse_message *why)
{
    const char *name, *text;
    copse_status status = text_of(request, "game", &name, why);
    if (status == COPSE_OK)
        status = text_of(request, "position", &text, why);
    if (status != COPSE_OK)
        return status;
    if (!name)
        return cop_say(why, COPSE_UNKNOWN_GAME, "game: is missing");
    const copse_game *game = game_named(name, why);
    if (!game)
        return COPSE_UNKNOWN_GAME;
    status = cop_record_init(record, game, why);
    if (status != COPSE_OK)
        return status;
    if (text)
        status = cop_record_start(record, text, why);
    if (status == COPSE_OK)
        status = ask_moves(request, "moves", record, why);
    if (status != COPSE_OK)
        cop_record_clear(record);
    return status;
}

/* ---------------------------------------------------------------------------------------- limits
 */

static copse_status read_limit(const json_t *value, const char *member, const char *name,
                               copse_limits *limits, copse_message *why)
{
    char text[40] = "";
    copse_message wrong;
    if (!value || json_is_null(value))
        return COPSE_OK;
    if (json_is_integer(value))
        snprintf(text, sizeof text, "%lld", (long long)json_integer_value(value));
    else if (json_is_real(value))
        snprintf(text, sizeof text, "%.9g", json_real_value(value));
    if (!limit_set(limits, name, text, &wrong))
        return cop_say(why, COPSE_BAD_LIMIT, "limits: %s: %.400s", member, wrong.text);
    return COPSE_OK;
}

copse_status ask_limits(const json_t *request, copse_limits *limits, copse_message *why)
{
    static const char *const names[][2] = {{"depth", "depth"},
                                           {"nodes", "nodes"},
                                           {"expansions", "expansions"},
                                           {"seconds", "time"},
                                           {"memory", "memory"}};
    const json_t *given = json_object_get(request, "limits");
    copse_limits_init(limits);
    if (given && !json_is_null(given) && !json_is_object(given))
        return cop_say(why, COPSE_BAD_LIMIT, "limits: has to be an object");
    copse_status status =
        given ? ask_members(given, "limits", "depth nodes expansions seconds memory endless", why)
              : COPSE_OK;
    for (size_t i = 0; i < sizeof names / sizeof names[0] && status == COPSE_OK; i++)
        status =
            read_limit(json_object_get(given, names[i][0]), names[i][0], names[i][1], limits, why);
    if (status == COPSE_OK)
        status = switch_of(given, "endless", &limits->endless, why);
    if (status == COPSE_OK && !limits->endless && !limits_end(limits))
        status = cop_say(why, COPSE_BAD_LIMIT,
                         "limits: one of depth, nodes, expansions, seconds and endless is needed");
    if (limits->memory == 0)
        limits->memory = (size_t)ASK_MEMORY;
    return status;
}
