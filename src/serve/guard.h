/* SPDX-License-Identifier: MIT
 *
 * Who may ask: only who has the token that was printed when the server began, and only a page that
 * came from the server itself. A browser sends requests of any page that it shows to any address;
 * what it cannot do is lie about the Origin of a page, or know the token. The Host is looked at
 * because a name of somebody else's may be made to lead here (DNS rebinding).
 */
#ifndef SERVE_GUARD_H
#define SERVE_GUARD_H

#include "copse.h"

enum { GUARD_TOKEN_BYTES = 24, GUARD_TOKEN_SIZE = 2 * GUARD_TOKEN_BYTES + 1, GUARD_ADDRESS = 64 };

struct guard {
    char token[GUARD_TOKEN_SIZE]; /* 192 random bits in hexadecimal digits */
    char address[GUARD_ADDRESS];  /* that the server listens on */
    bool everywhere;              /* it is the address that means all of this machine's */
    int port;
};

/* A new token. `address` is one in digits. False and a sentence if that is none, or the system has
 * no random numbers. */
bool guard_init(struct guard *guard, const char *address, copse_message *why);

/* Is this the token? Takes as long for a wrong one as for the right one. NULL is none. */
bool guard_knows(const struct guard *guard, const char *token);

/* Is this Host ("127.0.0.1:8080") the server's own? NULL is not. */
bool guard_is_host(const struct guard *guard, const char *host);

/* Is this Origin ("http://127.0.0.1:8080") the server's own? */
bool guard_is_origin(const struct guard *guard, const char *origin);

#endif
