/* SPDX-License-Identifier: MIT
 *
 * The part of copse train that is about checkers. */
#ifndef CLI_TRAIN_CHECKERS_H
#define CLI_TRAIN_CHECKERS_H

#include <stdbool.h>
#include <stdint.h>

/* As on the command line; 0 where nothing was said. */
struct train_checkers_request {
    const char *out;
    int games, rounds, depth, threads;
    uint64_t seed;
    bool json;
};

/* Trains, shows what came out, and returns the exit status. */
int train_checkers_command(const struct train_checkers_request *request);

#endif
