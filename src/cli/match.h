/* SPDX-License-Identifier: MIT
 *
 * What `copse match` was asked for, for the file that does it and the file that shows it.
 */
#ifndef CLI_MATCH_H
#define CLI_MATCH_H

#include "cli/command.h"
#include "lab/match_record.h"

enum { MATCH_STANDARD_TREE = 100 }; /* plies of a random tree without a depth */

struct match_request {
    struct place place;
    copse_limits limits;
    const char *specs[2];
    struct player players[2];    /* an engine is one without an algorithm */
    struct talk_word engines[2]; /* of those */
    int games, threads;          /* 0: not said */
    bool equal, json;

    /* Where games begin; NULL and -1: not said. */
    const char *openings_file;
    int all_after, random_openings, plies;
    copse_score within; /* of random ones; 0: not said */
    uint64_t seed;
    bool seed_given;
    struct openings openings;
    char openings_words[160]; /* what they are, for people */

    struct sprt sprt;
    bool test;
    const char *resume, *record;
    enum match_form form; /* of the record */
    char *text;           /* the position's, with a depth; owned */
    bool added_depth;
    double began, seconds;
    struct match_trials trials;
    bool in_trials;
};

/* The status line: a match_tick. */
void match_show_progress(struct match *match, int done, const int ahead[2], void *request);

/* The result, as text or as JSON. */
void match_show(const struct match_request *request, const struct match *match);

#endif
