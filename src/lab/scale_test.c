/* SPDX-License-Identifier: MIT
 *
 * How a search scales: what a row says is what single searches say, on any number of threads. */
#include "lab/scale.h"

#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Of a kind that has a model: without one the first expansions are made before the processors
 * begin, in no virtual time. */
#define TREES "branching=10,shape=random,depth=6,seed=3"
enum { TREE_COUNT = 12 };

struct setup {
    struct player players[2];
    struct positions positions;
    struct scale scale;
};

static void begin(struct setup *setup, const char *position, const char *spec, int threads)
{
    copse_message why;
    copse_limits limits;
    static const int processors[] = {1, 3, 16};
    copse_limits_init(&limits);
    memset(setup, 0, sizeof *setup);
    struct scale *scale = &setup->scale;
    scale->game = copse_game_find("random");
    assert_true(player_parse(&setup->players[0], spec, &limits, &why));
    assert_int_equal(positions_read(&setup->positions, scale->game, position, TREE_COUNT, &why),
                     COPSE_OK);
    scale->players = setup->players;
    scale->player_count = 1;
    scale->positions = &setup->positions;
    scale->machine = "sim";
    scale->costs = "today";
    scale->columns = 3;
    memcpy(scale->processors, processors, sizeof processors);
    scale->repeat = 1;
    scale->threads = threads;
}

static void add_player(struct setup *setup, const char *spec)
{
    copse_message why;
    copse_limits limits;
    copse_limits_init(&limits);
    assert_true(player_parse(&setup->players[1], spec, &limits, &why));
    setup->scale.player_count = 2;
}

static void run(struct setup *setup)
{
    copse_message why = {{0}};
    if (scale_run(&setup->scale, NULL, NULL, &why) != COPSE_OK)
        fail_msg("%s", why.text);
}

static void end(struct setup *setup)
{
    scale_clear(&setup->scale);
    positions_clear(&setup->positions);
    player_clear(&setup->players[0]);
    player_clear(&setup->players[1]);
}

static bool same(double a, double b)
{
    return fabs(a - b) <= 1e-9 * (fabs(a) + fabs(b));
}

/* The sums over single searches, made here one by one. */
static void sums(void **state)
{
    (void)state;
    struct setup setup;
    begin(&setup, TREES, "rbfm,expansions=60", 2);
    setup.scale.repeat = 2;
    run(&setup);
    assert_int_equal(setup.scale.done, TREE_COUNT);
    copse_search *search;
    copse_message why;
    double alone = 0;
    assert_int_equal(player_search(&setup.players[0], setup.scale.game, &search, NULL, &why),
                     COPSE_OK);
    for (int column = 0; column < 3; column++) {
        int processors = setup.scale.processors[column];
        double time = 0, expansions = 0;
        for (int i = 0; i < 2 * TREE_COUNT; i++) {
            copse_result result;
            const void *position = positions_at(&setup.positions, i / 2);
            assert_int_equal(copse_search_set(search, "seed", i % 2 ? "2" : "1"), COPSE_OK);
            assert_int_equal(copse_search_set_machine(search, "sim", processors, "today"),
                             COPSE_OK);
            assert_int_equal(copse_search_set_position(search, position), COPSE_OK);
            assert_int_equal(copse_search_run(search, &setup.players[0].limits), COPSE_OK);
            assert_int_equal(copse_search_result(search, &result), COPSE_OK);
            time += result.virtual_time;
            expansions += (double)result.expansions;
        }
        struct scale_row row = scale_row(&setup.scale, 0, column);
        alone = column == 0 ? time : alone;
        assert_true(same(row.sum.time, time));
        assert_true(same(row.sum.expansions, expansions));
        assert_true(same(row.speed_up, alone / time));
        assert_true(same(row.efficiency, alone / time / processors));
        const struct scale_sample *sum = &row.sum;
        assert_true(fabs(sum->busy + sum->idle + sum->locked + sum->communicating -
                         time * processors) < 1e-6 * time * processors);
    }
    copse_search_free(search);
    end(&setup);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    struct setup one, four;
    begin(&one, TREES, "pbf,expansions=40", 1);
    begin(&four, TREES, "pbf,expansions=40", 4);
    one.scale.right_depth = four.scale.right_depth = 6;
    run(&one);
    run(&four);
    for (int column = 0; column < 3; column++) {
        struct scale_row a = scale_row(&one.scale, 0, column),
                         b = scale_row(&four.scale, 0, column);
        assert_true(same(a.sum.time, b.sum.time));
        assert_true(same(a.sum.expansions, b.sum.expansions));
        assert_int_equal(a.sum.right, b.sum.right);
        assert_int_equal(a.sum.decisions, TREE_COUNT);
    }
    end(&one);
    end(&four);
}

