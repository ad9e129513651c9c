/* SPDX-License-Identifier: MIT
 *
 * The master algorithm (Fishburn & Finkel 1980, section 4.2). A master gives each of its slaves a
 * son of its position; whoever answers gets the next. When a value raises alpha, the slaves that
 * are still searching are told (UPDATE), and when alpha has reached beta, they are sent a window of
 * no width, which ends them. UPDATEs from above are handed down in the same way.
 *
 * Section 6: with masters-search=on the master of the lowest slaves searches a son itself, and sees
 * to its messages meanwhile. With grandchildren=on it is the sons' sons that are given out, those
 * of the first son before those of the next; then several sons are open at a time, and each is a
 * branch with a window of its own. Otherwise the only branch is the position itself.
 *
 * Differently from the paper a master answers as soon as it knows its value, and does not wait for
 * slaves whose values it needs no more. And at the root, of equal moves the first in the order of
 * search counts, as in a sequential search, however late its value comes: sons before the best one
 * so far are searched in windows that contain its value. */
#include "parallel/alphabeta/treesplit.h"

#include <string.h>

static const copse_score closed = COPSE_INFINITE; /* (closed, -closed) has no width */

static cop_walk *walk_of(cop_splitter *s)
{
    return &s->desk.hand->walk;
}

/* -------------------------------------------------------------------------------------- windows
 */

/* What the son of this number has to surpass. */
static copse_score least_of(const cop_branch *b, int number)
{
    bool ties_count = b->frame->ply == 0 && b->best > -COPSE_INFINITE && number < b->best_number;
    return cop_max(b->alpha, b->best - (ties_count ? 1 : 0));
}

static bool has_sons_left(const cop_branch *b)
{
    return b->frame->next < b->frame->count;
}

static bool is_decided(const cop_branch *b)
{
    return cop_max(b->alpha, b->best) >= b->beta || (b->running == 0 && !has_sons_left(b));
}

/* Tells who sits there, unless they know. */
static void narrow_seat(cop_splitter *s, cop_seat *seat, copse_score alpha, copse_score beta)
{
    cop_desk *desk = &s->desk;
    if (alpha <= seat->alpha && beta >= seat->beta)
        return;
    seat->alpha = cop_max(seat->alpha, alpha);
    seat->beta = beta < seat->beta ? beta : seat->beta;
    if (seat == &s->mine) {
        (void)cop_splitter_narrow(s, seat->alpha, seat->beta);
        return;
    }
    cop_narrower update = {desk->run, seat->alpha, seat->beta};
    int to = cop_first_slave_of(&desk->tree, desk->hand->processor->rank) + (int)(seat - s->seat);
    cop_desk_send(desk, to, COP_TREE_UPDATE, &update, sizeof update);
}

static void refresh_seat(cop_splitter *s, cop_seat *seat)
{
    cop_branch *b = seat->branch;
    if (b == NULL)
        return;
    if (s->decided || !b->open) {
        seat->branch = NULL;
        narrow_seat(s, seat, closed, -closed);
    } else {
        narrow_seat(s, seat, -b->beta, -least_of(b, seat->number));
    }
}

/* ---------------------------------------------------------------------------------------- values
 */

/* A son of the branch has this value. */
static void hear_value(cop_splitter *s, cop_branch *b, const cop_answer *answer, bool is_bound)
{
    cop_walk *w = walk_of(s);
    copse_score t = -answer->value, least = least_of(b, answer->number);
    w->frame = b->frame;
    b->running--;
    b->nodes += answer->nodes;
    cop_desk_row(&s->desk, answer, t, least, is_bound ? t : b->beta);
    if (t <= b->best && t <= least)
        return;
    b->best = t;
    b->best_number = answer->number;
    b->is_bound = is_bound;
    cop_desk_best(&s->desk, answer, t, b->alpha);
    if (b == &s->own && t > b->alpha)
        cop_splitter_tell(s, t);
}

/* The son that was a branch is done: its value goes to the position that it is a son of. */
static void close_son(cop_splitter *s, cop_branch *b)
{
    cop_walk *w = walk_of(s);
    cop_answer answer = {.index = b->index, .number = b->number, .nodes = b->nodes};
    w->frame = b->frame;
    answer.value = cop_node_close(w, s->desk.task.depth - 1, b->alpha, b->beta, b->best);
    answer.length = (uint32_t)b->frame->pv_length;
    memcpy(answer.line, b->frame->pv, answer.length * sizeof answer.line[0]);
    b->open = false;
    hear_value(s, &s->own, &answer, false);
}

