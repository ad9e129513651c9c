/* SPDX-License-Identifier: MIT
 *
 * A whole search on a tree of processors, from the call to the value: see processor_tree.h. */
#include "base/text.h"
#include "parallel/alphabeta/processor_tree.h"
#include "parallel/drive.h"

#include <string.h>

typedef struct whole_search {
    cop_walk *host;
    cop_crew *crew;
    cop_desk_lead *lead;
    cop_search *alone;
    int depth;
    copse_score alpha, beta;
    copse_score value;
    bool is_over;
    double seconds; /* until the root knew the value */
} whole_search;

/* The root. */
static void lead_all(whole_search *whole, cop_hand *hand)
{
    cop_walk *host = whole->host;
    cop_processor *p = hand->processor;
    cop_desk desk;
    double heard[COP_MOST_PROCESSORS];
    (void)cop_desk_init(&desk, hand);
    desk.host = host;
    desk.heard = heard;
    for (int i = 0; i < desk.tree.size; i++)
        heard[i] = cop_now(p);
    desk.run = cop_drive_number(host->job);
    desk.task = (cop_task){.run = desk.run,
                           .depth = whole->depth,
                           .alpha = whole->alpha,
                           .beta = whole->beta,
                           .on_line = true};
    memcpy(desk.position, host->job->root, host->position_size);
    cop_frame *root = &hand->walk.frames[0];
    root->position = desk.position;
    root->node = NULL;
    root->on_line = true;
    hand->walk.frame = root;
    whole->value = whole->lead(&desk);
    whole->is_over = desk.is_over || hand->walk.stopped;
    if (whole->is_over)
        (void)cop_hand_look(hand); /* why, if it was a limit */
    cop_hand_pay(hand);
    whole->seconds = cop_now(p);
    cop_crew_end(whole->crew, p); /* so that nobody wonders that masters are gone */
    cop_desk_end(&desk);
    cop_desk_hear_last(&desk);
}

static void body(cop_processor *p, void *shared)
{
    whole_search *whole = shared;
    cop_hand *hand = cop_crew_hand(whole->crew, p);
    if (p->rank == 0)
        lead_all(whole, hand);
    else
        whole->host->job->algorithm->serve(hand);
}

/* One processor of a machine: the host's own search, paid for at its end, since nobody else could
 * notice before. */
static void body_alone(cop_processor *p, void *shared)
{
    whole_search *whole = shared;
    cop_walk *host = whole->host;
    copse_result before = *host->counts;
    whole->value = whole->alone(host, whole->depth, whole->alpha, whole->beta);
    cop_charge(p, COP_WORK_NODE, host->counts->nodes - before.nodes);
    cop_charge(p, COP_WORK_EVALUATION, host->counts->evaluations - before.evaluations);
    host->job->processors[0].nodes += host->counts->nodes - before.nodes;
    host->job->processors[0].expansions += host->counts->expansions - before.expansions;
}

static copse_score fail(cop_walk *host, copse_status status, copse_stop stop)
{
    host->job->status = status;
    cop_job_finish(host->job, stop);
    host->stopped = true;
    return 0;
}

copse_score cop_processor_tree_search(cop_walk *host, cop_desk_lead *lead, cop_search *alone,
                                      int depth, copse_score alpha, copse_score beta)
{
    cop_job *job = host->job;
    whole_search whole = {host, NULL, lead, alone, depth, alpha, beta, 0, false, 0};
    double before = job->result.virtual_time;
    cop_processor_tree tree;
    copse_status status = COPSE_OK;
    if (job->machine == NULL)
        return alone(host, depth, alpha, beta);
    int processors = cop_machine_processors(job->machine);
    if (processors == 1) {
        status = cop_drive_run(job, body_alone, &whole);
        return status == COPSE_OK ? whole.value : fail(host, status, COPSE_STOP_MEMORY);
    }
    status = cop_processor_tree_fit(&tree, &job->settings, processors, job->message);
    if (status != COPSE_OK)
        return fail(host, status, COPSE_STOP_ASKED);
    whole.crew = cop_crew_call(host, depth + cop_desk_frames(&job->settings));
    if (whole.crew == NULL)
        return 0;
    cop_crew_run(whole.crew, body, &whole);
    if (!host->stopped && whole.is_over)
        return fail(
            host,
            cop_say(job->message, COPSE_STUCK, "a processor could not search what it was given"),
            COPSE_STOP_ASKED);
    /* The search ends when its value is known. That the others hear of it later delays nobody: END
     * reaches each of them before whatever it is asked next. */
    if (!host->stopped && cop_machine_is_simulated(job->machine))
        job->result.virtual_time = before + whole.seconds;
    return host->stopped ? 0 : whole.value;
}

copse_score cop_desk_search(cop_desk *desk, cop_search *search)
{
    cop_walk *w = &desk->hand->walk;
    const cop_task *task = &desk->task;
    if (task->depth == 1 && task->ply > 0)
        return cop_node_frontier(w, w->frame, task->beta);
    return search(w, task->depth, task->alpha, task->beta);
}

void cop_processor_tree_serve(cop_hand *hand, cop_desk_lead *lead, cop_search *slave)
{
    cop_desk desk;
    cop_letter letter;
    if (!cop_desk_init(&desk, hand))
        return;
    bool master = cop_is_master(&desk.tree, hand->processor->rank);
    while (cop_desk_wait(&desk, &letter)) {
        if (letter.tag != COP_TREE_EVALUATE)
            continue;
        copse_score value = 0;
        bool done = cop_desk_read_task(&desk, &letter);
        if (done)
            value = master ? lead(&desk) : cop_desk_search(&desk, slave);
        done = done && !hand->walk.stopped;
        if (!desk.is_over)
            cop_desk_answer(&desk, value, done ? COP_OUTCOME_DONE : COP_OUTCOME_STOPPED);
    }
    cop_desk_end(&desk);
    cop_desk_speak(&desk, true);
}
