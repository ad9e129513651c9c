/* SPDX-License-Identifier: MIT
 *
 * Weights of a stage from the positions of games: those with the least squared error.
 *
 * That is a system of as many linear equations as there are weights, a hundred thousand, solved by
 * conjugate gradients (Hestenes & Stiefel 1952), each equation scaled by how often its weight
 * occurs. A penalty on the squares of weights keeps those small that are seen rarely; one that is
 * never seen stays 0. Contents that are mirror images are one weight.
 */
#ifndef LAB_TRAIN_OTHELLO_FIT_H
#define LAB_TRAIN_OTHELLO_FIT_H

#include "lab/train_othello.h"

/* Fits both evaluations' weights of a stage to those games of the last rounds that are not held
 * out. It changes nothing of train->weights but this stage's. False: not enough memory, or
 * train->stop was set. */
bool train_fit_stage(struct train_othello *train, int stage);

/* The errors of the new weights in the games of this round that are held out. */
void train_measure_stage(struct train_othello *train, int stage);

#endif