/* Something has changed: follows it up, from the branches to the position and from there to all who
 * are searching. */
static void settle(cop_splitter *s)
{
    cop_branch *own = &s->own;
    bool again = s->by_grandchildren;
    while (again) {
        again = false;
        for (int i = 0; i < COP_DESK_BRANCHES; i++) {
            cop_branch *b = &s->sons[i];
            if (!b->open)
                continue;
            b->alpha = cop_max(b->alpha, -own->beta);
            b->beta = -cop_max(-b->beta, least_of(own, b->number));
            if (b->best >= b->beta || (b->running == 0 && !has_sons_left(b))) {
                close_son(s, b);
                again = true;
            }
        }
    }
    s->decided |= is_decided(own);
    for (int i = 0; i < s->seats; i++)
        refresh_seat(s, &s->seat[i]);
    refresh_seat(s, &s->mine);
}

/* ---------------------------------------------------------------------------------------- tasks
 */

/* The next son of this branch as a task. */
static bool next_son(cop_splitter *s, cop_branch *b, cop_task *task)
{
    walk_of(s)->frame = b->frame;
    if (!cop_desk_next_son(&s->desk, task, -b->beta, 0))
        return false;
    task->beta = -least_of(b, task->number);
    b->running++;
    return true;
}

static cop_branch *free_branch(cop_splitter *s)
{
    for (int i = 0; i < COP_DESK_BRANCHES; i++)
        if (!s->sons[i].open)
            return &s->sons[i];
    return NULL;
}

/* Makes the next son of the position a branch. False if there is none, or no room for it, or all is
 * over. A son whose value is known at once becomes none. */
static bool open_son(cop_splitter *s)
{
    cop_walk *w = walk_of(s);
    cop_branch *b = free_branch(s);
    cop_task task;
    if (b == NULL || s->decided || !next_son(s, &s->own, &task))
        return false;
    *b = (cop_branch){.room = *cop_desk_frame(&s->desk, (int)(b - s->sons)),
                      .index = task.index,
                      .number = task.number,
                      .alpha = task.alpha,
                      .beta = task.beta,
                      .best = -COPSE_INFINITE};
    b->frame = &b->room;
    b->room.ply = task.ply;
    b->room.node = NULL;
    b->room.on_line = task.on_line != 0;
    b->room.position = cop_desk_son(&s->desk, s->own.frame, task.index);
    if (w->undoes)
        b->room.position = memcpy(b->room.children, b->room.position, w->position_size);
    w->frame = b->frame;
    cop_answer answer = {.index = b->index, .number = b->number};
    bool known = cop_node_open(w, task.depth, b->alpha, b->beta, &answer.value);
    if (w->stopped)
        return false;
    b->open = !known;
    if (known) {
        hear_value(s, &s->own, &answer, false);
        settle(s);
    }
    return true;
}

/* The open branch that comes first and still has sons to give out. */
static cop_branch *first_branch(cop_splitter *s)
{
    if (!s->by_grandchildren)
        return has_sons_left(&s->own) ? &s->own : NULL;
    cop_branch *first = NULL;
    for (int i = 0; i < COP_DESK_BRANCHES; i++) {
        cop_branch *b = &s->sons[i];
        if (b->open && has_sons_left(b) && (first == NULL || b->number < first->number))
            first = b;
    }
    return first;
}

/* What is to be searched next, and to whom it belongs. False: nothing, for now. */
static bool next_task(cop_splitter *s, cop_task *task, cop_seat *seat)
{
    cop_branch *b = NULL;
    while (!s->decided && (b = first_branch(s)) == NULL)
        if (!s->by_grandchildren || !open_son(s))
            return false;
    if (s->decided || !next_son(s, b, task))
        return false;
    *seat = (cop_seat){.branch = b,
                       .index = task->index,
                       .number = task->number,
                       .alpha = task->alpha,
                       .beta = task->beta,
                       .risen = -COPSE_INFINITE,
                       .busy = true};
    return true;
}

