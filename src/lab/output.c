/* SPDX-License-Identifier: MIT */
#include "lab/output.h"

#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static copse_status write_directly(const char *path, const char *bytes, size_t size,
                                   copse_message *why)
{
    FILE *file = fopen(path, "w");
    bool good = file && fwrite(bytes, 1, size, file) == size;
    good = file && fclose(file) == 0 && good;
    if (good)
        return COPSE_OK;
    snprintf(why->text, sizeof why->text, "'%.300s': %s", path, strerror(errno));
    return COPSE_NO_RESULT;
}

copse_status output_write(const char *path, const char *bytes, size_t size, copse_message *why)
{
    struct stat about;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode))
        return write_directly(path, bytes, size, why);
    cop_writer writer;
    copse_status status = cop_writer_open(&writer, path, why);
    if (status != COPSE_OK)
        return status;
    cop_writer_put(&writer, bytes, size);
    return cop_writer_close(&writer, why);
}
