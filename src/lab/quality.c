/* SPDX-License-Identifier: MIT
 *
 * A job is a position: its right moves are found, alpha-beta searches it to the depths of the
 * budgets, then every player searches it. Where budgets are means the players have to wait until
 * alpha-beta has searched all positions, so there are two rounds of jobs, each doing its part.
 */
#include "lab/quality.h"

#include "lab/jobs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* What the jobs of a round are for, and who wants to know how far they are. */
struct errand {
    struct quality *quality;
    struct player standard;
    bool alpha_beta, players; /* the parts of a job that belong to this round */
    int round;
    quality_tick *tick;
    void *user;
};

/* What a thread works with: searches, and what one position's gave until all of them are done. */
struct bench {
    copse_search *standard;
    copse_search **searches; /* one for each player */
    struct quality_cell *cells, alpha_beta[QUALITY_MOST_COLUMNS];
    double *predicted; /* of each cell; negative: not said */
};

static size_t cell_count(const struct quality *quality)
{
    return (size_t)quality->player_count * (size_t)quality->columns;
}

static copse_status out_of_memory(copse_message *why)
{
    snprintf(why->text, sizeof why->text, "%s", copse_status_text(COPSE_NO_MEMORY));
    return COPSE_NO_MEMORY;
}

/* ------------------------------------------------------------------------------------- threads */

/* Somebody who interrupts does not want to wait for a long search. */
static void look_for_stop(copse_search *search, const copse_result *so_far, void *user)
{
    (void)so_far;
    struct quality *quality = user;
    if (atomic_load(&quality->stop))
        copse_search_stop(search);
}

static copse_status seat(struct quality *quality, const struct player *player,
                         copse_search **search, copse_message *why)
{
    copse_status status = player_search(player, quality->game, search, NULL, why);
    if (status == COPSE_OK)
        copse_search_on_progress(*search, look_for_stop, 0.1, quality);
    return status;
}

static copse_status begin_thread(struct jobs *jobs, void **state, copse_message *why)
{
    struct errand *errand = jobs->user;
    struct quality *quality = errand->quality;
    struct bench *bench = calloc(1, sizeof *bench);
    *state = bench;
    if (!bench)
        return out_of_memory(why);
    bench->searches = calloc((size_t)quality->player_count + 1, sizeof(copse_search *));
    bench->cells = calloc(cell_count(quality) + 1, sizeof *bench->cells);
    bench->predicted = calloc(cell_count(quality) + 1, sizeof *bench->predicted);
    if (!bench->searches || !bench->cells || !bench->predicted)
        return out_of_memory(why);
    copse_status status = seat(quality, &errand->standard, &bench->standard, why);
    for (int i = 0; status == COPSE_OK && i < quality->player_count; i++)
        status = seat(quality, &quality->players[i], &bench->searches[i], why);
    return status;
}

static void end_thread(struct jobs *jobs, void *state)
{
    const struct errand *errand = jobs->user;
    struct bench *bench = state;
    if (!bench)
        return;
    for (int i = 0; bench->searches && i < errand->quality->player_count; i++)
        copse_search_free(bench->searches[i]);
    copse_search_free(bench->standard);
    free(bench->searches);
    free(bench->cells);
    free(bench->predicted);
    free(bench);
}

/* ------------------------------------------------------------------------------ the right moves */

static copse_status run_search(copse_search *search, const void *position,
                               const copse_limits *limits, copse_result *result, copse_message *why)
{
    copse_status status = copse_search_set_position(search, position);
    if (status == COPSE_OK)
        status = copse_search_run(search, limits);
    if (status == COPSE_OK)
        status = copse_search_result(search, result);
    if (status != COPSE_OK)
        snprintf(why->text, sizeof why->text, "%s", copse_search_message(search));
    return status;
}

static copse_limits depth_limits(const struct errand *errand, int depth)
{
    copse_limits limits = errand->standard.limits;
    limits.depth = depth;
    return limits;
}

/* Alpha-beta has shown that a move is worth at most what the best one is. Is it worth as much? */
static copse_status is_as_good(const struct errand *errand, copse_search *search,
                               const void *position, copse_move move, copse_score best, bool *same,
                               copse_message *why)
{
    const copse_game *game = errand->quality->game;
    *same = true;
    if (errand->quality->right_depth == 1)
        return COPSE_OK; /* it was evaluated, not searched */
    copse_limits limits = depth_limits(errand, errand->quality->right_depth - 1);
    copse_result result;
    copse_status status = copse_search_set_position(search, position);
    if (status == COPSE_OK)
        status = copse_search_played(search, move);
    if (status == COPSE_OK)
        status = copse_search_run(search, &limits);
    if (status == COPSE_GAME_OVER) {
        result.score = game->evaluate(game, copse_search_position(search));
        status = COPSE_OK;
    } else if (status == COPSE_OK) {
        status = copse_search_result(search, &result);
    }
    if (status != COPSE_OK) {
        snprintf(why->text, sizeof why->text, "%s", copse_search_message(search));
        return status;
    }
    copse_score score = -result.score;
    *same = score - copse_score_proof(score) == best;
    return COPSE_OK;
}

