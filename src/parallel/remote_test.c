/* SPDX-License-Identifier: MIT
 *
 * What masters and workers send each other: it arrives as it was written, and anything else is
 * refused, wherever the fault is. */
#include "parallel/remote.h"

#include "base/memory.h"
#include "game/game.h"

#include "support.h"

static copse_allocator allocator;
static cop_parcel parcel;

static cop_letter letter_of(const cop_parcel *from)
{
    return (cop_letter){.bytes = from->bytes, .size = from->size};
}

static int set_up(void **state)
{
    (void)state;
    allocator = cop_memory_standard();
    cop_parcel_init(&parcel, &allocator);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    cop_parcel_free(&parcel);
    return 0;
}

static bool opens_leaves(const cop_letter *letter)
{
    cop_leaves leaves;
    return cop_leaves_open(&leaves, letter, &cop_random);
}

static bool opens_values(const cop_letter *letter)
{
    cop_values values;
    return cop_values_open(&values, letter, 10);
}

static bool opens_hello(const cop_letter *letter)
{
    cop_hello hello;
    return cop_hello_read(&hello, letter);
}

static bool opens_card(const cop_letter *letter)
{
    cop_game_card card;
    return cop_game_card_read(&card, letter);
}

/* The parcel is fine as it is, but not if it ends earlier or later. Each length stands in memory of
 * its own, so that the sanitizer sees who reads beyond. */
static void check_lengths(bool (*opens)(const cop_letter *letter))
{
    for (size_t size = 0; size <= parcel.size + 3; size++) {
        char *copy = calloc(1, size + (size == 0));
        size_t filled = size < parcel.size ? size : parcel.size;
        if (filled > 0)
            memcpy(copy, parcel.bytes, filled);
        cop_letter letter = {.bytes = copy, .size = size};
        assert_int_equal(opens(&letter), size == parcel.size);
        free(copy);
    }
}

/* With these four bytes at this place it is not fine; before and after it is. */
static void check_number(bool (*opens)(const cop_letter *letter), size_t place, uint32_t number)
{
    unsigned char before[4];
    cop_letter letter = letter_of(&parcel);
    assert_true(place + 4 <= parcel.size);
    assert_true(opens(&letter));
    memcpy(before, parcel.bytes + place, 4);
    for (int i = 0; i < 4; i++)
        parcel.bytes[place + (size_t)i] = (unsigned char)(number >> (8 * i));
    assert_false(opens(&letter));
    memcpy(parcel.bytes + place, before, 4);
    assert_true(opens(&letter));
}

/* --------------------------------------------------------------------------------------- leaves */

static void write_leaves(void)
{
    char position[2][256];
    memset(position[0], 'a', 256);
    memset(position[1], 'b', 256);
    cop_leaves_begin(&parcel, 7, 0x123456789abcdef, cop_random.position_size);
    cop_leaves_add(&parcel, position[0], 0, INT32_MIN);
    cop_leaves_add(&parcel, position[1], 3, -17);
    assert_false(parcel.failed);
}

static void test_leaves(void **state)
{
    (void)state;
    cop_leaves leaves;
    cop_leaf_wanted leaf;
    write_leaves();
    cop_letter letter = letter_of(&parcel);
    assert_true(cop_leaves_open(&leaves, &letter, &cop_random));
    assert_int_equal(leaves.run, 7);
    assert_int_equal(leaves.job, 0x123456789abcdef);
    assert_int_equal(leaves.count, 2);
    assert_true(cop_leaves_next(&leaves, &leaf));
    assert_int_equal(leaf.first, 0);
    assert_int_equal(leaf.enough, INT32_MIN);
    assert_int_equal(((const char *)leaf.position)[cop_random.position_size - 1], 'a');
    assert_true(cop_leaves_next(&leaves, &leaf));
    assert_int_equal(leaf.first, 3);
    assert_int_equal(leaf.enough, -17);
    assert_int_equal(((const char *)leaf.position)[0], 'b');
    assert_false(cop_leaves_next(&leaves, &leaf));
}

static void test_bad_leaves(void **state)
{
    (void)state;
    write_leaves();
    check_lengths(opens_leaves);
    check_number(opens_leaves, 4, 0);           /* leaves */
    check_number(opens_leaves, 4, 1);           /* bytes are left over */
    check_number(opens_leaves, 4, UINT32_MAX);  /* times the size of one is not too much */
    check_number(opens_leaves, 16, 0);          /* position size */
    check_number(opens_leaves, 16, UINT32_MAX); /* position size */
    check_number(opens_leaves, 20, UINT32_MAX); /* first */
    check_number(opens_leaves, 20, (uint32_t)cop_random.max_moves + 1);
    cop_letter letter = letter_of(&parcel);
    cop_leaves leaves;
    copse_game smaller = cop_random;
    smaller.position_size--;
    assert_false(cop_leaves_open(&leaves, &letter, &smaller));
}

