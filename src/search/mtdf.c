/* SPDX-License-Identifier: MIT
 *
 * MTD(f) (Plaat, Schaeffer, Pijls & de Bruin 1996): minimal windows only, each placed at the latest
 * guess, until the lower and the upper bound meet; what one pass found out, the next one takes from
 * the table. The first guess is the value of the iteration before. */
#include "search/algorithm.h"
#include "search/walk.h"

copse_score cop_mtdf(cop_walk *w, cop_search *pass, int depth)
{
    copse_score g = w->guess, lower = -COPSE_INFINITE, upper = COPSE_INFINITE;
    while (lower < upper && !w->stopped) {
        copse_score gamma = g == lower ? g + 1 : g;
        g = pass(w, depth, gamma - 1, gamma);
        if (g < gamma)
            upper = g;
        else
            lower = g;
    }
    return g;
}

static copse_score mtdf(cop_walk *w, int depth, copse_score alpha, copse_score beta)
{
    (void)alpha;
    (void)beta;
    return cop_mtdf(w, cop_failsoft, depth);
}

static const copse_option options[] = {COP_OPTIONS_ORDER("auto"), COP_OPTIONS_UNEVEN};

const cop_algorithm cop_mtdf_algorithm = {
    .info = {.name = "mtdf",
             .summary =
                 "MTD(f): minimal windows around a guess until the bounds meet, with a table",
             .paper = "Plaat, Schaeffer, Pijls & de Bruin 1996",
             .family = "alpha-beta",
             .exact = true,
             .machines = "threads",
             .option_count = COP_COUNT(options),
             .options = options},
    .kind = &cop_kind_depth_first,
    .search = mtdf,
};
