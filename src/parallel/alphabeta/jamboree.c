/* SPDX-License-Identifier: MIT
 *
 * Jamboree search (Kuszmaul 1994, as Shoham & Toledo 2002, section 6.2.4 use it): at every node the
 * first child gets its exact value, then all others are tested at once whether they are better, and
 * those that are get their exact values one after another. Below `serial` plies it is alpha-beta,
 * on one processor. */
#include "parallel/algorithms.h"
#include "parallel/alphabeta/split.h"

static const cop_split_policy policy = {
    .after = {[COP_NODE_PV] = 1, [COP_NODE_CUT] = 1, [COP_NODE_ALL] = 1},
    .in_turn = true,
};

static copse_score search(cop_walk *host, int depth, copse_score alpha, copse_score beta)
{
    return cop_split_run(host, &policy, (int)host->job->settings.serial + 1, depth, alpha, beta);
}

static const copse_option options[] = {COP_OPTIONS_ORDER_PARALLEL("0"), COP_OPTION_SERIAL,
                                       COP_OPTION_ASK};

const cop_algorithm cop_jamboree_algorithm = {
    .info = {.name = "jamboree",
             .summary = "tests all but the first move at once, then values those that are better",
             .paper = "Shoham & Toledo 2002, section 6.2.4; Kuszmaul 1994",
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
