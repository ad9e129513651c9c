/* SPDX-License-Identifier: MIT
 *
 * Random trees against the first values that docs/games/random.md lists, and the fast ways to make
 * their nodes (jumping ahead, `expand`) against the plain ones. */
#include "game/random/random.h"

#include "game/game.h"
#include "game/random/korf_jumps.h"
#include "support.h"

static random_position read_tree(const char *text)
{
    random_position node;
    copse_message why = {""};
    if (copse_position_from_text(&cop_random, text, &node, &why) != COPSE_OK)
        fail_msg("%s: %s", text, why.text);
    return node;
}

static random_position child_of(const random_position *node, copse_move move)
{
    random_position child;
    cop_random.play(&cop_random, node, move, &child);
    return child;
}

/* A node's static value for the first player. */
static copse_score value_of(const random_position *node)
{
    copse_score score = cop_random.evaluate(&cop_random, node);
    return node->depth % 2 == 0 ? score : -score;
}

static bool same_node(const random_position *a, const random_position *b)
{
    return a->state == b->state && a->index == b->index && a->value == b->value &&
           a->work == b->work && a->depth == b->depth && a->limit == b->limit &&
           a->children == b->children && a->branching == b->branching && a->least == b->least &&
           a->shape == b->shape && a->generator == b->generator;
}

/* -------------------------------------------------------------------------------- first values */

/* "edge:children" of the node's first six children. */
static void list_children(const random_position *node, char *text, size_t size)
{
    copse_move moves[200];
    int count = cop_random.moves(&cop_random, node, moves), length = 0;
    for (int i = 0; i < count && i < 6; i++) {
        random_position child = child_of(node, moves[i]);
        assert_int_equal(moves[i], i + 1);
        length += snprintf(text + length, size - (size_t)length, "%s%d:%d", i == 0 ? "" : " ",
                           value_of(&child) - value_of(node), child.children);
    }
}

static void first_values(void **state)
{
    // clang-format off
    static const struct {
        const char *tree, *below_root, *below_second, *last_ten_times;
    } rows[] = {
        {"generator=korf,shape=random,branching=10,seed=1",
         "454:9 -10626:9 -6271:4 1131:6 14667:2 -10757:8",
         "10582:7 -11406:9 4111:6 -6073:2 -5017:8 13670:5", "-2816:9"},
        {"generator=korf,shape=random,branching=5,seed=7",
         "3180:5 -6578:2 -5516:4 6290:5 16147:2",
         "-5171:4 8979:4", "-5931:4"},
        {"generator=korf,shape=random,branching=20,seed=1",
         "454:19 -10626:19 -6271:14 1131:16 14667:12 -10757:8",
         "-2756:9 -1196:9 15701:6 -12241:4 -9417:8 15022:7", "-10315:10"},
        {"generator=hash,shape=random,branching=10,seed=1",
         "-15009:6 7241:7 -714:6 694:2 -2678:2 -10851:2",
         "3076:4 2688:2 11152:9 2117:4 -7769:3 7100:6", "-10875:2"},
        {"generator=hash,shape=random,branching=5,seed=7",
         "16312:3 -2751:1 11406:4 11644:2 -1692:2",
         "3639:4", "9347:4"},
    };
    // clang-format on
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[200];
        random_position root = read_tree(rows[i].tree), second = child_of(&root, 2), above = root;
        list_children(&root, text, sizeof text);
        assert_string_equal(text, rows[i].below_root);
        list_children(&second, text, sizeof text);
        assert_string_equal(text, rows[i].below_second);
        random_position node = root;
        for (int ply = 0; ply < 10; ply++) {
            above = node;
            node = child_of(&above, above.children);
        }
        snprintf(text, sizeof text, "%d:%d", value_of(&node) - value_of(&above), node.children);
        assert_string_equal(text, rows[i].last_ten_times);
    }
}

/* ----------------------------------------------------------------------------------- fast ways */

static void jumps(void **state)
{
    (void)state;
    korf_jump step = {1103515245u, 12345u}; /* 16^row steps */
    for (int row = 0; row < 8; row++) {
        korf_jump jump = {1, 0};
        for (int column = 0; column < 16; column++) {
            assert_int_equal(korf_jumps[row][column].multiply, jump.multiply);
            assert_int_equal(korf_jumps[row][column].add, jump.add);
            jump = (korf_jump){step.multiply * jump.multiply, step.multiply * jump.add + step.add};
        }
        step = jump;
    }
}

/* A child's state is its parent's, advanced one step at a time by the difference of their numbers.
 */
static void korf_steps(void **state)
{
    random_position node = read_tree("generator=korf,shape=uniform,branching=7,seed=99");
    (void)state;
    for (int ply = 0; ply < 5; ply++)
        for (uint32_t k = 1; k <= 7; k++) {
            random_position child = child_of(&node, k);
            uint32_t plain = (uint32_t)node.state;
            assert_int_equal(child.index, 7 * node.index + k);
            for (uint32_t i = node.index; i < child.index; i++)
                plain = 1103515245u * plain + 12345u;
            assert_true(child.state == plain);
            if (k == 7)
                node = child;
        }
}

