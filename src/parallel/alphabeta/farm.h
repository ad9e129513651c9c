/* SPDX-License-Identifier: MIT
 *
 * A controller and its searchers, who say everything by messages: on threads, simulated processors
 * and MPI ranks (Lu 1993, section 4.1: FarmWork, ReturnedResult, interruptSearchers). Processor 0
 * is the controller. It keeps the upper part of the tree, and gives subtrees to the others, who
 * search them sequentially.
 *
 * A controller in short. Before the run, and after it, since nothing is allocated while it runs:
 *
 *     cop_farm farm;
 *     if (cop_farm_open(&farm, crew))
 *         cop_crew_run(crew, body, ...);
 *     cop_farm_close(&farm);
 *
 * in the body of processor 0, where there are others:
 *
 *     cop_farm_begin(&farm, hand);
 *     ...
 *     int searcher = cop_farm_idle(&farm);
 *     if (searcher != 0)
 *         cop_farm_give(&farm, searcher, &errand);
 *     ...
 *     if (cop_farm_result(&farm, INFINITY, &result)) {
 *         if (result.fate == COP_FATE_DONE) ...              else the errand is to be given again
 *     } else if (hand->walk.stopped) ...                     it is all over
 *     ...
 *     cop_farm_end(&farm);
 *
 * and the body of all others is cop_farm_serve(), which is also what an algorithm's `serve` is.
 * Other processors than 0 may be controllers, too, if processor 0 is above them: see cluster.h.
 * Every errand that was given comes back once: done, interrupted, or lost with its searcher. Where
 * no searcher is left (farm.left == 0), cop_farm_do_itself() does what one would have done. */
#ifndef COP_PARALLEL_FARM_H
#define COP_PARALLEL_FARM_H

#include "parallel/alphabeta/crew.h"
#include "parallel/alphabeta/errand.h"

/* What the controller knows of a searcher. */
typedef struct cop_searcher {
    cop_errand errand; /* what it is at, or was at last */
    bool busy;         /* it has an errand, and has not answered yet */
    bool interrupted;  /* it has been told to stop */
    bool lost;         /* never again */
    double since;      /* when it got its errand, or became idle */
    double heard;      /* when it was last heard of */
    int chief;         /* who tells of its counts, and of its death; itself, or its controller */
    cop_tally untold;  /* counts of which processor 0 has still to be told, by its controller */
} cop_searcher;

typedef struct cop_farm {
    cop_crew *crew;       /* NULL: the controller is in another process than the crew */
    const cop_walk *home; /* whose memory it has: the host's, or else the controller's own */
    cop_hand *hand;       /* the controller's */
    cop_processor *processor;
    cop_searcher *searchers; /* by rank; number 0 is none */
    int count;               /* processors */
    int left;                /* searchers that are not lost */
    int busy;                /* of them, at work */
    int gone;                /* searchers that were lost with an errand, which is not yet back */
    bool remote;             /* they are in other processes, and may die */
    uint32_t run;
    uint64_t serial;  /* of the last errand */
    uint64_t errands; /* that have come back done, */
    double seconds;   /* and what they took, together */
    double slowest;   /* seconds: the longest that the controller took to open a node */
    double stand_by;  /* seconds: the longest that it waits and does not look */
    uint64_t quota;   /* without a crew: nodes after which processor 0 wants to hear of them, */
    uint64_t untold;  /* and those of its searchers of which it has not heard */
    cop_parcel parcel;
    copse_move line[COP_PV_MOST];
    char *positions; /* of all errands, by rank; and one more */

    /* For a controller who has a master: letters from others than its searchers; and, before each
     * wait, the occasion to say something. NULL: none. */
    void (*other)(void *user, const cop_letter *letter);
    void (*speak)(void *user);
    void *user;
} cop_farm;

typedef enum cop_fate {
    COP_FATE_DONE,        /* value and line are there */
    COP_FATE_INTERRUPTED, /* it stopped before it was done */
    COP_FATE_LOST         /* the searcher has died, or talked nonsense */
} cop_fate;

typedef struct cop_result {
    cop_fate fate;
    int searcher;
    cop_errand errand; /* as it was given; its position stays until the searcher gets the next */
    copse_score value; /* for the side to move there; exact within the window */
    int length;        /* of the line */
    const copse_move *line; /* good until the next cop_farm_result() */
    uint64_t nodes;         /* that were searched for it */
    double seconds;         /* since it was given */
} cop_result;

/* False if there is no memory: then the host's job says so, and the host is stopped. Either way it
 * has to be closed. */
bool cop_farm_open(cop_farm *farm, cop_crew *crew);
void cop_farm_close(cop_farm *farm);

/* The same for a controller in another process than the crew, and in its `serve`, since its memory
 * is its own. */
bool cop_farm_open_apart(cop_farm *farm, const cop_hand *hand);

/* In the body of processor 0: its beginning, and its end, where everybody who is at work is
 * interrupted and, when all have answered, all processors are told that it is over. */
void cop_farm_begin(cop_farm *farm, cop_hand *hand);
void cop_farm_end(cop_farm *farm);

/* After the beginning: only these ranks are its searchers. Their controller may be any processor.
 */
void cop_farm_only(cop_farm *farm, const int *ranks, int count);

/* Interrupts everybody and waits until all have answered. */
void cop_farm_recall(cop_farm *farm);

/* Never again: half a sentence says why. */
void cop_farm_lose(cop_farm *farm, int rank, const char *trouble);

/* Somebody who has nothing to do: who has waited longest. 0: nobody. */
int cop_farm_idle(const cop_farm *farm);

/* FarmWork: gives an errand to a searcher who is idle. Its run, number and quota are set here. Pays
 * for what the controller has done. */
void cop_farm_give(cop_farm *farm, int searcher, cop_errand *errand);

/* interruptSearchers, for one of them. It will answer nevertheless, and may be done before. */
void cop_farm_interrupt(cop_farm *farm, int searcher);

/* ReturnedResult: the next errand that comes back, waiting for it at most so long (0: not at all).
 * False if none did; or because it is all over: then the controller's walk is stopped. */
bool cop_farm_result(cop_farm *farm, double seconds, cop_result *result);

/* A letter that the controller has received itself. True if an errand has come back with it. */
bool cop_farm_hear(cop_farm *farm, const cop_letter *letter, cop_result *result);

/* Searches on the controller itself, which is what remains when all others are lost. Frames of the
 * errand's ply and below are used. */
void cop_farm_do_itself(cop_farm *farm, const cop_errand *errand, cop_result *result);

/* The body of a searcher, for whoever gives it an errand, until processor 0 says that it is over.
 */
void cop_farm_serve(cop_hand *hand);

#endif
