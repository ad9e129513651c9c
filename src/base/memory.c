/* SPDX-License-Identifier: MIT */
#include "base/memory.h"

#include "base/os.h"

#include <stdlib.h>

/* From here on a block is worth large pages. From the second size on it also begins with one: what
 * is most in use often lies at the beginning, where a large page can be had only if its memory is
 * the block's own and untouched. */
enum { LARGE_BLOCK = 4 << 20, ALIGNED_BLOCK = 32 << 20, LARGE_PAGE = 2 << 20 };

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

/* A block is laid at a cache line, or at a large page, inside a larger one; the address of the
 * larger one stands in the word before it. */
static size_t alignment_of(size_t size)
{
    return size >= ALIGNED_BLOCK ? LARGE_PAGE : COP_CACHE_LINE;
}

static size_t margin_of(size_t size)
{
    return alignment_of(size) + sizeof(void *);
}

void *cop_memory_new(const copse_allocator *allocator, size_t size)
{
    size_t alignment = alignment_of(size);
    if (size > SIZE_MAX - margin_of(size))
        return NULL;
    char *whole = allocator->alloc(allocator->user, size + margin_of(size));
    if (whole == NULL)
        return NULL;
    size_t offset = alignment - (uintptr_t)whole % alignment;
    if (offset < sizeof(void *))
        offset += alignment;
    char *block = whole + offset;
    ((void **)(void *)block)[-1] = whole;
    if (size >= LARGE_BLOCK)
        cop_memory_wish_large_pages(block, size);
    return block;
}

void cop_memory_free(const copse_allocator *allocator, void *block, size_t size)
{
    if (block != NULL)
        allocator->free(allocator->user, ((void **)block)[-1], size + margin_of(size));
}
