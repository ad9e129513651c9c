/* SPDX-License-Identifier: MIT
 *
 * Memory: whichever allocation fails, there is a status, nothing leaks, and the handle serves again
 * when there is memory; and a run to a depth allocates nothing per node. */
#include "engine/search_test.h"
#include "game/game.h"

/* Counts what is out, and fails when the budget is used up. */
typedef struct ledger {
    int left; /* blocks that may still be given; -1: any number */
    int blocks, given;
    size_t bytes;
    bool mistaken; /* a block came back that was not given, or with another size */
} ledger;

enum { MARK = 16 }; /* in front of each block: its size, twice */

static void *ledger_alloc(void *user, size_t size)
{
    ledger *l = user;
    if (l->left == 0)
        return NULL;
    l->left -= l->left > 0;
    size_t *block = calloc(1, MARK + size);
    if (block == NULL)
        return NULL;
    block[0] = size;
    block[1] = ~size;
    l->blocks++;
    l->given++;
    l->bytes += size;
    return (char *)block + MARK;
}

static void ledger_free(void *user, void *memory, size_t size)
{
    ledger *l = user;
    size_t *block = (size_t *)(void *)((char *)memory - MARK);
    l->mistaken |= block[0] != size || block[1] != ~size;
    l->blocks--;
    l->bytes -= size;
    free(block);
}

typedef const char *const settings[5][2];

static settings plain = {{NULL, NULL}};
static settings everything = {{"ordering", "stored"},
                              {"history", "on"},
                              {"killers", "on"},
                              {"table", "64K"},
                              {"deepening", "on"}};
static settings tables = {{"ordering", "static"}, {"history", "on"}, {"table", "auto"}};

/* A search with memory from the ledger; NULL if that has too little. */
static copse_search *search_with(ledger *l, const char *algorithm, settings *options)
{
    copse_allocator allocator = {ledger_alloc, ledger_free, l};
    copse_search *search = NULL;
    copse_message why = {""};
    copse_status status = copse_search_new(&cop_random, algorithm, &allocator, &search, &why);
    if (status != COPSE_OK) {
        assert_int_equal(status, COPSE_NO_MEMORY);
        assert_non_null(strstr(why.text, "memory"));
        assert_null(search);
        return NULL;
    }
    for (int i = 0; i < 5 && (*options)[i][0] != NULL; i++)
        must(copse_search_set(search, (*options)[i][0], (*options)[i][1]), search);
    must(copse_search_set_position_text(search, "branching=6,shape=random,seed=4"), search);
    return search;
}

/* The first `budget` allocations go well. True if that was enough. */
static bool try_budget(int budget, const char *algorithm, settings *options,
                       const copse_result *wanted)
{
    ledger l = {.left = budget};
    copse_limits limits = depth_limit(6);
    copse_result result;
    copse_search *search = search_with(&l, algorithm, options);
    bool enough = false;
    if (search != NULL) {
        limits.memory = 1 << 20;
        copse_status status = copse_search_run(search, &limits);
        enough = status == COPSE_OK;
        if (!enough) {
            assert_int_equal(status, COPSE_NO_MEMORY);
            assert_non_null(strstr(copse_search_message(search), "memory"));
            assert_int_equal(copse_search_result(search, &result), COPSE_NO_RESULT);
            assert_non_null(copse_search_position(search));
            l.left = -1; /* and now there is memory */
            copse_search_clear(search);
            must(copse_search_run(search, &limits), search);
        }
        must(copse_search_result(search, &result), search);
        assert_int_equal(result.score, wanted->score);
        assert_int_equal(result.move, wanted->move);
        assert_true(result.nodes == wanted->nodes);
        copse_search_free(search);
    }
    assert_int_equal(l.blocks, 0);
    assert_int_equal(l.bytes, 0);
    assert_false(l.mistaken);
    return enough;
}

