/* SPDX-License-Identifier: MIT
 *
 * Large files, read where they lie: their bytes appear in memory, and the system keeps those that
 * are in use. */
#ifndef COP_BASE_MAP_H
#define COP_BASE_MAP_H

#include "copse.h"

typedef struct cop_map {
    const uint8_t *bytes; /* NULL if the file is empty */
    size_t size;
} cop_map;

/* COPSE_NO_RESULT if there is no such file, COPSE_BAD_OPTION if it is no plain file or cannot be
 * read, each with a sentence. */
copse_status cop_map_open(cop_map *map, const char *path, copse_message *why);
void cop_map_close(cop_map *map); /* all zero is fine */

#endif
