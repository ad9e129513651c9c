/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "base/file.h"

#include "base/memory.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Reads all that the block has room for. False if the file ends before, or cannot be read. */
static bool read_all(int file, char *text, size_t size)
{
    size_t done = 0;
    while (done < size) {
        ssize_t more = read(file, text + done, size - done);
        if (more < 0 && errno == EINTR)
            continue;
        if (more <= 0)
            return false;
        done += (size_t)more;
    }
    return true;
}

static copse_status read_open(int file, const copse_allocator *allocator, const char *path,
                              char **text, size_t *size, copse_message *why)
{
    struct stat about;
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode))
        return cop_say(why, COPSE_BAD_OPTION, "'%.120s' is no plain file", path);
    if (about.st_size > COP_FILE_MOST)
        return cop_say(why, COPSE_BAD_OPTION, "'%.120s' has more than %d bytes", path,
                       COP_FILE_MOST);
    size_t length = (size_t)about.st_size;
    char *block = cop_memory_new(allocator, length + 1);
    if (block == NULL)
        return cop_say(why, COPSE_NO_MEMORY, "no memory to read '%.120s'", path);
    if (!read_all(file, block, length)) {
        cop_memory_free(allocator, block, length + 1);
        return cop_say(why, COPSE_BAD_OPTION, "'%.120s' cannot be read to its end", path);
    }
    *text = block;
    *size = length;
    return COPSE_OK;
}

copse_status cop_file_read(const copse_allocator *allocator, const char *path, char **text,
                           size_t *size, copse_message *why)
{
    /* O_NONBLOCK, so that opening a pipe that nobody writes to does not wait. */
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) {
        const char *reason = errno == ENOENT ? "there is no such file" : "it cannot be opened";
        return cop_say(why, COPSE_BAD_OPTION, "'%.120s': %s", path, reason);
    }
    copse_status status = read_open(file, allocator, path, text, size, why);
    close(file);
    return status;
}

/* ---------------------------------------------------------------------------------------- writing
 */

/* Where the file goes: behind links, so that they stay. False: the name is too long. */
static bool find_place(cop_writer *writer, const char *path)
{
    char *behind = realpath(path, NULL); /* NULL: there is nothing yet */
    const char *place = behind ? behind : path;
    bool fits = strlen(place) < sizeof writer->path;
    if (fits)
        memcpy(writer->path, place, strlen(place) + 1);
    free(behind);
    return fits;
}

copse_status cop_writer_open(cop_writer *writer, const char *path, copse_message *why)
{
    enum { TRIES = 100 };
    struct stat about;
    writer->failed = false;
    writer->used = 0;
    if (!find_place(writer, path))
        return cop_say(why, COPSE_BAD_OPTION, "'%.120s...': the name is too long", path);
    /* A device or a folder must not be replaced by a file. */
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode))
        return cop_say(why, COPSE_BAD_OPTION, "'%.120s' is no plain file", path);
    writer->file = -1;
    for (int i = 0; i < TRIES && writer->file < 0; i++) {
        snprintf(writer->fresh, sizeof writer->fresh, "%s.new-%d", writer->path, i);
        writer->file = open(writer->fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (writer->file < 0 && errno != EEXIST)
            break;
    }
    if (writer->file < 0)
        return cop_say(why, COPSE_BAD_OPTION, "'%.120s' cannot be written: %s", path,
                       errno == ENOENT || errno == ENOTDIR ? "there is no such folder"
                                                           : "not allowed there");
    return COPSE_OK;
}

copse_status cop_writer_try(const char *path, copse_message *why)
{
    cop_writer writer;
    copse_status status = cop_writer_open(&writer, path, why);
    if (status != COPSE_OK)
        return status;
    close(writer.file);
    unlink(writer.fresh);
    return COPSE_OK;
}

static void write_all(cop_writer *writer, const char *bytes, size_t size)
{
    size_t done = 0;
    while (done < size && !writer->failed) {
        ssize_t more = write(writer->file, bytes + done, size - done);
        if (more > 0)
            done += (size_t)more;
        else if (more == 0 || errno != EINTR)
            writer->failed = true;
    }
}

static void flush(cop_writer *writer)
{
    write_all(writer, writer->buffer, writer->used);
    writer->used = 0;
}

void cop_writer_put(cop_writer *writer, const void *bytes, size_t size)
{
    flush(writer);
    write_all(writer, bytes, size);
}

void cop_writer_add(cop_writer *writer, const char *format, ...)
{
    enum { MOST = 1000 };
    if (sizeof writer->buffer - writer->used <= MOST)
        flush(writer);
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(writer->buffer + writer->used, MOST + 1, format, arguments);
    va_end(arguments);
    if (length < 0 || length > MOST)
        writer->failed = true;
    else
        writer->used += (size_t)length;
}

copse_status cop_writer_close(cop_writer *writer, copse_message *why)
{
    flush(writer);
    /* Some file systems find out only now that there is no room. */
    if (close(writer->file) != 0)
        writer->failed = true;
    if (!writer->failed && rename(writer->fresh, writer->path) == 0)
        return COPSE_OK;
    unlink(writer->fresh);
    return cop_say(why, COPSE_NO_RESULT, "'%.120s' could not be written to its end", writer->path);
}
