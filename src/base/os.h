/* SPDX-License-Identifier: MIT
 *
 * All that copse asks of the operating system. */
#ifndef COP_BASE_OS_H
#define COP_BASE_OS_H

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

#endif
