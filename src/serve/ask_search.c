/* SPDX-License-Identifier: MIT
 *
 * A whole search from JSON. */
#include "serve/ask.h"

#include "base/text.h"
#include "lab/names.h"
#include "protocol/seat.h"

#include <stdio.h>
#include <string.h>

/* A page may name what is built in: a word without dots and slashes, with a depth behind a colon
 * perhaps. Files and other programs (uci:COMMAND) are for the command. */
static bool is_built_in(const char *value)
{
    return strncmp(value, "uci", 3) != 0 &&
           value[strspn(value, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "0123456789-_:")] == '\0';
}

static const copse_option *option_of_game(const copse_game *game, const char *name)
{
    for (int i = 0; i < game->option_count; i++) {
        if (strcmp(game->options[i].name, name) == 0)
            return &game->options[i];
    }
    return NULL;
}

static copse_status set_option(struct asked *asked, const char *name, const char *value,
                               copse_message *why)
{
    const copse_option *option = option_named(asked->algorithm, name);
    bool of_game = option == NULL;
    if (of_game)
        option = option_of_game(asked->record.game, name);
    if (option && option->kind == COPSE_OPTION_TEXT && (of_game || !is_built_in(value)))
        return cop_say(why, COPSE_BAD_OPTION,
                       "option %s: a page may name no file and start no program: the command "
                       "copse search can",
                       name);
    copse_status status = copse_search_set(asked->search, name, value);
    return status == COPSE_OK ? status
                              : cop_say(why, status, "%s", copse_search_message(asked->search));
}

static copse_status set_options(const json_t *request, struct asked *asked, copse_message *why)
{
    const json_t *options = json_object_get(request, "options");
    const char *name;
    json_t *value;
    if (!options || json_is_null(options))
        return COPSE_OK;
    if (!json_is_object(options))
        return cop_say(why, COPSE_BAD_OPTION, "options: has to be an object");
    json_object_foreach((json_t *)options, name, value)
    {
        const char *text = json_string_value(value);
        if (!text || strlen(text) != json_string_length(value))
            return cop_say(why, COPSE_BAD_OPTION, "option %.40s: its value has to be a text", name);
        copse_status status = set_option(asked, name, text, why);
        if (status != COPSE_OK)
            return status;
    }
    return COPSE_OK;
}

static copse_status set_seed(const json_t *request, struct asked *asked, copse_message *why)
{
    const json_t *seed = json_object_get(request, "seed");
    char text[24];
    if (!seed || json_is_null(seed))
        return COPSE_OK;
    if (!json_is_integer(seed) || json_integer_value(seed) < 0)
        return cop_say(why, COPSE_BAD_OPTION, "seed: a whole number from 0 on");
    if (!option_named(asked->algorithm, "seed"))
        return COPSE_OK; /* it draws no random numbers */
    snprintf(text, sizeof text, "%lld", (long long)json_integer_value(seed));
    return set_option(asked, "seed", text, why);
}

/* ---------------------------------------------------------------------------------- the machine */

/* A cost model that comes with copse, and changes to it. */
static bool is_cost_model(const char *text)
{
    static const char *const names[] = {"today", "origin2000", "unit"};
    size_t length = strcspn(text, ",");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strlen(names[i]) == length && strncmp(text, names[i], length) == 0)
            return true;
    }
    return false;
}

struct machine {
    const char *name, *costs; /* costs NULL: the usual ones */
    int processors;
};

static copse_status read_machine(const json_t *request, struct machine *machine, copse_message *why)
{
    const json_t *name = json_object_get(request, "machine");
    const json_t *costs = json_object_get(request, "costs");
    const json_t *processors = json_object_get(request, "processors");
    bool given = processors && !json_is_null(processors);
    *machine = (struct machine){.name = "threads", .processors = 1};
    if (name && !json_is_null(name))
        machine->name = json_string_value(name);
    bool sim = machine->name && strcmp(machine->name, "sim") == 0;
    if (!machine->name || (!sim && strcmp(machine->name, "threads") != 0))
        return cop_say(why, COPSE_BAD_OPTION, "machine: threads or sim");
    json_int_t most = sim ? ASK_MOST_SIMULATED : ASK_MOST_THREADS;
    json_int_t number = given ? json_integer_value(processors) : 1;
    if ((given && !json_is_integer(processors)) || number < 1 || number > most)
        return cop_say(why, COPSE_BAD_OPTION, "processors: a whole number from 1 to %lld",
                       (long long)most);
    machine->processors = (int)number;
    if (costs && !json_is_null(costs))
        machine->costs = json_string_value(costs);
    if (costs && !json_is_null(costs) && (!machine->costs || !is_cost_model(machine->costs)))
        return cop_say(why, COPSE_BAD_OPTION,
                       "costs: today, origin2000 or unit, and changes to it, as in "
                       "today,evaluation=0.001");
    if (!sim)
        machine->costs = NULL; /* threads have none; a page need not know that */
    return COPSE_OK;
}

