/* SPDX-License-Identifier: MIT
 *
 * Depth-first searches on several processors of one memory: a walk for each of them, with counts
 * and limits of its own, beside the host's, whose tables they share.
 *
 * A parallel algorithm's state begins with a cop_team. Its search function, which deepen.c calls
 * for every depth and window, is like
 *
 *     static copse_score search(cop_walk *host, int depth, copse_score alpha, copse_score beta)
 *     {
 *         if (host->job->machine == NULL)
 *             return cop_pvs(host, depth, alpha, beta);      one thread: there is nothing to share
 *         cop_crew *crew = cop_crew_call(host, depth);
 *         if (crew == NULL) ...
 *         cop_crew_run(crew, body, &what_they_share);
 *         return host->stopped ? 0 : value;
 *     }
 *
 * and the body of a processor begins with its hand:
 *
 *     cop_hand *hand = cop_crew_hand(crew, p);
 *
 * A hand's walk looks now and then whether to stop: because the whole search is over, or because
 * the hand has been called off what it is at. Both set walk.stopped; who has seen to it clears that
 * with cop_hand_go_on(). On simulated processors a hand looks at every node, and there it pays for
 * what it has done; on real ones it looks every few microseconds. */
#ifndef COP_PARALLEL_CREW_H
#define COP_PARALLEL_CREW_H

#include "machine/machine.h"
#include "search/algorithm.h"
#include "search/walk.h"

typedef struct cop_crew cop_crew;
typedef struct cop_hand cop_hand;

struct cop_hand {
    _Alignas(COP_CACHE_LINE) cop_walk walk;
    cop_crew *crew;
    cop_processor *processor;
    cop_job job; /* the walk's: the host's game and settings, and counts of this hand alone */
    copse_message message;
    uint32_t run;   /* the search that it is for */
    void *own;      /* the algorithm's, in a body */
    uint32_t pause; /* nodes opened between two looks, on real processors */
    double last_look;
    uint64_t paid_nodes, paid_evaluations;                  /* what has been charged */
    uint64_t told_nodes, told_expansions, told_evaluations; /* what the crew's totals have */
    _Alignas(COP_CACHE_LINE) atomic_bool called_off;        /* set by others */
};

struct cop_crew {
    cop_walk *host;
    cop_hand *hands;
    int count;
    copse_allocator allocator;
    int depth;
    uint32_t run;    /* its number: see drive.h */
    double stand_by; /* how long processor 0 may wait for a message and not see a limit */

    /* All together, from before the run on; added to now and then. */
    _Alignas(COP_CACHE_LINE) _Atomic uint64_t nodes, expansions, evaluations;
    _Alignas(COP_CACHE_LINE) atomic_bool over; /* everybody is to stop */
    atomic_bool passed; /* a limit has been, and somebody but processor 0 has seen it */
};

/* What the state of every parallel depth-first algorithm begins with. All zeros at first. */
typedef struct cop_team {
    cop_walk walk;
    cop_crew crew;
} cop_team;

/* A cop_kind for them, whose state is a cop_team. */
extern const cop_kind cop_kind_team;

/* The host's crew, a hand for each processor of its job's machine, ready for a search to this
 * depth. NULL if there is no memory: the job says so and the host is stopped. */
cop_crew *cop_crew_call(cop_walk *host, int depth);

/* Runs the body on all processors, and puts together what the hands have counted. If that could not
 * be, or somebody stopped the search or blamed the game, the host is stopped. */
void cop_crew_run(cop_crew *crew, void (*body)(cop_processor *p, void *shared), void *shared);

/* The processor's hand, at the beginning of a body. */
cop_hand *cop_crew_hand(cop_crew *crew, cop_processor *p);

/* ------------------------------------------------------------------------- in the body of a hand
 */

/* Has it to stop what it is at? Looks at limits and the clock too, on processor 0 or on simulated
 * ones. To be called where a hand waits or does something of its own; its walk calls it itself. */
bool cop_hand_look(cop_hand *hand);

/* Is the whole search over? */
static inline bool cop_crew_is_over(cop_crew *crew, cop_processor *p)
{
    cop_shared_read(p, &crew->over);
    return atomic_load_explicit(&crew->over, memory_order_relaxed);
}

/* The whole search is over: everybody stops as soon as they see it. */
void cop_crew_end(cop_crew *crew, cop_processor *p);

/* Makes another hand stop what it is at. */
void cop_hand_call_off(cop_hand *hand, cop_processor *by);

/* The hand has seen that it was called off, and may search again. */
void cop_hand_go_on(cop_hand *hand);

/* Pays for what has been searched since last time. To be called before anything that others could
 * notice: locks, messages. */
void cop_hand_pay(cop_hand *hand);

/* The value of a position at this ply, `depth` plies below it, by sequential PVS. Its line is
 * afterwards in walk.frames[ply]. Undoing games change the position, and change it back. */
copse_score cop_hand_search(cop_hand *hand, char *position, int ply, bool on_line, int depth,
                            copse_score alpha, copse_score beta);

#endif
