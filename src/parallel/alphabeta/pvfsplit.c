/* SPDX-License-Identifier: MIT
 *
 * Principal variation frontier splitting (Lu 1993, section 5.1 and figure 5.1): as pvsplit.c, but a
 * searcher for whom there is no work at the current split node gets some from another node of the
 * current variation: the nearest above, ALL nodes before CUT nodes. Nobody waits for stragglers
 * until the root itself has no more to give.
 *
 * What such a searcher is to test its child against is not known yet, as the node's first child is
 * still being searched. Within a few plies of the leaves it gets the whole window; above that a
 * minimal one, made up around the best value of the deepest split node that has one, or what the
 * last iteration found. If that proves nothing when the node's turn comes, the child is searched
 * again, so that the result stays exact.
 *
 * A result for a node above may be a cutoff there: then all below is dropped at once, and the
 * search goes on at that node. */
#include "parallel/algorithms.h"
#include "parallel/alphabeta/variation.h"

/* Nodes with so many plies below them, or fewer, are searched with whole windows. */
enum { NEAR_LEAVES = 7 };

static bool is_an_all_node(const cop_split *s)
{
    return s->kind != COP_CUT_NODE;
}

/* GetOtherSplitNode: above this ply, the nearest ALL node that has work, or else the nearest CUT
 * node; -1: neither. */
static int other_split_node(const cop_variation *v, int ply)
{
    int found = -1;
    for (int above = ply - 1; above >= 0; above--) {
        if (!cop_split_has_work(v, above))
            continue;
        if (is_an_all_node(&v->nodes[above]))
            return above;
        found = found < 0 ? above : found;
    }
    return found;
}

/* What the node at this ply is probably worth, for its mover. */
static copse_score guess_at(const cop_variation *v, int ply)
{
    copse_score guess = v->w->guess;
    int from = 0;
    for (int below = v->ply; below >= 0 && from == 0; below--)
        if (v->nodes[below].best != COP_NO_BRANCH) {
            guess = v->nodes[below].score;
            from = below;
        }
    return (from - ply) % 2 == 0 ? guess : -guess;
}

/* SynthMinWindow, for a child whose brothers say nothing about it yet. */
static void synthesize_window(const cop_variation *v, int ply, cop_branch *child)
{
    const cop_split *s = &v->nodes[ply];
    if (s->known || s->depth <= NEAR_LEAVES)
        return;
    copse_score guess = guess_at(v, ply);
    child->alpha = guess < s->alpha ? s->alpha : guess < s->beta ? guess : s->beta - 1;
    child->beta = child->alpha + 1;
}

/* Gives a child of another split node to a searcher. */
static bool spare(cop_variation *v, int ply, int searcher)
{
    int new_ply = other_split_node(v, ply);
    if (new_ply < 0)
        return false;
    int index = cop_split_next(v, new_ply);
    synthesize_window(v, new_ply, &v->nodes[new_ply].branches[index]);
    cop_split_farm(v, new_ply, index, searcher);
    return true;
}

static copse_score pvfsplit(cop_variation *v, int ply, int depth, copse_score alpha,
                            copse_score beta)
{
    copse_score score;
    if (depth <= v->granularity)
        return cop_variation_alone(v, ply, depth, alpha, beta); /* minimum granularity */
    if (cop_split_open(v, ply, depth, alpha, beta, &score))
        return score;

    /* The first child with the whole window, by the same way. */
    cop_split_descend(v, ply, cop_split_next(v, ply));

    /* Each of the others with a minimal one: in parallel at an ALL node, in sequence at a CUT node.
     */
    while (cop_split_is_open(v, ply)) {
        int searcher = cop_farm_idle(&v->farm);
        bool work = cop_split_has_work(v, ply);
        if (searcher != 0 && work && is_an_all_node(&v->nodes[ply]))
            cop_split_farm(v, ply, cop_split_next(v, ply), searcher);
        else if (work && (searcher != 0 || v->farm.left == 0))
            cop_split_descend(v, ply, cop_split_next(v, ply));
        else if (searcher != 0 && spare(v, ply, searcher))
            continue;
        else if (!cop_variation_preempt(v, ply))
            cop_variation_listen(v, ply);
    }
    return cop_split_close(v, ply);
}

void cop_variation_use_frontier(cop_variation *v)
{
    v->search = pvfsplit;
    v->spare = spare;
}

static copse_score search(cop_walk *host, int depth, copse_score alpha, copse_score beta)
{
    cop_variation v = {0};
    cop_variation_use_frontier(&v);
    return cop_variation_search(host, depth, alpha, beta, &v);
}

static const copse_option options[] = {COP_OPTIONS_ORDER_PARALLEL("0"), COP_OPTION_GRANULARITY,
                                       COP_OPTION_BALANCE, COP_OPTION_QUORUM, COP_OPTION_THRESHOLD};

const cop_algorithm cop_pvfsplit_algorithm = {
    .info = {.name = "pvfsplit",
             .summary = "principal variation frontier splitting: several nodes of the current "
                        "variation give work",
             .paper = "Lu 1993, figure 5.1",
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
