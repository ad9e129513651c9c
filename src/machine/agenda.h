/* SPDX-License-Identifier: MIT
 *
 * Who comes next: processors and the times at which they are due, the earliest first and among
 * equals the lowest rank. A binary heap in which each processor knows its place. */
#ifndef COP_MACHINE_AGENDA_H
#define COP_MACHINE_AGENDA_H

#include <stdbool.h>
#include <stdint.h>

typedef struct cop_due {
    int64_t time;
    int32_t rank;
    int32_t unused;
} cop_due;

typedef struct cop_agenda {
    cop_due *heap; /* room for all processors */
    int count;
    int *place; /* of a processor in the heap, from 1; 0: not in it */
} cop_agenda;

static inline bool cop_due_before(int64_t time, int rank, cop_due other)
{
    return time < other.time || (time == other.time && rank < other.rank);
}

static inline void cop_agenda_lay(cop_agenda *agenda, int at, cop_due due)
{
    agenda->heap[at] = due;
    agenda->place[due.rank] = at + 1;
}

static inline void cop_agenda_down(cop_agenda *agenda, int at, cop_due due)
{
    for (;;) {
        int child = 2 * at + 1;
        if (child >= agenda->count)
            break;
        if (child + 1 < agenda->count &&
            cop_due_before(agenda->heap[child + 1].time, agenda->heap[child + 1].rank,
                           agenda->heap[child]))
            child++;
        if (cop_due_before(due.time, due.rank, agenda->heap[child]))
            break;
        cop_agenda_lay(agenda, at, agenda->heap[child]);
        at = child;
    }
    cop_agenda_lay(agenda, at, due);
}

static inline void cop_agenda_up(cop_agenda *agenda, int at, cop_due due)
{
    while (at > 0 && cop_due_before(due.time, due.rank, agenda->heap[(at - 1) / 2])) {
        cop_agenda_lay(agenda, at, agenda->heap[(at - 1) / 2]);
        at = (at - 1) / 2;
    }
    cop_agenda_lay(agenda, at, due);
}

/* Enters a processor, or brings forward or puts off one that is in it. */
static inline void cop_agenda_put(cop_agenda *agenda, int rank, int64_t time)
{
    cop_due due = {.time = time, .rank = rank};
    int at = agenda->place[rank] - 1;
    if (at < 0)
        cop_agenda_up(agenda, agenda->count++, due);
    else if (time < agenda->heap[at].time)
        cop_agenda_up(agenda, at, due);
    else
        cop_agenda_down(agenda, at, due);
}

/* Takes out who comes first; there has to be somebody. */
static inline int cop_agenda_take(cop_agenda *agenda)
{
    int rank = agenda->heap[0].rank;
    agenda->place[rank] = 0;
    if (--agenda->count > 0)
        cop_agenda_down(agenda, 0, agenda->heap[agenda->count]);
    return rank;
}

/* The same, and another one takes the place. */
static inline int cop_agenda_exchange(cop_agenda *agenda, int rank, int64_t time)
{
    int first = agenda->heap[0].rank;
    agenda->place[first] = 0;
    cop_agenda_down(agenda, 0, (cop_due){.time = time, .rank = rank});
    return first;
}

#endif
