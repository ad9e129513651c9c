/* SPDX-License-Identifier: MIT
 *
 * The limits of a search by name and text: `--depth 8` on the command line and `depth=8` in a
 * player's description are the same thing, read here.
 */
#ifndef LAB_LIMITS_H
#define LAB_LIMITS_H

#include "copse.h"

/* The limits' names: "depth", "nodes", ...; NULL beyond the last. */
const char *limit_name(int number);

/* Sets a limit. On failure `why` says what the limit takes: "a whole number from 1 to 4000". */
bool limit_set(copse_limits *limits, const char *name, const char *text, copse_message *why);

/* Is there a limit that ends a search? */
bool limits_end(const copse_limits *limits);

/* Writes the limits that are set: "depth 8, 2.5 s". */
void limits_to_text(const copse_limits *limits, char *text, size_t size);

#endif
