/* SPDX-License-Identifier: MIT */
#include "parallel/meet.h"

#include "base/text.h"
#include "parallel/master.h"
#include "search/box.h"

#include <math.h>

/* Seconds for an answer. */
static const double MEET_PATIENCE = 20;

typedef struct talk {
    const cop_meeting *meeting;
    cop_game_card ours;
    bool answered[COP_MOST_PROCESSORS]; /* by the place among the others */
    int answers;
    copse_status status;
} talk;

static void settle(talk *t, int i, const char *trouble)
{
    if (trouble != NULL)
        t->meeting->lose(t->meeting->user, t->meeting->first + i, trouble);
    t->answered[i] = true;
    t->answers++;
}

static void tell_all(talk *t)
{
    const cop_meeting *m = t->meeting;
    cop_game_card_write(m->parcel, &t->ours);
    for (int i = 0; i < m->count; i++)
        if (!cop_parcel_send(m->parcel, m->processor, m->first + i, COP_REMOTE_GAME))
            settle(t, i, "nothing can be sent to it");
}

static void hear_card(talk *t, const cop_letter *letter)
{
    cop_game_card theirs;
    const cop_meeting *m = t->meeting;
    int i = letter->from - m->first;
    if (letter->tag != COP_REMOTE_GAME_BACK || i < 0 || i >= m->count || t->answered[i])
        return; /* of an earlier run */
    if (!cop_game_card_read(&theirs, letter)) {
        settle(t, i, "what it said of its game makes no sense");
        return;
    }
    if (theirs.run != t->ours.run)
        return; /* that, too */
    t->status = cop_game_card_compare(&t->ours, &theirs, letter->from, m->message);
    settle(t, i, NULL);
}

copse_status cop_meet(const cop_meeting *m)
{
    talk t = {.meeting = m};
    cop_letter letter;
    if (!cop_game_card_init(&t.ours, m->game, m->allocator))
        return cop_say(m->message, COPSE_UNSUPPORTED,
                       "game %.40s: its name is too long for workers elsewhere", m->game->name);
    t.ours.run = m->run;
    if (m->settings != NULL)
        t.ours.settings = *m->settings;
    tell_all(&t);
    double until = cop_now(m->processor) + MEET_PATIENCE;
    while (t.answers < m->count && t.status == COPSE_OK) {
        if (!cop_wait(m->processor, fmax(until - cop_now(m->processor), 0), &letter))
            break;
        hear_card(&t, &letter);
    }
    char trouble[80];
    int length = 0;
    cop_append(trouble, sizeof trouble, &length,
               "it did not say within %.0f seconds which game it has", MEET_PATIENCE);
    for (int i = 0; i < m->count && t.status == COPSE_OK; i++)
        if (!t.answered[i])
            settle(&t, i, trouble);
    return t.status;
}

/* -------------------------------------------------------------------------------------- masters */

static void lose(void *master, int rank, const char *trouble)
{
    cop_master_lose(master, rank, "%s", trouble);
}

copse_status cop_master_meet(cop_master *m, cop_processor *p)
{
    m->processor = p;
    cop_meeting meeting = {.processor = p,
                           .game = m->job->box != NULL ? m->job->box->original : m->job->game,
                           .settings = m->job->game_settings,
                           .allocator = m->allocator,
                           .parcel = &m->parcel,
                           .first = m->first,
                           .count = m->count,
                           .run = m->run,
                           .message = m->job->message,
                           .lose = lose,
                           .user = m};
    return cop_meet(&meeting);
}
