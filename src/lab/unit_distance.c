/* SPDX-License-Identifier: MIT
 *
 * How far scores are from real scores (Shoham & Toledo 2002, sections 2.6 and 3.2.1): the real
 * score of a tree is alpha-beta's to depth 10; a player is "static", the score before any
 * expansion, or a search. A step is a bin of the histogram, its number the distance in thousands of
 * points, of which a bin has as many as it is from one step to the next; what is beyond the outer
 * ones counts there. The mean of the distance and of its square are kept at the bin 0.
 */
#include "lab/experiment.h"
#include "lab/names.h"
#include "lab/player.h"
#include "lab/positions.h"

#include <stdio.h>
#include <string.h>

enum { SHARE, MEAN, SQUARE };

enum { REAL_DEPTH = 10 };

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

static void count(const struct unit *unit, int player, double thousands, struct tally *tallies)
{
    const struct step *steps = unit->steps.list;
    int width = steps[1].number[0] - steps[0].number[0], last = unit->steps.count - 1;
    int bin = (int)floor((thousands - steps[0].number[0]) / width + 0.5);
    bin = bin < 0 ? 0 : bin > last ? last : bin;
    for (int i = 0; i <= last; i++) {
        tally_add_share(unit_tally(unit, tallies, player, i, SHARE), i == bin, 1);
        if (steps[i].number[0] == 0) {
            tally_add(unit_tally(unit, tallies, player, i, MEAN), thousands, 1);
            tally_add(unit_tally(unit, tallies, player, i, SQUARE), thousands * thousands, 1);
        }
    }
}

/* All trees of the unit with one player; `real` are their real scores. */
static copse_status try_player(const struct unit *unit, int number, const copse_game *game,
                               const struct positions *positions, const copse_score *real,
                               struct tally *tallies, copse_message *why)
{
    const char *spec = unit->group->players[number].spec;
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
        copse_score score = 0;
        if (at_once) {
            score = game->evaluate(game, position);
        } else {
            status = player_seed(&player, search, unit->first + i);
            if (status == COPSE_OK)
                status = score_of(search, position, &player.limits, &score, why);
        }
        if (status == COPSE_OK)
            count(unit, number, (real[i] - (double)score) / 1000, tallies);
    }
    copse_search_free(search);
    if (!at_once)
        player_clear(&player);
    return status;
}

static copse_status find_real(const copse_game *game, const struct positions *positions,
                              copse_score *real, copse_message *why)
{
    struct player player;
    copse_search *search = NULL;
    copse_limits limits;
    copse_limits_init(&limits);
    limits.depth = REAL_DEPTH;
    if (!player_parse(&player, "failsoft,ordering=static", &limits, why))
        return COPSE_BAD_ARGUMENT;
    copse_status status = player_search(&player, game, &search, NULL, why);
    for (int i = 0; i < positions->count && status == COPSE_OK; i++)
        status = score_of(search, positions_at(positions, i), &limits, &real[i], why);
    copse_search_free(search);
    player_clear(&player);
    return status;
}

static copse_status work(const struct unit *unit, struct tally *tallies, copse_message *why)
{
    enum { MOST = 100 };
    copse_score real[MOST];
    char where[200];
    struct positions positions;
    const copse_game *game = game_named(unit->experiment->game, why);
    snprintf(why->text, sizeof why->text, "%s: no position, or too many in a unit",
             unit->group->where);
    if (!game || unit->trees > MOST || !unit_where(unit, where, sizeof where))
        return COPSE_BAD_ARGUMENT;
    copse_status status = positions_read(&positions, game, where, unit->trees, why);
    if (status != COPSE_OK)
        return status;
    status = find_real(game, &positions, real, why);
    for (int i = 0; i < unit->player_count && status == COPSE_OK; i++)
        status = try_player(unit, i, game, &positions, real, tallies, why);
    positions_clear(&positions);
    return status;
}

const struct experiment_kind kind_distance = {
    "distance",
    {{"share", "%", true}, {"distance", "thousands", false}, {"square", "thousands²", false}},
    false,
    false,
    work};