/* What `expand` should do, by the other functions of the game. */
static int expand_plainly(const random_position *node, int first, copse_score enough,
                          copse_child *children, random_position *positions)
{
    copse_move moves[200];
    int count = cop_random.moves(&cop_random, node, moves), produced = 0;
    for (int i = first; i < count; i++) {
        positions[produced] = child_of(node, moves[i]);
        copse_score score = cop_random.evaluate(&cop_random, &positions[produced]);
        children[produced++] = (copse_child){moves[i], score};
        if (score <= enough)
            break;
    }
    return produced;
}

static void compare_expansion(const random_position *node, int first, copse_score enough)
{
    copse_child plain[100], fast[100], blind[100];
    random_position plain_after[100], fast_after[100];
    int total = -1, blind_total = -1;
    int wanted = expand_plainly(node, first, enough, plain, plain_after);
    int made = cop_random.expand(&cop_random, node, first, enough, fast, fast_after, &total);
    int made_blind = cop_random.expand(&cop_random, node, first, enough, blind, NULL, &blind_total);
    assert_int_equal(made, wanted);
    assert_int_equal(made_blind, wanted);
    assert_int_equal(total, node->children);
    assert_int_equal(blind_total, node->children);
    for (int i = 0; i < wanted; i++) {
        assert_int_equal(fast[i].move, plain[i].move);
        assert_int_equal(fast[i].score, plain[i].score);
        assert_int_equal(blind[i].move, plain[i].move);
        assert_int_equal(blind[i].score, plain[i].score);
        assert_true(same_node(&fast_after[i], &plain_after[i]));
    }
}

static const char *const shapes[] = {
    "shape=uniform,branching=2",
    "shape=uniform,branching=7,generator=korf",
    "shape=random,branching=10",
    "shape=random,branching=6,generator=korf",
    "shape=random,branching=100",
    "shape=random,branching=9,least=0",
    "shape=random,branching=9,least=0,generator=korf",
    "shape=random,branching=8,least=8",
    "shape=narrow",
    "shape=random,branching=5,depth=9,generator=korf,work=3",
    "shape=uniform,branching=3,depth=9",
};
enum { SHAPES = sizeof shapes / sizeof shapes[0] };

static void expand_agrees(void **state)
{
    uint64_t chance = 1;
    (void)state;
    for (int shape = 0; shape < SHAPES; shape++)
        for (int walk = 0; walk < 4; walk++) {
            char text[120];
            snprintf(text, sizeof text, "%s,seed=%d", shapes[shape], walk);
            random_position node = read_tree(text);
            for (int ply = 0; ply < 12; ply++) {
                copse_child all[100];
                int total,
                    count = cop_random.expand(&cop_random, &node, 0, INT32_MIN, all, NULL, &total);
                assert_int_equal(count, total);
                for (int first = 0; first <= count; first += 1 + count / 12) {
                    compare_expansion(&node, first, INT32_MIN);
                    compare_expansion(&node, first, INT32_MAX);
                    copse_score some = count == 0 ? 0 : all[draw(&chance, (uint64_t)count)].score;
                    compare_expansion(&node, first, some);
                    compare_expansion(&node, first, some - 1);
                }
                if (count == 0)
                    break;
                node = child_of(&node, (copse_move)draw(&chance, (uint64_t)count) + 1);
            }
        }
}

/* --------------------------------------------------------------------------------------- shapes */

static void shape_bounds(void **state)
{
    random_position root = read_tree("shape=random,branching=9,least=3,seed=5");
    bool seen[10] = {false};
    (void)state;
    assert_int_equal(root.children, 9);
    for (uint64_t seed = 0; seed < 100; seed++) {
        cop_random_root(&root, seed);
        for (copse_move k = 1; k <= 9; k++) {
            random_position child = child_of(&root, k);
            assert_in_range(child.children, 3, 9);
            seen[child.children] = true;
        }
    }
    for (int children = 3; children <= 9; children++)
        assert_true(seen[children]);
}

/* Nodes without children: at the depth, and above it where the least number is 0. */
static void ends_of_trees(void **state)
{
    random_position root = read_tree("shape=random,branching=5,least=0,depth=4,seed=3");
    random_position none = read_tree("depth=0"), deep = read_tree("branching=2,depth=3");
    uint64_t chance = 7;
    int early = 0, late = 0;
    copse_move moves[100];
    (void)state;
    for (int walk = 0; walk < 300; walk++) {
        random_position node = root;
        while (node.children > 0)
            node = child_of(&node, (copse_move)draw(&chance, node.children) + 1);
        assert_int_equal(cop_random.moves(&cop_random, &node, moves), 0);
        assert_in_range(node.depth, 1, 4);
        early += node.depth < 4;
        late += node.depth == 4;
    }
    assert_true(early > 20 && late > 20);
    assert_int_equal(cop_random.moves(&cop_random, &none, moves), 0);
    for (int ply = 0; ply < 3; ply++) {
        assert_int_equal(deep.children, 2);
        deep = child_of(&deep, 2);
    }
    assert_int_equal(deep.children, 0);
}

