/* SPDX-License-Identifier: MIT
 *
 * What each processor did and when, kept in a fixed amount of memory. Each processor writes to its
 * own part, so that real ones need no lock. Busy stretches are not stored: they are what lies
 * between the others. */
#ifndef COP_MACHINE_TIMELINE_H
#define COP_MACHINE_TIMELINE_H

#include "machine/machine.h"

typedef struct cop_moment {
    int64_t from, to;  /* ticks */
    const char *mark;  /* NULL: an activity */
    cop_activity what; /* if it is one */
} cop_moment;

typedef struct cop_track {
    cop_moment *moments;
    size_t count, room;
    uint64_t dropped; /* there was no room */
    char apart[32];   /* no two tracks in one cache line */
} cop_track;

typedef struct cop_timeline {
    cop_track *tracks; /* NULL: none is kept */
    int processors;
    cop_moment *moments;
    size_t events;
} cop_timeline;

copse_status cop_timeline_init(cop_timeline *timeline, const copse_allocator *allocator,
                               int processors, size_t events, copse_message *why);
void cop_timeline_clear(cop_timeline *timeline, const copse_allocator *allocator);

/* Forgets the last run. */
void cop_timeline_begin(cop_timeline *timeline);

void cop_timeline_keep(cop_timeline *timeline, int rank, cop_moment moment);

/* Only if a timeline is kept. */
static inline void cop_timeline_add(cop_timeline *timeline, int rank, cop_activity what,
                                    int64_t from, int64_t to)
{
    if (timeline->tracks != NULL && to > from)
        cop_timeline_keep(timeline, rank, (cop_moment){from, to, NULL, what});
}

static inline void cop_timeline_mark(cop_timeline *timeline, int rank, const char *mark, int64_t at)
{
    if (timeline->tracks != NULL)
        cop_timeline_keep(timeline, rank, (cop_moment){at, at, mark, COP_BUSY});
}

#endif
