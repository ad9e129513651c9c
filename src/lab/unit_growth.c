/* SPDX-License-Identifier: MIT
 *
 * How many nodes a player generates: a sample is a tree. A player "optimum" is the least that any
 * alpha-beta has to generate in a uniform binary tree to depth x: the nodes of the minimal tree
 * (Knuth & Moore 1975), level by level.
 */
#include "lab/experiment.h"
#include "lab/names.h"
#include "lab/player.h"
#include "lab/positions.h"

#include <stdio.h>
#include <string.h>

static double minimal_nodes(int depth)
{
    double nodes = 0;
    for (int i = 1; i <= depth; i++)
        nodes += pow(2, (i + 1) / 2) + pow(2, i / 2) - 1;
    return nodes;
}

static copse_status search_trees(const struct unit *unit, const struct player *player,
                                 copse_search *search, const struct positions *positions,
                                 struct tally *nodes)
{
    copse_status status = COPSE_OK;
    for (int i = 0; i < positions->count && status == COPSE_OK; i++) {
        copse_result result;
        status = player_seed(player, search, unit->first + i);
        if (status == COPSE_OK)
            status = copse_search_set_position(search, positions_at(positions, i));
        if (status == COPSE_OK)
            status = copse_search_run(search, &player->limits);
        if (status == COPSE_OK)
            status = copse_search_result(search, &result);
        if (status == COPSE_OK)
            tally_add(nodes, (double)result.nodes, 1);
    }
    return status;
}

static copse_status work(const struct unit *unit, struct tally *tallies, copse_message *why)
{
    const struct step *step = &unit->steps.list[unit->step];
    const char *spec = unit->group->players[unit->player].spec;
    struct tally *nodes = unit_tally(unit, tallies, unit->player, unit->step, 0);
    const copse_game *game = game_named(unit->experiment->game, why);
    struct positions positions;
    struct player player;
    copse_search *search = NULL;
    copse_limits none;
    char where[200], text[300];
    if (strcmp(spec, "optimum") == 0) {
        for (int i = 0; i < unit->trees; i++)
            tally_add(nodes, minimal_nodes(step->number[0]), 1);
        return COPSE_OK;
    }
    copse_limits_init(&none);
    if (!game || !unit_where(unit, where, sizeof where) ||
        !spec_at_step(spec, step, text, sizeof text) || !player_parse(&player, text, &none, why))
        return COPSE_BAD_ARGUMENT;
    copse_status status = positions_read(&positions, game, where, unit->trees, why);
    if (status == COPSE_OK) {
        status = player_search(&player, game, &search, NULL, why);
        if (status == COPSE_OK) {
            status = search_trees(unit, &player, search, &positions, nodes);
            if (status != COPSE_OK)
                snprintf(why->text, sizeof why->text, "%s", copse_search_message(search));
        }
        positions_clear(&positions);
    }
    copse_search_free(search);
    player_clear(&player);
    return status;
}

const struct experiment_kind kind_growth = {"growth", {{"nodes", "nodes", false}}, true, true, work,
                                            false};
