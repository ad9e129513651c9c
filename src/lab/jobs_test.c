/* SPDX-License-Identifier: MIT
 *
 * Jobs over threads: each is done once, an end that is asked for comes, a failure is told. */
#include "lab/jobs.h"

#include "support.h"

#include <time.h>

enum { MOST_JOBS = 1000, MOST_THREADS = 5 };

/* What the threads leave for the test to look at: they do not assert themselves. */
struct record {
    atomic_bool stop;
    atomic_int times[MOST_JOBS]; /* that each job was done */
    atomic_int begun, ended, strange;
    int stop_at, fail_at; /* a job; -1: none */
    pthread_t caller;
    int ticks, last;
    bool elsewhere, backwards; /* a tick on another thread; one with fewer jobs than before */
};

static copse_status begin(struct jobs *jobs, void **state, copse_message *why)
{
    struct record *record = jobs->user;
    (void)why;
    *state = malloc(sizeof(pthread_t));
    if (*state)
        *(pthread_t *)*state = pthread_self();
    atomic_fetch_add(&record->begun, 1);
    return *state ? COPSE_OK : COPSE_NO_MEMORY;
}

static copse_status work(struct jobs *jobs, void *state, int number, copse_message *why)
{
    struct record *record = jobs->user;
    const pthread_t *own = state;
    bool fine = number >= 0 && number < jobs->count && pthread_equal(*own, pthread_self()) &&
                !pthread_equal(record->caller, pthread_self());
    atomic_fetch_add(&record->strange, !fine);
    if (fine)
        atomic_fetch_add(&record->times[number], 1);
    if (number == record->stop_at)
        atomic_store(&record->stop, true);
    if (number == record->fail_at) {
        snprintf(why->text, sizeof why->text, "job %d is too hard", number);
        return COPSE_BAD_MOVE;
    }
    return COPSE_OK;
}

static void end(struct jobs *jobs, void *state)
{
    struct record *record = jobs->user;
    atomic_fetch_add(&record->ended, 1);
    free(state);
}

static void tick(struct jobs *jobs, int done)
{
    struct record *record = jobs->user;
    record->elsewhere |= !pthread_equal(record->caller, pthread_self());
    record->backwards |= done < record->last;
    record->last = done;
    record->ticks++;
}

static void set(struct jobs *jobs, struct record *record, int count, int threads)
{
    *record = (struct record){.stop_at = -1, .fail_at = -1, .caller = pthread_self()};
    *jobs = (struct jobs){.count = count,
                          .threads = threads,
                          .user = record,
                          .stop = &record->stop,
                          .begin = begin,
                          .work = work,
                          .end = end,
                          .tick = tick,
                          .interval = 0.1};
}

/* How many jobs were done; those are the first ones, and none was done twice. */
static int count_done(const struct record *record)
{
    int done = 0;
    while (done < MOST_JOBS && atomic_load(&record->times[done]) == 1)
        done++;
    for (int i = done; i < MOST_JOBS; i++)
        assert_int_equal(atomic_load(&record->times[i]), 0);
    assert_int_equal(atomic_load(&record->strange), 0);
    assert_int_equal(atomic_load(&record->begun), atomic_load(&record->ended));
    return done;
}

static void each_once(void **state)
{
    static const int counts[] = {0, 1, 3, MOST_JOBS};
    (void)state;
    for (int threads = 1; threads <= MOST_THREADS; threads++) {
        for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
            struct jobs jobs;
            struct record record;
            copse_message why = {"as it was"};
            set(&jobs, &record, counts[i], threads);
            assert_int_equal(jobs_run(&jobs, &why), COPSE_OK);
            assert_int_equal(count_done(&record), counts[i]);
            assert_int_equal(atomic_load(&record.begun), threads);
            assert_int_equal(record.last, counts[i]); /* the last tick tells of all */
            assert_false(atomic_load(&record.stop));
            assert_string_equal(why.text, "as it was");
        }
    }
}

