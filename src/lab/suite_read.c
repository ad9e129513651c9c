/* SPDX-License-Identifier: MIT
 *
 * Suites from files: the lines' forms are format/'s, positions and moves are checked by the game.
 */
#include "lab/suite.h"

#include "lab/board.h"
#include "lab/names.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const void *suite_at(const struct suite *suite, int number)
{
    return suite->positions + (size_t)number * suite->game->position_size;
}

void suite_clear(struct suite *suite)
{
    free(suite->list);
    free(suite->positions);
    *suite = (struct suite){0};
}

/* ----------------------------------------------------------------------------------- which ones */

/* Is it in a list such as "40-44,59"? An id that is no number is wanted only by its own name. */
static bool is_wanted(const char *only, const char *id)
{
    char *end;
    unsigned long number = strtoul(id, &end, 10);
    bool numeric = end != id && *end == '\0';
    for (const char *item = only; *item; item += *item == ',') {
        size_t length = strcspn(item, ",");
        if (length == strlen(id) && strncmp(item, id, length) == 0)
            return true;
        unsigned long low = strtoul(item, &end, 10), high = low;
        if (end != item && *end == '-')
            high = strtoul(end + 1, &end, 10);
        if (numeric && end == item + length && length > 0 && number >= low && number <= high)
            return true;
        item += length;
    }
    return false;
}

/* --------------------------------------------------------------------------------------- one line
 */

static copse_status fail(copse_message *why, copse_status status, const char *sentence)
{
    snprintf(why->text, sizeof why->text, "%s", sentence);
    return status;
}

static bool make_room(struct suite *suite)
{
    if (suite->count < suite->room)
        return true;
    int room = suite->room ? 2 * suite->room : 64;
    struct suite_problem *list = realloc(suite->list, (size_t)room * sizeof *list);
    unsigned char *positions = list ? board_new(suite->game, room) : NULL;
    if (list)
        suite->list = list;
    if (!positions)
        return false;
    if (suite->count > 0)
        memcpy(positions, suite->positions, (size_t)suite->count * suite->game->position_size);
    free(suite->positions);
    suite->positions = positions;
    suite->room = room;
    return true;
}

static copse_status read_moves(const copse_game *game, const void *position,
                               const cop_problem_moves *texts, copse_move *moves, int *count,
                               copse_message *why)
{
    for (*count = 0; *count < texts->count; ++*count) {
        copse_message inner;
        copse_status status =
            copse_move_from_text(game, position, texts->text[*count], &moves[*count], &inner);
        if (status != COPSE_OK) {
            snprintf(why->text, sizeof why->text, "best move '%s': %.300s", texts->text[*count],
                     inner.text);
            return status;
        }
    }
    return COPSE_OK;
}

/* A problem whose text has been read. */
static copse_status add(struct suite *suite, const cop_problem *text, copse_message *why)
{
    const copse_game *game = suite->game;
    if (!make_room(suite))
        return fail(why, COPSE_NO_MEMORY, copse_status_text(COPSE_NO_MEMORY));
    struct suite_problem *problem = &suite->list[suite->count];
    void *position = suite->positions + (size_t)suite->count * game->position_size;
    *problem = (struct suite_problem){.text = *text};
    copse_status status = copse_position_from_text(game, text->position, position, why);
    copse_move *legal = board_moves_new(game);
    if (status == COPSE_OK && !legal)
        status = fail(why, COPSE_NO_MEMORY, copse_status_text(COPSE_NO_MEMORY));
    if (status == COPSE_OK && game->moves(game, position, legal) == 0)
        status = fail(why, COPSE_GAME_OVER, copse_status_text(COPSE_GAME_OVER));
    free(legal);
    if (status == COPSE_OK)
        status = read_moves(game, position, &text->best, problem->best, &problem->best_count, why);
    if (status == COPSE_OK)
        status =
            read_moves(game, position, &text->avoid, problem->avoid, &problem->avoid_count, why);
    suite->count += status == COPSE_OK;
    return status;
}

