/* SPDX-License-Identifier: MIT
 *
 * Sons in batches, as the analysis of Fishburn & Finkel (1980, section 7) has it: a master gives
 * each of its slaves one son, and waits until all have answered before it gives out more. */
#ifndef COP_PARALLEL_BATCH_H
#define COP_PARALLEL_BATCH_H

#include "parallel/alphabeta/processor_tree.h"

/* The next sons of the node in walk.frame, one to each slave, to be searched in this window of
 * theirs. Returns how many there were. */
int cop_batch_send(cop_desk *desk, copse_score alpha, copse_score beta);

/* Waits for so many answers, and returns the largest value for who moves at the node, or m if none
 * is larger than that; the node's window is (alpha, beta). If walk.stopped is set afterwards, the
 * value means nothing. */
copse_score cop_batch_best(cop_desk *desk, int sent, copse_score m, copse_score alpha,
                           copse_score beta);

#endif
