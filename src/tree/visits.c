/* SPDX-License-Identifier: MIT
 *
 * The counts of a line of the table belong to whoever came there most: a new name takes the place
 * of the smallest. A name that comes again and again stays; one that came once makes room. */
#include "tree/visits.h"

#include <string.h>

#include "base/memory.h"
#include "tree/tree.h"

bool cop_visits_set(cop_visits *visits, const copse_allocator *allocator, bool on)
{
    if (on == (visits->entries != NULL))
        return true;
    if (!on)
        cop_memory_free(allocator, visits->entries, COP_VISITS_BYTES);
    visits->entries = on ? cop_memory_new(allocator, COP_VISITS_BYTES) : NULL;
    return !on || visits->entries != NULL;
}

void cop_visits_clear(cop_visits *visits)
{
    if (visits->entries != NULL)
        memset(visits->entries, 0, COP_VISITS_BYTES);
    visits->root = 0;
}

static uint64_t *line_of(const cop_visits *visits, uint32_t name)
{
    return visits->entries + (size_t)(name % COP_VISITS_LINES) * COP_VISITS_LINE;
}

void cop_visits_add(cop_visits *visits, uint32_t name, uint32_t times)
{
    uint64_t *line = line_of(visits, name), *place = line, least = UINT64_MAX;
    for (int i = 0; i < COP_VISITS_LINE; i++) {
        uint64_t entry = cop_load(line[i]);
        uint32_t count = (uint32_t)entry;
        if (entry >> 32 == name && count > 0) {
            cop_store(line[i],
                      entry - count + (times < UINT32_MAX - count ? count + times : UINT32_MAX));
            return;
        }
        if (count < least) {
            least = count;
            place = &line[i];
        }
    }
    cop_store(*place, (uint64_t)name << 32 | times);
}

uint32_t cop_visits_of(const cop_visits *visits, uint32_t name)
{
    const uint64_t *line = line_of(visits, name);
    for (int i = 0; i < COP_VISITS_LINE; i++) {
        uint64_t entry = cop_load(line[i]);
        if (entry >> 32 == name)
            return (uint32_t)entry;
    }
    return 0;
}
