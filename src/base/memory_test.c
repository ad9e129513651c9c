/* SPDX-License-Identifier: MIT
 *
 * Blocks begin at a cache line and are zero, and the caller's allocator gets back exactly what it
 * gave. */
#include "base/memory.h"

#include "support.h"

/* An allocator with room for one block, which begins `offset` bytes behind a cache line. */
typedef struct arena {
    _Alignas(COP_CACHE_LINE) char room[4096];
    size_t offset;
    size_t size;   /* of the block that is out; 0: none is */
    int refusals;  /* requests that did not fit */
    bool mistaken; /* what came back was not what had been given */
} arena;

static void *arena_alloc(void *user, size_t size)
{
    arena *a = user;
    if (a->size != 0 || a->offset + size > sizeof a->room) {
        a->refusals++;
        return NULL;
    }
    memset(a->room, '#', sizeof a->room);
    memset(a->room + a->offset, 0, size);
    a->size = size;
    return a->room + a->offset;
}

static void arena_free(void *user, void *memory, size_t size)
{
    arena *a = user;
    a->mistaken |= memory != a->room + a->offset || size != a->size;
    a->size = 0;
}

static void all_is(const char *from, const char *to, char wanted)
{
    for (; from < to; from++)
        assert_int_equal(*from, wanted);
}

static void any_address_is_aligned(void **state)
{
    static arena a;
    copse_allocator allocator = {arena_alloc, arena_free, &a};
    (void)state;
    for (a.offset = 0; a.offset < 2 * COP_CACHE_LINE; a.offset++)
        for (size_t size = 1; size < 300; size += 13) {
            char *block = cop_memory_new(&allocator, size);
            assert_non_null(block);
            assert_int_equal((uintptr_t)block % COP_CACHE_LINE, 0);
            all_is(block, block + size, 0);
            memset(block, 'x', size);
            /* Nothing outside what the allocator gave was written. */
            all_is(a.room, a.room + a.offset, '#');
            all_is(a.room + a.offset + a.size, a.room + sizeof a.room, '#');
            cop_memory_free(&allocator, block, size);
            assert_int_equal(a.size, 0);
            assert_false(a.mistaken);
        }
}

static void no_memory(void **state)
{
    static arena a;
    copse_allocator allocator = {arena_alloc, arena_free, &a};
    (void)state;
    assert_null(cop_memory_new(&allocator, sizeof a.room));
    assert_int_equal(a.refusals, 1);
    /* So large that the sum with the margin would wrap around: not even asked for. */
    assert_null(cop_memory_new(&allocator, SIZE_MAX));
    assert_null(cop_memory_new(&allocator, SIZE_MAX - 1));
    assert_int_equal(a.refusals, 1);
    cop_memory_free(&allocator, NULL, 100);
    assert_false(a.mistaken);
}

/* Used memory comes back zeroed; also blocks that are large enough for large pages. */
static void standard_allocator(void **state)
{
    static const size_t sizes[] = {1, 64, 1000, 100000, 4 << 20, (9 << 20) + 17};
    copse_allocator allocator = cop_memory_standard();
    (void)state;
    for (int round = 0; round < 3; round++)
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            char *block = cop_memory_new(&allocator, sizes[i]);
            assert_non_null(block);
            assert_int_equal((uintptr_t)block % COP_CACHE_LINE, 0);
            all_is(block, block + sizes[i], 0);
            memset(block, 'x', sizes[i]);
            cop_memory_free(&allocator, block, sizes[i]);
        }
}

/* The tree's array is one: its first nodes, which every walk goes through, share one large page. */
static void large_blocks_begin_at_a_large_page(void **state)
{
    enum { PAGE = 2 << 20, SIZE = (40 << 20) + 17 };
    copse_allocator allocator = cop_memory_standard();
    (void)state;
    char *block = cop_memory_new(&allocator, SIZE);
    assert_non_null(block);
    assert_int_equal((uintptr_t)block % PAGE, 0);
    block[0] = block[SIZE - 1] = 'x';
    cop_memory_free(&allocator, block, SIZE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_address_is_aligned),
        cmocka_unit_test(no_memory),
        cmocka_unit_test(standard_allocator),
        cmocka_unit_test(large_blocks_begin_at_a_large_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
