/* SPDX-License-Identifier: MIT
 *
 * First the right moves, by a study of decision quality without players, then the searches. The
 * samples of each tree are kept, because the interval of the speed-up comes from how much the trees
 * differ.
 */
#include "lab/scale.h"

#include "lab/jobs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct errand {
    struct scale *scale;
    scale_tick *tick;
    void *user;
};

static copse_status out_of_memory(copse_message *why)
{
    snprintf(why->text, sizeof why->text, "%s", copse_status_text(COPSE_NO_MEMORY));
    return COPSE_NO_MEMORY;
}

/* ------------------------------------------------------------------------------------- searches */

/* Somebody who interrupts does not want to wait for a long search. */
static void look_for_stop(copse_search *search, const copse_result *so_far, void *user)
{
    (void)so_far;
    struct scale *scale = user;
    if (atomic_load(&scale->stop))
        copse_search_stop(search);
}

/* A thread has a search for each player. */
static void end_thread(struct jobs *jobs, void *state)
{
    const struct errand *errand = jobs->user;
    copse_search **searches = state;
    for (int i = 0; i < errand->scale->player_count; i++)
        copse_search_free(searches[i]);
    free(searches);
}

static copse_status begin_thread(struct jobs *jobs, void **state, copse_message *why)
{
    struct errand *errand = jobs->user;
    struct scale *scale = errand->scale;
    copse_search **searches = calloc((size_t)scale->player_count, sizeof(copse_search *));
    if (!searches)
        return out_of_memory(why);
    for (int i = 0; i < scale->player_count; i++) {
        copse_status status =
            player_search(&scale->players[i], scale->game, &searches[i], NULL, why);
        if (status != COPSE_OK) {
            end_thread(jobs, searches);
            return status;
        }
        copse_search_on_progress(searches[i], look_for_stop, 0.1, scale);
    }
    *state = searches;
    return COPSE_OK;
}

static struct scale_sample *sample_at(const struct scale *scale, int tree, int player, int column)
{
    return &scale->samples[(tree * scale->player_count + player) * scale->columns + column];
}

static bool is_right(const struct quality_answer *answer, copse_move move)
{
    for (int i = 0; i < answer->count; i++) {
        if (answer->moves[i] == move)
            return true;
    }
    return false;
}

/* Controllers are the first processors. */
static void add_result(const struct scale *scale, copse_search *search, int tree, int controllers,
                       struct scale_sample *sample)
{
    copse_result result;
    copse_processor one;
    if (copse_search_result(search, &result) != COPSE_OK)
        return;
    sample->time += strcmp(scale->machine, "sim") == 0 ? result.virtual_time : result.seconds;
    sample->nodes += (double)result.nodes;
    sample->expansions += (double)result.expansions;
    sample->move = result.move;
    sample->score = result.score;
    for (int i = controllers; i < result.processors; i++) {
        if (copse_search_processor(search, i, &one) != COPSE_OK)
            continue;
        sample->busy += one.busy;
        sample->idle += one.idle;
        sample->locked += one.locked;
        sample->communicating += one.communicating;
    }
    if (scale->right_depth > 0) {
        sample->decisions++;
        sample->right += is_right(&scale->right.answers[tree], result.move);
    }
}

static copse_status search_once(const struct scale *scale, const struct player *player,
                                copse_search *search, int tree, int repeat, copse_message *why)
{
    copse_limits limits =
        positions_limits(scale->positions, tree, &player->limits, scale->shallower);
    copse_status status = player_seed(player, search, repeat);
    if (status == COPSE_OK)
        status = copse_search_set_position(search, positions_at(scale->positions, tree));
    if (status == COPSE_OK)
        status = copse_search_run(search, &limits);
    if (status != COPSE_OK)
        snprintf(why->text, sizeof why->text, "%s", copse_search_message(search));
    return status;
}

int scale_controllers(const struct player *player)
{
    static const char *const with_one[] = {"pvsplit", "pvfsplit", "dbte", "treesplit"};
    for (size_t i = 0; i < sizeof with_one / sizeof with_one[0]; i++) {
        if (strcmp(player->algorithm->name, with_one[i]) == 0)
            return 1;
    }
    return 0;
}

