/* SPDX-License-Identifier: MIT
 *
 * The cache lines that simulated processors share: who wrote a line last, and who has looked at it
 * since. A processor's cache remembers which lines it has seen, and in which state.
 *
 * A directory as in the Origin 2000 (Laudon & Lenoski 1997), without the network: a line is
 * with its last writer alone, or with readers too. Lines are numbered as they are met, and caches
 * are addressed by that number, so that nothing depends on where the memory happens to lie. */
#ifndef COP_MACHINE_LINES_H
#define COP_MACHINE_LINES_H

#include "copse.h"

typedef struct cop_line {
    uintptr_t key;      /* the address, in lines; 0: no line */
    uint32_t number;    /* in the order in which lines were met, from 1 */
    uint32_t version;   /* grows when what others have seen is no longer true */
    int16_t writer;     /* -1: nobody yet */
    int16_t reader;     /* since then, other than the writer: -1 nobody, -2 several */
    int64_t busy_until; /* ticks: it is on its way to somebody */
} cop_line;

enum { COP_CACHE_SIGHTS = 4096 }; /* 256 KiB of lines */

typedef struct cop_sight {
    uint32_t number, version;
} cop_sight;

typedef struct cop_lines {
    cop_line *lines; /* a hash table, a power of two of them */
    size_t room, count;
    uint32_t last_number;
    cop_sight **caches; /* for each processor, made when it is needed */
    int processors;
    const copse_allocator *allocator;
} cop_lines;

/* Nothing is allocated before the first line. */
bool cop_lines_init(cop_lines *lines, const copse_allocator *allocator, int processors);
void cop_lines_clear(cop_lines *lines);

/* Forgets all lines. */
void cop_lines_begin(cop_lines *lines);

/* The line of this address, for a processor that is going to touch it. It may move when another is
 * asked for. NULL if there is no memory. */
cop_line *cop_lines_find(cop_lines *lines, const void *address, int rank);

/* The processor, the one it was found for, reads or writes the line. True if the line has to come
 * from another processor. */
bool cop_lines_touch(cop_lines *lines, cop_line *line, int rank, bool write);

#endif
