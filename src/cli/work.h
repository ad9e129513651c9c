/* SPDX-License-Identifier: MIT
 *
 * Work that takes a while: Ctrl-C ends it early, people see how far it is, and it takes so long.
 */
#ifndef CLI_WORK_H
#define CLI_WORK_H

#include "copse.h"

#include <stdatomic.h>

/* From now on Ctrl-C sets *stop. Returns when that was. */
double work_begin(atomic_bool *stop);

/* The work is done, or ends the program with the sentence. Returns how many seconds it took. */
double work_end(double began, copse_status status, const copse_message *why);

#endif
