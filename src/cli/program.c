/* SPDX-License-Identifier: MIT
 *
 * The program `copse` is the command and nothing else; `copse-mpi` is more: src/mpi/main.c.
 */
#include "cli/command.h"

int main(int argc, char **argv)
{
    return command_main(argc, argv);
}
