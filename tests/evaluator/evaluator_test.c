/* SPDX-License-Identifier: MIT
 *
 * Black boxes behind leaves. Our own search says what the same search says when it is asked
 * directly. Another program's failures change nothing but the time: whatever it does, the search
 * has the same result as with one that behaves, or, if it is dropped, as with our own. */
#include "base/memory.h"
#include "evaluator/evaluator.h"

#include "support.h"

#include <errno.h>
#include <sys/wait.h>
#include <time.h>

static const char engine[] = "uci:2:evaluator/fake-uci ";
static const char tree[] = "branching=4,shape=random,depth=30,seed=5";

/* ------------------------------------------------------------------------------------ our own */

/* Plays `moves` moves by chance from the start of the game; false if it ends before that. */
static bool go_astray(const copse_game *game, const char *start, uint64_t seed, int moves,
                      char *position)
{
    static copse_move list[COPSE_MAX_MOVES + 64];
    _Alignas(64) static char after[COPSE_MAX_POSITION];
    copse_message why;
    assert_int_equal(copse_position_from_text(game, start, position, &why), COPSE_OK);
    for (int i = 0; i < moves; i++) {
        int count = game->moves(game, position, list);
        if (count == 0)
            return false;
        game->play(game, position, list[cop_mix(seed + (uint64_t)i) % (unsigned)count], after);
        memcpy(position, after, game->position_size);
    }
    return game->moves(game, position, list) > 0;
}

/* With all that the evaluator has, or as plain as can be: then the value is minimax's. */
static void set_quick(copse_search *search, bool quick)
{
    static const char *const switches[] = {"history",  "killers",    "deepening",
                                           "nullmove", "reductions", "extensions"};
    for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++)
        must(copse_search_set(search, switches[i], quick ? "on" : "off"), search);
    must(copse_search_set(search, "futility", quick ? "100" : "0"), search);
    must(copse_search_set(search, "ordering", quick ? "ranked" : "none"), search);
    must(copse_search_set(search, "table", quick ? "1M" : "0"), search);
    copse_search_clear(search);
}

static void own_search_is_the_search(void **state)
{
    (void)state;
    static const char *const names[] = {"random", "othello", "checkers", "chess"};
    static const char *const starts[] = {tree, NULL, NULL, NULL};
    _Alignas(64) static char position[COPSE_MAX_POSITION];
    copse_allocator memory = cop_memory_standard();
    int compared = 0;
    for (int g = 0; g < 4; g++) {
        const copse_game *game = copse_game_find(names[g]);
        copse_search *direct = new_search(game, "pvs");
        for (int i = 0; i < 12; i++) {
            if (!go_astray(game, starts[g], (uint64_t)(100 * g + i), 3 * i, position))
                continue;
            int depth = 1 + i % 3;
            cop_evaluator_word word = {.deadline = 1};
            bool quick = i % 2 == 1;
            snprintf(word.text, sizeof word.text, "%s:%d", quick ? "quick" : "search", depth);
            set_quick(direct, quick);
            cop_evaluator *evaluator = NULL;
            copse_message why;
            assert_int_equal(cop_evaluator_new(&memory, game, &word, &evaluator, &why), COPSE_OK);
            assert_int_equal(cop_evaluator_begin(evaluator, 1, NULL, NULL, &why), COPSE_OK);
            const cop_box *box = cop_evaluator_box(evaluator);
            assert_int_equal(box->depth, depth);
            must(copse_search_set_position(direct, position), direct);
            copse_score score = run_to_depth(direct, depth).score;
            if (quick && copse_score_proof(score) != 0) /* a claim */
                score = copse_score_proof(score) * (1000000 - copse_score_plies(score));
            assert_int_equal(box->game->evaluate(box->game, position), score);
            assert_int_equal(box->look(box, position, depth, COPSE_INFINITE, NULL).score,
                             score); /* remembered */
            cop_evaluator_free(evaluator);
            compared++;
        }
        copse_search_free(direct);
    }
    assert_true(compared > 30);
}