/* The deepest trees that can be asked for keep every sum within the range of scores. */
static void sums_fit(void **state)
{
    random_position node = read_tree("shape=uniform");
    (void)state;
    node.depth = node.limit;
    assert_int_equal(node.limit, 65535);
    assert_true(cop_random_most_value(&node) <= COPSE_SCORE_LIMIT);
    node = read_tree("shape=narrow");
    node.depth = node.limit;
    assert_true(cop_random_most_value(&node) <= COPSE_SCORE_LIMIT);
}

/* As narrow as checkers: 0.763 captures with 1, 2 or 3 moves (78, 20, 2 %), else 4 to 12. Sixteen
 * thousand nodes leave each share uncertain by a half of a hundredth at most. */
static void narrow_shape(void **state)
{
    random_position root = read_tree("shape=narrow,seed=1");
    double share[13] = {0}, mean = 0, nodes = 0;
    (void)state;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        cop_random_root(&root, seed);
        assert_int_equal(root.children, 8);
        for (copse_move k = 1; k <= 8; k++) {
            random_position child = child_of(&root, k);
            assert_in_range(child.children, 1, 12);
            share[child.children]++;
            mean += child.children;
            nodes++;
        }
    }
    for (int children = 1; children <= 12; children++)
        share[children] /= nodes;
    mean /= nodes;
    double captures = share[1] + share[2] + share[3];
    assert_true(mean > 2.74 && mean < 2.94);
    assert_true(captures > 0.748 && captures < 0.778);
    assert_true(share[1] / captures > 0.765 && share[1] / captures < 0.795);
    assert_true(share[3] / captures > 0.015 && share[3] / captures < 0.025);
    for (int children = 4; children <= 12; children++)
        assert_true(share[children] > 0.237 / 9 - 0.007 && share[children] < 0.237 / 9 + 0.007);
}

/* Every edge of a narrow tree to one of n siblings costs its mover 2.5 * 16384 (n - 1) / (n + 1),
 * and its plain part has the mean of a tree without that. */
static void narrow_toll(void **state)
{
    random_position root = read_tree("shape=narrow,seed=1");
    double sum[2][13] = {{0}}, count[2][13] = {{0}};
    (void)state;
    for (uint64_t seed = 0; seed < 3000; seed++) {
        cop_random_root(&root, seed);
        random_position above = root;
        for (int side = 0; side < 2; side++) {
            for (copse_move k = 1; k <= above.children; k++) {
                random_position child = child_of(&above, k);
                sum[side][above.children] += (above.value - child.value) * (side == 0 ? 1 : -1);
                count[side][above.children]++;
            }
            above = child_of(&above, 1);
        }
    }
    for (int n = 1; n <= 12; n++)
        for (int side = 0; side < 2; side++) {
            if (count[side][n] < 500)
                continue;
            double toll = 2.5 * 16384 * (n - 1) / (n + 1), mean = sum[side][n] / count[side][n];
            double error = mean - toll, variance = 32768.0 * 32768.0 / 12 / count[side][n];
            if (error * error > 20 * variance)
                fail_msg("%d siblings, side %d: %g instead of %g", n, side, mean, toll);
        }
}

/* ---------------------------------------------------------------------------------------- hashes
 */

/* Nodes that differ have different hashes, with either generator. */
static void hashes(void **state)
{
    enum { NODES = 4000 };
    static uint64_t seen[NODES];
    (void)state;
    for (int korf = 0; korf < 2; korf++) {
        random_position queue[NODES];
        queue[0] = read_tree(korf ? "branching=4,generator=korf" : "branching=4");
        int made = 1;
        for (int next = 0; made + 4 <= NODES; next++)
            for (copse_move k = 1; k <= 4; k++)
                queue[made++] = child_of(&queue[next], k);
        for (int i = 0; i < made; i++) {
            seen[i] = cop_random.hash(&cop_random, &queue[i]);
            for (int j = 0; j < i; j++)
                assert_false(seen[i] == seen[j]);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_values), cmocka_unit_test(jumps),
        cmocka_unit_test(korf_steps),   cmocka_unit_test(expand_agrees),
        cmocka_unit_test(shape_bounds), cmocka_unit_test(ends_of_trees),
        cmocka_unit_test(sums_fit),     cmocka_unit_test(narrow_shape),
        cmocka_unit_test(narrow_toll),  cmocka_unit_test(hashes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
