/* SPDX-License-Identifier: MIT
 *
 * What each processor did and when, kept in a fixed amount of memory. Each processor writes to its
 * own part, so that real ones need no lock. Busy stretches are not stored: they are what lies
 * between the others.
 *
 * A timeline is kept for the end, or it is taken while the run goes on, by one reader: then each
 * part is a ring, in which what was taken makes room for what comes. */
#ifndef COP_MACHINE_TIMELINE_H
#define COP_MACHINE_TIMELINE_H

#include "machine/machine.h"

typedef struct cop_moment {
    int64_t from, to;  /* ticks */
    const char *mark;  /* NULL: an activity */
    cop_activity what; /* if it is one */
} cop_moment;

typedef struct cop_track {
    cop_moment *moments; /* number i is in place i % room */
    size_t room;
    /* Written by the processor: whoever sees a count sees the moments before it. */
    _Atomic size_t count;
    _Atomic uint64_t dropped; /* there was no room */
    /* Written by the reader: whoever sees that moments were taken may write in their places. */
    _Atomic size_t taken;
    uint64_t missed; /* of those dropped, the ones that the reader knows of */
    int64_t done;    /* ticks, since the first run began: all before it has been taken */
} cop_track;

typedef struct cop_timeline {
    cop_track *tracks; /* NULL: none is kept */
    int processors;
    cop_moment *moments;
    size_t events;
    bool live;    /* taken while the run goes on */
    int64_t base; /* ticks of the runs before this one that belong to the same search */
} cop_timeline;

copse_status cop_timeline_init(cop_timeline *timeline, const copse_allocator *allocator,
                               int processors, size_t events, copse_message *why);
void cop_timeline_clear(cop_timeline *timeline, const copse_allocator *allocator);

/* A run begins, after one of so many ticks. Unless the timeline is live, that one is forgotten. */
void cop_timeline_begin(cop_timeline *timeline, int64_t before);

/* Forgets everything. */
void cop_timeline_forget(cop_timeline *timeline);

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
