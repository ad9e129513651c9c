/* SPDX-License-Identifier: MIT
 *
 * What the tests of the handle have in common: which algorithms they are about. */
#ifndef COP_ENGINE_SEARCH_TEST_H
#define COP_ENGINE_SEARCH_TEST_H

#include "support.h"

/* Does algorithm number i of all search every line to a depth, and so for long if that is large? */
static inline bool is_depth_first(int i)
{
    return strcmp(copse_algorithm_at(i)->family, "alpha-beta") == 0;
}

/* Number 0, 1, ... of those for one processor; NULL beyond. */
static inline const copse_algorithm *depth_first(int number)
{
    for (int i = 0; i < copse_algorithm_count(); i++)
        if (is_depth_first(i) && !copse_algorithm_at(i)->parallel && number-- == 0)
            return copse_algorithm_at(i);
    return NULL;
}

static inline bool has_option(const copse_algorithm *algorithm, const char *name)
{
    for (int i = 0; i < algorithm->option_count; i++)
        if (strcmp(algorithm->options[i].name, name) == 0)
            return true;
    return false;
}

#endif
