/* SPDX-License-Identifier: MIT */
#include "parallel/alphabeta/crew.h"

#include "base/os.h"
#include "base/text.h"
#include "parallel/alphabeta/crew_remote.h"
#include "parallel/drive.h"

#include <math.h>

/* Real processors look after so many nodes as take about this long: a game's evaluation may cost a
 * nanosecond or a second, and who is called off should notice soon. */
static const double look_every = 20e-6;
enum { LONGEST_PAUSE = 512 };

/* ---------------------------------------------------------------------------------------- paying
 */

void cop_hand_pay(cop_hand *hand)
{
    const copse_result *counts = &hand->job.result;
    cop_charge(hand->processor, COP_WORK_NODE, counts->nodes - hand->paid_nodes);
    cop_charge(hand->processor, COP_WORK_EVALUATION, counts->evaluations - hand->paid_evaluations);
    hand->paid_nodes = counts->nodes;
    hand->paid_evaluations = counts->evaluations;
}

static void tell_counts(cop_hand *hand)
{
    const copse_result *counts = &hand->job.result;
    cop_crew *crew = hand->crew;
    atomic_fetch_add_explicit(&crew->nodes, counts->nodes - hand->told_nodes, memory_order_relaxed);
    atomic_fetch_add_explicit(&crew->expansions, counts->expansions - hand->told_expansions,
                              memory_order_relaxed);
    atomic_fetch_add_explicit(&crew->evaluations, counts->evaluations - hand->told_evaluations,
                              memory_order_relaxed);
    hand->told_nodes = counts->nodes;
    hand->told_expansions = counts->expansions;
    hand->told_evaluations = counts->evaluations;
}

static void sum_up(cop_crew *crew)
{
    copse_result *result = &crew->host->job->result;
    result->nodes = atomic_load_explicit(&crew->nodes, memory_order_relaxed);
    result->expansions = atomic_load_explicit(&crew->expansions, memory_order_relaxed);
    result->evaluations = atomic_load_explicit(&crew->evaluations, memory_order_relaxed);
}

/* --------------------------------------------------------------------------------------- looking
 */

/* How many nodes may be opened before the next look: none of them could pass a limit by much. */
static uint32_t pause_of(cop_hand *hand)
{
    const cop_crew *crew = hand->crew;
    double now = cop_clock_wall(), passed = now - hand->last_look;
    if (passed > look_every && hand->pause > 1)
        hand->pause /= 2;
    else if (passed < look_every / 2 && hand->pause < LONGEST_PAUSE)
        hand->pause *= 2;
    hand->last_look = now;
    const cop_job *job = crew->host->job;
    uint64_t most = (uint64_t)crew->count * (uint64_t)job->game->max_moves;
    uint64_t nodes = atomic_load_explicit(&crew->nodes, memory_order_relaxed);
    uint64_t expansions = atomic_load_explicit(&crew->expansions, memory_order_relaxed);
    uint64_t left = nodes < job->limits.nodes ? (job->limits.nodes - nodes) / most : 0;
    uint64_t left_expansions = expansions < job->limits.expansions
                                   ? (job->limits.expansions - expansions) / (uint64_t)crew->count
                                   : 0;
    left = left < left_expansions ? left : left_expansions;
    return left < 1 ? 1 : left < hand->pause ? (uint32_t)left : hand->pause;
}

/* Simulated processors are all on one thread, and processor 0 may have nothing to do for long. */
static bool watches(const cop_hand *hand)
{
    return hand->processor->rank == 0 || hand->processor->simulated;
}

/* Processor 0 may be without a core for milliseconds while others go on: these look at what can be
 * counted themselves. */
static void look_at_counts(cop_hand *hand)
{
    cop_crew *crew = hand->crew;
    const copse_limits *limits = &crew->host->job->limits;
    if (atomic_load_explicit(&crew->nodes, memory_order_relaxed) < limits->nodes &&
        atomic_load_explicit(&crew->expansions, memory_order_relaxed) < limits->expansions)
        return;
    atomic_store_explicit(&crew->passed, true, memory_order_relaxed);
    cop_crew_end(crew, hand->processor);
}

