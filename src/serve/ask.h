/* SPDX-License-Identifier: MIT
 *
 * What a page asks for, from JSON: a place in a game, limits, a whole search. All of it comes from
 * outside, so all of it is checked here, and whatever is wrong is one sentence. A page may choose
 * among what copse has, but name no file and start no program.
 */
#ifndef SERVE_ASK_H
#define SERVE_ASK_H

#include "protocol/record.h"

#include <jansson.h>

enum {
    ASK_MOST_THREADS = 256,
    ASK_MOST_SIMULATED = 4096,
    ASK_MEMORY = 128 << 20 /* bytes for a search, if the page does not say */
};

/* A search that is ready to run. */
struct asked {
    copse_search *search; /* with its options, its machine and its position */
    const copse_algorithm *algorithm;
    cop_record record; /* the game up to that position */
    copse_limits limits;
    bool tree, processors; /* which of these are to be watched */
    bool simulated;
};

/* The text as an object; NULL and a sentence if it is none. */
json_t *ask_read(const char *text, size_t size, copse_message *why);

/* `game`, `position` and `moves` of a request. On failure there is nothing to clear. */
copse_status ask_place(const json_t *request, cop_record *record, copse_message *why);

/* A list of moves from here on is played. The request's member of this name may be missing. */
copse_status ask_moves(const json_t *request, const char *member, cop_record *record,
                       copse_message *why);

/* The member `limits`, which has to have one that ends a search. */
copse_status ask_limits(const json_t *request, copse_limits *limits, copse_message *why);

/* Has the object no members but these, separated by blanks? */
copse_status ask_members(const json_t *object, const char *what, const char *members,
                         copse_message *why);

/* All of it. On failure there is nothing to clear. */
copse_status ask_search(const json_t *request, struct asked *asked, copse_message *why);
void asked_clear(struct asked *asked);

#endif