static copse_status do_column(struct scale *scale, int player, copse_search *search, int tree,
                              int column, copse_message *why)
{
    int processors = scale->processors[column], controllers = 0;
    if (scale->searchers && processors > 1)
        controllers = scale_controllers(&scale->players[player]);
    copse_status status =
        copse_search_set_machine(search, scale->machine, processors + controllers, scale->costs);
    if (status != COPSE_OK)
        snprintf(why->text, sizeof why->text, "%s", copse_search_message(search));
    for (int i = 0; i < scale->repeat && status == COPSE_OK; i++) {
        status = search_once(scale, &scale->players[player], search, tree, i, why);
        if (status == COPSE_OK)
            add_result(scale, search, tree, controllers, sample_at(scale, tree, player, column));
    }
    return status;
}

static copse_status do_tree(struct jobs *jobs, void *state, int number, copse_message *why)
{
    const struct errand *errand = jobs->user;
    struct scale *scale = errand->scale;
    copse_search **searches = state;
    for (int i = 0; i < scale->player_count * scale->columns; i++) {
        int player = i / scale->columns;
        copse_status status =
            do_column(scale, player, searches[player], number, i % scale->columns, why);
        if (status != COPSE_OK || atomic_load(&scale->stop))
            return status; /* a search may have been cut short */
    }
    jobs_lock(jobs);
    scale->finished[number] = true;
    scale->done++;
    jobs_unlock(jobs);
    return COPSE_OK;
}

static void tell(struct jobs *jobs, int done)
{
    const struct errand *errand = jobs->user;
    errand->tick(errand->scale, true, done, errand->user);
}

/* ------------------------------------------------------------------------------------------ runs
 */

/* Also hands on the wish to stop. */
static void tell_right(struct quality *quality, int round, int done, void *user)
{
    (void)round;
    const struct errand *errand = user;
    if (atomic_load(&errand->scale->stop))
        atomic_store(&quality->stop, true);
    if (errand->tick)
        errand->tick(errand->scale, false, done, errand->user);
}

static copse_status find_right_moves(struct errand *errand, copse_message *why)
{
    struct scale *scale = errand->scale;
    scale->right.game = scale->game;
    scale->right.positions = scale->positions;
    scale->right.right_depth = scale->right_depth;
    scale->right.columns = 1;
    scale->right.threads = scale->threads;
    return quality_run(&scale->right, tell_right, errand, why);
}

copse_status scale_run(struct scale *scale, scale_tick *tick, void *user, copse_message *why)
{
    struct errand errand = {scale, tick, user};
    size_t trees = (size_t)scale->positions->count, players = (size_t)scale->player_count;
    scale->samples = calloc(trees * players * (size_t)scale->columns, sizeof *scale->samples);
    scale->finished = calloc(trees, sizeof *scale->finished);
    if (!scale->samples || !scale->finished)
        return out_of_memory(why);
    copse_status status = scale->right_depth > 0 ? find_right_moves(&errand, why) : COPSE_OK;
    if (status != COPSE_OK || atomic_load(&scale->stop))
        return status;
    struct jobs jobs = {.count = scale->positions->count,
                        .threads = scale->threads,
                        .user = &errand,
                        .stop = &scale->stop,
                        .begin = begin_thread,
                        .work = do_tree,
                        .end = end_thread,
                        .tick = tick ? tell : NULL,
                        .interval = 0.1};
    return jobs_run(&jobs, why);
}

/* --------------------------------------------------------------------------------------- results
 */

bool scale_by_nodes(const struct player *player)
{
    return strcmp(player->algorithm->family, "best-first") != 0;
}

static struct scale_sample sum_of(const struct scale *scale, int player, int column)
{
    struct scale_sample sum = {0};
    for (int tree = 0; tree < scale->positions->count; tree++) {
        const struct scale_sample *one = sample_at(scale, tree, player, column);
        if (!scale->finished[tree])
            continue;
        sum.time += one->time;
        sum.nodes += one->nodes;
        sum.expansions += one->expansions;
        sum.busy += one->busy;
        sum.idle += one->idle;
        sum.locked += one->locked;
        sum.communicating += one->communicating;
        sum.decisions += one->decisions;
        sum.right += one->right;
    }
    return sum;
}

/* By the jackknife (Tukey 1958): how much the ratio of the sums changes when one tree is left out
 * tells how much it would change with other trees. */
static struct interval speed_up_interval(const struct scale *scale, int player, int column,
                                         double alone, double together)
{
    static const double quantile = 1.959964; /* of the normal distribution, for 95 % */
    double sum = 0, squares = 0, n = scale->done;
    if (scale->done < 2)
        return (struct interval){0, INFINITY};
    for (int pass = 0; pass < 2; pass++) { /* the mean first, then the differences from it */
        for (int tree = 0; tree < scale->positions->count; tree++) {
            const struct scale_sample *row = sample_at(scale, tree, player, 0);
            if (!scale->finished[tree])
                continue;
            double without = (alone - row[0].time) / (together - row[column].time);
            if (pass == 0)
                sum += without;
            else
                squares += (without - sum / n) * (without - sum / n);
        }
    }
    double half = quantile * sqrt((n - 1) / n * squares), ratio = alone / together;
    return (struct interval){ratio > half ? ratio - half : 0, ratio + half};
}

