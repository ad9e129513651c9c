/* SPDX-License-Identifier: MIT
 *
 * Timelines: what is written is JSON, and every processor's slices fill the run without a gap. */
#include "machine/machine_test.h"

#include <jansson.h>
#include <sys/stat.h>
#include <unistd.h>

static char path[] = "/tmp/copse-test-XXXXXX";

static void work(cop_processor *p, void *shared)
{
    cop_lock *lock = shared;
    cop_letter letter;
    cop_mark(p, "first \"half\" \\ of it\n");
    cop_lock_take(p, lock);
    cop_charge(p, COP_WORK_EVALUATION, 2);
    cop_lock_give(p, lock);
    cop_mark(p, "second half");
    cop_send(p, (p->rank + 1) % p->count, 0, "ten bytes.", 10);
    cop_wait(p, INFINITY, &letter);
    cop_charge(p, COP_WORK_NODE, (uint64_t)p->rank);
}

static const char prices[] = "unit,evaluation=1e-6,node=1.5e-7,latency=3.000001e-6,send=2e-7,"
                             "receive=1e-7,byte=1e-9,hand-over=5e-8";

static json_t *written(const cop_machine *machine)
{
    copse_message why = {""};
    json_error_t error;
    if (cop_machine_write_timeline(machine, path, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    json_t *all = json_load_file(path, 0, &error);
    if (all == NULL)
        fail_msg("line %d: %s", error.line, error.text);
    return all;
}

static int activity_of(const char *name)
{
    static const char *const names[] = {"busy", "idle", "locked", "communicating"};
    for (int i = 0; i < COP_ACTIVITIES; i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    return -1;
}

/* Slices follow each other from 0 to the end, and add up to the processor's account. `marks` is how
 * many there have to be on each. */
static void check_tracks(const cop_machine *machine, const json_t *all, int processors, int marks)
{
    double sum[8][COP_ACTIVITIES] = {{0}}, end[8] = {0};
    int named = 0, marked = 0;
    size_t i;
    json_t *event;
    json_array_foreach(json_object_get(all, "traceEvents"), i, event)
    {
        const char *phase = json_string_value(json_object_get(event, "ph"));
        const char *name = json_string_value(json_object_get(event, "name"));
        int rank = (int)json_integer_value(json_object_get(event, "tid"));
        assert_non_null(phase);
        assert_non_null(name);
        assert_in_range(rank, 0, processors - 1);
        named += strcmp(name, "thread_name") == 0;
        marked += phase[0] == 'i';
        if (phase[0] != 'X')
            continue;
        int what = activity_of(name);
        double length = json_number_value(json_object_get(event, "dur"));
        double start = json_number_value(json_object_get(event, "ts"));
        assert_in_range(what, 0, COP_ACTIVITIES - 1);
        assert_true(fabs(start - end[rank]) < 1e-6);
        end[rank] = start + length;
        sum[rank][what] += length;
    }
    assert_int_equal(named, processors);
    assert_int_equal(marked, marks * processors);
    for (int rank = 0; rank < processors; rank++) {
        double times[COP_ACTIVITIES];
        cop_machine_times(machine, rank, times);
        assert_true(fabs(end[rank] - 1e6 * cop_machine_elapsed(machine)) < 1e-5);
        for (int k = 0; k < COP_ACTIVITIES; k++)
            assert_true(fabs(sum[rank][k] - 1e6 * times[k]) < 1e-5);
    }
}

static void of_both_machines(void **state)
{
    cop_lock lock = {0};
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        cop_machine *machine = kind == 0 ? new_sim(4, prices) : new_threads(4);
        assert_int_equal(cop_machine_keep_timeline(machine, 1000, NULL), COPSE_OK);
        for (int again = 0; again < 2; again++) {
            run(machine, work, &lock);
            json_t *all = written(machine);
            check_tracks(machine, all, 4, 2);
            json_decref(all);
        }
        cop_machine_free(machine);
    }
}

/* With room for two events a processor, what comes later is counted only. */
static void of_little_room(void **state)
{
    cop_lock lock = {0};
    cop_machine *machine = new_sim(4, prices);
    (void)state;
    assert_int_equal(cop_machine_keep_timeline(machine, 11, NULL), COPSE_OK);
    run(machine, work, &lock);
    json_t *all = written(machine);
    json_t *other = json_object_get(all, "otherData");
    assert_true(json_integer_value(json_object_get(other, "events_without_room")) > 0);
    assert_int_equal(json_integer_value(json_object_get(other, "processors")), 4);
    json_decref(all);
    cop_machine_free(machine);
}

static void refused(const cop_machine *machine, const char *file, const char *sentence)
{
    copse_message why = {""};
    assert_int_not_equal(cop_machine_write_timeline(machine, file, &why), COPSE_OK);
    if (strstr(why.text, sentence) == NULL)
        fail_msg("'%s' is not in '%s'", sentence, why.text);
}

static void bad_files(void **state)
{
    char name[2000];
    copse_message why = {""};
    struct stat about;
    cop_machine *machine = new_sim(4, "unit");
    (void)state;
    refused(machine, path, "no timeline");
    assert_int_equal(cop_machine_keep_timeline(machine, 3, &why), COPSE_BAD_ARGUMENT);
    assert_int_equal(cop_machine_keep_timeline(machine, SIZE_MAX, &why), COPSE_NO_MEMORY);
    assert_int_equal(cop_machine_keep_timeline(machine, 100, &why), COPSE_OK);
    refused(machine, "/there/is/no/such/folder", "no such folder");
    refused(machine, "/dev/null", "no plain file");
    refused(machine, "/tmp", "no plain file");
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = 0;
    refused(machine, name, "too long");
    assert_true(stat("/dev/null", &about) == 0 && S_ISCHR(about.st_mode));
    assert_int_equal(cop_machine_keep_timeline(machine, 0, &why), COPSE_OK);
    refused(machine, path, "no timeline");
    cop_machine_free(machine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_both_machines),
        cmocka_unit_test(of_little_room),
        cmocka_unit_test(bad_files),
    };
    int file = mkstemp(path);
    if (file < 0)
        return 1;
    close(file);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}
