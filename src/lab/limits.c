/* SPDX-License-Identifier: MIT
 *
 * The limits of a search by name: one row each.
 */
#include "lab/limits.h"

#include "lab/number.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum kind { WHOLE, SECONDS, BYTES };

enum { DEPTH, NODES, EXPANSIONS, TIME, MEMORY, LIMIT_COUNT };

/* Counts stop where JSON readers with signed 64-bit numbers do. */
static const struct limit {
    const char *name;
    enum kind kind;
    uint64_t least, most;
} table[LIMIT_COUNT] = {
    [DEPTH] = {"depth", WHOLE, 1, COPSE_MAX_DEPTH},      [NODES] = {"nodes", WHOLE, 1, INT64_MAX},
    [EXPANSIONS] = {"expansions", WHOLE, 1, INT64_MAX},  [TIME] = {"time", SECONDS, 0, 0},
    [MEMORY] = {"memory", BYTES, COPSE_LEAST_MEMORY, 0},
};

static const double least_seconds = 0.001, most_seconds = 1e7;

const char *limit_name(int number)
{
    return number >= 0 && number < LIMIT_COUNT ? table[number].name : NULL;
}

/* What this machine has: more would only be paged out, and a search lives by random access. */
static uint64_t machine_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    return pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : (uint64_t)1 << 40;
}

static bool limit_fails(const struct limit *limit, copse_message *why)
{
    char least[24];
    switch (limit->kind) {
    case WHOLE:
        snprintf(why->text, sizeof why->text, "a whole number from %" PRIu64 " to %" PRIu64,
                 limit->least, limit->most);
        break;
    case SECONDS:
        snprintf(why->text, sizeof why->text, "seconds, from %g to %.0f", least_seconds,
                 most_seconds);
        break;
    case BYTES:
        snprintf(why->text, sizeof why->text,
                 "bytes, perhaps with K, M or G, from %s to what this machine has, %" PRIu64 "M",
                 size_to_text(limit->least, least), machine_memory() >> 20);
        break;
    }
    return false;
}

bool limit_set(copse_limits *limits, const char *name, const char *text, copse_message *why)
{
    int which = 0;
    while (which < LIMIT_COUNT && strcmp(table[which].name, name) != 0)
        which++;
    if (which == LIMIT_COUNT) {
        snprintf(why->text, sizeof why->text, "there is no such limit");
        return false;
    }
    const struct limit *limit = &table[which];
    uint64_t number = 0;
    double seconds = 0;
    bool good =
        limit->kind == SECONDS ? seconds_from_text(text, least_seconds, most_seconds, &seconds)
        : limit->kind == BYTES ? size_from_text(text, limit->least, machine_memory(), &number)
                               : number_from_text(text, limit->least, limit->most, &number);
    if (!good)
        return limit_fails(limit, why);
    if (which == DEPTH)
        limits->depth = (int)number;
    else if (which == NODES)
        limits->nodes = number;
    else if (which == EXPANSIONS)
        limits->expansions = number;
    else if (which == TIME)
        limits->seconds = seconds;
    else
        limits->memory = (size_t)number;
    return true;
}

bool limits_end(const copse_limits *limits)
{
    return limits->depth || limits->nodes || limits->expansions || limits->seconds > 0;
}

void limits_to_text(const copse_limits *limits, char *text, size_t size)
{
    char parts[5][48] = {{0}}, memory[24];
    if (limits->depth)
        snprintf(parts[0], sizeof parts[0], ", depth %d", limits->depth);
    if (limits->nodes)
        snprintf(parts[1], sizeof parts[1], ", %" PRIu64 " nodes", limits->nodes);
    if (limits->expansions)
        snprintf(parts[2], sizeof parts[2], ", %" PRIu64 " expansions", limits->expansions);
    if (limits->seconds > 0)
        snprintf(parts[3], sizeof parts[3], ", %g s", limits->seconds);
    if (limits->memory)
        snprintf(parts[4], sizeof parts[4], ", memory %s", size_to_text(limits->memory, memory));
    char all[5 * sizeof parts[0]];
    snprintf(all, sizeof all, "%s%s%s%s%s", parts[0], parts[1], parts[2], parts[3], parts[4]);
    snprintf(text, size, "%s", all[0] ? all + 2 : "");
}
