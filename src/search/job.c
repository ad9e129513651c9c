/* SPDX-License-Identifier: MIT */
#include "search/job.h"

#include "base/os.h"
#include "game/game.h"

#include <stdarg.h>
#include <stdio.h>

/* The clock is looked at after a number of nodes that is raised or halved until it takes about
 * this long: a game's evaluation may cost a nanosecond or a second. It is raised by large steps
 * only once a few nodes have shown that they cost next to nothing. */
static const double look_every = 0.001;
enum { LONGEST_PAUSE = 4096 };

void cop_job_start(cop_job *job)
{
    job->started = job->last_look = cop_clock_wall();
    job->cpu_before = 0;
    job->cpu_since = cop_clock_thread();
    job->next_report = job->started + job->interval;
    job->pause = job->until_look = 1;
    job->status = COPSE_OK;
    job->result = (copse_result){.move = COPSE_NO_MOVE, .processors = 1};
}

static void update_clocks(cop_job *job, double now)
{
    job->result.seconds = now - job->started;
    job->result.cpu_seconds = job->cpu_before + cop_clock_thread() - job->cpu_since;
}

/* The thread that looks at the clock from now on is a new one, and can speak for itself only. */
void cop_job_hand_over(cop_job *job)
{
    job->cpu_before += cop_clock_thread() - job->cpu_since;
    job->cpu_since = 0;
}

void cop_job_take_back(cop_job *job, double cpu_seconds)
{
    job->cpu_before += cpu_seconds;
    job->cpu_since = cop_clock_thread();
    job->result.cpu_seconds = job->cpu_before;
}

void cop_job_report(cop_job *job)
{
    if (job->progress == NULL)
        return;
    double now = cop_clock_wall();
    update_clocks(job, now);
    job->next_report = now + job->interval;
    job->progress(job->handle, &job->result, job->user);
}

bool cop_job_report_is_due(const cop_job *job)
{
    return job->progress != NULL && job->interval > 0 && cop_clock_wall() >= job->next_report;
}

static void look_at_clock(cop_job *job)
{
    double now = cop_clock_wall(), passed = now - job->last_look;
    if (passed > look_every && job->pause > 1)
        job->pause /= 2;
    else if (passed < look_every / 2 && job->pause < LONGEST_PAUSE)
        job->pause *= job->pause >= 4 && passed < look_every / 16 ? 8 : 2;
    job->last_look = now;
    if (job->limits.seconds > 0 && now - job->started >= job->limits.seconds)
        cop_job_finish(job, COPSE_STOP_TIME);
    else if (job->interval > 0 && now >= job->next_report)
        cop_job_report(job);
}

/* How many nodes may be opened before a limit could be reached, and no more than the pause. Where
 * captures are searched below the leaves nobody knows what a node will take: then it is one, or the
 * search would end sooner or later with the speed of the machine. */
static void plan_next_look(cop_job *job)
{
    uint64_t most = (uint64_t)job->game->max_moves;
    bool unknown = job->game->noisy != NULL && job->limits.nodes < UINT64_MAX;
    uint64_t nodes = unknown ? 1 : (job->limits.nodes - job->result.nodes - 1) / most + 1;
    uint64_t expansions = job->limits.expansions - job->result.expansions;
    uint64_t least = nodes < expansions ? nodes : expansions;
    job->until_look = least < job->pause ? (uint32_t)least : job->pause;
}

bool cop_job_check(cop_job *job)
{
    if (job->result.stop != COPSE_STOP_NONE)
        return true;
    if (atomic_load_explicit(&job->stop_asked, memory_order_relaxed))
        cop_job_finish(job, COPSE_STOP_ASKED);
    else if (job->result.nodes >= job->limits.nodes)
        cop_job_finish(job, COPSE_STOP_NODES);
    else if (job->result.expansions >= job->limits.expansions)
        cop_job_finish(job, COPSE_STOP_EXPANSIONS);
    else
        look_at_clock(job);
    if (job->result.stop != COPSE_STOP_NONE)
        return true;
    plan_next_look(job);
    return false;
}

bool cop_job_is_late(const cop_job *job, double grace)
{
    double most = job->limits.seconds;
    return atomic_load_explicit(&job->stop_asked, memory_order_relaxed) ||
           (most > 0 && cop_clock_wall() - job->started >= most + grace);
}

bool cop_job_heed(cop_job *job, double grace)
{
    if (cop_job_report_is_due(job))
        cop_job_report(job);
    return cop_job_is_late(job, grace);
}

void cop_job_finish(cop_job *job, copse_stop stop)
{
    if (job->result.stop != COPSE_STOP_NONE)
        return;
    job->result.stop = stop;
    update_clocks(job, cop_clock_wall());
}

void cop_job_blame_game(cop_job *job, const char *format, ...)
{
    if (job->status == COPSE_OK) {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(job->message->text, sizeof job->message->text, format, arguments);
        va_end(arguments);
        job->status = COPSE_BAD_GAME;
    }
    cop_job_finish(job, COPSE_STOP_BAD_GAME);
}

bool cop_job_count_is_fine(cop_job *job, int count)
{
    if (count >= 0 && count <= job->game->max_moves)
        return true;
    if (job->status == COPSE_OK)
        job->status = cop_game_say_too_many(job->game, count, job->message);
    cop_job_finish(job, COPSE_STOP_BAD_GAME);
    return false;
}
