/* SPDX-License-Identifier: MIT
 *
 * The machine `mpi`: a processor is an MPI rank, time is real, nothing is shared. Each rank makes
 * its own; a run runs the body of this rank's processor only. On ranks other than 0 that body waits
 * for what rank 0 has for it to do (see parallel/worker.h). */
#ifndef COP_MPI_MACHINE_H
#define COP_MPI_MACHINE_H

#include "machine/machine.h"
#include "mpi/mpi_links.h"

/* `processors`: the first so many ranks; 0: all that there are. The links have to stay. NULL and a
 * sentence if there are fewer. */
cop_machine *cop_machine_new_mpi(const copse_allocator *allocator, cop_mpi_links *links,
                                 int processors, copse_message *why);

/* Has rank 0 said that all is over, or has nothing been heard of it for too long? From then on
 * waits end at once, without a message. */
bool cop_mpi_is_over(const cop_machine *machine);

/* Has rank 0 said then that somebody has died? */
bool cop_mpi_is_lacking(const cop_machine *machine);

/* How long a rank other than 0 waits for a sign of life from rank 0, which has to give one every
 * few seconds then (cop_mpi_session). Without this call it waits for ever. */
void cop_mpi_expect_life(cop_machine *machine, double seconds);

#endif
