/* SPDX-License-Identifier: MIT */
#include "tree/twins.h"

#include <string.h>

enum { WAYS = 4, LEAST_LINES = 64 };

static const size_t line_bytes = WAYS * sizeof(cop_twin);

static uint64_t lines_in(size_t bytes)
{
    uint64_t lines = 1;
    while (2 * lines * line_bytes <= bytes)
        lines *= 2;
    return lines;
}

bool cop_twins_init(cop_twins *twins, const copse_allocator *allocator, size_t bytes)
{
    *twins = (cop_twins){.most = lines_in(bytes)};
    twins->entries = cop_memory_new(allocator, twins->most * line_bytes);
    if (twins->entries == NULL)
        return false;
    cop_twins_clear(twins);
    return true;
}

void cop_twins_free(cop_twins *twins, const copse_allocator *allocator)
{
    cop_memory_free(allocator, twins->entries, twins->most * line_bytes);
    *twins = (cop_twins){0};
}

void cop_twins_clear(cop_twins *twins)
{
    if (twins->entries == NULL)
        return;
    twins->lines = twins->most < LEAST_LINES ? twins->most : LEAST_LINES;
    twins->count = 0;
    memset(twins->entries, 0, twins->lines * line_bytes);
}

bool cop_twins_fits(const cop_twins *twins, size_t bytes)
{
    return twins->entries != NULL && twins->most == lines_in(bytes);
}

static cop_twin *line_of(const cop_twins *twins, uint64_t hash)
{
    return &twins->entries[(hash & (twins->lines - 1)) * WAYS];
}

cop_tree_node *cop_twins_find(const cop_twins *twins, const cop_tree *tree, uint64_t hash)
{
    const cop_twin *line = line_of(twins, hash);
    for (int i = 0; i < WAYS; i++)
        if (line[i].hash == hash && line[i].node != COP_NO_LINK)
            return cop_tree_at(tree, line[i].node);
    return NULL;
}

/* The same position's entry, else an empty one, else any. */
static void put(cop_twins *twins, uint64_t hash, cop_link node)
{
    cop_twin *line = line_of(twins, hash), *place = &line[hash >> 62];
    for (int i = WAYS - 1; i >= 0; i--)
        place = line[i].node == COP_NO_LINK ? &line[i] : place;
    for (int i = 0; i < WAYS; i++)
        place = line[i].hash == hash && line[i].node != COP_NO_LINK ? &line[i] : place;
    twins->count += place->node == COP_NO_LINK;
    *place = (cop_twin){.hash = hash, .node = node};
}

/* Twice as many lines: a line's entries stay, or go to the line with the same number in the new
 * half. */
static void grow(cop_twins *twins)
{
    uint64_t lines = twins->lines;
    for (uint64_t n = 0; n < lines; n++) {
        cop_twin *old = &twins->entries[n * WAYS], *new = old + lines *WAYS;
        for (int i = 0; i < WAYS; i++) {
            bool goes = (old[i].hash & lines) != 0;
            new[i] = goes ? old[i] : (cop_twin){0};
            old[i] = goes ? (cop_twin){0} : old[i];
        }
    }
    twins->lines = 2 * lines;
}

/* Half as many. What finds no place is forgotten. */
static void shrink(cop_twins *twins)
{
    uint64_t half = twins->lines / 2;
    twins->lines = half;
    for (cop_twin *old = &twins->entries[half * WAYS]; old < &twins->entries[2 * half * WAYS];
         old++)
        if (old->node != COP_NO_LINK) {
            twins->count--;
            put(twins, old->hash, old->node);
        }
}

void cop_twins_note(cop_twins *twins, uint64_t hash, cop_link node)
{
    /* One entry a line on average: few lines are full then. */
    if (twins->count >= twins->lines && twins->lines < twins->most)
        grow(twins);
    put(twins, hash, node);
}

void cop_twins_forget_leaves(cop_twins *twins, const cop_tree *tree)
{
    if (twins->entries == NULL)
        return;
    cop_twin *end = twins->entries + twins->lines * WAYS;
    for (cop_twin *twin = twins->entries; twin < end; twin++)
        if (twin->node != COP_NO_LINK && !cop_node_is(cop_tree_at(tree, twin->node), COP_WHOLE)) {
            twin->node = COP_NO_LINK;
            twins->count--;
        }
    while (twins->lines > LEAST_LINES && twins->count < twins->lines / 4)
        shrink(twins);
}
