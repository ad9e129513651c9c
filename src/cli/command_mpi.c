/* SPDX-License-Identifier: MIT
 *
 * The ranks of an MPI program, which only copse-mpi has.
 */
#include "cli/command.h"

#include <stdio.h>

static command_mpi_maker *maker;

void command_offer_mpi(command_mpi_maker *offered)
{
    maker = offered;
}

copse_machine *command_mpi_machine(int processors, copse_message *why)
{
    if (maker)
        return maker(processors, why);
    snprintf(why->text, sizeof why->text,
             "this program has threads and sim; start copse-mpi with mpirun for that");
    return NULL;
}
