/* SPDX-License-Identifier: MIT
 *
 * A master meets workers in other processes: do they know the game, by the same rules? */
#include "parallel/master.h"

#include "base/text.h"

#include <math.h>

/* Seconds for an answer. */
static const double MEET_PATIENCE = 20;

typedef struct meeting {
    cop_master *master;
    cop_game_card ours;
    bool answered[COP_MOST_PROCESSORS]; /* by the worker's number in its master's list */
    int answers;
    copse_status status;
} meeting;

static void tell_all(meeting *t)
{
    cop_master *m = t->master;
    cop_game_card_write(&m->parcel, &t->ours);
    for (int i = 0; i < m->count; i++)
        if (!cop_parcel_send(&m->parcel, m->processor, m->first + i, COP_REMOTE_GAME)) {
            cop_master_lose(m, m->first + i, "nothing can be sent to it");
            t->answered[i] = true;
            t->answers++;
        }
}

static void hear_card(meeting *t, const cop_letter *letter)
{
    cop_game_card theirs;
    cop_master *m = t->master;
    int i = letter->from - m->first;
    if (letter->tag != COP_REMOTE_GAME_BACK || i < 0 || i >= m->count || t->answered[i])
        return; /* of an earlier run */
    if (!cop_game_card_read(&theirs, letter)) {
        cop_master_lose(m, letter->from, "what it said of its game makes no sense");
    } else {
        if (theirs.run != t->ours.run)
            return; /* that, too */
        t->status = cop_game_card_compare(&t->ours, &theirs, letter->from, m->job->message);
    }
    t->answered[i] = true;
    t->answers++;
}

copse_status cop_master_meet(cop_master *m, cop_processor *p)
{
    meeting t = {.master = m};
    cop_letter letter;
    m->processor = p;
    if (!cop_game_card_init(&t.ours, m->job->game, m->allocator))
        return cop_say(m->job->message, COPSE_UNSUPPORTED,
                       "game %.40s: its name is too long for workers elsewhere",
                       m->job->game->name);
    t.ours.run = m->run;
    tell_all(&t);
    double until = cop_now(p) + MEET_PATIENCE;
    while (t.answers < m->count && t.status == COPSE_OK) {
        if (!cop_wait(p, fmax(until - cop_now(p), 0), &letter))
            break;
        hear_card(&t, &letter);
    }
    for (int i = 0; i < m->count && t.status == COPSE_OK; i++)
        if (!t.answered[i])
            cop_master_lose(m, m->first + i, "it did not say within %.0f seconds which game it has",
                            MEET_PATIENCE);
    return t.status;
}
