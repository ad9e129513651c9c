/* SPDX-License-Identifier: MIT
 *
 * Openings from text. Nobody says what kind of line it is: each field is tried as a list of moves,
 * then as a position. Where a line has both, they must agree.
 */
#include "lab/board.h"
#include "lab/openings_add.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PLIES = 1024, MOST_MOVE_TEXT = 64 };

/* What a line is found to have. */
struct finding {
    const struct openings *openings;
    void *position;          /* given as such */
    bool has_position;       /* there is one */
    void *reached, *spare;   /* by moves; room for the next */
    copse_move *moves;       /* MOST_PLIES */
    copse_move *best;        /* the longest list so far */
    int best_count;          /* its length, -1: there is none */
    void *best_position;     /* where it leads */
    copse_move *legal;       /* room */
    copse_message complaint; /* about the list of moves that came furthest */
    int furthest;
};

/* ------------------------------------------------------------------------------- a list of moves
 */

/* The longest legal move that `text` begins with, at most `length` characters of it. */
static size_t longest_move(const struct finding *finding, const char *text, size_t length,
                           copse_move *move)
{
    char word[MOST_MOVE_TEXT];
    copse_message why;
    for (size_t size = length < sizeof word - 1 ? length : sizeof word - 1; size > 0; size--) {
        snprintf(word, sizeof word, "%.*s", (int)size, text);
        if (copse_move_from_text(finding->openings->game, finding->reached, word, move, &why) ==
            COPSE_OK)
            return size;
    }
    return 0;
}

static void go(struct finding *finding, copse_move move, int *count)
{
    const copse_game *game = finding->openings->game;
    board_play(game, finding->reached, move, finding->spare);
    void *before = finding->reached;
    finding->reached = finding->spare;
    finding->spare = before;
    finding->moves[(*count)++] = move;
}

/* Transcripts leave passes out: makes the one that is due, if there is. */
static bool pass(struct finding *finding, int *count)
{
    const copse_game *game = finding->openings->game;
    if (game->moves(game, finding->reached, finding->legal) != 1 ||
        !board_is_pass(game, finding->reached, finding->legal[0]))
        return false;
    go(finding, finding->legal[0], count);
    return true;
}

/* "1." or "12..." in front of a move. */
static size_t move_number(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    size_t dots = digits ? strspn(text + digits, ".") : 0;
    return dots ? digits + dots : 0;
}

/* How many moves the text is, from the base on; -1 if it is no list of moves. */
static int read_moves(struct finding *finding, const char *text)
{
    const copse_game *game = finding->openings->game;
    int count = 0;
    bool passed = false;
    memcpy(finding->reached, finding->openings->base, game->position_size);
    while (*(text += strspn(text, " ,")) != '\0') {
        size_t number = move_number(text), length = strcspn(text, " ,");
        if (number > 0) {
            text += number;
            continue;
        }
        copse_move move;
        size_t used = count < MOST_PLIES - 1 ? longest_move(finding, text, length, &move) : 0;
        if (used == 0 && !passed && count < MOST_PLIES - 1 && pass(finding, &count)) {
            passed = true;
            continue;
        }
        if (used == 0) {
            if (count >= finding->furthest) {
                finding->furthest = count;
                snprintf(finding->complaint.text, sizeof finding->complaint.text,
                         "'%.*s' is not a legal move after %d move%s",
                         (int)(length < 20 ? length : 20), text, count, count == 1 ? "" : "s");
            }
            return -1;
        }
        passed = false;
        go(finding, move, &count);
        text += used;
    }
    return count > 0 ? count : -1;
}

/* -------------------------------------------------------------------------------------- one field
 */

/* A position, perhaps with more after it: the whole; up to a semicolon; or its first four or six
 * words, as in EPD. */
static bool read_position(struct finding *finding, const char *text)
{
    static const int words[] = {0, 6, 4};
    const copse_game *game = finding->openings->game;
    size_t length = strcspn(text, ";");
    char *copy = strdup(text);
    copse_message why;
    bool found = copse_position_from_text(game, text, finding->position, &why) == COPSE_OK;
    for (size_t i = 0; !found && copy && i < sizeof words / sizeof words[0]; i++) {
        size_t size = words[i] ? 0 : length;
        for (int word = 0; word < words[i]; word++) {
            size += strspn(text + size, " ");
            size += strcspn(text + size, " ");
        }
        memcpy(copy, text, size);
        while (size > 0 && isspace((unsigned char)copy[size - 1]))
            size--;
        copy[size] = '\0';
        found =
            size > 0 && copse_position_from_text(game, copy, finding->position, &why) == COPSE_OK;
    }
    free(copy);
    return found;
}

static void read_field(struct finding *finding, const char *text)
{
    int count = read_moves(finding, text);
    if (count < 0 && !finding->has_position)
        finding->has_position = read_position(finding, text);
    if (count <= finding->best_count)
        return;
    memcpy(finding->best, finding->moves, (size_t)count * sizeof *finding->best);
    memcpy(finding->best_position, finding->reached, finding->openings->game->position_size);
    finding->best_count = count;
}

