/* SPDX-License-Identifier: MIT
 *
 * A match in a test: what it is made of, played and cleared. A test fills in what it needs. */
#ifndef COPSE_TESTS_MATCH_SETUP_H
#define COPSE_TESTS_MATCH_SETUP_H

#include "lab/match.h"

#include "support.h"

struct setup {
    struct player players[2];
    struct talk_word engine; /* of the first player, if it is one */
    struct positions positions;
    struct openings openings;
    struct match match;
};

static inline struct match_score play(struct setup *setup)
{
    copse_message why = {{0}};
    if (match_run(&setup->match, NULL, NULL, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    return match_score(&setup->match);
}

static inline void end(struct setup *setup)
{
    match_clear(&setup->match);
    positions_clear(&setup->positions);
    openings_clear(&setup->openings);
    talk_word_clear(&setup->engine);
    player_clear(&setup->players[0]);
    player_clear(&setup->players[1]);
}

#endif
