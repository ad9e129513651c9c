/* SPDX-License-Identifier: MIT
 *
 * A search of a problem is a job. A problem is solved by a move that is among the best, or not
 * among those to avoid; and where its value is known exactly and the search says that it has solved
 * it, by that value too.
 */
#include "lab/suite.h"

#include "lab/board.h"
#include "lab/jobs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int suite_row_count(const struct suite_run *run)
{
    return run->suite->count * run->seeds;
}

static bool is_among(const copse_move *moves, int count, copse_move move)
{
    for (int i = 0; i < count; i++) {
        if (moves[i] == move)
            return true;
    }
    return false;
}

static bool is_right(const struct suite_problem *problem, copse_move move)
{
    return (problem->best_count == 0 || is_among(problem->best, problem->best_count, move)) &&
           !is_among(problem->avoid, problem->avoid_count, move);
}

/* ------------------------------------------------------------------------------------ one search
 */

/* What the progress of a search is watched for. */
struct watch {
    struct suite_run *run;
    const struct suite_problem *problem;
    bool right; /* the best move so far is right */
    struct suite_solution since;
};

static void look(struct watch *watch, const copse_result *result, double virtual_time)
{
    if (watch->right && watch->run->until_right)
        return; /* what comes after, until the processors have stopped, does not count */
    bool right = result->move != COPSE_NO_MOVE && is_right(watch->problem, result->move);
    if (right && !watch->right)
        watch->since = (struct suite_solution){.seconds = result->seconds,
                                               .cpu_seconds = result->cpu_seconds,
                                               .nodes = result->nodes,
                                               .expansions = result->expansions,
                                               .depth = result->depth,
                                               .virtual_time = virtual_time};
    watch->right = right;
}

static void on_progress(copse_search *search, const copse_result *so_far, void *user)
{
    struct watch *watch = user;
    copse_result now; /* with the virtual time of this moment */
    if (copse_search_result(search, &now) == COPSE_OK)
        look(watch, so_far, now.virtual_time);
    if (atomic_load(&watch->run->stop) || (watch->right && watch->run->until_right))
        copse_search_stop(search);
}

static copse_status search(copse_search *handle, const void *position, const copse_limits *limits,
                           copse_result *result, copse_message *why)
{
    copse_status status = copse_search_set_position(handle, position);
    if (status == COPSE_OK)
        status = copse_search_run(handle, limits);
    if (status == COPSE_OK)
        status = copse_search_result(handle, result);
    if (status != COPSE_OK)
        snprintf(why->text, sizeof why->text, "%s", copse_search_message(handle));
    return status;
}

/* The limits of a problem: the player's, or, if it has none, the depth to which the problem was
 * searched before. */
static copse_limits limits_of(const struct suite_run *run, const struct suite_problem *problem)
{
    copse_limits limits = run->player->limits;
    if (!limits.depth && !limits.nodes && !limits.expansions && limits.seconds <= 0)
        limits.depth = problem->text.depth;
    limits.endless = !limits.depth && !limits.nodes && !limits.expansions && limits.seconds <= 0;
    return limits;
}

/* How far the player's move and the best one are apart, as the player sees it: each best move is
 * played, and what follows is searched one ply less deep. */
static copse_status compare(struct suite_run *run, copse_search *handle, int number,
                            struct suite_row *row, copse_message *why)
{
    const struct suite_problem *problem = &run->suite->list[number];
    const copse_game *game = run->suite->game;
    copse_limits limits = limits_of(run, problem);
    copse_status status = COPSE_OK;
    copse_score best = -COPSE_INFINITE;
    copse_move *legal = board_moves_new(game);
    void *after = board_new(game, 1);
    if (!after || !legal)
        status = COPSE_NO_MEMORY;
    for (int i = 0; status == COPSE_OK && i < problem->best_count; i++) {
        copse_result result = {0};
        board_play(game, suite_at(run->suite, number), problem->best[i], after);
        copse_score value;
        if (game->moves(game, after, legal) == 0 || limits.depth == 1)
            value = -game->evaluate(game, after);
        else {
            copse_limits less = limits;
            less.depth = limits.depth > 1 ? limits.depth - 1 : 0;
            status = search(handle, after, &less, &result, why);
            value = -result.score;
        }
        best = value > best ? value : best;
    }
    free(after);
    free(legal);
    row->compared = status == COPSE_OK;
    row->best_score = best;
    row->apart = best > row->result.score ? 0 : row->result.score - best;
    row->near = status == COPSE_OK && row->apart <= run->within;
    return status;
}

/* Whether the search that is done solves the problem. */
static bool judge(const struct suite_problem *problem, const copse_result *result)
{
    const cop_problem *text = &problem->text;
    bool proven =
        text->exact && result->stop == COPSE_STOP_SOLVED && result->bound == COPSE_BOUND_EXACT;
    return is_right(problem, result->move) &&
           (!proven || result->score == text->score * text->unit);
}

