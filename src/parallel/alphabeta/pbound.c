/* SPDX-License-Identifier: MIT
 *
 * Pbound (Fishburn & Finkel 1980, section 7.4): palphabeta.c without deep cutoffs. A node knows the
 * limit that its father sets, and nothing of what is above that; so the number of positions that it
 * examines in random order can be bounded. */
#include "parallel/algorithms.h"
#include "parallel/alphabeta/batch.h"

static copse_score lead(cop_desk *desk)
{
    cop_walk *w = &desk->hand->walk;
    int depth = desk->task.depth, sent;
    copse_score limit = desk->task.beta, m;
    if (cop_node_open(w, depth, -COPSE_INFINITE, limit, &m))
        return m;
    m = -COPSE_INFINITE;
    while ((sent = cop_batch_send(desk, -COPSE_INFINITE, -m)) > 0) {
        m = cop_batch_best(desk, sent, m, -COPSE_INFINITE, limit);
        if (w->stopped || m >= limit)
            break;
    }
    return cop_node_close(w, depth, -COPSE_INFINITE, limit, m);
}

static copse_score search(cop_walk *host, int depth, copse_score alpha, copse_score limit)
{
    return cop_processor_tree_search(host, lead, cop_bound, depth, alpha, limit);
}

static void serve(cop_hand *hand)
{
    cop_processor_tree_serve(hand, lead, cop_bound);
}

static const copse_option options[] = {COP_OPTIONS_PROCESSOR_TREE, COP_OPTIONS_ORDER_PARALLEL("0")};

const cop_algorithm cop_pbound_algorithm = {
    .info = {.name = "pbound",
             .summary = "palphabeta without deep cutoffs",
             .paper = "Fishburn & Finkel 1980, section 7.4 (Pbound)",
             .family = "alpha-beta",
             .exact = true,
             .parallel = true,
             .machines = "threads sim mpi",
             .option_count = COP_COUNT(options),
             .options = options},
    .kind = &cop_kind_team,
    .search = search,
    .serve = serve,
};
