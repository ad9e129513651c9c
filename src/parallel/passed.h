/* SPDX-License-Identifier: MIT
 *
 * An algorithm and its settings in a message, for processes that are to search as the sender does.
 */
#ifndef COP_PARALLEL_PASSED_H
#define COP_PARALLEL_PASSED_H

#include "parallel/parcel.h"
#include "search/algorithm.h"

/* Goes on writing. */
void cop_passed_write(cop_parcel *parcel, const cop_algorithm *algorithm,
                      const cop_settings *settings);

/* Takes them off. False if there is no such algorithm, or a value that its option cannot have.
 * Options that are texts have their defaults: they are names of files and the like, and what
 * matters of them is said otherwise. */
bool cop_passed_read(cop_rest *rest, const cop_algorithm **algorithm, cop_settings *settings);

#endif
