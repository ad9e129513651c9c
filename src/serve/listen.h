/* SPDX-License-Identifier: MIT
 *
 * The socket that a server listens on.
 */
#ifndef SERVE_LISTEN_H
#define SERVE_LISTEN_H

#include "copse.h"

/* Listens on an address in digits and a port (0: any that is free), whose number becomes *port. -1
 * and a sentence if that cannot be. */
int listen_on(const char *address, int *port, copse_message *why);

#endif