/* The moves that alpha-beta could not show to be worse than the best, that one first. */
static copse_status list_candidates(copse_search *search, const copse_result *result,
                                    struct quality_answer *answer, copse_message *why)
{
    answer->moves = calloc((size_t)result->move_count, sizeof *answer->moves);
    if (!answer->moves)
        return out_of_memory(why);
    answer->moves[answer->count++] = result->move;
    for (int i = 0; i < result->move_count; i++) {
        copse_root_move move;
        if (copse_search_root_move(search, i, &move) == COPSE_OK && move.move != result->move &&
            move.bound != COPSE_BOUND_NONE && move.score >= result->score)
            answer->moves[answer->count++] = move.move;
    }
    return COPSE_OK;
}

static copse_status find_answer(const struct errand *errand, struct bench *bench,
                                const void *position, struct quality_answer *answer,
                                copse_message *why)
{
    copse_limits limits = depth_limits(errand, errand->quality->right_depth);
    copse_result result;
    copse_status status = run_search(bench->standard, position, &limits, &result, why);
    if (status == COPSE_OK)
        status = list_candidates(bench->standard, &result, answer, why);
    int candidates = answer->count;
    answer->count = status == COPSE_OK; /* the best one needs no other look */
    for (int i = 1; i < candidates && status == COPSE_OK; i++) {
        bool same;
        status = is_as_good(errand, bench->standard, position, answer->moves[i], result.score,
                            &same, why);
        if (status == COPSE_OK && same)
            answer->moves[answer->count++] = answer->moves[i];
    }
    return status;
}

static bool is_right(const struct quality_answer *answer, copse_move move)
{
    for (int i = 0; i < answer->count; i++) {
        if (answer->moves[i] == move)
            return true;
    }
    return false;
}

/* ---------------------------------------------------------------------------------------- jobs */

static struct quality_cell trial_of(const struct quality_answer *answer, const copse_result *result)
{
    return (struct quality_cell){1, is_right(answer, result->move), (double)result->nodes};
}

static copse_status do_alpha_beta(const struct errand *errand, struct bench *bench, int number,
                                  copse_message *why)
{
    struct quality *quality = errand->quality;
    const void *position = positions_at(quality->positions, number);
    struct quality_answer *answer = &quality->answers[number];
    copse_status status = find_answer(errand, bench, position, answer, why);
    bool budgets = quality->budget != QUALITY_OWN_LIMITS;
    for (int i = 0; budgets && i < quality->columns && status == COPSE_OK; i++) {
        copse_limits limits = depth_limits(errand, quality->first_depth + i);
        copse_result result;
        status = run_search(bench->standard, position, &limits, &result, why);
        if (status == COPSE_OK)
            bench->alpha_beta[i] = trial_of(answer, &result);
    }
    return status;
}

static copse_limits limits_of(const struct quality *quality, const struct bench *bench,
                              const struct player *player, int column)
{
    copse_limits limits = player->limits;
    if (quality->budget == QUALITY_OWN_NODES)
        limits.nodes = (uint64_t)bench->alpha_beta[column].nodes;
    else if (quality->budget == QUALITY_MEAN_NODES)
        limits.nodes = quality->mean_nodes[column];
    return limits;
}

/* How likely the search thinks it is that this move is the best; negative if it does not say. */
static double chance_of(copse_search *search, const copse_result *result)
{
    double chance = -1;
    bool says = false;
    copse_root_move move;
    for (int i = 0; i < result->move_count; i++) {
        if (copse_search_root_move(search, i, &move) != COPSE_OK)
            continue;
        says = says || move.chance > 0;
        if (move.move == result->move)
            chance = move.chance;
    }
    return says ? chance : -1;
}

static copse_status do_player(const struct quality *quality, struct bench *bench, int number,
                              int player, copse_message *why)
{
    copse_search *search = bench->searches[player];
    copse_status status = player_seed(&quality->players[player], search, number);
    if (status != COPSE_OK)
        snprintf(why->text, sizeof why->text, "%s", copse_search_message(search));
    for (int i = 0; i < quality->columns && status == COPSE_OK; i++) {
        copse_limits limits = limits_of(quality, bench, &quality->players[player], i);
        copse_result result;
        int cell = player * quality->columns + i;
        status =
            run_search(search, positions_at(quality->positions, number), &limits, &result, why);
        if (status != COPSE_OK)
            break;
        bench->cells[cell] = trial_of(&quality->answers[number], &result);
        bench->predicted[cell] = chance_of(search, &result);
    }
    return status;
}

static void add(struct quality_cell *sum, const struct quality_cell *trial)
{
    sum->trials += trial->trials;
    sum->right += trial->right;
    sum->nodes += trial->nodes;
}

