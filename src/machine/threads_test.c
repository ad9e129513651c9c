/* SPDX-License-Identifier: MIT
 *
 * Threads: a machine that cannot be started leaves nothing behind, the caller stays where it was,
 * and who waits uses no processor time. */
#define _GNU_SOURCE
#include "base/os.h"
#include "machine/machine_test.h"

#include <dirent.h>
#include <sched.h>
#include <sys/resource.h>
#include <time.h>

static int threads_of_this_program(void)
{
    int count = 0;
    DIR *folder = opendir("/proc/self/task");
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
        count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

/* Those that have ended are gone: soon, for the kernel lists a thread a moment longer than others
 * wait for it. */
static void assert_alone(void)
{
    enum { TIMES = 1000 };
    for (int i = 0; i < TIMES && threads_of_this_program() > 1; i++)
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    assert_int_equal(threads_of_this_program(), 1);
}

static void count_starts(cop_processor *p, void *shared)
{
    (void)p;
    atomic_fetch_add((atomic_int *)shared, 1);
}

/* Each thread reserves a stack, so that little address space allows few threads. */
static void too_many(void **state)
{
    atomic_int started = 0;
    struct rlimit before, little;
    cop_machine *many = new_threads(COP_MOST_PROCESSORS), *few = new_threads(3);
    (void)state;
    assert_int_equal(getrlimit(RLIMIT_AS, &before), 0);
    little = before;
    little.rlim_cur = (rlim_t)2 << 30;
    assert_int_equal(setrlimit(RLIMIT_AS, &little), 0);
    run_fails(many, count_starts, &started, COPSE_NO_MEMORY, "of 4096 could not be started");
    assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
    assert_int_equal(started, 0);
    assert_alone();
    run(few, count_starts, &started);
    assert_int_equal(started, 3);
    assert_alone();
    cop_machine_free(many);
    cop_machine_free(few);
}

static void the_caller_may_go_anywhere(void **state)
{
    atomic_int started = 0;
    cpu_set_t before, after;
    int cpus = cop_cpus_allowed();
    cop_machine *machine = new_threads(cpus > 8 ? 8 : cpus);
    (void)state;
    CPU_ZERO(&before);
    CPU_ZERO(&after);
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    run(machine, count_starts, &started);
    assert_int_equal(sched_getaffinity(0, sizeof after, &after), 0);
    assert_true(CPU_EQUAL(&before, &after));
    cop_machine_free(machine);
}

static void sleep_well(cop_processor *p, void *shared)
{
    double *used = shared, start = cop_clock_thread();
    cop_letter letter;
    cop_wait(p, 0.3, &letter);
    used[p->rank] = cop_clock_thread() - start;
}

/* No wall clock here: the processor time of who sleeps does not depend on how busy the machine is.
 */
static void waiting_is_not_working(void **state)
{
    double used[4] = {1, 1, 1, 1}, times[COP_ACTIVITIES];
    cop_machine *machine = new_threads(4);
    (void)state;
    run(machine, sleep_well, used);
    for (int i = 0; i < 4; i++) {
        cop_machine_times(machine, i, times);
        assert_true(times[COP_IDLE] >= 0.299);
        assert_true(used[i] < 0.1 * times[COP_IDLE]);
    }
    cop_machine_free(machine);
}

/* Until the thread's clock says so, however busy the machine is. */
static void work_hard(cop_processor *p, void *shared)
{
    double enough = *(const double *)shared * (p->rank + 1);
    while (cop_clock_thread() < enough)
        continue;
}

/* The caller sleeps, so all of the time is in the machine's account and none in the caller's. */
static void cpu_time_of_all(void **state)
{
    double part = 0.02, before = cop_clock_thread();
    cop_machine *machine = new_threads(3);
    (void)state;
    for (int run_number = 0; run_number < 2; run_number++) {
        run(machine, work_hard, &part);
        assert_true(cop_machine_has_threads(machine));
        assert_true(cop_machine_cpu(machine) >= 6 * part);
        assert_true(cop_machine_cpu(machine) < 11 * part); /* not the last run's too */
    }
    assert_true(cop_clock_thread() - before < 6 * part);
    cop_machine_free(machine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(too_many),
        cmocka_unit_test(the_caller_may_go_anywhere),
        cmocka_unit_test(waiting_is_not_working),
        cmocka_unit_test(cpu_time_of_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
