/* SPDX-License-Identifier: MIT
 *
 * Dynamic principal variation splitting (Schaeffer 1989, as Lu 1993, section 3.6 tells of it). The
 * tree is split along the principal variation, from below; searchers that would be idle there are
 * sent to those that are still busy, whose subtrees are split in turn, and so on: a tree of
 * processors forms. Each waits for those that it was given: more points at which processors have to
 * meet, and smaller pieces of work, are the price. */
#include "parallel/algorithms.h"
#include "parallel/alphabeta/split.h"

static const cop_split_policy policy = {
    .after = {[COP_NODE_PV] = 1, [COP_NODE_CUT] = 1, [COP_NODE_ALL] = 1},
    .owners = COP_OWNERS_WAIT,
};

static copse_score search(cop_walk *host, int depth, copse_score alpha, copse_score beta)
{
    return cop_split_run(host, &policy, (int)host->job->settings.split, depth, alpha, beta);
}

static const copse_option options[] = {COP_OPTIONS_ORDER_PARALLEL("0"), COP_OPTION_SPLIT("5"),
                                       COP_OPTION_RESTART("on")};

const cop_algorithm cop_dpvsplit_algorithm = {
    .info = {.name = "dpvsplit",
             .summary =
                 "dynamic PV splitting: who is idle helps who is busy, and waits for helpers",
             .paper = "Lu 1993, section 3.6; Schaeffer 1989",
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
