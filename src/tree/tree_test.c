/* SPDX-License-Identifier: MIT
 *
 * The stored tree: it grows up to its cap and no further, going down keeps exactly the subtree, and
 * what is freed is given out again. */
#include "tree/tree.h"

#include "support.h"

enum { LONGEST = 40 };
enum { COP_TREE_CHUNK = 1024 }; /* nodes of a chunk, with blocks this short */
static const size_t chunk_bytes = COP_TREE_CHUNK * sizeof(cop_tree_node);

/* A walk over all that can be reached. */
typedef struct survey {
    uint64_t nodes, checksum;
} survey;

static void survey_below(const cop_tree *tree, const cop_tree_node *node, survey *s)
{
    s->nodes++;
    s->checksum = cop_mix(s->checksum ^ node->move) ^ cop_mix((uint32_t)node->score);
    if (node->children == COP_NO_LINK)
        return;
    const cop_tree_node *child = cop_tree_at(tree, node->children);
    for (int i = 0; i < cop_node_cursor(node); i++)
        survey_below(tree, &child[i], s);
    s->nodes += (uint64_t)(cop_node_count(node) -
                           cop_node_cursor(node)); /* room that is taken, though unused */
}

static survey survey_of(const cop_tree *tree, const cop_tree_node *node)
{
    survey s = {0};
    survey_below(tree, node, &s);
    return s;
}

/* Grows `count` children, the first `produced` with moves from 1 on. */
static bool grow(cop_tree *tree, cop_tree_node *node, int count, int produced, uint64_t *chance)
{
    if (!cop_tree_grow(tree, node, count))
        return false;
    assert_int_equal(cop_node_count(node), count);
    assert_int_equal(cop_node_cursor(node), 0);
    cop_tree_node *child = cop_tree_at(tree, node->children);
    for (int i = 0; i < produced; i++)
        child[i] =
            (cop_tree_node){.move = (copse_move)i + 1, .score = (copse_score)draw(chance, 1000)};
    cop_node_set_cursor(node, produced);
    return true;
}

/* A random tree below the node, a few plies deep. False when there is no room for more. */
static bool grow_below(cop_tree *tree, cop_tree_node *node, int depth, uint64_t *chance)
{
    if (depth == 0 || node->children != COP_NO_LINK)
        return true;
    int count = 1 + (int)draw(chance, 9), produced = 1 + (int)draw(chance, (uint64_t)count);
    if (!grow(tree, node, count, produced, chance))
        return false;
    for (int i = 0; i < produced; i++)
        if (!grow_below(tree, cop_tree_at(tree, node->children) + i, depth - 1, chance))
            return false;
    return true;
}

/* The same, but goes on where there is something already. */
static bool deepen_below(cop_tree *tree, cop_tree_node *node, int depth, uint64_t *chance)
{
    if (node->children == COP_NO_LINK)
        return grow_below(tree, node, depth, chance);
    for (int i = 0; depth > 0 && i < cop_node_cursor(node); i++)
        if (!deepen_below(tree, cop_tree_at(tree, node->children) + i, depth - 1, chance))
            return false;
    return true;
}

static cop_tree new_tree(size_t bytes)
{
    static copse_allocator memory;
    memory = cop_memory_standard();
    cop_tree tree;
    assert_true(cop_tree_init(&tree, &memory, LONGEST, bytes));
    return tree;
}

static void fresh_trees(void **state)
{
    cop_tree tree = new_tree(4 * chunk_bytes);
    cop_tree_node *root = cop_tree_root(&tree);
    (void)state;
    assert_int_equal(cop_tree_nodes(&tree), 1);
    assert_int_equal(root->children, COP_NO_LINK);
    assert_int_equal(root->move, COPSE_NO_MOVE);
    assert_int_equal(cop_node_cursor(root), 0);
    assert_true(sizeof(cop_tree_node) == 32);
    cop_tree_free(&tree);
    assert_null(tree.nodes);
}

static void counts_add_up(void **state)
{
    cop_tree tree = new_tree(16 * chunk_bytes);
    (void)state;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        uint64_t chance = seed;
        cop_tree_clear(&tree);
        assert_true(grow_below(&tree, cop_tree_root(&tree), 5, &chance));
        assert_true(survey_of(&tree, cop_tree_root(&tree)).nodes == cop_tree_nodes(&tree));
    }
    cop_tree_free(&tree);
}

