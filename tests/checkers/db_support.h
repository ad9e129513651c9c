/* SPDX-License-Identifier: MIT
 *
 * What the tests of endgame databases share: a folder, and databases in it. */
#ifndef COPSE_TESTS_CHECKERS_DB_SUPPORT_H
#define COPSE_TESTS_CHECKERS_DB_SUPPORT_H

#include "game/checkers/db/db.h"
#include "lab/db_build.h"
#include "support.h"

/* The databases, a second place for others, and how many pieces the first have. */
static char folder[600], other[620];
static int pieces;

/* Positions with exactly 1, 2, ... pieces, one side to move: those of Chinook's databases. */
static const uint64_t published[] = {0, 120, 6972, 261224, 7092774, 148688232, 2503611964};

static inline void build_in(const char *where, int up_to, int threads, int distance)
{
    static struct db_build build;
    copse_message why = {{0}};
    build = (struct db_build){
        .folder = where, .pieces = up_to, .threads = threads, .distance_pieces = distance};
    if (db_build(&build, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    for (int i = 1; i <= up_to; i++) {
        assert_int_equal(build.counts[i].positions, published[i]);
        assert_int_equal(build.counts[i].values[COP_CDB_LOSS] +
                             build.counts[i].values[COP_CDB_DRAW] +
                             build.counts[i].values[COP_CDB_WIN],
                         published[i]);
    }
}

static inline cop_checkers_db *open_db(const char *where, copse_message *why)
{
    cop_checkers_db *db = NULL;
    if (cop_checkers_db_open(NULL, where, &db, why) != COPSE_OK)
        fail_msg("%s", why->text);
    return db;
}

static inline int build_all(void **state)
{
    (void)state;
    build_in(folder, pieces, 2, pieces);
    return 0;
}

/* The arguments are a folder, which is made anew, and the number of pieces. */
static inline bool make_folders(int argc, char **argv)
{
    char command[1400];
    if (argc != 3)
        return false;
    pieces = atoi(argv[2]);
    snprintf(folder, sizeof folder, "%s/whole", argv[1]);
    snprintf(other, sizeof other, "%s/other", argv[1]);
    snprintf(command, sizeof command, "rm -rf '%s' && mkdir -p '%s' '%s'", argv[1], folder, other);
    return system(command) == 0;
}

#endif
