/* SPDX-License-Identifier: MIT */
#include "base/memory.h"

#include "base/os.h"

#include <stdlib.h>

/* From here on a block is worth large pages. */
enum { LARGE_BLOCK = 4 << 20 };

/* calloc, not malloc and memset: a fresh large block is zero already, and only the pages that are
 * touched ever become real. */
static void *standard_alloc(void *user, size_t size)
{
    (void)user;
    return calloc(1, size);
}

static void standard_free(void *user, void *memory, size_t size)
{
    (void)user;
    (void)size;
    free(memory);
}

copse_allocator cop_memory_standard(void)
{
    return (copse_allocator){standard_alloc, standard_free, NULL};
}

/* A block is laid at a cache line inside a larger one; the address of the larger one stands in the
 * word before it. */
static const size_t margin = COP_CACHE_LINE + sizeof(void *);

void *cop_memory_new(const copse_allocator *allocator, size_t size)
{
    if (size > SIZE_MAX - margin)
        return NULL;
    char *whole = allocator->alloc(allocator->user, size + margin);
    if (whole == NULL)
        return NULL;
    size_t offset = COP_CACHE_LINE - (uintptr_t)whole % COP_CACHE_LINE;
    if (offset < sizeof(void *))
        offset += COP_CACHE_LINE;
    char *block = whole + offset;
    ((void **)(void *)block)[-1] = whole;
    if (size >= LARGE_BLOCK)
        cop_memory_wish_large_pages(block, size);
    return block;
}

void cop_memory_free(const copse_allocator *allocator, void *block, size_t size)
{
    if (block != NULL)
        allocator->free(allocator->user, ((void **)block)[-1], size + margin);
}