/* Under the lock: a position counts when all of its searches are done, or not at all. */
static void add_position(const struct errand *errand, const struct bench *bench)
{
    struct quality *quality = errand->quality;
    bool budgets = quality->budget != QUALITY_OWN_LIMITS;
    for (int i = 0; errand->alpha_beta && budgets && i < quality->columns; i++)
        add(&quality->standard[i], &bench->alpha_beta[i]);
    if (!errand->players)
        return;
    quality->done++;
    for (size_t i = 0; i < cell_count(quality); i++) {
        add(&quality->cells[i], &bench->cells[i]);
        if (bench->predicted[i] < 0)
            continue;
        size_t player = i / (size_t)quality->columns;
        struct quality_bin *bin = &quality->bins[player][quality_bin_of(bench->predicted[i])];
        bin->trials++;
        bin->right += bench->cells[i].right;
        bin->predicted += bench->predicted[i];
    }
}

static copse_status do_job(struct jobs *jobs, void *state, int number, copse_message *why)
{
    const struct errand *errand = jobs->user;
    struct quality *quality = errand->quality;
    struct bench *bench = state;
    copse_status status = COPSE_OK;
    if (errand->alpha_beta)
        status = do_alpha_beta(errand, bench, number, why);
    for (int i = 0; errand->players && i < quality->player_count && status == COPSE_OK; i++)
        status = do_player(quality, bench, number, i, why);
    if (status != COPSE_OK || atomic_load(&quality->stop))
        return status; /* a search may have been cut short */
    jobs_lock(jobs);
    add_position(errand, bench);
    jobs_unlock(jobs);
    return COPSE_OK;
}

static void tell(struct jobs *jobs, int done)
{
    const struct errand *errand = jobs->user;
    errand->tick(errand->quality, errand->round, done, errand->user);
}

static copse_status run_round(struct errand *errand, copse_message *why)
{
    struct quality *quality = errand->quality;
    struct jobs jobs = {.count = quality->positions->count,
                        .threads = quality->threads,
                        .user = errand,
                        .stop = &quality->stop,
                        .begin = begin_thread,
                        .work = do_job,
                        .end = end_thread,
                        .tick = errand->tick ? tell : NULL,
                        .interval = 0.1};
    return jobs_run(&jobs, why);
}

static copse_status run_rounds(struct errand *errand, copse_message *why)
{
    struct quality *quality = errand->quality;
    errand->alpha_beta = true;
    errand->players = quality->budget != QUALITY_MEAN_NODES;
    copse_status status = run_round(errand, why);
    if (status != COPSE_OK || errand->players || atomic_load(&quality->stop))
        return status;
    for (int i = 0; i < quality->columns; i++) {
        const struct quality_cell *cell = &quality->standard[i];
        quality->mean_nodes[i] = (uint64_t)llround(cell->nodes / cell->trials);
    }
    errand->alpha_beta = false;
    errand->players = true;
    errand->round = 1;
    return run_round(errand, why);
}

copse_status quality_run(struct quality *quality, quality_tick *tick, void *user,
                         copse_message *why)
{
    size_t players = (size_t)quality->player_count;
    quality->cells = calloc(cell_count(quality) + 1, sizeof *quality->cells);
    quality->bins = calloc(players + 1, sizeof *quality->bins);
    quality->answers = calloc((size_t)quality->positions->count, sizeof *quality->answers);
    if (!quality->cells || !quality->bins || !quality->answers)
        return out_of_memory(why);
    struct errand errand = {.quality = quality, .tick = tick, .user = user};
    copse_limits limits;
    copse_limits_init(&limits);
    if (!player_parse(&errand.standard, QUALITY_STANDARD, &limits, why))
        return COPSE_UNKNOWN_ALGORITHM;
    copse_status status = run_rounds(&errand, why);
    player_clear(&errand.standard);
    return status;
}

/* ------------------------------------------------------------------------------------- results */

const struct quality_cell *quality_cell(const struct quality *quality, int player, int column)
{
    return &quality->cells[player * quality->columns + column];
}

static const double bin_starts[QUALITY_BINS + 1] = {0,   0.1, 0.2, 0.3,  0.4,  0.5, 0.6,
                                                    0.7, 0.8, 0.9, 0.95, 0.99, 1};

double quality_bin_start(int bin)
{
    return bin_starts[bin];
}

int quality_bin_of(double predicted)
{
    int bin = 0;
    while (bin + 1 < QUALITY_BINS && predicted >= bin_starts[bin + 1])
        bin++;
    return bin;
}

void quality_clear(struct quality *quality)
{
    for (int i = 0; quality->answers && i < quality->positions->count; i++)
        free(quality->answers[i].moves);
    free(quality->answers);
    free(quality->cells);
    free(quality->bins);
    quality->answers = NULL;
    quality->cells = NULL;
    quality->bins = NULL;
}
