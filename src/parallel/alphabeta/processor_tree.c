/* SPDX-License-Identifier: MIT */
#include "parallel/alphabeta/processor_tree.h"

#include "base/text.h"

#include <math.h>
#include <string.h>

/* How long a real processor waits for a message before it looks whether all is over: messages can
 * be lost where there is no memory for them. */
static const double patience = 0.05;

/* The same for one in another process, which then says that it lives. A wait that ends much sooner
 * without a message says that the machine has been shut down. */
static const double elsewhere = 1;

enum { NODES_PER_LOOK = 64 }; /* of processors elsewhere */

/* ------------------------------------------------------------------------------- who is whose
 */

/* Processors in a tree; more than there can be if there are too many. */
static int64_t size_of(int64_t fanout, int64_t height)
{
    int64_t size = 1, level = 1;
    for (int64_t i = 0; i < height && size <= COP_MOST_PROCESSORS; i++)
        size += level *= fanout;
    return size;
}

copse_status cop_processor_tree_fit(cop_processor_tree *tree, const cop_settings *settings,
                                    int processors, copse_message *why)
{
    int64_t fanout = settings->fanout, height = settings->height;
    if (height == 0) {
        height = 1;
        while (fanout > 0 && size_of(fanout, height + 1) <= processors)
            height++;
    }
    if (fanout == 0) {
        fanout = 1;
        while (fanout < COP_MOST_SLAVES && size_of(fanout + 1, height) <= processors)
            fanout++;
    }
    int64_t size = size_of(fanout, height);
    if (size > processors)
        return cop_say(why, COPSE_BAD_OPTION,
                       "fanout=%d,height=%d: a tree of %s%d processors, and there are %d: give "
                       "more, or a smaller tree",
                       (int)fanout, (int)height, size > COP_MOST_PROCESSORS ? "more than " : "",
                       (int)(size > COP_MOST_PROCESSORS ? COP_MOST_PROCESSORS : size), processors);
    *tree = (cop_processor_tree){(int)fanout, (int)height, (int)size};
    return COPSE_OK;
}

/* ------------------------------------------------------------------------------ room at a desk
 */

/* One for messages that are being written, one for positions; and those of open sons. */
enum { LETTER_FRAME, POSITION_FRAME, FRAMES };
enum { TASK_SLOT, SON_SLOT, OWN_SLOT };

int cop_desk_frames(const cop_settings *settings)
{
    return FRAMES + (settings->grandchildren ? COP_DESK_BRANCHES : 0);
}

static cop_frame *spare_frame(const cop_desk *desk, int which)
{
    const cop_walk *w = &desk->hand->walk;
    return &w->frames[w->frame_count - 1 - which];
}

cop_frame *cop_desk_frame(const cop_desk *desk, int which)
{
    return spare_frame(desk, FRAMES + which);
}

static char *slot(const cop_desk *desk, int which)
{
    return spare_frame(desk, POSITION_FRAME)->children +
           (size_t)which * desk->hand->walk.position_size;
}

/* ------------------------------------------------------------------------------------- messages
 */

void cop_desk_send(cop_desk *desk, int to, uint32_t tag, const void *bytes, size_t size)
{
    cop_hand *hand = desk->hand;
    cop_hand_pay(hand);
    if (cop_send(hand->processor, to, tag, bytes, size))
        return;
    /* Somebody will wait for it in vain, unless it is all over. */
    desk->is_over = true;
    if (hand->crew == NULL || cop_crew_is_over(hand->crew, hand->processor))
        return;
    hand->job.status = cop_say(&hand->message, COPSE_NO_MEMORY,
                               "nothing can be sent to processor %d: there is no memory for a "
                               "message, or it has gone",
                               to);
    cop_job_finish(&hand->job, COPSE_STOP_MEMORY);
    cop_crew_end(hand->crew, hand->processor);
}

void cop_desk_send_task(cop_desk *desk, int to, const cop_task *task, const char *position)
{
    const cop_walk *w = &desk->hand->walk;
    char *bytes = (char *)spare_frame(desk, LETTER_FRAME)->list;
    memcpy(bytes, task, sizeof *task);
    memcpy(bytes + sizeof *task, position, w->position_size);
    cop_desk_send(desk, to, COP_TREE_EVALUATE, bytes, sizeof *task + w->position_size);
}

static size_t answer_size(const cop_answer *answer)
{
    return offsetof(cop_answer, line) + answer->length * sizeof answer->line[0];
}

