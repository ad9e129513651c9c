/* SPDX-License-Identifier: MIT
 *
 * Last-move-with-minimal-window search, `lalphabeta` (Fishburn & Finkel 1980, section 8.2): the
 * root's last child only has to show whether it is better than all others, not by how much. It
 * finds the best move; the value is exact unless the best move comes last, and then a lower
 * bound. Below the root it is plain alpha-beta. */
#include "search/algorithm.h"
#include "search/walk.h"

static copse_score lastmove(cop_walk *w, int depth, copse_score alpha, copse_score beta)
{
    copse_score m;
    if (cop_node_open(w, depth, alpha, beta, &m))
        return m;
    m = alpha;
    while (cop_node_next(w)) {
        bool last = cop_node_at_last(w);
        /* A single move has nothing to be better than: it only shows that all is not lost. */
        copse_score most = !last ? beta : m == -COPSE_INFINITE ? -COPSE_WIN : m + 1;
        copse_score t = -cop_child(w, cop_alphabeta, depth - 1, -most, -m);
        if (w->stopped)
            break;
        if (t > m) {
            m = t;
            cop_node_best(w, m, alpha);
            if (last)
                w->bound = COPSE_BOUND_LOWER;
        }
        if (m >= beta)
            break;
    }
    return cop_node_close(w, depth, alpha, w->bound == COPSE_BOUND_LOWER ? m : beta, m);
}

static const copse_option options[] = {COP_OPTIONS_ORDER("0")};

const cop_algorithm cop_lastmove_algorithm = {
    .info = {.name = "lastmove",
             .summary = "alpha-beta that only asks of the last move whether it is best",
             .paper = "Fishburn & Finkel 1980, section 8.2 (lalphabeta)",
             .family = "alpha-beta",
             .exact = false,
             .machines = "threads",
             .option_count = COP_COUNT(options),
             .options = options},
    .kind = &cop_kind_depth_first,
    .search = lastmove,
};
