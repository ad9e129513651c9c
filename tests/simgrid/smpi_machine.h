/* SPDX-License-Identifier: MIT
 *
 * A second simulated machine, for comparison with the machine `sim`: a processor is an MPI rank
 * under SimGrid's SMPI, which simulates hosts and the network between them. Messages go through
 * mpi_links as in copse-mpi, and SMPI says how long they take; work takes the time that the same
 * cost model has for it. Nothing of machine/sim.c is in here. */
#ifndef SIMGRID_SMPI_MACHINE_H
#define SIMGRID_SMPI_MACHINE_H

#include "machine/costs.h"
#include "mpi/mpi_links.h"

/* What SMPI has to be told is in the script `compare`: latency and bandwidth, and what a message
 * takes of its sender's and its receiver's time. Of the costs only the kinds of work are looked at
 * here. A run is one of all ranks together; its time is there on rank 0. NULL: no memory. */
cop_machine *smpi_machine_new(const copse_allocator *allocator, cop_mpi_links *links,
                              const cop_costs *costs);

#endif