void cop_desk_answer(cop_desk *desk, copse_score value, cop_outcome outcome)
{
    const cop_walk *w = &desk->hand->walk;
    const cop_task *task = &desk->task;
    const cop_frame *frame = &w->frames[task->ply];
    cop_answer answer = {.run = desk->run,
                         .index = task->index,
                         .number = task->number,
                         .value = value,
                         .outcome = outcome,
                         .nodes = desk->nodes + w->counts->nodes - desk->own_nodes,
                         .horizon = w->horizon - desk->own_horizon};
    if (outcome == COP_OUTCOME_DONE)
        answer.length = (uint32_t)(frame->pv_length < COP_PV_MOST ? frame->pv_length : COP_PV_MOST);
    memcpy(answer.line, frame->pv, answer.length * sizeof answer.line[0]);
    cop_desk_speak(desk, true);
    cop_desk_send(desk, cop_master_of(&desk->tree, desk->hand->processor->rank), COP_TREE_VALUE,
                  &answer, answer_size(&answer));
}

static bool is_score(copse_score score)
{
    return score >= -COPSE_INFINITE && score <= COPSE_INFINITE;
}

bool cop_desk_read_task(cop_desk *desk, const cop_letter *letter)
{
    cop_walk *w = &desk->hand->walk;
    cop_task task;
    if (letter->size != sizeof task + w->position_size)
        return false;
    memcpy(&task, letter->bytes, sizeof task);
    desk->run = task.run;
    int most = w->frame_count - 2 - cop_desk_frames(&desk->hand->job.settings);
    if (task.ply < 0 || task.depth < 0 || task.ply > most || task.depth > most - task.ply ||
        !is_score(task.alpha) || !is_score(task.beta))
        return false;
    memcpy(desk->position, (const char *)letter->bytes + sizeof task, w->position_size);
    desk->task = task;
    desk->nodes = 0;
    desk->own_nodes = w->counts->nodes;
    desk->own_horizon = w->horizon;
    cop_frame *frame = &w->frames[task.ply];
    frame->position = desk->position;
    frame->node = NULL;
    frame->on_line = task.on_line != 0;
    frame->pv_length = 0;
    w->frame = frame;
    return true;
}

bool cop_desk_read_answer(cop_desk *desk, const cop_letter *letter, int sons, cop_answer *answer)
{
    if (letter->size < offsetof(cop_answer, line) || letter->size > sizeof *answer)
        return false;
    memcpy(answer, letter->bytes, letter->size);
    if (answer->length > COP_PV_MOST || letter->size != answer_size(answer) ||
        answer->run != desk->run || answer->index < 0 || answer->index >= sons ||
        !is_score(answer->value))
        return false;
    desk->nodes += answer->nodes;
    desk->hand->walk.horizon += answer->horizon;
    return true;
}

/* Somebody has stopped, because of a limit or because the game lies: then it is over for all. The
 * root is told, and tells everybody. */
static bool says_stop(cop_desk *desk, const cop_letter *letter)
{
    cop_answer answer = {0};
    if (letter->tag != COP_TREE_VALUE || letter->size < offsetof(cop_answer, line))
        return false;
    memcpy(&answer, letter->bytes, offsetof(cop_answer, line));
    if (answer.outcome != COP_OUTCOME_STOPPED || answer.run != desk->run)
        return false;
    desk->stopping = true;
    if (desk->host != NULL)
        desk->is_over = true;
    else
        cop_desk_answer(desk, 0, COP_OUTCOME_STOPPED);
    return true;
}

/* Is it about the end of it all, or only to be counted? */
static bool is_for_all(cop_desk *desk, const cop_letter *letter)
{
    if (letter->tag != COP_TREE_END)
        return says_stop(desk, letter) || cop_desk_hear(desk, letter);
    cop_desk_end(desk);
    return true;
}

void cop_desk_end(cop_desk *desk)
{
    cop_hand *hand = desk->hand;
    int first = cop_first_slave_of(&desk->tree, hand->processor->rank);
    desk->is_over = true;
    if (desk->told)
        return;
    desk->told = true;
    cop_hand_pay(hand);
    for (int i = first; i < first + desk->tree.fanout && i < desk->tree.size; i++)
        (void)cop_send(hand->processor, i, COP_TREE_END, NULL, 0); /* gone: it knows already */
}

/* Is everything over, as far as one can tell without a message? */
static bool looks_over(cop_desk *desk)
{
    cop_hand *hand = desk->hand;
    cop_desk_speak(desk, false);
    if (hand->crew == NULL || (desk->host == NULL && hand->processor->simulated))
        return false;
    return cop_hand_look(hand) || !cop_desk_hears_all(desk);
}

bool cop_desk_wait(cop_desk *desk, cop_letter *letter)
{
    cop_hand *hand = desk->hand;
    cop_processor *p = hand->processor;
    double seconds = desk->host != NULL   ? hand->crew->stand_by
                     : p->simulated       ? (double)INFINITY
                     : hand->crew != NULL ? patience
                                          : elsewhere;
    while (!desk->is_over) {
        cop_hand_pay(hand);
        if (looks_over(desk))
            desk->is_over = true;
        else if (!cop_wait(p, seconds, letter))
            desk->is_over = hand->crew == NULL && cop_now(p) - desk->spoke < seconds / 2;
        else if (!is_for_all(desk, letter))
            return true;
    }
    return false;
}