/* --------------------------------------------------------------------------------------- one line
 */

static bool finding_init(struct finding *finding, const struct openings *openings)
{
    const copse_game *game = openings->game;
    *finding = (struct finding){.openings = openings, .best_count = -1};
    finding->position = board_new(game, 1);
    finding->reached = board_new(game, 1);
    finding->spare = board_new(game, 1);
    finding->best_position = board_new(game, 1);
    finding->moves = calloc(MOST_PLIES, sizeof *finding->moves);
    finding->best = calloc(MOST_PLIES, sizeof *finding->best);
    finding->legal = board_moves_new(game);
    return finding->position && finding->reached && finding->spare && finding->best_position &&
           finding->moves && finding->best && finding->legal;
}

static void finding_clear(struct finding *finding)
{
    free(finding->position);
    free(finding->reached);
    free(finding->spare);
    free(finding->best_position);
    free(finding->moves);
    free(finding->best);
    free(finding->legal);
}

static copse_status add_finding(struct openings *openings, const struct finding *finding,
                                const char *line, copse_message *why)
{
    const copse_game *game = openings->game;
    if (finding->best_count > 0) {
        if (finding->has_position && !board_equal(game, finding->position, finding->best_position))
            return openings_fail(why, COPSE_BAD_POSITION,
                                 "its moves lead to another position than the one beside them");
        return openings_add(openings, finding->best_position, finding->best, finding->best_count,
                            why);
    }
    if (finding->has_position)
        return openings_add(openings, finding->position, NULL, 0, why);
    snprintf(why->text, sizeof why->text,
             "'%.60s' has neither a position of %s nor a list of its moves%s%.200s", line,
             game->name, finding->complaint.text[0] ? ": " : "", finding->complaint.text);
    return COPSE_BAD_POSITION;
}

copse_status openings_add_line(struct openings *openings, const char *line, copse_message *why)
{
    struct finding finding;
    char *copy = strdup(line);
    copse_status status = COPSE_NO_MEMORY;
    if (finding_init(&finding, openings) && copy) {
        for (char *field = copy, *next; field; field = next) {
            next = strchr(field, '\t');
            if (next)
                *next++ = '\0';
            if (*field)
                read_field(&finding, field);
        }
        status = add_finding(openings, &finding, line, why);
    } else
        openings_fail(why, status, copse_status_text(status));
    finding_clear(&finding);
    free(copy);
    return status;
}

/* --------------------------------------------------------------------------------------- the file
 */

/* Adds the lines; the sentence of a bad one begins with where it is. */
static copse_status read_lines(struct openings *openings, const char *name, FILE *file,
                               copse_message *why)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t size;
    copse_status status = COPSE_OK;
    for (int number = 1; status == COPSE_OK && (size = getline(&line, &room, file)) >= 0;
         number++) {
        while (size > 0 && (line[size - 1] == '\n' || line[size - 1] == '\r'))
            line[--size] = '\0';
        if (line[strspn(line, " \t")] == '\0' || line[0] == '#')
            continue;
        copse_message inner;
        status = openings_add_line(openings, line, &inner);
        if (status != COPSE_OK)
            snprintf(why->text, sizeof why->text, "%.100s, line %d: %.380s", name, number,
                     inner.text);
    }
    free(line);
    return status;
}

/* All of a file, which is named so. */
static copse_status read_all(struct openings *openings, const char *name, FILE *file,
                             copse_message *why)
{
    int before = openings->count;
    copse_status status = read_lines(openings, name, file, why);
    if (status == COPSE_OK && ferror(file)) {
        snprintf(why->text, sizeof why->text, "%.300s cannot be read", name);
        status = COPSE_BAD_ARGUMENT;
    }
    if (status == COPSE_OK && openings->count == before) {
        snprintf(why->text, sizeof why->text, "%.300s has no opening in it", name);
        status = COPSE_BAD_POSITION;
    }
    if (status != COPSE_OK)
        openings->count = before;
    return status;
}

copse_status openings_read_text(struct openings *openings, const char *text, const char *name,
                                copse_message *why)
{
    FILE *file = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
    if (!file)
        return openings_fail(why, COPSE_NO_MEMORY, copse_status_text(COPSE_NO_MEMORY));
    copse_status status = read_all(openings, name, file, why);
    fclose(file);
    return status;
}

copse_status openings_read(struct openings *openings, const char *path, copse_message *why)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "r");
    if (!file) {
        snprintf(why->text, sizeof why->text, "%.300s: %s", path, strerror(errno));
        return COPSE_BAD_ARGUMENT;
    }
    copse_status status = read_all(openings, standard ? "standard input" : path, file, why);
    if (!standard)
        fclose(file);
    return status;
}
