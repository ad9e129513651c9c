/* SPDX-License-Identifier: MIT */
#include "serve/run.h"

#include "base/os.h"
#include "base/text.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Seconds between two frames. A frame is taken on the searching thread, and half a hundredth of its
 * time is all that frames may take: a large tree is shown less often. */
static const double frame_interval = 0.1, longest_interval = 1, frame_share = 0.01;

/* The library keeps so many slices until they are taken, and so many are taken at a time. */
enum { SLICES_KEPT = 1 << 18, SLICES_TAKEN = 4096 };

struct run {
    int number;
    size_t memory;        /* bytes that it may use */
    copse_search *search; /* of the thread; others only stop it */
    char *root;           /* of the thread: the position that it searches */
    struct frame_wish wish;
    double last_frame;  /* of the thread: when it was taken */
    double interval;    /* until the next one, at least */
    copse_slice *taken; /* of the thread: SLICES_TAKEN */

    pthread_mutex_t slices_lock; /* protects the next two; the thread never waits for it */
    struct slices *slices;       /* NULL: processors are not watched */
    uint64_t turn;

    pthread_t thread;
    pthread_mutex_t lock; /* protects what follows */
    pthread_cond_t news;  /* a frame, or something for the thread to do */
    cop_record record;    /* the game up to the position that is searched, or is to be next */
    copse_limits limits;
    int handed;  /* of the record's moves, those that the handle knows */
    bool wanted; /* there is something to search */
    bool under_way, asked_to_stop;
    bool closed;
    struct frame *newest;
    uint64_t seen; /* frames so far */
    int watchers;
    double since; /* when the last watcher left */
};

/* ------------------------------------------------------------------------------- the thread */

static void publish(struct run *run, struct frame *frame)
{
    pthread_mutex_lock(&run->lock);
    struct frame *before = run->newest;
    if (frame) {
        run->newest = frame;
        run->seen++;
    } else {
        before = NULL;
    }
    pthread_cond_broadcast(&run->news);
    pthread_mutex_unlock(&run->lock);
    frame_drop(before);
}

/* If somebody reads them right now they stay with the library until next time. */
static void take_slices(struct run *run)
{
    size_t count = SLICES_TAKEN;
    if (!run->slices || pthread_mutex_trylock(&run->slices_lock) != 0)
        return;
    while (count >= SLICES_TAKEN - 1) {
        count = copse_search_slices(run->search, run->taken, SLICES_TAKEN);
        slices_add(run->slices, run->taken, count);
    }
    pthread_mutex_unlock(&run->slices_lock);
}

static void forget_slices(struct run *run)
{
    if (!run->slices)
        return;
    pthread_mutex_lock(&run->slices_lock);
    slices_clear(run->slices);
    run->turn++;
    pthread_mutex_unlock(&run->slices_lock);
}

/* Also called whenever the best move changes: what comes too soon after the last frame is left out,
 * for there will be another. */
static void on_progress(copse_search *search, const copse_result *so_far, void *user)
{
    struct run *run = user;
    double now = cop_clock_wall();
    (void)so_far;
    if (now - run->last_frame < 0.9 * run->interval)
        return;
    run->last_frame = now;
    take_slices(run);
    publish(run, frame_take(search, &run->wish, FRAME_PROGRESS));
    run->interval =
        fmin(fmax((cop_clock_wall() - now) / frame_share, frame_interval), longest_interval);
}

/* Tells the handle what was played since, and takes the limits; the lock is held. */
static copse_status prepare(struct run *run, copse_limits *limits)
{
    copse_status status = COPSE_OK;
    while (run->handed < run->record.count && status == COPSE_OK)
        status = copse_search_played(run->search, run->record.moves[run->handed++].move);
    memcpy(run->root, copse_search_position(run->search), run->record.game->position_size);
    *limits = run->limits;
    run->wanted = false;
    run->under_way = true;
    run->asked_to_stop = false;
    return status;
}

