/* SPDX-License-Identifier: MIT
 *
 * A pair is a job, and they are begun in order: whatever is done when somebody interrupts is nearly
 * the first so many seeds.
 */
#include "lab/match.h"

#include "lab/jobs.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A game that is longer than this has no end. Random trees may have 65,535 plies. */
enum { MOST_PLIES = 100000 };

bool match_is_paired(const struct match *match)
{
    return positions_seeded(match->game);
}

int match_pair_count(const struct match *match)
{
    return match_is_paired(match) ? match->games : (match->games + 1) / 2;
}

/* Of an odd number of single games the last has no second one. */
static int games_of_pair(const struct match *match, int number)
{
    return !match_is_paired(match) && 2 * number + 1 == match->games ? 1 : 2;
}

/* ------------------------------------------------------------------------------------ one game */

/* Somebody who interrupts a match does not want to wait for a search of an hour. */
static void look_for_stop(copse_search *search, const copse_result *so_far, void *user)
{
    (void)so_far;
    struct match *match = user;
    if (atomic_load(&match->stop))
        copse_search_stop(search);
}

static copse_status seat(struct match *match, int number, int game, copse_search **search,
                         copse_message *why)
{
    const struct player *player = &match->players[number];
    copse_status status = player_search(player, match->game, search, NULL, why);
    if (status != COPSE_OK)
        return status;
    status = player_seed(player, *search, game); /* every game has its own */
    int position = match_is_paired(match) ? game / 2 : 0;
    if (status == COPSE_OK)
        status = copse_search_set_position(*search, positions_at(match->positions, position));
    if (status != COPSE_OK)
        snprintf(why->text, sizeof why->text, "%s", copse_search_message(*search));
    copse_search_on_progress(*search, look_for_stop, 0.1, match);
    return status;
}

/* One move: searched by one player, told to both. */
static copse_status move(copse_search *const searches[2], int mover, const copse_limits *limits,
                         struct match_cost *cost, copse_message *why)
{
    copse_result result;
    copse_search *at_fault = searches[mover];
    copse_status status = copse_search_run(at_fault, limits);
    if (status == COPSE_OK)
        status = copse_search_result(at_fault, &result);
    for (int i = 0; i < 2 && status == COPSE_OK; i++) {
        at_fault = searches[i];
        status = copse_search_played(at_fault, result.move);
    }
    if (status != COPSE_OK) {
        snprintf(why->text, sizeof why->text, "%s", copse_search_message(at_fault));
        return status;
    }
    cost->moves++;
    cost->nodes += result.nodes;
    cost->evaluations += result.evaluations;
    cost->memory_ends += result.stop == COPSE_STOP_MEMORY;
    cost->seconds += result.cpu_seconds;
    return COPSE_OK;
}

/* Plays to the end of the game or until somebody says stop. */
static copse_status play(struct match *match, copse_search *const searches[2], int opener,
                         struct match_pair *pair, copse_message *why)
{
    int ply = 0;
    copse_status status = COPSE_OK;
    for (; status == COPSE_OK && !atomic_load(&match->stop); ply++) {
        int mover = (opener + ply) % 2;
        status = move(searches, mover, &match->players[mover].limits, &pair->cost[mover], why);
        if (ply == MOST_PLIES) {
            snprintf(why->text, sizeof why->text, "a game of %s did not end within %d plies",
                     match->game->name, MOST_PLIES);
            return COPSE_BAD_GAME;
        }
    }
    ply--; /* the last turn was none */
    if (status != COPSE_GAME_OVER || ply == 0)
        return status;
    copse_score score = match->game->evaluate(match->game, copse_search_position(searches[0]));
    pair->outcome[opener] = ply % 2 == 0 ? score : -score;
    return COPSE_OK;
}

static copse_status play_game(struct match *match, int number, int opener, struct match_pair *pair,
                              copse_message *why)
{
    copse_search *searches[2] = {NULL, NULL};
    copse_status status = seat(match, 0, 2 * number + opener, &searches[0], why);
    if (status == COPSE_OK)
        status = seat(match, 1, 2 * number + opener, &searches[1], why);
    if (status == COPSE_OK)
        status = play(match, searches, opener, pair, why);
    copse_search_free(searches[0]);
    copse_search_free(searches[1]);
    return status;
}

/* ------------------------------------------------------------------------------------- results */

