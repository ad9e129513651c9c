/* SPDX-License-Identifier: MIT */
#include "lab/unit_games.h"

#include "base/random.h"
#include "lab/board.h"
#include "lab/openings.h"
#include "lab/player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANDOM_PLIES = 8, MOST_PLIES = 100 };

/* Plays on from `position`, which has moves, until there have been so many plies or a move ends the
 * game: that one is not played. */
static copse_status play_on(const copse_game *game, copse_search *search, int plies, void *position,
                            void *spare, copse_move *legal)
{
    copse_limits limits;
    copse_result result;
    copse_status status = COPSE_OK;
    copse_limits_init(&limits);
    limits.depth = 2;
    for (int i = 0; i < plies && status == COPSE_OK; i++) {
        status = copse_search_set_position(search, position);
        if (status == COPSE_OK)
            status = copse_search_run(search, &limits);
        if (status == COPSE_OK)
            status = copse_search_result(search, &result);
        if (status != COPSE_OK)
            break;
        board_play(game, position, result.move, spare);
        if (game->moves(game, spare, legal) == 0)
            break;
        memcpy(position, spare, game->position_size);
    }
    return status;
}

static copse_status play_games(const struct unit *unit, const copse_game *game,
                               const struct openings *openings, struct positions *positions,
                               copse_message *why)
{
    struct player player;
    copse_search *search = NULL;
    copse_limits none;
    copse_limits_init(&none);
    void *spare = board_new(game, 1);
    copse_move *legal = board_moves_new(game);
    copse_status status = COPSE_NO_MEMORY;
    snprintf(why->text, sizeof why->text, "%s", copse_status_text(status));
    if (spare && legal && positions->bytes)
        status = player_parse(&player, "pvs,ordering=ranked", &none, why) ? COPSE_OK
                                                                          : COPSE_BAD_ARGUMENT;
    if (status == COPSE_OK) {
        status = player_search(&player, game, &search, NULL, why);
        for (int i = 0; i < unit->trees && status == COPSE_OK; i++) {
            int number = unit->first + i;
            uint64_t lot = cop_mix(unit->experiment->seed + (uint64_t)number);
            void *position = positions->bytes + (size_t)i * game->position_size;
            memcpy(position, openings_at(openings, number), game->position_size);
            status = play_on(game, search, (int)(lot % MOST_PLIES), position, spare, legal);
            if (status != COPSE_OK)
                snprintf(why->text, sizeof why->text, "%s", copse_search_message(search));
        }
        copse_search_free(search);
        player_clear(&player);
    }
    free(spare);
    free(legal);
    return status;
}

copse_status unit_positions(const struct unit *unit, const copse_game *game,
                            struct positions *positions, copse_message *why)
{
    char where[200];
    struct openings openings;
    *positions = (struct positions){0};
    if (strcmp(unit->group->where, "games") != 0) {
        snprintf(why->text, sizeof why->text, "%s: too long", unit->group->where);
        return unit_where(unit, where, sizeof where)
                   ? positions_read(positions, game, where, unit->trees, why)
                   : COPSE_BAD_ARGUMENT;
    }
    copse_status status = openings_init(&openings, game, NULL, why);
    if (status != COPSE_OK)
        return status;
    const struct random_lines wanted = {
        .count = unit->first + unit->trees, .plies = RANDOM_PLIES, .seed = unit->experiment->seed};
    status = openings_add_random(&openings, &wanted, why);
    positions->count = unit->trees;
    positions->size = game->position_size;
    positions->bytes = board_new(game, unit->trees);
    if (status == COPSE_OK)
        status = play_games(unit, game, &openings, positions, why);
    if (status != COPSE_OK)
        positions_clear(positions);
    openings_clear(&openings);
    return status;
}
