/* SPDX-License-Identifier: MIT */
#include "serve/runs.h"

#include "base/os.h"
#include "base/text.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static const double most_alone = 10; /* seconds */

/* A place is free when its run is NULL. A run that was removed stays where it is, for those who
 * still use it, until the last of them has let go. */
struct place {
    struct run *run;
    int users;
    bool removed;
};

struct runs {
    pthread_mutex_t lock; /* protects everything here */
    pthread_cond_t ended;
    pthread_t keeper;
    struct place places[RUNS_MOST];
    int last; /* number given */
    int streams;
    bool closed;
};

/* Takes the run out if nobody needs it any more; the caller frees what it gets, without the lock,
 * for it may take a moment to stop. */
static struct run *take_out(struct place *place)
{
    struct run *run = place->run;
    if (!run || !place->removed || place->users > 0)
        return NULL;
    *place = (struct place){.run = NULL};
    return run;
}

static struct run *remove_place(struct place *place)
{
    place->removed = true;
    run_close(place->run);
    return take_out(place);
}

static void free_run(struct run *run)
{
    if (run)
        run_free(run);
}

static void *keep_house(void *user)
{
    struct runs *runs = user;
    pthread_mutex_lock(&runs->lock);
    while (!runs->closed) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec++;
        pthread_cond_timedwait(&runs->ended, &runs->lock, &until);
        struct run *old[RUNS_MOST] = {NULL};
        for (int i = 0; i < RUNS_MOST; i++) {
            struct place *place = &runs->places[i];
            if (place->run && !place->removed && place->users == 0 &&
                run_alone(place->run) > most_alone)
                old[i] = remove_place(place);
        }
        pthread_mutex_unlock(&runs->lock);
        for (int i = 0; i < RUNS_MOST; i++)
            free_run(old[i]);
        pthread_mutex_lock(&runs->lock);
    }
    pthread_mutex_unlock(&runs->lock);
    return NULL;
}

struct runs *runs_new(void)
{
    struct runs *runs = calloc(1, sizeof *runs);
    if (runs == NULL)
        return NULL;
    pthread_mutex_init(&runs->lock, NULL);
    pthread_cond_init(&runs->ended, NULL);
    if (pthread_create(&runs->keeper, NULL, keep_house, runs) == 0)
        return runs;
    pthread_cond_destroy(&runs->ended);
    pthread_mutex_destroy(&runs->lock);
    free(runs);
    return NULL;
}

void runs_close(struct runs *runs)
{
    pthread_mutex_lock(&runs->lock);
    runs->closed = true;
    for (int i = 0; i < RUNS_MOST; i++) {
        if (runs->places[i].run)
            run_close(runs->places[i].run);
    }
    pthread_cond_broadcast(&runs->ended);
    pthread_mutex_unlock(&runs->lock);
}

void runs_free(struct runs *runs)
{
    runs_close(runs);
    pthread_join(runs->keeper, NULL);
    for (int i = 0; i < RUNS_MOST; i++)
        free_run(runs->places[i].run);
    pthread_cond_destroy(&runs->ended);
    pthread_mutex_destroy(&runs->lock);
    free(runs);
}

/* Memory that all searches together may use: what this machine has, less a quarter for others. */
static bool has_memory_for(const struct runs *runs, const copse_limits *limits)
{
    uint64_t most = cop_memory_of_machine() / 4 * 3;
    uint64_t sum = limits->memory;
    for (int i = 0; i < RUNS_MOST; i++)
        sum += runs->places[i].run ? run_memory(runs->places[i].run) : 0;
    return sum <= most;
}

bool runs_add(struct runs *runs, struct asked *asked, int *number, bool *full, copse_message *why)
{
    struct place *found = NULL;
    pthread_mutex_lock(&runs->lock);
    for (int i = 0; i < RUNS_MOST && !found; i++)
        found = runs->places[i].run ? NULL : &runs->places[i];
    *full = !found || runs->closed || !has_memory_for(runs, &asked->limits);
    if (!found || runs->closed)
        cop_say(why, COPSE_NO_MEMORY, "%d searches are open already: stop one of them first",
                RUNS_MOST);
    else if (*full)
        cop_say(why, COPSE_NO_MEMORY,
                "limits: memory: all searches together may use three quarters of this machine's");
    else
        found->run = run_new(asked, runs->last + 1, why);
    bool added = !*full && found->run;
    if (added)
        *number = ++runs->last;
    pthread_mutex_unlock(&runs->lock);
    return added;
}

static struct place *place_of(struct runs *runs, int number)
{
    for (int i = 0; i < RUNS_MOST; i++) {
        struct place *place = &runs->places[i];
        if (place->run && !place->removed && run_number(place->run) == number)
            return place;
    }
    return NULL;
}

struct run *runs_find(struct runs *runs, int number)
{
    pthread_mutex_lock(&runs->lock);
    struct place *place = place_of(runs, number);
    if (place)
        place->users++;
    struct run *run = place ? place->run : NULL;
    pthread_mutex_unlock(&runs->lock);
    return run;
}

static struct run *release(struct runs *runs, const struct run *run)
{
    for (int i = 0; i < RUNS_MOST; i++) {
        if (runs->places[i].run == run) {
            runs->places[i].users--;
            return take_out(&runs->places[i]);
        }
    }
    return NULL;
}

void runs_release(struct runs *runs, struct run *run)
{
    pthread_mutex_lock(&runs->lock);
    struct run *out = release(runs, run);
    pthread_mutex_unlock(&runs->lock);
    free_run(out);
}

struct run *runs_watch(struct runs *runs, int number, bool *full)
{
    pthread_mutex_lock(&runs->lock);
    struct place *place = place_of(runs, number);
    *full = runs->streams >= RUNS_STREAMS;
    struct run *run = place && !*full ? place->run : NULL;
    if (run) {
        place->users++;
        runs->streams++;
        run_join(run);
    }
    pthread_mutex_unlock(&runs->lock);
    return run;
}

void runs_leave(struct runs *runs, struct run *run)
{
    pthread_mutex_lock(&runs->lock);
    runs->streams--;
    run_leave(run);
    struct run *out = release(runs, run);
    pthread_mutex_unlock(&runs->lock);
    free_run(out);
}

bool runs_remove(struct runs *runs, int number)
{
    pthread_mutex_lock(&runs->lock);
    struct place *place = place_of(runs, number);
    struct run *out = place ? remove_place(place) : NULL;
    pthread_mutex_unlock(&runs->lock);
    free_run(out);
    return place != NULL;
}
