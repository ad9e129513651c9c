/* SPDX-License-Identifier: MIT
 *
 * A pair is a job, and they are begun in order: whatever is done when somebody interrupts is nearly
 * the first so many seeds or openings.
 */
#include "lab/match.h"

#include "lab/jobs.h"
#include "lab/match_log.h"
#include "lab/match_play.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* ------------------------------------------------------------------------------------- results */

/* Half points that the first player made in a game. */
static int half_points(const struct match_pair *pair, int opener)
{
    copse_score outcome = opener == 0 ? pair->outcome[0] : -pair->outcome[1];
    return 1 + (outcome > 0) - (outcome < 0);
}

/* Adds up what a pair, or its two games, gave each player. */
static void count_result(const struct match *match, int number, int won[2], int *drawn)
{
    const struct match_pair *pair = &match->pairs[number];
    if (match_is_paired(match)) {
        if (pair->outcome[0] == pair->outcome[1])
            ++*drawn;
        else
            won[pair->outcome[1] > pair->outcome[0]]++;
        return;
    }
    for (int opener = 0; opener < games_of_pair(match, number); opener++) {
        int points = half_points(pair, opener);
        if (points == 1)
            ++*drawn;
        else
            won[points == 0]++;
    }
}

/* Adds a pair to those that are counted by their points. A single game is none. */
static void count_pair(const struct match *match, int number, struct pentanomial *pairs)
{
    const struct match_pair *pair = &match->pairs[number];
    if (match_is_paired(match)) {
        const copse_score *outcome = pair->outcome;
        pairs->count[2 + 2 * ((outcome[0] > outcome[1]) - (outcome[0] < outcome[1]))]++;
    } else if (games_of_pair(match, number) == 2)
        pairs->count[half_points(pair, 0) + half_points(pair, 1)]++;
}

static void add_cost(struct match_cost *sum, const struct match_cost *cost)
{
    sum->moves += cost->moves;
    sum->nodes += cost->nodes;
    sum->evaluations += cost->evaluations;
    sum->memory_ends += cost->memory_ends;
    sum->seconds += cost->seconds;
    for (int i = 0; i < TALK_TROUBLES; i++)
        sum->lost[i] += cost->lost[i];
}

/* What the games were worth to the first player in the game's own points. */
struct margin {
    double sum;
    int games, plain; /* with points, and those that were just won or lost */
};

static void add_margin(struct margin *margin, const struct match *match, int number)
{
    const struct match_pair *pair = &match->pairs[number];
    for (int opener = 0; opener < games_of_pair(match, number); opener++) {
        copse_score outcome = opener == 0 ? pair->outcome[0] : -pair->outcome[1];
        if (copse_score_proof(outcome) != 0) {
            margin->plain++;
            continue;
        }
        margin->sum += outcome;
        margin->games++;
    }
}

/* Games that were lost by trouble. */
static int troubles(const struct match_score *score)
{
    int sum = 0;
    for (int i = 0; i < TALK_TROUBLES; i++)
        sum += score->cost[0].lost[i] + score->cost[1].lost[i];
    return sum;
}

/* The papers leave tied pairs of trees out; a drawn game is half a point. */
static void rate(const struct match *match, struct match_score *score)
{
    double decided = score->wins + score->losses;
    if (match_is_paired(match)) {
        score->score = decided > 0 ? score->wins / decided : -1;
        score->interval = interval_of_share(score->wins, decided);
        return;
    }
    double points = score->wins + 0.5 * score->draws;
    if (score->games > 0)
        score->score = points / score->games;
    score->interval = pentanomial_pairs(&score->pairs) > 0
                          ? pentanomial_interval(&score->pairs)
                          : interval_of_share(points, score->games);
}

struct match_score match_score(const struct match *match)
{
    struct match_score score = {.score = -1};
    struct margin margin = {0};
    int won[2] = {0, 0};
    int count = match->decided_after ? match->decided_after : match_pair_count(match);
    for (int i = 0; match->pairs && i < count; i++) {
        if (!match->pairs[i].done)
            continue;
        count_result(match, i, won, &score.draws);
        count_pair(match, i, &score.pairs);
        add_margin(&margin, match, i);
        score.cut += match->pairs[i].cut;
        score.judged += match->pairs[i].judged;
        add_cost(&score.cost[0], &match->pairs[i].cost[0]);
        add_cost(&score.cost[1], &match->pairs[i].cost[1]);
    }
    score.wins = won[0];
    score.losses = won[1];
    score.games = score.wins + score.draws + score.losses;
    /* A game that is won without points has no margins, and its draws are none. */
    bool points = margin.games > 0 && margin.plain <= troubles(&score) + score.judged;
    score.margin = points ? margin.sum / margin.games : NAN;
    rate(match, &score);
    return score;
}

/* ---------------------------------------------------------------------------------------- jobs */

