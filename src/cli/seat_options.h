/* SPDX-License-Identifier: MIT
 *
 * The options that say how a player at the board thinks: those of `copse engine` and `copse play`.
 */
#ifndef CLI_SEAT_OPTIONS_H
#define CLI_SEAT_OPTIONS_H

#include "cli/command.h"
#include "protocol/seat.h"

struct seat_options {
    cop_seat_settings settings;
    copse_setting pairs[PLAYER_MAX_SETTINGS]; /* their texts are the command line's */
};

/* To be called before parsing. */
void seat_options_init(struct seat_options *options);

/* --algorithm, --set, --threads, --exact, --variety, --seed and the limits; its input is a
 * struct seat_options. */
extern const struct argp seat_argp;

#endif
