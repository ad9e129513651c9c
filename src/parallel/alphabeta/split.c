/* SPDX-License-Identifier: MIT
 *
 * What a hand does:
 *
 *     until the root's value is known
 *         take a child: at the node where one is, else at the open node nearest to the root
 *         if it is deep enough: open it; it is the node where one is
 *         otherwise: search it, sequentially, and
 *             tell its parent; as long as that makes a node's value known: tell the next parent
 *
 * A child is searched with whatever window answers what is not known yet: the first with the node's
 * own; the others with a minimal one at the best value so far; one that was better, with all above
 * what it is known to be worth. When the best value rises, searches that still test against the old
 * one are called off and begin again (restart=on). */
#include "parallel/alphabeta/split_board.h"

#include "base/text.h"

#include <math.h>
#include <string.h>

enum { WAKE = 1 };

/* --------------------------------------------------------------------------------------- taking
 */

static cop_node_type type_below(const cop_spot *s, const cop_kid *k)
{
    if ((int64_t)k->beta - k->alpha > 1)
        return COP_NODE_PV;
    return s->type == COP_NODE_CUT ? COP_NODE_ALL : COP_NODE_CUT;
}

static void prepare_spot(const cop_board *b, int hand, cop_spot *s, cop_spot *parent, int place,
                         int depth, copse_score alpha, copse_score beta, cop_node_type type)
{
    s->parent = parent;
    s->place = place;
    s->depth = depth;
    s->type = type;
    s->alpha = alpha;
    s->beta = beta;
    s->score = -COPSE_INFINITE;
    s->best = -1;
    s->taken = s->searched = s->running = 0;
    s->touched = s->off = s->told = s->ready = s->listed = s->stays = false;
    s->owner = b->policy->owners != COP_OWNERS_NONE ? hand : COP_NOBODY;
    s->home = b->seats[hand].home;
    s->frame.position = s->position;
    s->frame.node = NULL;
    s->frame.pressed = s->frame.skipped = false;
    s->frame.ply = parent != NULL ? parent->frame.ply + 1 : 0;
}

/* To how many plies a child is searched, as far as can be said before its position is there. */
static int plan_depth(const cop_walk *w, cop_spot *s, int place)
{
    cop_kid *k = &s->kids[place];
    int depth = s->depth - 1 - s->frame.less;
    bool reduces = w->uneven.on && !k->whole && (int64_t)k->beta - k->alpha == 1;
    k->less = reduces ? cop_uneven_reduction(w, &s->frame, k->number, place, depth + 1) : 0;
    return depth - k->less;
}

/* And when it is there, in the frame that the child is searched in. */
static int enter_depth(const cop_walk *w, const cop_spot *s, cop_kid *k, cop_frame *frame)
{
    int depth = s->depth - 1 - s->frame.less;
    if (!w->uneven.on)
        return depth;
    frame->last = s->frame.list[k->number].move;
    depth = cop_uneven_enter(w, frame, depth);
    k->less = frame->pressed ? 0 : k->less;
    return depth - k->less;
}

static void sit_down(cop_board *b, cop_hand *hand, cop_spot *s, int place)
{
    cop_kid *k = &s->kids[place];
    cop_seat *me = &b->seats[hand->processor->rank];
    if (place == s->taken) { /* the order in which the game's children are taken is the frame's */
        hand->walk.frame = &s->frame;
        cop_node_next(&hand->walk);
        *k = (cop_kid){
            .lower = -COPSE_INFINITE, .upper = COPSE_INFINITE, .number = s->frame.current};
        s->taken++;
    }
    cop_spot_set_window(s, place);
    int depth = plan_depth(&hand->walk, s, place);
    k->running = true;
    k->hand = hand->processor->rank;
    s->running++;
    me->at = s;
    me->place = place;
    k->below = depth >= b->least ? cop_board_new_spot(b) : NULL;
    if (k->below != NULL)
        prepare_spot(b, k->hand, k->below, s, place, depth, -k->beta, -k->alpha, type_below(s, k));
    cop_board_relist(b, s);
    cop_hand_go_on(hand);
}

/* The node nearest to the root that has work for this hand; NULL: there is none. Who stays with a
 * node helps only those who are at work below it. */
static cop_spot *nearest_root(cop_board *b, const cop_seat *who)
{
    for (int ply = 0; ply < b->plies; ply++)
        for (cop_spot *s = b->open[ply], *next; s != NULL; s = next) {
            next = s->after;
            if (cop_spot_is_off(s))
                cop_board_unlist(b, s);
            else if (who->home == NULL ||
                     (b->policy->owners == COP_OWNERS_HELP && cop_spot_is_below(s, who->home)))
                return s;
        }
    return NULL;
}

