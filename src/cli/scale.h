/* SPDX-License-Identifier: MIT
 *
 * What copse scale prints: scale.c asks, scale_show.c answers.
 */
#ifndef CLI_SCALE_H
#define CLI_SCALE_H

#include "lab/scale.h"

struct scale_show {
    bool json;
    const struct player *shared; /* the settings and limits that all players have; NULL: there is
                                    only one, who was not given as a player */
    const char *svg;             /* where to draw the speed-ups; NULL: nowhere */
    const char *profile;         /* and where the time went */
    double seconds;              /* of the wall clock, for all */
};

/* Writes what was found to standard output, as a table or as JSON, and the pictures to their files.
 */
void scale_show(const struct scale_show *show, const struct scale *scale);

#endif
