/* SPDX-License-Identifier: MIT
 *
 * What a controller and its searchers (farm.h) say to each other:
 *
 *     ERRAND     controller -> searcher  search this position
 *     INTERRUPT  controller -> searcher  stop searching it
 *     BACK       searcher -> controller  what has come of it, done or not
 *     COUNTS     searcher -> controller  that it lives, and what it has searched since the last
 *                                        message; only where they share no memory
 *     QUIT       processor 0 -> all      it is over (remote.h)
 *
 * and, where controllers in other processes have a main program above them (cluster.h),
 *
 *     CLUSTER    processor 0 -> all      you are the controller of these, or somebody's searcher
 *     READY      all -> processor 0      I listen
 *     COUNTS     controller -> main      the same of itself, and of each of its searchers
 *     LOST       controller -> main      this searcher is no good
 *
 * As in remote.h nothing is used before all of the message has been checked. */
#ifndef COP_PARALLEL_ERRAND_H
#define COP_PARALLEL_ERRAND_H

#include "parallel/remote.h"
#include "search/job.h"

/* A piece of work: a position that is to be searched. */
typedef struct cop_errand {
    uint32_t run;
    uint64_t number;         /* never the same twice in a run */
    const void *position;    /* in a message it is not aligned: copy it before use */
    int ply, depth;          /* of the position; plies to search below it */
    copse_score alpha, beta; /* for the side to move there */
    bool on_line;            /* on the previous iteration's principal variation */
    uint64_t quota;          /* nodes after which the controller wants to hear COUNTS */

    /* Not in messages: for the controller, to know what it is. */
    int where, which;
} cop_errand;

enum { COP_ERRAND_HEAD = 37 }; /* bytes of its message beside the position */

void cop_errand_write(cop_parcel *parcel, const cop_errand *errand, size_t position_size);

/* False unless it can be searched by a walk of this game that has frames for so many plies. The
 * letter has to stay as long as the position. */
bool cop_errand_read(cop_errand *errand, const cop_letter *letter, const copse_game *game,
                     int plies);

/* What a searcher has counted since it was last asked. */
typedef struct cop_tally {
    uint64_t nodes, expansions, evaluations, table_probes, table_hits;
} cop_tally;

typedef struct cop_back {
    uint32_t run;
    uint64_t number;
    bool done;    /* else it was interrupted, or the game is to blame */
    bool touched; /* some line was cut short by the depth */
    copse_score value;
    cop_tally tally;
    uint64_t nodes;        /* for this errand */
    copse_status status;   /* COPSE_OK, or what the game has done */
    copse_message message; /* then */
    int length;            /* of the line, at most COP_PV_MOST */
} cop_back;

void cop_back_write(cop_parcel *parcel, const cop_back *back, const copse_move *line);

/* False unless it is well formed; the line goes to `line`, which has room for COP_PV_MOST. That its
 * moves can be played only the controller can tell. */
bool cop_back_read(cop_back *back, const cop_letter *letter, copse_move *line);

void cop_interrupt_write(cop_parcel *parcel, uint32_t run, uint64_t number);
bool cop_interrupt_read(const cop_letter *letter, uint32_t *run, uint64_t *number);

/* `rank`: whose counts they are. That somebody may speak for it only the receiver can tell. */
void cop_counts_write(cop_parcel *parcel, uint32_t run, int rank, const cop_tally *tally);
bool cop_counts_read(const cop_letter *letter, uint32_t *run, int *rank, cop_tally *tally);

/* The ranks of a controller's searchers, ascending; `controls`: false, and no ranks, for these. */
void cop_cluster_write(cop_parcel *parcel, uint32_t run, bool controls, const int *ranks,
                       int count);

/* False unless all ranks are some of `processors`. There has to be room for so many. */
bool cop_cluster_read(const cop_letter *letter, int processors, uint32_t *run, bool *controls,
                      int *ranks, int *count);

void cop_ready_write(cop_parcel *parcel, uint32_t run);
bool cop_ready_read(const cop_letter *letter, uint32_t *run);

typedef struct cop_lost {
    uint32_t run;
    int rank;
    char trouble[128]; /* half a sentence */
} cop_lost;

void cop_lost_write(cop_parcel *parcel, uint32_t run, int rank, const char *trouble);
bool cop_lost_read(cop_lost *lost, const cop_letter *letter);

#endif