static void going_down(void **state)
{
    cop_tree tree = new_tree(16 * chunk_bytes);
    (void)state;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        uint64_t chance = seed;
        cop_tree_clear(&tree);
        assert_true(grow_below(&tree, cop_tree_root(&tree), 5, &chance));
        while (cop_node_cursor(cop_tree_root(&tree)) > 0) {
            const cop_tree_node *root = cop_tree_root(&tree);
            copse_move move = 1 + (copse_move)draw(&chance, (uint64_t)cop_node_cursor(root));
            survey wanted = survey_of(&tree, cop_tree_at(&tree, root->children) + (move - 1));
            cop_tree_descend(&tree, move);
            survey got = survey_of(&tree, cop_tree_root(&tree));
            assert_int_equal(cop_tree_root(&tree)->move, move);
            assert_true(got.nodes == wanted.nodes && got.checksum == wanted.checksum);
            assert_true(cop_tree_nodes(&tree) == wanted.nodes);
        }
        assert_int_equal(cop_tree_nodes(&tree), 1);
    }
    cop_tree_free(&tree);
}

/* A move that the tree does not have leaves a fresh root. */
static void going_elsewhere(void **state)
{
    cop_tree tree = new_tree(4 * chunk_bytes);
    uint64_t chance = 1;
    (void)state;
    for (int fresh = 0; fresh < 2; fresh++) {
        if (!fresh)
            assert_true(grow(&tree, cop_tree_root(&tree), 7, 3, &chance));
        cop_tree_descend(&tree, 5); /* has room, but was not produced */
        assert_int_equal(cop_tree_nodes(&tree), 1);
        assert_int_equal(cop_tree_root(&tree)->children, COP_NO_LINK);
        assert_int_equal(cop_tree_root(&tree)->move, 5);
        assert_int_equal(cop_node_cursor(cop_tree_root(&tree)), 0);
    }
    cop_tree_free(&tree);
}

static void clearing(void **state)
{
    cop_tree tree = new_tree(16 * chunk_bytes);
    uint64_t chance = 1;
    (void)state;
    size_t bytes = 0;
    for (int round = 0; round < 20; round++) {
        chance = 1;
        assert_true(grow_below(&tree, cop_tree_root(&tree), 6, &chance));
        if (round == 0)
            bytes = cop_tree_bytes(&tree);
        assert_int_equal(cop_tree_bytes(&tree), bytes);
        cop_tree_clear(&tree);
        assert_int_equal(cop_tree_nodes(&tree), 1);
        assert_int_equal(cop_tree_root(&tree)->children, COP_NO_LINK);
    }
    cop_tree_free(&tree);
}

/* Blocks that were freed serve again: a tree that grows and goes down a thousand times takes no
 * more memory than one that does so for a while. */
static void blocks_are_reused(void **state)
{
    cop_tree tree = new_tree(64 * chunk_bytes);
    uint64_t chance = 1, most = 0;
    size_t bytes = 0;
    (void)state;
    for (int round = 0; round < 1000; round++) {
        const cop_tree_node *root = cop_tree_root(&tree);
        assert_true(deepen_below(&tree, cop_tree_root(&tree), 6, &chance));
        most = cop_tree_nodes(&tree) > most ? cop_tree_nodes(&tree) : most;
        cop_tree_descend(&tree, 1 + (copse_move)draw(&chance, (uint64_t)cop_node_cursor(root)));
        if (round == 300)
            bytes = cop_tree_bytes(&tree);
    }
    assert_true(most > 5000);
    assert_true(cop_tree_bytes(&tree) <= bytes + chunk_bytes);
    cop_tree_free(&tree);
}

/* Grows blocks of one length until nothing fits any more, then smaller ones: the cap holds, a node
 * that got nothing is as it was, and nearly all of the room has been used. */
static void the_cap(void **state)
{
    (void)state;
    for (size_t bytes = 2 * chunk_bytes; bytes <= 5 * chunk_bytes; bytes += chunk_bytes / 2)
        for (int length = 1; length <= LONGEST; length += 13) {
            cop_tree tree = new_tree(bytes);
            uint64_t chance = 1;
            cop_tree_node *node = cop_tree_root(&tree), before;
            for (int count = length; count >= 1; count = count > 1 ? 1 : 0) {
                while (grow(&tree, node, count, 1, &chance))
                    node = cop_tree_at(&tree, node->children);
                before = *node;
                assert_false(cop_tree_grow(&tree, node, count));
                assert_memory_equal(node, &before, sizeof before);
            }
            assert_true(cop_tree_bytes(&tree) <= bytes);
            assert_true((cop_tree_nodes(&tree) + COP_TREE_CHUNK) * sizeof(cop_tree_node) >=
                        bytes - 2 * chunk_bytes);
            assert_true(survey_of(&tree, cop_tree_root(&tree)).nodes == cop_tree_nodes(&tree));
            cop_tree_free(&tree);
        }
}

