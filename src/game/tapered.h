/* SPDX-License-Identifier: MIT
 *
 * Weights of an evaluation that taper: what a feature is worth early in the game and late in it,
 * and files of them. The two numbers are kept in one, so that one addition adds both: they stay
 * apart as long as the sums of the late ones fit 32 bits. */
#ifndef COP_GAME_TAPERED_H
#define COP_GAME_TAPERED_H

#include "copse.h"

#define COP_TAPERED(early, late) ((int64_t)(early)*4294967296 + (late))

static inline int32_t cop_tapered_late(int64_t weight)
{
    return (int32_t)(uint32_t)((uint64_t)weight & 0xFFFFFFFFu);
}

static inline int32_t cop_tapered_early(int64_t weight)
{
    return (int32_t)((weight - cop_tapered_late(weight)) / 4294967296);
}

/* Features of one kind: their name in files, which of all features is the first, and how many there
 * are; if there are several they are numbered from 1 in files. */
typedef struct cop_tapered_kind {
    const char *name;
    int first, count;
} cop_tapered_kind;

/* All features of a game's evaluation. */
typedef struct cop_tapered_features {
    const char *game;
    const cop_tapered_kind *kinds;
    int kind_count;
    int count; /* of features */
    int most;  /* that a weight may be, either sign */
} cop_tapered_features;

/* A file of weights, one on each line: name, early number, late number; # begins a comment. All
 * have to be there, once. `weights` has room for all features, and is as it was on failure. */
copse_status cop_tapered_read(const cop_tapered_features *features, const char *text, size_t size,
                              int64_t *weights, copse_message *why);

/* The whole text, with this comment, of one line or several, at its top. Like snprintf. */
int cop_tapered_write(const cop_tapered_features *features, const int64_t *weights,
                      const char *comment, char *text, size_t size);

/* The name of a feature in files, as "king-on.5". Like snprintf. */
int cop_tapered_name(const cop_tapered_features *features, int feature, char *text, size_t size);

#endif