static copse_status run_search(struct suite_run *run, int number, int seed, struct suite_row *row,
                               copse_message *why)
{
    const struct suite_problem *problem = &run->suite->list[number];
    struct watch watch = {.run = run, .problem = problem};
    copse_limits limits = limits_of(run, problem);
    copse_search *handle;
    struct branching branching;
    branching_begin(&branching, run->suite->game);
    const copse_game *game = run->branching ? &branching.game : run->suite->game;
    copse_status status = player_search(run->player, game, &handle, NULL, why);
    if (status != COPSE_OK)
        return status;
    status = player_seed(run->player, handle, seed);
    const char *machine = run->machine ? run->machine : "threads";
    bool simulated = strcmp(machine, "sim") == 0;
    if (status == COPSE_OK && (run->processors > 1 || simulated))
        status = copse_search_set_machine(handle, machine, run->processors, run->costs);
    if (status != COPSE_OK)
        snprintf(why->text, sizeof why->text, "%s", copse_search_message(handle));
    else {
        /* Reports by the clock would come at other moments each time: a simulated search is to be
         * the same always, and is watched for changes of its move only. */
        copse_search_on_progress(handle, on_progress, simulated ? 0 : 0.005, &watch);
        status = search(handle, suite_at(run->suite, number), &limits, &row->result, why);
    }
    if (status == COPSE_OK) {
        look(&watch, &row->result, row->result.virtual_time);
        row->solution = watch.since;
        row->branching = branching_counts(&branching);
        row->solved = run->until_right ? watch.right : judge(problem, &row->result);
        if (!watch.right && run->within >= 0 && problem->best_count > 0 &&
            !atomic_load(&run->stop)) {
            copse_search_clear(handle);
            status = compare(run, handle, number, row, why);
            row->solved = row->near;
        }
    }
    copse_search_free(handle);
    return status;
}

/* ------------------------------------------------------------------------------------------ jobs
 */

/* What the jobs are for, and who wants to know how far they are. */
struct errand {
    struct suite_run *run;
    suite_tick *tick;
    void *user;
};

static copse_status work(struct jobs *jobs, void *unused, int number, copse_message *why)
{
    (void)unused;
    const struct errand *errand = jobs->user;
    struct suite_run *run = errand->run;
    struct suite_row *row = &run->rows[number];
    copse_message inner;
    int problem = number / run->seeds;
    copse_status status = run_search(run, problem, number % run->seeds, row, &inner);
    if (status != COPSE_OK)
        snprintf(why->text, sizeof why->text, "problem %s: %.400s",
                 run->suite->list[problem].text.id, inner.text);
    if (status != COPSE_OK || atomic_load(&run->stop))
        return status;
    jobs_lock(jobs);
    row->done = true;
    run->done++;
    run->solved += row->solved;
    jobs_unlock(jobs);
    return COPSE_OK;
}

static void tell(struct jobs *jobs, int ended)
{
    (void)ended;
    const struct errand *errand = jobs->user;
    jobs_lock(jobs);
    int done = errand->run->done, solved = errand->run->solved;
    jobs_unlock(jobs);
    errand->tick(errand->run, done, solved, errand->user);
}

copse_status suite_play(struct suite_run *run, suite_tick *tick, void *user, copse_message *why)
{
    struct errand errand = {run, tick, user};
    run->done = run->solved = 0;
    suite_run_clear(run);
    run->rows = calloc((size_t)suite_row_count(run), sizeof *run->rows);
    if (!run->rows) {
        snprintf(why->text, sizeof why->text, "%s", copse_status_text(COPSE_NO_MEMORY));
        return COPSE_NO_MEMORY;
    }
    struct jobs jobs = {.count = suite_row_count(run),
                        .threads = run->threads,
                        .user = &errand,
                        .stop = &run->stop,
                        .work = work,
                        .tick = tick ? tell : NULL,
                        .interval = 0.1};
    return jobs_run(&jobs, why);
}

struct suite_means suite_means(const struct suite_run *run, int problem)
{
    struct suite_means means = {0};
    for (int i = problem * run->seeds; i < (problem + 1) * run->seeds; i++) {
        const struct suite_row *row = &run->rows[i];
        if (!row->done)
            continue;
        means.searches++;
        means.solved += row->solved;
        if (!row->solved || row->near)
            continue;
        means.found++;
        means.seconds += row->solution.seconds;
        means.nodes += (double)row->solution.nodes;
        means.expansions += (double)row->solution.expansions;
    }
    double found = means.found ? means.found : 1;
    means.seconds /= found;
    means.nodes /= found;
    means.expansions /= found;
    return means;
}

void suite_run_clear(struct suite_run *run)
{
    free(run->rows);
    run->rows = NULL;
}
