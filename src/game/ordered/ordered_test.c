/* SPDX-License-Identifier: MIT
 *
 * Ordered trees keep their promises: terminal values that differ, children in the order that was
 * asked for, at every node. The true values come from plain minimax over the game's functions. */
#include "game/game.h"
#include "support.h"

enum { BYTES = 64, MOST_LEAVES = 5000 };

typedef union tree {
    char bytes[BYTES];
    uint64_t align;
} tree;

static copse_score leaves[MOST_LEAVES]; /* values for the first player */
static int leaf_count;
static int nodes_in_order, nodes_not; /* of the nodes seen: with children best first, or not */

static tree read_tree(const char *text)
{
    tree node;
    copse_message why = {""};
    assert_true(cop_ordered.position_size <= sizeof node);
    if (copse_position_from_text(&cop_ordered, text, &node, &why) != COPSE_OK)
        fail_msg("%s: %s", text, why.text);
    return node;
}

/* The true value for the side to move. With order 1 children must be best first, with -1 worst
 * first, and so must be their static values; 0: no order, but it is counted. */
static copse_score explore(const tree *node, int depth, int order)
{
    copse_move moves[1100];
    int count = cop_ordered.moves(&cop_ordered, node, moves);
    copse_score best = -COPSE_INFINITE, last = 0, last_static = 0, static_value;
    if (count == 0) {
        copse_score value = cop_ordered.evaluate(&cop_ordered, node);
        assert_true(leaf_count < MOST_LEAVES);
        leaves[leaf_count++] = depth % 2 == 0 ? value : -value;
        return value;
    }
    bool sorted = true;
    for (int i = 0; i < count; i++) {
        tree child;
        assert_int_equal(moves[i], i + 1);
        cop_ordered.play(&cop_ordered, node, moves[i], &child);
        copse_score value = -explore(&child, depth + 1, order);
        static_value = -cop_ordered.evaluate(&cop_ordered, &child);
        assert_int_equal(copse_score_proof(value), 0);
        if (i > 0 && order != 0) {
            assert_true(order > 0 ? value < last : value > last);
            assert_true(order > 0 ? static_value < last_static : static_value > last_static);
        }
        sorted = sorted && (i == 0 || value < last);
        last = value;
        last_static = static_value;
        best = value > best ? value : best;
    }
    nodes_in_order += sorted;
    nodes_not += !sorted;
    return best;
}

static int compare_scores(const void *a, const void *b)
{
    copse_score x = *(const copse_score *)a, y = *(const copse_score *)b;
    return (x > y) - (x < y);
}

static void explore_text(const char *text, int order, int wanted_leaves)
{
    tree root = read_tree(text);
    leaf_count = nodes_in_order = nodes_not = 0;
    explore(&root, 0, order);
    assert_int_equal(leaf_count, wanted_leaves);
    qsort(leaves, (size_t)leaf_count, sizeof leaves[0], compare_scores);
    for (int i = 1; i < leaf_count; i++)
        assert_true(leaves[i - 1] < leaves[i]);
}

static const struct {
    int degree, depth, leaves;
} sizes[] = {{1, 1, 1},    {1, 200, 1},  {2, 1, 2},    {2, 12, 4096}, {3, 7, 2187},
             {4, 6, 4096}, {5, 5, 3125}, {8, 4, 4096}, {70, 2, 4900}, {1000, 1, 1000}};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static void sorted_orders(void **state)
{
    (void)state;
    for (int i = 0; i < SIZES; i++)
        for (int seed = 1; seed <= 3; seed++) {
            char text[100];
            snprintf(text, sizeof text, "degree=%d,depth=%d,order=best,seed=%d", sizes[i].degree,
                     sizes[i].depth, seed);
            explore_text(text, 1, sizes[i].leaves);
            snprintf(text, sizeof text, "degree=%d,depth=%d,order=worst,seed=%d", sizes[i].degree,
                     sizes[i].depth, seed);
            explore_text(text, -1, sizes[i].leaves);
        }
}

/* In random order a node's children are sorted as often as chance has it: one time in degree
 * factorial. */
static void random_order(void **state)
{
    static const struct {
        const char *text;
        int leaves;
        double chance;
    } rows[] = {
        {"degree=2,depth=12,order=random,seed=1", 4096, 1.0 / 2},
        {"degree=2,depth=12,order=random,seed=77", 4096, 1.0 / 2},
        {"degree=3,depth=7,order=random,seed=1", 2187, 1.0 / 6},
        {"degree=8,depth=4,order=random,seed=1", 4096, 1.0 / 40320},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        explore_text(rows[i].text, 0, rows[i].leaves);
        double nodes = nodes_in_order + nodes_not, expected = nodes * rows[i].chance;
        assert_true(nodes_in_order > expected * 0.85 - 5 && nodes_in_order < expected * 1.15 + 5);
    }
}

/* Another seed is another tree, with other values, whatever the order. */
static void seeds(void **state)
{
    static const char *const orders[] = {"best", "worst", "random"};
    (void)state;
    for (int order = 0; order < 3; order++) {
        copse_score first[81];
        for (int seed = 0; seed < 2; seed++) {
            char text[100];
            snprintf(text, sizeof text, "degree=3,depth=4,order=%s,seed=%d", orders[order], seed);
            explore_text(text, 0, 81);
            if (seed == 0)
                memcpy(first, leaves, sizeof first);
        }
        assert_memory_not_equal(first, leaves, sizeof first);
    }
}

