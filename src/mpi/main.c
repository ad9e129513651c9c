/* SPDX-License-Identifier: MIT
 *
 * The program `copse-mpi`: the command `copse`, started on many processes by mpirun. Rank 0 is the
 * command; all others are silent and serve it. Without mpirun there is rank 0 only. */
#define _DEFAULT_SOURCE /* on_exit: the command ends in many places, each with its status */

#include "cli/command.h"
#include "cli/complain.h"
#include "mpi/mpi_session.h"

#include <stdio.h>
#include <stdlib.h>

static cop_mpi_session session;

/* Results leave the program before the others are told to go: see mpi_session.h. */
static void end_session(int status, void *unused)
{
    (void)unused;
    fflush(stdout);
    fflush(stderr);
    cop_mpi_session_end(&session, status);
}

static copse_machine *ranks(int processors, copse_message *why)
{
    return cop_machine_new_mpi(&session.allocator, &session.links, processors, why);
}

int main(int argc, char **argv)
{
    copse_message why;
    complain_as("copse-mpi");
    if (cop_mpi_session_begin(&session, &argc, &argv, &why) != COPSE_OK)
        complain_failed("%s", why.text);
    if (session.links.rank != 0) {
        cop_mpi_session_serve(&session);
        cop_mpi_session_end(&session, EXIT_SUCCESS);
        return EXIT_SUCCESS;
    }
    on_exit(end_session, NULL);
    copse_status status = cop_mpi_session_greet(&session, &why);
    if (status != COPSE_OK)
        complain_status(status, "%s", why.text);
    /* Open MPI gives rank 0 a terminal of its own for standard output, wherever that goes to: a
     * file would be full of colours. */
    if (getenv("OMPI_COMM_WORLD_SIZE") != NULL)
        setenv("NO_COLOR", "1", 1);
    complain_as("copse");
    command_offer_mpi(ranks);
    return command_main(argc, argv);
}
