/* SPDX-License-Identifier: MIT
 *
 * Equal nodes, as the papers make them: "for each alpha-beta search depth, we found experimentally
 * the search depth of RBFM which resulted in approximately the same number of generated nodes"
 * (Shoham & Toledo 2002, section 4.2; Korf & Chickering 1996, section 8, likewise).
 */
#include "lab/match.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static copse_status out_of_memory(copse_message *why)
{
    snprintf(why->text, sizeof why->text, "%s", copse_status_text(COPSE_NO_MEMORY));
    return COPSE_NO_MEMORY;
}

/* How far apart the two are: the logarithm of their ratio, so that half and double are equally
 * far. */
static double distance(const struct match_trial *trial)
{
    return log(((double)trial->nodes[1] + 1) / ((double)trial->nodes[0] + 1));
}

/* Plays with the limits that the second player has now, and notes what came out. NULL: failed,
 * stopped, or one trial too many. */
static const struct match_trial *try_out(struct match *match, struct match_trials *trials,
                                         match_tick *tick, void *user, copse_status *status,
                                         copse_message *why)
{
    if (trials->count == MATCH_MOST_TRIALS)
        return NULL;
    *status = match_run(match, tick, user, why);
    if (*status != COPSE_OK || atomic_load(&match->stop))
        return NULL;
    struct match_score score = match_score(match);
    const copse_limits *limits = &match->players[1].limits;
    struct match_trial *trial = &trials->trial[trials->count];
    *trial = (struct match_trial){limits->depth,
                                  limits->depth ? 0 : limits->nodes,
                                  {score.cost[0].nodes, score.cost[1].nodes}};
    const struct match_trial *chosen = &trials->trial[trials->chosen];
    if (trials->count == 0 || fabs(distance(trial)) < fabs(distance(chosen)))
        trials->chosen = trials->count;
    trials->count++;
    return trial;
}

/* Deeper by half while it generates fewer, shallower by a third while it generates more, then
 * between the two depths that are known to be too small and too large. */
static int next_depth(int depth, int below, int above)
{
    if (above == 0)
        return depth + depth / 2 + 1 < COPSE_MAX_DEPTH ? depth + depth / 2 + 1 : COPSE_MAX_DEPTH;
    if (below == 0)
        return depth - depth / 3 - 1;
    return below + (above - below) / 2;
}

static copse_status level_depth(struct match *match, copse_limits *limits,
                                struct match_trials *trials, match_tick *tick, void *user,
                                copse_message *why)
{
    copse_status status = COPSE_OK;
    int below = 0, above = 0, depth = limits->depth;
    while (depth > below && depth != above) {
        limits->depth = depth;
        const struct match_trial *trial = try_out(match, trials, tick, user, &status, why);
        if (!trial)
            break;
        if (distance(trial) < 0)
            below = depth;
        else
            above = depth;
        depth = next_depth(depth, below, above);
    }
    if (trials->count > 0)
        limits->depth = trials->trial[trials->chosen].depth;
    return status;
}

/* Nodes a move: in proportion, until they are equal but for a hundredth. */
static copse_status level_nodes(struct match *match, copse_limits *limits,
                                struct match_trials *trials, match_tick *tick, void *user,
                                copse_message *why)
{
    enum { MOST_TRIES = 8 };
    copse_status status = COPSE_OK;
    while (trials->count < MOST_TRIES) {
        const struct match_trial *trial = try_out(match, trials, tick, user, &status, why);
        if (!trial || fabs(distance(trial)) < 0.01)
            break;
        double nodes = (double)limits->nodes * exp(-distance(trial));
        nodes = nodes < 1 ? 1 : nodes > 1e15 ? 1e15 : nodes + 0.5;
        if ((uint64_t)nodes == limits->nodes)
            break;
        limits->nodes = (uint64_t)nodes;
    }
    if (trials->count > 0)
        limits->nodes = trials->trial[trials->chosen].limit_nodes;
    return status;
}

/* The description with this limit in place of the one it had. */
static bool describe(struct player *player, const char *limit, uint64_t value)
{
    size_t room = strlen(player->spec) + 48, length = 0;
    char *spec = malloc(room);
    if (!spec)
        return false;
    for (const char *word = player->spec; word; word = strchr(word, ',')) {
        word += *word == ',';
        size_t size = strcspn(word, ","), name = strlen(limit);
        if (strncmp(word, limit, name) == 0 && word[name] == '=')
            continue;
        memcpy(spec + length, word, size);
        length += size;
        spec[length++] = ',';
    }
    snprintf(spec + length, room - length, "%s=%" PRIu64, limit, value);
    free(player->spec);
    player->spec = spec;
    return true;
}

copse_status match_level(struct match *match, struct player *second, struct match_trials *trials,
                         match_tick *tick, void *user, copse_message *why)
{
    int games = match->games, most = MATCH_TRIAL_PAIRS * (match_is_paired(match) ? 1 : 2);
    bool by_depth = second->limits.depth > 0;
    *trials = (struct match_trials){0};
    if (!by_depth && second->limits.nodes == 0) {
        snprintf(why->text, sizeof why->text,
                 "equal nodes: the second player needs depth= or nodes= to begin with");
        return COPSE_BAD_LIMIT;
    }
    /* Trials are no results: nobody is told of them, and none of them ends the match. */
    const struct sprt *sprt = match->sprt;
    struct match_log *log = match->log;
    copse_status (*on_pair)(struct match *, const struct match_game *, int, void *,
                            copse_message *) = match->on_pair;
    match->games = games < most ? games : most;
    match->sprt = NULL;
    match->log = NULL;
    match->on_pair = NULL;
    match->spread = true;
    copse_status status = by_depth ? level_depth(match, &second->limits, trials, tick, user, why)
                                   : level_nodes(match, &second->limits, trials, tick, user, why);
    match->games = games;
    match->sprt = sprt;
    match->log = log;
    match->on_pair = on_pair;
    match->spread = false;
    match_clear(match);
    if (status != COPSE_OK || trials->count == 0)
        return status;
    bool described = by_depth ? describe(second, "depth", (uint64_t)second->limits.depth)
                              : describe(second, "nodes", second->limits.nodes);
    return described ? COPSE_OK : out_of_memory(why);
}
