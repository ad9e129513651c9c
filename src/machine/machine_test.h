/* SPDX-License-Identifier: MIT
 *
 * What the tests of machines have in common. Bodies run on other threads, where cmocka must not
 * fail: they write down what they saw, and the test looks at it afterwards. */
#ifndef COP_MACHINE_MACHINE_TEST_H
#define COP_MACHINE_MACHINE_TEST_H

#include "base/memory.h"
#include "machine/coroutine.h"
#include "machine/machine.h"
#include "support.h"

#include <math.h>

typedef void body(cop_processor *p, void *shared);

static inline cop_machine *new_threads(int processors)
{
    copse_allocator allocator = cop_memory_standard();
    copse_message why = {""};
    cop_machine *machine = cop_machine_new_threads(&allocator, processors, &why);
    if (machine == NULL)
        fail_msg("%s", why.text);
    return machine;
}

static inline cop_machine *new_sim(int processors, const char *costs)
{
    copse_allocator allocator = cop_memory_standard();
    copse_message why = {""};
    cop_machine *machine = cop_machine_new_sim(&allocator, processors, costs, &why);
    if (machine == NULL)
        fail_msg("%s", why.text);
    return machine;
}

static inline void run(cop_machine *machine, body *what, void *shared)
{
    copse_message why = {""};
    if (cop_machine_run(machine, what, shared, &why) != COPSE_OK)
        fail_msg("%s", why.text);
}

/* The run ends with this status, and the sentence has these words in it. */
static inline void run_fails(cop_machine *machine, body *what, void *shared, copse_status status,
                             const char *words)
{
    copse_message why = {""};
    assert_int_equal(cop_machine_run(machine, what, shared, &why), status);
    if (strstr(why.text, words) == NULL)
        fail_msg("'%s' is not in '%s'", words, why.text);
}

/* Seconds as whole picoseconds: exact below two hours. */
static inline int64_t picoseconds(double seconds)
{
    return llround(seconds * 1e12);
}

/* A processor's times, in seconds: busy, idle, locked, communicating. */
static inline void times_are(const cop_machine *machine, int rank, double busy, double idle,
                             double locked, double communicating)
{
    double wanted[COP_ACTIVITIES] = {busy, idle, locked, communicating}, times[COP_ACTIVITIES];
    cop_machine_times(machine, rank, times);
    for (int i = 0; i < COP_ACTIVITIES; i++)
        if (picoseconds(times[i]) != picoseconds(wanted[i]))
            fail_msg("processor %d, activity %d: %.12g and not %.12g", rank, i, times[i],
                     wanted[i]);
}

#endif