static void test_too_many_leaves(void **state)
{
    (void)state;
    cop_leaves_begin(&parcel, 1, 1, 1);
    for (int i = 0; i < COP_REMOTE_MOST_LEAVES; i++)
        cop_leaves_add(&parcel, "x", 0, 0);
    assert_false(parcel.failed);
    cop_leaves_add(&parcel, "x", 0, 0);
    assert_true(parcel.failed);
    write_leaves(); /* it may be used again */
}

/* --------------------------------------------------------------------------------------- values */

static void write_values(void)
{
    cop_values_begin(&parcel, 9, 12345678901234567890u);
    cop_values_add_leaf(&parcel, &(cop_leaf_values){.total = 3, .first = 1, .made = 2});
    cop_values_add_child(&parcel,
                         &(cop_child_value){.move = 5, .score = -COPSE_WIN, .solved = true});
    cop_values_add_child(&parcel, &(cop_child_value){.move = 6, .score = 1000, .kind = 255});
    cop_values_add_leaf(&parcel, &(cop_leaf_values){.broken = true, .total = 77, .made = 5});
    cop_values_add_leaf(&parcel, &(cop_leaf_values){.total = 0});
    assert_false(parcel.failed);
}

static void test_values(void **state)
{
    (void)state;
    cop_values values;
    cop_leaf_values leaf;
    cop_child_value child;
    write_values();
    cop_letter letter = letter_of(&parcel);
    for (int read = 0; read <= 2; read++) { /* children need not be read */
        assert_true(cop_values_open(&values, &letter, 3));
        assert_int_equal(values.run, 9);
        assert_true(values.job == 12345678901234567890u);
        assert_int_equal(values.count, 3);
        assert_true(cop_values_next_leaf(&values, &leaf));
        assert_int_equal(leaf.total, 3);
        assert_int_equal(leaf.first, 1);
        assert_int_equal(leaf.made, 2);
        if (read > 0) {
            assert_true(cop_values_next_child(&values, &child));
            assert_int_equal(child.move, 5);
            assert_int_equal(child.score, -COPSE_WIN);
            assert_int_equal(child.kind, 0);
            assert_true(child.solved);
        }
        if (read > 1) {
            assert_true(cop_values_next_child(&values, &child));
            assert_int_equal(child.score, 1000);
            assert_int_equal(child.kind, 255);
            assert_false(child.solved);
            assert_false(cop_values_next_child(&values, &child));
        }
        assert_true(cop_values_next_leaf(&values, &leaf));
        assert_true(leaf.broken);
        assert_int_equal(leaf.made, 0);
        assert_false(cop_values_next_child(&values, &child));
        assert_true(cop_values_next_leaf(&values, &leaf));
        assert_int_equal(leaf.total, 0);
        assert_false(cop_values_next_leaf(&values, &leaf));
    }
}

static void test_bad_values(void **state)
{
    (void)state;
    enum { LEAF = 16, CHILD = LEAF + 16, BROKEN = CHILD + 2 * 10, EMPTY = BROKEN + 16 };
    write_values();
    check_lengths(opens_values);
    check_number(opens_values, 4, 0);
    check_number(opens_values, 4, 2);
    check_number(opens_values, 4, UINT32_MAX);
    check_number(opens_values, LEAF, 2);     /* total: then more follow than there are */
    check_number(opens_values, LEAF, 11);    /* more than the game has */
    check_number(opens_values, LEAF + 4, 3); /* first: then none follow */
    check_number(opens_values, LEAF + 4, 0x80000001);
    check_number(opens_values, LEAF + 8, 0); /* made: one at least */
    check_number(opens_values, LEAF + 8, 3);
    check_number(opens_values, LEAF + 8, UINT32_MAX);
    check_number(opens_values, CHILD, COPSE_NO_MOVE);
    check_number(opens_values, CHILD + 4, (uint32_t)(-COPSE_WIN - 1));
    check_number(opens_values, CHILD + 4, COPSE_WIN + 1);
    check_number(opens_values, CHILD + 4, 0x80000000);
    check_number(opens_values, CHILD + 6, 0x02008ac8); /* a flag that is neither yes nor no */
    check_number(opens_values, BROKEN + 4, 1);
    check_number(opens_values, BROKEN + 8, 1);
    check_number(opens_values, EMPTY, 1);
    check_number(opens_values, EMPTY + 8, 1);
}

/* ------------------------------------------------------------------------------- hello and game */

