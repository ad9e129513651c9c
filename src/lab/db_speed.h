/* SPDX-License-Identifier: MIT
 *
 * How long it takes to ask an endgame database.
 */
#ifndef LAB_DB_SPEED_H
#define LAB_DB_SPEED_H

#include "lab/db_probe.h"

/* Mean of many positions that are in the database, drawn at random among all with exactly so many
 * pieces, each group as often as it has positions. */
struct db_speed {
    int pieces;
    double quiet;   /* nanoseconds of processor time, no capture to be made */
    double capture; /* with captures to be made, which are looked at one by one */
    double again;   /* no capture, and the same few thousand positions over and over */
    int quiet_count, capture_count;
};

/* Measures with `pieces` pieces. COPSE_NO_RESULT if nothing is known of them. */
copse_status db_speed(const struct db_probe *probe, int pieces, struct db_speed *speed,
                      copse_message *why);

#endif
