/* SPDX-License-Identifier: MIT
 *
 * The jobs go position by position, so that whenever the work is interrupted all players have
 * finished nearly the same positions.
 */
#include "lab/compare.h"

#include "lab/jobs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int job_count(const struct compare *compare)
{
    return compare->player_count * compare->positions->count;
}

/* ---------------------------------------------------------------------------------------- jobs */

/* What the jobs are for, and who wants to know how far they are. */
struct errand {
    struct compare *compare;
    compare_tick *tick;
    void *user;
};

static struct compare *compare_of(const struct jobs *jobs)
{
    const struct errand *errand = jobs->user;
    return errand->compare;
}

static copse_status out_of_memory(copse_message *why)
{
    snprintf(why->text, sizeof why->text, "%s", copse_status_text(COPSE_NO_MEMORY));
    return COPSE_NO_MEMORY;
}

/* A thread has a search for each player, which is made when it is first needed. */
static copse_status begin_thread(struct jobs *jobs, void **state, copse_message *why)
{
    *state = calloc((size_t)compare_of(jobs)->player_count, sizeof(copse_search *));
    return *state ? COPSE_OK : out_of_memory(why);
}

static void end_thread(struct jobs *jobs, void *state)
{
    copse_search **searches = state;
    for (int i = 0; searches && i < compare_of(jobs)->player_count; i++)
        copse_search_free(searches[i]);
    free(searches);
}

static copse_status do_job(struct jobs *jobs, void *state, int job, copse_message *why)
{
    const struct compare *compare = compare_of(jobs);
    int number = job % compare->player_count;
    const struct player *player = &compare->players[number];
    copse_search **search = (copse_search **)state + number;
    copse_status status = COPSE_OK;
    if (!*search)
        status = player_search(player, compare->game, search, NULL, why);
    if (status != COPSE_OK)
        return status;
    const void *position = positions_at(compare->positions, job / compare->player_count);
    copse_limits limits =
        positions_limits(compare->positions, job / compare->player_count, &player->limits, 0);
    status = copse_search_set_position(*search, position);
    if (status == COPSE_OK)
        status = copse_search_run(*search, &limits);
    struct compare_cell *cell = &compare->cells[job];
    if (status == COPSE_OK)
        status = copse_search_result(*search, &cell->result);
    cell->done = status == COPSE_OK;
    if (status != COPSE_OK)
        snprintf(why->text, sizeof why->text, "%s", copse_search_message(*search));
    return status;
}

static void tell(struct jobs *jobs, int done)
{
    const struct errand *errand = jobs->user;
    errand->tick(errand->compare, done, jobs->count, errand->user);
}

copse_status compare_run(struct compare *compare, compare_tick *tick, void *user,
                         copse_message *why)
{
    compare->cells = calloc((size_t)job_count(compare), sizeof *compare->cells);
    if (!compare->cells)
        return out_of_memory(why);
    struct errand errand = {compare, tick, user};
    struct jobs jobs = {.count = job_count(compare),
                        .threads = compare->threads,
                        .user = &errand,
                        .stop = &compare->stop,
                        .begin = begin_thread,
                        .work = do_job,
                        .end = end_thread,
                        .tick = tick ? tell : NULL,
                        .interval = 0.1};
    return jobs_run(&jobs, why);
}

/* ------------------------------------------------------------------------------------- results */

/* The cells of a position, one for each player. */
static const struct compare_cell *cells_of(const struct compare *compare, int position)
{
    return compare->cells + (size_t)position * (size_t)compare->player_count;
}

static bool all_done(const struct compare *compare, int position)
{
    const struct compare_cell *cells = cells_of(compare, position);
    for (int i = 0; i < compare->player_count; i++) {
        if (!cells[i].done)
            return false;
    }
    return true;
}

static int first_exact(const struct compare *compare)
{
    for (int i = 0; i < compare->player_count; i++) {
        if (compare->players[i].algorithm->exact)
            return i;
    }
    return -1;
}

/* One player's sums over the positions that all have finished; returns how many those are. */
static int sum_up(const struct compare *compare, int player, int exact, struct compare_row *row)
{
    int count = 0;
    *row = (struct compare_row){0};
    for (int i = 0; i < compare->positions->count; i++) {
        if (!all_done(compare, i))
            continue;
        const struct compare_cell *cells = cells_of(compare, i);
        const copse_result *result = &cells[player].result;
        row->nodes += (double)result->nodes;
        row->seconds += result->cpu_seconds;
        row->depth += result->depth;
        row->agreement += exact >= 0 && result->score == cells[exact].result.score;
        count++;
    }
    return count;
}

/* A player's nodes for each position, in those of the first player. */
static void relate_each(const struct compare *compare, int player, int count,
                        struct compare_row *row)
{
    double squares = 0;
    for (int pass = 0; pass < 2; pass++) { /* the mean first, then the differences from it */
        for (int i = 0; i < compare->positions->count; i++) {
            if (!all_done(compare, i))
                continue;
            const struct compare_cell *cells = cells_of(compare, i);
            double first = (double)cells[0].result.nodes;
            double ratio = first > 0 ? (double)cells[player].result.nodes / first : 1;
            if (pass == 1) {
                squares += (ratio - row->each) * (ratio - row->each);
                continue;
            }
            row->each += ratio / count;
            row->most = ratio > row->most ? ratio : row->most;
            row->least = row->least > 0 && row->least < ratio ? row->least : ratio;
        }
    }
    row->deviation = count > 1 ? sqrt(squares / (count - 1)) : 0;
}

int compare_rows(const struct compare *compare, struct compare_row *rows)
{
    int exact = first_exact(compare), count = 0;
    for (int i = 0; i < compare->player_count; i++) {
        struct compare_row *row = &rows[i];
        count = sum_up(compare, i, exact, row);
        if (count == 0)
            break;
        row->nodes_per_second = row->seconds > 0 ? row->nodes / row->seconds : 0;
        row->nodes /= count;
        row->depth /= count;
        row->agreement = exact >= 0 ? row->agreement / count : -1;
        relate_each(compare, i, count, row);
        row->relative = rows[0].nodes > 0 ? row->nodes / rows[0].nodes : 0;
    }
    return count;
}

void compare_clear(struct compare *compare)
{
    free(compare->cells);
    compare->cells = NULL;
}