/* Two players in one run find what each finds alone, and depth-first work is counted in nodes. */
static void several_players(void **state)
{
    (void)state;
    struct setup both, first, second;
    begin(&both, TREES, "pbf,expansions=30", 2);
    add_player(&both, "ybw,depth=4");
    begin(&first, TREES, "pbf,expansions=30", 1);
    begin(&second, TREES, "ybw,depth=4", 1);
    run(&both);
    run(&first);
    run(&second);
    for (int column = 0; column < 3; column++) {
        struct scale_row rows[] = {scale_row(&first.scale, 0, column),
                                   scale_row(&second.scale, 0, column)};
        for (int player = 0; player < 2; player++) {
            struct scale_row row = scale_row(&both.scale, player, column);
            assert_true(same(row.sum.time, rows[player].sum.time));
            assert_true(same(row.work, rows[player].work));
            assert_true(same(row.speed_up, rows[player].speed_up));
            assert_true(same(row.interval.low, rows[player].interval.low));
        }
        assert_true(same(rows[0].work, rows[0].sum.expansions));
        assert_true(same(rows[1].work, rows[1].sum.nodes));
        assert_true(rows[1].sum.nodes > rows[1].sum.expansions);
        assert_false(same(rows[0].sum.time, rows[1].sum.time));
    }
    end(&both);
    end(&first);
    end(&second);
}

/* A search that has seen the whole tree is always right; one that has seen nothing is not. */
static void right_decisions(void **state)
{
    (void)state;
    struct setup all, little;
    begin(&all, "branching=3,shape=random,depth=4,seed=1", "pbf,expansions=100000", 2);
    begin(&little, TREES, "pbf,expansions=1", 2);
    all.scale.right_depth = 4;
    little.scale.right_depth = 6;
    run(&all);
    run(&little);
    for (int column = 0; column < 3; column++)
        assert_int_equal(scale_row(&all.scale, 0, column).sum.right, TREE_COUNT);
    assert_true(scale_row(&little.scale, 0, 0).sum.right < TREE_COUNT);
    end(&all);
    end(&little);
}

/* The jackknife by its definition, for three trees, and nothing of a tree that is not finished. */
static void interval_of_speed_up(void **state)
{
    (void)state;
    static const double alone[] = {10, 20, 40, 1000}, together[] = {5, 6, 12, 1};
    struct scale_sample samples[8] = {{0}};
    bool finished[] = {true, true, true, false};
    struct positions positions = {.count = 4};
    struct player player = {.algorithm = copse_algorithm_find("rbfm")};
    struct scale scale = {.players = &player,
                          .player_count = 1,
                          .positions = &positions,
                          .processors = {1, 4},
                          .columns = 2,
                          .done = 3,
                          .samples = samples,
                          .finished = finished};
    for (int i = 0; i < 4; i++) {
        samples[2 * i] = (struct scale_sample){.time = alone[i], .expansions = 100};
        samples[2 * i + 1] = (struct scale_sample){.time = together[i], .expansions = 150};
    }
    struct scale_row row = scale_row(&scale, 0, 1);
    double left_out[] = {60 / 18.0, 50 / 17.0, 30 / 11.0}, squares = 0;
    double mean = (left_out[0] + left_out[1] + left_out[2]) / 3;
    for (int i = 0; i < 3; i++)
        squares += (left_out[i] - mean) * (left_out[i] - mean);
    double half = 1.959964 * sqrt(2.0 / 3 * squares);
    assert_true(same(row.speed_up, 70 / 23.0));
    assert_true(same(row.interval.low, 70 / 23.0 - half));
    assert_true(same(row.interval.high, 70 / 23.0 + half));
    assert_true(same(row.overhead, 0.5));
    assert_true(same(row.rate, 1.5 * 70 / 23.0));
    finished[1] = finished[2] = false;
    scale.done = 1;
    assert_true(isinf(scale_row(&scale, 0, 1).interval.high)); /* one tree says nothing of others */
}

/* By hand: 4 processors of which one would have been busy for 10 s. */
static void profile_adds_up(void **state)
{
    (void)state;
    struct scale_sample samples[] = {
        {.time = 12, .busy = 10, .idle = 2},
        {.time = 5, .busy = 14, .idle = 3, .locked = 2, .communicating = 1},
        {.time = 5, .busy = 8, .idle = 12}}; /* busy for less than one alone */
    bool finished = true;
    struct positions positions = {.count = 1};
    struct player player = {.algorithm = copse_algorithm_find("ybw")};
    struct scale scale = {.players = &player,
                          .player_count = 1,
                          .positions = &positions,
                          .processors = {1, 4, 4},
                          .columns = 3,
                          .done = 1,
                          .samples = samples,
                          .finished = &finished};
    static const double shares[3][SCALE_PARTS] = {
        {10 / 12.0, 0, 0, 0, 2 / 12.0}, {0.5, 0.2, 0.1, 0.05, 0.15}, {0.4, 0, 0, 0, 0.6}};
    for (int column = 0; column < 3; column++) {
        struct scale_profile profile = scale_profile(&scale, 0, column);
        for (int i = 0; i < SCALE_PARTS; i++)
            assert_true(fabs(profile.share[i] - shares[column][i]) < 1e-12);
    }
    samples[1] = (struct scale_sample){0}; /* no time at all has no parts */
    assert_true(scale_profile(&scale, 0, 1).share[SCALE_USEFUL] == 0);
}

/* ------------------------------------------------------------------------------------- pictures */