bool cop_hand_look(cop_hand *hand)
{
    cop_crew *crew = hand->crew;
    cop_processor *p = hand->processor;
    cop_hand_pay(hand);
    cop_shared_read(p, &hand->called_off);
    tell_counts(hand);
    hand->job.until_look = p->simulated ? 1 : pause_of(hand);
    if (watches(hand) && !atomic_load_explicit(&crew->over, memory_order_relaxed)) {
        sum_up(crew);
        if (cop_job_check(crew->host->job))
            cop_crew_end(crew, p);
    } else if (!watches(hand) && crew->count > 1) /* not on another host: there it counts itself */
        look_at_counts(hand);
    return atomic_load_explicit(&crew->over, memory_order_relaxed) ||
           atomic_load_explicit(&hand->called_off, memory_order_relaxed) ||
           hand->job.result.stop != COPSE_STOP_NONE;
}

static bool look(cop_walk *w)
{
    return cop_hand_look((cop_hand *)(void *)w);
}

void cop_crew_end(cop_crew *crew, cop_processor *p)
{
    cop_shared_write(p, &crew->over);
    atomic_store_explicit(&crew->over, true, memory_order_relaxed);
}

void cop_hand_call_off(cop_hand *hand, cop_processor *by)
{
    cop_shared_write(by, &hand->called_off);
    atomic_store_explicit(&hand->called_off, true, memory_order_relaxed);
}

void cop_hand_go_on(cop_hand *hand)
{
    if (atomic_load_explicit(&hand->called_off, memory_order_relaxed)) {
        cop_shared_write(hand->processor, &hand->called_off);
        atomic_store_explicit(&hand->called_off, false, memory_order_relaxed);
    }
    hand->walk.stopped = false;
}

copse_score cop_hand_search(cop_hand *hand, char *position, int ply, bool on_line, int depth,
                            copse_score alpha, copse_score beta)
{
    cop_walk *w = &hand->walk;
    cop_frame *frame = &w->frames[ply];
    frame->position = position;
    frame->node = NULL;
    frame->on_line = on_line;
    frame->pv_length = 0;
    if (depth == 1 && ply > 0 && !w->opens_frontier)
        return cop_node_frontier(w, frame, beta);
    w->frame = frame;
    return cop_pvs(w, depth, alpha, beta);
}

/* -------------------------------------------------------------------------------------- the crew
 */

static void dismiss(cop_crew *crew)
{
    for (int i = 0; i < crew->count; i++)
        cop_walk_free(&crew->hands[i].walk);
    cop_memory_free(&crew->allocator, crew->hands, (size_t)crew->count * sizeof *crew->hands);
    crew->hands = NULL;
    crew->count = 0;
}

/* The hand's own job: what is asked, without limits, since those are for all hands together. */
static void give_job(cop_hand *hand, const cop_job *job)
{
    hand->job.game = job->game;
    hand->job.algorithm = job->algorithm;
    hand->job.allocator = job->allocator;
    hand->job.root = job->root;
    hand->job.only = job->only;
    hand->job.only_count = job->only_count;
    hand->job.settings = job->settings;
    hand->job.limits = job->limits;
    hand->job.model = job->model;
    hand->job.root_moves = NULL;
    hand->job.status = COPSE_OK;
    hand->job.message = &hand->message;
    hand->job.until_look = hand->pause = 1;
    hand->job.result = (copse_result){.move = COPSE_NO_MOVE};
}

static bool hire(cop_crew *crew, int count)
{
    if (crew->count == count)
        return true;
    dismiss(crew);
    crew->hands = cop_memory_new(&crew->allocator, (size_t)count * sizeof *crew->hands);
    if (crew->hands == NULL)
        return false;
    crew->count = count;
    return true;
}

/* Says what other ranks could not do. */
static bool refuse(cop_walk *host)
{
    cop_job *job = host->job;
    job->status = cop_crew_check_remote(host);
    if (job->status == COPSE_OK)
        return false;
    cop_job_finish(job, COPSE_STOP_MEMORY);
    host->stopped = true;
    return true;
}

