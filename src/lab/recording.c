/* SPDX-License-Identifier: MIT
 *
 * Recording a game's calls. The game's own context pointer is the game's, so the wrapped function
 * finds its recording through the thread.
 */
#include "lab/recording.h"

#include <stdlib.h>
#include <string.h>

static _Thread_local struct recording *current;

static bool grow(struct recording *recording)
{
    if (recording->count < recording->capacity)
        return true;
    size_t capacity = recording->capacity ? 2 * recording->capacity : 1024;
    void *calls = realloc(recording->calls, capacity * sizeof *recording->calls);
    if (calls)
        recording->calls = calls;
    void *from = realloc(recording->from, capacity * recording->original->position_size);
    if (from)
        recording->from = from;
    if (calls && from)
        recording->capacity = capacity;
    return calls && from;
}

static int expand(const copse_game *game, const void *position, int first, copse_score enough,
                  copse_child *children, void *positions, int *total)
{
    (void)game;
    struct recording *recording = current;
    const copse_game *original = recording->original;
    if (grow(recording)) {
        size_t size = original->position_size;
        memcpy(recording->from + recording->count * size, position, size);
        recording->calls[recording->count++] =
            (struct recorded_call){first, enough, positions != NULL};
    } else {
        recording->incomplete = true;
    }
    return original->expand(original, position, first, enough, children, positions, total);
}

void recording_begin(struct recording *recording, const copse_game *game)
{
    *recording = (struct recording){.original = game, .game = *game};
    recording->game.expand = expand;
    current = recording;
}

void recording_end(void)
{
    current = NULL;
}

uint64_t recording_replay(const struct recording *recording, copse_child *children, void *positions)
{
    const copse_game *game = recording->original;
    const unsigned char *from = recording->from;
    uint64_t produced = 0;
    for (size_t i = 0; i < recording->count; i++) {
        const struct recorded_call *call = &recording->calls[i];
        int total;
        produced += (uint64_t)game->expand(game, from, call->first, call->enough, children,
                                           call->positions ? positions : NULL, &total);
        from += game->position_size;
    }
    return produced;
}

void recording_clear(struct recording *recording)
{
    free(recording->calls);
    free(recording->from);
    *recording = (struct recording){0};
}
