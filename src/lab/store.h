/* SPDX-License-Identifier: MIT
 *
 * The file of results, an SQLite database: a row for every unit that was done, and one for each of
 * its tallies. A unit is there with all that it found or not at all, and once it is there it stays,
 * whatever happens to the program afterwards. Several programs may use one file: if two have done
 * the same unit, the first counts, and both have found the same. Within a program it is one thread
 * at a time.
 */
#ifndef LAB_STORE_H
#define LAB_STORE_H

#include "lab/experiment.h"

struct store;

/* Where results come from. */
struct store_origin {
    const char *version, *machine, *command;
};

/* Opens the file, or makes it; to read only, if it is to be asked and not changed (then a file that
 * is not there is one without results). NULL and a sentence if it cannot be used: it is something
 * else, damaged, or kept locked by somebody for longer than `patience` seconds. */
struct store *store_open(const char *path, bool read_only, double patience, copse_message *why);
void store_close(struct store *store);

/* From now on waits so many seconds for somebody who keeps the file locked. */
void store_wait(struct store *store, double patience);

/* Is this unit done? */
copse_status store_has(struct store *store, const struct experiment *experiment, bool quick,
                       int unit, bool *has, copse_message *why);

/* Keeps a unit: on return it is on the disk. */
copse_status store_put(struct store *store, const struct unit *unit, bool quick, int number,
                       const struct tally *tallies, double seconds,
                       const struct store_origin *origin, copse_message *why);

/* What is known of an experiment. */
struct store_results {
    const struct experiment *experiment;
    bool quick;
    int units, done;
    double seconds;        /* of the wall clock: what the units took, one after the other */
    char date[32];         /* of the last unit */
    char version[240];     /* of copse: the last unit's, then others, if units have several */
    char machine[200];     /* the last unit's, and how many others there are */
    struct tally **groups; /* of each group, as unit_tally() has them */
};

/* Adds up the units of an experiment, in their order, so that equal units give equal sums. */
copse_status store_read(struct store *store, const struct experiment *experiment, bool quick,
                        struct store_results *results, copse_message *why);

/* The results to show: those at full settings, unless they are not done and the quick ones are, or
 * they have not been begun. */
copse_status store_read_best(struct store *store, const struct experiment *experiment,
                             struct store_results *results, copse_message *why);
void store_results_clear(struct store_results *results);

/* A point of a curve. */
const struct tally *results_at(const struct store_results *results, int group, int player, int step,
                               int measure);

#endif
