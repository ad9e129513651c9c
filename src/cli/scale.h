/* SPDX-License-Identifier: MIT
 *
 * What copse scale prints: scale.c asks, scale_show.c answers.
 */
#ifndef CLI_SCALE_H
#define CLI_SCALE_H

#include "lab/scale.h"

struct scale_show {
    bool json;
    const char *svg; /* where to draw; NULL: nowhere */
    double seconds;  /* of the wall clock, for all */
};

/* Writes what was found to standard output, as a table or as JSON, and the picture to its file. */
void scale_show(const struct scale_show *show, const struct scale *scale);

#endif
