/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include "base/map.h"

#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static copse_status map_open_file(int file, cop_map *map, const char *path, copse_message *why)
{
    struct stat about;
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode))
        return cop_say(why, COPSE_BAD_OPTION, "'%.200s' is no plain file", path);
    *map = (cop_map){NULL, (size_t)about.st_size};
    if (map->size == 0)
        return COPSE_OK;
    void *bytes = mmap(NULL, map->size, PROT_READ, MAP_SHARED, file, 0);
    if (bytes == MAP_FAILED) {
        *map = (cop_map){0};
        return cop_say(why, COPSE_BAD_OPTION, "'%.200s' cannot be mapped to memory", path);
    }
    map->bytes = bytes;
    return COPSE_OK;
}

copse_status cop_map_open(cop_map *map, const char *path, copse_message *why)
{
    /* O_NONBLOCK, so that opening a pipe that nobody writes to does not wait. */
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0 && (errno == ENOENT || errno == ENOTDIR))
        return cop_say(why, COPSE_NO_RESULT, "'%.200s': there is no such file", path);
    if (file < 0)
        return cop_say(why, COPSE_BAD_OPTION, "'%.200s' cannot be opened", path);
    copse_status status = map_open_file(file, map, path, why);
    close(file);
    return status;
}

void cop_map_close(cop_map *map)
{
    if (map->bytes != NULL)
        munmap((void *)(uintptr_t)map->bytes, map->size);
    *map = (cop_map){0};
}
