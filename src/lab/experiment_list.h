/* SPDX-License-Identifier: MIT
 *
 * Where experiment.c finds the experiments: one list for each paper, with an entry without a name
 * at its end; and the positions of real games that are part of the program.
 */
#ifndef LAB_EXPERIMENT_LIST_H
#define LAB_EXPERIMENT_LIST_H

#include "lab/experiment.h"

extern const struct experiment experiments_korf[], experiments_shoham[], experiments_shoham_games[],
    experiments_lu[], experiments_lu_tables[], experiments_fishburn[], experiments_copse[],
    experiments_copse_games[];

/* Made of files by the build. */
struct experiment_file {
    const char *name, *text;
};
extern const struct experiment_file experiment_files[];

#endif
