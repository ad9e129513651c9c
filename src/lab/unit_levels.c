/* SPDX-License-Identifier: MIT
 *
 * What a second level of slaves brings (Fishburn & Finkel 1980, section 5): the time of a tree of
 * processors of height 1, whose fan-out is the step's number, by that of one of height 2. A sample
 * is a position of a file that is part of the program.
 */
#include "lab/experiment.h"
#include "lab/names.h"
#include "lab/player.h"
#include "lab/positions.h"

#include <stdio.h>

static copse_status search_level(const struct unit *unit, const struct player *player,
                                 const copse_game *game, const void *position, int height,
                                 double *time, copse_message *why)
{
    int fan_out = unit->steps.list[unit->step].number[0];
    char fan_text[12], height_text[12];
    copse_search *search;
    copse_result result;
    copse_status status = player_search(player, game, &search, NULL, why);
    if (status != COPSE_OK)
        return status;
    snprintf(fan_text, sizeof fan_text, "%d", fan_out);
    snprintf(height_text, sizeof height_text, "%d", height);
    status = copse_search_set_machine(
        search, "sim", 1 + fan_out + (height > 1 ? fan_out * fan_out : 0), unit->experiment->costs);
    if (status == COPSE_OK)
        status = copse_search_set(search, "fanout", fan_text);
    if (status == COPSE_OK)
        status = copse_search_set(search, "height", height_text);
    if (status == COPSE_OK)
        status = copse_search_set_position(search, position);
    if (status == COPSE_OK)
        status = copse_search_run(search, &player->limits);
    if (status == COPSE_OK)
        status = copse_search_result(search, &result);
    if (status == COPSE_OK)
        *time = result.virtual_time;
    else
        snprintf(why->text, sizeof why->text, "%s", copse_search_message(search));
    copse_search_free(search);
    return status;
}

static copse_status work(const struct unit *unit, struct tally *tallies, copse_message *why)
{
    struct player player;
    struct positions positions;
    copse_limits none;
    copse_limits_init(&none);
    const copse_game *game = game_named(unit->experiment->game, why);
    if (!game || !player_parse(&player, unit->group->players[unit->player].spec, &none, why))
        return COPSE_BAD_ARGUMENT;
    copse_status status = unit_file_positions(unit, game, &positions, why);
    if (status == COPSE_OK) {
        for (int i = 0; i < positions.count && status == COPSE_OK; i++) {
            const void *position = positions_at(&positions, i);
            double time[2];
            status = search_level(unit, &player, game, position, 1, &time[0], why);
            if (status == COPSE_OK)
                status = search_level(unit, &player, game, position, 2, &time[1], why);
            if (status == COPSE_OK)
                tally_add(unit_tally(unit, tallies, unit->player, unit->step, 0), time[0] / time[1],
                          1);
        }
        positions_clear(&positions);
    }
    player_clear(&player);
    return status;
}

const struct experiment_kind kind_levels = {
    "levels", {{"speed-up", "times", false}}, true, true, work, false};