/* ----------------------------------------------------------------------------------- processes */

typedef struct outcome {
    copse_result result;
    copse_root_move moves[8];
    copse_message message;
} outcome;

/* A search of the tree with this evaluator. */
static outcome search_with(const char *evaluator, const char *mode, const char *deadline,
                           const char *option)
{
    outcome o = {0};
    char word[200];
    copse_limits limits = depth_limit(0);
    limits.expansions = 24;
    copse_search *search = new_search(copse_game_find("random"), "rbfm");
    snprintf(word, sizeof word, "%s%s", evaluator, mode);
    must(copse_search_set(search, "evaluator", word), search);
    must(copse_search_set(search, "deadline", deadline), search);
    if (option != NULL)
        must(copse_search_set(search, option, "on"), search);
    must(copse_search_set_position_text(search, tree), search);
    must(copse_search_run(search, &limits), search);
    snprintf(o.message.text, sizeof o.message.text, "%s", copse_search_message(search));
    must(copse_search_result(search, &o.result), search);
    for (int i = 0; i < o.result.move_count && i < 8; i++)
        must(copse_search_root_move(search, i, &o.moves[i]), search);
    copse_search_free(search);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* nobody is left behind */
    assert_int_equal(errno, ECHILD);
    return o;
}

static void assert_same(const outcome *a, const outcome *b)
{
    assert_int_equal(a->result.move, b->result.move);
    assert_int_equal(a->result.score, b->result.score);
    assert_int_equal(a->result.nodes, b->result.nodes);
    assert_int_equal(a->result.expansions, b->result.expansions);
    assert_int_equal(a->result.move_count, b->result.move_count);
    for (int i = 0; i < a->result.move_count && i < 8; i++) {
        assert_int_equal(a->moves[i].move, b->moves[i].move);
        assert_int_equal(a->moves[i].score, b->moves[i].score);
        assert_int_equal(a->moves[i].expansions, b->moves[i].expansions);
    }
}

/* What goes wrong now and then is done again, and told. */
static void failures_change_nothing(void **state)
{
    (void)state;
    static const char *const modes[][2] = {{"crash 7", "60"},   {"crash 2", "60"},
                                           {"illegal 5", "60"}, {"scoreless 9", "60"},
                                           {"hang 40", "1"},    {"flood 40", "1"}};
    static const char *const options[] = {NULL, "lazy"};
    for (int k = 0; k < 2; k++) {
        outcome good = search_with(engine, "good", "60", options[k]);
        assert_string_equal(good.message.text, "");
        assert_int_equal(good.result.expansions >= 24, true);
        for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
            outcome o = search_with(engine, modes[i][0], modes[i][1], options[k]);
            assert_same(&o, &good);
            if (k == 0)
                assert_non_null(strstr(o.message.text, "it was started again"));
        }
    }
}

/* One that never answers a question is dropped, and our own search takes its place. */
static void hopeless_ones_are_dropped(void **state)
{
    (void)state;
    static const char *const modes[][2] = {{"crash 1", "60"}, {"illegal 1", "60"}, {"deaf", "0.2"}};
    outcome own = search_with("search:2", "", "60", NULL);
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        outcome o = search_with(engine, modes[i][0], modes[i][1], NULL);
        assert_same(&o, &own);
        assert_non_null(strstr(o.message.text, "dropped"));
    }
}

