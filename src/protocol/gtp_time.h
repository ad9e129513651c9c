/* SPDX-License-Identifier: MIT
 *
 * Time as GTP has it: main time, then periods of so many seconds for so many moves. */
#ifndef COP_PROTOCOL_GTP_TIME_H
#define COP_PROTOCOL_GTP_TIME_H

#include "protocol/clock.h"

typedef struct cop_gtp_times {
    struct cop_gtp_time {
        bool runs;
        double left; /* seconds of the main time, or of the period if stones > 0 */
        int stones;  /* to be played in the period; 0: main time */
    } sides[2];      /* black, white */
    double period;   /* so many seconds ... */
    int stones;      /* ... for so many moves, after the main time; 0: no such period */
} cop_gtp_times;

/* The commands of these names. */
void cop_gtp_time_settings(cop_gtp_times *times, double main_time, double period, int stones);
void cop_gtp_time_left(cop_gtp_times *times, int side, double left, int stones);

/* Takes what a move cost off the clock, until time_left says what there really is. */
void cop_gtp_time_spend(cop_gtp_times *times, int side, double seconds);

/* A side's clock as searches want it. */
cop_clock cop_gtp_clock(const cop_gtp_times *times, int side);

#endif