static void check_identity(const char *text, const char *wanted)
{
    char once[200], twice[200];
    tree node = read_tree(text);
    int length = copse_position_to_text(&cop_ordered, &node, once, sizeof once);
    assert_int_equal(length, strlen(once));
    assert_string_equal(once, wanted);
    tree again = read_tree(once);
    copse_position_to_text(&cop_ordered, &again, twice, sizeof twice);
    assert_string_equal(twice, once);
    assert_int_equal(cop_ordered.evaluate(&cop_ordered, &again),
                     cop_ordered.evaluate(&cop_ordered, &node));
}

static void texts(void **state)
{
    tree node = read_tree("degree=3,depth=4,order=worst"), child;
    char text[100];
    (void)state;
    check_identity("degree=3,depth=4", "degree=3,depth=4,order=random,seed=1");
    check_identity("seed=9,order=best,depth=4,degree=3", "degree=3,depth=4,order=best,seed=9");
    check_identity("degree=1000,depth=3,seed=9223372036854775807",
                   "degree=1000,depth=3,order=random,seed=9223372036854775807");
    check_identity("degree=2,depth=30,order=worst", "degree=2,depth=30,order=worst,seed=1");
    check_identity("degree=3,depth=4,node=0.0", "degree=3,depth=4,order=random,seed=1");
    check_identity("degree=3,depth=4,node=2.8", "degree=3,depth=4,order=random,seed=1,node=2.8");
    for (int ply = 0; ply < 4; ply++) {
        cop_ordered.play(&cop_ordered, &node, (copse_move)(1 + ply % 3), &child);
        node = child;
        copse_position_to_text(&cop_ordered, &node, text, sizeof text);
        check_identity(text, text);
    }
    assert_non_null(strstr(text, ",node=4."));
}

static void bad_texts(void **state)
{
    static const char *const rows[][2] = {
        {"", "name=value, as in degree=3,depth=4,order=best"},
        {"degree", "'degree': name=value"},
        {"degree=3", "give degree=W and depth=D"},
        {"depth=3", "give degree=W and depth=D"},
        {"order=best", "give degree=W and depth=D"},
        {"width=3,depth=3", "no setting 'width'; there are: degree, depth, order, seed, node"},
        {"degree=0,depth=3", "degree='0': a whole number from 1 to 1000"},
        {"degree=1001,depth=3", "degree='1001': a whole number from 1 to 1000"},
        {"degree=x,depth=3", "degree='x': a whole number from 1 to 1000"},
        {"degree=3,depth=0", "depth='0': a whole number from 1 to 200"},
        {"degree=3,depth=201", "depth='201': a whole number from 1 to 200"},
        {"degree=3,depth=4,order=good", "order='good': one of best|worst|random"},
        {"degree=3,depth=4,seed=-1", "seed='-1': a whole number from 0"},
        {"degree=3,depth=4,seed=9223372036854775808", "a whole number from 0 to 92233720368547"},
        {"degree=2,depth=31", "degree=2,depth=31: at most 2^30 terminal positions"},
        {"degree=1000,depth=4", "at most 2^30 terminal positions"},
        {"degree=1000,depth=200", "at most 2^30 terminal positions"},
        {"degree=3,degree=3,depth=4", "degree is given twice"},
        {"degree=3,depth=4,node=1.0,node=1.0", "node is given twice"},
        {"degree=3,depth=4,node=", "node='': depth.number of a node of this tree"},
        {"degree=3,depth=4,node=2", "node='2': depth.number"},
        {"degree=3,depth=4,node=2.9", "node='2.9': depth.number"},
        {"degree=3,depth=4,node=5.0", "node='5.0': depth.number"},
        {"degree=3,depth=4,node=0.1", "node='0.1': depth.number"},
        {"degree=3,depth=4,node=-1.0", "node='-1.0': depth.number"},
        {"degree=3,depth=4,node=1.1.1", "node='1.1.1': depth.number"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tree node, before;
        copse_message why = {""};
        memset(&node, 0x5a, sizeof node);
        memset(&before, 0x5a, sizeof before);
        copse_status status = copse_position_from_text(&cop_ordered, rows[i][0], &node, &why);
        if (status != COPSE_BAD_POSITION || strstr(why.text, rows[i][1]) == NULL)
            fail_msg("'%s': %s: '%s', not '%s'", rows[i][0], copse_status_text(status), why.text,
                     rows[i][1]);
        assert_memory_equal(why.text, "ordered tree", 12);
        assert_memory_equal(&node, &before, sizeof node);
        assert_int_equal(copse_position_from_text(&cop_ordered, rows[i][0], &node, NULL), status);
    }
}

static void move_texts(void **state)
{
    tree root = read_tree("degree=12,depth=1"), over;
    copse_message why = {""};
    copse_move move = 77;
    (void)state;
    assert_int_equal(copse_move_from_text(&cop_ordered, &root, "12", &move, &why), COPSE_OK);
    assert_int_equal(move, 12);
    assert_int_equal(copse_move_from_text(&cop_ordered, &root, "13", &move, &why), COPSE_BAD_MOVE);
    assert_string_equal(why.text, "move '13': the number of a child, 1 to 12");
    cop_ordered.play(&cop_ordered, &root, 3, &over);
    assert_int_equal(copse_move_from_text(&cop_ordered, &over, "1", &move, &why), COPSE_BAD_MOVE);
    assert_int_equal(move, 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sorted_orders), cmocka_unit_test(random_order),
        cmocka_unit_test(seeds),         cmocka_unit_test(texts),
        cmocka_unit_test(bad_texts),     cmocka_unit_test(move_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
