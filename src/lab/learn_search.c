/* SPDX-License-Identifier: MIT */
#include "lab/learn_search.h"

#include "base/memory.h"
#include "base/text.h"

#include <string.h>

static copse_status say(copse_message *why, copse_status status, const char *sentence)
{
    snprintf(why->text, sizeof why->text, "%s", sentence);
    return status;
}

/* Sets all options of a text that has a line "name=value" for each. */
static copse_status set_lines(copse_search *search, const char *lines)
{
    cop_span rest = cop_span_of(lines), line, name, value;
    copse_status status = COPSE_OK;
    while (status == COPSE_OK && cop_span_next(&rest, '\n', &line)) {
        char text[2][300];
        if (!cop_span_pair(line, &name, &value))
            continue; /* the end */
        snprintf(text[0], sizeof text[0], "%.*s", (int)name.length, name.start);
        snprintf(text[1], sizeof text[1], "%.*s", (int)value.length, value.start);
        status = copse_search_set(search, text[0], text[1]);
    }
    return status;
}

copse_status learn_new_search(const struct learn *learn, const char *algorithm, const char *options,
                              copse_search **search, copse_message *why)
{
    copse_status status = copse_search_new(learn->game, algorithm, NULL, search, why);
    if (status != COPSE_OK)
        return status;
    status = set_lines(*search, options);
    return status == COPSE_OK ? COPSE_OK : say(why, status, copse_search_message(*search));
}

/* Exact, unless the game is one for which there is something better. */
copse_status learn_new_deep(const struct learn *learn, copse_search **search, copse_message *why)
{
    const copse_game *game = learn->game;
    bool ranks = game->rank != NULL && game->skip != NULL && game->hash != NULL;
    return learn_new_search(
        learn, ranks ? "pvs" : "failsoft",
        ranks ? "ordering=ranked\ntable=16M\nhistory=on\nkillers=on\ndeepening=on\n"
                "nullmove=on\nreductions=on\nextensions=on\n"
              : "ordering=static\n",
        search, why);
}

copse_status learn_new_rbfm(const struct learn *learn, copse_search **search, copse_message *why)
{
    copse_status status = learn_new_search(
        learn, "rbfm", learn->pruning ? "spread=1\npruning=on" : "spread=1\npruning=off", search,
        why);
    if (status == COPSE_OK)
        status = copse_search_set(*search, "model", learn->between);
    if (status == COPSE_OK && learn->options)
        status = set_lines(*search, learn->options);
    return status == COPSE_OK ? COPSE_OK : say(why, status, copse_search_message(*search));
}

copse_status learn_new_evaluator(const struct learn *learn, cop_evaluator **evaluator,
                                 copse_message *why)
{
    static const char option[] = "evaluator=";
    const char *line = learn->options ? strstr(learn->options, option) : NULL;
    cop_evaluator_word word = {.deadline = 10};
    copse_allocator memory = cop_memory_standard();
    if (!line)
        return COPSE_OK;
    line += sizeof option - 1;
    snprintf(word.text, sizeof word.text, "%.*s", (int)strcspn(line, "\n"), line);
    if (cop_evaluator_is_static(word.text))
        return COPSE_OK;
    copse_status status = cop_evaluator_new(&memory, learn->game, &word, evaluator, why);
    return status == COPSE_OK ? cop_evaluator_begin(*evaluator, 1, NULL, NULL, why) : status;
}
