/* SPDX-License-Identifier: MIT
 *
 * Alpha-beta without deep cutoffs, `bound` (Knuth & Moore 1975, F1; Fishburn & Finkel 1980, section
 * 7.4): a node knows the limit that its parent sets, and nothing of what is above that. */
#include "search/algorithm.h"
#include "search/walk.h"

copse_score cop_bound(cop_walk *w, int depth, copse_score alpha, copse_score limit)
{
    copse_score m;
    (void)alpha;
    if (cop_node_open(w, depth, -COPSE_INFINITE, limit, &m))
        return m;
    m = -COPSE_INFINITE;
    while (cop_node_next(w)) {
        copse_score t = -cop_child(w, cop_bound, depth - 1, -COPSE_INFINITE, -m);
        if (w->stopped)
            break;
        if (t > m) {
            m = t;
            cop_node_best(w, m, -COPSE_INFINITE);
        }
        if (m >= limit)
            break;
    }
    return cop_node_close(w, depth, -COPSE_INFINITE, limit, m);
}

static const copse_option options[] = {COP_OPTIONS_ORDER("0")};

const cop_algorithm cop_bound_algorithm = {
    .info = {.name = "bound",
             .summary = "alpha-beta without deep cutoffs",
             .paper = "Knuth & Moore 1975 (F1); Fishburn & Finkel 1980, section 7.4",
             .family = "alpha-beta",
             .exact = true,
             .machines = "threads",
             .option_count = COP_COUNT(options),
             .options = options},
    .kind = &cop_kind_depth_first,
    .search = cop_bound,
};
