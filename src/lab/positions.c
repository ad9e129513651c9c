/* SPDX-License-Identifier: MIT
 *
 * Positions that differ in their seed only. A seeded game is one whose start text has a `seed=`
 * among its comma-separated settings.
 */
#include "lab/positions.h"

#include "lab/number.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where the value of `seed=` begins; NULL if there is none. */
static const char *seed_in(const char *text)
{
    for (const char *item = text; item; item = strchr(item, ',')) {
        item += *item == ',';
        if (strncmp(item, "seed=", 5) == 0)
            return item + 5;
    }
    return NULL;
}

bool positions_seeded(const copse_game *game)
{
    return game->start && seed_in(game->start);
}

/* The text with its seed raised by `offset`; the caller frees it. A text without a seed counts from
 * 1, and one whose seed is no number stays as it is, for the game to complain about. */
static char *reseeded(const char *text, uint64_t offset)
{
    const char *value = seed_in(text);
    size_t before = value ? (size_t)(value - text) : strlen(text);
    size_t digits = value ? strcspn(value, ",") : 0;
    size_t size = strlen(text) + sizeof ",seed=18446744073709551615";
    char number[24];
    uint64_t seed = 1;
    snprintf(number, sizeof number, "%.*s", (int)(digits < 23 ? digits : 23), value ? value : "");
    if (value && !number_from_text(number, 0, UINT64_MAX - offset, &seed))
        return strdup(text);
    char *result = malloc(size);
    if (result)
        snprintf(result, size, "%.*s%s%" PRIu64 "%s", (int)before, text,
                 value    ? ""
                 : before ? ",seed="
                          : "seed=",
                 seed + offset, value ? value + digits : "");
    return result;
}

int positions_depth(const char *text)
{
    for (const char *item = text; item; item = strchr(item, ',')) {
        item += *item == ',';
        if (strncmp(item, "depth=", 6) == 0)
            return (int)strtoul(item + 6, NULL, 10);
    }
    return 0;
}

static copse_status read_one(const copse_game *game, const char *text, uint64_t offset, void *to,
                             copse_message *why)
{
    if (!positions_seeded(game) || offset == 0)
        return copse_position_from_text(game, text, to, why);
    char *with_seed = reseeded(text ? text : game->start, offset);
    if (!with_seed)
        return COPSE_NO_MEMORY;
    copse_status status = copse_position_from_text(game, with_seed, to, why);
    free(with_seed);
    return status;
}

copse_status positions_read(struct positions *positions, const copse_game *game, const char *text,
                            int count, copse_message *why)
{
    struct positions made = {.count = positions_seeded(game) ? count : 1,
                             .size = game->position_size};
    made.bytes = calloc((size_t)made.count, made.size);
    copse_status status = made.bytes ? COPSE_OK : COPSE_NO_MEMORY;
    snprintf(why->text, sizeof why->text, "%s", copse_status_text(COPSE_NO_MEMORY));
    for (int i = 0; status == COPSE_OK && i < made.count; i++)
        status = read_one(game, text, (uint64_t)i, made.bytes + (size_t)i * made.size, why);
    if (status == COPSE_OK)
        *positions = made;
    else
        free(made.bytes);
    return status;
}

bool positions_have_depths(const struct positions *positions)
{
    for (int i = 0; positions->notes && i < positions->count; i++) {
        if (positions->notes[i].depth == 0)
            return false;
    }
    return positions->notes != NULL;
}

copse_limits positions_limits(const struct positions *positions, int number,
                              const copse_limits *limits, int shallower)
{
    copse_limits result = *limits;
    bool given = limits->depth || limits->nodes || limits->expansions || limits->seconds > 0;
    if (!given && positions->notes && positions->notes[number].depth > 0) {
        int depth = positions->notes[number].depth - shallower;
        result.depth = depth > 1 ? depth : 1;
    }
    return result;
}

const void *positions_at(const struct positions *positions, int number)
{
    return positions->bytes + (size_t)number * positions->size;
}

void positions_clear(struct positions *positions)
{
    free(positions->bytes);
    free(positions->notes);
    *positions = (struct positions){0};
}
