/* SPDX-License-Identifier: MIT
 *
 * Principal-line search, `palphabeta` (Fishburn & Finkel 1980, section 8.3): along the first line
 * each later sibling is searched with a minimal window, to show that it is no better, and again
 * with an open one if it is. Everything off that line is fail-soft alpha-beta. */
#include "search/algorithm.h"
#include "search/walk.h"

static copse_score palphabeta(cop_walk *w, int depth, copse_score alpha, copse_score beta)
{
    copse_score m;
    (void)alpha;
    (void)beta;
    if (cop_node_open(w, depth, -COPSE_INFINITE, COPSE_INFINITE, &m))
        return m;
    m = -COPSE_INFINITE;
    while (cop_node_next(w)) {
        bool first = m == -COPSE_INFINITE;
        copse_score t = first
                            ? -cop_child(w, palphabeta, depth - 1, -COPSE_INFINITE, COPSE_INFINITE)
                            : -cop_child(w, cop_failsoft, depth - 1, -m - 1, -m);
        if (w->stopped)
            break;
        if (t > m && !first) {
            t = -cop_child(w, cop_failsoft, depth - 1, -COPSE_INFINITE, -t);
            if (w->stopped)
                break;
        }
        if (t > m) {
            m = t;
            cop_node_best(w, m, -COPSE_INFINITE);
        }
    }
    return cop_node_close(w, depth, -COPSE_INFINITE, COPSE_INFINITE, m);
}

static const copse_option options[] = {COP_OPTIONS_ORDER("0")};

const cop_algorithm cop_principal_algorithm = {
    .info = {.name = "principal",
             .summary = "minimal windows off the principal line, searched again where they fail",
             .paper = "Fishburn & Finkel 1980, section 8.3 (palphabeta)",
             .family = "alpha-beta",
             .exact = true,
             .machines = "threads",
             .option_count = COP_COUNT(options),
             .options = options},
    .kind = &cop_kind_depth_first,
    .search = palphabeta,
};
