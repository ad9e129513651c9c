/* SPDX-License-Identifier: MIT
 *
 * Alpha-beta as Knuth & Moore (1975) give it and Fishburn & Finkel (1980, section 2) use it: the
 * value is never below alpha, whatever the children say. Compare failsoft.c. */
#include "search/algorithm.h"
#include "search/walk.h"

copse_score cop_alphabeta(cop_walk *w, int depth, copse_score alpha, copse_score beta)
{
    copse_score m;
    if (cop_node_open(w, depth, alpha, beta, &m))
        return m;
    m = alpha;
    while (cop_node_next(w)) {
        copse_score t = -cop_child(w, cop_alphabeta, depth - 1, -beta, -m);
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

const cop_algorithm cop_alphabeta_algorithm = {
    .info = {.name = "alphabeta",
             .summary = "alpha-beta with deep cutoffs, in the form of Knuth & Moore",
             .paper = "Knuth & Moore 1975; Fishburn & Finkel 1980, section 2",
             .family = "alpha-beta",
             .exact = true,
             .machines = "threads",
             .option_count = COP_COUNT(options),
             .options = options},
    .kind = &cop_kind_depth_first,
    .search = cop_alphabeta,
};