/* Takes a child where the hand is, else at the node nearest to the root. */
static bool take(cop_board *b, cop_hand *hand, cop_spot *s)
{
    cop_seat *me = &b->seats[hand->processor->rank];
    int place = s != NULL ? cop_spot_next_kid(b, s) : -1;
    me->joined = place < 0;
    if (place < 0) {
        s = nearest_root(b, me);
        place = s != NULL ? cop_spot_next_kid(b, s) : -1;
    }
    if (place < 0) {
        me->at = NULL;
        return false;
    }
    sit_down(b, hand, s, place);
    return true;
}

/* An idle hand that something has happened for, or that there is work for; NOBODY. Nobody else
 * wakes it now. */
static int to_wake(cop_board *b)
{
    for (int i = 0; i < b->crew->count && b->idle > 0; i++) {
        cop_seat *other = &b->seats[i];
        if (!other->idle || !(other->summoned || nearest_root(b, other) != NULL))
            continue;
        other->idle = false;
        b->idle--;
        return i;
    }
    return COP_NOBODY;
}

static void wake(cop_processor *p, int who)
{
    if (who != COP_NOBODY)
        cop_send(p, who, WAKE, NULL, 0);
}

/* Takes work, waiting for it if need be. `s` is where the hand has come to, under the lock. False
 * if there is nothing to do any more. */
static bool get_work(cop_board *b, cop_hand *hand, cop_spot *s)
{
    cop_processor *p = hand->processor;
    cop_seat *me = &b->seats[p->rank];
    cop_letter letter;
    for (;;) {
        bool over =
            b->known || hand->job.result.stop != COPSE_STOP_NONE || cop_crew_is_over(b->crew, p);
        if (!over && b->policy->owners != COP_OWNERS_NONE)
            s = cop_board_look_after_home(b, hand, s);
        over |= b->known;
        bool taken = !over && take(b, hand, s);
        int other = to_wake(b);
        bool news = p->rank == 0 && cop_board_publish(b);
        if (!over && !taken) {
            me->idle = true;
            b->idle++;
        }
        cop_lock_give(p, &b->lock);
        wake(p, other);
        if (news)
            cop_root_publish(b->crew->host);
        if (over || taken)
            return taken;
        cop_mark(p, me->home != NULL ? "waiting for its helpers" : "waiting for work");
        cop_wait(p, p->rank == 0 ? fmin(b->ask, b->crew->stand_by) : b->ask, &letter);
        if (p->rank == 0)
            (void)cop_hand_look(hand);
        cop_lock_take(p, &b->lock);
        if (me->idle) { /* nobody has woken it */
            me->idle = false;
            b->idle--;
        }
        s = NULL;
    }
}

/* ------------------------------------------------------------------------------------- searching
 */

/* Does a shallow search foretell the node's value? Below a frame that stands alone there is nothing
 * to search in, so it takes place in the walk's own frame of the same ply. */
static bool is_foretold(cop_walk *w, cop_spot *s, copse_score *value)
{
    cop_frame *own = &w->frames[s->frame.ply];
    own->position = s->frame.position;
    own->node = NULL;
    own->on_line = false;
    own->pressed = s->frame.pressed;
    own->skipped = s->frame.skipped;
    own->last = s->frame.last;
    w->frame = own;
    bool known = cop_node_foretold(w, cop_pvs, s->depth, s->alpha, s->beta, value);
    w->frame = &s->frame;
    s->frame.pv_length = 0;
    return known;
}

/* Opens a node that the hand has taken. True if its value is known at once: the outcome. */
static bool open_spot(cop_hand *hand, cop_spot *s, cop_outcome *o)
{
    cop_walk *w = &hand->walk;
    uint64_t horizon = w->horizon;
    copse_score value;
    w->frame = &s->frame;
    bool known = w->selectivity > 0 && is_foretold(w, s, &value);
    if (!known)
        known = cop_node_open(w, s->depth, s->alpha, s->beta, &value);
    cop_hand_pay(hand);
    *o = (cop_outcome){.valid = !w->stopped,
                       .value = -value,
                       .touched = w->horizon != horizon,
                       .line = s->frame.pv,
                       .length = s->frame.pv_length};
    return known;
}