typedef bool drawing(const struct scale *scale, const char *title, const char *path);

/* A file's text; then the file is gone. */
static void read_all(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t length = fread(text, 1, size - 1, file);
    text[length] = '\0';
    fclose(file);
    remove(path);
}

/* What a picture's file has in it. */
static void picture_text(drawing *how, const struct scale *scale, char *text, size_t size)
{
    char path[] = "scale-test-XXXXXX";
    int made = mkstemp(path);
    assert_true(made >= 0);
    close(made);
    assert_true(how(scale, "a<b & c\nline 2", path));
    read_all(path, text, size);
    assert_non_null(strstr(text, ">a&#60;b &#38; c</text>"));
    assert_non_null(strstr(text, ">line 2</text>"));
    assert_non_null(strstr(text, "</svg>\n"));
    assert_null(strstr(text, "nan"));
    assert_false(how(scale, "", "no/such/folder/file.svg"));
}

static int count_of(const char *text, const char *what)
{
    int count = 0;
    for (; (text = strstr(text, what)) != NULL; text++)
        count++;
    return count;
}

static void picture(void **state)
{
    (void)state;
    char text[65536];
    struct setup setup;
    begin(&setup, TREES, "rbfm,expansions=30", 1);
    run(&setup);
    picture_text(scale_draw, &setup.scale, text, sizeof text);
    assert_int_equal(count_of(text, "<circle"), 3);
    assert_int_equal(count_of(text, "<polyline"), 1);
    assert_null(strstr(text, "perfect")); /* one player needs no legend */
    end(&setup);
}

/* Beyond 16 processors the axes are logarithmic; the second player has other markers. */
static void picture_of_several(void **state)
{
    (void)state;
    char text[65536];
    struct setup setup;
    begin(&setup, TREES, "rbfm,expansions=30", 1);
    add_player(&setup, "ybw,depth=3");
    setup.scale.processors[2] = 64;
    run(&setup);
    picture_text(scale_draw, &setup.scale, text, sizeof text);
    assert_int_equal(count_of(text, "<polyline"), 2);
    assert_int_equal(count_of(text, "<circle"), 3 + 1); /* and in the legend */
    assert_int_equal(count_of(text, ">perfect</text>"), 1);
    assert_int_equal(count_of(text, "stroke-opacity"), 4); /* the intervals of two columns each */
    assert_int_equal(count_of(text, ">ybw,depth=3</text>"), 1);
    assert_int_equal(count_of(text, ">32</text>"), 2); /* on both axes */
    picture_text(scale_draw_profile, &setup.scale, text, sizeof text);
    assert_int_equal(count_of(text, ">ybw,depth=3</text>"), 1);
    assert_int_equal(count_of(text, ">64</text>"), 2); /* below a bar of each */
    end(&setup);
}

/* A title that is too long is folded, and no letter of it is cut in two. */
static void long_title(void **state)
{
    (void)state;
    char text[65536], path[] = "scale-test-XXXXXX", title[302] = "";
    struct setup setup;
    begin(&setup, TREES, "rbfm,expansions=5", 1);
    run(&setup);
    title[0] = 'x'; /* so that letters begin at odd bytes */
    for (int i = 1; i + 1 < (int)sizeof title - 1; i += 2)
        memcpy(title + i, "é", 3);
    int made = mkstemp(path);
    assert_true(made >= 0);
    close(made);
    assert_true(scale_draw(&setup.scale, title, path));
    read_all(path, text, sizeof text);
    int lines = 0, bytes = 0;
    for (const char *at = text; (at = strstr(at, "font-size=\"13\">")) != NULL; lines++) {
        at += strlen("font-size=\"13\">");
        int length = (int)strcspn(at, "<");
        assert_true(length > 0 && length <= 60 && ((unsigned char)*at & 0xc0) != 0x80);
        bytes += length;
    }
    assert_int_equal(bytes, strlen(title));
    assert_true(lines >= 5);
    end(&setup);
}

static void stopped_and_failed(void **state)
{
    (void)state;
    struct setup setup;
    copse_message why = {{0}};
    begin(&setup, TREES, "rbfm,expansions=30", 1);
    atomic_store(&setup.scale.stop, true);
    setup.scale.right_depth = 6;
    run(&setup);
    assert_int_equal(setup.scale.done, 0);
    end(&setup);
    begin(&setup, "depth=0", "rbfm,expansions=30", 1);
    assert_int_equal(scale_run(&setup.scale, NULL, NULL, &why), COPSE_GAME_OVER);
    end(&setup);
    begin(&setup, TREES, "rbfm,expansions=30", 1);
    setup.scale.costs = "nonsense";
    assert_int_equal(scale_run(&setup.scale, NULL, NULL, &why), COPSE_BAD_OPTION);
    assert_non_null(strstr(why.text, "nonsense"));
    end(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(several_players),
        cmocka_unit_test(right_decisions),
        cmocka_unit_test(interval_of_speed_up),
        cmocka_unit_test(profile_adds_up),
        cmocka_unit_test(picture),
        cmocka_unit_test(picture_of_several),
        cmocka_unit_test(long_title),
        cmocka_unit_test(stopped_and_failed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
