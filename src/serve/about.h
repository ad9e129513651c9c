/* SPDX-License-Identifier: MIT
 *
 * What there is to choose from: games, algorithms with their options, cost models, limits.
 */
#ifndef SERVE_ABOUT_H
#define SERVE_ABOUT_H

#include <jansson.h>

enum { SERVE_MOST_BODY = 64 << 10 }; /* bytes */

json_t *about_json(void);

#endif
