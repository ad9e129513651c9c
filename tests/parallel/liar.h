/* SPDX-License-Identifier: MIT
 *
 * A game that now and then gives a score out of range: whatever several processors are at, it is
 * blamed, and not believed. */
#ifndef COPSE_TESTS_PARALLEL_LIAR_H
#define COPSE_TESTS_PARALLEL_LIAR_H

#include "support.h"

static inline copse_score evaluate_wrongly(const copse_game *game, const void *position)
{
    const copse_game *inner = copse_game_find(game->name);
    bool lies = inner->hash(inner, position) % 1009 == 0;
    return lies ? -COPSE_WIN - 1 : inner->evaluate(inner, position);
}

static inline void liar_is_blamed(const char *algorithm)
{
    static const char *const machines[] = {"sim", "threads"};
    copse_game game = *copse_game_find("random");
    game.evaluate = evaluate_wrongly;
    game.expand = NULL;
    game.evaluate_batch = NULL;
    for (int i = 0; i < 2; i++) {
        copse_search *search = new_search(&game, algorithm);
        copse_limits limits = depth_limit(8);
        must(copse_search_set_machine(search, machines[i], 8, NULL), search);
        must(copse_search_set_position_text(search, "branching=8,seed=1"), search);
        assert_int_equal(copse_search_run(search, &limits), COPSE_BAD_GAME);
        assert_non_null(strstr(copse_search_message(search), "scores lie within"));
        copse_search_free(search);
    }
}

#endif
