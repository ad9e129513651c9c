/* SPDX-License-Identifier: MIT
 *
 * The future ParaChinook (Lu 1993, section 6.1): the main program builds the upper plies of the
 * tree in memory, not depth-first, so that there is work for many; a leaf of that goes not to a
 * searcher but to a cluster of them, with a controller of its own, who search it by pvfsplit. To
 * the main program a cluster is a searcher like any other, only faster.
 *
 *     0                    main program: upper_tree.h
 *     1 .. clusters        controllers: cluster.h
 *     the others           searchers, those of the first cluster first
 *
 * Lu has no more than this design: the upper tree is dbte's, with its orders.
 *
 * In other processes somebody may have died in an earlier iteration: then the ranks that are left
 * are counted. A controller who dies is to the main program a searcher that does; whom it led has
 * nothing to do until the next iteration. */
#include "parallel/algorithms.h"
#include "parallel/alphabeta/cluster.h"
#include "parallel/alphabeta/crew_remote.h"
#include "parallel/alphabeta/upper_tree.h"

#include "base/text.h"

#include <math.h>
#include <string.h>

/* Seconds for those in other processes to say that they listen. */
static const double READY_PATIENCE = 20;

typedef struct hybrid {
    cop_crew *crew;
    cop_farm farm; /* of the main program: its searchers are the controllers */
    cop_upper upper;
    cop_cluster *clusters;          /* with common memory; NULL: everybody has their own */
    int count;                      /* clusters */
    int ranks[COP_MOST_PROCESSORS]; /* of the others: controllers, then searchers */
    int others;
} hybrid;

/* -------------------------------------------------------------------------------------- clusters
 */

/* Clusters of a controller and so many searchers; some have one less, if it does not come out
 * even. */
static void count_clusters(hybrid *h, const cop_job *job)
{
    int size = (int)job->settings.cluster + 1;
    h->others = 0;
    for (int rank = 1; rank < cop_machine_processors(job->machine); rank++)
        if (!h->farm.remote || !job->processors[rank].lost)
            h->ranks[h->others++] = rank;
    h->count = (h->others + size - 1) / size;
}

/* Where in `ranks` the searchers of a cluster begin; those of the one before end there. */
static int first_searcher(const hybrid *h, int cluster)
{
    int searchers = h->others - h->count, more = searchers % h->count;
    return h->count + cluster * (searchers / h->count) + (cluster < more ? cluster : more);
}

static int searchers_of(const hybrid *h, int cluster)
{
    return first_searcher(h, cluster + 1) - first_searcher(h, cluster);
}

/* ---------------------------------------------------------------------------- with common memory
 */

static bool form_clusters(hybrid *h, cop_walk *host)
{
    count_clusters(h, host->job);
    if (h->count == 0)
        return true;
    h->clusters = cop_memory_new(&host->allocator, (size_t)h->count * sizeof *h->clusters);
    if (h->clusters == NULL) {
        host->job->status =
            cop_say(host->job->message, COPSE_NO_MEMORY, "no memory for %d clusters", h->count);
        cop_job_finish(host->job, COPSE_STOP_MEMORY);
        host->stopped = true;
        return false;
    }
    bool fine = true;
    for (int i = 0; i < h->count; i++) {
        cop_cluster *c = &h->clusters[i];
        c->searchers = &h->ranks[first_searcher(h, i)];
        c->count = searchers_of(h, i);
        cop_variation_use_frontier(&c->v);
        fine &= cop_variation_init(&c->v, h->crew);
    }
    return fine;
}

static void disband_clusters(hybrid *h, const cop_walk *host)
{
    for (int i = 0; h->clusters != NULL && i < h->count; i++)
        cop_variation_free(&h->clusters[i].v);
    cop_memory_free(&host->allocator, h->clusters, (size_t)h->count * sizeof *h->clusters);
}

/* ---------------------------------------------------------------------------- in other processes
 */

/* Tells everybody what they are. */
static void tell_all(hybrid *h)
{
    cop_farm *farm = &h->farm;
    for (int i = 0; i < h->others; i++) {
        bool controls = i < h->count;
        cop_cluster_write(&farm->parcel, farm->run, controls,
                          controls ? &h->ranks[first_searcher(h, i)] : NULL,
                          controls ? searchers_of(h, i) : 0);
        if (!cop_parcel_send(&farm->parcel, farm->processor, h->ranks[i], COP_REMOTE_CLUSTER))
            cop_farm_lose(farm, h->ranks[i], "nothing can be sent to it");
    }
}

/* Waits until everybody has said that they listen: before that a controller's letters could come to
 * somebody who does not know them yet. Who says nothing is lost. */