/* The root, which has to say so, may be asleep; an answer wakes it. */
static bool is_limit_reached(const cop_hand *hand)
{
    const cop_crew *crew = hand->crew;
    const copse_limits *limits = &hand->job.limits;
    return atomic_load_explicit(&crew->nodes, memory_order_relaxed) >= limits->nodes ||
           atomic_load_explicit(&crew->expansions, memory_order_relaxed) >= limits->expansions;
}

/* Walks look now and then; then messages are taken too. */
static bool look(cop_walk *w)
{
    cop_hand *hand = (cop_hand *)(void *)w;
    cop_desk *desk = hand->own;
    cop_letter letter;
    bool stop = hand->job.result.stop != COPSE_STOP_NONE;
    if (hand->crew != NULL)
        stop = cop_hand_look(hand) || is_limit_reached(hand) || !cop_desk_hears_all(desk);
    else
        hand->job.until_look = NODES_PER_LOOK;
    cop_desk_speak(desk, false);
    while (!desk->is_over && !desk->deaf && cop_poll(hand->processor, &letter))
        if (!is_for_all(desk, &letter) && desk->take != NULL)
            stop |= desk->take(desk, &letter);
    return stop || desk->is_over || desk->stopping;
}

bool cop_desk_init(cop_desk *desk, cop_hand *hand)
{
    copse_message why;
    *desk = (cop_desk){.hand = hand, .spoke = -(double)INFINITY};
    if (cop_processor_tree_fit(&desk->tree, &hand->job.settings, hand->processor->count, &why) !=
            COPSE_OK ||
        hand->processor->rank >= desk->tree.size)
        return false;
    desk->position = slot(desk, TASK_SLOT);
    hand->own = desk;
    hand->walk.look = look;
    return true;
}

/* ----------------------------------------------------------------------------------------- sons
 */

char *cop_desk_son(cop_desk *desk, cop_frame *frame, int index)
{
    const cop_walk *w = &desk->hand->walk;
    copse_move move = frame->list[index].move;
    char *son = frame->children + (size_t)index * w->position_size;
    if (w->undoes) {
        son = slot(desk, SON_SLOT);
        memcpy(son, frame->position, w->position_size);
        w->game->play(w->game, son, move, son);
    } else if (!frame->made) {
        w->game->play(w->game, frame->position, move, son);
    }
    return son;
}

char *cop_desk_own_son(cop_desk *desk, cop_frame *frame, int index)
{
    const cop_walk *w = &desk->hand->walk;
    char *son = cop_desk_son(desk, frame, index);
    return w->undoes ? memcpy(slot(desk, OWN_SLOT), son, w->position_size) : son;
}

bool cop_desk_next_son(cop_desk *desk, cop_task *task, copse_score alpha, copse_score beta)
{
    cop_walk *w = &desk->hand->walk;
    const cop_frame *f = w->frame;
    if (!cop_node_next(w))
        return false;
    *task = (cop_task){.run = desk->run,
                       .ply = f->ply + 1,
                       .depth = desk->task.ply + desk->task.depth - f->ply - 1,
                       .alpha = alpha,
                       .beta = beta,
                       .index = f->current,
                       .number = f->next - 1,
                       .on_line = f->on_line && f->ply < w->line_length &&
                                  w->line[f->ply] == f->list[f->current].move};
    return true;
}

void cop_desk_best(cop_desk *desk, const cop_answer *answer, copse_score value, copse_score alpha)
{
    cop_walk *w = &desk->hand->walk, *host = desk->host;
    cop_frame *f = w->frame;
    f->best = f->current = answer->index;
    f->pv[0] = f->list[answer->index].move;
    int length = answer->length < COP_PV_MOST - 1 ? (int)answer->length : COP_PV_MOST - 1;
    memcpy(f->pv + 1, answer->line, (size_t)length * sizeof *f->pv);
    f->pv_length = length + 1;
    if (f->ply > 0 || host == NULL || value <= alpha)
        return;
    host->found_value = value;
    host->found_length = f->pv_length;
    memcpy(host->found, f->pv, (size_t)f->pv_length * sizeof *f->pv);
    if (host->trusted)
        cop_root_publish(host);
}

void cop_desk_row(cop_desk *desk, const cop_answer *answer, copse_score value, copse_score alpha,
                  copse_score beta)
{
    cop_walk *host = desk->host;
    const cop_frame *f = desk->hand->walk.frame;
    if (host == NULL || f->ply > 0)
        return;
    copse_root_move *row = &host->job->root_moves[answer->index];
    row->move = f->list[answer->index].move;
    row->score = value;
    row->bound = value <= alpha  ? COPSE_BOUND_UPPER
                 : value >= beta ? COPSE_BOUND_LOWER
                                 : COPSE_BOUND_EXACT;
    row->nodes += answer->nodes;
    if (!host->trusted && row->move == host->last) {
        host->trusted = true;
        cop_root_publish(host);
    }
}
