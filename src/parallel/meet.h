/* SPDX-License-Identifier: MIT
 *
 * Processors in other processes are told which game it is. Do they know it, by the same rules? */
#ifndef COP_PARALLEL_MEET_H
#define COP_PARALLEL_MEET_H

#include "parallel/remote.h"

/* Who meets whom. */
typedef struct cop_meeting {
    cop_processor *processor;
    const copse_game *game;
    const cop_game_settings *settings; /* of the game; NULL: none */
    const copse_allocator *allocator;
    cop_parcel *parcel;
    int first, count; /* the others are these processors */
    uint32_t run;
    copse_message *message;
    /* This one is lost, for what half a sentence says. */
    void (*lose)(void *user, int rank, const char *trouble);
    void *user;
} cop_meeting;

/* Tells all of them the game, and hears whether theirs is the same. Who says nothing is lost; who
 * has another game ends it all, with a sentence that names it. */
copse_status cop_meet(const cop_meeting *meeting);

#endif
