/* SPDX-License-Identifier: MIT
 *
 * A controller and its searchers who together are one searcher of processor 0's farm: what that one
 * gives the controller to search, the cluster searches by pvfsplit (variation.h). The controller is
 * where processor 0 is, or in another process; then its searchers are, too, and it tells processor
 * 0 what they have counted, and who of them is lost. */
#ifndef COP_PARALLEL_CLUSTER_H
#define COP_PARALLEL_CLUSTER_H

#include "parallel/alphabeta/variation.h"
#include "parallel/alphabeta/voice.h"

enum { COP_CLUSTER_ROOM = 512 + 4 * COP_PV_MOST }; /* for the longest answer */

/* All zeros at first, then cop_variation_init() or its other form, and in the end
 * cop_variation_free(). */
typedef struct cop_cluster {
    cop_variation v;
    cop_hand *hand;       /* the controller's */
    const int *searchers; /* their ranks, ascending */
    int count;
    bool has_errand;   /* one that it has not begun */
    bool busy;         /* it is at one */
    bool over;         /* processor 0 has said so */
    cop_errand errand; /* its position is in the variation's node */
    cop_voice voice;
    cop_parcel parcel;
    unsigned char room[COP_CLUSTER_ROOM];
} cop_cluster;

/* The body of its controller, until processor 0 says that it is over. */
void cop_cluster_lead(cop_cluster *cluster, cop_hand *hand);

#endif
