/* SPDX-License-Identifier: MIT
 *
 * What the experiments after Lu's thesis have in common.
 */
#ifndef LAB_EXPERIMENT_LU_H
#define LAB_EXPERIMENT_LU_H

/* Measures of kind_scale, and of kind_problems. */
enum { LU_SPEED_UP, LU_EXTRA, LU_IDLE, LU_EFFICIENCY };
enum { LU_NODES, LU_SCORE, LU_SOLVED };

#define LU_SEARCH ",deepening=on,step=2,history=on,window=20"

/* A node takes a second and handing out a piece of work as long as 20 nodes; everything else takes
 * no time, where the thesis' machine (a BBN TC2000) has locks and messages. */
#define LU_COSTS "unit,evaluation=0,node=1,latency=0,task=20"

/* Plies less than the thesis' depths. */
enum { LU_SHALLOWER = 2, LU_QUICK_SHALLOWER = 4 };

#endif
