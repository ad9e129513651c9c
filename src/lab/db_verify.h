/* SPDX-License-Identifier: MIT
 *
 * Verifies endgame databases: all checksums, and the value of every position against those of all
 * positions that its moves lead to. Moves are made forward here; the values were found going
 * backward.
 */
#ifndef LAB_DB_VERIFY_H
#define LAB_DB_VERIFY_H

#include "lab/db_solve.h"

enum { DB_MOST_FAULTS = 10 };

struct db_verify {
    /* Set by the caller. */
    const char *folder;
    int threads;
    atomic_bool stop;
    void (*progress)(struct db_verify *verify, double share, void *user); /* may be NULL */
    void *user;

    /* How far it is, for `progress`. */
    int group, group_count;
    cop_cdb_material groups[COP_CDB_GROUPS];
    bool loading;

    /* The answer: by the number of pieces, and all in all. */
    struct db_counts counts[COP_CDB_MOST + 1];
    int files, distance_files, missing[COP_CDB_MOST + 1];
    uint64_t wrong; /* positions that do not agree with where they lead */
    int fault_count, damaged;
    copse_message faults[DB_MOST_FAULTS]; /* the first of what is not as it should be */

    /* Inside. */
    struct db_tables *tables;
    int slice;
};

/* COPSE_OK even if there are faults; COPSE_BAD_OPTION if there are no databases. */
copse_status db_verify(struct db_verify *verify, copse_message *why);

#endif
