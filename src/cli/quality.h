/* SPDX-License-Identifier: MIT
 *
 * What copse quality prints: quality.c asks, quality_show.c answers.
 */
#ifndef CLI_QUALITY_H
#define CLI_QUALITY_H

#include "lab/quality.h"

struct quality_show {
    bool json, calibration;
    int added_depth; /* given to a position that has none; 0: it has */
    double seconds;
};

/* Writes what was found to standard output, as tables or as JSON. */
void quality_show(const struct quality_show *show, const struct quality *quality);

#endif
