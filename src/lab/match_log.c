/* SPDX-License-Identifier: MIT
 *
 * The file is text: a heading, the description, and for each pair its number, the two outcomes,
 * what it cost both, and how far the record of the games goes. Two processes must not write to one
 * file, so it is locked.
 */
#include "lab/match_log.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char heading[] = "copse-match 3\n";

struct match_log {
    FILE *file;
    char *path;
    struct match_mark mark; /* of the pairs that are added */
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

/* Writes the two lines that a file begins with. */
static copse_status write_heading(struct match_log *log, const char *description,
                                  copse_message *why)
{
    rewind(log->file);
    if (ftruncate(fileno(log->file), 0) != 0 ||
        fprintf(log->file, "%s%s\n", heading, description) < 0 || fflush(log->file) != 0 ||
        fsync(fileno(log->file)) != 0)
        return fail(log, "cannot be written", why);
    return COPSE_OK;
}

/* How much of a text the file goes on with. */
static size_t read_as(FILE *file, const char *text)
{
    size_t length = 0;
    int c = 0;
    while (text[length] && (c = getc(file)) == (unsigned char)text[length])
        length++;
    if (c != EOF && text[length])
        ungetc(c, file);
    return length;
}

/* The two lines that a file begins with. Where it ends within them somebody was killed, or it is
 * new, and they are written. */
static copse_status check_heading(struct match_log *log, const char *description,
                                  copse_message *why)
{
    const size_t name = strlen("copse-match ");
    size_t same = read_as(log->file, heading);
    if (heading[same] == '\0') {
        bool all = read_as(log->file, description) == strlen(description);
        int c = getc(log->file);
        if (all && c == '\n')
            return COPSE_OK;
        if (c != EOF)
            return fail(log,
                        "belongs to another match, or to another version of copse: name another "
                        "file, or remove it",
                        why);
    } else if (getc(log->file) != EOF) {
        return fail(log,
                    same < name ? "is not a file of 'copse match'"
                                : "was made by another version of copse: name another file, or "
                                  "remove it",
                    why);
    }
    return write_heading(log, description, why);
}

struct match_log *match_log_open(const char *path, const char *description, copse_message *why)
{
    struct match_log *log = calloc(1, sizeof *log);
    if (!log || !(log->path = strdup(path))) {
        free(log);
        snprintf(why->text, sizeof why->text, "%s", copse_status_text(COPSE_NO_MEMORY));
        return NULL;
    }
    log->mark.length = -1;
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
        good = check_heading(log, description, why) == COPSE_OK;
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
    fprintf(log->file, " %" PRId64 " %" PRId64 "\n", log->mark.length, log->mark.digest);
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

/* What a line says. */
struct entry {
    int64_t number;
    struct match_pair pair;
    struct match_mark mark;
};

/* A line with its end; false if it is no pair. */
static bool take_line(char *line, struct entry *entry)
{
    int64_t outcomes[2], cut, judged;
    *entry = (struct entry){.pair = {.done = true}};
    if (strncmp(line, "pair", 4) != 0)
        return false;
    line += 4;
    if (!take(&line, 0, OPENINGS_MOST - 1, &entry->number) ||
        !take(&line, -COPSE_WIN, COPSE_WIN, &outcomes[0]) ||
        !take(&line, -COPSE_WIN, COPSE_WIN, &outcomes[1]) || !take(&line, 0, 2, &cut) ||
        !take(&line, 0, 2, &judged) || !take_cost(&line, &entry->pair.cost[0]) ||
        !take_cost(&line, &entry->pair.cost[1]) ||
        !take(&line, -1, INT64_MAX, &entry->mark.length) ||
        !take(&line, 0, INT64_MAX, &entry->mark.digest) || *line != '\n')
        return false;
    entry->pair.outcome[0] = (copse_score)outcomes[0];
    entry->pair.outcome[1] = (copse_score)outcomes[1];
    entry->pair.cut = (int)cut;
    entry->pair.judged = (int)judged;
    return true;
}

/* Reads all whole lines; `*length`: where they end. `take_entry` says whether an entry is fine. */
static copse_status read_lines(struct match_log *log,
                               bool (*take_entry)(const struct entry *entry, void *user),
                               void *user, long *length, copse_message *why)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t size;
    copse_status status = COPSE_OK;
    struct entry entry;
    *length = 0;
    rewind(log->file);
    for (int number = 1; status == COPSE_OK && (size = getline(&line, &room, log->file)) > 0;
         number++) {
        if (line[size - 1] != '\n')
            break; /* killed while writing it */
        if (number > 2 && !(take_line(line, &entry) && take_entry(&entry, user))) {
            char what[64];
            snprintf(what, sizeof what, "is damaged in line %d", number);
            status = fail(log, what, why);
        }
        *length += (long)size;
    }
    free(line);
    return status == COPSE_OK && ferror(log->file) ? fail(log, "cannot be read", why) : status;
}

/* False if it was there before. A match of fewer games leaves those that it does not have alone. */
static bool fill_in(const struct entry *entry, void *user)
{
    struct match *match = user;
    if (entry->number >= match_pair_count(match))
        return true;
    if (match->pairs[entry->number].done)
        return false;
    match->pairs[entry->number] = entry->pair;
    return true;
}

copse_status match_log_read(struct match_log *log, struct match *match, copse_message *why)
{
    long length;
    copse_status status = read_lines(log, fill_in, match, &length, why);
    if (status != COPSE_OK)
        return status;
    if (ftruncate(fileno(log->file), length) != 0 || fseek(log->file, length, SEEK_SET) != 0)
        return fail(log, "cannot be read", why);
    return COPSE_OK;
}

/* ---------------------------------------------------------------------------------------- marks
 */

static bool note_mark(const struct entry *entry, void *user)
{
    *(struct match_mark *)user = entry->mark;
    return true;
}

copse_status match_log_mark(struct match_log *log, struct match_mark *mark, copse_message *why)
{
    long length;
    struct match_mark last = {0};
    copse_status status = read_lines(log, note_mark, &last, &length, why);
    if (status == COPSE_OK)
        *mark = last;
    return status;
}

void match_log_set_mark(struct match_log *log, const struct match_mark *mark)
{
    log->mark = *mark;
}

bool match_log_is(const struct match_log *log, const char *path)
{
    struct stat mine, other;
    return fstat(fileno(log->file), &mine) == 0 && stat(path, &other) == 0 &&
           mine.st_dev == other.st_dev && mine.st_ino == other.st_ino;
}
