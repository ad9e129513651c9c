/* SPDX-License-Identifier: MIT
 *
 * The tree as a graph: whatever is freed, what can be reached is there and is what it was, nothing
 * else is in use, and no node of it is given out again. And the table of twins. */
#include "tree/dag.h"
#include "tree/twins.h"

#include "support.h"

enum { LONGEST = 9, NODES = 20000, ROUNDS = 60 };

/* -------------------------------------------------------------------------------- random graphs */

static copse_allocator memory;

static cop_tree new_tree(void)
{
    cop_tree tree;
    memory = cop_memory_standard();
    assert_true(cop_tree_init(&tree, &memory, LONGEST, NODES * sizeof(cop_tree_node)));
    return tree;
}

static bool grow(cop_tree *tree, cop_tree_node *node, uint64_t *chance)
{
    int count = 1 + (int)draw(chance, LONGEST);
    if (!cop_tree_grow(tree, node, count))
        return false;
    node->state |= COP_WHOLE;
    cop_tree_node *child = cop_tree_at(tree, node->children);
    for (int i = 0; i < count; i++)
        child[i] =
            (cop_tree_node){.move = (copse_move)i + 1, .score = (copse_score)draw(chance, 1000)};
    return true;
}

/* The path goes to a leaf, at random; returns its length. */
static int walk(const cop_tree *tree, cop_tree_node **path, int most, uint64_t *chance)
{
    int ply = 0;
    path[0] = cop_tree_root(tree);
    while (path[ply]->children != COP_NO_LINK && ply < most) {
        cop_tree_node *child = cop_tree_at(tree, path[ply]->children);
        path[ply + 1] = child + draw(chance, (uint64_t)cop_node_count(path[ply]));
        ply++;
    }
    return ply;
}

/* Grows leaves, and lets every third one share with any node that was grown before: circles too,
 * where those are wanted. */
static void grow_graph(cop_tree *tree, int blocks, bool circles, uint64_t *chance)
{
    enum { DEEPEST = 60 };
    cop_tree_node *path[DEEPEST + 1], *known[64] = {NULL};
    int depth[64] = {0};
    for (int i = 0; i < blocks; i++) {
        int ply = walk(tree, path, DEEPEST, chance), other = (int)draw(chance, 64);
        cop_tree_node *leaf = path[ply], *twin = known[other];
        if (leaf->children != COP_NO_LINK)
            continue;
        bool joins = twin != NULL && twin != leaf && draw(chance, 3) == 0;
        if (joins && (circles || depth[other] >= ply)) {
            cop_dag_join(leaf, twin);
            assert_true(cop_node_is(leaf, COP_SHARED) && cop_node_is(twin, COP_SHARED));
        } else if (!grow(tree, leaf, chance)) {
            return;
        } else if (ply > 0) {
            known[other] = leaf;
            depth[other] = ply;
        }
    }
}

/* --------------------------------------------------------------------------------------- surveys
 */

/* All that can be reached from a node, by a walk of our own. */
typedef struct survey {
    unsigned char seen[NODES]; /* a node of a block that was found */
    uint64_t nodes, checksum;
} survey;

static void survey_below(const cop_tree *tree, const cop_tree_node *node, survey *s)
{
    if (node->children == COP_NO_LINK || s->seen[node->children])
        return;
    cop_tree_node *child = cop_tree_at(tree, node->children);
    int count = cop_node_count(node);
    assert_true(count >= 1 && count <= LONGEST && cop_node_is(node, COP_WHOLE));
    for (int i = 0; i < count; i++) {
        assert_int_equal(s->seen[node->children + (cop_link)i], 0);
        s->seen[node->children + (cop_link)i] = 1;
        s->checksum += cop_mix(cop_tree_link(tree, &child[i]) ^ (uint64_t)child[i].score << 32);
    }
    s->nodes += (uint64_t)count;
    for (int i = 0; i < count; i++)
        survey_below(tree, &child[i], s);
}

static survey *survey_of(const cop_tree *tree, const cop_tree_node *node)
{
    survey *s = calloc(1, sizeof *s);
    survey_below(tree, node, s);
    return s;
}

/* Everything in use can be reached, and no mark is left. */
static survey *check(const cop_tree *tree)
{
    survey *s = survey_of(tree, cop_tree_root(tree));
    assert_int_equal(s->nodes + 1, cop_tree_nodes(tree));
    for (size_t i = 1; i < NODES; i++)
        if (s->seen[i])
            assert_true(tree->nodes[i].mean == 0);
    return s;
}

