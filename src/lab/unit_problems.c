/* SPDX-License-Identifier: MIT
 *
 * Problems of a suite that is part of the program ("file NAME"), each by itself: a step is a
 * problem, its second number, if there is one, says which of the file, else it is the next one. A
 * unit is a problem, searched by all players, as often with other random numbers as there are
 * "trees".
 *
 * kind_problems: to the depth that the file has; nodes, score, and whether the move is right.
 * kind_solution: the processor time after which a player has, and keeps, the right move, and what
 * that is of the second player's; only what was solved counts.
 * kind_solution_scale: "P processors: PLAYER", simulated; the first has one of them. A search ends
 * when its move is right.
 */
#include "lab/experiment.h"
#include "lab/names.h"
#include "lab/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The problem of a unit's step. */
static copse_status read_problem(const struct unit *unit, struct suite *all, int *number,
                                 copse_message *why)
{
    const struct step *step = &unit->steps.list[unit->step];
    const char *name = unit->group->where + strlen("file ");
    const char *text = unit_has_file(unit) ? experiment_positions(name) : NULL;
    const copse_game *game = game_named(unit->experiment->game, why);
    *number = step->count > 1 ? step->number[1] - 1 : unit->step;
    if (!game)
        return COPSE_UNKNOWN_GAME;
    snprintf(why->text, sizeof why->text, "%s: there is no such", unit->group->where);
    if (!text)
        return COPSE_BAD_ARGUMENT;
    copse_status status = suite_read_text(all, text, name, game, why);
    if (status != COPSE_OK || (*number >= 0 && *number < all->count))
        return status;
    snprintf(why->text, sizeof why->text, "%s: has %d problems", name, all->count);
    suite_clear(all);
    return COPSE_BAD_ARGUMENT;
}

/* Searches the problem with one player; the rows go to `rows`. */
static copse_status try_player(const struct unit *unit, const struct suite *problem,
                               const char *spec, struct suite_row *rows, copse_message *why)
{
    char text[400];
    int processors = 1, used = 0;
    struct player player;
    copse_limits none;
    copse_limits_init(&none);
    if (sscanf(spec, "%d processors: %n", &processors, &used) != 1 || used == 0)
        processors = 1, used = 0;
    if (!spec_at_step(spec + used, &unit->steps.list[unit->step], text, sizeof text) ||
        !player_parse(&player, text, &none, why))
        return COPSE_BAD_ARGUMENT;
    struct suite_run run = {.suite = problem,
                            .player = &player,
                            .seeds = unit->trees,
                            .processors = processors,
                            .machine = unit->experiment->costs ? "sim" : NULL,
                            .costs = unit->experiment->costs,
                            .threads = 1,
                            .within = -1,
                            .until_right = unit->experiment->kind == &kind_solution_scale};
    copse_status status = suite_play(&run, NULL, NULL, why);
    if (status == COPSE_OK)
        memcpy(rows, run.rows, (size_t)unit->trees * sizeof *rows);
    suite_run_clear(&run);
    player_clear(&player);
    return status;
}

/* All players; `rows` are for free(). */
static copse_status try_all(const struct unit *unit, struct suite_row **rows, copse_message *why)
{
    struct suite all = {0};
    int number;
    *rows = calloc((size_t)(unit->player_count * unit->trees), sizeof **rows);
    if (!*rows) {
        snprintf(why->text, sizeof why->text, "%s", copse_status_text(COPSE_NO_MEMORY));
        return COPSE_NO_MEMORY;
    }
    copse_status status = read_problem(unit, &all, &number, why);
    if (status == COPSE_OK) {
        struct suite one = all;
        one.count = 1;
        one.list = all.list + number;
        one.positions = all.positions + (size_t)number * all.game->position_size;
        for (int i = 0; i < unit->player_count && status == COPSE_OK; i++)
            status =
                try_player(unit, &one, unit->group->players[i].spec, *rows + i * unit->trees, why);
        suite_clear(&all);
    }
    return status;
}

