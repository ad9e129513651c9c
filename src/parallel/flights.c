/* SPDX-License-Identifier: MIT */
#include "parallel/flights.h"

#include <string.h>

/* A table of records that grows: twice as long, what is there is kept. */
static bool more(const copse_allocator *allocator, void **table, int *room, size_t size)
{
    size_t old = (size_t)*room, now = old == 0 ? 16 : 2 * old;
    void *larger = cop_memory_new(allocator, now * size);
    if (larger == NULL)
        return false;
    if (old > 0)
        memcpy(larger, *table, old * size);
    cop_memory_free(allocator, *table, old * size);
    *table = larger;
    *room = (int)now;
    return true;
}

void cop_flights_init(cop_flights *flights, const copse_allocator *allocator)
{
    *flights = (cop_flights){.allocator = allocator,
                             .free_flight = COP_NO_FLIGHT,
                             .free_batch = COP_NO_BATCH,
                             .oldest = COP_NO_BATCH,
                             .newest = COP_NO_BATCH};
}

void cop_flights_free(cop_flights *f)
{
    for (int i = 0; i < f->flight_room; i++)
        cop_memory_free(f->allocator, f->flight[i].path,
                        (size_t)f->flight[i].room * sizeof *f->flight[i].path);
    for (int i = 0; i < f->batch_room; i++)
        cop_memory_free(f->allocator, f->batch[i].flights,
                        (size_t)f->batch[i].room * sizeof *f->batch[i].flights);
    cop_memory_free(f->allocator, f->flight, (size_t)f->flight_room * sizeof *f->flight);
    cop_memory_free(f->allocator, f->batch, (size_t)f->batch_room * sizeof *f->batch);
    cop_flights_init(f, f->allocator);
}

/* -------------------------------------------------------------------------------------- flights */

static bool more_flights(cop_flights *f)
{
    int old = f->flight_room;
    if (!more(f->allocator, (void **)&f->flight, &f->flight_room, sizeof *f->flight))
        return false;
    for (int i = f->flight_room - 1; i >= old; i--) {
        f->flight[i].next = f->free_flight;
        f->free_flight = i;
    }
    return true;
}

int cop_flight_begin(cop_flights *f, const cop_best *b, uint64_t budget)
{
    if (f->free_flight == COP_NO_FLIGHT && !more_flights(f))
        return COP_NO_FLIGHT;
    int number = f->free_flight;
    cop_flight *flight = &f->flight[number];
    while (flight->room <= b->ply)
        if (!more(f->allocator, (void **)&flight->path, &flight->room, sizeof *flight->path))
            return COP_NO_FLIGHT;
    f->free_flight = flight->next;
    flight->ply = b->ply;
    for (int ply = 0; ply <= b->ply; ply++)
        flight->path[ply] = (cop_link)(b->path[ply] - b->nodes);
    flight->before = *cop_leaf_of(b);
    flight->predicted = false;
    flight->used = true;
    flight->budget = budget;
    f->promised += budget;
    f->count++;
    return number;
}

void cop_flight_end(cop_flights *f, int flight)
{
    f->promised -= f->flight[flight].budget;
    f->flight[flight].used = false;
    f->flight[flight].next = f->free_flight;
    f->free_flight = flight;
    f->count--;
}

/* The walker has had room for a path of this length before. */
void cop_flight_go_back(const cop_flights *f, int flight, cop_best *b)
{
    const cop_flight *from = &f->flight[flight];
    b->ply = from->ply;
    for (int ply = 0; ply <= from->ply; ply++)
        b->path[ply] = &b->nodes[from->path[ply]];
}

/* -------------------------------------------------------------------------------------- batches */

static bool more_batches(cop_flights *f)
{
    int old = f->batch_room;
    if (!more(f->allocator, (void **)&f->batch, &f->batch_room, sizeof *f->batch))
        return false;
    for (int i = f->batch_room - 1; i >= old; i--) {
        f->batch[i].after = f->free_batch;
        f->free_batch = i;
    }
    return true;
}

int cop_batch_begin(cop_flights *f, int worker, int most, double now)
{
    if (f->free_batch == COP_NO_BATCH && !more_batches(f))
        return COP_NO_BATCH;
    int number = f->free_batch;
    cop_batch *batch = &f->batch[number];
    while (batch->room < most)
        if (!more(f->allocator, (void **)&batch->flights, &batch->room, sizeof *batch->flights))
            return COP_NO_BATCH;
    f->free_batch = batch->after;
    batch->number = (uint64_t)++f->serial << 32 | (uint32_t)number;
    batch->worker = worker;
    batch->sent = now;
    batch->count = 0;
    batch->used = true;
    batch->before = f->newest;
    batch->after = COP_NO_BATCH;
    if (f->newest != COP_NO_BATCH)
        f->batch[f->newest].after = number;
    else
        f->oldest = number;
    f->newest = number;
    return number;
}

void cop_batch_end(cop_flights *f, int number)
{
    cop_batch *batch = &f->batch[number];
    if (batch->before != COP_NO_BATCH)
        f->batch[batch->before].after = batch->after;
    else
        f->oldest = batch->after;
    if (batch->after != COP_NO_BATCH)
        f->batch[batch->after].before = batch->before;
    else
        f->newest = batch->before;
    batch->used = false;
    batch->after = f->free_batch;
    f->free_batch = number;
}

int cop_batch_find(const cop_flights *f, uint64_t number, int worker)
{
    uint32_t place = (uint32_t)number;
    if (place >= (uint32_t)f->batch_room)
        return COP_NO_BATCH;
    const cop_batch *batch = &f->batch[place];
    bool same = batch->used && batch->number == number && batch->worker == worker;
    return same ? (int)place : COP_NO_BATCH;
}
