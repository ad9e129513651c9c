/* SPDX-License-Identifier: MIT
 *
 * How well a search to one depth foretells another: the line of least squares through the two
 * values of many positions, and how far these lie from it (Buro 1995, ProbCut). */
#ifndef LAB_TRAIN_OTHELLO_FORETELL_H
#define LAB_TRAIN_OTHELLO_FORETELL_H

#include "lab/train_othello.h"

/* For all pairs of depths, in positions of this stage from games that were held out. */
void train_foretell_stage(struct train_othello *train, int stage);

#endif