/* Gives a son to every slave that has none. */
static void assign(cop_splitter *s)
{
    cop_desk *desk = &s->desk;
    int first = cop_first_slave_of(&desk->tree, desk->hand->processor->rank);
    cop_task task;
    for (int i = 0; i < s->seats; i++) {
        cop_seat *seat = &s->seat[i];
        if (seat->busy)
            continue;
        if (!next_task(s, &task, seat))
            return;
        char *position = cop_desk_son(desk, seat->branch->frame, task.index);
        cop_desk_send_task(desk, first + i, &task, position);
    }
}

/* --------------------------------------------------------------------------------- alpha raising
 */

/* Who searches something, with what is known of it; the master itself comes last. */
static cop_seat *searching(cop_splitter *s, int i)
{
    cop_seat *seat = i < s->seats ? &s->seat[i] : &s->mine;
    return seat->busy && seat->branch != NULL ? seat : NULL;
}

/* Section 4.3, at the root: if all sons are given out, and all but one are known to be worse than
 * some value, then of that one it is enough to know that it is better. `known` values are those of
 * the opponent: the lower, the better is the son. */
static void raise_alpha(cop_splitter *s)
{
    cop_branch *own = &s->own;
    int64_t how = s->desk.hand->job.settings.alpha_raising;
    if (how == COP_RAISING_OFF || s->desk.host == NULL || s->by_grandchildren || s->decided ||
        has_sons_left(own) || own->best <= own->alpha ||
        (how == COP_RAISING_LAST && own->running > 1))
        return;
    cop_seat *leader = NULL;
    copse_score second = COPSE_INFINITE;
    for (int i = 0; i <= s->seats; i++) {
        cop_seat *seat = searching(s, i);
        if (seat == NULL)
            continue;
        if (leader == NULL || seat->risen < leader->risen) {
            second = leader == NULL ? second : leader->risen;
            leader = seat;
        } else if (seat->risen < second) {
            second = seat->risen;
        }
    }
    if (leader == NULL || second == -COPSE_INFINITE)
        return;
    copse_score enough = -least_of(own, leader->number);
    copse_score alpha = (second < enough ? second : enough) - 1;
    if (alpha <= leader->alpha)
        return;
    leader->raised = true;
    narrow_seat(s, leader, alpha, leader->beta);
}

/* -------------------------------------------------------------------------------------- messages
 */

static void hear_answer(cop_splitter *s, cop_seat *seat, const cop_letter *letter)
{
    cop_branch *b = seat->branch;
    cop_answer answer;
    if (!seat->busy || !cop_desk_read_answer(&s->desk, letter, walk_of(s)->max_moves, &answer))
        return;
    seat->busy = false;
    seat->branch = NULL;
    if (b == NULL)
        return;
    if (answer.index == seat->index && answer.outcome == COP_OUTCOME_DONE)
        hear_value(s, b, &answer, seat->raised && answer.value <= seat->alpha);
    else
        walk_of(s)->stopped = true; /* it does not do what it is told */
}

static bool read_window(const cop_splitter *s, const cop_letter *letter, cop_narrower *window)
{
    if (letter->size != sizeof *window)
        return false;
    memcpy(window, letter->bytes, sizeof *window);
    return window->run == s->desk.run && window->alpha >= -COPSE_INFINITE &&
           window->alpha <= COPSE_INFINITE && window->beta >= -COPSE_INFINITE &&
           window->beta <= COPSE_INFINITE;
}

/* After anything that has been heard. */
static void follow_up(cop_splitter *s)
{
    settle(s);
    assign(s);
    raise_alpha(s);
}

bool cop_splitter_attend(cop_splitter *s, const cop_letter *letter)
{
    cop_walk *w = walk_of(s);
    cop_frame *frame = w->frame;
    int sender = letter->from - cop_first_slave_of(&s->desk.tree, s->desk.hand->processor->rank);
    cop_seat *seat = sender >= 0 && sender < s->seats ? &s->seat[sender] : NULL;
    cop_narrower window;
    s->desk.deaf = true; /* one message after the other */
    if (letter->tag == COP_TREE_UPDATE && read_window(s, letter, &window)) {
        if (s->seats == 0) {
            (void)cop_splitter_narrow(s, window.alpha, window.beta);
        } else {
            s->own.alpha = cop_max(s->own.alpha, window.alpha);
            s->own.beta = -cop_max(-s->own.beta, -window.beta);
        }
    } else if (letter->tag == COP_TREE_RISEN && seat != NULL && read_window(s, letter, &window)) {
        seat->risen = cop_max(seat->risen, window.alpha);
    } else if (letter->tag == COP_TREE_VALUE && seat != NULL) {
        hear_answer(s, seat, letter);
    }
    if (s->own.open && !w->stopped)
        follow_up(s);
    s->desk.deaf = false;
    w->frame = frame;
    return s->cut != NULL || w->stopped;
}

