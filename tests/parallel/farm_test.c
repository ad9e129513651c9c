/* SPDX-License-Identifier: MIT
 *
 * A controller and its searchers: what is asked comes back once, whatever the searchers are like.
 * Who talks nonsense, or nothing, is lost, and the report says why. */
#include "parallel/alphabeta/farm.h"
#include "parallel/drive_test.h"

#include <math.h>

enum { HONEST, SHORT, UNASKED, TOO_GOOD, BAD_LINE, BAD_COUNTS, SILENT, KINDS };
enum { DEPTH = 6, DEEP = 60, PROCESSORS = KINDS + 1 };

static const char *const troubles[] = {
    [HONEST] = "",
    [SHORT] = "its answer makes no sense",
    [UNASKED] = "it answered what nobody had asked",
    [TOO_GOOD] = "its answer makes no sense",
    [BAD_LINE] = "its line cannot be played",
    [BAD_COUNTS] = "its counts make no sense",
    [SILENT] = "nothing was heard of it for too long",
};

static struct {
    cop_crew *crew;
    cop_farm farm;
    cop_result results[PROCESSORS];
    int count[PROCESSORS];
    cop_fate interrupted;
    copse_score wanted;
    cop_parcel parcel[PROCESSORS];
    copse_allocator memory;
} test;

/* --------------------------------------------------------------------------------------- liars */

static void lie(cop_processor *p, int kind, const cop_errand *errand)
{
    static const copse_move line[] = {1, 1234567};
    cop_parcel *parcel = &test.parcel[p->rank];
    cop_back back = {.run = errand->run, .number = errand->number, .done = true};
    back.number += kind == UNASKED;
    back.value = kind == TOO_GOOD ? COPSE_INFINITE + 1 : 5;
    back.length = kind == BAD_LINE ? 2 : 0;
    cop_back_write(parcel, &back, line);
    if (kind == SHORT)
        cop_send(p, 0, COP_REMOTE_BACK, "nonsense", 8);
    else if (kind == BAD_COUNTS)
        cop_send(p, 0, COP_REMOTE_COUNTS, "nonsense", 8);
    else
        cop_parcel_send(parcel, p, 0, COP_REMOTE_BACK);
}

static void serve(cop_processor *p, cop_hand *hand)
{
    cop_letter letter;
    cop_errand errand;
    int kind = p->rank - 1;
    if (kind == HONEST) {
        cop_farm_serve(hand);
        return;
    }
    if (!cop_wait(p, 100, &letter) || letter.tag != COP_REMOTE_ERRAND ||
        !cop_errand_read(&errand, &letter, hand->walk.game, hand->walk.frame_count - 1))
        return;
    if (kind == SILENT)
        (void)cop_wait(p, 100, &letter);
    else
        lie(p, kind, &errand);
}

/* ---------------------------------------------------------------------------------- controller */

static void control(cop_hand *hand)
{
    cop_farm *farm = &test.farm;
    cop_result result;
    cop_errand errand = {.position = hand->job.root,
                         .ply = 1,
                         .depth = DEPTH - 1,
                         .alpha = -COPSE_INFINITE,
                         .beta = COPSE_INFINITE,
                         .where = 3};
    farm->remote = true; /* so that they may be silent, and are not believed */
    cop_farm_begin(farm, hand);
    for (int searcher; (searcher = cop_farm_idle(farm)) != 0; errand.which++)
        cop_farm_give(farm, searcher, &errand);
    while (cop_farm_result(farm, (double)INFINITY, &result)) {
        test.results[result.searcher] = result;
        test.count[result.searcher]++;
    }
    /* Only the honest one is left; what it is at is too much for it. */
    errand.depth = DEEP - 1;
    cop_farm_give(farm, cop_farm_idle(farm), &errand);
    cop_farm_interrupt(farm, 1);
    test.interrupted =
        cop_farm_result(farm, (double)INFINITY, &result) ? result.fate : COP_FATE_LOST;
    cop_farm_end(farm);
}

static void body(cop_processor *p, void *shared)
{
    cop_hand *hand = cop_crew_hand(shared, p);
    if (p->rank == 0)
        control(hand);
    else
        serve(p, hand);
}

static copse_score search(cop_walk *host, int depth, copse_score alpha, copse_score beta)
{
    (void)alpha;
    (void)beta;
    test.crew = cop_crew_call(host, depth);
    assert_non_null(test.crew);
    assert_true(cop_farm_open(&test.farm, test.crew));
    cop_crew_run(test.crew, body, test.crew);
    cop_farm_close(&test.farm);
    return 0;
}

/* --------------------------------------------------------------------------------------- tests */

static const char tree[] = "branching=4,shape=random,seed=3";

