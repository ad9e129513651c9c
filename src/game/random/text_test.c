/* SPDX-License-Identifier: MIT
 *
 * The text of random trees: text to position to text is identity, and each mistake gets a sentence
 * of its own and leaves the position alone. */
#include "game/random/random.h"

#include "game/game.h"
#include "support.h"

static random_position read_tree(const char *text)
{
    random_position node;
    copse_message why = {""};
    if (copse_position_from_text(&cop_random, text, &node, &why) != COPSE_OK)
        fail_msg("%s: %s", text, why.text);
    return node;
}

static const char *text_of(const random_position *node)
{
    static char text[200];
    int length = copse_position_to_text(&cop_random, node, text, sizeof text);
    assert_int_equal(length, strlen(text));
    return text;
}

/* What is written is the shortest form: only what differs from the default, in one order. */
static void writing(void **state)
{
    static const char *const rows[][2] = {
        {"branching=10,shape=random,seed=1", "branching=10,shape=random,seed=1"},
        {"seed=1", "branching=10,shape=uniform,seed=1"},
        {"depth=0", "branching=10,shape=uniform,depth=0,seed=1"},
        {"seed=5,shape=narrow", "shape=narrow,seed=5"},
        {"branching=12,shape=narrow,depth=20000", "shape=narrow,seed=1"},
        {"work=7,least=0,shape=random,seed=0,branching=2",
         "branching=2,shape=random,least=0,work=7,seed=0"},
        {"least=1,shape=random,depth=65535", "branching=10,shape=random,seed=1"},
        {"generator=korf,seed=4294967295,depth=9,branching=100",
         "branching=100,shape=uniform,depth=9,generator=korf,seed=4294967295"},
        {"seed=9223372036854775807,generator=hash",
         "branching=10,shape=uniform,seed=9223372036854775807"},
        {"work=4294967295", "branching=10,shape=uniform,work=4294967295,seed=1"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        random_position node = read_tree(rows[i][0]);
        assert_string_equal(text_of(&node), rows[i][1]);
    }
}

static void identity(void **state)
{
    static const char *const trees[] = {
        "branching=3,shape=uniform,seed=42",
        "branching=10,shape=random,seed=1",
        "branching=10,shape=random,least=0,depth=30,seed=2",
        "branching=100,shape=random,least=100,work=2,seed=3",
        "branching=7,shape=uniform,generator=korf,seed=11",
        "branching=10,shape=random,generator=korf,seed=4000000000",
        "shape=narrow,seed=9223372036854775807",
    };
    uint64_t chance = 3;
    (void)state;
    for (size_t i = 0; i < sizeof trees / sizeof trees[0]; i++) {
        random_position node = read_tree(trees[i]);
        assert_string_equal(text_of(&node), trees[i]);
        for (int ply = 0; ply < 200 && node.children > 0; ply++) {
            random_position child, again;
            cop_random_child(&node, (uint32_t)draw(&chance, node.children) + 1, &child);
            char text[200];
            snprintf(text, sizeof text, "%s", text_of(&child));
            again = read_tree(text);
            assert_string_equal(text_of(&again), text);
            /* The same in everything that follows. */
            assert_true(cop_random.hash(&cop_random, &again) ==
                        cop_random.hash(&cop_random, &child));
            assert_int_equal(again.children, child.children);
            assert_int_equal(again.limit, child.limit);
            node = child;
        }
    }
}

static void paths(void **state)
{
    random_position root = read_tree("branching=10,shape=random,seed=1");
    random_position one, two, three, there;
    (void)state;
    cop_random_child(&root, 3, &one);
    cop_random_child(&one, 1, &two);
    cop_random_child(&two, two.children, &three);
    char text[100], wanted[200];
    snprintf(text, sizeof text, "path=3.1.%d,shape=random", two.children);
    there = read_tree(text);
    snprintf(wanted, sizeof wanted, "%s", text_of(&three));
    assert_string_equal(text_of(&there), wanted);
    assert_non_null(strstr(wanted, "node=3."));
}

/* However little room there is, the length is the whole text's. */
static void short_room(void **state)
{
    random_position node = read_tree("path=1.2.3,generator=korf,seed=77,work=5");
    char whole[200], part[200];
    int length = copse_position_to_text(&cop_random, &node, whole, sizeof whole);
    (void)state;
    for (size_t size = 0; size <= sizeof part; size++) {
        memset(part, '#', sizeof part);
        assert_int_equal(copse_position_to_text(&cop_random, &node, part, size), length);
        size_t kept = size == 0 ? 0 : size > (size_t)length ? (size_t)length : size - 1;
        assert_memory_equal(part, whole, kept);
        if (size > 0)
            assert_int_equal(part[kept], 0);
        if (size < sizeof part)
            assert_int_equal(part[size], '#');
    }
}

static void bad_texts(void **state)
{
    static const char *const rows[][2] = {
        {"", "name=value"},
        {"branching", "'branching': name=value"},
        {"=3", "'=3': name=value"},
        {"seed=1,", "'': name=value"},
        {"colour=red", "no setting 'colour'; there are: branching, shape, least"},
        {"Branching=3", "no setting 'Branching'"},
        {"branching=1", "branching='1': a whole number from 2 to 100"},
        {"branching=101", "branching='101': a whole number from 2 to 100"},
        {"branching=", "branching='': a whole number from 2 to 100"},
        {"branching=ten", "branching='ten': a whole number"},
        {"branching=4294967298", "branching='4294967298': a whole number"},
        {"branching= 3", "branching=' 3': a whole number"},
        {"shape=round", "shape='round': one of uniform|random|narrow"},
        {"generator=lcg", "generator='lcg': one of hash|korf"},
        {"depth=-1", "depth='-1': a whole number from 0 to 65535"},
        {"depth=65536", "depth='65536': a whole number from 0 to 65535"},
        {"shape=narrow,depth=20001", "depth=20001: at most 20000 with shape=narrow"},
        {"seed=-1", "seed='-1': a whole number from 0 to 9223372036854775807"},
        {"seed=9223372036854775808", "a whole number from 0 to 9223372036854775807"},
        {"generator=korf,seed=4294967296", "seed=4294967296: at most 4294967295"},
        {"work=4294967296", "work='4294967296': a whole number from 0 to 4294967295"},
        {"least=0", "least=0: only with shape=random"},
        {"shape=narrow,least=1", "least=1: only with shape=random"},
        {"shape=random,least=101", "least='101': a whole number from 0 to 100"},
        {"shape=random,branching=5,least=6", "least=6: at most branching, which is 5"},
        {"shape=random,least=11", "least=11: at most branching, which is 10"},
        {"shape=narrow,branching=5", "branching=5: shape=narrow has 1 to 12 children"},
        {"shape=narrow,generator=korf", "shape=narrow needs generator=hash"},
        {"seed=1,seed=1", "seed is given twice"},
        {"branching=3,branching=4", "branching is given twice"},
        {"path=", "path, ply 1: '': the number of a child, 1 to 10"},
        {"path=11", "path, ply 1: '11': the number of a child, 1 to 10"},
        {"path=0", "path, ply 1: '0': the number of a child"},
        {"path=1.", "path, ply 2: '': the number of a child"},
        {"path=1.2.x", "path, ply 3: 'x': the number of a child"},
        {"depth=2,path=1.1.1", "path, ply 3: '1': the number of a child"},
        {"node=1.5.1.0.3,seed=1", "node= takes the place of seed= and path="},
        {"node=1.5.1.0.3,path=1", "node= takes the place of seed= and path="},
        {"node=", "node='': depth.state.index.value.children"},
        {"node=1.5.1.0", "node='1.5.1.0': depth.state.index.value.children"},
        {"node=1.5.1.0.3.7", "depth.state.index.value.children"},
        {"node=0.5.1.0.3", "depth.state.index.value.children"},     /* the root is no such node */
        {"node=1.5.1.16385.3", "depth.state.index.value.children"}, /* no edge is so large */
        {"node=1.5.1.-16385.3", "depth.state.index.value.children"},
        {"node=1.5.1.0.11", "depth.state.index.value.children"}, /* too many children */
        {"node=1.5.4294967296.0.3", "depth.state.index.value.children"},
        {"node=1.18446744073709551616.1.0.3", "depth.state.index.value.children"},
        {"generator=korf,node=1.4294967296.1.0.3", "depth.state.index.value.children"},
        {"depth=3,node=4.5.1.0.0", "depth.state.index.value.children"},
        {"depth=3,node=3.5.1.0.2", "depth.state.index.value.children"}, /* a terminal node */
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        random_position node, before;
        copse_message why = {""};
        memset(&node, 0x5a, sizeof node);
        memset(&before, 0x5a, sizeof before);
        copse_status status = copse_position_from_text(&cop_random, rows[i][0], &node, &why);
        if (status != COPSE_BAD_POSITION || strstr(why.text, rows[i][1]) == NULL)
            fail_msg("'%s': %s: '%s', not '%s'", rows[i][0], copse_status_text(status), why.text,
                     rows[i][1]);
        assert_memory_equal(why.text, "random tree", 11);
        assert_memory_equal(&node, &before, sizeof node);
        assert_int_equal(copse_position_from_text(&cop_random, rows[i][0], &node, NULL), status);
    }
}

/* A very long word is quoted only as far as the remedy still fits. */
static void long_texts(void **state)
{
    static const char *const names[] = {"branching", "seed", "shape", "path", "node", "x"};
    char text[3000];
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        memset(text, '7', sizeof text);
        text[sizeof text - 1] = 0;
        memcpy(text, names[i], strlen(names[i]));
        random_position node;
        copse_message why = {""};
        assert_int_equal(copse_position_from_text(&cop_random, text, &node, &why),
                         COPSE_BAD_POSITION);
        text[strlen(names[i])] = '=';
        assert_int_equal(copse_position_from_text(&cop_random, text, &node, &why),
                         COPSE_BAD_POSITION);
        assert_true(strlen(why.text) < 200);
    }
}

static void move_texts(void **state)
{
    random_position root = read_tree("branching=7"), over = read_tree("depth=0");
    copse_message why = {""};
    copse_move move = 77;
    char text[20];
    (void)state;
    assert_int_equal(copse_move_from_text(&cop_random, &root, "7", &move, &why), COPSE_OK);
    assert_int_equal(move, 7);
    assert_int_equal(copse_move_to_text(&cop_random, &root, move, text, sizeof text), 1);
    assert_string_equal(text, "7");
    static const char *const bad[] = {"0", "8", "", "-1", "seven", "1.", "4294967297"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(copse_move_from_text(&cop_random, &root, bad[i], &move, &why),
                         COPSE_BAD_MOVE);
        assert_non_null(strstr(why.text, "the number of a child, 1 to 7"));
        assert_int_equal(move, 7);
    }
    assert_int_equal(copse_move_from_text(&cop_random, &over, "1", &move, &why), COPSE_BAD_MOVE);
    assert_int_equal(move, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writing),    cmocka_unit_test(identity),  cmocka_unit_test(paths),
        cmocka_unit_test(short_room), cmocka_unit_test(bad_texts), cmocka_unit_test(long_texts),
        cmocka_unit_test(move_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
