/* SPDX-License-Identifier: MIT
 *
 * A worker in a process of its own becomes a master in the middle (group.h): LEAD tells it all that
 * there is to know of the search. */
#ifndef COP_PARALLEL_LEAD_H
#define COP_PARALLEL_LEAD_H

#include "parallel/worker.h"

/* For cop_worker's `lead`. */
bool cop_lead_serve(cop_processor *p, cop_worker *worker, const cop_letter *letter);

#endif