static void early_end(void **state)
{
    (void)state;
    for (int threads = 1; threads <= MOST_THREADS; threads++) {
        struct jobs jobs;
        struct record record;
        copse_message why;
        set(&jobs, &record, MOST_JOBS, threads);
        record.stop_at = 10;
        assert_int_equal(jobs_run(&jobs, &why), COPSE_OK);
        int done = count_done(&record); /* those in work were finished, and count */
        assert_true(done > 10);
        assert_int_equal(record.last, done);
        if (threads == 1)
            assert_int_equal(done, 11);

        set(&jobs, &record, MOST_JOBS, threads);
        atomic_store(&record.stop, true);
        assert_int_equal(jobs_run(&jobs, &why), COPSE_OK);
        assert_int_equal(count_done(&record), 0);
    }
}

static void failure(void **state)
{
    (void)state;
    for (int threads = 1; threads <= MOST_THREADS; threads++) {
        struct jobs jobs;
        struct record record;
        copse_message why;
        set(&jobs, &record, MOST_JOBS, threads);
        record.fail_at = 7;
        assert_int_equal(jobs_run(&jobs, &why), COPSE_BAD_MOVE);
        assert_string_equal(why.text, "job 7 is too hard");
        assert_true(atomic_load(&record.stop));
        int done = count_done(&record);
        assert_true(done > 7);
        assert_int_equal(record.last, done - 1);
        if (threads == 1)
            assert_int_equal(done, 8);
    }
}

static copse_status begin_in_vain(struct jobs *jobs, void **state, copse_message *why)
{
    begin(jobs, state, why);
    snprintf(why->text, sizeof why->text, "no tools");
    return COPSE_NO_MEMORY;
}

/* A thread that has nothing to work with does nothing, but frees what it has. */
static void no_state(void **state)
{
    (void)state;
    struct jobs jobs;
    struct record record;
    copse_message why;
    set(&jobs, &record, MOST_JOBS, 3);
    jobs.begin = begin_in_vain;
    assert_int_equal(jobs_run(&jobs, &why), COPSE_NO_MEMORY);
    assert_string_equal(why.text, "no tools");
    assert_int_equal(count_done(&record), 0);
}

static copse_status work_slowly(struct jobs *jobs, void *state, int number, copse_message *why)
{
    const struct timespec pause = {.tv_nsec = 5000000};
    (void)jobs;
    (void)state;
    (void)number;
    (void)why;
    nanosleep(&pause, NULL);
    return COPSE_OK;
}

static void progress(void **state)
{
    (void)state;
    struct jobs jobs;
    struct record record;
    copse_message why;
    set(&jobs, &record, 40, 2);
    jobs.begin = NULL;
    jobs.end = NULL;
    jobs.work = work_slowly;
    jobs.interval = 0.01;
    assert_int_equal(jobs_run(&jobs, &why), COPSE_OK);
    assert_true(record.ticks >= 2); /* 100 ms at least: about ten, on a machine that has time */
    assert_int_equal(record.last, 40);
    assert_false(record.elsewhere);
    assert_false(record.backwards);

    set(&jobs, &record, 4, 2); /* nobody wants to know */
    jobs.tick = NULL;
    assert_int_equal(jobs_run(&jobs, &why), COPSE_OK);
    assert_int_equal(count_done(&record), 4);
}

/* What the jobs share is safe under the lock: the thread sanitizer would tell. */
static copse_status add_up(struct jobs *jobs, void *state, int number, copse_message *why)
{
    int *sum = jobs->user;
    (void)state;
    (void)why;
    jobs_lock(jobs);
    *sum += number;
    jobs_unlock(jobs);
    return COPSE_OK;
}

static void shared(void **state)
{
    (void)state;
    int sum = 0;
    atomic_bool stop = false;
    copse_message why;
    struct jobs jobs = {
        .count = MOST_JOBS, .threads = MOST_THREADS, .user = &sum, .stop = &stop, .work = add_up};
    assert_int_equal(jobs_run(&jobs, &why), COPSE_OK);
    assert_int_equal(sum, MOST_JOBS * (MOST_JOBS - 1) / 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_once), cmocka_unit_test(early_end), cmocka_unit_test(failure),
        cmocka_unit_test(no_state),  cmocka_unit_test(progress),  cmocka_unit_test(shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
