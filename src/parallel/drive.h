/* SPDX-License-Identifier: MIT
 *
 * Best-first searches on several processors. A driver runs the expansions of any policy
 * (search/best.h) on the processors of the job's machine:
 *
 *     shared      all of them walk, expand and back up on one tree
 *     master      one owns the tree, selects and backs up; the others produce and evaluate
 *     hierarchy   masters of masters: a sub-master owns a subtree for a while
 */
#ifndef COP_PARALLEL_DRIVE_H
#define COP_PARALLEL_DRIVE_H

#include "search/best.h"

/* By the option `driver`; auto: shared where memory is, else master. */
copse_status cop_drive(cop_best *host, const cop_best_loops *loops);

copse_status cop_drive_shared(cop_best *host, const cop_best_loops *loops);
copse_status cop_drive_master(cop_best *host, const cop_best_loops *loops);
copse_status cop_drive_hierarchy(cop_best *host, const cop_best_loops *loops);

/* A search without a model learns one from its own expansions, which takes one processor: this many
 * are done before the others begin, with what has been learned then. */
enum { COP_DRIVE_LESSONS = 512 };
bool cop_drive_learn(cop_best *host, const cop_best_loops *loops);

/* A number for a run: where memory is not shared, another one each time, since answers to an
 * earlier run may still be on their way. */
uint32_t cop_drive_number(const cop_job *job);

/* Runs the body on the job's machine, and adds to the account of where the time went. */
copse_status cop_drive_run(cop_job *job, void (*body)(cop_processor *p, void *shared),
                           void *shared);

#endif
