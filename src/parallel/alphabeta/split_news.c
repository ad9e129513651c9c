/* SPDX-License-Identifier: MIT
 *
 * What happens on the board when a child's search has ended: its parent learns of it, others are
 * called off, values go up. */
#include "parallel/alphabeta/split_board.h"

#include <string.h>

/* ---------------------------------------------------------------------------------- calling off
 */

/* Whoever is at this node or below it, or stays there. */
static void call_off(cop_board *b, cop_processor *p, const cop_spot *s)
{
    for (int i = 0; i < b->crew->count; i++) {
        cop_seat *other = &b->seats[i];
        if (i != p->rank && other->at != NULL && cop_spot_is_below(other->at, s))
            cop_hand_call_off(&b->crew->hands[i], p);
        if (other->home != NULL && cop_spot_is_below(other->home, s))
            other->summoned = true;
    }
}

/* Searches that test against less than what is the best now. */
static void call_off_outdated(cop_board *b, cop_processor *p, cop_spot *s)
{
    for (int i = 0; i < s->taken; i++) {
        cop_kid *k = &s->kids[i];
        if (!k->running || k->alpha >= cop_spot_to_beat(s, i))
            continue;
        if (k->below == NULL) {
            cop_hand_call_off(&b->crew->hands[k->hand], p);
        } else if (!k->below->off) {
            call_off(b, p, k->below);
            cop_board_unlist(b, k->below);
            k->below->off = true;
        }
    }
}

/* -------------------------------------------------------------------------------------- telling
 */

static void keep_line(cop_spot *s, int place, const cop_outcome *o)
{
    int length = o->length < COP_PV_MOST - 1 ? o->length : COP_PV_MOST - 1;
    s->frame.best = s->kids[place].number;
    s->frame.pv[0] = s->frame.list[s->frame.best].move;
    memcpy(s->frame.pv + 1, o->line, (size_t)length * sizeof *o->line);
    s->frame.pv_length = length + 1;
}

/* The root keeps account of its moves. The host's own record is processor 0's, see
 * cop_board_publish(). */
static void account_root(cop_board *b, const cop_spot *s, int place, const cop_outcome *o)
{
    const cop_kid *k = &s->kids[place];
    copse_root_move *row = &b->rows[k->number];
    row->move = s->frame.list[k->number].move;
    row->score = o->value;
    row->bound = o->value <= k->alpha  ? COPSE_BOUND_UPPER
                 : o->value >= k->beta ? COPSE_BOUND_LOWER
                                       : COPSE_BOUND_EXACT;
    b->trusted |= row->move == b->crew->host->last;
    if (place == s->best && s->score > s->alpha && (k->lower >= k->upper || k->lower >= s->beta)) {
        b->found_value = s->score;
        b->found_length = s->frame.pv_length;
        memcpy(b->found, s->frame.pv, (size_t)s->frame.pv_length * sizeof(copse_move));
    }
    b->news = true;
}

bool cop_board_publish(cop_board *b)
{
    cop_walk *host = b->crew->host;
    if (!b->news)
        return false;
    b->news = false;
    for (int i = 0; i < host->max_moves; i++)
        if (b->rows[i].bound != COPSE_BOUND_NONE) {
            host->job->root_moves[i].move = b->rows[i].move;
            host->job->root_moves[i].score = b->rows[i].score;
            host->job->root_moves[i].bound = b->rows[i].bound;
        }
    host->trusted |= b->trusted;
    host->found_value = b->found_value;
    host->found_length = b->found_length;
    memcpy(host->found, b->found, (size_t)b->found_length * sizeof(copse_move));
    return host->trusted;
}

static void learn(cop_board *b, cop_processor *p, cop_spot *s, int place, const cop_outcome *o)
{
    cop_kid *k = &s->kids[place];
    s->searched += k->lower == -COPSE_INFINITE && k->upper == COPSE_INFINITE;
    s->touched |= o->touched;
    if (o->value < k->beta && o->value < k->upper)
        k->upper = o->value;
    if (o->value > k->alpha && o->value > k->lower)
        k->lower = o->value;
    bool better =
        k->lower > s->score || (s->parent == NULL && k->lower == s->score && place <= s->best);
    if (better || (place == s->best && k->lower >= k->upper)) {
        copse_score before = s->score;
        s->score = k->lower;
        s->best = place;
        keep_line(s, place, o);
        if (b->restart && s->score > before && before > -COPSE_INFINITE && s->running > 0 &&
            s->score < s->beta)
            call_off_outdated(b, p, s);
    }
    if (s->parent == NULL)
        account_root(b, s, place, o);
}