/* What the jobs are for, and who wants to know how far they are. */
struct errand {
    struct match *match;
    match_tick *tick;
    void *user;
};

static copse_status out_of_memory(copse_message *why)
{
    snprintf(why->text, sizeof why->text, "%s", copse_status_text(COPSE_NO_MEMORY));
    return COPSE_NO_MEMORY;
}

static copse_status begin(struct jobs *jobs, void **state, copse_message *why)
{
    const struct errand *errand = jobs->user;
    struct match_table *table = malloc(sizeof *table);
    *state = table;
    return table && match_table_init(table, errand->match) ? COPSE_OK : out_of_memory(why);
}

static void end(struct jobs *jobs, void *state)
{
    (void)jobs;
    if (state)
        match_table_clear(state);
    free(state);
}

/* The test looks at the pairs in their order, whoever is done first: games that are short are not
 * like others, and so the result does not depend on the threads. Under the jobs' lock. */
static void test(struct match *match)
{
    int count = match_pair_count(match);
    while (!match->decided_after && match->in_order < count && match->pairs[match->in_order].done) {
        count_pair(match, match->in_order++, &match->so_far);
        if (match->sprt && sprt_decision(match->sprt, &match->so_far) >= 0) {
            match->decided_after = match->in_order;
            atomic_store(&match->stop, true);
        }
    }
}

/* Counts a pair that is done. Under the jobs' lock. */
static void count(struct match *match, int number)
{
    int drawn = 0;
    match->done++;
    count_result(match, number, match->ahead, &drawn);
    test(match);
}

/* The moves of a game are those of the table, where the next game is played: keeps a copy. */
static copse_status keep_moves(struct match_game *game, copse_move **moves, copse_message *why)
{
    *moves = calloc((size_t)game->move_count + 1, sizeof **moves);
    if (!*moves)
        return out_of_memory(why);
    if (game->move_count > 0)
        memcpy(*moves, game->moves, (size_t)game->move_count * sizeof **moves);
    game->moves = *moves;
    return COPSE_OK;
}

/* Whoever wants the games has them before the pair is in the log, see match_sheet.h. */
static copse_status settle(struct jobs *jobs, int number, const struct match_game *games,
                           copse_message *why)
{
    const struct errand *errand = jobs->user;
    struct match *match = errand->match;
    copse_status status = COPSE_OK;
    jobs_lock(jobs);
    if (match->on_pair)
        status =
            match->on_pair(match, games, games_of_pair(match, number), match->on_pair_user, why);
    if (status == COPSE_OK) {
        match->pairs[number].done = true;
        count(match, number);
    }
    if (status == COPSE_OK && match->log)
        status = match_log_add(match->log, number, &match->pairs[number], why);
    jobs_unlock(jobs);
    return status;
}

static copse_status play_pair(struct jobs *jobs, void *state, int number, copse_message *why)
{
    const struct errand *errand = jobs->user;
    struct match *match = errand->match;
    struct match_pair *pair = &match->pairs[number];
    struct match_game games[2];
    copse_move *moves[2] = {NULL, NULL};
    copse_status status = COPSE_OK;
    if (pair->done)
        return COPSE_OK; /* in an earlier run */
    for (int opener = 0; status == COPSE_OK && opener < games_of_pair(match, number); opener++) {
        status = match_play(match, state, number, opener, pair, &games[opener], why);
        if (status == COPSE_OK)
            status = keep_moves(&games[opener], &moves[opener], why);
    }
    /* A pair that was stopped counts for nothing; nor does one that was finished in that moment. */
    if (status == COPSE_OK && !atomic_load(&match->stop))
        status = settle(jobs, number, games, why);
    free(moves[0]);
    free(moves[1]);
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

/* What is done already counts before anything is played. */
static void take_up(struct match *match)
{
    for (int i = 0; i < match_pair_count(match); i++) {
        if (match->pairs[i].done)
            count(match, i);
    }
}

copse_status match_run(struct match *match, match_tick *tick, void *user, copse_message *why)
{
    match->done = match->ahead[0] = match->ahead[1] = 0;
    match->in_order = match->decided_after = 0;
    match->so_far = (struct pentanomial){{0}};
    match_clear(match);
    match->pairs = calloc((size_t)match_pair_count(match), sizeof *match->pairs);
    if (!match->pairs)
        return out_of_memory(why);
    if (match->log) {
        copse_status status = match_log_read(match->log, match, why);
        if (status != COPSE_OK)
            return status;
        take_up(match);
    }
    struct errand errand = {match, tick, user};
    struct jobs jobs = {.count = match_pair_count(match),
                        .threads = match->threads,
                        .user = &errand,
                        .stop = &match->stop,
                        .begin = begin,
                        .work = play_pair,
                        .end = end,
                        .tick = tick ? tell : NULL,
                        .interval = 0.1};
    return jobs_run(&jobs, why);
}

void match_clear(struct match *match)
{
    free(match->pairs);
    match->pairs = NULL;
}