cop_crew *cop_crew_call(cop_walk *host, int depth)
{
    cop_crew *crew = &((cop_team *)(void *)host)->crew;
    cop_job *job = host->job;
    crew->host = host;
    crew->allocator = host->allocator;
    crew->depth = depth;
    crew->run = cop_drive_number(job);
    crew->stand_by = cop_machine_is_simulated(job->machine) ? (double)INFINITY : 0.001;
    bool shares = cop_machine_shares_memory(job->machine);
    if (!shares && refuse(host))
        return NULL;
    bool fine = hire(crew, shares ? cop_machine_processors(job->machine) : 1);
    for (int i = 0; fine && i < crew->count; i++) {
        cop_hand *hand = &crew->hands[i];
        hand->crew = crew;
        hand->run = crew->run;
        give_job(hand, job);
        fine = cop_walk_join(&hand->walk, host, &hand->job, depth);
        hand->walk.look = look;
        hand->walk.guess = host->guess;
        hand->paid_nodes = hand->paid_evaluations = 0;
        hand->told_nodes = hand->told_expansions = hand->told_evaluations = 0;
        atomic_store(&hand->called_off, false);
    }
    atomic_store(&crew->nodes, job->result.nodes);
    atomic_store(&crew->expansions, job->result.expansions);
    atomic_store(&crew->evaluations, job->result.evaluations);
    atomic_store(&crew->over, false);
    atomic_store(&crew->passed, false);
    if (fine)
        return crew;
    job->status = cop_say(job->message, COPSE_NO_MEMORY, "no memory for %d processors",
                          cop_machine_processors(job->machine));
    cop_job_finish(job, COPSE_STOP_MEMORY);
    host->stopped = true;
    return NULL;
}

cop_hand *cop_crew_hand(cop_crew *crew, cop_processor *p)
{
    cop_hand *hand = &crew->hands[p->rank];
    hand->processor = p;
    return hand;
}

/* What a game has done to one of them is the host's trouble. */
static void take_blame(cop_job *job, const cop_hand *hand)
{
    if (hand->job.status == COPSE_OK || job->status != COPSE_OK)
        return;
    job->status = hand->job.status;
    *job->message = hand->message;
    cop_job_finish(job, COPSE_STOP_BAD_GAME);
}

void cop_crew_run(cop_crew *crew, void (*body)(cop_processor *p, void *shared), void *shared)
{
    cop_walk *host = crew->host;
    cop_job *job = host->job;
    copse_status status = cop_machine_shares_memory(job->machine)
                              ? cop_drive_run(job, body, shared)
                              : cop_crew_run_remote(crew, body, shared);
    for (int i = 0; i < crew->count; i++) {
        cop_hand *hand = &crew->hands[i];
        tell_counts(hand);
        host->horizon += hand->walk.horizon;
        hand->walk.horizon = 0;
        job->result.table_probes += hand->job.result.table_probes;
        job->result.table_hits += hand->job.result.table_hits;
        cop_reach(&job->result, hand->job.result.deepest);
        job->processors[i].nodes += hand->job.result.nodes;
        job->processors[i].expansions += hand->job.result.expansions;
        take_blame(job, hand);
    }
    sum_up(crew);
    if (atomic_load(&crew->passed))
        (void)cop_job_check(job);
    if (status != COPSE_OK) {
        job->status = status;
        cop_job_finish(job, COPSE_STOP_MEMORY);
    }
    host->stopped |= job->result.stop != COPSE_STOP_NONE;
}

/* -------------------------------------------------------------------------------------- the kind
 */

static void played(void *state, copse_move move)
{
    cop_team *team = state;
    cop_walk_played(&team->walk, move);
}

static void clear(void *state)
{
    cop_team *team = state;
    cop_walk_clear(&team->walk);
}

static void release(void *state)
{
    cop_team *team = state;
    dismiss(&team->crew);
    cop_walk_free(&team->walk);
}

const cop_kind cop_kind_team = {
    .state_size = sizeof(cop_team),
    .run = cop_deepen,
    .played = played,
    .clear = clear,
    .free = release,
    .table_full = cop_walk_table_full,
};
