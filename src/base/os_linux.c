/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "base/os.h"

#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double cop_clock_wall(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

double cop_clock_thread(void)
{
    return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

uint64_t cop_memory_of_machine(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    return pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : UINT64_MAX;
}

void cop_memory_wish_large_pages(void *block, uint64_t size)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t start = ((uintptr_t)block + page - 1) / page * page;
    uintptr_t end = ((uintptr_t)block + size) / page * page;
    if (start < end)
        (void)madvise((void *)start, end - start, MADV_HUGEPAGE);
}
