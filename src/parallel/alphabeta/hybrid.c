/* SPDX-License-Identifier: MIT
 *
 * The future ParaChinook (Lu 1993, section 6.1): the main program builds the upper plies of the
 * tree in memory, not depth-first, so that there is work for many; a leaf of that goes not to a
 * searcher but to a cluster of them, with a controller of its own, who search it by pvfsplit. To
 * the main program a cluster is a searcher like any other, only faster.
 *
 *     0                    main program: upper_tree.h
 *     1 .. clusters        controllers: variation.h
 *     the others           searchers, those of the first cluster first
 *
 * Lu has no more than this design: the upper tree is dbte's, with its orders. */
#include "parallel/algorithms.h"
#include "parallel/alphabeta/upper_tree.h"
#include "parallel/alphabeta/variation.h"

#include "base/text.h"

#include <math.h>
#include <string.h>

enum { ANSWER_ROOM = 512 + 4 * COP_PV_MOST };

typedef struct cluster {
    cop_variation v;
    cop_hand *hand;  /* the controller's */
    int first, end;  /* its searchers */
    bool has_errand; /* one that it has not begun */
    bool over;
    cop_errand errand; /* its position is in the variation's node */
    cop_parcel parcel;
    unsigned char room[ANSWER_ROOM];
} cluster;

typedef struct hybrid {
    cop_crew *crew;
    cop_farm farm; /* of the main program: its searchers are the controllers */
    cop_upper upper;
    cluster *clusters;
    int count;
} hybrid;

/* ------------------------------------------------------------------------------------ a controller
 */

/* A letter that comes from none of the cluster's searchers. */
static void hear(void *user, const cop_letter *letter)
{
    cluster *c = user;
    cop_walk *w = &c->hand->walk;
    uint32_t run;
    uint64_t number;
    if (letter->from != 0)
        return;
    if (letter->tag == COP_REMOTE_QUIT) {
        c->over = true;
    } else if (letter->tag == COP_REMOTE_INTERRUPT && cop_interrupt_read(letter, &run, &number)) {
        if (number == c->errand.number)
            cop_hand_call_off(c->hand, c->hand->processor);
    } else if (letter->tag == COP_REMOTE_ERRAND &&
               cop_errand_read(&c->errand, letter, w->game, w->frame_count - 1)) {
        memcpy(c->v.nodes[c->errand.ply].position, c->errand.position, w->position_size);
        c->has_errand = true;
    }
}

static void answer(cluster *c, const cop_split *root, copse_score value, uint64_t nodes,
                   bool touched)
{
    const cop_hand *hand = c->hand;
    bool done = !hand->walk.stopped;
    cop_back back = {.run = c->errand.run,
                     .number = c->errand.number,
                     .done = done,
                     .touched = touched,
                     .value = done ? value : 0,
                     .nodes = nodes,
                     .status = hand->job.status,
                     .length = done ? root->length : 0};
    if (back.status != COPSE_OK)
        back.message = hand->message;
    cop_back_write(&c->parcel, &back, root->line);
    cop_parcel_send(&c->parcel, hand->processor, 0, COP_REMOTE_BACK);
}

/* A node of the last errand's variation: there is nothing to be had from it. */
static void forget(cop_split *s)
{
    s->best = s->through = COP_NO_BRANCH;
    s->index = s->width = s->work_out = 0;
    s->known = s->done = false;
}

/* The leaf of the upper tree is the root of the cluster's variation. */
static void do_errand(cluster *c)
{
    cop_variation *v = &c->v;
    cop_walk *w = v->w;
    const cop_errand *errand = &c->errand;
    cop_split *root = &v->nodes[errand->ply];
    uint64_t horizon = w->horizon, before = w->counts->nodes + v->spent;
    c->has_errand = false;
    for (int ply = 0; ply < v->plies; ply++)
        forget(&v->nodes[ply]);
    w->frames[errand->ply].on_line = errand->on_line;
    root->kind = (int64_t)errand->beta - errand->alpha > 1 ? COP_PV_NODE : COP_ALL_NODE;
    v->cut = COP_NO_CUT;
    cop_mark(v->farm.processor, "controlling");
    cop_hand_go_on(c->hand);
    copse_score value = v->search(v, errand->ply, errand->depth, errand->alpha, errand->beta);
    if (w->stopped)
        cop_farm_recall(&v->farm);
    cop_hand_pay(c->hand);
    cop_mark(v->farm.processor, "waiting for work");
    answer(c, root, value, w->counts->nodes + v->spent - before, w->horizon != horizon);
}

static void lead(cluster *c, cop_hand *hand)
{
    cop_variation *v = &c->v;
    cop_letter letter;
    cop_result late; /* of somebody who was interrupted */
    c->hand = hand;
    v->w = &hand->walk;
    c->parcel =
        (cop_parcel){.allocator = hand->job.allocator, .bytes = c->room, .room = ANSWER_ROOM};
    cop_farm_begin(&v->farm, hand);
    cop_farm_only(&v->farm, c->first, c->end);
    v->farm.other = hear;
    v->farm.user = c;
    while (!c->over && cop_wait(hand->processor, (double)INFINITY, &letter)) {
        (void)cop_farm_hear(&v->farm, &letter, &late);
        while (c->has_errand)
            do_errand(c);
    }
    cop_farm_end(&v->farm);
}

/* ---------------------------------------------------------------------------------- the algorithm
 */

static void body(cop_processor *p, void *shared)
{
    hybrid *h = shared;
    cop_hand *hand = cop_crew_hand(h->crew, p);
    if (p->rank == 0) {
        cop_farm_begin(&h->farm, hand);
        cop_farm_only(&h->farm, 1, h->count + 1);
        cop_upper_search(&h->upper, &h->farm);
        cop_farm_end(&h->farm);
    } else if (p->rank <= h->count) {
        lead(&h->clusters[p->rank - 1], hand);
    } else {
        int controller = 1;
        while (p->rank >= h->clusters[controller - 1].end)
            controller++;
        cop_farm_serve_for(hand, controller);
    }
}

/* Clusters of a controller and so many searchers; some have one less, if it does not come out
 * even. */
static bool form_clusters(hybrid *h, cop_walk *host)
{
    int others = h->crew->count - 1, size = (int)host->job->settings.cluster + 1;
    h->count = (others + size - 1) / size;
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
    int first = h->count + 1, searchers = others - h->count;
    bool fine = true;
    for (int i = 0; i < h->count; i++) {
        cluster *c = &h->clusters[i];
        c->first = first;
        c->end = first + (searchers + h->count - 1 - i) / h->count;
        first = c->end;
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

static copse_score search(cop_walk *host, int depth, copse_score alpha, copse_score beta)
{
    if (host->job->machine == NULL || depth < 2) /* one thread, or nothing to share */
        return cop_pvs(host, depth, alpha, beta);
    hybrid h = {.crew = cop_crew_call(host, depth)};
    if (h.crew == NULL)
        return 0;
    bool fine = cop_farm_open(&h.farm, h.crew);
    fine &= cop_upper_init(&h.upper, host, depth, alpha, beta);
    fine &= form_clusters(&h, host);
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
             .machines = "threads sim",
             .option_count = COP_COUNT(options),
             .options = options},
    .kind = &cop_kind_team,
    .search = search,
};
