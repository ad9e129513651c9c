/* SPDX-License-Identifier: MIT
 *
 * Fishburn & Finkel (1980, theorem 5): how fast the positions grow that Pbound examines in random
 * order, for every slave. A player is "formula,f=F" with the number of slaves, the step is d, and
 * nothing is searched.
 */
#include "lab/experiment.h"
#include "lab/random_order.h"

#include <stdio.h>

enum { EIGENVALUE, BY_ORDER };

static copse_status work(const struct unit *unit, struct tally *tallies, copse_message *why)
{
    const char *spec = unit->group->players[unit->player].spec;
    int f = 0, d = unit->steps.list[unit->step].number[0];
    if (sscanf(spec, "formula,f=%d", &f) != 1 || f < 1 || d < 2 || d > RANDOM_ORDER_MOST) {
        snprintf(why->text, sizeof why->text, "%s, d=%d: not a shape", spec, d);
        return COPSE_BAD_ARGUMENT;
    }
    double r = random_order_eigenvalue(d, f);
    tally_add(unit_tally(unit, tallies, unit->player, unit->step, EIGENVALUE), r, 1);
    tally_add(unit_tally(unit, tallies, unit->player, unit->step, BY_ORDER), r * log(d) / d, 1);
    return COPSE_OK;
}

const struct experiment_kind kind_eigenvalue = {
    "eigenvalue", {{"r(d, f)", "times a level", false}, {"r(d, f) / (d / ln d)", "times", false}},
    true,         true,
    work,         true};
