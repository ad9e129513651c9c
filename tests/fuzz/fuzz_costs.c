/* SPDX-License-Identifier: MIT
 *
 * The reader of cost models and of changes to them: a bad one changes nothing, a good one has a
 * price that can be counted for everything. */
#include "fuzz.h"

#include "machine/costs.h"

static void check(const cop_costs *costs)
{
    for (int i = 0; i < COP_COSTS; i++)
        PROMISE(costs->seconds[i] >= 0 && costs->seconds[i] <= COP_COST_MOST);
}

static cop_costs any(void)
{
    cop_costs costs;
    for (int i = 0; i < COP_COSTS; i++)
        costs.seconds[i] = i;
    return costs;
}

static bool same(const cop_costs *one, const cop_costs *other)
{
    return memcmp(one, other, sizeof *one) == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    copse_message why = {""};
    cop_costs before = any(), costs = before;
    if (cop_costs_read((const char *)data, size, &costs, &why) != COPSE_OK)
        PROMISE(is_sentence(&why) && same(&costs, &before));
    check(&costs);
    char *text = text_from(data, size);
    costs = before;
    why.text[0] = 0;
    if (cop_costs_change(&costs, text, &why) != COPSE_OK)
        PROMISE(is_sentence(&why) && same(&costs, &before));
    check(&costs);
    free(text);
    return 0;
}