/* One that is none is refused before anything is searched. */
static void refusals(void **state)
{
    (void)state;
    static const char *const words[][2] = {
        {"uci:/no/such/program", "ended with status 127"},
        {"uci:exit 3", "ended with status 3"},
        {"uci:evaluator/fake-uci mute", "did not answer within 0.3 s"},
        {"uci:evaluator/fake-uci garbage", "did not answer within 0.3 s"},
        {"uci:", "uci:COMMAND"},
        {"uci:0:x", "1 to 30"},
        {"search:31", "1 to 30"},
        {"search:", "1 to 30"},
        {"quickly", "static, search"},
        {"searching:3", "static, search"},
        {"crafty", "static, search"},
    };
    copse_limits limits = depth_limit(0);
    limits.expansions = 5;
    copse_search *search = new_search(copse_game_find("random"), "pbf");
    must(copse_search_set(search, "deadline", "0.3"), search);
    must(copse_search_set_position_text(search, tree), search);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        must(copse_search_set(search, "evaluator", words[i][0]), search);
        assert_int_equal(copse_search_run(search, &limits), COPSE_BAD_OPTION);
        if (strstr(copse_search_message(search), words[i][1]) == NULL)
            fail_msg("%s: %s", words[i][0], copse_search_message(search));
    }
    must(copse_search_set(search, "evaluator", "static"), search);
    must(copse_search_run(search, &limits), search);
    copse_search_free(search);
}

/* ----------------------------------------------------------------------------------- waiting */

/* Much longer than a search that heeds its limits takes, and much less than the deadline. */
static const char long_deadline[] = "30";
enum { SOON = 10 };

static double seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Of the random tree, with an engine that has all the time in the world. */
static copse_search *new_waiting(const char *algorithm, const char *mode, int processors)
{
    char word[100];
    copse_search *search = new_search(copse_game_find("random"), algorithm);
    snprintf(word, sizeof word, "%s%s", engine, mode);
    must(copse_search_set(search, "evaluator", word), search);
    must(copse_search_set(search, "deadline", long_deadline), search);
    must(copse_search_set(search, "model", "random-random-5"), search);
    must(copse_search_set_position_text(search, tree), search);
    if (processors > 1)
        must(copse_search_set_machine(search, "threads", processors, NULL), search);
    return search;
}

/* Runs it to an end that has nothing to do with the engine. */
static copse_result run_soon(copse_search *search, const copse_limits *limits)
{
    copse_result result = {0};
    double began = seconds_now();
    must(copse_search_run(search, limits), search);
    assert_true(seconds_now() - began < SOON);
    must(copse_search_result(search, &result), search);
    assert_int_not_equal(result.move, COPSE_NO_MOVE);
    return result;
}

/* The limit of time is the search's, whatever an engine does or does not. Then the root's moves
 * have the game's own values. */
static void time_is_over_for_mute_ones(void **state)
{
    (void)state;
    static const char *const algorithms[] = {"rbfm", "pbf"}, *const modes[] = {"mute", "deaf"};
    copse_limits limits = depth_limit(0);
    limits.seconds = 0.3;
    for (int i = 0; i < 8; i++) {
        copse_search *search = new_waiting(algorithms[i % 2], modes[i / 2 % 2], i < 4 ? 1 : 2);
        copse_result result = run_soon(search, &limits);
        assert_int_equal(result.stop, COPSE_STOP_TIME);
        assert_int_equal(result.bound, COPSE_BOUND_ESTIMATE);
        assert_non_null(strstr(copse_search_message(search), "had not answered yet"));
        must(copse_search_played(search, result.move), search);
        run_soon(search, &limits); /* what is owed from before is no answer either */
        copse_search_free(search);
    }
}

/* Stops as soon as it is told anything. */
static void stop_it(copse_search *search, const copse_result *so_far, void *user)
{
    (void)so_far;
    ++*(int *)user;
    copse_search_stop(search);
}

/* Who stops a search from what he is told of its progress is told while it waits. */
static void progress_stops_mute_ones(void **state)
{
    (void)state;
    static const char *const algorithms[] = {"rbfm", "pbf"}, *const modes[] = {"mute", "deaf"};
    copse_limits limits = depth_limit(0);
    limits.endless = true;
    for (int i = 0; i < 8; i++) {
        int told = 0;
        copse_search *search = new_waiting(algorithms[i % 2], modes[i / 2 % 2], i < 4 ? 1 : 2);
        copse_search_on_progress(search, stop_it, 0.05, &told);
        assert_int_equal(run_soon(search, &limits).stop, COPSE_STOP_ASKED);
        assert_true(told > 0);
        copse_search_free(search);
    }
}

