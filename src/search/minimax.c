/* SPDX-License-Identifier: MIT
 *
 * Plain minimax, in negamax form (Fishburn & Finkel 1980, section 2): every line to the depth. It
 * is here to be compared with: every exact algorithm must give its value. */
#include "search/algorithm.h"
#include "search/walk.h"

static copse_score negamax(cop_walk *w, int depth, copse_score alpha, copse_score beta)
{
    copse_score m;
    (void)alpha;
    (void)beta;
    if (cop_node_open(w, depth, -COPSE_INFINITE, COPSE_INFINITE, &m))
        return m;
    m = -COPSE_INFINITE;
    while (cop_node_next(w)) {
        copse_score t = -cop_child(w, negamax, depth - 1, -COPSE_INFINITE, COPSE_INFINITE);
        if (w->stopped)
            break;
        if (t > m) {
            m = t;
            cop_node_best(w, m, -COPSE_INFINITE);
        }
    }
    return cop_node_close(w, depth, -COPSE_INFINITE, COPSE_INFINITE, m);
}

static const copse_option options[] = {COP_OPTION_LEAVES, COP_OPTION_MODEL, COP_OPTION_SEED};

const cop_algorithm cop_minimax_algorithm = {
    .info = {.name = "minimax",
             .summary = "every line to the depth: the yardstick of exactness",
             .paper = "Fishburn & Finkel 1980, section 2",
             .family = "alpha-beta",
             .exact = true,
             .machines = "threads",
             .option_count = COP_COUNT(options),
             .options = options},
    .kind = &cop_kind_depth_first,
    .search = negamax,
};
