/* SPDX-License-Identifier: MIT
 *
 * From what a killed training goes on: FILE.part has a heading with the settings, then the games in
 * batches, each with its checksum; FILE.round has the weights after the last finished round. */
#ifndef LAB_TRAIN_OTHELLO_PART_H
#define LAB_TRAIN_OTHELLO_PART_H

#include "lab/train_othello.h"

/* Opens both, and finds out how far an earlier run came: train->round is the round to go on with,
 * and the games of it and of the one before are taken over. */
copse_status train_part_open(struct train_othello *train, copse_message *why);

/* Adds a batch of the present round. False if it cannot be written. */
bool train_part_add(struct train_othello *train, int batch);

/* Writes the present weights to a file, which is there only when it is complete. */
copse_status train_write(struct train_othello *train, const char *path, copse_message *why);

/* Where the games of a round are, and how many batches it has. */
struct train_record *train_records(const struct train_othello *train, int round);
int train_batches(const struct train_othello *train, int round);

#endif
