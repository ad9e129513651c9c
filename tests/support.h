/* SPDX-License-Identifier: MIT
 *
 * What most tests need: cmocka, a seeded generator, and searches that must not fail. */
#ifndef COPSE_TESTS_SUPPORT_H
#define COPSE_TESTS_SUPPORT_H

#include "base/random.h"
#include "copse.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Fails with the library's own sentence. */
static inline void must(copse_status status, const copse_search *search)
{
    if (status != COPSE_OK)
        fail_msg("%s: %s", copse_status_text(status), copse_search_message(search));
}

static inline copse_search *new_search(const copse_game *game, const char *algorithm)
{
    copse_search *search = NULL;
    copse_message why = {{0}};
    if (copse_search_new(game, algorithm, NULL, &search, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    return search;
}

static inline copse_limits depth_limit(int depth)
{
    copse_limits limits;
    copse_limits_init(&limits);
    limits.depth = depth;
    return limits;
}

static inline copse_result run_to_depth(copse_search *search, int depth)
{
    copse_limits limits = depth_limit(depth);
    copse_result result = {0};
    must(copse_search_run(search, &limits), search);
    must(copse_search_result(search, &result), search);
    return result;
}

/* Options that make a search deviate from minimax. */
static inline bool makes_uneven(const char *option)
{
    static const char *const names[] = {"nullmove", "reductions", "extensions", "futility"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i], option) == 0)
            return true;
    return false;
}

/* 0 to range - 1, the next of a sequence. */
static inline uint64_t draw(uint64_t *state, uint64_t range)
{
    *state += COP_MIX_STEP;
    return cop_mix(*state) % range;
}

#endif
