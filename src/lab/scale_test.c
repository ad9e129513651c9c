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
    struct player player;
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
    assert_true(player_parse(&setup->player, spec, &limits, &why));
    assert_int_equal(positions_read(&setup->positions, scale->game, position, TREE_COUNT, &why),
                     COPSE_OK);
    scale->player = &setup->player;
    scale->positions = &setup->positions;
    scale->machine = "sim";
    scale->costs = "today";
    scale->columns = 3;
    memcpy(scale->processors, processors, sizeof processors);
    scale->repeat = 1;
    scale->threads = threads;
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
    player_clear(&setup->player);
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
    assert_int_equal(player_search(&setup.player, setup.scale.game, &search, NULL, &why), COPSE_OK);
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
            assert_int_equal(copse_search_run(search, &setup.player.limits), COPSE_OK);
            assert_int_equal(copse_search_result(search, &result), COPSE_OK);
            time += result.virtual_time;
            expansions += (double)result.expansions;
        }
        struct scale_row row = scale_row(&setup.scale, column);
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
        struct scale_row a = scale_row(&one.scale, column), b = scale_row(&four.scale, column);
        assert_true(same(a.sum.time, b.sum.time));
        assert_true(same(a.sum.expansions, b.sum.expansions));
        assert_int_equal(a.sum.right, b.sum.right);
        assert_int_equal(a.sum.decisions, TREE_COUNT);
    }
    end(&one);
    end(&four);
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
        assert_int_equal(scale_row(&all.scale, column).sum.right, TREE_COUNT);
    assert_true(scale_row(&little.scale, 0).sum.right < TREE_COUNT);
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
    struct scale scale = {.positions = &positions,
                          .processors = {1, 4},
                          .columns = 2,
                          .done = 3,
                          .samples = samples,
                          .finished = finished};
    for (int i = 0; i < 4; i++) {
        samples[2 * i] = (struct scale_sample){.time = alone[i], .expansions = 100};
        samples[2 * i + 1] = (struct scale_sample){.time = together[i], .expansions = 150};
    }
    struct scale_row row = scale_row(&scale, 1);
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
    assert_true(isinf(scale_row(&scale, 1).interval.high)); /* one tree says nothing of others */
}

static void picture(void **state)
{
    (void)state;
    char path[] = "scale-test-XXXXXX", text[16384] = "";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    struct setup setup;
    begin(&setup, TREES, "rbfm,expansions=30", 1);
    run(&setup);
    assert_true(scale_draw(&setup.scale, "a<b & c", path));
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    assert_true(fread(text, 1, sizeof text - 1, in) > 0);
    fclose(in);
    remove(path);
    assert_non_null(strstr(text, "a&#60;b &#38; c</text>"));
    assert_non_null(strstr(text, "</svg>\n"));
    int circles = 0;
    for (const char *at = text; (at = strstr(at, "<circle")) != NULL; at++)
        circles++;
    assert_int_equal(circles, 3);
    assert_false(scale_draw(&setup.scale, "", "no/such/folder/file.svg"));
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
        cmocka_unit_test(right_decisions),
        cmocka_unit_test(interval_of_speed_up),
        cmocka_unit_test(picture),
        cmocka_unit_test(stopped_and_failed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
