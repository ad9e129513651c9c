/* SPDX-License-Identifier: MIT
 *
 * Leaves that are under way: taken from a tree, sent to somebody in a batch, not back yet. A flight
 * keeps the way to its leaf, since the walk goes on elsewhere meanwhile, and what the leaf was
 * before anybody predicted anything. Batches stand in the order in which they were sent. */
#ifndef COP_PARALLEL_FLIGHTS_H
#define COP_PARALLEL_FLIGHTS_H

#include "search/best.h"

enum { COP_NO_FLIGHT = -1, COP_NO_BATCH = -1 };

typedef struct cop_flight {
    cop_link *path; /* from the root to the leaf */
    int ply, room;
    cop_tree_node before; /* the leaf, as it was */
    uint64_t budget;      /* expansions that it may come back with */
    bool predicted;
    bool used;
    int next; /* free ones */
} cop_flight;

typedef struct cop_batch {
    uint64_t number; /* what it is called in messages: never the same twice */
    int worker;
    double sent; /* when */
    int *flights;
    int count, room;
    int before, after; /* by time of sending; free ones: after */
    bool used;
} cop_batch;

typedef struct cop_flights {
    const copse_allocator *allocator;
    cop_flight *flight;
    int flight_room, free_flight, count; /* count: under way */
    uint64_t promised;                   /* the budgets of those together */
    cop_batch *batch;
    int batch_room, free_batch, oldest, newest;
    uint32_t serial;
} cop_flights;

void cop_flights_init(cop_flights *flights, const copse_allocator *allocator);
void cop_flights_free(cop_flights *flights);

/* The leaf that the walk has come to goes off, for at most `budget` expansions. COP_NO_FLIGHT if
 * there is no memory. */
int cop_flight_begin(cop_flights *flights, const cop_best *b, uint64_t budget);
void cop_flight_end(cop_flights *flights, int flight);

/* The walker stands at the flight's leaf again. */
void cop_flight_go_back(const cop_flights *flights, int flight, cop_best *b);

/* An empty batch, the newest; COP_NO_BATCH if there is no memory for it and `most` leaves. */
int cop_batch_begin(cop_flights *flights, int worker, int most, double now);
void cop_batch_end(cop_flights *flights, int batch);

/* The batch of this number, if that worker has it; else COP_NO_BATCH. */
int cop_batch_find(const cop_flights *flights, uint64_t number, int worker);

#endif
