/* SPDX-License-Identifier: MIT
 *
 * Writes the files of a group that is solved. A file is there wholly or not at all, whatever
 * happens meanwhile, and its bytes depend on nothing but the values.
 */
#ifndef LAB_DB_WRITE_H
#define LAB_DB_WRITE_H

#include "game/checkers/db/file.h"
#include "lab/db_solve.h"

/* The shortest code, or nearly so, of the first `count` values of a block, where those that are
 * DB_CAPTURE may become anything. `code` has room for COP_CDB_BLOCK bytes; gives how many it is. */
size_t db_encode(const _Atomic uint8_t *states, uint32_t count, uint8_t *code);

copse_status db_write_values(const struct db_solve *solve, const char *folder, copse_message *why);
copse_status db_write_distances(const struct db_solve *solve, const char *folder,
                                copse_message *why);

#endif
