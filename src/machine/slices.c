/* SPDX-License-Identifier: MIT
 *
 * Looking at a run that is under way: what each processor's time has gone to so far, and the
 * stretches of it since somebody last looked. */
#include "base/memory.h"
#include "machine/inside.h"

bool cop_machine_is_running(const cop_machine *machine)
{
    return machine->running;
}

static bool can_look(const cop_machine *machine)
{
    return machine->running && machine->table->look != NULL;
}

void cop_machine_times_so_far(cop_machine *machine, int rank, double times[COP_ACTIVITIES])
{
    if (!can_look(machine)) {
        cop_machine_times(machine, rank, times);
        return;
    }
    cop_look look = {.what = COP_BUSY};
    machine->table->look(machine, rank, &look);
    if (look.what != COP_BUSY && look.now > look.since)
        look.times[look.what] += look.now - look.since;
    int64_t busy = look.now;
    for (int i = COP_BUSY + 1; i < COP_ACTIVITIES; i++) {
        busy -= look.times[i];
        times[i] = (double)look.times[i] * machine->tick;
    }
    times[COP_BUSY] = busy > 0 ? (double)busy * machine->tick : 0;
}

double cop_machine_elapsed_so_far(cop_machine *machine)
{
    if (!can_look(machine))
        return cop_machine_elapsed(machine);
    cop_look look = {.what = COP_BUSY};
    machine->table->look(machine, 0, &look);
    return (double)look.now * machine->tick;
}

copse_status cop_machine_keep_slices(cop_machine *machine, size_t slices, copse_message *why)
{
    copse_status status = cop_machine_keep_timeline(machine, slices, why);
    if (status == COPSE_OK)
        machine->timeline.live = slices > 0;
    return status;
}

void cop_machine_forget_slices(cop_machine *machine)
{
    if (!machine->timeline.live)
        return;
    cop_timeline_forget(&machine->timeline);
    machine->elapsed = 0; /* of a run that is not this search's */
}

typedef struct taking {
    cop_machine *machine;
    copse_slice *slices;
    size_t count, capacity;
} taking;

/* One slice more, from what was taken last. */
static void take_until(taking *t, int rank, cop_activity what, int64_t to)
{
    cop_track *track = &t->machine->timeline.tracks[rank];
    if (to <= track->done)
        return;
    t->slices[t->count++] = (copse_slice){
        .processor = rank,
        .what = (copse_activity)what,
        .from = (double)track->done * t->machine->tick,
        .to = (double)to * t->machine->tick,
    };
    track->done = to;
}

/* What has ended; false if the list is full before all of it is in there. */
static bool take_moments(taking *t, int rank)
{
    cop_track *track = &t->machine->timeline.tracks[rank];
    size_t taken = atomic_load_explicit(&track->taken, memory_order_relaxed);
    size_t count = atomic_load_explicit(&track->count, memory_order_acquire);
    for (; taken < count && t->capacity - t->count >= 2; taken++) {
        const cop_moment *moment = &track->moments[taken % track->room];
        if (moment->mark != NULL)
            continue;
        take_until(t, rank, COP_BUSY, moment->from);
        take_until(t, rank, moment->what, moment->to);
    }
    atomic_store_explicit(&track->taken, taken, memory_order_release);
    return taken == count;
}

/* What it is at: the rest of it comes later. */
static void take_present(taking *t, int rank)
{
    cop_machine *machine = t->machine;
    int64_t base = machine->timeline.base;
    if (!can_look(machine)) {
        take_until(t, rank, COP_BUSY, base + machine->elapsed);
        return;
    }
    cop_look look = {.what = COP_BUSY};
    machine->table->look(machine, rank, &look);
    if (look.what == COP_BUSY) {
        take_until(t, rank, COP_BUSY, base + look.now);
        return;
    }
    take_until(t, rank, COP_BUSY, base + look.since);
    take_until(t, rank, look.what, base + look.now);
}

size_t cop_machine_take_slices(cop_machine *machine, copse_slice *slices, size_t capacity)
{
    taking t = {.machine = machine, .slices = slices, .capacity = capacity};
    if (machine->timeline.tracks == NULL || !machine->timeline.live)
        return 0;
    for (int rank = 0; rank < machine->processors; rank++) {
        cop_track *track = &machine->timeline.tracks[rank];
        if (!take_moments(&t, rank) || capacity - t.count < 2)
            break;
        uint64_t dropped = atomic_load_explicit(&track->dropped, memory_order_relaxed);
        if (dropped == track->missed) {
            take_present(&t, rank);
            continue;
        }
        /* What there was no room for is a gap: nobody knows what it was. */
        cop_look look = {.now = machine->elapsed};
        if (can_look(machine))
            machine->table->look(machine, rank, &look);
        track->missed = dropped;
        if (machine->timeline.base + look.now > track->done)
            track->done = machine->timeline.base + look.now;
    }
    return t.count;
}
