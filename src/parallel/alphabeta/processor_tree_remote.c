/* SPDX-License-Identifier: MIT
 *
 * A tree of processors without common memory. The root cannot see what the others count, nor
 * whether they still live, so they say both, every now and then. */
#include "parallel/alphabeta/processor_tree.h"

#include "base/text.h"
#include "parallel/alphabeta/crew_remote.h"

#include <math.h>
#include <string.h>

static const double speak_every = 0.02; /* seconds */
static const double silence = 30;       /* so long is too long */
static const double last_words = 1;     /* for all together */

/* What has been counted since the last one, and what the game has done. */
typedef struct counts {
    uint32_t run, status;
    uint64_t last; /* this one goes */
    uint64_t nodes, expansions, evaluations, table_probes, table_hits;
    copse_message message;
} counts;

void cop_desk_speak(cop_desk *desk, bool now)
{
    cop_hand *hand = desk->hand;
    cop_processor *p = hand->processor;
    if (hand->crew != NULL)
        return;
    double time = cop_now(p);
    if (!now && time - desk->spoke < speak_every)
        return;
    const copse_result *all = &hand->job.result;
    copse_result *old = &desk->counted;
    counts told = {.run = desk->run,
                   .status = (uint32_t)hand->job.status,
                   .last = desk->is_over,
                   .nodes = all->nodes - old->nodes,
                   .expansions = all->expansions - old->expansions,
                   .evaluations = all->evaluations - old->evaluations,
                   .table_probes = all->table_probes - old->table_probes,
                   .table_hits = all->table_hits - old->table_hits,
                   .message = hand->message};
    *old = *all;
    desk->spoke = time;
    (void)cop_send(p, 0, COP_TREE_COUNTS, &told, sizeof told);
}

/* What a game has done elsewhere is this job's trouble. */
static void take_blame(cop_job *job, counts *told)
{
    if (told->status == COPSE_OK || job->status != COPSE_OK)
        return;
    told->message.text[sizeof told->message.text - 1] = 0;
    job->status = cop_say(job->message, COPSE_BAD_GAME, "%s", told->message.text);
    cop_job_finish(job, COPSE_STOP_BAD_GAME);
}

bool cop_desk_hear(cop_desk *desk, const cop_letter *letter)
{
    counts told;
    if (letter->tag != COP_TREE_COUNTS)
        return false;
    if (desk->host == NULL || letter->size != sizeof told || letter->from >= desk->tree.size)
        return true;
    cop_crew *crew = desk->hand->crew;
    cop_job *job = desk->host->job;
    memcpy(&told, letter->bytes, sizeof told);
    desk->heard[letter->from] = cop_now(desk->hand->processor);
    if (told.run != desk->run && told.run != 0)
        return true;
    atomic_fetch_add_explicit(&crew->nodes, told.nodes, memory_order_relaxed);
    atomic_fetch_add_explicit(&crew->expansions, told.expansions, memory_order_relaxed);
    atomic_fetch_add_explicit(&crew->evaluations, told.evaluations, memory_order_relaxed);
    job->result.table_probes += told.table_probes;
    job->result.table_hits += told.table_hits;
    job->processors[letter->from].nodes += told.nodes;
    job->processors[letter->from].expansions += told.expansions;
    take_blame(job, &told);
    desk->gone += told.last != 0;
    return true;
}

static bool hears_nothing(const cop_desk *desk)
{
    return desk->host == NULL || cop_machine_shares_memory(desk->hand->processor->machine);
}

bool cop_desk_hears_all(cop_desk *desk)
{
    if (hears_nothing(desk))
        return true;
    cop_job *job = desk->host->job;
    double now = cop_now(desk->hand->processor);
    for (int i = 1; i < desk->tree.size; i++) {
        if (now - desk->heard[i] < silence)
            continue;
        cop_crew_lose(desk->hand->crew, desk->hand->processor, i,
                      "it has been silent for too long");
        job->status = cop_say(job->message, COPSE_STUCK,
                              "processor %d has been silent for %.0f seconds: begin again without "
                              "it",
                              i, silence);
        cop_job_finish(job, COPSE_STOP_ASKED);
        return false;
    }
    return true;
}

void cop_desk_hear_last(cop_desk *desk)
{
    cop_processor *p = desk->hand->processor;
    cop_letter letter;
    if (hears_nothing(desk))
        return;
    double until = cop_now(p) + last_words;
    while (desk->gone < desk->tree.size - 1 && cop_wait(p, fmax(until - cop_now(p), 0), &letter))
        (void)cop_desk_hear(desk, &letter);
}
