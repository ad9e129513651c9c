/* SPDX-License-Identifier: MIT
 *
 * The positions of an experiment: for a game of trees that are grown from seeds, as many trees as
 * one likes; for any other game the one position that was given.
 */
#ifndef LAB_POSITIONS_H
#define LAB_POSITIONS_H

#include "copse.h"

struct positions {
    int count;
    size_t size; /* of one, in bytes */
    unsigned char *bytes;
};

/* Do this game's positions have a seed? */
bool positions_seeded(const copse_game *game);

/* The depth among the comma-separated settings of a position's text: where its tree ends. 0 if
 * there is none. */
int positions_depth(const char *text);

/* Reads `text` (NULL: the game's start position); with `count` > 1 of a seeded game also those with
 * the seeds after its own. On failure `why` says what was wrong, and there is nothing to clear. */
copse_status positions_read(struct positions *positions, const copse_game *game, const char *text,
                            int count, copse_message *why);

const void *positions_at(const struct positions *positions, int number);

void positions_clear(struct positions *positions);

#endif
