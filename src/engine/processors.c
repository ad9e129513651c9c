/* SPDX-License-Identifier: MIT */
#include "engine/processors.h"

#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "parallel/drive.h"

#include <string.h>

enum { TRACE_EVENTS = 1 << 20 };

static void let_machine_go(cop_processors *set)
{
    if (set->machine == NULL)
        return;
    cop_memory_free(&set->allocator, set->rows,
                    (size_t)cop_machine_processors(set->machine) * sizeof *set->rows);
    if (set->owned)
        cop_machine_free(set->machine);
    set->machine = NULL;
    set->rows = NULL;
}

static copse_status take_machine(cop_processors *set, cop_machine *machine, bool owned,
                                 copse_message *why)
{
    size_t count = (size_t)cop_machine_processors(machine);
    copse_processor *rows = cop_memory_new(&set->allocator, count * sizeof *rows);
    if (rows == NULL) {
        if (owned)
            cop_machine_free(machine);
        return cop_say(why, COPSE_NO_MEMORY, "no memory for %zu processors", count);
    }
    let_machine_go(set);
    set->machine = machine;
    set->owned = owned;
    set->rows = rows;
    return COPSE_OK;
}

static copse_status say_not_parallel(const cop_algorithm *algorithm, copse_message *why)
{
    return cop_say(why, COPSE_UNSUPPORTED, "%s is not parallel: it runs on one thread only",
                   algorithm->info.name);
}

copse_status cop_processors_set(cop_processors *set, const copse_allocator *allocator,
                                const cop_algorithm *algorithm, const char *machine, int processors,
                                const char *costs, copse_message *why)
{
    bool sim = strcmp(machine, "sim") == 0;
    set->allocator = *allocator;
    if (!sim && strcmp(machine, "threads") != 0)
        return cop_say(why, COPSE_UNSUPPORTED, "machine '%.40s': this program has threads and sim",
                       machine);
    if (processors < 1 || processors > COP_MOST_PROCESSORS)
        return cop_say(why, COPSE_BAD_OPTION, "processors %d: 1 to %d", processors,
                       COP_MOST_PROCESSORS);
    if (!sim && costs != NULL)
        return cop_say(why, COPSE_BAD_OPTION, "costs '%.40s': threads have none, sim has", costs);
    if (!sim && processors == 1) {
        let_machine_go(set);
        return COPSE_OK;
    }
    if (!algorithm->info.parallel)
        return say_not_parallel(algorithm, why);
    cop_machine *made = sim ? cop_machine_new_sim(&set->allocator, processors, costs, why)
                            : cop_machine_new_threads(&set->allocator, processors, why);
    if (made == NULL)
        return COPSE_BAD_OPTION;
    return take_machine(set, made, true, why);
}

copse_status cop_processors_attach(cop_processors *set, const copse_allocator *allocator,
                                   const cop_algorithm *algorithm, cop_machine *machine,
                                   copse_message *why)
{
    set->allocator = *allocator;
    if (!algorithm->info.parallel)
        return say_not_parallel(algorithm, why);
    return take_machine(set, machine, false, why);
}

copse_status cop_processors_trace(cop_processors *set, const char *file, copse_message *why)
{
    if (set->trace != NULL)
        cop_memory_free(&set->allocator, set->trace, COP_TRACE_NAME);
    set->trace = NULL;
    if (file == NULL)
        return COPSE_OK;
    if (set->machine == NULL)
        return cop_say(why, COPSE_BAD_OPTION,
                       "'%.200s': there is nothing to see of one thread; set a machine first",
                       file);
    if (strlen(file) >= COP_TRACE_NAME)
        return cop_say(why, COPSE_BAD_OPTION, "'%.120s...': a file's name of at most %d characters",
                       file, COP_TRACE_NAME - 1);
    copse_status status = cop_writer_try(file, why);
    if (status != COPSE_OK)
        return status;
    set->trace = cop_memory_new(&set->allocator, COP_TRACE_NAME);
    if (set->trace == NULL)
        return cop_say(why, COPSE_NO_MEMORY, "no memory for a timeline");
    strcpy(set->trace, file);
    return cop_machine_keep_timeline(set->machine, TRACE_EVENTS, why);
}

copse_status cop_processors_keep_slices(cop_processors *set, size_t slices, copse_message *why)
{
    if (set->machine == NULL)
        return COPSE_OK; /* one thread: always busy */
    if (set->trace != NULL)
        return cop_say(why, COPSE_BAD_OPTION, "slices and a trace: only one of them can be kept");
    return cop_machine_keep_slices(set->machine, slices, why);
}

void cop_processors_look(const cop_processors *set, int number, copse_processor *row)
{
    double times[COP_ACTIVITIES];
    *row = set->rows[number];
    if (!cop_machine_is_running(set->machine))
        return;
    cop_machine_times_so_far(set->machine, number, times);
    row->busy += times[COP_BUSY];
    row->idle += times[COP_IDLE];
    row->locked += times[COP_LOCKED];
    row->communicating += times[COP_COMMUNICATING];
}

int cop_processors_at_once(const cop_processors *set)
{
    bool threads = set->machine != NULL && cop_machine_shares_memory(set->machine) &&
                   !cop_machine_is_simulated(set->machine);
    return threads ? cop_machine_processors(set->machine) : 1;
}

void cop_processors_prepare(cop_processors *set, cop_job *job)
{
    job->machine = set->machine;
    job->processors = set->rows;
    job->drive = set->machine != NULL ? cop_drive : NULL;
    if (set->machine == NULL)
        return;
    memset(set->rows, 0, (size_t)cop_machine_processors(set->machine) * sizeof *set->rows);
    cop_machine_forget_slices(set->machine);
}

copse_status cop_processors_report(const cop_processors *set, cop_job *job)
{
    if (set->machine == NULL || set->trace == NULL)
        return COPSE_OK;
    return cop_machine_write_timeline(set->machine, set->trace, job->message);
}

void cop_processors_free(cop_processors *set)
{
    let_machine_go(set);
    if (set->trace != NULL)
        cop_memory_free(&set->allocator, set->trace, COP_TRACE_NAME);
    set->trace = NULL;
}
