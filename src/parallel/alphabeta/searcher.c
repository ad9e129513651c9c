/* SPDX-License-Identifier: MIT
 *
 * The body of a searcher (farm.h): it waits for an errand, searches, answers whoever sent it. While
 * it searches it looks into its mailbox now and then: it may be told to stop. */
#include "parallel/alphabeta/farm.h"
#include "parallel/alphabeta/voice.h"

#include <math.h>
#include <string.h>

/* Room for the longest answer: nothing is allocated here, since an allocator is for one thread. */
enum { ANSWER_ROOM = 512 + 4 * COP_PV_MOST };

typedef struct service {
    cop_hand *hand;
    cop_processor *processor;
    int controller; /* who sent the errand */
    cop_errand errand;
    bool interrupted, over;
    cop_voice voice;
    cop_parcel parcel;
    unsigned char room[ANSWER_ROOM];
} service;

/* --------------------------------------------------------------------------------------- looking
 */

static void tell_counts(service *s)
{
    cop_tally tally = cop_voice_tally(&s->voice, s->hand);
    cop_counts_write(&s->parcel, s->errand.run, s->processor->rank, &tally);
    cop_parcel_send(&s->parcel, s->processor, s->controller, COP_REMOTE_COUNTS);
}

/* Processor 0 alone says when it is over, also to those whose controller is another. */
static void hear(service *s, const cop_letter *letter)
{
    uint32_t run;
    uint64_t number;
    if (letter->tag == COP_REMOTE_QUIT)
        s->over |= letter->from == 0;
    else if (letter->tag == COP_REMOTE_INTERRUPT && letter->from == s->controller &&
             cop_interrupt_read(letter, &run, &number))
        s->interrupted |= run == s->errand.run && number == s->errand.number;
}

static bool look_alone(service *s)
{
    cop_hand_pay(s->hand);
    if (cop_voice_is_due(&s->voice, s->hand))
        tell_counts(s);
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
    cop_errand found;
    if (!cop_errand_read(&found, letter, w->game, w->frame_count - 1) || found.run != hand->run)
        return;
    s->errand = found;
    s->controller = letter->from;
    /* The room of the last frame's children is never used otherwise: nothing is below it. */
    char *position = w->frames[w->frame_count - 1].children;
    memcpy(position, errand->position, w->position_size);
    uint64_t nodes = w->counts->nodes, horizon = w->horizon;
    s->interrupted = false;
    cop_voice_begin(&s->voice, hand, errand->quota);
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
                     .tally = cop_voice_tally(&s->voice, hand),
                     .nodes = w->counts->nodes - nodes,
                     .status = hand->job.status,
                     .length = w->stopped ? 0 : w->frames[errand->ply].pv_length};
    if (back.status != COPSE_OK)
        back.message = hand->message;
    cop_back_write(&s->parcel, &back, w->frames[errand->ply].pv);
    cop_parcel_send(&s->parcel, s->processor, s->controller, COP_REMOTE_BACK);
}

void cop_farm_serve(cop_hand *hand)
{
    service s = {.hand = hand, .processor = hand->processor};
    cop_letter letter;
    s.parcel = (cop_parcel){.allocator = hand->job.allocator, .bytes = s.room, .room = ANSWER_ROOM};
    hand->own = &s;
    hand->walk.look = look;
    cop_mark(s.processor, "waiting for work");
    while (!s.over && cop_wait(s.processor, (double)INFINITY, &letter)) {
        if (letter.tag == COP_REMOTE_ERRAND)
            do_errand(&s, &letter);
        else
            hear(&s, &letter);
    }
    hand->own = NULL;
}
