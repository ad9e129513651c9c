/* SPDX-License-Identifier: MIT */
#include "search/settings.h"

#include "base/text.h"

#include <string.h>

/* Where the value of an option of this name is kept. */
static void *place_of(cop_settings *settings, const char *name)
{
    static const struct {
        const char *name;
        size_t offset;
    } places[] = {
        {"ordering", offsetof(cop_settings, ordering)},
        {"deepening", offsetof(cop_settings, deepening)},
        {"step", offsetof(cop_settings, step)},
        {"window", offsetof(cop_settings, window)},
        {"table", offsetof(cop_settings, table)},
        {"history", offsetof(cop_settings, history)},
        {"killers", offsetof(cop_settings, killers)},
        {"order-noise", offsetof(cop_settings, order_noise)},
        {"seed", offsetof(cop_settings, seed)},
        {"leaves", offsetof(cop_settings, leaves)},
        {"selectivity", offsetof(cop_settings, selectivity)},
        {"nullmove", offsetof(cop_settings, nullmove)},
        {"reductions", offsetof(cop_settings, reductions)},
        {"extensions", offsetof(cop_settings, extensions)},
        {"futility", offsetof(cop_settings, futility)},
        {"expansion", offsetof(cop_settings, expansion)},
        {"pruning", offsetof(cop_settings, pruning)},
        {"damping", offsetof(cop_settings, damping)},
        {"decide", offsetof(cop_settings, decide)},
        {"patience", offsetof(cop_settings, patience)},
        {"confidence", offsetof(cop_settings, confidence)},
        {"spread", offsetof(cop_settings, spread)},
        {"rest", offsetof(cop_settings, rest)},
        {"reach", offsetof(cop_settings, reach)},
        {"base", offsetof(cop_settings, base)},
        {"transpositions", offsetof(cop_settings, transpositions)},
        {"exploration", offsetof(cop_settings, exploration)},
        {"backup", offsetof(cop_settings, backup)},
        {"driver", offsetof(cop_settings, driver)},
        {"speculation", offsetof(cop_settings, speculation)},
        {"updates", offsetof(cop_settings, updates)},
        {"batch", offsetof(cop_settings, batch)},
        {"in-flight", offsetof(cop_settings, in_flight)},
        {"split", offsetof(cop_settings, split)},
        {"restart", offsetof(cop_settings, restart)},
        {"serial", offsetof(cop_settings, serial)},
        {"ask", offsetof(cop_settings, ask)},
        {"outcome", offsetof(cop_settings, outcome)},
        {"fanout", offsetof(cop_settings, fanout)},
        {"height", offsetof(cop_settings, height)},
        {"alpha-raising", offsetof(cop_settings, alpha_raising)},
        {"masters-search", offsetof(cop_settings, masters_search)},
        {"grandchildren", offsetof(cop_settings, grandchildren)},
        {"slice", offsetof(cop_settings, slice)},
        {"upper", offsetof(cop_settings, upper)},
        {"order", offsetof(cop_settings, order)},
        {"cluster", offsetof(cop_settings, cluster)},
        {"granularity", offsetof(cop_settings, granularity)},
        {"balance", offsetof(cop_settings, balance)},
        {"quorum", offsetof(cop_settings, quorum)},
        {"threshold", offsetof(cop_settings, threshold)},
        {"deadline", offsetof(cop_settings, deadline)},
        {"lazy", offsetof(cop_settings, lazy)},
        {"shortcut", offsetof(cop_settings, shortcut)},
        {"checks", offsetof(cop_settings, checks)},
        {"stage", offsetof(cop_settings, stage)},
        {"model", offsetof(cop_settings, model)},
        {"evaluator", offsetof(cop_settings, evaluator)},
    };
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        if (strcmp(places[i].name, name) == 0)
            return (char *)settings + places[i].offset;
    return NULL;
}

int64_t *cop_settings_number(cop_settings *settings, const char *name)
{
    return place_of(settings, name);
}

void cop_settings_init(cop_settings *settings, const copse_algorithm *algorithm)
{
    *settings = (cop_settings){.step = 1, .seed = 1, .confidence = 1000000};
    for (int i = 0; i < algorithm->option_count; i++) {
        const copse_option *option = &algorithm->options[i];
        (void)cop_option_read(option, option->standard, place_of(settings, option->name), NULL);
    }
}

copse_status cop_settings_set(cop_settings *settings, const copse_algorithm *algorithm,
                              const char *name, const char *value, copse_message *why)
{
    char owner[64];
    int length = 0;
    cop_append(owner, sizeof owner, &length, "algorithm %s", algorithm->name);
    const copse_option *option =
        cop_option_find(algorithm->options, algorithm->option_count, name, owner, why);
    if (option == NULL)
        return COPSE_BAD_OPTION;
    return cop_option_read(option, value, place_of(settings, name), why);
}
