/* SPDX-License-Identifier: MIT */
#include "lab/match_sheet.h"

#include "base/random.h"
#include "lab/match_log.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct match_sheet {
    FILE *file;
    const char *path;
    enum match_form form;
    struct match_log *log; /* that is told how far the file goes; NULL: none */
    struct match_mark mark;
};

static copse_status fail(const char *path, const char *what, copse_message *why)
{
    snprintf(why->text, sizeof why->text, "--record '%.200s': %s", path, what);
    return COPSE_BAD_ARGUMENT;
}

/* The mark after more text, which may come in any pieces. The digest is no negative number. */
static struct match_mark mark_after(struct match_mark mark, const char *text, size_t size)
{
    uint64_t digest = (uint64_t)mark.digest;
    for (size_t i = 0; i < size; i++)
        digest = cop_mix(digest ^ (unsigned char)text[i]) & INT64_MAX;
    return (struct match_mark){mark.length + (int64_t)size, (int64_t)digest};
}

/* ---------------------------------------------------------------------------------------- opening
 */

/* Does the file begin with what the log tells of? Then it is read up to there. */
static bool begins_as(FILE *file, const struct match_mark *wanted)
{
    struct match_mark mark = {0};
    char text[4096];
    while (mark.length < wanted->length) {
        int64_t rest = wanted->length - mark.length;
        size_t size = rest < (int64_t)sizeof text ? (size_t)rest : sizeof text;
        if (fread(text, 1, size, file) != size)
            return false;
        mark = mark_after(mark, text, size);
    }
    return mark.digest == wanted->digest;
}

/* A plain file is cut to where the log is. Anything else, such as a pipe, takes the games that are
 * still to come, and the log knows of no file. */
static copse_status begin(struct match_sheet *sheet, const struct match_mark *mark,
                          copse_message *why)
{
    struct stat about;
    if (fstat(fileno(sheet->file), &about) != 0)
        return fail(sheet->path, strerror(errno), why);
    if (!S_ISREG(about.st_mode)) {
        sheet->log = NULL;
        return COPSE_OK;
    }
    if (mark->length < 0)
        return fail(sheet->path,
                    "games that are in the file of --resume were played without it: leave it out, "
                    "or begin anew with another --resume",
                    why);
    if (!begins_as(sheet->file, mark))
        return fail(sheet->path,
                    "it does not have the games of the pairs that are in the file of --resume: "
                    "name the one that does, or begin anew with another --resume",
                    why);
    if (fseeko(sheet->file, mark->length, SEEK_SET) != 0 ||
        ftruncate(fileno(sheet->file), mark->length) != 0)
        return fail(sheet->path, strerror(errno), why);
    sheet->mark = *mark;
    return COPSE_OK;
}

struct match_sheet *match_sheet_open(const char *path, enum match_form form, struct match_log *log,
                                     copse_message *why)
{
    struct match_mark mark = {0};
    if (log && match_log_mark(log, &mark, why) != COPSE_OK)
        return NULL;
    if (log && match_log_is(log, path)) {
        fail(path, "is the file of --resume; name another", why);
        return NULL;
    }
    bool read = mark.length > 0; /* what nobody may read can still be written */
    int handle = open(path, (read ? O_RDWR : O_WRONLY) | O_CREAT | O_CLOEXEC, 0666);
    FILE *file = handle < 0 ? NULL : fdopen(handle, read ? "r+" : "w");
    struct match_sheet *sheet = file ? calloc(1, sizeof *sheet) : NULL;
    if (!sheet) {
        fail(path, strerror(errno), why);
        if (file)
            fclose(file);
        else if (handle >= 0)
            close(handle);
        return NULL;
    }
    *sheet = (struct match_sheet){.file = file, .path = path, .form = form, .log = log};
    if (begin(sheet, &mark, why) == COPSE_OK)
        return sheet;
    match_sheet_close(sheet);
    return NULL;
}

/* ---------------------------------------------------------------------------------------- writing
 */

/* With a log the pair has to be on the disk before it is in there. */
static bool write_out(struct match_sheet *sheet)
{
    return fflush(sheet->file) == 0 && !ferror(sheet->file) &&
           (!sheet->log || fsync(fileno(sheet->file)) == 0);
}

copse_status match_sheet_add(struct match *match, const struct match_game *games, int count,
                             void *user, copse_message *why)
{
    struct match_sheet *sheet = user;
    for (int i = 0; i < count; i++) {
        char *text = match_record(match, &games[i], sheet->form);
        if (!text) {
            snprintf(why->text, sizeof why->text, "%s", copse_status_text(COPSE_NO_MEMORY));
            return COPSE_NO_MEMORY;
        }
        fputs(text, sheet->file);
        sheet->mark = mark_after(sheet->mark, text, strlen(text));
        free(text);
    }
    if (!write_out(sheet)) {
        fail(sheet->path, strerror(errno), why);
        return COPSE_NO_RESULT;
    }
    if (sheet->log)
        match_log_set_mark(sheet->log, &sheet->mark);
    return COPSE_OK;
}

void match_sheet_close(struct match_sheet *sheet)
{
    if (!sheet)
        return;
    fclose(sheet->file);
    free(sheet);
}
