/* SPDX-License-Identifier: MIT
 *
 * Delayed branching tree expansion (Hsu 1990; Lu 1993, section 3.9): processor 0, the host, keeps
 * the upper plies of the tree in memory and gives its leaves to a pool of searchers, for whom a
 * leaf is indivisible. What may be searched when is in upper_tree.h; which of the leaves that may
 * be searched comes first is the option `order`. Lu describes leftmost in depth and names the other
 * two. Here they are:
 *
 *     leftmost   the one that the sequential search would come to first
 *     best       the one whose line departs least from the first moves
 *     fcfs       the one that has been there longest
 */
#include "parallel/algorithms.h"
#include "parallel/alphabeta/upper_tree.h"

#include <math.h>

/* Everybody who has nothing to do gets a leaf, as long as there are any. */
static void give_leaves(cop_upper *upper, cop_farm *farm)
{
    cop_errand errand;
    int searcher;
    while ((searcher = cop_farm_idle(farm)) != 0 && cop_upper_next(upper, &errand)) {
        cop_farm_give(farm, searcher, &errand);
        cop_upper_given(upper, &errand, searcher);
    }
}

static void take_result(cop_upper *upper, const cop_result *result)
{
    if (result->fate == COP_FATE_DONE)
        cop_upper_done(upper, &result->errand, result->value, result->line, result->length,
                       result->nodes);
    else
        cop_upper_not_done(upper, &result->errand);
}

void cop_upper_search(cop_upper *upper, cop_farm *farm)
{
    const cop_walk *w = &farm->hand->walk;
    cop_errand errand;
    cop_result result;
    upper->hand = farm->hand;
    upper->farm = farm;
    while (!upper->finished && !w->stopped) {
        if (farm->left == 0 && farm->busy == 0 && cop_upper_next(upper, &errand)) {
            cop_farm_do_itself(farm, &errand, &result);
            take_result(upper, &result);
            continue;
        }
        give_leaves(upper, farm);
        if (!upper->finished && cop_farm_result(farm, (double)INFINITY, &result))
            take_result(upper, &result);
    }
}

/* ---------------------------------------------------------------------------------- the algorithm
 */

typedef struct dbte {
    cop_crew *crew;
    cop_farm farm;
    cop_upper upper;
} dbte;

static void body(cop_processor *p, void *shared)
{
    dbte *d = shared;
    cop_hand *hand = cop_crew_hand(d->crew, p);
    if (p->rank > 0) {
        cop_farm_serve(hand);
        return;
    }
    cop_farm_begin(&d->farm, hand);
    cop_upper_search(&d->upper, &d->farm);
    cop_farm_end(&d->farm);
}

static copse_score search(cop_walk *host, int depth, copse_score alpha, copse_score beta)
{
    if (host->job->machine == NULL || depth < 2) /* one thread, or nothing to share */
        return cop_pvs(host, depth, alpha, beta);
    dbte d = {.crew = cop_crew_call(host, depth)};
    if (d.crew == NULL)
        return 0;
    bool fine = cop_farm_open(&d.farm, d.crew);
    fine &= cop_upper_init(&d.upper, host, depth, alpha, beta);
    if (fine)
        cop_crew_run(d.crew, body, &d);
    cop_upper_free(&d.upper);
    cop_farm_close(&d.farm);
    return host->stopped ? 0 : d.upper.value;
}

static const copse_option options[] = {COP_OPTIONS_ORDER_PARALLEL("0"), COP_OPTION_UPPER,
                                       COP_OPTION_UPPER_ORDER};

const cop_algorithm cop_dbte_algorithm = {
    .info = {.name = "dbte",
             .summary = "the upper plies in memory, their leaves to a pool of searchers",
             .paper = "Hsu 1990; Lu 1993, section 3.9",
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
