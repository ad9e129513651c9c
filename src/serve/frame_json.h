/* SPDX-License-Identifier: MIT
 *
 * Frames as a page gets them: events of a stream, each with a JSON object.
 */
#ifndef SERVE_FRAME_JSON_H
#define SERVE_FRAME_JSON_H

#include "serve/frame.h"

#include <stdio.h>

/* Writes the events of a frame to a stream in memory. */
void frame_write(const struct frame *frame, FILE *out);

#endif
