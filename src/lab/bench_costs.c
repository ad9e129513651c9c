/* SPDX-License-Identifier: MIT */
#include "lab/bench_costs.h"

#include "machine/costs.h"

#include <assert.h>
#include <string.h>

/* A price is a share of a row, without what other prices take of it. What has no row costs nothing
 * beyond what is charged for beside it. */
// clang-format off
static const struct {
    const char *row, *without[2];
    double share;
    const char *from;
} recipes[COP_COSTS] = {
    [COP_COST_NODE] = {"work-node", {"work-evaluation"}, 1,
                       "work-node without work-evaluation: each child is charged both"},
    [COP_COST_EVALUATION] = {"work-evaluation", {NULL}, 1, "work-evaluation"},
    [COP_COST_PLAY] = {"work-play", {NULL}, 1, "work-play"},
    [COP_COST_CHOOSE] = {"work-choose", {NULL}, 1, "work-choose"},
    [COP_COST_BACK_UP] = {"work-back-up", {NULL}, 1,
                          "work-back-up: with all that remains of the time of a search"},
    [COP_COST_TASK] = {NULL, {NULL}, 0, "nothing beyond the locks, lines and messages that it takes"},
    [COP_COST_SEND] = {"message-send", {NULL}, 1, "message-send"},
    [COP_COST_RECEIVE] = {"message-receive", {NULL}, 1, "message-receive"},
    [COP_COST_LATENCY] = {"message-one-way", {"message-send", "message-receive"}, 1,
                          "message-one-way without message-send and message-receive"},
    [COP_COST_BYTE] = {"message-byte", {NULL}, 1, "message-byte"},
    [COP_COST_LOCK] = {"lock", {NULL}, 1, "lock: taken and given by one thread alone"},
    [COP_COST_HAND_OVER] = {"lock-hand-over", {NULL}, 1,
                            "lock-hand-over: given by one thread, had by the other"},
    [COP_COST_LINE_READ] = {"line-transfer", {NULL}, 0.5,
                            "half of line-transfer: one thread's write and the other's read"},
    [COP_COST_LINE_WRITE] = {"line-transfer", {NULL}, 0.5, "half of line-transfer"},
    [COP_COST_LINE_BUSY] = {"line-transfer", {NULL}, 0.5,
                            "half of line-transfer: nobody else gets the line meanwhile"},
};
// clang-format on

static double value_of(const struct bench *bench, const char *name)
{
    int i = 0;
    while (i < bench->row_count && strcmp(bench->rows[i].name, name) != 0)
        i++;
    assert(i < bench->row_count); /* bench_run() has measured them all */
    return bench->rows[i].value;
}

bool bench_price(const struct bench *bench, int index, struct bench_price *price)
{
    if (index < 0 || index >= COP_COSTS)
        return false;
    if (recipes[index].row == NULL) {
        *price = (struct bench_price){cop_cost_names[index], recipes[index].from, 0};
        return true;
    }
    double value = value_of(bench, recipes[index].row);
    for (int i = 0; i < 2 && recipes[index].without[i] != NULL; i++)
        value -= value_of(bench, recipes[index].without[i]);
    if (value < 0) /* what was measured apart took longer than all together */
        value = 0;
    *price = (struct bench_price){cop_cost_names[index], recipes[index].from,
                                  value * recipes[index].share * 1e-9};
    return true;
}