struct scale_row scale_row(const struct scale *scale, int player, int column)
{
    struct scale_sample alone = sum_of(scale, player, 0);
    struct scale_row row = {.processors = scale->processors[column],
                            .sum = sum_of(scale, player, column)};
    bool by_nodes = scale_by_nodes(&scale->players[player]);
    double work_alone = by_nodes ? alone.nodes : alone.expansions;
    row.work = by_nodes ? row.sum.nodes : row.sum.expansions;
    row.speed_up = alone.time / row.sum.time;
    row.interval = speed_up_interval(scale, player, column, alone.time, row.sum.time);
    row.efficiency = row.speed_up / row.processors;
    row.overhead = row.work / work_alone - 1;
    row.rate = row.work / row.sum.time / (work_alone / alone.time);
    return row;
}

const struct scale_sample *scale_at(const struct scale *scale, int tree, int player, int column)
{
    return scale->finished[tree] ? sample_at(scale, tree, player, column) : NULL;
}

static double share_of(double part, double whole)
{
    return whole > 0 ? part / whole : 0;
}

struct scale_figures scale_figures(const struct scale *scale, int tree, int player, int column)
{
    const struct scale_sample *alone = sample_at(scale, tree, player, 0);
    const struct scale_sample *one = sample_at(scale, tree, player, column);
    bool by_nodes = scale_by_nodes(&scale->players[player]);
    double work_alone = by_nodes ? alone->nodes : alone->expansions;
    double work = by_nodes ? one->nodes : one->expansions;
    double whole = one->busy + one->idle + one->locked + one->communicating;
    return (struct scale_figures){{[SCALE_SPEED_UP] = share_of(alone->time, one->time),
                                   [SCALE_EXTRA] = share_of(work - work_alone, work_alone),
                                   [SCALE_WAITING] = share_of(one->idle, whole)}};
}

void scale_means(const struct scale *scale, int player, int column, struct scale_figures *mean,
                 struct scale_figures *deviation)
{
    double sum[SCALE_MEASURES] = {0}, squares[SCALE_MEASURES] = {0}, n = scale->done;
    *mean = *deviation = (struct scale_figures){{0}};
    for (int pass = 0; pass < 2 && n > 0; pass++) { /* the means first, then what differs from it */
        for (int tree = 0; tree < scale->positions->count; tree++) {
            if (!scale->finished[tree])
                continue;
            struct scale_figures figures = scale_figures(scale, tree, player, column);
            for (int i = 0; i < SCALE_MEASURES; i++) {
                double apart = figures.of[i] - mean->of[i];
                sum[i] += pass == 0 ? figures.of[i] : 0;
                squares[i] += pass == 0 ? 0 : apart * apart;
            }
        }
        for (int i = 0; i < SCALE_MEASURES; i++)
            mean->of[i] = sum[i] / n;
    }
    for (int i = 0; i < SCALE_MEASURES && n > 1; i++)
        deviation->of[i] = sqrt(squares[i] / (n - 1));
}

/* Where the processors together are busy for less time than one alone, all of it is useful, and the
 * overhead is none rather than less than that: a share cannot be. */
struct scale_profile scale_profile(const struct scale *scale, int player, int column)
{
    struct scale_sample sum = sum_of(scale, player, column);
    double whole = sum.busy + sum.idle + sum.locked + sum.communicating;
    double useful = fmin(sum_of(scale, player, 0).busy, sum.busy);
    struct scale_profile profile = {{0}};
    if (!(whole > 0))
        return profile;
    profile.share[SCALE_USEFUL] = useful / whole;
    profile.share[SCALE_OVERHEAD] = (sum.busy - useful) / whole;
    profile.share[SCALE_LOCKED] = sum.locked / whole;
    profile.share[SCALE_COMMUNICATING] = sum.communicating / whole;
    profile.share[SCALE_IDLE] = sum.idle / whole;
    return profile;
}

void scale_clear(struct scale *scale)
{
    if (scale->right.positions)
        quality_clear(&scale->right);
    free(scale->samples);
    free(scale->finished);
    scale->samples = NULL;
    scale->finished = NULL;
}