/* One search. A stop that came when the last run had just ended is the next one's to the library,
 * but nobody meant that one: it runs again. */
static void search_once(struct run *run, copse_status status, const copse_limits *limits)
{
    copse_result result;
    bool again = true;
    while (status == COPSE_OK && again) {
        forget_slices(run);
        status = copse_search_run(run->search, limits);
        pthread_mutex_lock(&run->lock);
        again = status == COPSE_OK && !run->asked_to_stop &&
                copse_search_result(run->search, &result) == COPSE_OK &&
                result.stop == COPSE_STOP_ASKED;
        run->under_way = again;
        pthread_mutex_unlock(&run->lock);
    }
    take_slices(run);
    struct frame *frame =
        frame_take(run->search, &run->wish, status == COPSE_OK ? FRAME_DONE : FRAME_FAILED);
    if (frame)
        cop_say(&frame->message, status, "%s", copse_search_message(run->search));
    pthread_mutex_lock(&run->lock);
    bool superseded = run->wanted;
    run->under_way = false;
    pthread_mutex_unlock(&run->lock);
    if (superseded)
        frame_drop(frame);
    else
        publish(run, frame);
}

static void *run_main(void *user)
{
    struct run *run = user;
    pthread_mutex_lock(&run->lock);
    while (!run->closed) {
        if (!run->wanted) {
            pthread_cond_wait(&run->news, &run->lock);
            continue;
        }
        copse_limits limits;
        copse_status status = prepare(run, &limits);
        pthread_mutex_unlock(&run->lock);
        search_once(run, status, &limits);
        pthread_mutex_lock(&run->lock);
    }
    pthread_mutex_unlock(&run->lock);
    return NULL;
}

/* -------------------------------------------------------------------------------- new and free */

/* All but the search and the record, which are the caller's if nothing came of it. */
static void release(struct run *run)
{
    frame_drop(run->newest);
    slices_free(run->slices);
    free(run->taken);
    free(run->root);
    pthread_mutex_destroy(&run->slices_lock);
    pthread_cond_destroy(&run->news);
    pthread_mutex_destroy(&run->lock);
    free(run);
}

struct run *run_new(struct asked *asked, int number, copse_message *why)
{
    pthread_condattr_t monotonic;
    struct run *run = calloc(1, sizeof *run);
    char *root = position_new(asked->record.game);
    struct slices *slices = asked->processors ? slices_new() : NULL;
    copse_slice *taken = asked->processors ? calloc(SLICES_TAKEN, sizeof *taken) : NULL;
    if (run == NULL || root == NULL || (asked->processors && !(slices && taken))) {
        cop_say(why, COPSE_NO_MEMORY, "%s", copse_status_text(COPSE_NO_MEMORY));
        free(taken);
        slices_free(slices);
        free(root);
        free(run);
        return NULL;
    }
    run->root = root;
    run->slices = slices;
    run->taken = taken;
    run->number = number;
    run->search = asked->search;
    run->record = asked->record;
    run->limits = asked->limits;
    run->wish = (struct frame_wish){.game = asked->record.game,
                                    .position = root,
                                    .tree = asked->tree,
                                    .processors = asked->processors,
                                    .simulated = asked->simulated};
    run->memory = asked->limits.memory;
    run->handed = run->record.count;
    run->interval = frame_interval;
    run->wanted = true;
    run->since = cop_clock_wall();
    pthread_mutex_init(&run->lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&run->news, &monotonic);
    pthread_condattr_destroy(&monotonic);
    pthread_mutex_init(&run->slices_lock, NULL);
    copse_search_on_progress(run->search, on_progress, frame_interval, run);
    copse_search_watch_tree(run->search, asked->tree);
    if (asked->processors) /* without room for them there are shares of the time at least */
        (void)copse_search_keep_slices(run->search, SLICES_KEPT);
    if (pthread_create(&run->thread, NULL, run_main, run) != 0) {
        cop_say(why, COPSE_NO_MEMORY, "the system gives no more threads");
        release(run);
        return NULL;
    }
    *asked = (struct asked){.search = NULL};
    return run;
}