/* The node's value, exact within its window, else a bound; tables remember it. */
static copse_score close(cop_hand *hand, cop_spot *s)
{
    cop_walk *w = &hand->walk;
    copse_score value = s->score;
    if (value <= s->alpha)
        for (int i = 0; i < s->taken; i++)
            value = cop_max(value, s->kids[i].upper);
    if (s->best < 0)
        s->frame.best = -1;
    s->frame.horizon = w->horizon - s->touched;
    bool stopped = w->stopped;
    w->stopped = false;
    w->frame = &s->frame;
    cop_node_close(w, s->depth, s->alpha, s->beta, value);
    w->stopped = stopped;
    return value;
}

static void stay(cop_seat *me, cop_spot *s)
{
    s->stays = true;
    me->home = s;
}

static void leave_home(cop_seat *me)
{
    me->home->stays = false;
    me->home = me->home->home;
}

/* Nobody needs the node: the last one to leave it takes it off the board. If its parent is still
 * waiting for it, that has to begin again with it. */
static cop_spot *drop(cop_board *b, cop_hand *hand, cop_spot *s)
{
    cop_spot *up = s->told ? NULL : s->parent;
    int place = s->place;
    cop_board_recycle(b, s);
    return up != NULL ? cop_board_tell(b, hand, up, place, (cop_outcome){.valid = false}) : NULL;
}

/* The node's value is known, and goes up. */
static cop_spot *carry_up(cop_board *b, cop_hand *hand, cop_spot *s)
{
    copse_score value = close(hand, s);
    cop_spot *up = s->parent;
    cop_outcome o = {.valid = true,
                     .value = -value,
                     .touched = s->touched,
                     .line = s->frame.pv,
                     .length = s->best >= 0 ? s->frame.pv_length : 0};
    int place = s->place;
    cop_seat *me = &b->seats[hand->processor->rank];
    if (me->home == s)
        leave_home(me);
    cop_board_unlist(b, s);
    s->off = s->told = true;
    if (s->running > 0)
        call_off(b, hand->processor, s);
    else if (up != NULL) /* what is in it stays until somebody takes it, which is not before */
        cop_board_recycle(b, s);
    if (up != NULL)
        return cop_board_tell(b, hand, up, place, o);
    b->known = true;
    b->value = value;
    return NULL;
}

/* Others will be the last to leave this node, which is off. If the hand has come to it from a node
 * of its own that is not, it stays there. */
static void stay_above(cop_board *b, int rank, cop_spot *s)
{
    cop_seat *me = &b->seats[rank];
    while (s != NULL && s != me->home && s->owner == rank && !s->told) {
        if (!cop_spot_is_off(s)) {
            stay(me, s);
            return;
        }
        s = s->parent;
    }
}

cop_spot *cop_board_tell(cop_board *b, cop_hand *hand, cop_spot *s, int place, cop_outcome o)
{
    cop_processor *p = hand->processor;
    cop_kid *k = &s->kids[place];
    k->running = false;
    k->below = NULL;
    s->running--;
    if (k->less > 0 && o.valid && o.value > k->alpha) {
        k->whole = true; /* once more */
        o.valid = false;
    }
    if (cop_spot_is_off(s) && (s->running > 0 || s->stays)) {
        stay_above(b, p->rank, s);
        return NULL;
    }
    if (cop_spot_is_off(s))
        return drop(b, hand, s);
    if (o.valid && !s->ready)
        learn(b, p, s, place, &o);
    if (!s->ready && !cop_spot_is_complete(s)) {
        cop_board_relist(b, s);
        return s;
    }
    if (s->owner == COP_NOBODY || s->owner == p->rank)
        return carry_up(b, hand, s);
    s->ready = true;
    cop_board_unlist(b, s);
    call_off(b, p, s);
    b->seats[s->owner].summoned = true;
    return NULL;
}

cop_spot *cop_board_look_after_home(cop_board *b, cop_hand *hand, cop_spot *s)
{
    int rank = hand->processor->rank;
    cop_seat *me = &b->seats[rank];
    me->summoned = false;
    for (;;) {
        if (s != NULL && s->owner == rank && cop_spot_next_kid(b, s) < 0) {
            stay(me, s);
            s = NULL;
        }
        cop_spot *home = me->home;
        if (s != NULL || home == NULL || !(cop_spot_is_off(home) || home->ready))
            return s;
        leave_home(me);
        if (!cop_spot_is_off(home))
            s = carry_up(b, hand, home);
        else if (home->running == 0)
            s = drop(b, hand, home);
        else
            stay_above(b, rank, home);
    }
}
