/* SPDX-License-Identifier: MIT
 *
 * What threads and coroutines need of the system: sleeping on a word, staying on a processor,
 * stacks. */
#define _GNU_SOURCE
#include "base/os.h"

#include <limits.h>
#include <linux/futex.h>
#include <math.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void cop_sleep_on(_Atomic uint32_t *word, uint32_t value, double seconds)
{
    static const double longest = 1e9; /* what fits any time_t */
    struct timespec most, *limit = NULL;
    if (seconds < longest) {
        double whole = floor(seconds);
        most =
            (struct timespec){.tv_sec = (time_t)whole, .tv_nsec = (long)((seconds - whole) * 1e9)};
        limit = &most;
    }
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, limit, NULL, 0);
}

void cop_wake_one(_Atomic uint32_t *word)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

void cop_wake_all(_Atomic uint32_t *word)
{
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

int cop_cpus_allowed(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return 1;
    return CPU_COUNT(&set);
}

void cop_cpu_keep_to(int which)
{
    cpu_set_t set, one;
    if (sched_getaffinity(0, sizeof set, &set) != 0)
        return;
    for (size_t cpu = 0; cpu < CPU_SETSIZE; cpu++) {
        if (!CPU_ISSET(cpu, &set) || which-- > 0)
            continue;
        CPU_ZERO(&one);
        CPU_SET(cpu, &one);
        (void)sched_setaffinity(0, sizeof one, &one);
        return;
    }
}

bool cop_stacks_init(cop_stacks *stacks, int count, size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size = (size + page - 1) / page * page;
    size_t step = size + page, all = step * (size_t)count;
    char *whole = mmap(NULL, all, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (whole == MAP_FAILED)
        return false;
    *stacks = (cop_stacks){whole + page, size, step, count, whole};
    for (int i = 0; i < count; i++) {
        if (mprotect(whole + (size_t)i * step, page, PROT_NONE) != 0) {
            cop_stacks_clear(stacks);
            return false;
        }
    }
    return true;
}

void cop_stacks_clear(cop_stacks *stacks)
{
    if (stacks->whole != NULL)
        munmap(stacks->whole, stacks->step * (size_t)stacks->count);
    *stacks = (cop_stacks){0};
}
