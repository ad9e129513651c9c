/* SPDX-License-Identifier: MIT
 *
 * The processors' time since a search began, for whoever comes to see it, and whenever: all that
 * was taken of the search, as fine as there is room for. When the room is used up, neighbours
 * become one, which is of the kind that most of both was.
 */
#ifndef SERVE_SLICES_H
#define SERVE_SLICES_H

#include "copse.h"

#include <stdio.h>

enum { SLICES_PROCESSORS = 64, SLICES_ROWS = 2048 /* of each */, SLICES_FRAME = 2000 };

struct slices;

struct slices *slices_new(void); /* NULL: no memory */
void slices_free(struct slices *slices);
void slices_clear(struct slices *slices);

/* What has been taken of a search; one thread at a time may do anything with the slices. */
void slices_add(struct slices *slices, const copse_slice *list, size_t count);

/* Writes what lies after these times, one for each processor, as rows of JSON, at most SLICES_FRAME
 * in all; the times become where the next call goes on. */
void slices_write(const struct slices *slices, double since[SLICES_PROCESSORS], FILE *out);

#endif
