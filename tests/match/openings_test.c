/* SPDX-License-Identifier: MIT
 *
 * Openings from text, all of them, random ones. */
#include "lab/openings.h"

#include "lab/board.h"
#include "support.h"

static const copse_game *othello(void)
{
    return copse_game_find("othello");
}

static struct openings begin(const char *game)
{
    struct openings openings;
    copse_message why;
    if (openings_init(&openings, copse_game_find(game), NULL, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    return openings;
}

static void add(struct openings *openings, const char *line)
{
    copse_message why = {{0}};
    if (openings_add_line(openings, line, &why) != COPSE_OK)
        fail_msg("'%s': %s", line, why.text);
}

/* The text of opening number `number`. */
static const char *text_of(const struct openings *openings, int number)
{
    static char text[256];
    copse_position_to_text(openings->game, openings_at(openings, number), text, sizeof text);
    return text;
}

/* The same opening in all the ways in which it can be written. */
static void same_opening(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "f5d6c5", "F5D6C5", "f5 d6 c5", "1. f5 d6 2. c5", "f5d6 c5", "x\tf5d6c5\tcomment",
    };
    struct openings openings = begin("othello");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        add(&openings, lines[i]);
        assert_int_equal(openings.list[i].move_count, 3);
        assert_true(openings.list[i].has_moves);
        assert_true(
            board_equal(othello(), openings_at(&openings, 0), openings_at(&openings, (int)i)));
    }
    /* As a position, alone and beside the moves; and with what follows it in OBF. */
    char line[512], position[256];
    snprintf(position, sizeof position, "%s", text_of(&openings, 0));
    int count = openings.count;
    add(&openings, position);
    assert_false(openings.list[count].has_moves);
    snprintf(line, sizeof line, "12\tf5d6c5\t%s\tsomething", position);
    add(&openings, line);
    assert_true(openings.list[count + 1].has_moves);
    snprintf(line, sizeof line, "%s; c4:+3; d3:+1;", position);
    add(&openings, line);
    for (int i = count; i < openings.count; i++)
        assert_string_equal(text_of(&openings, i), position);
    openings_clear(&openings);
}

static void checkers(void **state)
{
    (void)state;
    struct openings openings = begin("checkers");
    add(&openings, "9-13 21-17 5-9");
    add(&openings, "1\tcrossboard\t-\t9-13 21-17 5-9\tW:W17,22,23,24,25,26,27,28,29,30,31,32:B1,2,"
                   "3,4,6,7,8,9,10,11,12,13");
    add(&openings, "4\tcrossboard\t-\t9-13 22-17 13x22\tW:W21,23,24,25,26,27,28,29,30,31,32:B1,2,3,"
                   "4,5,6,7,8,10,11,12,22\tname");
    assert_int_equal(openings.list[1].move_count, 3);
    assert_true(board_equal(openings.game, openings_at(&openings, 0), openings_at(&openings, 1)));
    assert_false(board_equal(openings.game, openings_at(&openings, 0), openings_at(&openings, 2)));
    openings_clear(&openings);
}

/* What is wrong is said, and nothing is added. */
static void bad_lines(void **state)
{
    (void)state;
    static const struct {
        const char *line, *says;
    } table[] = {
        {"f5d6z9", "'z9' is not a legal move after 2 moves"},
        {"f5f5", "'f5' is not a legal move after 1 move"},
        {"hello", "neither a position of othello nor a list of its moves"},
        {"a1", "'a1' is not a legal move after 0 moves"},
        {"f5d6c5\t---------------------------OX------XO--------------------------- X",
         "another position"},
        {"XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO X", "over"},
    };
    struct openings openings = begin("othello");
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        copse_message why = {{0}};
        assert_int_not_equal(openings_add_line(&openings, table[i].line, &why), COPSE_OK);
        if (!strstr(why.text, table[i].says))
            fail_msg("'%s': %s", table[i].line, why.text);
        assert_int_equal(openings.count, 0);
    }
    openings_clear(&openings);
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void files(void **state)
{
    (void)state;
    char path[] = "/tmp/copse-openings-XXXXXX";
    int handle = mkstemp(path);
    assert_true(handle >= 0);
    copse_message why;
    struct openings openings = begin("othello");
    write_file(path, "# comment\n\nf5d6\r\n   \nf5f6e6f4");
    assert_int_equal(openings_read(&openings, path, &why), COPSE_OK);
    assert_int_equal(openings.count, 2);
    write_file(path, "f5d6\n# comment\nf5f5\n");
    assert_int_not_equal(openings_read(&openings, path, &why), COPSE_OK);
    assert_non_null(strstr(why.text, "line 3: "));
    assert_non_null(strstr(why.text, path));
    assert_int_equal(openings.count, 2);
    write_file(path, "# nothing\n");
    assert_int_not_equal(openings_read(&openings, path, &why), COPSE_OK);
    assert_non_null(strstr(why.text, "no opening"));
    remove(path);
    assert_int_not_equal(openings_read(&openings, path, &why), COPSE_OK);
    assert_non_null(strstr(why.text, "No such file"));
    openings_clear(&openings);
}

