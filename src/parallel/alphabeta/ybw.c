/* SPDX-License-Identifier: MIT
 *
 * Young brothers wait (Feldmann, Monien, Mysliwietz & Vornberger's Zugzwang, as Lu 1993, section
 * 3.8 tells of it): a node's other children are there for others when the eldest is done, whatever
 * kind of node it is. Who has opened a node is its master and responsible for it; a helpful one,
 * who goes to those that it waits for and works for them. */
#include "parallel/algorithms.h"
#include "parallel/alphabeta/split.h"

static const cop_split_policy policy = {
    .after = {[COP_NODE_PV] = 1, [COP_NODE_CUT] = 1, [COP_NODE_ALL] = 1},
    .owners = COP_OWNERS_HELP,
};

static copse_score search(cop_walk *host, int depth, copse_score alpha, copse_score beta)
{
    return cop_split_run(host, &policy, (int)host->job->settings.split, depth, alpha, beta);
}

static const copse_option options[] = {COP_OPTIONS_ORDER_PARALLEL("0"), COP_OPTION_SPLIT("5"),
                                       COP_OPTION_RESTART("off"), COP_OPTION_SELECTIVITY,
                                       COP_OPTIONS_UNEVEN};

const cop_algorithm cop_ybw_algorithm = {
    .info = {.name = "ybw",
             .summary = "young brothers wait: others help when a node's eldest child is done",
             .paper = "Lu 1993, section 3.8; Feldmann et al. 1989 (Zugzwang)",
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
