/* SPDX-License-Identifier: MIT
 *
 * Time as GTP has it. */
#include "protocol/gtp_time.h"

typedef struct cop_gtp_time side_time;

void cop_gtp_time_settings(cop_gtp_times *times, double main_time, double period, int stones)
{
    /* A period without moves means no limit, says the standard; no time at all is meant so too. */
    bool runs = !(stones == 0 && period > 0) && (main_time > 0 || period > 0);
    times->period = stones > 0 ? period : 0;
    times->stones = stones;
    for (int i = 0; i < 2; i++)
        times->sides[i] =
            main_time > 0 ? (side_time){runs, main_time, 0} : (side_time){runs, period, stones};
}

void cop_gtp_time_left(cop_gtp_times *times, int side, double left, int stones)
{
    times->sides[side] = (side_time){true, left, stones};
}

void cop_gtp_time_spend(cop_gtp_times *times, int side, double seconds)
{
    side_time *time = &times->sides[side];
    if (!time->runs)
        return;
    time->left -= seconds;
    bool period_over = time->stones > 0 && --time->stones == 0;
    bool main_over = time->stones == 0 && time->left <= 0;
    if (times->stones > 0 && (period_over || main_over))
        *time = (side_time){true, times->period, times->stones};
}

cop_clock cop_gtp_clock(const cop_gtp_times *times, int side)
{
    const side_time *time = &times->sides[side];
    cop_clock clock = {.runs = time->runs, .left = time->left, .moves = time->stones};
    if (time->runs && time->stones == 0 && times->stones > 0)
        clock.increment = times->period / times->stones; /* what comes after the main time */
    return clock;
}
