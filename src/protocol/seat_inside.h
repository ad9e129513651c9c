/* SPDX-License-Identifier: MIT
 *
 * What a seat's two halves share: seat.c, which is asked, and seat_think.c, which thinks. */
#ifndef COP_PROTOCOL_SEAT_INSIDE_H
#define COP_PROTOCOL_SEAT_INSIDE_H

#include "protocol/seat.h"

#include <pthread.h>
#include <stdatomic.h>

struct cop_seat {
    const copse_game *game;
    cop_seat_settings settings;
    cop_record record;    /* of the thread that asks; the one that thinks never looks */
    copse_search *search; /* of whichever of the two is at work */
    /* The same, for moves that only the time limits; NULL: `search` finds these too. */
    copse_search *by_time;
    bool deepens;         /* `search` goes depth by depth */
    copse_search *solver; /* the same for the algorithm `solve`; NULL: there is none */
    /* Where in the game each of the three stands, as a hash of the way there; 0: elsewhere. (The
     * bytes of equal positions may differ.) */
    uint64_t search_at, by_time_at, solver_at;
    cop_task task;        /* set before the thread begins */
    copse_limits limits;  /* of the task */
    cop_budget budget;    /* of the task; hard 0: no clock */
    int root_ply;         /* how far the game is at `root` */
    char *root, *scratch; /* a position each */
    copse_move *moves;    /* of the root that are to be searched */
    int move_count;
    cop_ranked *ranking; /* of the depth under way */
    cop_line *finding;   /* likewise, line_room of them */
    double began;
    copse_move settled; /* the best move when the last depth was done */
    int settled_depth;
    double told;           /* when progress was last told */
    uint64_t nodes_before; /* of searches of this task that are over */

    pthread_t thread;
    bool running;     /* there is a thread to be joined */
    bool outstanding; /* COP_NEWS_DONE has not been taken */
    int wake[2];      /* a pipe: a byte for each time that there is news */
    atomic_bool stop; /* set by who asks, read by who thinks */
    atomic_bool hit;  /* the same, after what follows */
    copse_limits hit_limits;
    cop_budget hit_budget;
    double hit_at;

    pthread_mutex_t lock; /* protects what follows */
    cop_thought thought;
    bool fresh, done;
    int rank_count;
    cop_ranked *ranks; /* of the last depth that is done, best first */
    int line_count, line_room;
    cop_line *lines;     /* line_room of them */
    int counted;         /* moves */
    cop_counted *counts; /* room for one of each move */
};

/* The searches of this seat with all their options. */
copse_status cop_seat_new_searches(cop_seat *seat, copse_message *why);

/* Do they work? Files and programs that options name are looked at when a search runs, and not
 * before. */
copse_status cop_seat_try_searches(cop_seat *seat, copse_message *why);

/* What the option of the seat's search is: as somebody set it for the seat, or as is usual; "" if
 * it has none of this name. */
const char *cop_seat_value(const cop_seat *seat, const char *name);

/* Does the task; all that it finds is told by cop_seat_tell(). */
void cop_seat_do(cop_seat *seat);

/* Does the task get the search for what only the time limits? */
bool cop_seat_is_by_time(const cop_seat *seat);

/* Seconds since the task was begun. */
double cop_seat_seconds(const cop_seat *seat);

/* One run of a search, with `told` as its callback; what came out is in `result`. */
copse_status cop_seat_run(cop_seat *seat, copse_search *search, const copse_limits *limits,
                          copse_progress *told, copse_result *result, copse_message *why);

/* Values of all moves of the root, depth by depth, into seat->ranks: seat_rank.c. */
copse_status cop_seat_rank(cop_seat *seat, cop_thought *thought, copse_message *why);

/* The same, as far as it is known by a search that has values for all moves anyway: the one that it
 * would play first, whatever the values. */
void cop_seat_take_ranks(cop_seat *seat, copse_search *search);

/* The limits of the task; `endless`: as long as nobody stops it. */
void cop_seat_set_limits(const cop_seat *seat, bool endless, copse_limits *limits,
                         cop_budget *budget);

/* Is what was endless at the limits that it has got since? `nodes` are those of the search under
 * way. */
bool cop_seat_is_at_end(const cop_seat *seat, int depth, uint64_t nodes);

/* Stops the search if somebody wants that, or if it is at that end. */
void cop_seat_heed(cop_seat *seat, copse_search *search, const copse_result *so_far);

/* Is this enough thinking, although there would be time? `deeper`: another depth is done. */
bool cop_seat_is_enough(const cop_seat *seat, copse_move best, bool deeper);

/* What is left of the task's limits, for a search of this depth; false if nothing is. */
bool cop_seat_limits_left(const cop_seat *seat, int depth, copse_limits *limits);

/* The best moves of the root, each with its line, depth by depth: seat_lines.c. The second makes
 * them of what a search without depths knows of all moves. */
copse_status cop_seat_search_lines(cop_seat *seat, cop_thought *thought, copse_message *why);
void cop_seat_take_lines(cop_seat *seat, copse_search *search, const cop_thought *thought);

/* COP_TASK_COUNT: seat_count.c. */
copse_status cop_seat_count(cop_seat *seat, cop_thought *thought, copse_message *why);

/* Makes this the latest thought. `done`: and the last. */
void cop_seat_tell(cop_seat *seat, const cop_thought *thought, bool done);

#endif
