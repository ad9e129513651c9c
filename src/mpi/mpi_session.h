/* SPDX-License-Identifier: MIT
 *
 * The beginning and the end of a program on many ranks.
 *
 * Rank 0 does what is asked of the program, all others serve it. They begin with a hello, in which
 * rank 0 finds out whether all are the same copse on the same kind of machine. They end when rank 0
 * says so; and since it may be killed before it can, it gives a sign of life every second, and the
 * others go home when there has been none for a while. At the end MPI_Finalize() waits for
 * everybody, the dead included: a watchdog makes sure that the program ends, with rank 0's own
 * status, whether MPI gets done or not. */
#ifndef COP_MPI_SESSION_H
#define COP_MPI_SESSION_H

#include "mpi/mpi_machine.h"

typedef struct cop_mpi_session {
    copse_allocator allocator;
    cop_mpi_links links;
    cop_machine *machine; /* all ranks */
    bool several_threads; /* may call MPI, one at a time */

    /* Rank 0: the thread that gives signs of life. */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool living, ending; /* `ending` under `lock` */
} cop_mpi_session;

/* Starts MPI. A sentence if that did not work. */
copse_status cop_mpi_session_begin(cop_mpi_session *session, int *argc, char ***argv,
                                   copse_message *why);

/* Rank 0: greets the others. A sentence about the first that is no good: the program has to end. */
copse_status cop_mpi_session_greet(cop_mpi_session *session, copse_message *why);

/* All other ranks: returns the greeting, then does what rank 0 says, until it is over. */
void cop_mpi_session_serve(cop_mpi_session *session);

/* Ends MPI, on rank 0 for the others too. If that takes too long, ends the whole program with this
 * status. What the program has to say must have been written before. */
void cop_mpi_session_end(cop_mpi_session *session, int status);

#endif
