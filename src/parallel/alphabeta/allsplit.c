/* SPDX-License-Identifier: MIT
 *
 * All nodes of which all children have to be searched anyway are split at once; those that one
 * child may refute, and those on the principal variation, after the eldest. Nobody owns a node and
 * nobody waits for one: whoever brings the last result goes on above. With driver=mtdf there are no
 * nodes on a principal variation at all, and nearly everything can be searched at once. */
#include "parallel/algorithms.h"
#include "parallel/alphabeta/split.h"

static const cop_split_policy policy = {
    .after = {[COP_NODE_PV] = 1, [COP_NODE_CUT] = 1, [COP_NODE_ALL] = 0},
};

static copse_score pass(cop_walk *host, int depth, copse_score alpha, copse_score beta)
{
    return cop_split_run(host, &policy, (int)host->job->settings.split, depth, alpha, beta);
}

static copse_score search(cop_walk *host, int depth, copse_score alpha, copse_score beta)
{
    if (host->job->settings.driver == COP_DRIVER_MTDF)
        return cop_mtdf(host, pass, depth);
    return pass(host, depth, alpha, beta);
}

static const copse_option options[] = {COP_OPTIONS_ORDER_PARALLEL("0"), COP_OPTION_SPLIT("5"),
                                       COP_OPTION_RESTART("on"),        COP_OPTION_WINDOW_DRIVER,
                                       COP_OPTION_SELECTIVITY,          COP_OPTIONS_UNEVEN};

const cop_algorithm cop_allsplit_algorithm = {
    .info = {.name = "allsplit",
             .summary = "parallel PVS: ALL nodes split at once, others after the eldest child",
             .paper = "copse; after Feldmann et al. 1989",
             .family = "alpha-beta",
             .exact = true,
             .parallel = true,
             .machines = "threads sim",
             .option_count = COP_COUNT(options),
             .options = options},
    .kind = &cop_kind_team,
    .choosy = true,
    .search = search,
};
