/* SPDX-License-Identifier: MIT */
#include "machine/lines.h"

#include "base/memory.h"
#include "base/random.h"

#include <string.h>

enum { FIRST_ROOM = 1024, NOBODY = -1, SEVERAL = -2 };

static size_t cache_size(void)
{
    return COP_CACHE_SIGHTS * sizeof(cop_sight);
}

bool cop_lines_init(cop_lines *lines, const copse_allocator *allocator, int processors)
{
    lines->allocator = allocator;
    lines->processors = processors;
    lines->caches = cop_memory_new(allocator, (size_t)processors * sizeof *lines->caches);
    return lines->caches != NULL;
}

static void free_caches(cop_lines *lines)
{
    for (int i = 0; lines->caches != NULL && i < lines->processors; i++) {
        cop_memory_free(lines->allocator, lines->caches[i], cache_size());
        lines->caches[i] = NULL;
    }
}

void cop_lines_clear(cop_lines *lines)
{
    if (lines->allocator == NULL)
        return;
    free_caches(lines);
    cop_memory_free(lines->allocator, lines->caches,
                    (size_t)lines->processors * sizeof *lines->caches);
    cop_memory_free(lines->allocator, lines->lines, lines->room * sizeof *lines->lines);
    *lines = (cop_lines){0};
}

void cop_lines_begin(cop_lines *lines)
{
    if (lines->count > 0)
        memset(lines->lines, 0, lines->room * sizeof *lines->lines);
    lines->count = 0;
    /* Numbers go on, so that nothing in a cache is taken for a line of this run; caches see the
     * differences of numbers only. Before numbers could come round, everything begins anew. */
    if (lines->last_number > UINT32_MAX / 2) {
        free_caches(lines);
        lines->last_number = 0;
    }
}

static cop_line *slot_of(cop_line *table, size_t room, uintptr_t key)
{
    size_t at = (size_t)cop_mix(key) & (room - 1);
    while (table[at].key != 0 && table[at].key != key)
        at = (at + 1) & (room - 1);
    return &table[at];
}

static bool grow(cop_lines *lines)
{
    size_t room = lines->room == 0 ? FIRST_ROOM : 2 * lines->room;
    cop_line *table = cop_memory_new(lines->allocator, room * sizeof *table);
    if (table == NULL)
        return false;
    for (size_t i = 0; i < lines->room; i++)
        if (lines->lines[i].key != 0)
            *slot_of(table, room, lines->lines[i].key) = lines->lines[i];
    cop_memory_free(lines->allocator, lines->lines, lines->room * sizeof *lines->lines);
    lines->lines = table;
    lines->room = room;
    return true;
}

static bool make_cache(cop_lines *lines, int rank)
{
    if (lines->caches[rank] == NULL)
        lines->caches[rank] = cop_memory_new(lines->allocator, cache_size());
    return lines->caches[rank] != NULL;
}

cop_line *cop_lines_find(cop_lines *lines, const void *address, int rank)
{
    uintptr_t key = (uintptr_t)address / COP_CACHE_LINE;
    if (!make_cache(lines, rank))
        return NULL;
    if (4 * lines->count >= 3 * lines->room && !grow(lines))
        return NULL;
    cop_line *line = slot_of(lines->lines, lines->room, key);
    if (line->key == 0) {
        lines->count++;
        *line = (cop_line){
            .key = key, .number = ++lines->last_number, .writer = NOBODY, .reader = NOBODY};
    }
    return line;
}

static bool touch_to_write(cop_line *line, int rank)
{
    bool alone = line->writer == rank && line->reader == NOBODY;
    bool comes = line->writer == NOBODY ? line->reader != NOBODY && line->reader != rank : !alone;
    if (!alone)
        line->version++;
    line->writer = (int16_t)rank;
    line->reader = NOBODY;
    return comes;
}

static bool touch_to_read(cop_lines *lines, cop_line *line, int rank)
{
    if (line->writer == rank)
        return false;
    line->reader =
        line->reader == NOBODY || line->reader == rank ? (int16_t)rank : (int16_t)SEVERAL;
    if (line->writer == NOBODY)
        return false;
    cop_sight *sight = &lines->caches[rank][line->number % COP_CACHE_SIGHTS];
    if (sight->number == line->number && sight->version == line->version)
        return false;
    *sight = (cop_sight){line->number, line->version};
    return true;
}

bool cop_lines_touch(cop_lines *lines, cop_line *line, int rank, bool write)
{
    return write ? touch_to_write(line, rank) : touch_to_read(lines, line, rank);
}
