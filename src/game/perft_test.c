/* SPDX-License-Identifier: MIT
 *
 * Counting lines: powers of the branching where every node has as many children, sums where not. */
#include "game/game.h"

#include "support.h"

enum { BYTES = 64 };

static uint64_t perft_of(const copse_game *game, const char *text, int depth)
{
    _Alignas(16) char position[BYTES];
    copse_message why = {""};
    uint64_t leaves = 0;
    assert_true(game->position_size <= sizeof position);
    if (copse_position_from_text(game, text, position, &why) != COPSE_OK ||
        copse_perft(game, position, depth, &leaves, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    return leaves;
}

static void uniform_trees(void **state)
{
    (void)state;
    for (int b = 2; b <= 8; b++) {
        char random[100], ordered[100];
        uint64_t power = 1;
        snprintf(random, sizeof random, "branching=%d,depth=5,seed=3", b);
        snprintf(ordered, sizeof ordered, "degree=%d,depth=5", b);
        for (int depth = 0; depth <= 5; depth++, power *= (uint64_t)b) {
            assert_true(perft_of(&cop_random, random, depth) == power);
            assert_true(perft_of(&cop_ordered, ordered, depth) == power);
        }
        assert_int_equal(perft_of(&cop_random, random, 6), 0); /* no line is so long */
    }
}

/* Child by child: `divide` adds up. */
static void irregular_trees(void **state)
{
    static const char *const texts[] = {"branching=7,shape=random,least=0,seed=4",
                                        "branching=6,shape=random,generator=korf,seed=4",
                                        "shape=narrow,seed=2"};
    (void)state;
    for (int i = 0; i < 3; i++) {
        uint64_t sum = 0;
        for (int k = 1; k <= (i == 0 ? 7 : i == 1 ? 6 : 8); k++) {
            char text[120];
            snprintf(text, sizeof text, "%s,path=%d", texts[i], k);
            sum += perft_of(&cop_random, text, 4);
        }
        assert_true(sum > 100);
        assert_true(perft_of(&cop_random, texts[i], 5) == sum);
    }
}

/* A game that says so counts lines that end early. */
static void ends_that_count(void **state)
{
    (void)state;
    copse_game counting = cop_ordered;
    counting.ends_count = true;
    for (int depth = 0; depth <= 3; depth++)
        assert_int_equal(perft_of(&counting, "degree=2,depth=3", depth), 1 << depth);
    assert_int_equal(perft_of(&counting, "degree=2,depth=3", 4), 8);
    assert_int_equal(perft_of(&counting, "degree=2,depth=3", 40), 8);
    assert_int_equal(perft_of(&counting, "degree=2,depth=3,node=3.0", 1), 1);
    assert_int_equal(perft_of(&cop_ordered, "degree=2,depth=3,node=3.0", 1), 0);
}

static void very_deep(void **state)
{
    (void)state;
    assert_int_equal(perft_of(&cop_ordered, "degree=1,depth=200", 200), 1);
    assert_int_equal(perft_of(&cop_ordered, "degree=1,depth=200", COPSE_MAX_DEPTH), 0);
}

static void bad_arguments(void **state)
{
    _Alignas(16) char position[BYTES];
    uint64_t leaves = 77;
    copse_message why = {""};
    (void)state;
    assert_int_equal(copse_position_from_text(&cop_random, "seed=1", position, NULL), COPSE_OK);
    assert_int_equal(copse_perft(&cop_random, position, -1, &leaves, &why), COPSE_BAD_LIMIT);
    assert_string_equal(why.text, "depth -1: 0 to 4000");
    assert_int_equal(copse_perft(&cop_random, position, 4001, &leaves, &why), COPSE_BAD_LIMIT);
    assert_int_equal(copse_perft(&cop_random, NULL, 1, &leaves, &why), COPSE_BAD_ARGUMENT);
    assert_int_equal(copse_perft(&cop_random, position, 1, NULL, &why), COPSE_BAD_ARGUMENT);
    assert_int_equal(leaves, 77);
}

/* ------------------------------------------------------------------------- a game of one's own */

/* A line of steps: where it ends, and the steps that led there, which undoing needs. Two ways at
 * every step; at step `lie` there are more ways than the game declares. */
typedef struct steps {
    int length;
    copse_move step[10];
} steps;

static int lie = -1, played_apart;

static int step_moves(const copse_game *game, const void *position, copse_move *moves)
{
    const steps *now = position;
    (void)game;
    for (copse_move i = 0; i < 3; i++)
        moves[i] = i;
    return now->length == lie ? 3 : now->length == 8 ? 0 : 2;
}

static void step_play(const copse_game *game, const void *from, copse_move move, void *to)
{
    steps *next = to;
    (void)game;
    played_apart += from != to;
    memmove(to, from, sizeof(steps));
    next->step[next->length++] = move;
}

static void step_undo(const copse_game *game, void *position, copse_move move)
{
    steps *now = position;
    (void)game, (void)move;
    now->length--;
}

static copse_score step_evaluate(const copse_game *game, const void *position)
{
    (void)game, (void)position;
    return 0;
}

static copse_game stepping(bool undoes)
{
    return (copse_game){.struct_size = sizeof(copse_game),
                        .name = "steps",
                        .position_size = sizeof(steps),
                        .max_moves = 2,
                        .moves = step_moves,
                        .play = step_play,
                        .evaluate = step_evaluate,
                        .undo = undoes ? step_undo : NULL};
}

static void games_that_undo(void **state)
{
    (void)state;
    for (int undoes = 0; undoes < 2; undoes++) {
        copse_game game = stepping(undoes);
        steps start = {0};
        uint64_t leaves = 0;
        played_apart = 0;
        assert_int_equal(copse_perft(&game, &start, 8, &leaves, NULL), COPSE_OK);
        assert_int_equal(leaves, 256);
        assert_int_equal(start.length, 0);
        assert_int_equal(played_apart > 0, !undoes);
    }
}

/* Whether it lies at once or deep inside, it is found out, and the result is untouched. */
static void games_that_lie(void **state)
{
    copse_game game = stepping(false);
    steps start = {0};
    (void)state;
    for (lie = 0; lie < 5; lie++) {
        uint64_t leaves = 77;
        copse_message why = {""};
        assert_int_equal(copse_perft(&game, &start, 5, &leaves, &why), COPSE_BAD_GAME);
        assert_non_null(strstr(why.text, "game steps: a position has 3 children"));
        assert_int_equal(leaves, 77);
    }
    lie = -1;
}

/* More than there are, to be seen. */
static uint64_t step_lines(const copse_game *game, const void *position, int depth)
{
    const steps *now = position;
    (void)game;
    assert_in_range(depth, 1, COPSE_LINES_DEPTH);
    return 1000 * (uint64_t)depth + (uint64_t)now->length;
}

/* Those above the game's own count are played. */
static void games_that_count(void **state)
{
    copse_game game = stepping(false);
    steps start = {0};
    (void)state;
    static const struct {
        int depth;
        uint64_t leaves;
    } rows[] = {{0, 1}, {1, 1000}, {64, 64000}, {65, 2 * 64001}, {66, 4 * 64002}, {90, 0}};
    game.lines = step_lines;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t leaves = 77;
        assert_int_equal(copse_perft(&game, &start, rows[i].depth, &leaves, NULL), COPSE_OK);
        assert_int_equal(leaves, rows[i].leaves);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(uniform_trees),   cmocka_unit_test(irregular_trees),
        cmocka_unit_test(ends_that_count), cmocka_unit_test(very_deep),
        cmocka_unit_test(bad_arguments),   cmocka_unit_test(games_that_undo),
        cmocka_unit_test(games_that_lie),  cmocka_unit_test(games_that_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
