/* SPDX-License-Identifier: MIT
 *
 * A rank that is not quite copse: mpi_impostor VERSION|machine|deaf
 * Says that it is another version, or another kind of machine, or answers something else. */
#include "base/memory.h"
#include "mpi/mpi_session.h"
#include "parallel/remote.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cop_mpi_session session;

static void answer(cop_processor *p, void *shared)
{
    const char *what = shared;
    cop_letter letter;
    cop_hello hello;
    cop_parcel parcel;
    cop_hello_init(&hello, "elsewhere");
    if (strcmp(what, "machine") == 0)
        hello.kind[0] ^= 15;
    else
        snprintf(hello.version, sizeof hello.version, "%s", what);
    cop_parcel_init(&parcel, &session.allocator);
    cop_hello_write(&parcel, &hello);
    while (cop_wait(p, (double)INFINITY, &letter))
        cop_parcel_send(&parcel, p, 0,
                        strcmp(what, "deaf") == 0 ? COP_REMOTE_VALUES : COP_REMOTE_HELLO_BACK);
    cop_parcel_free(&parcel);
}

int main(int argc, char **argv)
{
    copse_message why;
    if (cop_mpi_session_begin(&session, &argc, &argv, &why) != COPSE_OK || argc != 2)
        return EXIT_FAILURE;
    cop_machine_run(session.machine, answer, argv[1], NULL);
    cop_mpi_session_end(&session, EXIT_SUCCESS);
    return EXIT_SUCCESS;
}
