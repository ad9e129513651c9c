/* SPDX-License-Identifier: MIT
 *
 * Memory from the caller's allocator, or from malloc. Every block is zeroed and begins at a cache
 * line, whatever the allocator gives. */
#ifndef COP_BASE_MEMORY_H
#define COP_BASE_MEMORY_H

#include "copse.h"

enum { COP_CACHE_LINE = 64 };

/* The allocator to use when the caller gave none. */
copse_allocator cop_memory_standard(void);

/* NULL if there is not enough. */
void *cop_memory_new(const copse_allocator *allocator, size_t size);

/* `size` is what cop_memory_new() was asked for; NULL is fine. */
void cop_memory_free(const copse_allocator *allocator, void *block, size_t size);

#endif
