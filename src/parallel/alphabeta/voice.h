/* SPDX-License-Identifier: MIT
 *
 * A hand in another process has no crew that would see what it has done: it paces itself, and says
 * now and then that it lives, and what it has counted. */
#ifndef COP_PARALLEL_VOICE_H
#define COP_PARALLEL_VOICE_H

#include "parallel/alphabeta/crew.h"
#include "parallel/alphabeta/errand.h"

/* All zeros at first. */
typedef struct cop_voice {
    cop_tally told;    /* what has been said of this run's counts */
    uint64_t quota;    /* nodes after which somebody wants to hear of them */
    uint64_t speak_at; /* nodes */
    double spoke, looked;
    uint32_t pause; /* nodes opened between two looks */
} cop_voice;

/* Seconds after which it is time for a sign of life. */
extern const double cop_sign_of_life;

/* A piece of work begins. */
void cop_voice_begin(cop_voice *voice, cop_hand *hand, uint64_t quota);

/* A look: when the next one has to be is set in the hand's job. True if it is time to speak. */
bool cop_voice_is_due(cop_voice *voice, cop_hand *hand);

/* What has been counted and not been said; it will be. */
cop_tally cop_voice_tally(cop_voice *voice, cop_hand *hand);

#endif