static void test_hello(void **state)
{
    (void)state;
    cop_hello own, other;
    copse_message why;
    cop_hello_init(&own, "some.host");
    cop_hello_write(&parcel, &own);
    cop_letter letter = letter_of(&parcel);
    assert_true(cop_hello_read(&other, &letter));
    assert_string_equal(other.host, "some.host");
    assert_int_equal(strncmp(copse_version(), other.version, strlen(other.version)), 0);
    assert_int_equal(cop_hello_compare(&own, &other, 3, &why), COPSE_OK);

    snprintf(other.version, sizeof other.version, "0.0.1");
    assert_int_equal(cop_hello_compare(&own, &other, 3, &why), COPSE_UNSUPPORTED);
    assert_non_null(strstr(why.text, "rank 3 on some.host is copse 0.0.1"));
    other = own;
    other.protocol++;
    assert_int_equal(cop_hello_compare(&own, &other, 3, &why), COPSE_UNSUPPORTED);
    for (size_t i = 0; i < 8; i++) { /* the other byte order */
        other = own;
        other.kind[i] = own.kind[7 - i];
        assert_int_equal(cop_hello_compare(&own, &other, 3, &why), COPSE_UNSUPPORTED);
        assert_non_null(strstr(why.text, "rank 3 on some.host is another kind"));
    }
}

static void test_bad_hello(void **state)
{
    (void)state;
    cop_hello own;
    cop_hello_init(&own, "some.host");
    cop_hello_write(&parcel, &own);
    check_lengths(opens_hello);
    check_number(opens_hello, 0, 0x12345678);      /* not our magic */
    check_number(opens_hello, 44, 0xffffffff);     /* the version is too long a word */
    check_number(opens_hello, 44 + 1, 0x1b5b324a); /* what a terminal would obey */
    char host[200];
    memset(host, 'h', sizeof host);
    host[sizeof host - 1] = 0;
    host[3] = '\n';
    cop_hello_init(&own, host);
    assert_int_equal(strlen(own.host), COP_REMOTE_WORD - 1);
    assert_int_equal(own.host[3], '?');
}

static void test_game_card(void **state)
{
    (void)state;
    cop_game_card random, ordered, other;
    copse_message why;
    assert_true(cop_game_card_init(&random, &cop_random, &allocator));
    assert_true(cop_game_card_init(&ordered, &cop_ordered, &allocator));
    assert_true(random.check != ordered.check);
    cop_game_card_write(&parcel, &random);
    check_lengths(opens_card);
    check_number(opens_card, 0, COPSE_MAX_POSITION + 1);
    check_number(opens_card, 4, COPSE_MAX_MOVES + 1);
    check_number(opens_card, 20, 0xffffffff);
    cop_letter letter = letter_of(&parcel);
    assert_true(cop_game_card_read(&other, &letter));
    assert_int_equal(cop_game_card_compare(&random, &other, 4, &why), COPSE_OK);
    other.check ^= 1;
    assert_int_equal(cop_game_card_compare(&random, &other, 4, &why), COPSE_UNSUPPORTED);
    assert_non_null(strstr(why.text, "rank 4 has another game of the name random"));
    other = (cop_game_card){.name = "random"};
    assert_int_equal(cop_game_card_compare(&random, &other, 4, &why), COPSE_UNSUPPORTED);
    assert_non_null(strstr(why.text, "rank 4 does not know the game random"));
}

/* Another evaluation or other rules make another game. */
static copse_score evaluate_otherwise(const copse_game *game, const void *position)
{
    return cop_random.evaluate(game, position) + 1;
}

static void test_changed_game(void **state)
{
    (void)state;
    copse_game changed = cop_random;
    cop_game_card before, after;
    assert_true(cop_game_card_init(&before, &cop_random, &allocator));
    assert_true(cop_game_card_init(&after, &changed, &allocator));
    assert_true(before.check == after.check);
    changed.evaluate = evaluate_otherwise;
    assert_true(cop_game_card_init(&after, &changed, &allocator));
    assert_true(before.check != after.check);
    changed.name = "a name that is far too long for a card, since there is room for 63 letters";
    assert_false(cop_game_card_init(&after, &changed, &allocator));
}

static void *no_memory(void *user, size_t size)
{
    (void)user;
    (void)size;
    return NULL;
}

static void never(void *user, void *memory, size_t size)
{
    (void)user;
    (void)memory;
    (void)size;
    fail();
}

static void test_no_memory(void **state)
{
    (void)state;
    const copse_allocator poor = {.alloc = no_memory, .free = never};
    cop_parcel empty;
    cop_game_card card;
    cop_parcel_init(&empty, &poor);
    cop_leaves_begin(&empty, 1, 1, 8);
    cop_leaves_add(&empty, "12345678", 0, 0);
    assert_true(empty.failed);
    assert_false(cop_parcel_send(&empty, NULL, 0, COP_REMOTE_LEAVES));
    assert_false(cop_game_card_init(&card, &cop_random, &poor));
    cop_parcel_free(&empty);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_leaves),          cmocka_unit_test(test_bad_leaves),
        cmocka_unit_test(test_too_many_leaves), cmocka_unit_test(test_values),
        cmocka_unit_test(test_bad_values),      cmocka_unit_test(test_hello),
        cmocka_unit_test(test_bad_hello),       cmocka_unit_test(test_game_card),
        cmocka_unit_test(test_changed_game),    cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
