/* SPDX-License-Identifier: MIT
 *
 * examples/nim.c against the rule of nim-sums and against a table of all its positions. */
int nim_main(void);
#define main nim_main
#include "../../examples/nim.c"
#undef main

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

enum { SIZES = MOST + 1, POSITIONS = SIZES * SIZES * SIZES * SIZES };

static heaps heaps_number(int number)
{
    heaps position;
    for (int heap = 0; heap < HEAPS; heap++, number /= SIZES)
        position.stones[heap] = (uint8_t)(number % SIZES);
    return position;
}

static int number_of(const heaps *position)
{
    int number = 0;
    for (int heap = HEAPS - 1; heap >= 0; heap--)
        number = number * SIZES + position->stones[heap];
    return number;
}

static int stones_in(const heaps *position)
{
    int stones = 0;
    for (int heap = 0; heap < HEAPS; heap++)
        stones += position->stones[heap];
    return stones;
}

/* What perfect play gives in each position, as the library writes it: wins as soon as possible,
 * losses as late as possible. A move leads to a lower number, so going up is enough. */
static void solve(copse_score *values)
{
    for (int number = 0; number < POSITIONS; number++) {
        heaps position = heaps_number(number), next;
        copse_move list[HEAPS * MOST];
        int count = nim.moves(&nim, &position, list);
        copse_score best = count == 0 ? nim.evaluate(&nim, &position) : -COPSE_INFINITE;
        assert_int_equal(count, stones_in(&position));
        for (int i = 0; i < count; i++) {
            nim.play(&nim, &position, list[i], &next);
            assert_true(number_of(&next) < number);
            copse_score value = -values[number_of(&next)];
            value -= copse_score_proof(value); /* a ply further from the end */
            best = value > best ? value : best;
        }
        values[number] = best;
    }
}

static void table_is_accepted(void **state)
{
    copse_message why;
    (void)state;
    assert_int_equal(copse_game_check(&nim, &why), COPSE_OK);
}

static void rule_holds_everywhere(void **state)
{
    static copse_score values[POSITIONS];
    (void)state;
    solve(values);
    for (int number = 0; number < POSITIONS; number++) {
        heaps position = heaps_number(number);
        assert_int_equal(copse_score_proof(values[number]), nim_sum(&position) != 0 ? 1 : -1);
    }
}

static int compare_numbers(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static void hash_tells_all_positions_apart(void **state)
{
    static uint64_t hashes[POSITIONS];
    (void)state;
    for (int number = 0; number < POSITIONS; number++) {
        heaps position = heaps_number(number);
        hashes[number] = nim.hash(&nim, &position);
    }
    qsort(hashes, POSITIONS, sizeof hashes[0], compare_numbers);
    for (int i = 1; i < POSITIONS; i++)
        assert_true(hashes[i] != hashes[i - 1]);
}

static void moves_are_sentences(void **state)
{
    heaps position = {{1, 0, 5, 7}};
    char text[32];
    (void)state;
    copse_move_to_text(&nim, &position, take(2, 4), text, sizeof text);
    assert_string_equal(text, "take 4 from heap 3");
    assert_int_equal(copse_move_to_text(&nim, &position, take(2, 4), text, 5), 18);
    assert_string_equal(text, "take");
}

/* The search, without having been told the rule, finds the same values as the table. */
static void search_solves_it(void **state)
{
    static copse_score values[POSITIONS];
    copse_search *search = NULL;
    copse_limits limits;
    (void)state;
    solve(values);
    copse_limits_init(&limits);
    assert_int_equal(copse_search_new(&nim, NULL, NULL, &search, NULL), COPSE_OK);
    assert_int_equal(copse_search_set(search, "deepening", "on"), COPSE_OK);
    assert_int_equal(copse_search_set(search, "table", "auto"), COPSE_OK);
    for (int number = 0; number < POSITIONS; number += 97) {
        heaps position = heaps_number(number), next;
        copse_result result;
        assert_int_equal(copse_search_set_position(search, &position), COPSE_OK);
        limits.depth = stones_in(&position) + 1;
        if (number == 0) {
            assert_int_equal(copse_search_run(search, &limits), COPSE_GAME_OVER);
            continue;
        }
        assert_int_equal(copse_search_run(search, &limits), COPSE_OK);
        assert_int_equal(copse_search_result(search, &result), COPSE_OK);
        assert_int_equal(result.score, values[number]);
        nim.play(&nim, &position, result.move, &next);
        copse_score after = -values[number_of(&next)];
        assert_int_equal(after - copse_score_proof(after), values[number]);
    }
    copse_search_free(search);
}

static void program_agrees_with_the_rule(void **state)
{
    (void)state;
    assert_int_equal(nim_main(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_is_accepted),
        cmocka_unit_test(rule_holds_everywhere),
        cmocka_unit_test(hash_tells_all_positions_apart),
        cmocka_unit_test(moves_are_sentences),
        cmocka_unit_test(search_solves_it),
        cmocka_unit_test(program_agrees_with_the_rule),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