/* ------------------------------------------------------------------------------------- together */

/* What the page has chosen, or what plays best with its usual options. */
static copse_status make_search(const json_t *request, struct asked *asked,
                                const struct machine *machine, copse_message *why)
{
    const copse_game *game = asked->record.game;
    const json_t *value = json_object_get(request, "algorithm");
    const char *name = json_string_value(value);
    bool sim = strcmp(machine->name, "sim") == 0;
    if (value && !json_is_null(value) && !name)
        return cop_say(why, COPSE_UNKNOWN_ALGORITHM, "algorithm: has to be a text");
    if (!name || name[0] == '\0') {
        cop_seat_settings settings;
        cop_seat_settings_init(&settings);
        settings.threads = sim ? 1 : machine->processors;
        settings.limits = asked->limits;
        return cop_seat_new_search(game, &settings, &asked->search, &asked->algorithm, why);
    }
    asked->algorithm = algorithm_named(name, why);
    if (!asked->algorithm)
        return COPSE_UNKNOWN_ALGORITHM;
    return copse_search_new(game, asked->algorithm->name, NULL, &asked->search, why);
}

static copse_status read_watch(const json_t *request, struct asked *asked, copse_message *why)
{
    const json_t *watch = json_object_get(request, "watch");
    if (!watch || json_is_null(watch))
        return COPSE_OK;
    if (!json_is_object(watch))
        return cop_say(why, COPSE_BAD_ARGUMENT, "watch: has to be an object");
    asked->tree = json_is_true(json_object_get(watch, "tree"));
    asked->processors = json_is_true(json_object_get(watch, "processors"));
    return ask_members(watch, "watch", "tree processors", why);
}

static copse_status fill_in(const json_t *request, struct asked *asked, copse_message *why)
{
    struct machine machine;
    copse_status status = read_machine(request, &machine, why);
    if (status == COPSE_OK)
        status = ask_limits(request, &asked->limits, why);
    if (status == COPSE_OK)
        status = read_watch(request, asked, why);
    if (status == COPSE_OK)
        status = make_search(request, asked, &machine, why);
    if (status == COPSE_OK)
        status = set_options(request, asked, why);
    if (status == COPSE_OK)
        status = set_seed(request, asked, why);
    if (status != COPSE_OK)
        return status;
    asked->simulated = strcmp(machine.name, "sim") == 0;
    status =
        copse_search_set_machine(asked->search, machine.name, machine.processors, machine.costs);
    if (status == COPSE_OK)
        status = copse_search_set_position(asked->search, cop_record_now(&asked->record));
    return status == COPSE_OK ? status
                              : cop_say(why, status, "%s", copse_search_message(asked->search));
}

copse_status ask_search(const json_t *request, struct asked *asked, copse_message *why)
{
    *asked = (struct asked){.search = NULL};
    copse_status status = ask_members(request, "a search",
                                      "game position moves algorithm options limits machine "
                                      "processors costs seed watch",
                                      why);
    if (status == COPSE_OK)
        status = ask_place(request, &asked->record, why);
    if (status != COPSE_OK)
        return status;
    if (cop_record_is_over(&asked->record))
        status = cop_say(why, COPSE_GAME_OVER, "%s", copse_status_text(COPSE_GAME_OVER));
    else
        status = fill_in(request, asked, why);
    if (status != COPSE_OK)
        asked_clear(asked);
    return status;
}

void asked_clear(struct asked *asked)
{
    copse_search_free(asked->search);
    cop_record_clear(&asked->record);
    *asked = (struct asked){.search = NULL};
}