/* Does what the hand has taken. Ends under the lock, where the hand has come to. */
static cop_spot *work(cop_board *b, cop_hand *hand)
{
    cop_processor *p = hand->processor;
    cop_walk *w = &hand->walk;
    cop_seat *me = &b->seats[p->rank];
    cop_spot *s = me->at;
    cop_kid *k = &s->kids[me->place];
    int place = me->place, ply = s->frame.ply + 1;
    copse_move move = s->frame.list[k->number].move;
    bool on_line = cop_node_leads_on(w, &s->frame, move);
    cop_outcome o;
    cop_spot *below = k->below;
    if (me->joined) {
        cop_charge(p, COP_WORK_TASK, 1);
        cop_mark(p, "helping at another's node");
    }
    me->joined = false;
    if (below != NULL) {
        cop_node_child_position(w, &s->frame, k->number, below->position);
        below->frame.on_line = on_line;
        below->depth = enter_depth(w, s, k, &below->frame);
        bool known = open_spot(hand, below, &o);
        cop_lock_take(p, &b->lock);
        if (!known && !w->stopped && !cop_spot_is_off(below))
            return below;
        cop_board_recycle(b, below);
        o.valid &= known;
        return cop_board_tell(b, hand, s, place, o);
    }
    uint64_t horizon = w->horizon;
    cop_node_child_position(w, &s->frame, k->number, me->position);
    w->frames[ply].position = me->position;
    int depth = enter_depth(w, s, k, &w->frames[ply]);
    o.value = -cop_hand_search(hand, me->position, ply, on_line, depth, -k->beta, -k->alpha);
    o.valid = !w->stopped;
    o.touched = w->horizon != horizon;
    o.line = w->frames[ply].pv;
    o.length = w->frames[ply].pv_length;
    cop_hand_pay(hand);
    cop_lock_take(p, &b->lock);
    return cop_board_tell(b, hand, s, place, o);
}

/* The root is opened by processor 0. Ends under the lock. */
static cop_spot *begin(cop_board *b, cop_hand *hand)
{
    cop_walk *host = b->crew->host;
    cop_outcome o;
    cop_spot *root = cop_board_new_spot(b);
    if (root != NULL) {
        prepare_spot(b, 0, root, NULL, 0, b->crew->depth, b->alpha, b->beta,
                     (int64_t)b->beta - b->alpha > 1 ? COP_NODE_PV : COP_NODE_CUT);
        memcpy(root->position, host->job->root, host->position_size);
        root->frame.on_line = true;
        if (!open_spot(hand, root, &o)) {
            cop_lock_take(hand->processor, &b->lock);
            return root;
        }
        b->value = -o.value;
    }
    cop_lock_take(hand->processor, &b->lock);
    b->known = true;
    return NULL;
}

/* Nobody stays behind: whoever leaves wakes all that wait. */
static void leave(cop_board *b, cop_processor *p)
{
    cop_crew_end(b->crew, p);
    for (;;) {
        int who = COP_NOBODY;
        cop_lock_take(p, &b->lock);
        for (int i = 0; i < b->crew->count && who == COP_NOBODY && b->idle > 0; i++)
            if (b->seats[i].idle)
                who = i;
        if (who != COP_NOBODY) {
            b->seats[who].idle = false;
            b->idle--;
        }
        cop_lock_give(p, &b->lock);
        if (who == COP_NOBODY)
            return;
        wake(p, who);
    }
}

static void body(cop_processor *p, void *shared)
{
    cop_board *b = shared;
    cop_hand *hand = cop_crew_hand(b->crew, p);
    cop_spot *at = NULL;
    if (p->rank == 0)
        at = begin(b, hand);
    else
        cop_lock_take(p, &b->lock);
    while (get_work(b, hand, at))
        at = work(b, hand);
    leave(b, p);
}

/* --------------------------------------------------------------------------------------- the run
 */

copse_score cop_split_run(cop_walk *host, const cop_split_policy *policy, int least, int depth,
                          copse_score alpha, copse_score beta)
{
    cop_job *job = host->job;
    if (job->machine == NULL)
        return cop_pvs(host, depth, alpha, beta);
    cop_board b = {
        .crew = cop_crew_call(host, depth), .policy = policy, .alpha = alpha, .beta = beta};
    if (b.crew == NULL)
        return 0;
    b.least = least;
    b.ask = job->settings.ask > 0 ? (double)job->settings.ask / 1e6 : (double)INFINITY;
    /* Without a table all that was searched would be lost: twice the nodes on some trees. */
    b.restart = job->settings.restart != 0 && host->table.entries != NULL;
    if (cop_board_init(&b)) {
        cop_crew_run(b.crew, body, &b);
        cop_board_publish(&b);
    } else {
        job->status = cop_say(job->message, COPSE_NO_MEMORY, "no memory for the open nodes");
        host->stopped = true;
    }
    cop_board_clear(&b);
    return b.value;
}