static void await_all(hybrid *h)
{
    cop_farm *farm = &h->farm;
    cop_processor *p = farm->processor;
    cop_letter letter;
    uint32_t run;
    bool ready[COP_MOST_PROCESSORS] = {false};
    int missing = farm->left;
    double until = cop_now(p) + READY_PATIENCE, left;
    while (missing > 0 && (left = until - cop_now(p)) > 0 && !cop_hand_look(farm->hand)) {
        if (!cop_wait(p, fmin(left, farm->stand_by), &letter) || letter.tag != COP_REMOTE_READY ||
            !cop_ready_read(&letter, &run) || run != farm->run || ready[letter.from] ||
            farm->searchers[letter.from].lost)
            continue;
        ready[letter.from] = true;
        missing--;
    }
    for (int i = 0; missing > 0 && cop_now(p) >= until && i < h->others; i++)
        if (!ready[h->ranks[i]])
            cop_farm_lose(farm, h->ranks[i], "it did not say in time that it listens");
}

/* The counts of searchers come by way of their controllers. */
static void name_chiefs(hybrid *h)
{
    for (int i = 0; i < h->count; i++)
        for (int k = first_searcher(h, i); k < first_searcher(h, i + 1); k++)
            h->farm.searchers[h->ranks[k]].chief = h->ranks[i];
}

static void gather_clusters(hybrid *h)
{
    count_clusters(h, h->crew->host->job);
    if (h->count == 0)
        return;
    tell_all(h);
    await_all(h);
    name_chiefs(h);
}

/* What all other ranks do. A controller without memory is a searcher. */
static void serve_as(cop_hand *hand, bool controls, const int *ranks, int count)
{
    cop_cluster cluster = {.searchers = ranks, .count = count};
    cop_variation_use_frontier(&cluster.v);
    if (controls && cop_variation_init_apart(&cluster.v, hand))
        cop_cluster_lead(&cluster, hand);
    else
        cop_farm_serve(hand);
    if (controls)
        cop_variation_free(&cluster.v);
}

static void say_ready(cop_hand *hand)
{
    unsigned char room[16];
    cop_parcel parcel = {.allocator = hand->job.allocator, .bytes = room, .room = sizeof room};
    cop_ready_write(&parcel, hand->run);
    cop_parcel_send(&parcel, hand->processor, 0, COP_REMOTE_READY);
}

static void serve(cop_hand *hand)
{
    int ranks[COP_MOST_PROCESSORS], count;
    uint32_t run;
    bool controls;
    cop_letter letter;
    while (cop_wait(hand->processor, (double)INFINITY, &letter)) {
        if (letter.from != 0)
            continue;
        if (letter.tag == COP_REMOTE_QUIT)
            return;
        if (letter.tag == COP_REMOTE_CLUSTER &&
            cop_cluster_read(&letter, hand->processor->count, &run, &controls, ranks, &count) &&
            run == hand->run) {
            say_ready(hand);
            serve_as(hand, controls, ranks, count);
            return;
        }
    }
}

/* ---------------------------------------------------------------------------------- the algorithm
 */

static void body(cop_processor *p, void *shared)
{
    hybrid *h = shared;
    cop_hand *hand = cop_crew_hand(h->crew, p);
    if (p->rank > 0) {
        if (p->rank <= h->count)
            cop_cluster_lead(&h->clusters[p->rank - 1], hand);
        else
            cop_farm_serve(hand);
        return;
    }
    cop_farm_begin(&h->farm, hand);
    if (h->farm.remote)
        gather_clusters(h);
    cop_farm_only(&h->farm, h->ranks, h->count);
    cop_upper_search(&h->upper, &h->farm);
    cop_farm_end(&h->farm);
}

static copse_score search(cop_walk *host, int depth, copse_score alpha, copse_score beta)
{
    if (host->job->machine == NULL || depth < 2) /* one thread, or nothing to share */
        return cop_pvs(host, depth, alpha, beta);
    hybrid h = {.crew = cop_crew_call(host, depth)};
    if (h.crew == NULL)
        return 0;
    bool fine = cop_farm_open(&h.farm, h.crew);
    fine &= cop_upper_init(&h.upper, host, depth, alpha, beta);
    fine &= h.farm.remote || form_clusters(&h, host);
    if (fine)
        cop_crew_run(h.crew, body, &h);
    disband_clusters(&h, host);
    cop_upper_free(&h.upper);
    cop_farm_close(&h.farm);
    return host->stopped ? 0 : h.upper.value;
}

static const copse_option options[] = {COP_OPTIONS_ORDER_PARALLEL("0"),
                                       COP_OPTION_UPPER,
                                       COP_OPTION_UPPER_ORDER,
                                       COP_OPTION_CLUSTER,
                                       COP_OPTION_GRANULARITY,
                                       COP_OPTION_BALANCE,
                                       COP_OPTION_QUORUM,
                                       COP_OPTION_THRESHOLD};

const cop_algorithm cop_hybrid_algorithm = {
    .info = {.name = "hybrid",
             .summary = "dbte whose leaves are searched by clusters that run pvfsplit",
             .paper = "Lu 1993, section 6.1",
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
