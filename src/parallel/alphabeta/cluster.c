/* SPDX-License-Identifier: MIT */
#include "parallel/alphabeta/cluster.h"

#include <math.h>
#include <string.h>

/* ------------------------------------------------------------------------- what processor 0 hears
 */

static void tell_counts(cop_cluster *c, int rank, const cop_tally *tally)
{
    cop_counts_write(&c->parcel, c->hand->run, rank, tally);
    cop_parcel_send(&c->parcel, c->hand->processor, 0, COP_REMOTE_COUNTS);
}

static void tell_counts_of_searchers(cop_cluster *c)
{
    cop_farm *farm = &c->v.farm;
    for (int rank = 1; farm->untold > 0 && rank < farm->count; rank++) {
        cop_tally *untold = &farm->searchers[rank].untold;
        if (untold->nodes == 0)
            continue;
        tell_counts(c, rank, untold);
        farm->untold -= untold->nodes;
        *untold = (cop_tally){0};
    }
}

/* Where there is no common memory: that it lives, and what it and its searchers have done. */
static void speak(void *user)
{
    cop_cluster *c = user;
    if (c->hand->crew != NULL || !c->busy)
        return;
    bool due = cop_voice_is_due(&c->voice, c->hand);
    if (!due && c->v.farm.untold < c->errand.quota)
        return;
    cop_tally own = cop_voice_tally(&c->voice, c->hand);
    tell_counts(c, c->hand->processor->rank, &own);
    tell_counts_of_searchers(c);
}

static void answer(cop_cluster *c, const cop_split *root, copse_score value, uint64_t nodes,
                   bool touched)
{
    cop_hand *hand = c->hand;
    bool done = !hand->walk.stopped;
    cop_back back = {.run = c->errand.run,
                     .number = c->errand.number,
                     .done = done,
                     .touched = touched,
                     .value = done ? value : 0,
                     .tally = cop_voice_tally(&c->voice, hand),
                     .nodes = nodes,
                     .status = hand->job.status,
                     .length = done ? root->length : 0};
    if (back.status != COPSE_OK)
        back.message = hand->message;
    tell_counts_of_searchers(c);
    cop_back_write(&c->parcel, &back, root->line);
    cop_parcel_send(&c->parcel, hand->processor, 0, COP_REMOTE_BACK);
}

/* ------------------------------------------------------------------------- what processor 0 says
 */

static void take_errand(cop_cluster *c, const cop_letter *letter)
{
    const cop_walk *w = &c->hand->walk;
    cop_errand errand;
    if (c->busy || c->has_errand ||
        !cop_errand_read(&errand, letter, w->game, w->frame_count - 1) ||
        errand.run != c->hand->run || errand.ply + errand.depth > c->v.plies)
        return;
    memcpy(c->v.nodes[errand.ply].position, errand.position, w->position_size);
    c->errand = errand;
    c->has_errand = true;
}

/* A letter that comes from none of the cluster's searchers. */
static void hear(void *user, const cop_letter *letter)
{
    cop_cluster *c = user;
    uint32_t run;
    uint64_t number;
    if (letter->from != 0)
        return;
    if (letter->tag == COP_REMOTE_QUIT) {
        c->over = true;
        cop_hand_call_off(c->hand, c->hand->processor);
    } else if (letter->tag == COP_REMOTE_INTERRUPT && cop_interrupt_read(letter, &run, &number)) {
        if (run == c->errand.run && number == c->errand.number)
            cop_hand_call_off(c->hand, c->hand->processor);
    } else if (letter->tag == COP_REMOTE_ERRAND) {
        take_errand(c, letter);
    }
}

static bool look_alone(cop_cluster *c)
{
    cop_hand *hand = c->hand;
    cop_hand_pay(hand);
    speak(c);
    if (cop_is_shut_down(hand->processor)) {
        c->over = true;
        cop_hand_call_off(hand, hand->processor);
    }
    return atomic_load_explicit(&hand->called_off, memory_order_relaxed) ||
           hand->job.result.stop != COPSE_STOP_NONE;
}

/* Who has searchers hears letters when it waits for their results. Who has none searches itself,
 * and has to listen meanwhile. */
static bool look(cop_walk *w)
{
    cop_hand *hand = (cop_hand *)(void *)w;
    cop_cluster *c = hand->own;
    cop_letter letter;
    while (c->v.farm.left == 0 && c->v.farm.busy == 0 && cop_poll(hand->processor, &letter))
        hear(c, &letter);
    return hand->crew != NULL ? cop_hand_look(hand) : look_alone(c);
}

/* ------------------------------------------------------------------------------------ an errand
 */

/* A node of the last errand's variation: there is nothing to be had from it. */
static void forget(cop_split *s)
{
    s->best = s->through = COP_NO_BRANCH;
    s->index = s->width = s->work_out = 0;
    s->known = s->done = false;
}

/* What is searched is the root of the cluster's variation. Where searchers' counts come with their
 * answers, all of these have to be there before the cluster answers itself. */
static void do_errand(cop_cluster *c)
{
    cop_variation *v = &c->v;
    cop_walk *w = v->w;
    const cop_errand *errand = &c->errand;
    cop_split *root = &v->nodes[errand->ply];
    uint64_t horizon = w->horizon, before = w->counts->nodes + v->spent;
    c->has_errand = false;
    c->busy = true;
    for (int ply = 0; ply < v->plies; ply++)
        forget(&v->nodes[ply]);
    w->frames[errand->ply].on_line = errand->on_line;
    root->kind = (int64_t)errand->beta - errand->alpha > 1 ? COP_PV_NODE : COP_ALL_NODE;
    v->cut = COP_NO_CUT;
    v->farm.quota = errand->quota;
    cop_voice_begin(&c->voice, c->hand, errand->quota);
    cop_mark(v->farm.processor, "controlling");
    cop_hand_go_on(c->hand);
    copse_score value = v->search(v, errand->ply, errand->depth, errand->alpha, errand->beta);
    if (w->stopped || v->farm.remote)
        cop_farm_recall(&v->farm);
    cop_hand_pay(c->hand);
    cop_mark(v->farm.processor, "waiting for work");
    c->busy = false;
    answer(c, root, value, w->counts->nodes + v->spent - before, w->horizon != horizon);
}

void cop_cluster_lead(cop_cluster *c, cop_hand *hand)
{
    cop_variation *v = &c->v;
    cop_letter letter;
    cop_result late; /* of somebody who was interrupted */
    c->hand = hand;
    v->w = &hand->walk;
    c->parcel =
        (cop_parcel){.allocator = hand->job.allocator, .bytes = c->room, .room = sizeof c->room};
    hand->own = c;
    hand->walk.look = look;
    cop_farm_begin(&v->farm, hand);
    cop_farm_only(&v->farm, c->searchers, c->count);
    v->farm.other = hear;
    v->farm.speak = speak;
    v->farm.user = c;
    while (!c->over && cop_wait(hand->processor, (double)INFINITY, &letter)) {
        (void)cop_farm_hear(&v->farm, &letter, &late);
        if (c->has_errand)
            do_errand(c);
    }
    hand->own = NULL;
}