static void who_is_no_good_is_lost(void **state)
{
    (void)state;
    static bench s;
    memset(&test, 0, sizeof test);
    test.memory = cop_memory_standard();
    for (int i = 0; i < PROCESSORS; i++)
        cop_parcel_init(&test.parcel[i], &test.memory);
    set_up(&s, copse_game_find("random"), "pvsplit", tree, "today", PROCESSORS);
    cop_algorithm algorithm = *s.algorithm;
    algorithm.search = search;
    s.algorithm = s.job.algorithm = &algorithm;
    s.job.limits.depth = DEEP;
    run(&s);
    for (int rank = 1; rank < PROCESSORS; rank++) {
        bool honest = rank - 1 == HONEST;
        assert_int_equal(test.count[rank], 1);
        assert_int_equal(test.results[rank].fate, honest ? COP_FATE_DONE : COP_FATE_LOST);
        assert_int_equal(test.results[rank].errand.where, 3);
        assert_int_equal(test.results[rank].errand.which, rank - 1);
        assert_string_equal(s.rows[rank].trouble, troubles[rank - 1]);
        assert_int_equal(s.rows[rank].lost, !honest);
    }
    assert_int_equal(s.job.result.lost_processors, PROCESSORS - 2);
    assert_int_equal(test.interrupted, COP_FATE_INTERRUPTED);
    copse_search *alone = new_search(s.game, "minimax");
    must(copse_search_set_position_text(alone, tree), alone);
    assert_int_equal(test.results[1].value, run_to_depth(alone, DEPTH - 1).score);
    assert_int_equal(test.results[1].length, DEPTH - 1);
    copse_search_free(alone);
    tear_down(&s);
    for (int i = 0; i < PROCESSORS; i++)
        cop_parcel_free(&test.parcel[i]);
}

static copse_score lie_about(const copse_game *game, const void *position)
{
    (void)game;
    (void)position;
    return COPSE_WIN + 1;
}

/* What a game does to a searcher is the search's trouble, and ends it. */
static void a_lying_game_is_blamed(void **state)
{
    (void)state;
    static const char *const machines[] = {"sim", "threads"};
    static const char *const algorithms[] = {"pvsplit", "pvfsplit"};
    copse_game game = *copse_game_find("random");
    game.evaluate = lie_about;
    game.expand = NULL;
    for (int i = 0; i < 4; i++) {
        copse_search *search = new_search(&game, algorithms[i / 2]);
        copse_limits limits = depth_limit(DEPTH);
        must(copse_search_set_machine(search, machines[i % 2], 4, NULL), search);
        must(copse_search_set_position_text(search, tree), search);
        assert_int_equal(copse_search_run(search, &limits), COPSE_BAD_GAME);
        assert_non_null(strstr(copse_search_message(search), "scores lie within"));
        copse_search_free(search);
    }
}

/* A message that was cut short, or has a byte too many, is none. */
static void nothing_but_whole_messages(void **state)
{
    (void)state;
    copse_allocator memory = cop_memory_standard();
    const copse_game *game = copse_game_find("random");
    unsigned char position[COPSE_MAX_POSITION] = {0};
    copse_move line[COP_PV_MOST] = {7, 8, 9};
    cop_errand errand = {.position = position, .ply = 2, .depth = 3, .alpha = -5, .beta = 6};
    cop_back back = {.number = 9, .done = true, .value = 4, .length = 3};
    for (int which = 0; which < 2; which++) {
        cop_parcel parcel;
        cop_parcel_init(&parcel, &memory);
        if (which == 0)
            cop_errand_write(&parcel, &errand, game->position_size);
        else
            cop_back_write(&parcel, &back, line);
        size_t whole = parcel.size;
        cop_parcel_put_number(&parcel, 0, 1);
        for (size_t size = 0; size <= whole + 1; size++) {
            cop_letter letter = {.size = size, .bytes = parcel.bytes};
            copse_move got_line[COP_PV_MOST];
            cop_errand got;
            cop_back got_back;
            bool read = which == 0 ? cop_errand_read(&got, &letter, game, 8)
                                   : cop_back_read(&got_back, &letter, got_line);
            assert_int_equal(read, size == whole);
        }
        cop_parcel_free(&parcel);
    }
}

/* No errand is taken that a walk has no frames for, or whose window is none. */
static void errands_are_checked(void **state)
{
    (void)state;
    enum { PLIES = 8 };
    static const struct {
        int ply, depth;
        copse_score alpha, beta;
        bool fine;
    } cases[] = {{1, 6, 0, 1, true},
                 {1, 7, 0, 1, false},
                 {0, 3, 0, 1, false},
                 {7, 1, 0, 1, false},
                 {6, 1, 0, 1, true},
                 {6, 2, 0, 1, false},
                 {2, 0, 0, 1, false},
                 {2, -1, 0, 1, false},
                 {-1, 2, 0, 1, false},
                 {2, 2, 1, 1, false},
                 {2, 2, 2, 1, false},
                 {2, 2, -COPSE_INFINITE - 1, 1, false},
                 {2, 2, -COPSE_INFINITE, COPSE_INFINITE, true}};
    copse_allocator memory = cop_memory_standard();
    const copse_game *game = copse_game_find("random");
    unsigned char position[COPSE_MAX_POSITION] = {0};
    cop_parcel parcel;
    cop_parcel_init(&parcel, &memory);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        cop_errand got, errand = {.position = position,
                                  .ply = cases[i].ply,
                                  .depth = cases[i].depth,
                                  .alpha = cases[i].alpha,
                                  .beta = cases[i].beta};
        cop_errand_write(&parcel, &errand, game->position_size);
        cop_letter letter = {.size = parcel.size, .bytes = parcel.bytes};
        assert_int_equal(cop_errand_read(&got, &letter, game, PLIES), cases[i].fine);
    }
    cop_parcel_free(&parcel);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_is_no_good_is_lost),
        cmocka_unit_test(a_lying_game_is_blamed),
        cmocka_unit_test(nothing_but_whole_messages),
        cmocka_unit_test(errands_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
