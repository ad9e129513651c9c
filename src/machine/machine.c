/* SPDX-License-Identifier: MIT
 *
 * What all machines have in common: their number of processors, the account of a run, the
 * timeline. */
#include "base/memory.h"
#include "base/text.h"
#include "machine/inside.h"

bool cop_machine_check_processors(int processors, copse_message *why)
{
    if (processors >= 1 && processors <= COP_MOST_PROCESSORS)
        return true;
    cop_say(why, COPSE_BAD_OPTION, "processors %d: a machine has 1 to %d", processors,
            COP_MOST_PROCESSORS);
    return false;
}

static size_t times_size(const cop_machine *machine)
{
    return (size_t)machine->processors * sizeof machine->times[0];
}

bool cop_machine_init(cop_machine *machine, const cop_machine_table *table,
                      const copse_allocator *allocator, int processors, copse_message *why)
{
    machine->table = table;
    machine->allocator = *allocator;
    machine->processors = processors;
    machine->times = cop_memory_new(allocator, times_size(machine));
    if (machine->times == NULL)
        cop_say(why, COPSE_NO_MEMORY, "no memory for %d processors", processors);
    return machine->times != NULL;
}

void cop_machine_clear(cop_machine *machine)
{
    cop_timeline_clear(&machine->timeline, &machine->allocator);
    cop_memory_free(&machine->allocator, machine->times, times_size(machine));
    machine->times = NULL;
}

void cop_machine_free(cop_machine *machine)
{
    if (machine != NULL)
        machine->table->free(machine);
}

const char *cop_machine_name(const cop_machine *machine)
{
    return machine->table->name;
}

int cop_machine_processors(const cop_machine *machine)
{
    return machine->processors;
}

bool cop_machine_shares_memory(const cop_machine *machine)
{
    return machine->table->shares_memory;
}

bool cop_machine_is_simulated(const cop_machine *machine)
{
    return machine->table->charge != NULL;
}

bool cop_machine_has_threads(const cop_machine *machine)
{
    return machine->table->own_threads;
}

double cop_machine_cpu(const cop_machine *machine)
{
    return machine->cpu;
}

copse_status cop_machine_run(cop_machine *machine, void (*body)(cop_processor *p, void *shared),
                             void *shared, copse_message *why)
{
    cop_timeline_begin(&machine->timeline, machine->elapsed);
    machine->elapsed = 0;
    machine->cpu = 0;
    machine->running = true;
    copse_status status = machine->table->run(machine, body, shared, why);
    machine->running = false;
    return status;
}

void cop_machine_fill_times(cop_machine *machine, int rank, int64_t end)
{
    int64_t *times = machine->times[rank];
    times[COP_BUSY] = end - times[COP_IDLE] - times[COP_LOCKED] - times[COP_COMMUNICATING];
    times[COP_IDLE] += machine->elapsed - end;
    cop_timeline_add(&machine->timeline, rank, COP_IDLE, end, machine->elapsed);
}

double cop_machine_elapsed(const cop_machine *machine)
{
    return (double)machine->elapsed * machine->tick;
}

void cop_machine_times(const cop_machine *machine, int rank, double times[COP_ACTIVITIES])
{
    for (int i = 0; i < COP_ACTIVITIES; i++)
        times[i] = (double)machine->times[rank][i] * machine->tick;
}

copse_status cop_machine_keep_timeline(cop_machine *machine, size_t events, copse_message *why)
{
    cop_timeline fresh = {0};
    if (events > 0) {
        copse_status status =
            cop_timeline_init(&fresh, &machine->allocator, machine->processors, events, why);
        if (status != COPSE_OK)
            return status;
    }
    cop_timeline_clear(&machine->timeline, &machine->allocator);
    machine->timeline = fresh;
    return COPSE_OK;
}
