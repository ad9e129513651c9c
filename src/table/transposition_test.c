/* SPDX-License-Identifier: MIT
 *
 * The transposition table gives back what was stored or nothing: never another position's entry, a
 * torn one, or one from before it was cleared. */
#include "table/transposition.h"

#include "support.h"

#include <pthread.h>

static cop_table new_table(size_t bytes)
{
    copse_allocator memory = cop_memory_standard();
    cop_table table = {0};
    assert_true(cop_table_resize(&table, &memory, bytes));
    return table;
}

static void free_table(cop_table *table)
{
    copse_allocator memory = cop_memory_standard();
    cop_table_free(table, &memory);
    assert_null(table->entries);
}

static bool same(const cop_found *a, const cop_found *b)
{
    return a->score == b->score && a->bound == b->bound && a->depth == b->depth &&
           a->complete == b->complete && a->move == b->move;
}

/* Something to store that follows from the hash, so that whatever is found can be verified. */
static cop_found derived_from(uint64_t hash)
{
    uint64_t bits = cop_mix(hash);
    return (cop_found){.score = (copse_score)(bits & 0x7fffffff) - 0x40000000,
                       .bound = (copse_bound)(1 + (bits >> 31) % 3),
                       .depth = (int)(bits >> 33 & 4095),
                       .complete = (bits >> 45 & 1) != 0,
                       .move = (int)(bits >> 46 & 4095) % 4000};
}

static void all_fields(void **state)
{
    static const copse_score scores[] = {0,
                                         1,
                                         -1,
                                         COPSE_WIN,
                                         -COPSE_WIN,
                                         COPSE_SCORE_LIMIT,
                                         COPSE_INFINITE,
                                         -COPSE_INFINITE,
                                         INT32_MAX,
                                         INT32_MIN};
    static const int depths[] = {0, 1, 2, COPSE_MAX_DEPTH, 4095};
    static const int moves[] = {0, 1, COPSE_MAX_MOVES - 1, COP_TABLE_NO_MOVE};
    static const uint64_t hashes[] = {1, UINT64_MAX, UINT64_C(1) << 63, 0x123456789ABCDEFu};
    cop_table table = new_table(4096);
    (void)state;
    for (int s = 0; s < 10; s++)
        for (int d = 0; d < 5; d++)
            for (int m = 0; m < 4; m++)
                for (int b = 0; b < 6; b++)
                    for (int h = 0; h < 4; h++) {
                        cop_found in = {scores[s], (copse_bound)(1 + b / 2), depths[d], b % 2 == 0,
                                        moves[m]};
                        cop_found out = {0};
                        cop_table_clear(&table); /* else an earlier best move may stay */
                        cop_table_store(&table, hashes[h], &in);
                        assert_true(cop_table_probe(&table, hashes[h], &out));
                        assert_true(same(&in, &out));
                    }
    free_table(&table);
}

/* The key of an empty entry is 0, which is a hash like any other. */
static void hash_zero(void **state)
{
    cop_table table = new_table(4096);
    cop_found in = {5, COPSE_BOUND_UPPER, 3, false, COP_TABLE_NO_MOVE}, out = {0};
    (void)state;
    assert_false(cop_table_probe(&table, 0, &out));
    cop_table_store(&table, 0, &in);
    assert_true(cop_table_probe(&table, 0, &out));
    assert_true(same(&in, &out));
    free_table(&table);
}

/* A later entry without a best move keeps the earlier one's. */
static void best_move_stays(void **state)
{
    cop_table table = new_table(4096);
    cop_found first = {5, COPSE_BOUND_LOWER, 3, false, 17}, out = {0};
    cop_found second = {4, COPSE_BOUND_UPPER, 4, false, COP_TABLE_NO_MOVE};
    (void)state;
    cop_table_store(&table, 99, &first);
    cop_table_store(&table, 99, &second);
    assert_true(cop_table_probe(&table, 99, &out));
    second.move = 17;
    assert_true(same(&second, &out));
    free_table(&table);
}

static void clearing(void **state)
{
    enum { ENTRIES = 1000 };
    cop_table table = new_table(64 * 1024);
    cop_found out;
    (void)state;
    for (int round = 0; round < 5; round++) {
        int found = 0;
        for (uint64_t i = 0; i < ENTRIES; i++) {
            cop_found in = derived_from(cop_mix(i));
            cop_table_store(&table, cop_mix(i), &in);
        }
        for (uint64_t i = 0; i < ENTRIES; i++)
            found += cop_table_probe(&table, cop_mix(i), &out);
        assert_true(found > ENTRIES / 2);
        cop_table_clear(&table);
        for (uint64_t i = 0; i < ENTRIES; i++)
            assert_false(cop_table_probe(&table, cop_mix(i), &out));
    }
    free_table(&table);
}

/* Hashes of one line: they differ only above the bits that choose it. */
static uint64_t of_one_line(uint64_t number)
{
    return number << 40 | 5;
}

static void store_depth(cop_table *table, uint64_t number, int depth)
{
    cop_found in = {(copse_score)number, COPSE_BOUND_EXACT, depth, false, 0};
    cop_table_store(table, of_one_line(number), &in);
}

static bool has(const cop_table *table, uint64_t number)
{
    cop_found out;
    bool found = cop_table_probe(table, of_one_line(number), &out);
    if (found)
        assert_int_equal(out.score, number);
    return found;
}

static void deeper_stays(void **state)
{
    cop_table table = new_table(4096);
    (void)state;
    for (uint64_t i = 1; i <= COP_TABLE_WAYS; i++)
        store_depth(&table, i, 10 + (int)i);
    for (uint64_t i = 1; i <= COP_TABLE_WAYS; i++)
        assert_true(has(&table, i));
    /* The shallowest makes room, again and again; the new entry is always in. */
    for (uint64_t i = 5; i < 50; i++) {
        store_depth(&table, i, 3);
        assert_true(has(&table, i));
        assert_false(has(&table, 1));
        assert_true(has(&table, 2) && has(&table, 3) && has(&table, 4));
    }
    free_table(&table);
}

