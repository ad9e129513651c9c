/* SPDX-License-Identifier: MIT
 *
 * Palphabeta (Fishburn & Finkel 1980, section 7): alpha-beta on a tree of processors, in the simple
 * form whose time can be calculated. A master's sons are searched in batches, one son to a slave,
 * all of a batch in the same window; slaves that have slaves of their own do the same, and the
 * others search by plain alpha-beta. The tests hold it to the paper's counts and times, exactly.
 *
 * Not to be confused with the sequential `palphabeta` of the paper's appendix: see principal.c. */
#include "parallel/algorithms.h"
#include "parallel/alphabeta/batch.h"

static copse_score lead(cop_desk *desk)
{
    cop_walk *w = &desk->hand->walk;
    int depth = desk->task.depth, sent;
    copse_score alpha = desk->task.alpha, beta = desk->task.beta, m;
    if (cop_node_open(w, depth, alpha, beta, &m))
        return m;
    m = alpha;
    while ((sent = cop_batch_send(desk, -beta, -m)) > 0) {
        m = cop_batch_best(desk, sent, m, alpha, beta);
        if (w->stopped || m >= beta)
            break;
    }
    return cop_node_close(w, depth, alpha, beta, m);
}

static copse_score search(cop_walk *host, int depth, copse_score alpha, copse_score beta)
{
    return cop_processor_tree_search(host, lead, cop_alphabeta, depth, alpha, beta);
}

static void serve(cop_hand *hand)
{
    cop_processor_tree_serve(hand, lead, cop_alphabeta);
}

static const copse_option options[] = {COP_OPTIONS_PROCESSOR_TREE, COP_OPTIONS_ORDER_PARALLEL("0")};

const cop_algorithm cop_palphabeta_algorithm = {
    .info = {.name = "palphabeta",
             .summary = "alpha-beta on a tree of processors, a batch of sons at a time",
             .paper = "Fishburn & Finkel 1980, section 7 (Palphabeta)",
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
