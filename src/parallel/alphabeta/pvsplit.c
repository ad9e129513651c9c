/* SPDX-License-Identifier: MIT
 *
 * Principal variation splitting (Lu 1993, section 4.1 and figure 4.1; Marsland & Campbell 1982):
 * the controller goes down the principal variation to its end, and on the way back up, at each
 * node, gives the other children to the searchers, with minimal windows at the value of the first.
 * When all results of a node are in, and only then, it goes up to the next.
 *
 * The first of the two enhancements that the thesis leaves out of its figure is here: when a better
 * value is found, searches that test against an older one are interrupted and started again. The
 * second is not: there the root is no split node, since the program that it was written for did it
 * that way; here it is one as all others.
 *
 * With balance=on stragglers are preempted (section 5.3): see variation.h. */
#include "parallel/algorithms.h"
#include "parallel/alphabeta/variation.h"

static copse_score pvsplit(cop_variation *v, int ply, int depth, copse_score alpha,
                           copse_score beta)
{
    copse_score score;
    if (depth <= v->granularity)
        return cop_variation_alone(v, ply, depth, alpha, beta); /* minimum granularity */
    if (cop_split_open(v, ply, depth, alpha, beta, &score))
        return score;

    /* The first child with the whole window, by the same way. */
    cop_split_descend(v, ply, cop_split_next(v, ply));

    /* Each of the others with a minimal one. */
    while (cop_split_is_open(v, ply)) {
        int searcher = cop_farm_idle(&v->farm);
        bool work = cop_split_has_work(v, ply);
        if (searcher != 0 && work)
            cop_split_farm(v, ply, cop_split_next(v, ply), searcher);
        else if (v->farm.left == 0 && work)
            cop_split_descend(v, ply, cop_split_next(v, ply));
        else if (!cop_variation_preempt(v, ply))
            cop_variation_listen(v, ply);
    }
    return cop_split_close(v, ply);
}

static copse_score search(cop_walk *host, int depth, copse_score alpha, copse_score beta)
{
    cop_variation v = {.search = pvsplit};
    return cop_variation_search(host, depth, alpha, beta, &v);
}

static const copse_option options[] = {COP_OPTIONS_ORDER_PARALLEL("0"), COP_OPTION_GRANULARITY,
                                       COP_OPTION_BALANCE, COP_OPTION_QUORUM, COP_OPTION_THRESHOLD};

const cop_algorithm cop_pvsplit_algorithm = {
    .info = {.name = "pvsplit",
             .summary = "principal variation splitting: a controller gives the principal "
                        "variation's siblings to searchers",
             .paper = "Lu 1993, figure 4.1; Marsland & Campbell 1982",
             .family = "alpha-beta",
             .exact = true,
             .parallel = true,
             .machines = "threads sim mpi",
             .option_count = COP_COUNT(options),
             .options = options},
    .kind = &cop_kind_team,
    .search = search,
    .serve = cop_farm_serve,
};