static void fail_everywhere(const char *algorithm, settings *options)
{
    ledger l = {.left = -1};
    copse_limits limits = depth_limit(6);
    copse_result wanted = {0};
    copse_search *search = search_with(&l, algorithm, options);
    limits.memory = 1 << 20;
    must(copse_search_run(search, &limits), search);
    must(copse_search_result(search, &wanted), search);
    int all = l.given;
    copse_search_free(search);
    for (int budget = 0; budget < all; budget++)
        assert_false(try_budget(budget, algorithm, options, &wanted));
    assert_true(try_budget(all, algorithm, options, &wanted));
    assert_true(all > 8);
}

static void any_allocation_may_fail(void **state)
{
    (void)state;
    for (int i = 0; depth_first(i) != NULL; i++) {
        const copse_algorithm *algorithm = depth_first(i);
        fail_everywhere(algorithm->name, &plain);
        if (has_option(algorithm, "ordering")) {
            fail_everywhere(algorithm->name, &tables);
            fail_everywhere(algorithm->name, &everything);
        }
    }
}

/* A deeper run that finds no memory for its plies: position and options are as they were. */
static void later_failures(void **state)
{
    ledger l = {.left = -1};
    copse_search *search = search_with(&l, "pvs", &everything);
    copse_limits limits = depth_limit(8);
    char before[64];
    (void)state;
    copse_result first = run_to_depth(search, 4);
    memcpy(before, copse_search_position(search), cop_random.position_size);
    l.left = 2;
    assert_int_equal(copse_search_run(search, &limits), COPSE_NO_MEMORY);
    assert_memory_equal(copse_search_position(search), before, cop_random.position_size);
    l.left = -1;
    copse_search_clear(search);
    copse_result again = run_to_depth(search, 4);
    assert_true(again.score == first.score && again.move == first.move);
    assert_true(again.nodes == first.nodes);
    copse_search_free(search);
    assert_int_equal(l.blocks, 0);
}

/* Frames, tables and trees are there before the first node: a hundred times as many nodes take no
 * further block but the stored tree's chunks. */
static void nothing_per_node(void **state)
{
    (void)state;
    for (int i = 0; depth_first(i) != NULL; i++)
        for (int with_tables = 0; with_tables < 2; with_tables++) {
            const copse_algorithm *algorithm = depth_first(i);
            if (with_tables && !has_option(algorithm, "table"))
                continue;
            ledger l = {.left = -1};
            copse_search *search = search_with(&l, algorithm->name, with_tables ? &tables : &plain);
            copse_limits limits = depth_limit(12);
            limits.memory = 1 << 20;
            limits.nodes = 100;
            must(copse_search_run(search, &limits), search);
            int given = l.given;
            limits.nodes = 20000;
            must(copse_search_run(search, &limits), search);
            assert_int_equal(l.given, given);
            copse_search_free(search);
            assert_int_equal(l.blocks, 0);
        }
}

/* What is kept stays within the limit, and the result says how much it is. */
static void kept_memory(void **state)
{
    static const size_t most[] = {COPSE_LEAST_MEMORY, 200000, 1 << 20, 5000000};
    (void)state;
    for (int i = 0; i < 4; i++) {
        ledger l = {.left = -1};
        copse_search *search = search_with(&l, "failsoft", &everything);
        copse_limits limits = depth_limit(12);
        copse_result result;
        must(copse_search_set(search, "table", "4K"), search);
        limits.memory = most[i];
        limits.nodes = 300000;
        must(copse_search_run(search, &limits), search);
        must(copse_search_result(search, &result), search);
        assert_true(result.kept_nodes > 100);
        assert_true(result.kept_nodes * 16 <= result.kept_bytes);
        if (result.kept_bytes > most[i])
            fail_msg("%zu bytes allowed, %llu kept", most[i],
                     (unsigned long long)result.kept_bytes);
        copse_search_free(search);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_allocation_may_fail),
        cmocka_unit_test(later_failures),
        cmocka_unit_test(nothing_per_node),
        cmocka_unit_test(kept_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
