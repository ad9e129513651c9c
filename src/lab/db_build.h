/* SPDX-License-Identifier: MIT
 *
 * Builds endgame databases of checkers, a file for each group, smaller ones first. Whatever is
 * there already and whole is loaded instead of being solved, so a run that was killed goes on with
 * the group that it was at.
 */
#ifndef LAB_DB_BUILD_H
#define LAB_DB_BUILD_H

#include "lab/db_solve.h"

enum { DB_LEAST_PIECES = 2, DB_MOST_PIECES = COP_CDB_MOST };

struct db_build {
    /* Set by the caller. */
    const char *folder;
    int pieces, threads;
    int distance_pieces; /* with distances up to so many pieces; 0: none */
    atomic_bool stop;
    void (*progress)(struct db_build *build, double share, void *user); /* may be NULL */
    void *user;

    /* How far it is, for `progress`. */
    int group, group_count;
    cop_cdb_material groups[COP_CDB_GROUPS];
    bool loading; /* the group is there already */

    /* The answer, by the number of pieces. */
    struct db_counts counts[COP_CDB_MOST + 1];
    int solved, loaded, replaced; /* groups; `replaced`: solved because the file was damaged */
    uint64_t bytes;               /* of all files */
    copse_message damage;         /* of the first that was replaced */
    int lock;                     /* the folder, while it is built */
};

/* COPSE_NO_RESULT if it was stopped or a file cannot be written. */
copse_status db_build(struct db_build *build, copse_message *why);

/* Adds what is known of a group. */
void db_counts_add(struct db_counts *sum, const struct db_counts *more);

/* What there is to know of positions with all pieces of one side: as many of each. */
struct db_counts db_counts_one_sided(int pieces);

#endif
