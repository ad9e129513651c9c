/* SPDX-License-Identifier: MIT
 *
 * Fail-soft alpha-beta, `falphabeta` (Fishburn & Finkel 1980, section 8.1): it differs from
 * alphabeta.c only in that m begins at minus infinity, not at alpha. A value outside the window is
 * then still a bound, and often a better one than the window's edge: at most alpha, the true value
 * is no more than it; at least beta, no less. */
#include "search/algorithm.h"
#include "search/walk.h"

copse_score cop_failsoft(cop_walk *w, int depth, copse_score alpha, copse_score beta)
{
    copse_score m;
    if (cop_node_open(w, depth, alpha, beta, &m))
        return m;
    m = -COPSE_INFINITE;
    while (cop_node_next(w)) {
        copse_score least = cop_max(m, alpha);
        copse_score t = -cop_child(w, cop_failsoft, depth - 1, -beta, -least);
        if (w->stopped)
            break;
        if (t > m) {
            m = t;
            cop_node_best(w, m, alpha);
        }
        if (m >= beta)
            break;
    }
    return cop_node_close(w, depth, alpha, beta, m);
}

static const copse_option options[] = {COP_OPTIONS_ORDER("0"), COP_OPTION_WINDOW};

const cop_algorithm cop_failsoft_algorithm = {
    .info = {.name = "failsoft",
             .summary = "alpha-beta whose value outside the window is still a bound",
             .paper = "Fishburn & Finkel 1980, section 8.1 (falphabeta)",
             .family = "alpha-beta",
             .exact = true,
             .machines = "threads",
             .option_count = COP_COUNT(options),
             .options = options},
    .kind = &cop_kind_depth_first,
    .search = cop_failsoft,
};
