/* SPDX-License-Identifier: MIT */
#include "machine/timeline.h"

#include "base/memory.h"
#include "base/text.h"

copse_status cop_timeline_init(cop_timeline *timeline, const copse_allocator *allocator,
                               int processors, size_t events, copse_message *why)
{
    size_t each = events / (size_t)processors;
    cop_timeline fresh = {.processors = processors, .events = each * (size_t)processors};
    if (each == 0)
        return cop_say(why, COPSE_BAD_ARGUMENT,
                       "a timeline of %zu events: %d processors need one each", events, processors);
    if (events > SIZE_MAX / sizeof(cop_moment))
        return cop_say(why, COPSE_NO_MEMORY, "no memory for a timeline of %zu events", events);
    fresh.tracks = cop_memory_new(allocator, (size_t)processors * sizeof *fresh.tracks);
    fresh.moments = cop_memory_new(allocator, fresh.events * sizeof *fresh.moments);
    if (fresh.tracks == NULL || fresh.moments == NULL) {
        cop_timeline_clear(&fresh, allocator);
        return cop_say(why, COPSE_NO_MEMORY, "no memory for a timeline of %zu events", events);
    }
    for (int i = 0; i < processors; i++) {
        fresh.tracks[i].moments = fresh.moments + (size_t)i * each;
        fresh.tracks[i].room = each;
    }
    *timeline = fresh;
    return COPSE_OK;
}

void cop_timeline_clear(cop_timeline *timeline, const copse_allocator *allocator)
{
    cop_memory_free(allocator, timeline->moments, timeline->events * sizeof *timeline->moments);
    cop_memory_free(allocator, timeline->tracks,
                    (size_t)timeline->processors * sizeof *timeline->tracks);
    *timeline = (cop_timeline){0};
}

void cop_timeline_forget(cop_timeline *timeline)
{
    timeline->base = 0;
    for (int i = 0; timeline->tracks != NULL && i < timeline->processors; i++) {
        cop_track *track = &timeline->tracks[i];
        atomic_store(&track->count, 0);
        atomic_store(&track->dropped, 0);
        atomic_store(&track->taken, 0);
        track->missed = 0;
        track->done = 0;
    }
}

void cop_timeline_begin(cop_timeline *timeline, int64_t before)
{
    if (timeline->live)
        timeline->base += before;
    else
        cop_timeline_forget(timeline);
}

void cop_timeline_keep(cop_timeline *timeline, int rank, cop_moment moment)
{
    cop_track *track = &timeline->tracks[rank];
    size_t count = atomic_load_explicit(&track->count, memory_order_relaxed);
    size_t taken = atomic_load_explicit(&track->taken, memory_order_acquire);
    if (count - taken >= track->room) {
        atomic_fetch_add_explicit(&track->dropped, 1, memory_order_relaxed);
        return;
    }
    moment.from += timeline->base;
    moment.to += timeline->base;
    track->moments[count % track->room] = moment;
    atomic_store_explicit(&track->count, count + 1, memory_order_release);
}
