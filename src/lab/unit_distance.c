/* SPDX-License-Identifier: MIT
 *
 * How far scores are from real scores (Shoham & Toledo 2002, sections 2.6, 3.2.1 and 5.4). The real
 * score of a position is that of the experiment's player `real`, a player is "static", the score
 * before any expansion, or a search. Distances are in the experiment's `points`; decided positions
 * have none.
 *
 * kind_distance: a step is a bin of the histogram, its number the distance, of which a bin has as
 * much as it is from one step to the next; what is beyond the outer ones counts there. The mean of
 * the distance and of its square are kept at the bin 0.
 * kind_accuracy: a step is a limit of the player's, and the two means are kept at each.
 */
#include "lab/experiment.h"
#include "lab/names.h"
#include "lab/player.h"
#include "lab/unit_games.h"

#include <stdio.h>
#include <string.h>

enum { SHARE, MEAN, SQUARE };

enum { MOST_POSITIONS = 100 }; /* in a unit */

static copse_status score_of(copse_search *search, const void *position, const copse_limits *limits,
                             copse_score *score, copse_message *why)
{
    copse_result result;
    copse_status status = copse_search_set_position(search, position);
    if (status == COPSE_OK)
        status = copse_search_run(search, limits);
    if (status == COPSE_OK)
        status = copse_search_result(search, &result);
    if (status == COPSE_OK)
        *score = result.score;
    else
        snprintf(why->text, sizeof why->text, "%s", copse_search_message(search));
    return status;
}

static void count_bins(const struct unit *unit, int player, double distance, struct tally *tallies)
{
    const struct step *steps = unit->steps.list;
    int width = steps[1].number[0] - steps[0].number[0], last = unit->steps.count - 1;
    int bin = (int)floor((distance - steps[0].number[0]) / width + 0.5);
    bin = bin < 0 ? 0 : bin > last ? last : bin;
    for (int i = 0; i <= last; i++) {
        tally_add_share(unit_tally(unit, tallies, player, i, SHARE), i == bin, 1);
        if (steps[i].number[0] == 0) {
            tally_add(unit_tally(unit, tallies, player, i, MEAN), distance, 1);
            tally_add(unit_tally(unit, tallies, player, i, SQUARE), distance * distance, 1);
        }
    }
}

/* The first measure here is the second there. */
static void count_step(const struct unit *unit, int player, int step, double distance,
                       struct tally *tallies)
{
    tally_add(unit_tally(unit, tallies, player, step, MEAN - 1), distance, 1);
    tally_add(unit_tally(unit, tallies, player, step, SQUARE - 1), distance * distance, 1);
}

/* Won or lost, by proof or because an evaluator says so: that is a million, less the moves. */
static bool is_decided(copse_score score)
{
    const copse_score claimed = 900000;
    return copse_score_proof(score) != 0 || score >= claimed || score <= -claimed;
}

/* The scores that a player, as its description says, gives all positions. */
static copse_status find_scores(const struct unit *unit, const char *spec, const copse_game *game,
                                const struct positions *positions, copse_score *scores,
                                copse_message *why)
{
    bool at_once = strcmp(spec, "static") == 0;
    struct player player = {0};
    copse_search *search = NULL;
    copse_limits none;
    copse_limits_init(&none);
    if (!at_once && !player_parse(&player, spec, &none, why))
        return COPSE_BAD_ARGUMENT;
    copse_status status = at_once ? COPSE_OK : player_search(&player, game, &search, NULL, why);
    for (int i = 0; i < positions->count && status == COPSE_OK; i++) {
        const void *position = positions_at(positions, i);
        if (at_once) {
            scores[i] = game->evaluate(game, position);
            continue;
        }
        status = player_seed(&player, search, unit->first + i);
        if (status == COPSE_OK)
            status = score_of(search, position, &player.limits, &scores[i], why);
    }
    copse_search_free(search);
    if (!at_once)
        player_clear(&player);
    return status;
}

/* The scores of all positions by one player at one step. */
static copse_status find_at_step(const struct unit *unit, int number, int step,
                                 const copse_game *game, const struct positions *positions,
                                 copse_score *scores, copse_message *why)
{
    char spec[400];
    snprintf(why->text, sizeof why->text, "%.200s: too long", unit->group->players[number].spec);
    if (!spec_at_step(unit->group->players[number].spec, &unit->steps.list[step], spec,
                      sizeof spec))
        return COPSE_BAD_ARGUMENT;
    return find_scores(unit, spec, game, positions, scores, why);
}

/* All positions of the unit with one player. One that is decided at some step is left out at all of
 * them: else the hard ones would be missing just where they have been understood. */
static copse_status try_player(const struct unit *unit, int number, bool bins,
                               const copse_game *game, const struct positions *positions,
                               const copse_score *real, struct tally *tallies, copse_message *why)
{
    copse_score scores[EXPERIMENT_STEPS][MOST_POSITIONS];
    int steps = bins ? 1 : unit->steps.count;
    copse_status status = COPSE_OK;
    for (int step = 0; step < steps && status == COPSE_OK; step++)
        status = find_at_step(unit, number, step, game, positions, scores[step], why);
    for (int i = 0; i < positions->count && status == COPSE_OK; i++) {
        bool decided = is_decided(real[i]);
        for (int step = 0; step < steps; step++)
            decided = decided || is_decided(scores[step][i]);
        for (int step = 0; step < steps && !decided; step++) {
            double distance = (real[i] - (double)scores[step][i]) / unit->experiment->points;
            if (bins)
                count_bins(unit, number, distance, tallies);
            else
                count_step(unit, number, step, distance, tallies);
        }
    }
    return status;
}

static copse_status work(const struct unit *unit, bool bins, struct tally *tallies,
                         copse_message *why)
{
    copse_score real[MOST_POSITIONS];
    struct positions positions;
    const copse_game *game = game_named(unit->experiment->game, why);
    if (!game)
        return COPSE_UNKNOWN_GAME;
    snprintf(why->text, sizeof why->text, "%d positions are too many in a unit", unit->trees);
    if (unit->trees > MOST_POSITIONS)
        return COPSE_BAD_ARGUMENT;
    copse_status status = unit_positions(unit, game, &positions, why);
    if (status != COPSE_OK)
        return status;
    status = find_scores(unit, unit->experiment->real, game, &positions, real, why);
    for (int i = 0; i < unit->player_count && status == COPSE_OK; i++)
        status = try_player(unit, i, bins, game, &positions, real, tallies, why);
    positions_clear(&positions);
    return status;
}

static copse_status work_distance(const struct unit *unit, struct tally *tallies,
                                  copse_message *why)
{
    return work(unit, true, tallies, why);
}

static copse_status work_accuracy(const struct unit *unit, struct tally *tallies,
                                  copse_message *why)
{
    return work(unit, false, tallies, why);
}

const struct experiment_kind kind_distance = {
    "distance",    {{"share", "%", true}, {"distance", "", false}, {"square", "", false}},
    false,         false,
    work_distance, false};
const struct experiment_kind kind_accuracy = {
    "accuracy",    {{"distance", "points", false}, {"square", "points²", false}},
    false,         false,
    work_accuracy, false};