/* An answer to the question that was broken off is not taken for one to the next. */
static void late_answers_are_passed_over(void **state)
{
    (void)state;
    copse_limits broken = depth_limit(0), limits = broken;
    broken.seconds = 0.5;
    limits.expansions = 24;
    for (int question = 1; question <= 9; question += 2) {
        char mode[20];
        copse_result results[2];
        snprintf(mode, sizeof mode, "late %d", question);
        for (int k = 0; k < 2; k++) {
            copse_search *search = new_waiting("rbfm", k == 0 ? "good" : mode, 1);
            if (k == 1)
                assert_int_equal(run_soon(search, &broken).stop, COPSE_STOP_TIME);
            copse_search_clear(search);
            results[k] = run_soon(search, &limits);
            assert_string_equal(copse_search_message(search), "");
            copse_search_free(search);
        }
        assert_int_equal(results[0].score, results[1].score);
        assert_int_equal(results[0].move, results[1].move);
        assert_int_equal(results[0].expansions, results[1].expansions);
    }
}

/* As many engines as processors, whoever drives them; some die. */
static void several_processors(void **state)
{
    (void)state;
    static const char *const drivers[] = {"shared", "master", "hierarchy"};
    static const char *const words[] = {"uci:2:evaluator/fake-uci crash 20", "search:2"};
    copse_limits limits = depth_limit(0);
    limits.expansions = 60;
    for (int i = 0; i < 6; i++) {
        copse_search *search = new_search(copse_game_find("random"), "rbfm");
        must(copse_search_set(search, "evaluator", words[i % 2]), search);
        must(copse_search_set(search, "deadline", "60"), search);
        must(copse_search_set(search, "driver", drivers[i / 2]), search);
        must(copse_search_set(search, "model", "random-random-5"), search);
        must(copse_search_set_position_text(search, tree), search);
        must(copse_search_set_machine(search, "threads", 4, NULL), search);
        must(copse_search_run(search, &limits), search);
        copse_result result;
        must(copse_search_result(search, &result), search);
        assert_true(result.expansions >= 60 || result.stop == COPSE_STOP_SOLVED);
        assert_int_equal(result.lost_processors, 0);
        copse_search_free(search);
    }
}

/* ------------------------------------------------------------------------------------ elsewhere */

static void words_travel(void **state)
{
    (void)state;
    cop_game_settings settings = {"weights=x\n"};
    cop_evaluator_word word = {"uci:4:stockfish --quiet", 2.5}, back;
    assert_true(cop_evaluator_pack(&settings, &word));
    assert_true(cop_evaluator_unpack(&settings, &back));
    assert_string_equal(settings.text, "weights=x\n");
    assert_string_equal(back.text, word.text);
    assert_true(back.deadline > 2.49 && back.deadline < 2.51);
    assert_false(cop_evaluator_unpack(&settings, &back));
    static const char *const lies[] = {
        "evaluator=",      "evaluator=\n",          "evaluator=5",
        "evaluator=x y\n", "evaluator=-3 search\n", "a=b\nevaluator=99999999999999 s\n"};
    for (size_t i = 0; i < sizeof lies / sizeof lies[0]; i++) {
        strcpy(settings.text, lies[i]);
        (void)cop_evaluator_unpack(&settings, &back); /* and what comes of it is no evaluator */
        cop_evaluator *evaluator = NULL;
        copse_allocator memory = cop_memory_standard();
        assert_int_equal(
            cop_evaluator_new(&memory, copse_game_find("random"), &back, &evaluator, NULL),
            COPSE_BAD_OPTION);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_search_is_the_search),
        cmocka_unit_test(failures_change_nothing),
        cmocka_unit_test(hopeless_ones_are_dropped),
        cmocka_unit_test(refusals),
        cmocka_unit_test(time_is_over_for_mute_ones),
        cmocka_unit_test(progress_stops_mute_ones),
        cmocka_unit_test(late_answers_are_passed_over),
        cmocka_unit_test(several_processors),
        cmocka_unit_test(words_travel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