static void newer_stays(void **state)
{
    cop_table table = new_table(4096);
    (void)state;
    for (uint64_t i = 1; i <= COP_TABLE_WAYS; i++)
        store_depth(&table, i, 4000);
    cop_table_new_search(&table);
    assert_true(has(&table, 1)); /* old entries are still good */
    for (uint64_t i = 5; i <= 8; i++)
        store_depth(&table, i, 1);
    for (uint64_t i = 5; i <= 8; i++)
        assert_true(has(&table, i));
    for (uint64_t i = 1; i <= 4; i++)
        assert_false(has(&table, i));
    free_table(&table);
}

static void sizes(void **state)
{
    copse_allocator memory = cop_memory_standard();
    cop_table table = {0};
    cop_found in = derived_from(42), out;
    (void)state;
    static const size_t asked[] = {0, 1, 4096, 8191, 8192, 100000, 1 << 20};
    static const size_t got[] = {4096, 4096, 4096, 4096, 8192, 65536, 1 << 20};
    for (int i = 0; i < 7; i++) {
        assert_true(cop_table_resize(&table, &memory, asked[i]));
        assert_int_equal(table.bytes, got[i]);
        assert_int_equal((table.mask + 1) * COP_TABLE_WAYS * sizeof(cop_table_entry), got[i]);
    }
    cop_table_store(&table, 42, &in);
    assert_true(cop_table_resize(&table, &memory, (1 << 20) + 5)); /* the same size: kept */
    assert_true(cop_table_probe(&table, 42, &out));
    assert_true(same(&in, &out));
    assert_true(cop_table_resize(&table, &memory, 2 << 20)); /* another one: empty */
    assert_false(cop_table_probe(&table, 42, &out));
    free_table(&table);
}

static void *no_alloc(void *user, size_t size)
{
    (void)user, (void)size;
    return NULL;
}

static void no_memory(void **state)
{
    copse_allocator nothing = {no_alloc, NULL, NULL};
    cop_table table = new_table(8192), none = {0};
    cop_found in = derived_from(42), out;
    (void)state;
    cop_table_store(&table, 42, &in);
    assert_false(cop_table_resize(&table, &nothing, 1 << 20));
    assert_int_equal(table.bytes, 8192); /* the old one is as it was */
    assert_true(cop_table_probe(&table, 42, &out));
    assert_true(same(&in, &out));
    assert_false(cop_table_resize(&none, &nothing, 8192));
    assert_null(none.entries);
    free_table(&table);
}

/* -------------------------------------------------------------------------------------- threads */

/* Two writers that met in one entry leave one word of each. */
static void torn_entries(void **state)
{
    cop_table table = new_table(4096);
    cop_found out;
    (void)state;
    for (uint64_t i = 1; i < 2000; i += 2) {
        uint64_t one = of_one_line(i), other = of_one_line(i + 1);
        cop_found in = derived_from(one);
        cop_table_entry *entry = &table.entries[(one & table.mask) * COP_TABLE_WAYS];
        cop_table_entry first = {0};
        memset((void *)entry, 0, COP_TABLE_WAYS * sizeof *entry);
        cop_table_store(&table, one, &in);
        atomic_store(&first.check, atomic_load(&entry->check));
        atomic_store(&first.data, atomic_load(&entry->data));
        assert_true(atomic_load(&first.data) != 0);
        memset((void *)entry, 0, COP_TABLE_WAYS * sizeof *entry);
        in = derived_from(other);
        cop_table_store(&table, other, &in);
        if (i % 4 == 1)
            atomic_store(&entry->data, atomic_load(&first.data));
        else
            atomic_store(&entry->check, atomic_load(&first.check));
        assert_false(cop_table_probe(&table, one, &out));
        assert_false(cop_table_probe(&table, other, &out));
    }
    free_table(&table);
}

typedef struct hammer {
    cop_table *table;
    uint64_t seed;
    int found, wrong; /* what the thread saw; the main one judges */
} hammer;

/* Stores and probes few hashes that fall into a table that is smaller still. */
static void *strike(void *user)
{
    hammer *h = user;
    for (int i = 0; i < 100000; i++) {
        uint64_t hash = cop_mix(draw(&h->seed, 400));
        cop_found in = derived_from(hash), out;
        if (i % 2 == 0) {
            cop_table_store(h->table, hash, &in);
        } else if (cop_table_probe(h->table, hash, &out)) {
            h->found++;
            h->wrong += !same(&in, &out);
        }
    }
    return NULL;
}

static void hammering(void **state)
{
    enum { THREADS = 4 };
    cop_table table = new_table(4096);
    hammer hammers[THREADS];
    pthread_t threads[THREADS];
    (void)state;
    for (int i = 0; i < THREADS; i++) {
        hammers[i] = (hammer){.table = &table, .seed = (uint64_t)i};
        assert_int_equal(pthread_create(&threads[i], NULL, strike, &hammers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    for (int i = 0; i < THREADS; i++) {
        assert_true(hammers[i].found > 1000);
        assert_int_equal(hammers[i].wrong, 0);
    }
    free_table(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_fields),      cmocka_unit_test(hash_zero),
        cmocka_unit_test(best_move_stays), cmocka_unit_test(clearing),
        cmocka_unit_test(deeper_stays),    cmocka_unit_test(newer_stays),
        cmocka_unit_test(sizes),           cmocka_unit_test(no_memory),
        cmocka_unit_test(torn_entries),    cmocka_unit_test(hammering),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
