/* SPDX-License-Identifier: MIT
 *
 * The part of copse train that is about chess. */
#ifndef CLI_TRAIN_CHESS_H
#define CLI_TRAIN_CHESS_H

#include <stdbool.h>
#include <stdint.h>

/* As on the command line; 0 where nothing was said. */
struct train_chess_request {
    const char *out;
    int games, rounds, nodes, threads;
    uint64_t seed;
    bool json;
};

/* Trains, shows what came out, and returns the exit status. */
int train_chess_command(const struct train_chess_request *request);

#endif
