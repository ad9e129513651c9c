/* SPDX-License-Identifier: MIT
 *
 * From files to tables: what is stored is unpacked, and what is not, the positions where a capture
 * has to be made, is made from the tables of fewer pieces, which have to be there.
 */
#ifndef LAB_DB_LOAD_H
#define LAB_DB_LOAD_H

#include "game/checkers/db/file.h"
#include "lab/db_solve.h"

struct db_load {
    /* Set by the caller. */
    struct db_tables *tables;
    cop_cdb_material group;
    const char *folder;
    int threads;
    bool with_distances;
    atomic_bool *stop;
    void (*progress)(double share, void *user); /* may be NULL */
    void *user;

    struct db_counts counts; /* the answer, beside the tables */

    /* Inside. */
    cop_cdb_file values, distances;
    int slice;
    atomic_bool nonsense; /* checksums are right, but not what they are of */
};

/* Loads a group. COPSE_NO_RESULT if it was stopped or a file is not there (`missing` tells which),
 * COPSE_BAD_OPTION if one is damaged: then the tables do not have the group. */
copse_status db_load(struct db_load *load, bool *missing, copse_message *why);

/* Takes the group over from where it was solved. */
copse_status db_keep(struct db_tables *tables, const struct db_solve *solve, copse_message *why);

#endif
