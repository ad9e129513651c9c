/* SPDX-License-Identifier: MIT
 *
 * Games of two players, "A vs B", as in match.h: a unit is so many pairs of one match at one step.
 * What is measured is A's share of what was decided (of the points, where games are won and lost
 * one by one), and its nodes as a multiple of B's. For games with openings `where` is "P random
 * plies", "all after P plies" or "file NAME", and tree number i begins at one of these.
 */
#include "lab/experiment.h"
#include "lab/match.h"
#include "lab/names.h"

#include <stdio.h>
#include <string.h>

enum { WON, NODES };

enum { RESIGN_PLIES = 6 }; /* so long both have to agree */

struct contest {
    struct player players[2];
    struct positions positions;
    struct openings openings;
    struct match match;
};

static copse_status read_players(const struct unit *unit, struct contest *contest,
                                 copse_message *why)
{
    const char *spec = unit->group->players[unit->player].spec;
    char text[400];
    snprintf(why->text, sizeof why->text, "%.200s: not two players", spec);
    if (!spec_at_step(spec, &unit->steps.list[unit->step], text, sizeof text))
        return COPSE_BAD_ARGUMENT;
    char *versus = strstr(text, " vs ");
    if (!versus)
        return COPSE_BAD_ARGUMENT;
    *versus = '\0';
    bool good = unit_player(unit, text, 2, &contest->players[0], why) &&
                unit_player(unit, versus + strlen(" vs "), 2, &contest->players[1], why);
    return good ? COPSE_OK : COPSE_BAD_ARGUMENT;
}

/* All openings of the group, up to the last of this unit's at least. */
static copse_status all_openings(const struct unit *unit, struct openings *all, copse_message *why)
{
    const char *where = unit->group->where;
    int plies = 0;
    if (unit_has_file(unit)) {
        const char *name = where + strlen("file "), *text = experiment_positions(name);
        snprintf(why->text, sizeof why->text, "%s: there is no such", where);
        return text ? openings_read_text(all, text, name, why) : COPSE_BAD_ARGUMENT;
    }
    if (sscanf(where, "all after %d plies", &plies) == 1)
        return openings_add_all(all, plies, why);
    if (sscanf(where, "%d random plies", &plies) == 1) {
        const struct random_lines wanted = {
            .count = unit->first + unit->trees, .plies = plies, .seed = unit->experiment->seed};
        return openings_add_random(all, &wanted, why);
    }
    snprintf(why->text, sizeof why->text,
             "%s: not 'P random plies', 'all after P plies' or 'file NAME'", where);
    return COPSE_BAD_ARGUMENT;
}

/* Which one is number i: lists that are longer than what is played of them have openings that are
 * alike beside each other, so they are taken from all over, in steps that have no divisor in common
 * with any length that there is. */
static int opening_at(const struct unit *unit, const struct openings *all, int i)
{
    enum { STRIDE = 97 };
    bool listed = strstr(unit->group->where, "random") == NULL;
    return listed ? (int)((int64_t)i * STRIDE % all->count) : i;
}

static copse_status read_openings(const struct unit *unit, struct contest *contest,
                                  copse_message *why)
{
    const copse_game *game = contest->match.game;
    struct openings all = {0};
    copse_status status = openings_init(&all, game, NULL, why);
    if (status != COPSE_OK)
        return status;
    status = all_openings(unit, &all, why);
    if (status == COPSE_OK)
        status = openings_init(&contest->openings, game, NULL, why);
    for (int i = unit->first; i < unit->first + unit->trees && status == COPSE_OK; i++) {
        char text[400];
        int length = copse_position_to_text(game, openings_at(&all, opening_at(unit, &all, i)),
                                            text, sizeof text);
        status = length > 0 && (size_t)length < sizeof text
                     ? openings_add_line(&contest->openings, text, why)
                     : COPSE_BAD_POSITION;
    }
    openings_clear(&all);
    contest->match.openings = &contest->openings;
    contest->match.games = 2 * unit->trees;
    return status;
}

static copse_status set_up(const struct unit *unit, struct contest *contest, copse_message *why)
{
    struct match *match = &contest->match;
    match->game = game_named(unit->experiment->game, why);
    match->players = contest->players;
    match->positions = &contest->positions;
    match->games = unit->trees;
    match->threads = 1;
    match->max_plies = unit->experiment->max_plies;
    if (unit->experiment->resign)
        match->judge =
            (struct match_judge){.win_score = unit->experiment->resign, .win_plies = RESIGN_PLIES};
    if (!match->game)
        return COPSE_BAD_ARGUMENT;
    copse_status status = read_players(unit, contest, why);
    if (status != COPSE_OK)
        return status;
    char where[200];
    if (!positions_seeded(match->game))
        return read_openings(unit, contest, why);
    if (!unit_where(unit, where, sizeof where))
        return COPSE_BAD_ARGUMENT;
    return positions_read(&contest->positions, match->game, where, unit->trees, why);
}

static void count(const struct unit *unit, const struct match *match, struct tally *tallies)
{
    struct match_score score = match_score(match);
    bool paired = match_is_paired(match);
    double points = score.wins + (paired ? 0 : score.draws / 2.0);
    double decided = score.wins + score.losses + (paired ? 0 : score.draws);
    tally_add_share(unit_tally(unit, tallies, unit->player, unit->step, WON), points, decided);
    tally_add(unit_tally(unit, tallies, unit->player, unit->step, NODES),
              (double)score.cost[0].nodes, (double)score.cost[1].nodes);
}

static copse_status work(const struct unit *unit, struct tally *tallies, copse_message *why)
{
    struct contest contest = {0};
    copse_status status = set_up(unit, &contest, why);
    if (status == COPSE_OK)
        status = match_run(&contest.match, NULL, NULL, why);
    if (status == COPSE_OK)
        count(unit, &contest.match, tallies);
    match_clear(&contest.match);
    positions_clear(&contest.positions);
    if (contest.openings.game)
        openings_clear(&contest.openings);
    for (int i = 0; i < 2; i++)
        player_clear(&contest.players[i]);
    return status;
}

const struct experiment_kind kind_match = {
    "match", {{"won", "%", true}, {"nodes", "of the other's", false}}, true, true, work, false};
