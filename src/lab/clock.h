/* SPDX-License-Identifier: MIT
 *
 * Time for programs: of the wall, to tell people how long it takes, and of this thread's processor,
 * to compare speeds on a machine that others use too.
 */
#ifndef LAB_CLOCK_H
#define LAB_CLOCK_H

/* Seconds since some moment. */
double clock_wall(void);

/* Seconds of processor time that this thread has used. */
double clock_cpu(void);

#endif
