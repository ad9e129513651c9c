/* SPDX-License-Identifier: MIT
 *
 * The positions of an experiment: for a game of trees that are grown from seeds, as many trees as
 * one likes; for any other game the one position that was given; or those of a file.
 */
#ifndef LAB_POSITIONS_H
#define LAB_POSITIONS_H

#include "copse.h"

/* What a file says of a position. */
struct position_note {
    char name[48];
    int depth; /* to which somebody searched it; 0: not said */
};

struct positions {
    int count;
    size_t size; /* of one, in bytes */
    unsigned char *bytes;
    struct position_note *notes; /* one for each; NULL if they are not from a file */
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

/* Reads those of a file ("-": standard input), one a line: a problem of a suite (format/problem.h),
 * or a position's text alone, which is named by its number in the file. Empty lines, and those that
 * begin with '#' or '%', say nothing. Games that are over are refused. On failure `why` names the
 * line, and there is nothing to clear. */
copse_status positions_read_file(struct positions *positions, const copse_game *game,
                                 const char *path, copse_message *why);

/* The same of a text, which is called so in sentences. */
copse_status positions_read_text(struct positions *positions, const copse_game *game,
                                 const char *text, const char *name, copse_message *why);

/* Are they from a file that has a depth for each? */
bool positions_have_depths(const struct positions *positions);

/* Limits of one of them: those that are given, or, if they are none, the depth that was noted, less
 * `shallower` but at least 1. */
copse_limits positions_limits(const struct positions *positions, int number,
                              const copse_limits *limits, int shallower);

const void *positions_at(const struct positions *positions, int number);

void positions_clear(struct positions *positions);

#endif
