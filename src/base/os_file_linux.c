/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "base/file.h"

#include "base/memory.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
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