/* Adds up what a pair, or its two games, gave each player. */
static void count_result(const struct match *match, int number, int won[2], int *drawn)
{
    const copse_score *outcome = match->pairs[number].outcome;
    if (match_is_paired(match)) {
        if (outcome[0] == outcome[1])
            ++*drawn;
        else
            won[outcome[1] > outcome[0]]++;
        return;
    }
    for (int opener = 0; opener < games_of_pair(match, number); opener++) {
        if (outcome[opener] == 0)
            ++*drawn;
        else
            won[outcome[opener] > 0 ? opener : 1 - opener]++;
    }
}

static void add_cost(struct match_cost *sum, const struct match_cost *cost)
{
    sum->moves += cost->moves;
    sum->nodes += cost->nodes;
    sum->evaluations += cost->evaluations;
    sum->memory_ends += cost->memory_ends;
    sum->seconds += cost->seconds;
}

struct match_score match_score(const struct match *match)
{
    struct match_score score = {.score = -1};
    int won[2] = {0, 0};
    for (int i = 0; match->pairs && i < match_pair_count(match); i++) {
        if (!match->pairs[i].done)
            continue;
        count_result(match, i, won, &score.draws);
        add_cost(&score.cost[0], &match->pairs[i].cost[0]);
        add_cost(&score.cost[1], &match->pairs[i].cost[1]);
    }
    score.wins = won[0];
    score.losses = won[1];
    score.games = score.wins + score.draws + score.losses;
    /* The papers leave tied pairs out; a drawn game is half a point. */
    double trials = match_is_paired(match) ? score.wins + score.losses : score.games;
    double points = match_is_paired(match) ? score.wins : score.wins + 0.5 * score.draws;
    if (trials > 0)
        score.score = points / trials;
    score.interval = interval_of_share(points, trials);
    return score;
}

/* ---------------------------------------------------------------------------------------- jobs */

/* What the jobs are for, and who wants to know how far they are. */
struct errand {
    struct match *match;
    match_tick *tick;
    void *user;
};

static copse_status play_pair(struct jobs *jobs, void *unused, int number, copse_message *why)
{
    (void)unused;
    const struct errand *errand = jobs->user;
    struct match *match = errand->match;
    copse_status status = COPSE_OK;
    struct match_pair *pair = &match->pairs[number];
    for (int opener = 0; status == COPSE_OK && opener < games_of_pair(match, number); opener++)
        status = play_game(match, number, opener, pair, why);
    /* A pair that was stopped counts for nothing; nor does one that was finished in that moment. */
    pair->done = status == COPSE_OK && !atomic_load(&match->stop);
    if (pair->done) {
        int drawn = 0;
        jobs_lock(jobs);
        match->done++;
        count_result(match, number, match->ahead, &drawn);
        jobs_unlock(jobs);
    }
    return status;
}

static void tell(struct jobs *jobs, int ended)
{
    (void)ended; /* pairs that were stopped included */
    const struct errand *errand = jobs->user;
    struct match *match = errand->match;
    jobs_lock(jobs);
    int done = match->done, ahead[2] = {match->ahead[0], match->ahead[1]};
    jobs_unlock(jobs);
    errand->tick(match, done, ahead, errand->user);
}

static copse_status out_of_memory(copse_message *why)
{
    snprintf(why->text, sizeof why->text, "%s", copse_status_text(COPSE_NO_MEMORY));
    return COPSE_NO_MEMORY;
}

copse_status match_run(struct match *match, match_tick *tick, void *user, copse_message *why)
{
    match->done = match->ahead[0] = match->ahead[1] = 0;
    match_clear(match);
    match->pairs = calloc((size_t)match_pair_count(match), sizeof *match->pairs);
    if (!match->pairs)
        return out_of_memory(why);
    struct errand errand = {match, tick, user};
    struct jobs jobs = {.count = match_pair_count(match),
                        .threads = match->threads,
                        .user = &errand,
                        .stop = &match->stop,
                        .work = play_pair,
                        .tick = tick ? tell : NULL,
                        .interval = 0.1};
    return jobs_run(&jobs, why);
}

void match_clear(struct match *match)
{
    free(match->pairs);
    match->pairs = NULL;
}

/* --------------------------------------------------------------------------------- equal nodes */

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
    match->games = games < most ? games : most;
    copse_status status = by_depth ? level_depth(match, &second->limits, trials, tick, user, why)
                                   : level_nodes(match, &second->limits, trials, tick, user, why);
    match->games = games;
    match_clear(match);
    if (status != COPSE_OK || trials->count == 0)
        return status;
    bool described = by_depth ? describe(second, "depth", (uint64_t)second->limits.depth)
                              : describe(second, "nodes", second->limits.nodes);
    return described ? COPSE_OK : out_of_memory(why);
}
