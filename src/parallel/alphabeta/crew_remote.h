/* SPDX-License-Identifier: MIT
 *
 * A crew on a machine without common memory: processor 0 has the only hand of the crew; the others
 * are processes that serve whoever asks (worker.h). They are told the game, and then to search:
 *
 *     HIRE  0 -> rank  from now on you are a hand of this search, until its algorithm's `serve`
 *                      returns
 *
 * Such a hand has tables of its own, which it keeps for the next iteration, and no crew. */
#ifndef COP_PARALLEL_CREW_REMOTE_H
#define COP_PARALLEL_CREW_REMOTE_H

#include "parallel/alphabeta/crew.h"
#include "parallel/worker.h"

/* Can the host's search be done on processors elsewhere? Else a sentence. */
copse_status cop_crew_check_remote(const cop_walk *host);

/* cop_crew_run() there: gathers the others, then runs the body of processor 0. */
copse_status cop_crew_run_remote(cop_crew *crew, void (*body)(cop_processor *p, void *shared),
                                 void *shared);

/* Never again: half a sentence says why. To be called on processor 0. */
void cop_crew_lose(cop_crew *crew, cop_processor *p, int rank, const char *trouble);

/* What a rank that may be hired keeps. All zeros at first. */
typedef struct cop_recruit {
    copse_allocator memory;
    cop_hand *hand; /* NULL: it has never been hired for this game */
    const copse_game *game;
    char *root;
} cop_recruit;

/* A HIRE has come: serves until it is over. False: it makes no sense, and nothing has happened. The
 * worker's `recruit` is a cop_recruit. */
bool cop_recruit_serve(cop_processor *p, cop_worker *worker, const cop_letter *letter);

void cop_recruit_free(cop_recruit *recruit);

#endif
