/* SPDX-License-Identifier: MIT
 *
 * What a search takes of another's nodes, "A vs B", on positions that are part of the program
 * ("file NAME"): each position by itself is a sample, as in the tables of Fishburn & Finkel (1980,
 * appendix).
 */
#include "lab/experiment.h"
#include "lab/names.h"
#include "lab/player.h"
#include "lab/positions.h"

#include <stdio.h>
#include <string.h>

static copse_status count_nodes(const char *spec, const copse_game *game,
                                const struct positions *positions, int number, double *nodes,
                                copse_message *why)
{
    struct player player;
    copse_search *search;
    copse_result result;
    copse_limits none;
    copse_limits_init(&none);
    if (!player_parse(&player, spec, &none, why))
        return COPSE_BAD_ARGUMENT;
    copse_status status = player_search(&player, game, &search, NULL, why);
    if (status == COPSE_OK) {
        status = copse_search_set_position(search, positions_at(positions, number));
        if (status == COPSE_OK)
            status = copse_search_run(search, &player.limits);
        if (status == COPSE_OK)
            status = copse_search_result(search, &result);
        if (status == COPSE_OK)
            *nodes = (double)result.nodes;
        else
            snprintf(why->text, sizeof why->text, "%s", copse_search_message(search));
        copse_search_free(search);
    }
    player_clear(&player);
    return status;
}

static copse_status work(const struct unit *unit, struct tally *tallies, copse_message *why)
{
    char text[400];
    struct positions positions;
    const char *spec = unit->group->players[unit->player].spec;
    const copse_game *game = game_named(unit->experiment->game, why);
    if (!game)
        return COPSE_UNKNOWN_GAME;
    snprintf(why->text, sizeof why->text, "%.200s: not two players", spec);
    char *versus = spec_at_step(spec, &unit->steps.list[unit->step], text, sizeof text)
                       ? strstr(text, " vs ")
                       : NULL;
    if (!versus)
        return COPSE_BAD_ARGUMENT;
    *versus = '\0';
    copse_status status = unit_file_positions(unit, game, &positions, why);
    if (status != COPSE_OK)
        return status;
    for (int i = 0; i < positions.count && status == COPSE_OK; i++) {
        double nodes[2];
        status = count_nodes(text, game, &positions, i, &nodes[0], why);
        if (status == COPSE_OK)
            status = count_nodes(versus + strlen(" vs "), game, &positions, i, &nodes[1], why);
        if (status == COPSE_OK)
            tally_add(unit_tally(unit, tallies, unit->player, unit->step, 0), nodes[0] / nodes[1],
                      1);
    }
    positions_clear(&positions);
    return status;
}

const struct experiment_kind kind_ratio = {
    "ratio", {{"nodes", "of the other's", false}}, true, true, work, false};