/* All the room that is left can be taken, and none of it is in use. */
static void take_the_rest(cop_tree *tree, survey *s)
{
    for (int length = LONGEST; length >= 1; length--) {
        cop_link first;
        while ((first = cop_tree_take(tree, &tree->store, length)) != COP_NO_LINK)
            for (int i = 0; i < length; i++)
                assert_int_equal(s->seen[first + (cop_link)i]++, 0);
    }
    assert_int_equal(cop_tree_nodes(tree), tree->capacity);
}

/* ----------------------------------------------------------------------------------------- tests
 */

static void going_down(void **state)
{
    (void)state;
    cop_tree tree = new_tree();
    uint64_t came_back = 0, freed = 0;
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        uint64_t chance = seed;
        cop_tree_clear(&tree);
        grow_graph(&tree, 1500, seed % 2 == 0, &chance);
        free(check(&tree));
        while (cop_tree_root(&tree)->children != COP_NO_LINK && draw(&chance, 8) != 0) {
            const cop_tree_node *root = cop_tree_root(&tree);
            copse_move move = 1 + (copse_move)draw(&chance, (uint64_t)cop_node_count(root));
            cop_tree_node *next = cop_tree_at(&tree, root->children) + (move - 1);
            survey *wanted = survey_of(&tree, next);
            came_back += wanted->seen[root->children];
            freed += cop_tree_nodes(&tree) - wanted->nodes;
            cop_dag_descend(&tree, move);
            survey *got = check(&tree);
            assert_int_equal(cop_tree_root(&tree)->move, move);
            assert_true(got->nodes == wanted->nodes && got->checksum == wanted->checksum);
            free(wanted);
            free(got);
        }
        survey *left = check(&tree);
        take_the_rest(&tree, left);
        free(left);
    }
    assert_true(came_back > 0 && freed > 0);
    cop_tree_clear(&tree);
    cop_dag_descend(&tree, 7); /* nothing is there */
    assert_int_equal(cop_tree_root(&tree)->move, 7);
    assert_int_equal(cop_tree_nodes(&tree), 1);
    cop_tree_free(&tree);
}

static void thinning(void **state)
{
    (void)state;
    cop_tree tree = new_tree();
    cop_tree_node *path[31];
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        uint64_t chance = seed;
        cop_tree_clear(&tree);
        grow_graph(&tree, 2500, seed % 2 == 0, &chance);
        while (cop_tree_nodes(&tree) > 1000) {
            uint64_t before = cop_tree_nodes(&tree);
            survey *all = check(&tree);
            int ply = walk(&tree, path, 30, &chance);
            cop_dag_thin(&tree, path, ply);
            survey *left = check(&tree);
            for (int i = 0; i < ply; i++) {
                const cop_tree_node *child = cop_tree_at(&tree, path[i]->children);
                assert_true(path[i]->children != COP_NO_LINK && path[i + 1] >= child &&
                            path[i + 1] < child + cop_node_count(path[i]));
            }
            for (size_t i = 0; i < NODES; i++)
                assert_true(left->seen[i] <= all->seen[i]);
            assert_true(cop_tree_nodes(&tree) <= before - before / 4 + 300); /* 300: the path's */
            free(all);
            free(left);
        }
        survey *left = check(&tree);
        cop_tree_tidy(&tree);
        take_the_rest(&tree, left);
        free(left);
    }
    cop_tree_free(&tree);
}

/* The root's best child leads to a long line, a bad one to the same line later on, and to another:
 * only the last can go, although the bad one was there first. */
