/* SPDX-License-Identifier: MIT
 *
 * The body of a worker, the same on threads, simulated processors and MPI ranks: it waits for
 * LEAVES, produces and evaluates their children, and answers with VALUES. See remote.h for the
 * messages. It keeps no tree and has nothing to say in what is searched.
 *
 *     cop_worker worker;                         one for each processor, made before the run,
 *     cop_worker_init(&worker, allocator, game);
 *     ...
 *     cop_worker_serve(p, &worker);              in the body of processor p,
 *     ...
 *     cop_worker_clear(&worker);                 after the run
 *
 * A worker's memory is all in its record, so whoever made that can free it even if the processor
 * has died in the middle of its work. */
#ifndef COP_PARALLEL_WORKER_H
#define COP_PARALLEL_WORKER_H

#include "parallel/remote.h"
#include "search/quiet.h"

/* A job that has come and is not done yet: the bytes of its LEAVES. */
typedef struct cop_worker_job {
    struct cop_worker_job *next;
    size_t size; /* of the whole block */
    cop_letter letter;
} cop_worker_job;

typedef struct cop_worker cop_worker;

struct cop_worker {
    const copse_allocator *allocator;
    const copse_game *given;         /* NULL: whichever game a master names */
    const copse_game *game;          /* NULL: not known yet */
    copse_game *opened;              /* the same, if it had to be opened with settings of its own */
    struct cop_evaluator *evaluator; /* whose game it is, if leaves are to be evaluated otherwise */
    uint32_t run;                    /* whose leaves are taken, where a master names the game */

    /* A LEAD has come: is a master until the run is over. False: it makes no sense, and nothing has
     * happened. NULL: this one is a worker only. See lead.h. */
    bool (*lead)(cop_processor *p, cop_worker *worker, const cop_letter *letter);

    /* The same for a HIRE: is a hand of a search until that is over. See crew_remote.h. */
    bool (*search)(cop_processor *p, cop_worker *worker, const cop_letter *letter);
    struct cop_recruit *recruit; /* what it keeps for that */

    /* Where the game writes; for `reserved`'s numbers of moves and bytes. */
    const copse_game *reserved;
    copse_child *children;
    copse_move *moves;
    char *positions; /* the leaf's, then the children's */
    cop_quiet quiet; /* what leaves are worth */

    /* Where all children of a job are put, for a game that evaluates many at once: room for so many
     * of `reserved`'s. */
    char *many_positions;
    copse_child *many;
    copse_score *many_scores;
    int many_room;

    cop_worker_job *first, **last; /* in the order in which they came */
    cop_parcel answer;
    uint64_t leaves, nodes; /* that it has done */
};

/* `game`: the game of this run, where it is at hand; NULL: a GAME message names one of those that
 * come with copse, and until then no leaves are taken. A GAME message is answered either way, and
 * with another game than the given one as if there were none. Takes no memory yet.
 *
 * The allocator is called by cop_worker_serve() from the processor's own thread. */
void cop_worker_init(cop_worker *worker, const copse_allocator *allocator, const copse_game *game);
void cop_worker_clear(cop_worker *worker);

/* Serves until somebody sends QUIT, or the machine is shut down (a wait without limit that ends
 * without a message). Answers whoever asked. May be called again for another run.
 *
 * Jobs are done in the order in which they come; all messages that have come are looked at before
 * each job, so a QUIT does not wait for jobs that are still in the queue: those get no answer.
 * A message that makes no sense, or for which there is no memory, is passed over: a master has to
 * have a deadline anyway. */
void cop_worker_serve(cop_processor *p, cop_worker *worker);

#endif
