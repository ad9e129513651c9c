/* SPDX-License-Identifier: MIT
 *
 * Whole files: those that copse reads are small. */
#ifndef COP_BASE_FILE_H
#define COP_BASE_FILE_H

#include "copse.h"

enum { COP_FILE_MOST = 1 << 20 }; /* bytes */

/* Reads a file of at most COP_FILE_MOST bytes to a new block of *size + 1 bytes, the last one 0.
 * COPSE_BAD_OPTION and a sentence if there is no such file or it is no plain file. */
copse_status cop_file_read(const copse_allocator *allocator, const char *path, char **text,
                           size_t *size, copse_message *why);

#endif
