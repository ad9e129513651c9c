/* SPDX-License-Identifier: MIT
 *
 * Whole files. Those that copse reads are small; those that it writes may be large, and are there
 * only when they are complete. */
#ifndef COP_BASE_FILE_H
#define COP_BASE_FILE_H

#include "copse.h"

enum { COP_FILE_MOST = 4 << 20 }; /* bytes */

/* Reads a file of at most COP_FILE_MOST bytes to a new block of *size + 1 bytes, the last one 0.
 * COPSE_BAD_OPTION and a sentence if there is no such file or it is no plain file. */
copse_status cop_file_read(const copse_allocator *allocator, const char *path, char **text,
                           size_t *size, copse_message *why);

/* A file on its way: written beside its place under another name, and put there at the end. What
 * goes wrong in between is said at the end. */
typedef struct cop_writer {
    int file;
    bool failed;
    size_t used;
    char path[1024], fresh[1040];
    char buffer[8192];
} cop_writer;

/* COPSE_BAD_OPTION and a sentence if there can be no such file. */
copse_status cop_writer_open(cop_writer *writer, const char *path, copse_message *why);

/* Could it be written? Whatever is there stays as it is. */
copse_status cop_writer_try(const char *path, copse_message *why);

/* A piece of at most 1,000 bytes. */
void cop_writer_add(cop_writer *writer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Any bytes, as many as there are. */
void cop_writer_put(cop_writer *writer, const void *bytes, size_t size);

/* Always closes. If anything has failed, nothing is left and what was there before is as it was. */
copse_status cop_writer_close(cop_writer *writer, copse_message *why);

#endif