/* --------------------------------------------------------------------------------- the position
 */

/* The master searches one itself. */
static void search_here(cop_splitter *s, const cop_task *task)
{
    cop_walk *w = walk_of(s);
    cop_branch *b = s->mine.branch;
    cop_frame *below = &w->frames[task->ply];
    cop_answer answer = {.index = task->index, .number = task->number};
    uint64_t nodes = w->counts->nodes;
    below->position = cop_desk_own_son(&s->desk, b->frame, task->index);
    below->on_line = task->on_line != 0;
    bool done =
        cop_splitter_search(s, task->ply, task->depth, task->alpha, task->beta, &answer.value);
    b = s->mine.branch;
    s->mine.busy = false;
    s->mine.branch = NULL;
    if (!done || b == NULL)
        return;
    answer.nodes = w->counts->nodes - nodes;
    answer.length = (uint32_t)below->pv_length;
    memcpy(answer.line, below->pv, answer.length * sizeof answer.line[0]);
    hear_value(s, b, &answer, s->mine.raised && answer.value <= s->mine.alpha);
    s->desk.deaf = true;
    follow_up(s);
    s->desk.deaf = false;
}

/* Do the slaves of this master have none of their own? */
static bool is_lowest_master(const cop_splitter *s)
{
    const cop_processor_tree *tree = &s->desk.tree;
    return !cop_is_master(tree, cop_first_slave_of(tree, s->desk.hand->processor->rank));
}

/* Opens the position. True if its value is known without its sons. */
static bool open_position(cop_splitter *s, copse_score *value)
{
    const cop_task *task = &s->desk.task;
    cop_walk *w = walk_of(s);
    s->own = (cop_branch){
        .frame = w->frame, .alpha = task->alpha, .beta = task->beta, .best = -COPSE_INFINITE};
    for (int i = 0; i < COP_DESK_BRANCHES; i++)
        s->sons[i].open = false;
    s->mine = (cop_seat){0};
    s->decided = false;
    s->by_grandchildren = s->desk.hand->job.settings.grandchildren != 0 && task->depth > 2;
    s->desk.deaf = true;
    bool known = cop_node_open(w, task->depth, task->alpha, task->beta, value);
    s->desk.deaf = false;
    s->own.open = !known;
    return known;
}

bool cop_splitter_lead(cop_splitter *s, copse_score *value)
{
    cop_walk *w = walk_of(s);
    cop_branch *own = &s->own;
    const cop_task *task = &s->desk.task;
    bool searches = s->desk.hand->job.settings.masters_search != 0 && is_lowest_master(s);
    cop_letter letter;
    cop_task son;
    if (open_position(s, value))
        return !w->stopped;
    s->desk.deaf = true;
    assign(s);
    s->desk.deaf = false;
    while (!s->decided && !w->stopped) {
        s->desk.deaf = true;
        bool mine = searches && next_task(s, &son, &s->mine);
        s->desk.deaf = false;
        if (w->stopped)
            break;
        if (mine)
            search_here(s, &son);
        else if (s->decided)
            break;
        else if (cop_desk_wait(&s->desk, &letter))
            (void)cop_splitter_attend(s, &letter);
        else
            w->stopped = true;
    }
    own->open = false;
    if (w->stopped)
        return false;
    settle(s); /* whoever still searches may stop */
    if (own->alpha >= own->beta)
        return false;
    if (own->is_bound)
        s->desk.host->bound = COPSE_BOUND_LOWER;
    w->frame = own->frame;
    *value = cop_node_close(w, task->depth, own->alpha, own->is_bound ? own->best : own->beta,
                            own->best);
    return true;
}