/* The game that a suite is for shows in its first problem. */
static copse_status choose_game(struct suite *suite, const cop_problem *text, copse_message *why)
{
    if (!suite->game && !(suite->game = game_named(text->game, why)))
        return COPSE_UNKNOWN_GAME;
    if (strcmp(suite->game->name, text->game) == 0)
        return COPSE_OK;
    snprintf(why->text, sizeof why->text, "this is a problem of %s, not of %s", text->game,
             suite->game->name);
    return COPSE_BAD_POSITION;
}

static copse_status read_line(struct suite *suite, const char *line, int ordinal, const char *only,
                              copse_message *why)
{
    cop_problem text;
    copse_status status = cop_problem_read(line, &text, why);
    if (status != COPSE_OK)
        return status;
    if (!text.id[0])
        snprintf(text.id, sizeof text.id, "%d", ordinal);
    status = choose_game(suite, &text, why);
    if (status != COPSE_OK)
        return status;
    if (only && !is_wanted(only, text.id)) {
        if (!suite->unwanted[0])
            snprintf(suite->unwanted, sizeof suite->unwanted, "%s", text.id);
        return COPSE_OK;
    }
    return add(suite, &text, why);
}

/* --------------------------------------------------------------------------------------- the file
 */

static copse_status read_lines(struct suite *suite, const char *name, FILE *file, const char *only,
                               copse_message *why)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t size;
    int ordinal = 0;
    copse_status status = COPSE_OK;
    for (int number = 1; status == COPSE_OK && (size = getline(&line, &room, file)) >= 0;
         number++) {
        while (size > 0 && (line[size - 1] == '\n' || line[size - 1] == '\r'))
            line[--size] = '\0';
        if (line[strspn(line, " \t")] == '\0' || line[0] == '#' || line[0] == '%')
            continue;
        copse_message inner;
        status = read_line(suite, line, ++ordinal, only, &inner);
        if (status != COPSE_OK)
            snprintf(why->text, sizeof why->text, "%.100s, line %d: %.380s", name, number,
                     inner.text);
    }
    free(line);
    return status;
}

/* All of a file, which is named so. */
static copse_status read_all(struct suite *suite, const char *name, FILE *file, const char *only,
                             copse_message *why)
{
    copse_status status = read_lines(suite, name, file, only, why);
    if (status == COPSE_OK && (ferror(file) || suite->count == 0)) {
        if (!ferror(file) && suite->unwanted[0])
            snprintf(why->text, sizeof why->text,
                     "%.300s has none of these problems; its first is '%.100s'", name,
                     suite->unwanted);
        else
            snprintf(why->text, sizeof why->text, "%.300s %s", name,
                     ferror(file) ? "cannot be read" : "has no problem in it");
        status = COPSE_BAD_POSITION;
    }
    if (status != COPSE_OK)
        suite_clear(suite);
    return status;
}

copse_status suite_read_text(struct suite *suite, const char *text, const char *name,
                             const copse_game *game, copse_message *why)
{
    FILE *file = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
    *suite = (struct suite){.game = game};
    if (!file)
        return fail(why, COPSE_NO_MEMORY, copse_status_text(COPSE_NO_MEMORY));
    copse_status status = read_all(suite, name, file, NULL, why);
    fclose(file);
    return status;
}

copse_status suite_read(struct suite *suite, const char *path, const copse_game *game,
                        const char *only, copse_message *why)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "r");
    *suite = (struct suite){.game = game};
    if (!file) {
        snprintf(why->text, sizeof why->text, "%.300s: %s", path, strerror(errno));
        return COPSE_BAD_ARGUMENT;
    }
    copse_status status = read_all(suite, standard ? "standard input" : path, file, only, why);
    if (!standard)
        fclose(file);
    return status;
}