/* 32 bytes for every node, and nothing for what is only reserved. */
static void bytes(void **state)
{
    cop_tree tree = new_tree(16 * chunk_bytes);
    size_t before = cop_tree_bytes(&tree);
    uint64_t chance = 1;
    (void)state;
    cop_tree_node *node = cop_tree_root(&tree);
    for (size_t i = 1; i <= 3 * COP_TREE_CHUNK / LONGEST; i++) {
        assert_true(grow(&tree, node, LONGEST, 1, &chance));
        node = cop_tree_at(&tree, node->children);
        assert_int_equal(cop_tree_bytes(&tree), before + i * LONGEST * sizeof *node);
    }
    cop_tree_free(&tree);
}

/* Several stores take from one tree: no block is given out twice, the cap holds, and what a store
 * leaves serves the tree again. */
static void stores(void **state)
{
    enum { STORES = 3, CAP = 40 * COP_TREE_CHUNK };
    static unsigned char given[CAP];
    cop_tree tree = new_tree(CAP * sizeof(cop_tree_node));
    cop_tree_store store[STORES];
    uint64_t chance = 1, taken = 0;
    (void)state;
    for (int i = 0; i < STORES; i++)
        assert_true(cop_tree_store_init(&tree, &store[i]));
    for (int failures = 0; failures < 1000;) {
        int count = 1 + (int)draw(&chance, LONGEST);
        cop_link first = cop_tree_take(&tree, &store[draw(&chance, STORES)], count);
        if (first == COP_NO_LINK) {
            failures++;
            continue;
        }
        assert_true(first + (cop_link)count <= tree.capacity);
        for (int i = 0; i < count; i++)
            assert_int_equal(given[first + (cop_link)i]++, 0);
        taken += (uint64_t)count;
    }
    assert_true(taken + LONGEST * STORES >= tree.capacity - 1);
    for (int i = 0; i < STORES; i++)
        cop_tree_store_free(&tree, &store[i]);
    assert_int_equal(cop_tree_nodes(&tree), taken + 1);
    while (taken + 1 < tree.capacity) {
        assert_true(cop_tree_take(&tree, &tree.store, 1) != COP_NO_LINK);
        taken++;
    }
    assert_true(cop_tree_take(&tree, &tree.store, 1) == COP_NO_LINK);
    cop_tree_free(&tree);
}

/* ---------------------------------------------------------------------------------- no memory */

typedef struct budget {
    int left, out; /* blocks that may still be given; that are out */
} budget;

static void *budget_alloc(void *user, size_t size)
{
    budget *b = user;
    if (b->left == 0)
        return NULL;
    b->left--;
    b->out++;
    return calloc(1, size);
}

static void budget_free(void *user, void *memory, size_t size)
{
    (void)size;
    ((budget *)user)->out--;
    free(memory);
}

static void no_memory(void **state)
{
    budget b = {0};
    copse_allocator memory = {budget_alloc, budget_free, &b};
    cop_tree tree;
    (void)state;
    for (int blocks = 0; blocks < 2; blocks++) {
        b.left = blocks;
        assert_false(cop_tree_init(&tree, &memory, LONGEST, 16 * chunk_bytes));
        assert_int_equal(b.out, 0);
    }
    b.left = 2;
    assert_true(cop_tree_init(&tree, &memory, LONGEST, 16 * chunk_bytes));
    cop_tree_store store;
    assert_false(cop_tree_store_init(&tree, &store));
    cop_tree_store_free(&tree, &store);
    cop_tree_free(&tree);
    assert_int_equal(b.out, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fresh_trees), cmocka_unit_test(counts_add_up),
        cmocka_unit_test(going_down),  cmocka_unit_test(going_elsewhere),
        cmocka_unit_test(clearing),    cmocka_unit_test(blocks_are_reused),
        cmocka_unit_test(the_cap),     cmocka_unit_test(bytes),
        cmocka_unit_test(no_memory),   cmocka_unit_test(stores),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
