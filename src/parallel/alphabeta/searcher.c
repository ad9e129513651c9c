/* SPDX-License-Identifier: MIT
 *
 * The body of a searcher (farm.h): it waits for an errand, searches, answers. While it searches it
 * looks into its mailbox now and then: it may be told to stop. */
#include "parallel/alphabeta/farm.h"

#include <math.h>
#include <string.h>

/* On real processors: nodes opened between two looks, unless they take longer than so many seconds.
 */
enum { LONGEST_PAUSE = 64 };
static const double LOOK_EVERY = 0.001;

/* Seconds after which a searcher in another process says that it lives. */
static const double SIGN_OF_LIFE = 0.2;

/* Room for the longest answer: nothing is allocated here, since an allocator is for one thread. */
enum { ANSWER_ROOM = 512 + 4 * COP_PV_MOST };

typedef struct service {
    cop_hand *hand;
    cop_processor *processor;
    int controller;
    cop_errand errand;
    bool interrupted, over;
    cop_tally told;    /* what the controller has heard of this run's counts */
    uint64_t speak_at; /* nodes */
    double spoke, looked;
    uint32_t pause;
    cop_parcel parcel;
    unsigned char room[ANSWER_ROOM];
} service;

/* ---------------------------------------------------------------------------------------- counts
 */

/* What has been counted and not been told; it will be. */
static cop_tally tally_up(service *s)
{
    const copse_result *counts = &s->hand->job.result;
    cop_tally all = {counts->nodes, counts->expansions, counts->evaluations, counts->table_probes,
                     counts->table_hits};
    cop_tally since = {all.nodes - s->told.nodes, all.expansions - s->told.expansions,
                       all.evaluations - s->told.evaluations,
                       all.table_probes - s->told.table_probes,
                       all.table_hits - s->told.table_hits};
    s->told = all;
    s->speak_at =
        s->errand.quota < UINT64_MAX - all.nodes ? all.nodes + s->errand.quota : UINT64_MAX;
    return since;
}

static void tell_counts(service *s, double now)
{
    cop_tally tally = tally_up(s);
    s->spoke = now;
    cop_counts_write(&s->parcel, s->errand.run, &tally);
    cop_parcel_send(&s->parcel, s->processor, s->controller, COP_REMOTE_COUNTS);
}

/* --------------------------------------------------------------------------------------- looking
 */

static void hear(service *s, const cop_letter *letter)
{
    uint32_t run;
    uint64_t number;
    if (letter->from != s->controller)
        return;
    if (letter->tag == COP_REMOTE_QUIT)
        s->over = true;
    else if (letter->tag == COP_REMOTE_INTERRUPT && cop_interrupt_read(letter, &run, &number))
        s->interrupted |= run == s->errand.run && number == s->errand.number;
}

/* In a process of its own a hand has no crew: it paces itself, and says what it has done. */
static bool look_alone(service *s)
{
    double now = cop_now(s->processor), passed = now - s->looked;
    if (passed > LOOK_EVERY && s->pause > 1)
        s->pause /= 2;
    else if (passed < LOOK_EVERY / 4 && s->pause < LONGEST_PAUSE)
        s->pause *= 2;
    s->looked = now;
    s->hand->job.until_look = s->pause;
    if (s->hand->job.result.nodes >= s->speak_at || now - s->spoke > SIGN_OF_LIFE)
        tell_counts(s, now);
    s->over |= cop_is_shut_down(s->processor);
    return s->hand->job.result.stop != COPSE_STOP_NONE;
}

/* The controller of real processors looks at limits after a while only; a searcher that sees one
 * reached need not wait for that. */
static bool look_with_crew(cop_hand *hand)
{
    const cop_crew *crew = hand->crew;
    bool stop = cop_hand_look(hand);
    const copse_limits *limits = &hand->job.limits;
    return stop || atomic_load_explicit(&crew->nodes, memory_order_relaxed) >= limits->nodes ||
           atomic_load_explicit(&crew->expansions, memory_order_relaxed) >= limits->expansions;
}

static bool look(cop_walk *w)
{
    cop_hand *hand = (cop_hand *)(void *)w;
    service *s = hand->own;
    cop_letter letter;
    bool stop = hand->crew != NULL ? look_with_crew(hand) : look_alone(s);
    while (cop_poll(s->processor, &letter))
        hear(s, &letter);
    return stop || s->interrupted || s->over;
}

/* ------------------------------------------------------------------------------------- searching
 */

static void do_errand(service *s, const cop_letter *letter)
{
    cop_hand *hand = s->hand;
    cop_walk *w = &hand->walk;
    const cop_errand *errand = &s->errand;
    if (!cop_errand_read(&s->errand, letter, w->game, w->frame_count - 1))
        return;
    /* The room of the last frame's children is never used otherwise: nothing is below it. */
    char *position = w->frames[w->frame_count - 1].children;
    memcpy(position, errand->position, w->position_size);
    uint64_t nodes = w->counts->nodes, horizon = w->horizon;
    s->interrupted = false;
    s->looked = s->spoke = cop_now(s->processor);
    s->speak_at = errand->quota < UINT64_MAX - nodes ? nodes + errand->quota : UINT64_MAX;
    cop_mark(s->processor, "searching");
    cop_charge(s->processor, COP_WORK_TASK, 1);
    cop_hand_go_on(hand);
    copse_score value = cop_hand_search(hand, position, errand->ply, errand->on_line, errand->depth,
                                        errand->alpha, errand->beta);
    cop_hand_pay(hand);
    cop_mark(s->processor, "waiting for work");
    cop_back back = {.run = errand->run,
                     .number = errand->number,
                     .done = !w->stopped,
                     .touched = w->horizon != horizon,
                     .value = w->stopped ? 0 : value,
                     .tally = tally_up(s),
                     .nodes = w->counts->nodes - nodes,
                     .status = hand->job.status,
                     .length = w->stopped ? 0 : w->frames[errand->ply].pv_length};
    if (back.status != COPSE_OK)
        back.message = hand->message;
    cop_back_write(&s->parcel, &back, w->frames[errand->ply].pv);
    cop_parcel_send(&s->parcel, s->processor, s->controller, COP_REMOTE_BACK);
}

void cop_farm_serve_for(cop_hand *hand, int controller)
{
    service s = {.hand = hand, .processor = hand->processor, .controller = controller, .pause = 1};
    cop_letter letter;
    s.parcel = (cop_parcel){.allocator = hand->job.allocator, .bytes = s.room, .room = ANSWER_ROOM};
    hand->own = &s;
    hand->walk.look = look;
    cop_mark(s.processor, "waiting for work");
    while (!s.over && cop_wait(s.processor, (double)INFINITY, &letter)) {
        if (letter.from == s.controller && letter.tag == COP_REMOTE_ERRAND)
            do_errand(&s, &letter);
        else
            hear(&s, &letter);
    }
    hand->own = NULL;
}

void cop_farm_serve(cop_hand *hand)
{
    cop_farm_serve_for(hand, 0);
}
