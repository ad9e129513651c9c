/* SPDX-License-Identifier: MIT
 *
 * The options of every algorithm. The first byte chooses the algorithm, then there is a line
 * name=value for each option; those that are taken must make a search that runs. */
#include "fuzz.h"

/* Sets what the line says. */
static void set_option(copse_search *search, char *line)
{
    char *equals = strchr(line, '=');
    if (equals != NULL)
        *equals = 0;
    const char *value = equals != NULL ? equals + 1 : "";
    copse_status status = copse_search_set(search, line, value);
    PROMISE(status == COPSE_OK || status == COPSE_BAD_OPTION);
    if (status == COPSE_BAD_OPTION)
        PROMISE(strstr(copse_search_message(search), "option") != NULL);
}

static void run_shortly(copse_search *search)
{
    copse_limits limits;
    copse_result result;
    copse_limits_init(&limits);
    limits.nodes = 100;
    limits.memory = 4 * COPSE_LEAST_MEMORY;
    copse_status status = copse_search_run(search, &limits);
    if (status == COPSE_BAD_OPTION) { /* a model that is not there */
        PROMISE(strstr(copse_search_message(search), "model") != NULL);
        return;
    }
    PROMISE(status == COPSE_OK || status == COPSE_BAD_LIMIT);
    if (status == COPSE_OK) {
        PROMISE(copse_search_result(search, &result) == COPSE_OK);
        PROMISE(result.move >= 1 && result.move <= 4);
    } else {
        PROMISE(strstr(copse_search_message(search), "table of ") != NULL);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    copse_search *search;
    const char *algorithm = copse_algorithm_at(data[0] % copse_algorithm_count())->name;
    char *text = text_from(data + 1, size - 1), *rest = text;
    PROMISE(copse_search_new(copse_game_find("random"), algorithm, NULL, &search, NULL) ==
            COPSE_OK);
    PROMISE(copse_search_set_position_text(search, "branching=4,seed=3") == COPSE_OK);
    while (rest != NULL) {
        char *line = rest;
        rest = strchr(line, '\n');
        if (rest != NULL)
            *rest++ = 0;
        set_option(search, line);
    }
    run_shortly(search);
    copse_search_free(search);
    free(text);
    return 0;
}
