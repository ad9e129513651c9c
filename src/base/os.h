/* SPDX-License-Identifier: MIT
 *
 * All that copse asks of the operating system. */
#ifndef COP_BASE_OS_H
#define COP_BASE_OS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Seconds since some moment in the past; never goes backwards. */
double cop_clock_wall(void);

/* Seconds of processor time that the calling thread has used. */
double cop_clock_thread(void);

/* Bytes of memory that this machine has. */
uint64_t cop_memory_of_machine(void);

/* Asks for large pages behind a large block: a hash table is read at random, and with small pages
 * most probes would miss the address translation too. Only a wish; nothing fails. */
void cop_memory_wish_large_pages(void *block, uint64_t size);

/* Sleeps while *word is `value`, until somebody wakes the word, at most for so long (INFINITY: no
 * limit). May return early: look again. */
void cop_sleep_on(_Atomic uint32_t *word, uint32_t value, double seconds);

/* Wakes those who sleep on the word: one of them, or all. */
void cop_wake_one(_Atomic uint32_t *word);
void cop_wake_all(_Atomic uint32_t *word);

/* How many processors of this machine the calling thread may run on. */
int cop_cpus_allowed(void);

/* Keeps the calling thread on number `which` of those, from 0. Only a wish; nothing fails. */
void cop_cpu_keep_to(int which);

/* Room for `count` stacks of `size` bytes each, with a page below each that nobody may touch; size
 * is rounded up to whole pages. Pages become real when they are touched. */
typedef struct cop_stacks {
    char *first; /* lowest byte of stack number 0 */
    size_t size, step;
    int count;
    void *whole;
} cop_stacks;

/* False if there is not enough memory. */
bool cop_stacks_init(cop_stacks *stacks, int count, size_t size);
void cop_stacks_clear(cop_stacks *stacks);

#endif