void run_free(struct run *run)
{
    run_close(run);
    pthread_join(run->thread, NULL);
    copse_search_free(run->search);
    cop_record_clear(&run->record);
    release(run);
}

int run_number(const struct run *run)
{
    return run->number;
}

size_t run_memory(const struct run *run)
{
    return run->memory;
}

/* ---------------------------------------------------------------------------------- for others */

static void stop_locked(struct run *run)
{
    if (!run->under_way)
        return;
    run->asked_to_stop = true;
    copse_search_stop(run->search);
}

void run_stop(struct run *run)
{
    pthread_mutex_lock(&run->lock);
    stop_locked(run);
    pthread_mutex_unlock(&run->lock);
}

void run_close(struct run *run)
{
    pthread_mutex_lock(&run->lock);
    run->closed = true;
    stop_locked(run);
    pthread_cond_broadcast(&run->news);
    pthread_mutex_unlock(&run->lock);
}

copse_status run_go(struct run *run, const json_t *request, copse_message *why)
{
    copse_limits limits;
    copse_status status = ask_members(request, "going on", "played limits", why);
    if (status == COPSE_OK)
        status = ask_limits(request, &limits, why);
    if (status != COPSE_OK)
        return status;
    pthread_mutex_lock(&run->lock);
    cop_record *record = &run->record;
    int before = record->count;
    status = ask_moves(request, "played", record, why);
    if (status == COPSE_OK && cop_record_is_over(record))
        status = cop_say(why, COPSE_GAME_OVER, "%s", copse_status_text(COPSE_GAME_OVER));
    if (status == COPSE_OK) {
        limits.memory = run->memory;
        run->limits = limits;
        run->wanted = true;
        frame_drop(run->newest); /* it is of another position */
        run->newest = NULL;
        stop_locked(run);
        pthread_cond_broadcast(&run->news);
    }
    while (status != COPSE_OK && record->count > before)
        cop_record_undo(record);
    pthread_mutex_unlock(&run->lock);
    return status;
}

void run_join(struct run *run)
{
    pthread_mutex_lock(&run->lock);
    run->watchers++;
    pthread_mutex_unlock(&run->lock);
}

void run_leave(struct run *run)
{
    pthread_mutex_lock(&run->lock);
    run->watchers--;
    run->since = cop_clock_wall();
    pthread_mutex_unlock(&run->lock);
}

double run_alone(struct run *run)
{
    pthread_mutex_lock(&run->lock);
    double seconds = run->watchers > 0 ? 0 : cop_clock_wall() - run->since;
    pthread_mutex_unlock(&run->lock);
    return seconds;
}

void run_write_slices(struct run *run, struct run_seen *seen, FILE *out)
{
    if (!run->slices)
        return;
    pthread_mutex_lock(&run->slices_lock);
    if (seen->turn != run->turn)
        memset(seen->slices, 0, sizeof seen->slices);
    seen->turn = run->turn;
    slices_write(run->slices, seen->slices, out);
    pthread_mutex_unlock(&run->slices_lock);
}

struct frame *run_newest(struct run *run, struct run_seen *seen, double seconds, bool *closed)
{
    struct timespec until;
    struct frame *frame = NULL;
    double whole = floor(seconds);
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += (time_t)whole;
    until.tv_nsec += (long)((seconds - whole) * 1e9);
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_mutex_lock(&run->lock);
    int waited = 0;
    while (!run->closed && run->seen == seen->frame && waited == 0)
        waited = pthread_cond_timedwait(&run->news, &run->lock, &until);
    *closed = run->closed;
    if (run->seen != seen->frame) {
        frame = frame_keep(run->newest);
        seen->frame = run->seen;
    }
    pthread_mutex_unlock(&run->lock);
    return frame;
}
