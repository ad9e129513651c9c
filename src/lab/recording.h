/* SPDX-License-Identifier: MIT
 *
 * What a search asked of its game: every call of `expand`, so that the same children can be
 * produced again by a bare loop. That loop is the fastest that any search of them could be.
 */
#ifndef LAB_RECORDING_H
#define LAB_RECORDING_H

#include "copse.h"

struct recording {
    const copse_game *original;
    copse_game game; /* search this one: the same game, but its calls are recorded */
    size_t count, capacity;
    struct recorded_call {
        int first;
        copse_score enough;
        bool positions; /* were the children's positions asked for? */
    } * calls;
    unsigned char *from; /* the position of each call, one after the other */
    bool incomplete;     /* memory ran out */
};

/* The game has to have `expand`. One recording at a time on a thread, from recording_begin() to
 * recording_end(). */
void recording_begin(struct recording *recording, const copse_game *game);
void recording_end(void);

/* Makes all recorded calls again and returns how many children they produced. `children` and
 * `positions` have room for max_moves. */
uint64_t recording_replay(const struct recording *recording, copse_child *children,
                          void *positions);

void recording_clear(struct recording *recording);

#endif
