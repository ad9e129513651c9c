/* SPDX-License-Identifier: MIT
 *
 * Principal variation search (Lu 1993, figure 2.8; Marsland & Campbell 1982; Reinefeld's NegaScout
 * 1983): the first child of every node with the whole window, the others with a minimal one, to
 * show that they are no better; a child that turns out better is searched again. */
#include "search/algorithm.h"
#include "search/walk.h"

copse_score cop_pvs(cop_walk *w, int depth, copse_score alpha, copse_score beta)
{
    copse_score score;
    if (w->selectivity > 0 && cop_node_foretold(w, cop_pvs, depth, alpha, beta, &score))
        return score;
    if (cop_node_open(w, depth, alpha, beta, &score))
        return score;
    score = -COPSE_INFINITE;
    copse_score least = alpha; /* the figure's Alpha[ply] */
    bool first = true;
    while (cop_node_next(w)) {
        copse_score most = first ? beta : least + 1;
        copse_score value = -cop_child(w, cop_pvs, depth - 1, -most, -least);
        if (w->stopped)
            break;
        if (!first && value > least && value < beta) {
            value = -cop_child(w, cop_pvs, depth - 1, -beta, -value);
            if (w->stopped)
                break;
        }
        first = false;
        if (value > score) {
            score = value;
            cop_node_best(w, score, alpha);
        }
        if (score >= beta)
            break;
        least = cop_max(least, score);
    }
    return cop_node_close(w, depth, alpha, beta, score);
}

static const copse_option options[] = {COP_OPTIONS_ORDER("0"), COP_OPTION_WINDOW,
                                       COP_OPTION_SELECTIVITY, COP_OPTIONS_UNEVEN};

const cop_algorithm cop_pvs_algorithm = {
    .info = {.name = "pvs",
             .summary = "principal variation search: minimal windows for all but the first child",
             .paper = "Lu 1993, figure 2.8; Reinefeld 1983 (NegaScout)",
             .family = "alpha-beta",
             .exact = true,
             .machines = "threads",
             .option_count = COP_COUNT(options),
             .options = options},
    .kind = &cop_kind_depth_first,
    .search = cop_pvs,
};
