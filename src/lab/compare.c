/* SPDX-License-Identifier: MIT
 *
 * Jobs over threads: an atomic counter hands them out, position by position, so that whenever the
 * work is interrupted all players have finished nearly the same positions.
 */
#include "lab/compare.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int job_count(const struct compare *compare)
{
    return compare->player_count * compare->positions->count;
}

static void report(struct compare *compare, copse_status status, const char *sentence)
{
    pthread_mutex_lock(&compare->lock);
    if (status == COPSE_OK) {
        compare->done++;
    } else if (compare->failed == COPSE_OK) {
        compare->failed = status;
        snprintf(compare->message.text, sizeof compare->message.text, "%s", sentence);
        atomic_store(&compare->stop, true);
    }
    pthread_cond_signal(&compare->changed);
    pthread_mutex_unlock(&compare->lock);
}

/* Does one job with the player's search on this thread, which is made when it is first needed. */
static void do_job(struct compare *compare, int job, copse_search **searches)
{
    int number = job % compare->player_count;
    const struct player *player = &compare->players[number];
    copse_search **search = &searches[number];
    copse_message why;
    copse_status status = COPSE_OK;
    if (!*search) {
        status = player_search(player, compare->game, search, NULL, &why);
        if (status != COPSE_OK) {
            report(compare, status, why.text);
            return;
        }
    }
    const void *position = positions_at(compare->positions, job / compare->player_count);
    status = copse_search_set_position(*search, position);
    if (status == COPSE_OK)
        status = copse_search_run(*search, &player->limits);
    struct compare_cell *cell = &compare->cells[job];
    if (status == COPSE_OK)
        status = copse_search_result(*search, &cell->result);
    cell->done = status == COPSE_OK;
    report(compare, status, copse_search_message(*search));
}

static void *work(void *user)
{
    struct compare *compare = user;
    copse_search **searches = calloc((size_t)compare->player_count, sizeof(copse_search *));
    if (!searches)
        report(compare, COPSE_NO_MEMORY, copse_status_text(COPSE_NO_MEMORY));
    while (searches && !atomic_load(&compare->stop)) {
        int job = atomic_fetch_add(&compare->next, 1);
        if (job >= job_count(compare))
            break;
        do_job(compare, job, searches);
    }
    for (int i = 0; searches && i < compare->player_count; i++)
        copse_search_free(searches[i]);
    free(searches);
    pthread_mutex_lock(&compare->lock);
    compare->running--;
    pthread_cond_signal(&compare->changed);
    pthread_mutex_unlock(&compare->lock);
    return NULL;
}

/* Waits for the threads, telling the caller now and then how far they are. */
static void watch(struct compare *compare, compare_tick *tick, void *user)
{
    pthread_mutex_lock(&compare->lock);
    while (compare->running > 0) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += 100000000;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        while (compare->running > 0 &&
               pthread_cond_timedwait(&compare->changed, &compare->lock, &until) == 0)
            continue;
        int done = compare->done;
        pthread_mutex_unlock(&compare->lock);
        if (tick)
            tick(compare, done, job_count(compare), user);
        pthread_mutex_lock(&compare->lock);
    }
    pthread_mutex_unlock(&compare->lock);
}

copse_status compare_run(struct compare *compare, compare_tick *tick, void *user,
                         copse_message *why)
{
    atomic_init(&compare->next, 0);
    compare->done = compare->running = 0;
    compare->failed = COPSE_NO_MEMORY;
    snprintf(why->text, sizeof why->text, "%s", copse_status_text(COPSE_NO_MEMORY));
    compare->cells = calloc((size_t)job_count(compare), sizeof *compare->cells);
    pthread_t *threads = calloc((size_t)compare->threads, sizeof *threads);
    if (!compare->cells || !threads) {
        free(threads);
        return COPSE_NO_MEMORY;
    }
    compare->failed = COPSE_OK;
    pthread_mutex_init(&compare->lock, NULL);
    pthread_cond_init(&compare->changed, NULL);
    pthread_mutex_lock(&compare->lock);
    while (compare->running < compare->threads &&
           pthread_create(&threads[compare->running], NULL, work, compare) == 0)
        compare->running++;
    int started = compare->running; /* fewer than asked for is slower, not wrong */
    pthread_mutex_unlock(&compare->lock);
    if (started > 0)
        watch(compare, tick, user);
    else
        compare->failed = COPSE_NO_MEMORY;
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_cond_destroy(&compare->changed);
    pthread_mutex_destroy(&compare->lock);
    free(threads);
    if (compare->failed != COPSE_OK && started > 0)
        *why = compare->message;
    return compare->failed;
}

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
        row->relative = rows[0].nodes > 0 ? row->nodes / rows[0].nodes : 0;
    }
    return count;
}

void compare_clear(struct compare *compare)
{
    free(compare->cells);
    compare->cells = NULL;
}
