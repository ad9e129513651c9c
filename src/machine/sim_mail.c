/* SPDX-License-Identifier: MIT
 *
 * Messages between simulated processors. The price is that of LogGP (Alexandrov, Ionescu, Schauser
 * & Scheiman 1995) without its gap: the sender is occupied for `send` and for each byte, then the
 * message is on its way for `latency`, and the receiver is occupied for `receive`. */
#include "machine/sim.h"

/* By arrival, then by sender; those of one sender in the order of sending. From the end there are
 * few to pass over: messages are sent nearly in the order in which they arrive. */
static void deliver(cop_sim_processor *to, cop_mail *mail)
{
    cop_mail **place = &to->first;
    if (to->last != NULL && (to->last->arrival < mail->arrival ||
                             (to->last->arrival == mail->arrival && to->last->from <= mail->from)))
        place = &to->last->next;
    else
        while (*place != NULL &&
               ((*place)->arrival < mail->arrival ||
                ((*place)->arrival == mail->arrival && (*place)->from <= mail->from)))
            place = &(*place)->next;
    mail->next = *place;
    *place = mail;
    if (mail->next == NULL)
        to->last = mail;
}

static void communicate(cop_sim_processor *p, int64_t ticks)
{
    int64_t from = p->clock;
    cop_sim_pass(p, ticks);
    p->communicating += p->clock - from;
    cop_timeline_add(&cop_sim_of(p)->face.timeline, p->face.rank, COP_COMMUNICATING, from,
                     p->clock);
}

/* What so many bytes cost, at most for ever. */
static int64_t price_of_bytes(const cop_sim *sim, size_t size)
{
    int64_t price;
    if (__builtin_mul_overflow((int64_t)size, sim->cost[COP_COST_BYTE], &price))
        return COP_SIM_NEVER;
    return price < COP_SIM_NEVER ? price : COP_SIM_NEVER;
}

bool cop_sim_send(cop_processor *face, int to, uint32_t tag, const void *bytes, size_t size)
{
    cop_sim_processor *p = (cop_sim_processor *)face;
    cop_sim *sim = cop_sim_of(p);
    cop_sim_processor *other = &sim->all[to];
    cop_sim_step(p, 1);
    communicate(p, sim->cost[COP_COST_SEND] + price_of_bytes(sim, size));
    if (other->state == COP_SIM_ENDED || other->state == COP_SIM_DEAD)
        return false;
    cop_mail *mail = cop_mail_new(&sim->pool, face->rank, tag, bytes, size);
    if (mail == NULL)
        return false;
    mail->arrival = p->clock + sim->cost[COP_COST_LATENCY];
    deliver(other, mail);
    if (other->state == COP_SIM_WAITING && mail->arrival < other->wake)
        cop_sim_wake(other, mail->arrival);
    return true;
}

static bool has_arrived(const cop_sim_processor *p)
{
    return p->first != NULL && p->first->arrival <= p->clock;
}

static void take_first(cop_sim_processor *p, cop_letter *letter)
{
    p->in_hand = p->first;
    p->first = p->first->next;
    if (p->first == NULL)
        p->last = NULL;
    *letter = cop_mail_letter(p->in_hand);
    communicate(p, cop_sim_of(p)->cost[COP_COST_RECEIVE]);
}

/* The end of a wait that begins now. */
static int64_t deadline_of(const cop_sim_processor *p, double tick, double seconds)
{
    double ticks = seconds / tick + 0.5;
    return ticks < (double)(COP_SIM_NEVER - p->clock) ? p->clock + (int64_t)ticks : COP_SIM_NEVER;
}

bool cop_sim_wait(cop_processor *face, double seconds, cop_letter *letter)
{
    cop_sim_processor *p = (cop_sim_processor *)face;
    cop_sim *sim = cop_sim_of(p);
    cop_sim_step(p, 2);
    cop_mail_free(&sim->pool, p->in_hand);
    p->in_hand = NULL;
    if (!has_arrived(p)) {
        if (!(seconds > 0)) {
            cop_sim_look(p);
            return false;
        }
        int64_t wake = deadline_of(p, sim->face.tick, seconds);
        if (p->first != NULL && p->first->arrival < wake)
            wake = p->first->arrival;
        cop_sim_block(p, COP_SIM_WAITING, wake, COP_IDLE);
    }
    if (!has_arrived(p))
        return false;
    take_first(p, letter);
    return true;
}
