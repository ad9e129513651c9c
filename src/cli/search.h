/* SPDX-License-Identifier: MIT
 *
 * What `copse search` was asked for, for the file that does it and the file that shows it.
 */
#ifndef CLI_SEARCH_H
#define CLI_SEARCH_H

#include "cli/command.h"
#include "cli/format.h"
#include "lab/player.h"

struct search_request {
    struct place place;
    struct player player; /* algorithm, options, limits */
    copse_search *search;
    const char *algorithm, *machine;
    copse_limits limits;
    const char *settings[PLAYER_MAX_SETTINGS]; /* as given to --set */
    int setting_count;
    const char *confidence; /* NULL: not given */
    uint64_t seed;
    bool seed_given;
    int processors;            /* 0: not said */
    const char *costs, *trace; /* NULL: not given */
    bool baseline;             /* search on one processor too, to compare */
    copse_result alone;        /* what came of that */
    bool json;
};

/* At most `length` moves of the principal variation as texts; the caller frees `moves`. */
struct search_line {
    int length;
    struct words *moves;
};
struct search_line search_line(const struct search_request *request, copse_search *search,
                               int length);

/* What the processors did, if there were several or they were simulated: as text, or into the
 * result's object. */
void search_show_processors(const struct search_request *request, const copse_result *result);
void search_put_processors(json_t *object, const struct search_request *request,
                           const copse_result *result);

/* The status line while it searches: a copse_progress. */
void search_show_progress(copse_search *search, const copse_result *so_far, void *request);

/* The result, as text or as JSON. */
void search_show(const struct search_request *request, const copse_result *result);

#endif