static void the_best_path_counts(void **state)
{
    (void)state;
    cop_tree tree = new_tree();
    cop_tree_node *root = cop_tree_root(&tree);
    assert_true(cop_tree_grow(&tree, root, 2));
    cop_tree_node *bad = cop_tree_at(&tree, root->children), *good = bad + 1;
    *bad = (cop_tree_node){.move = 1, .score = 5000};
    *good = (cop_tree_node){.move = 2, .score = -5000};
    cop_tree_node *parents[] = {root, bad, good};
    for (int i = 1; i < 3; i++) {
        assert_true(cop_tree_grow(&tree, parents[i], 2));
        cop_tree_node *child = cop_tree_at(&tree, parents[i]->children);
        child[0] = (cop_tree_node){.move = 1};
        child[1] = (cop_tree_node){.move = 2};
    }
    cop_tree_node *first = cop_tree_at(&tree, bad->children);
    cop_tree_node *later = cop_tree_at(&tree, good->children);
    assert_true(cop_tree_grow(&tree, &first[0], LONGEST) &&
                cop_tree_grow(&tree, &first[1], LONGEST));
    for (int k = 0; k < 2; k++) {
        cop_tree_node *child = cop_tree_at(&tree, first[k].children);
        for (int i = 0; i < LONGEST; i++)
            child[i] = (cop_tree_node){.move = (copse_move)i};
        first[k].state |= COP_WHOLE;
    }
    root->state = bad->state = good->state = COP_WHOLE;
    cop_dag_join(&later[0], &first[0]);
    cop_link shared = later[0].children;
    cop_dag_thin(&tree, &root, 0);
    assert_int_equal(later[0].children, shared);
    assert_int_equal(bad->children, COP_NO_LINK);
    assert_int_equal(cop_tree_nodes(&tree), 1 + 2 + 2 + LONGEST);
    cop_tree_free(&tree);
}

static void tidying(void **state)
{
    (void)state;
    cop_tree tree = new_tree();
    uint64_t chance = 1;
    cop_tree_node *path[61];
    for (int i = 0; i < 100000; i++) { /* short blocks only, until there is no room */
        int ply = walk(&tree, path, 60, &chance);
        if (path[ply]->children == COP_NO_LINK && !cop_tree_grow(&tree, path[ply], 2))
            break;
        path[ply]->state |= COP_WHOLE;
        cop_tree_node *child = cop_tree_at(&tree, path[ply]->children);
        child[0] = child[1] = (cop_tree_node){.move = 1};
    }
    assert_true(cop_tree_take(&tree, &tree.store, 2) == COP_NO_LINK);
    cop_tree_prune(&tree, cop_tree_root(&tree));
    assert_true(cop_tree_take(&tree, &tree.store, LONGEST) == COP_NO_LINK);
    cop_tree_tidy(&tree);
    uint32_t blocks = 0;
    while (cop_tree_take(&tree, &tree.store, LONGEST) != COP_NO_LINK)
        blocks++;
    assert_int_equal(blocks, (tree.capacity - 1) / LONGEST);
    cop_tree_free(&tree);
}

static void twins(void **state)
{
    (void)state;
    enum { MANY = 10000 };
    cop_tree tree = new_tree();
    cop_twins table;
    assert_true(cop_twins_init(&table, &memory, 1 << 20));
    assert_true(cop_twins_fits(&table, (1 << 20) + 5) && !cop_twins_fits(&table, 1 << 19));
    for (int round = 0; round < 3; round++) {
        int kept = 0;
        for (cop_link i = 1; i <= MANY; i++) {
            tree.nodes[i].state = i % 8 == 0 ? COP_WHOLE : 0;
            cop_twins_note(&table, cop_mix(i), i);
            cop_twins_note(&table, cop_mix(i), i);
        }
        assert_true(table.count <= MANY && table.count > MANY - MANY / 50);
        for (cop_link i = 1; i <= MANY; i++) {
            const cop_tree_node *found = cop_twins_find(&table, &tree, cop_mix(i));
            assert_true(found == NULL || found == &tree.nodes[i]);
            kept += found != NULL;
            assert_null(cop_twins_find(&table, &tree, cop_mix(i + 2 * MANY)));
        }
        assert_int_equal(kept, table.count);
        cop_twins_forget_leaves(&table, &tree);
        for (cop_link i = 1; i <= MANY; i++) {
            const cop_tree_node *found = cop_twins_find(&table, &tree, cop_mix(i));
            assert_true(found == NULL || (found == &tree.nodes[i] && i % 8 == 0));
        }
        assert_true(table.count <= MANY / 8 && table.count > MANY / 8 - MANY / 100);
        assert_true(table.lines <= MANY);
        if (round == 1)
            cop_twins_clear(&table);
    }
    cop_twins_free(&table, &memory);
    assert_true(cop_twins_init(&table, &memory, 1)); /* one line: new ones take old ones' places */
    for (cop_link i = 1; i <= MANY; i++) {
        cop_twins_note(&table, cop_mix(i), i);
        assert_true(cop_twins_find(&table, &tree, cop_mix(i)) == &tree.nodes[i]);
    }
    cop_twins_free(&table, &memory);
    cop_tree_free(&tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(going_down),
        cmocka_unit_test(thinning),
        cmocka_unit_test(the_best_path_counts),
        cmocka_unit_test(tidying),
        cmocka_unit_test(twins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
