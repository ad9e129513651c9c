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
    bool goes_by_depths;  /* what it searches with: depth after depth, or best-first */
    copse_search *solver; /* the same for the algorithm `solve`; NULL: there is none */
    cop_task task;        /* set before the thread begins */
    copse_limits limits;  /* of the task */
    cop_budget budget;    /* of the task; hard 0: no clock */
    int root_ply;         /* how far the game is at `root` */
    char *root, *scratch; /* a position each */
    copse_move *moves;    /* of the root */
    int move_count;
    cop_ranked *ranking; /* of the depth under way */
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

    pthread_mutex_t lock; /* protects what follows */
    cop_thought thought;
    bool fresh, done;
    int rank_count;
    cop_ranked *ranks; /* of the last depth that is done, best first */
};

/* A search for this seat with all its options, `solve` or the usual one. */
copse_status cop_seat_new_search(cop_seat *seat, const char *algorithm, copse_search **search,
                                 copse_message *why);

/* Does the task; all that it finds is told by cop_seat_tell(). */
void cop_seat_do(cop_seat *seat);

/* How many more moves the game has at most, -1 if that is not known. The game's own bound is of
 * plies, of which every other one may be a pass: that is Othello's, the only game that has one. */
int cop_seat_moves_left(const cop_seat *seat);

/* Seconds since the task was begun. */
double cop_seat_seconds(const cop_seat *seat);

/* One run of a search, with `told` as its callback; what came out is in `result`. */
copse_status cop_seat_run(cop_seat *seat, copse_search *search, const copse_limits *limits,
                          copse_progress *told, copse_result *result, copse_message *why);

/* Values of all moves of the root, depth by depth, into seat->ranks: seat_rank.c. */
copse_status cop_seat_rank(cop_seat *seat, cop_thought *thought, copse_message *why);

/* Makes this the latest thought. `done`: and the last. */
void cop_seat_tell(cop_seat *seat, const cop_thought *thought, bool done);

#endif
