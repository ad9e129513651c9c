/* SPDX-License-Identifier: MIT
 *
 * What copse scale prints: scale.c asks, scale_show.c answers.
 */
#ifndef CLI_SCALE_H
#define CLI_SCALE_H

#include "lab/scale.h"

#include <jansson.h>

struct scale_show {
    bool json;
    bool each;                   /* tables of all trees too */
    const struct player *shared; /* the settings and limits that all players have; NULL: there is
                                    only one, who was not given as a player */
    const char *file;            /* of --positions; NULL: there is none */
    const char *svg;             /* where to draw the speed-ups; NULL: nowhere */
    const char *profile;         /* and where the time went */
    double seconds;              /* of the wall clock, for all */
};

/* Writes what was found to standard output, as a table or as JSON, and the pictures to their files.
 */
void scale_show(const struct scale_show *show, const struct scale *scale);

/* The rows of positions from a file, each by itself: for people those of a player, in the form of
 * Lu's thesis: its means (tables 4.1 to 5.3), and with `each` a table for each number of searchers
 * (C.2 to C.17); for programs one of a number of processors. */
void scale_print_each(const struct scale *scale, int player, bool each);
json_t *scale_json_each(const struct scale *scale, int player, int column);

#endif
