/* SPDX-License-Identifier: MIT
 *
 * How a player scales (scale.h), on simulated processors: the steps are their numbers, from 1 on,
 * and a sample is a tree. The player is the same on all of them, with the first step's numbers.
 * `where` is a position, or "file NAME" for positions that are part of the program, with the depths
 * that are noted there; then the steps count searchers, and the speed-up is the mean of the
 * positions', as in Lu's tables. Of trees it is the time of all by that of all.
 */
#include "lab/experiment.h"
#include "lab/names.h"
#include "lab/scale.h"

#include <stdio.h>

enum { SPEED_UP, EXTRA, IDLE, EFFICIENCY };

static copse_status read_positions(const struct unit *unit, const copse_game *game,
                                   struct positions *positions, bool *file, copse_message *why)
{
    char where[200];
    *file = unit_has_file(unit);
    if (*file)
        return unit_file_positions(unit, game, positions, why);
    snprintf(why->text, sizeof why->text, "%s: too long", unit->group->where);
    if (!unit_where(unit, where, sizeof where))
        return COPSE_BAD_ARGUMENT;
    return positions_read(positions, game, where, unit->trees, why);
}

static void count_mean(const struct unit *unit, const struct scale *scale, int tree, int step,
                       struct tally *tallies)
{
    struct scale_figures figures = scale_figures(scale, tree, 0, step);
    const double values[] = {figures.of[SCALE_SPEED_UP], 100 * figures.of[SCALE_EXTRA],
                             100 * figures.of[SCALE_WAITING],
                             100 * figures.of[SCALE_SPEED_UP] / scale->processors[step]};
    for (int i = SPEED_UP; i <= EFFICIENCY; i++)
        tally_add(unit_tally(unit, tallies, unit->player, step, i), values[i], 1);
}

static void count_sums(const struct unit *unit, const struct scale *scale, int tree, int step,
                       struct tally *tallies)
{
    const struct scale_sample *one = scale_at(scale, tree, 0, 0);
    const struct scale_sample *all = scale_at(scale, tree, 0, step);
    bool nodes = scale_by_nodes(scale->players);
    double alone = nodes ? one->nodes : one->expansions;
    double work = nodes ? all->nodes : all->expansions;
    tally_add(unit_tally(unit, tallies, unit->player, step, SPEED_UP), one->time, all->time);
    tally_add(unit_tally(unit, tallies, unit->player, step, EXTRA), 100 * (work - alone), alone);
    tally_add(unit_tally(unit, tallies, unit->player, step, IDLE), 100 * all->idle,
              all->busy + all->idle + all->locked + all->communicating);
    tally_add(unit_tally(unit, tallies, unit->player, step, EFFICIENCY), 100 * one->time,
              all->time * scale->processors[step]);
}

static void count(const struct unit *unit, const struct scale *scale, struct tally *tallies)
{
    for (int tree = 0; tree < scale->positions->count; tree++) {
        for (int step = 0; step < unit->steps.count; step++) {
            if (scale->searchers)
                count_mean(unit, scale, tree, step, tallies);
            else
                count_sums(unit, scale, tree, step, tallies);
        }
    }
}

static copse_status work(const struct unit *unit, struct tally *tallies, copse_message *why)
{
    char text[300];
    copse_limits none;
    struct player player;
    struct positions positions = {0};
    struct scale scale = {.game = game_named(unit->experiment->game, why),
                          .players = &player,
                          .player_count = 1,
                          .positions = &positions,
                          .machine = "sim",
                          .costs = unit->experiment->costs,
                          .columns = unit->steps.count,
                          .shallower = unit->quick ? unit->experiment->quick_shallower
                                                   : unit->experiment->shallower,
                          .repeat = 1,
                          .threads = 1};
    copse_limits_init(&none);
    for (int i = 0; i < unit->steps.count; i++)
        scale.processors[i] = unit->steps.list[i].number[0];
    if (!scale.game ||
        !spec_at_step(unit->group->players[unit->player].spec, &unit->steps.list[0], text,
                      sizeof text) ||
        !player_parse(&player, text, &none, why))
        return COPSE_BAD_ARGUMENT;
    copse_status status = read_positions(unit, scale.game, &positions, &scale.searchers, why);
    if (status == COPSE_OK)
        status = scale_run(&scale, NULL, NULL, why);
    if (status == COPSE_OK)
        count(unit, &scale, tallies);
    scale_clear(&scale);
    positions_clear(&positions);
    player_clear(&player);
    return status;
}

const struct experiment_kind kind_scale = {"scale",
                                           {{"speed-up", "times", false},
                                            {"extra work", "%", false},
                                            {"idle", "%", false},
                                            {"efficiency", "%", false}},
                                           false,
                                           true,
                                           work,
                                           false};
