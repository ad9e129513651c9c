/* SPDX-License-Identifier: MIT
 *
 * The file is text: a heading, the description, and for each pair its number, the two outcomes, and
 * what it cost both. Two processes must not write to one file, so it is locked.
 */
#include "lab/match_log.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char heading[] = "copse-match 2\n";

struct match_log {
    FILE *file;
    char *path;
};

static copse_status fail(const struct match_log *log, const char *what, copse_message *why)
{
    snprintf(why->text, sizeof why->text, "%.300s %s", log->path, what);
    return COPSE_BAD_ARGUMENT;
}

void match_log_close(struct match_log *log)
{
    if (!log)
        return;
    if (log->file)
        fclose(log->file);
    free(log->path);
    free(log);
}

/* The two lines that a file begins with; writes them to an empty one. */
static bool check_heading(struct match_log *log, const char *description, copse_message *why)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t size = getline(&line, &room, log->file);
    bool fine = true;
    if (size <= 0) {
        fine = fprintf(log->file, "%s%s\n", heading, description) > 0 && fflush(log->file) == 0 &&
               fsync(fileno(log->file)) == 0;
        if (!fine)
            fail(log, "cannot be written", why);
    } else if (strcmp(line, heading) != 0) {
        fail(log, "is not a file of 'copse match'", why);
        fine = false;
    } else {
        size = getline(&line, &room, log->file);
        fine = size > 0 && line[size - 1] == '\n' && strlen(description) == (size_t)size - 1 &&
               memcmp(line, description, (size_t)size - 1) == 0;
        if (!fine)
            fail(log, "belongs to another match: name another file, or remove it", why);
    }
    free(line);
    return fine;
}

struct match_log *match_log_open(const char *path, const char *description, copse_message *why)
{
    struct match_log *log = calloc(1, sizeof *log);
    if (!log || !(log->path = strdup(path))) {
        free(log);
        snprintf(why->text, sizeof why->text, "%s", copse_status_text(COPSE_NO_MEMORY));
        return NULL;
    }
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    bool good = false;
    if (file < 0)
        fail(log, strerror(errno), why);
    else if (fcntl(file, F_SETLK, &lock) != 0)
        fail(log, "is in use by another process", why);
    else if (!(log->file = fdopen(file, "r+")))
        fail(log, strerror(errno), why);
    else
        good = check_heading(log, description, why);
    if (file >= 0 && !log->file)
        close(file);
    if (good)
        return log;
    match_log_close(log);
    return NULL;
}

/* ------------------------------------------------------------------------------------------ lines
 */

static void write_cost(FILE *file, const struct match_cost *cost)
{
    fprintf(file, " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %a", cost->moves, cost->nodes,
            cost->evaluations, cost->memory_ends, cost->seconds);
    for (int i = 0; i < TALK_TROUBLES; i++)
        fprintf(file, " %d", cost->lost[i]);
}

copse_status match_log_add(struct match_log *log, int number, const struct match_pair *pair,
                           copse_message *why)
{
    fprintf(log->file, "pair %d %" PRId32 " %" PRId32 " %d %d", number, pair->outcome[0],
            pair->outcome[1], pair->cut, pair->judged);
    write_cost(log->file, &pair->cost[0]);
    write_cost(log->file, &pair->cost[1]);
    fputc('\n', log->file);
    if (fflush(log->file) != 0 || ferror(log->file) || fsync(fileno(log->file)) != 0)
        return fail(log, "cannot be written", why);
    return COPSE_OK;
}

/* Takes a whole number off the text. */
static bool take(char **text, int64_t least, int64_t most, int64_t *number)
{
    char *end;
    if (**text != ' ' || ((*text)[1] != '-' && ((*text)[1] < '0' || (*text)[1] > '9')))
        return false;
    errno = 0;
    long long value = strtoll(*text + 1, &end, 10);
    if (errno != 0 || end == *text + 1 || value < least || value > most)
        return false;
    *number = value;
    *text = end;
    return true;
}

static bool take_cost(char **text, struct match_cost *cost)
{
    int64_t counts[4], lost;
    for (int i = 0; i < 4; i++) {
        if (!take(text, 0, INT64_MAX, &counts[i]))
            return false;
    }
    char *end;
    double seconds = strtod(*text, &end);
    if (end == *text || !(seconds >= 0 && seconds < 1e12))
        return false;
    *text = end;
    *cost = (struct match_cost){.moves = (uint64_t)counts[0],
                                .nodes = (uint64_t)counts[1],
                                .evaluations = (uint64_t)counts[2],
                                .memory_ends = (uint64_t)counts[3],
                                .seconds = seconds};
    for (int i = 0; i < TALK_TROUBLES; i++) {
        if (!take(text, 0, 2, &lost))
            return false;
        cost->lost[i] = (int)lost;
    }
    return true;
}

/* A line with its end; false if it is no pair, or one that was there before. A match of fewer games
 * leaves those that it does not have alone. */
static bool take_line(char *line, struct match *match)
{
    struct match_pair pair = {.done = true};
    int64_t number, outcomes[2], cut, judged;
    if (strncmp(line, "pair", 4) != 0)
        return false;
    line += 4;
    if (!take(&line, 0, OPENINGS_MOST - 1, &number) ||
        !take(&line, -COPSE_WIN, COPSE_WIN, &outcomes[0]) ||
        !take(&line, -COPSE_WIN, COPSE_WIN, &outcomes[1]) || !take(&line, 0, 2, &cut) ||
        !take(&line, 0, 2, &judged) || !take_cost(&line, &pair.cost[0]) ||
        !take_cost(&line, &pair.cost[1]) || *line != '\n')
        return false;
    if (number >= match_pair_count(match))
        return true;
    if (match->pairs[number].done)
        return false;
    pair.outcome[0] = (copse_score)outcomes[0];
    pair.outcome[1] = (copse_score)outcomes[1];
    pair.cut = (int)cut;
    pair.judged = (int)judged;
    match->pairs[number] = pair;
    return true;
}

copse_status match_log_read(struct match_log *log, struct match *match, copse_message *why)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t size;
    bool fine = true;
    long length = 0;
    rewind(log->file);
    for (int number = 1; fine && (size = getline(&line, &room, log->file)) > 0; number++) {
        if (line[size - 1] != '\n')
            break; /* killed while writing it */
        if (number > 2 && !take_line(line, match)) {
            char what[64];
            snprintf(what, sizeof what, "is damaged in line %d", number);
            fail(log, what, why);
            fine = false;
        }
        length += (long)size;
    }
    free(line);
    if (!fine)
        return COPSE_BAD_ARGUMENT;
    if (ferror(log->file) || ftruncate(fileno(log->file), length) != 0 ||
        fseek(log->file, length, SEEK_SET) != 0)
        return fail(log, "cannot be read", why);
    return COPSE_OK;
}
