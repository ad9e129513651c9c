/* SPDX-License-Identifier: MIT
 *
 * Frames as a page gets them: events of a stream, each with a JSON object.
 */
#ifndef SERVE_FRAME_JSON_H
#define SERVE_FRAME_JSON_H

#include "serve/run.h"

/* Writes the events of a frame to a stream in memory: the run's slices that were not seen are among
 * them. */
void frame_write(const struct frame *frame, struct run *run, struct run_seen *seen, FILE *out);

#endif
