/* SPDX-License-Identifier: MIT
 *
 * Decision quality (quality.h). With kind_quality a player is "NAME,...,depth=$x" with limits of
 * its own. With kind_quality_at_nodes a step is a depth of alpha-beta, players have no limits but
 * the nodes that alpha-beta took to that depth on the same tree, and the player "alpha-beta" is
 * that search itself; the steps have to be numbers in a row.
 */
#include "lab/experiment.h"
#include "lab/names.h"
#include "lab/quality.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RIGHT, NODES };

/* The players of a unit, one for each step or one for all. */
struct crowd {
    struct player *list;
    int count;
};

static void clear_crowd(struct crowd *crowd)
{
    for (int i = 0; i < crowd->count; i++)
        player_clear(&crowd->list[i]);
    free(crowd->list);
}

static bool is_standard(const struct unit *unit, int player)
{
    return strcmp(unit->group->players[player].spec, "alpha-beta") == 0;
}

static copse_status add_player(const struct unit *unit, struct crowd *crowd, const char *spec,
                               const struct step *step, copse_message *why)
{
    char text[300];
    if (!spec_at_step(spec, step, text, sizeof text) ||
        !unit_player(unit, text, 1, &crowd->list[crowd->count], why))
        return COPSE_BAD_ARGUMENT;
    crowd->count++;
    return COPSE_OK;
}

static copse_status gather(const struct unit *unit, bool at_nodes, struct crowd *crowd,
                           copse_message *why)
{
    copse_status status = COPSE_OK;
    int steps = at_nodes ? 1 : unit->steps.count;
    crowd->list = calloc((size_t)(unit->player_count * steps), sizeof *crowd->list);
    if (!crowd->list)
        return COPSE_NO_MEMORY;
    for (int i = 0; i < unit->player_count * steps && status == COPSE_OK; i++) {
        int player = i / steps;
        if (!at_nodes || !is_standard(unit, player))
            status = add_player(unit, crowd, unit->group->players[player].spec,
                                &unit->steps.list[i % steps], why);
    }
    return status;
}

static void count_cell(const struct unit *unit, struct tally *tallies, int player, int step,
                       const struct quality_cell *cell)
{
    tally_add_share(unit_tally(unit, tallies, player, step, RIGHT), cell->right, cell->trials);
    tally_add(unit_tally(unit, tallies, player, step, NODES), cell->nodes, cell->trials);
}

static void count(const struct unit *unit, bool at_nodes, const struct quality *quality,
                  struct tally *tallies)
{
    int next = 0; /* of the players that search */
    for (int player = 0; player < unit->player_count; player++) {
        bool standard = at_nodes && is_standard(unit, player);
        for (int step = 0; step < unit->steps.count; step++) {
            const struct quality_cell *cell =
                standard   ? &quality->standard[step]
                : at_nodes ? quality_cell(quality, next, step)
                           : quality_cell(quality, player * unit->steps.count + step, 0);
            count_cell(unit, tallies, player, step, cell);
        }
        next += !standard;
    }
}

static copse_status work(const struct unit *unit, bool at_nodes, struct tally *tallies,
                         copse_message *why)
{
    char where[200];
    struct crowd crowd = {0};
    struct positions positions = {0};
    struct quality quality = {.game = game_named(unit->experiment->game, why),
                              .positions = &positions,
                              .columns = 1,
                              .threads = 1};
    snprintf(why->text, sizeof why->text, "%s: not a position", unit->group->where);
    if (!quality.game || !unit_where(unit, where, sizeof where))
        return COPSE_BAD_ARGUMENT;
    quality.right_depth = positions_depth(where);
    copse_status status = positions_read(&positions, quality.game, where, unit->trees, why);
    if (status == COPSE_OK)
        status = gather(unit, at_nodes, &crowd, why);
    if (at_nodes) {
        quality.budget = QUALITY_OWN_NODES;
        quality.first_depth = unit->steps.list[0].number[0];
        quality.columns = unit->steps.count;
    }
    quality.players = crowd.list;
    quality.player_count = crowd.count;
    if (status == COPSE_OK)
        status = quality_run(&quality, NULL, NULL, why);
    if (status == COPSE_OK)
        count(unit, at_nodes, &quality, tallies);
    quality_clear(&quality);
    positions_clear(&positions);
    clear_crowd(&crowd);
    return status;
}

static copse_status work_own(const struct unit *unit, struct tally *tallies, copse_message *why)
{
    return work(unit, false, tallies, why);
}

static copse_status work_at_nodes(const struct unit *unit, struct tally *tallies,
                                  copse_message *why)
{
    return work(unit, true, tallies, why);
}

#define MEASURES                                                                                   \
    {                                                                                              \
        {"right", "%", true},                                                                      \
        {                                                                                          \
            "nodes", "nodes", false                                                                \
        }                                                                                          \
    }

const struct experiment_kind kind_quality = {"quality", MEASURES, false, false, work_own, false};
const struct experiment_kind kind_quality_at_nodes = {
    "quality at equal nodes", MEASURES, false, false, work_at_nodes, false};