/* --------------------------------------------------------------------------- what is made of it */

enum { NODES, SCORE, SOLVED };

static copse_status work_problems(const struct unit *unit, struct tally *tallies,
                                  copse_message *why)
{
    struct suite_row *rows;
    copse_status status = try_all(unit, &rows, why);
    for (int i = 0; status == COPSE_OK && i < unit->player_count * unit->trees; i++) {
        int player = i / unit->trees;
        tally_add(unit_tally(unit, tallies, player, unit->step, NODES),
                  (double)rows[i].result.nodes, 1);
        tally_add(unit_tally(unit, tallies, player, unit->step, SCORE), rows[i].result.score, 1);
        tally_add_share(unit_tally(unit, tallies, player, unit->step, SOLVED), rows[i].solved, 1);
    }
    free(rows);
    return status;
}

enum { TIME, BY_OTHER };

static copse_status work_solution(const struct unit *unit, struct tally *tallies,
                                  copse_message *why)
{
    const double least = 0.0005; /* what is sooner than the clock can tell */
    struct suite_row *rows;
    copse_status status = try_all(unit, &rows, why);
    for (int i = 0; status == COPSE_OK && i < unit->player_count * unit->trees; i++) {
        int player = i / unit->trees;
        const struct suite_row *row = &rows[i], *other = &rows[unit->trees + i % unit->trees];
        tally_add_share(unit_tally(unit, tallies, player, unit->step, SOLVED), row->solved, 1);
        if (!row->solved)
            continue;
        double time = fmax(row->solution.cpu_seconds, least);
        tally_add(unit_tally(unit, tallies, player, unit->step, TIME), time, 1);
        if (other->solved)
            tally_add(unit_tally(unit, tallies, player, unit->step, BY_OTHER), time,
                      fmax(other->solution.cpu_seconds, least));
    }
    free(rows);
    return status;
}

enum { SPEED_UP, VIRTUAL, WORK = SOLVED + 1 };

static copse_status work_solution_scale(const struct unit *unit, struct tally *tallies,
                                        copse_message *why)
{
    struct suite_row *rows;
    copse_status status = try_all(unit, &rows, why);
    for (int i = 0; status == COPSE_OK && i < unit->player_count * unit->trees; i++) {
        int player = i / unit->trees;
        const struct suite_row *row = &rows[i], *alone = &rows[i % unit->trees];
        tally_add_share(unit_tally(unit, tallies, player, unit->step, SOLVED), row->solved, 1);
        tally_add(unit_tally(unit, tallies, player, unit->step, WORK),
                  alone->result.virtual_time * (double)row->result.expansions,
                  row->result.virtual_time * (double)alone->result.expansions);
        /* A move that was right before anything was expanded says nothing of processors. */
        if (!row->solved || row->solution.expansions == 0)
            continue;
        tally_add(unit_tally(unit, tallies, player, unit->step, VIRTUAL),
                  row->solution.virtual_time, 1);
        if (alone->solved && alone->solution.expansions > 0)
            tally_add(unit_tally(unit, tallies, player, unit->step, SPEED_UP),
                      alone->solution.virtual_time, row->solution.virtual_time);
    }
    free(rows);
    return status;
}

const struct experiment_kind kind_problems = {
    "problems",    {{"nodes", "nodes", false}, {"score", "points", false}, {"solved", "%", true}},
    true,          false,
    work_problems, true};
const struct experiment_kind kind_solution = {
    "solution",
    {{"time", "s", false}, {"time / the other's", "times", false}, {"solved", "%", true}},
    true,
    false,
    work_solution,
    false};
const struct experiment_kind kind_solution_scale = {
    "solution on processors",
    {{"speed-up", "times", false},
     {"time", "virtual s", false},
     {"solved", "%", true},
     {"expansions in the same time", "times", false}},
    true,
    false,
    work_solution_scale,
    false};
