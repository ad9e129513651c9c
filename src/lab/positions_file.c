/* SPDX-License-Identifier: MIT
 *
 * Positions from files: problems of a suite, of which only the position and the depth count here,
 * or plain positions.
 */
#include "lab/positions.h"

#include "format/problem.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static copse_status no_memory(copse_message *why)
{
    snprintf(why->text, sizeof why->text, "%s", copse_status_text(COPSE_NO_MEMORY));
    return COPSE_NO_MEMORY;
}

/* Room for one more; it doubles. */
static bool make_room(struct positions *positions)
{
    int count = positions->count;
    if (count & (count - 1) || (count == 0 && positions->bytes))
        return true; /* it has grown at the last power of two */
    size_t room = count ? 2 * (size_t)count : 1;
    unsigned char *bytes = realloc(positions->bytes, room * positions->size);
    if (!bytes)
        return false;
    positions->bytes = bytes;
    struct position_note *notes = realloc(positions->notes, room * sizeof *notes);
    if (!notes)
        return false;
    positions->notes = notes;
    return true;
}

static copse_status check_moves(const copse_game *game, const void *position, copse_move *legal,
                                copse_message *why)
{
    if (game->moves(game, position, legal) > 0)
        return COPSE_OK;
    snprintf(why->text, sizeof why->text, "%s", copse_status_text(COPSE_GAME_OVER));
    return COPSE_BAD_POSITION;
}

/* A line that is no problem is a position, or else what is wrong is what the game says. */
static copse_status add_line(struct positions *positions, const copse_game *game, const char *line,
                             copse_move *legal, copse_message *why)
{
    cop_problem problem;
    const char *text = line;
    struct position_note note = {.depth = 0};
    snprintf(note.name, sizeof note.name, "%d", positions->count + 1);
    if (cop_problem_read(line, &problem, why) == COPSE_OK) {
        if (strcmp(problem.game, game->name) != 0) {
            snprintf(why->text, sizeof why->text, "this is a problem of %s, not of %s",
                     problem.game, game->name);
            return COPSE_BAD_POSITION;
        }
        text = problem.position;
        note.depth = problem.depth;
        if (problem.id[0])
            snprintf(note.name, sizeof note.name, "%s", problem.id);
    }
    if (!make_room(positions))
        return no_memory(why);
    void *position = positions->bytes + (size_t)positions->count * positions->size;
    copse_status status = copse_position_from_text(game, text, position, why);
    if (status == COPSE_OK)
        status = check_moves(game, position, legal, why);
    if (status == COPSE_OK)
        positions->notes[positions->count++] = note;
    return status;
}

static copse_status read_lines(struct positions *positions, const copse_game *game, FILE *file,
                               const char *name, copse_message *why)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t size;
    copse_status status = COPSE_OK;
    copse_move *legal = calloc((size_t)game->max_moves, sizeof *legal);
    if (!legal)
        return no_memory(why);
    for (int number = 1; status == COPSE_OK && (size = getline(&line, &room, file)) >= 0;
         number++) {
        while (size > 0 && (line[size - 1] == '\n' || line[size - 1] == '\r'))
            line[--size] = '\0';
        if (line[strspn(line, " \t")] == '\0' || line[0] == '#' || line[0] == '%')
            continue;
        copse_message inner;
        status = add_line(positions, game, line, legal, &inner);
        if (status != COPSE_OK)
            snprintf(why->text, sizeof why->text, "%.100s, line %d: %.380s", name, number,
                     inner.text);
    }
    free(line);
    free(legal);
    return status;
}

/* All of a file, which is named so. */
static copse_status read_all(struct positions *positions, const copse_game *game, FILE *file,
                             const char *name, copse_message *why)
{
    struct positions made = {.size = game->position_size};
    copse_status status = read_lines(&made, game, file, name, why);
    if (status == COPSE_OK && (ferror(file) || made.count == 0)) {
        snprintf(why->text, sizeof why->text, "%.300s %s", name,
                 ferror(file) ? "cannot be read" : "has no position in it");
        status = COPSE_BAD_POSITION;
    }
    if (status == COPSE_OK)
        *positions = made;
    else
        positions_clear(&made);
    return status;
}

copse_status positions_read_file(struct positions *positions, const copse_game *game,
                                 const char *path, copse_message *why)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "r");
    if (!file) {
        snprintf(why->text, sizeof why->text, "%.300s: %s", path, strerror(errno));
        return COPSE_BAD_ARGUMENT;
    }
    copse_status status = read_all(positions, game, file, standard ? "standard input" : path, why);
    if (!standard)
        fclose(file);
    return status;
}

copse_status positions_read_text(struct positions *positions, const copse_game *game,
                                 const char *text, const char *name, copse_message *why)
{
    FILE *file = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
    if (!file)
        return no_memory(why);
    copse_status status = read_all(positions, game, file, name, why);
    fclose(file);
    return status;
}
