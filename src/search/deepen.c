/* SPDX-License-Identifier: MIT
 *
 * Runs any search of the alpha-beta family: at once to the depth, or by staged iteration
 * (Fishburn & Finkel 1980, section 8.1), each iteration beginning with the principal variation of
 * the one before; with the whole window, or with an aspiration window around the expected value and
 * a fail-soft second try (ibid.). */
#include "search/algorithm.h"
#include "search/walk.h"

#include <string.h>

static copse_score below(copse_score value, int64_t width)
{
    return value - width < -COPSE_INFINITE ? -COPSE_INFINITE : (copse_score)(value - width);
}

static copse_score above(copse_score value, int64_t width)
{
    return value + width > COPSE_INFINITE ? COPSE_INFINITE : (copse_score)(value + width);
}

/* Where lines are uneven, a second search of a node may see other lines than the first, so that
 * what came out is no bound to rely on: a side that did not hold the value is widened, more each
 * time, until both do. */
static copse_score aspire_unevenly(cop_walk *w, const cop_algorithm *algorithm, int depth,
                                   int64_t window)
{
    enum { WIDER = 3, MOST_TRIES = 4 };
    copse_score alpha = below(w->guess, window), beta = above(w->guess, window);
    for (int tries = 1;; tries++) {
        copse_score value = algorithm->search(w, depth, alpha, beta);
        window = tries < MOST_TRIES ? window * WIDER : INT32_MAX;
        if (!w->stopped && value <= alpha && alpha > -COPSE_INFINITE)
            alpha = below(value, window);
        else if (!w->stopped && value >= beta && beta < COPSE_INFINITE)
            beta = above(value, window);
        else
            return value;
    }
}

/* One search to this depth, however many tries it takes. */
static copse_score aspire(cop_walk *w, const cop_algorithm *algorithm, int depth)
{
    copse_score alpha = -COPSE_INFINITE, beta = COPSE_INFINITE;
    int64_t window = w->job->settings.window;
    if (w->job->is_capped) {
        copse_score value = algorithm->search(w, depth, alpha, w->job->cap);
        w->bound = value >= w->job->cap ? COPSE_BOUND_LOWER : COPSE_BOUND_EXACT;
        return value;
    }
    if (window > 0 && w->uneven.on)
        return aspire_unevenly(w, algorithm, depth, window);
    if (window > 0) {
        alpha = below(w->guess, window);
        beta = above(w->guess, window);
    }
    copse_score value = algorithm->search(w, depth, alpha, beta);
    /* The value is at most, or at least, what came out; the second window must contain that. */
    if (!w->stopped && value <= alpha && alpha > -COPSE_INFINITE)
        value = algorithm->search(w, depth, -COPSE_INFINITE, value + 1);
    else if (!w->stopped && value >= beta && beta < COPSE_INFINITE)
        value = algorithm->search(w, depth, value - 1, COPSE_INFINITE);
    return value;
}

/* The iteration is over: its value and its line are the result. */
static void conclude(cop_walk *w, int depth, copse_score value)
{
    copse_result *result = &w->job->result;
    cop_root_publish(w);
    result->depth = depth;
    result->score = value;
    result->bound = w->bound;
    for (int i = 0; i < result->move_count; i++)
        if (w->job->root_moves[i].move == result->move) {
            w->job->root_moves[i].score = value; /* a row may have only a bound of it */
            w->job->root_moves[i].bound = w->bound;
        }
    w->guess = value;
    w->last = result->move;
    w->line_length = result->pv_length;
    memcpy(w->line, w->job->pv, (size_t)result->pv_length * sizeof(copse_move));
    cop_root_lengthen(w);
}

/* Nothing deeper can change the result: a proven win or loss, or no line reached the depth. Where
 * lines are uneven a shorter win may have been missed by those that are as long as it. */
static bool is_solved(const cop_walk *w, int depth, uint64_t horizon_before)
{
    const copse_result *result = &w->job->result;
    bool proved = copse_score_proof(result->score) != 0 &&
                  (!w->uneven.on || copse_score_plies(result->score) <= depth);
    return result->bound == COPSE_BOUND_EXACT && (w->horizon == horizon_before || proved);
}

/* The first depth to search. With steps of two the parity is that of the last one, so that it is
 * reached. */
static int first_depth(const cop_job *job)
{
    if (!job->settings.deepening)
        return job->limits.depth;
    return job->settings.step == 2 && job->limits.depth % 2 == 0 ? 2 : 1;
}

static copse_status iterate(cop_walk *w, const cop_algorithm *algorithm, cop_job *job)
{
    int depth = first_depth(job);
    for (;;) {
        copse_status status = cop_walk_start(w, depth);
        if (status != COPSE_OK)
            return status;
        uint64_t horizon_before = w->horizon;
        w->trusted = w->last == COPSE_NO_MOVE;
        w->found_length = 0;
        copse_score value = aspire(w, algorithm, depth);
        if (w->stopped) {
            cop_root_lengthen(w);
            return job->status;
        }
        conclude(w, depth, value);
        if (is_solved(w, depth, horizon_before))
            cop_job_finish(job, COPSE_STOP_SOLVED);
        else if (depth >= job->limits.depth)
            cop_job_finish(job, COPSE_STOP_DEPTH);
        if (job->result.stop != COPSE_STOP_NONE)
            return COPSE_OK;
        cop_job_report(job);
        if (cop_job_check(job)) /* whoever was told may have asked to stop */
            return COPSE_OK;
        depth += (int)job->settings.step;
    }
}

copse_status cop_deepen(void *walk, const cop_algorithm *algorithm, cop_job *job)
{
    cop_walk *w = walk;
    copse_status status = cop_walk_prepare(w, job);
    if (status != COPSE_OK)
        return status;
    copse_score guess = job->game->evaluate(job->game, job->root);
    w->guess = guess > COPSE_WIN ? COPSE_WIN : guess < -COPSE_WIN ? -COPSE_WIN : guess;
    status = iterate(w, algorithm, job);
    if (w->tree_bytes > 0) {
        job->result.kept_nodes = cop_tree_nodes(&w->tree);
        job->result.kept_bytes = cop_tree_bytes_in_use(&w->tree);
    }
    return status;
}

static void played(void *state, copse_move move)
{
    cop_walk_played(state, move);
}

static void clear(void *state)
{
    cop_walk_clear(state);
}

static void release(void *state)
{
    cop_walk_free(state);
}

const cop_kind cop_kind_depth_first = {
    .state_size = sizeof(cop_walk),
    .run = cop_deepen,
    .played = played,
    .clear = clear,
    .free = release,
    .table_full = cop_walk_table_full,
};
