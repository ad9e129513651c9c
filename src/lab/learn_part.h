/* SPDX-License-Identifier: MIT
 *
 * FILE.part: a heading with all settings, then a line for each finished job.
 */
#ifndef LAB_LEARN_PART_H
#define LAB_LEARN_PART_H

#include "lab/learn.h"

/* Opens it, takes over the jobs that it has, and is ready to add others. */
copse_status learn_part_open(struct learn *learn, copse_message *why);

/* Adds a job. False if it cannot be written. */
bool learn_part_add_real(struct learn *learn, int position);
bool learn_part_add_round(struct learn *learn, int position);

/* Where the deltas of a position in a round begin. */
int32_t *learn_deltas(const struct learn *learn, int round, int position);

/* How many there are; -1: not done. */
int8_t *learn_count(const struct learn *learn, int round, int position);

#endif
