/* SPDX-License-Identifier: MIT
 *
 * Lazy SMP, as chess engines do it since about 2013: every processor searches the root on its own,
 * and what they find in the common table is all they know of each other. The first searches as if
 * it were alone, and its result counts. The others take the younger brothers of a node in an order
 * of chance, so that they fill the table ahead of the first.
 *
 * Engines also let helpers search a ply deeper. Here a table entry answers only for the very depth
 * that it is of, so that values stay minimax's, and a deeper search would write over the entries
 * that the first processor needs. Where lines are uneven anyway it is as in engines: there a move's
 * place in the order says how deep it is searched, so that brothers stay where they are, and every
 * other helper searches a ply deeper. */
#include "base/random.h"
#include "parallel/algorithms.h"
#include "parallel/alphabeta/chorus.h"

/* A helper's order at this node. */
static void shuffle(const cop_walk *w, cop_frame *f)
{
    const cop_hand *hand = (const cop_hand *)(const void *)w;
    uint64_t seed = (uint64_t)w->job->settings.seed << 16 ^ (uint64_t)hand->processor->rank;
    cop_node_shuffle(f, cop_mix(seed ^ cop_mix(w->counts->nodes)));
}

/* Principal variation search, as in pvs.c, with brothers shuffled. */
static copse_score help(cop_walk *w, int depth, copse_score alpha, copse_score beta)
{
    copse_score score;
    if (cop_node_open(w, depth, alpha, beta, &score))
        return score;
    score = -COPSE_INFINITE;
    copse_score least = alpha;
    bool first = true;
    while (cop_node_next(w)) {
        copse_score most = first ? beta : least + 1;
        copse_score value = -cop_child(w, help, depth - 1, -most, -least);
        if (!w->stopped && !first && value > least && value < beta)
            value = -cop_child(w, help, depth - 1, -beta, -value);
        if (w->stopped)
            break;
        if (first)
            shuffle(w, w->frame);
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

static copse_score search(cop_walk *w, int depth, copse_score alpha, copse_score beta)
{
    const cop_hand *hand = (const cop_hand *)(const void *)w;
    int rank = hand->processor->rank;
    if (w->uneven.on)
        return cop_pvs(w, depth + rank % 2, alpha, beta);
    return rank == 0 ? cop_pvs(w, depth, alpha, beta) : help(w, depth, alpha, beta);
}

static copse_score lazysmp(cop_walk *host, int depth, copse_score alpha, copse_score beta)
{
    if (host->job->machine == NULL)
        return cop_pvs(host, depth, alpha, beta);
    return cop_chorus(host, search, COP_SPEAKER_FIRST_PROCESSOR, depth, alpha, beta);
}

static const copse_option options[] = {COP_OPTIONS_ORDER_PARALLEL("auto"), COP_OPTION_SELECTIVITY,
                                       COP_OPTIONS_UNEVEN};

const cop_algorithm cop_lazysmp_algorithm = {
    .info = {.name = "lazysmp",
             .summary = "all search the root in different orders, over one table",
             .paper = "practice of chess engines since 2013",
             .family = "alpha-beta",
             .exact = true,
             .parallel = true,
             .machines = "threads sim",
             .option_count = COP_COUNT(options),
             .options = options},
    .kind = &cop_kind_team,
    .choosy = true,
    .search = lazysmp,
};