/* Korf & Chickering's 244 boards are the lines of four moves. */
static void all_after(void **state)
{
    (void)state;
    static const int counts[] = {1, 4, 12, 56, 244};
    for (int plies = 0; plies <= 4; plies++) {
        copse_message why;
        struct openings openings = begin("othello");
        assert_int_equal(openings_add_all(&openings, plies, &why), COPSE_OK);
        assert_int_equal(openings.count, counts[plies]);
        for (int i = 0; i < openings.count; i++)
            assert_int_equal(openings.list[i].move_count, plies);
        openings_clear(&openings);
    }
}

static bool among(const struct openings *openings, const void *position, int count)
{
    for (int i = 0; i < count; i++) {
        if (memcmp(openings_at(openings, i), position, openings->game->position_size) == 0)
            return true;
    }
    return false;
}

static void random_ones(void **state)
{
    (void)state;
    copse_message why;
    struct openings one = begin("othello"), other = begin("othello"), third = begin("othello");
    struct random_lines wanted = {.count = 200, .plies = 8, .seed = 1};
    assert_int_equal(openings_add_random(&one, &wanted, &why), COPSE_OK);
    assert_int_equal(openings_add_random(&other, &wanted, &why), COPSE_OK);
    wanted.seed = 2;
    assert_int_equal(openings_add_random(&third, &wanted, &why), COPSE_OK);
    assert_int_equal(one.count, 200);
    assert_true(openings_digest(&one) == openings_digest(&other));
    assert_true(openings_digest(&one) != openings_digest(&third));
    for (int i = 0; i < one.count; i++) {
        assert_false(among(&one, openings_at(&one, i), i));
        assert_int_equal(one.list[i].move_count, 8);
    }
    /* In another order they are the same. */
    openings_shuffle(&other, 5);
    assert_true(openings_digest(&one) != openings_digest(&other));
    for (int i = 0; i < one.count; i++)
        assert_true(among(&other, openings_at(&one, i), other.count));
    /* After one move there are four positions. */
    struct openings few = begin("othello");
    wanted = (struct random_lines){.count = 5, .plies = 1, .seed = 1};
    assert_int_not_equal(openings_add_random(&few, &wanted, &why), COPSE_OK);
    assert_non_null(strstr(why.text, "only 4 different positions"));
    assert_int_equal(few.count, 0);
    openings_clear(&one);
    openings_clear(&other);
    openings_clear(&third);
    openings_clear(&few);
}

/* What a search to depth 6 thinks of a position. */
static copse_score score_of(const copse_game *game, const void *position)
{
    copse_search *search;
    copse_limits limits;
    copse_result result;
    copse_limits_init(&limits);
    limits.depth = 6;
    assert_int_equal(copse_search_new(game, "minimax", NULL, &search, NULL), COPSE_OK);
    assert_int_equal(copse_search_set_position(search, position), COPSE_OK);
    assert_int_equal(copse_search_run(search, &limits), COPSE_OK);
    assert_int_equal(copse_search_result(search, &result), COPSE_OK);
    copse_search_free(search);
    return result.score;
}

/* Of all random openings many have a side ahead; those that must not have none. */
static void even_ones(void **state)
{
    (void)state;
    copse_message why;
    struct openings any = begin("othello"), even = begin("othello"), none = begin("othello");
    struct random_lines wanted = {.count = 12, .plies = 8, .seed = 1};
    int ahead = 0;
    assert_int_equal(openings_add_random(&any, &wanted, &why), COPSE_OK);
    wanted.within = 300;
    assert_int_equal(openings_add_random(&even, &wanted, &why), COPSE_OK);
    assert_int_equal(even.count, 12);
    for (int i = 0; i < 12; i++) {
        ahead += abs(score_of(any.game, openings_at(&any, i))) > wanted.within;
        assert_true(abs(score_of(even.game, openings_at(&even, i))) <= wanted.within);
        assert_false(among(&even, openings_at(&even, i), i));
    }
    assert_true(ahead > 0);
    /* No position after one move is within a hundredth of a disc. */
    wanted = (struct random_lines){.count = 1, .plies = 1, .seed = 1, .within = 1};
    assert_int_not_equal(openings_add_random(&none, &wanted, &why), COPSE_OK);
    assert_non_null(strstr(why.text, "only 0 different even positions"));
    openings_clear(&any);
    openings_clear(&even);
    openings_clear(&none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_opening), cmocka_unit_test(checkers),  cmocka_unit_test(bad_lines),
        cmocka_unit_test(files),        cmocka_unit_test(all_after), cmocka_unit_test(random_ones),
        cmocka_unit_test(even_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
