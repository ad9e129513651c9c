/* SPDX-License-Identifier: MIT
 *
 * RBFM's heuristics of section 5.2, each and all of them: on finite trees every search that goes on
 * until nothing is left ends with minimax's value, on one processor, on threads and on simulated
 * processors; with moves played between; with hardly any memory. The same seed gives the same
 * search. In chess a check comes first.
 *
 *     guided_test TREES     how many trees each property is tried on
 */
#include "game/chess/board.h"

#include "support.h"

extern const copse_game connect_four;

static int trees = 60;

static const char *const heuristics[] = {"lazy", "shortcut", "extensions", "checks"};

/* Number 0 to 15: which of the four are on. */
static void set_heuristics(copse_search *search, int which)
{
    for (int i = 0; i < 4; i++)
        must(copse_search_set(search, heuristics[i], which >> i & 1 ? "on" : "off"), search);
}

static copse_search *new_guided(const char *game, const char *evaluator, int which)
{
    copse_search *search = new_search(copse_game_find(game), "rbfm");
    must(copse_search_set(search, "evaluator", evaluator), search);
    set_heuristics(search, which);
    return search;
}

static void set_tree(copse_search *search, int seed)
{
    char text[100];
    snprintf(text, sizeof text, "branching=3,shape=random,depth=%d,seed=%d", 4 + seed % 4, seed);
    must(copse_search_set_position_text(search, text), search);
}

static copse_result run_to_the_end(copse_search *search)
{
    copse_limits limits = depth_limit(0);
    limits.expansions = 1000000;
    copse_result result = {0};
    must(copse_search_run(search, &limits), search);
    must(copse_search_result(search, &result), search);
    assert_int_equal(result.stop, COPSE_STOP_SOLVED);
    return result;
}

static copse_score minimax_of(copse_search *search)
{
    copse_search *exact = new_search(copse_game_find("random"), "minimax");
    must(copse_search_set_position(exact, copse_search_position(search)), exact);
    copse_score score = run_to_depth(exact, 40).score;
    copse_search_free(exact);
    return score;
}

static void ends_with_minimax(void **state)
{
    (void)state;
    static const char *const evaluators[] = {"static", "search:1", "search:2"};
    for (int seed = 1; seed <= trees; seed++) {
        copse_search *search = new_guided("random", evaluators[seed % 3], seed % 16);
        must(copse_search_set(search, "pruning", seed % 5 == 0 ? "off" : "on"), search);
        must(copse_search_set(search, "damping", seed % 7 == 0 ? "0.25" : "0"), search);
        set_tree(search, seed);
        assert_int_equal(run_to_the_end(search).score, minimax_of(search));
        copse_search_free(search);
    }
}

/* Nodes with one child are kept, and completed by whoever comes by, heuristics or not. */
static void goes_on_after_moves(void **state)
{
    (void)state;
    copse_limits few = depth_limit(0);
    for (int seed = 1; seed <= trees; seed++) {
        copse_search *search = new_guided("random", "search:2", 1 + seed % 15);
        set_tree(search, seed);
        few.expansions = 5 + (uint64_t)(seed % 20);
        must(copse_search_run(search, &few), search);
        copse_result result;
        must(copse_search_result(search, &result), search);
        must(copse_search_played(search, result.move), search);
        set_heuristics(search, seed % 4 == 0 ? 0 : seed % 16);
        if (seed % 8 == 0)
            must(copse_search_set_machine(search, "sim", 3, "unit"), search);
        copse_score score = minimax_of(search);
        few.expansions = 1000000;
        if (copse_search_run(search, &few) == COPSE_OK) { /* or the game is over */
            must(copse_search_result(search, &result), search);
            assert_int_equal(result.score, score);
        }
        copse_search_free(search);
    }
}

/* Wins and losses: late positions of Connect Four, which all end as minimax says. */
static void proofs_are_true(void **state)
{
    (void)state;
    const copse_game *game = &connect_four;
    int decided = 0;
    for (int seed = 1; seed <= trees; seed++) {
        copse_move moves[80];
        copse_search *exact = new_search(game, "pvs"), *search = new_search(game, "rbfm");
        must(copse_search_set_position_text(exact, NULL), exact);
        int count = 7;
        for (int i = 0; i <= 28 && count > 0; i++) {
            count = game->moves(game, copse_search_position(exact), moves);
            if (count > 0 && i < 28)
                must(copse_search_played(
                         exact, moves[cop_mix((uint64_t)(100 * seed + i)) % (unsigned)count]),
                     exact);
        }
        if (count > 0) {
            must(copse_search_set(search, "evaluator", seed % 2 == 0 ? "search:1" : "search:3"),
                 search);
            set_heuristics(search, seed % 16);
            must(copse_search_set_position(search, copse_search_position(exact)), search);
            copse_score score = run_to_depth(exact, 42).score;
            copse_result result = run_to_the_end(search);
            assert_int_equal(copse_score_proof(result.score), copse_score_proof(score));
            decided += copse_score_proof(score) != 0;
        }
        copse_search_free(search);
        copse_search_free(exact);
    }
    assert_true(decided > 0);
}

static void several_processors(void **state)
{
    (void)state;
    for (int seed = 1; seed <= trees; seed++) {
        copse_search *search = new_guided("random", "search:2", 1 + seed % 15);
        must(copse_search_set(search, "speculation", seed % 3 == 0 ? "plain" : "predicted"),
             search);
        must(copse_search_set(search, "model", "random-random-3"), search);
        must(seed % 2 == 0
                 ? copse_search_set_machine(search, "threads", 2 + seed % 3, NULL)
                 : copse_search_set_machine(search, "sim", 1 + seed % 16, "today,evaluation=0.001"),
             search);
        set_tree(search, seed);
        assert_int_equal(run_to_the_end(search).score, minimax_of(search));
        copse_search_free(search);
    }
}

/* A tree that holds a few lists of children only. */
static void little_memory(void **state)
{
    (void)state;
    for (int seed = 1; seed <= trees / 4; seed++) {
        copse_limits limits = depth_limit(0);
        limits.expansions = 500;
        limits.memory = COPSE_LEAST_MEMORY;
        copse_search *search = new_guided("random", "search:1", 1 + seed % 15);
        char text[100];
        snprintf(text, sizeof text, "branching=40,depth=40,seed=%d", seed);
        must(copse_search_set_position_text(search, text), search);
        if (seed % 2 == 0)
            must(copse_search_set_machine(search, "threads", 2, NULL), search);
        must(copse_search_run(search, &limits), search);
        copse_result result;
        must(copse_search_result(search, &result), search);
        assert_true(result.freed_nodes > 0 || result.unstored_leaves > 0);
        assert_true(result.kept_bytes <= limits.memory);
        copse_search_free(search);
    }
}

static void same_seed_same_search(void **state)
{
    (void)state;
    for (int which = 0; which < 16; which += trees < 30 ? 3 : 1) {
        copse_result results[2];
        for (int i = 0; i < 2; i++) {
            copse_limits limits = depth_limit(0);
            limits.expansions = (uint64_t)trees;
            copse_search *search = new_guided("chess", "search:1", which);
            must(copse_search_set_position_text(search, NULL), search);
            if (which % 2 == 1)
                must(copse_search_set_machine(search, "sim", 8, "today"), search);
            must(copse_search_run(search, &limits), search);
            must(copse_search_result(search, &results[i]), search);
            copse_search_free(search);
        }
        assert_int_equal(results[0].move, results[1].move);
        assert_int_equal(results[0].score, results[1].score);
        assert_int_equal(results[0].nodes, results[1].nodes);
        assert_int_equal(results[0].evaluations, results[1].evaluations);
        assert_true(results[0].virtual_time >= results[1].virtual_time &&
                    results[0].virtual_time <= results[1].virtual_time);
    }
}

/* The root's twenty children take twenty seconds of one processor and two of ten, each of which has
 * begun with something else when it is over. */
static void children_are_gathered_by_all(void **state)
{
    (void)state;
    double seconds[2];
    for (int i = 0; i < 2; i++) {
        copse_limits limits = depth_limit(0);
        limits.expansions = 1;
        copse_search *search = new_guided("chess", "search:1", 1);
        must(copse_search_set_position_text(search, NULL), search);
        must(copse_search_set_machine(search, "sim", i == 0 ? 1 : 10, "today,evaluation=1"),
             search);
        must(copse_search_run(search, &limits), search);
        copse_result result;
        must(copse_search_result(search, &result), search);
        seconds[i] = result.virtual_time;
        copse_search_free(search);
    }
    assert_true(seconds[0] > 20 && seconds[0] < 21);
    assert_true(seconds[1] > 2 && seconds[1] < 15);
}

static void lazy_children_save_evaluations(void **state)
{
    (void)state;
    uint64_t evaluations[2];
    for (int lazy = 0; lazy < 2; lazy++) {
        copse_limits limits = depth_limit(0);
        limits.expansions = 30;
        copse_search *search = new_guided("chess", "search:1", lazy);
        must(copse_search_set_position_text(search, NULL), search);
        must(copse_search_run(search, &limits), search);
        copse_result result;
        must(copse_search_result(search, &result), search);
        evaluations[lazy] = result.evaluations;
        copse_search_free(search);
    }
    assert_true(2 * evaluations[1] < evaluations[0]);
}

/* Each stage looks a ply deeper, until nothing is left to see. */
static void stages_end_with_minimax(void **state)
{
    (void)state;
    for (int seed = 1; seed <= trees; seed++) {
        copse_search *search = new_guided("random", "search:1", seed % 16);
        must(copse_search_set(search, "stage", seed % 2 ? "2" : "9"), search);
        set_tree(search, seed);
        assert_int_equal(run_to_the_end(search).score, minimax_of(search));
        assert_int_equal(run_to_the_end(search).score, minimax_of(search)); /* and once more */
        copse_search_free(search);
    }
}

/* A stage that is broken off leaves the answer of the one before. */
static void stages_keep_an_answer(void **state)
{
    (void)state;
    copse_result results[2];
    for (uint64_t expansions = 1; expansions <= 12; expansions++) {
        for (int i = 0; i < 2; i++) {
            copse_limits limits = depth_limit(0);
            limits.expansions = expansions;
            copse_search *search = new_guided("chess", "quick:1", 3);
            must(copse_search_set(search, "stage", "3"), search);
            must(copse_search_set_position_text(search, NULL), search);
            must(copse_search_run(search, &limits), search);
            must(copse_search_result(search, &results[i]), search);
            copse_search_free(search);
        }
        assert_int_not_equal(results[0].move, COPSE_NO_MOVE);
        assert_true(results[0].pv_length > 0);
        assert_int_equal(results[0].move, results[1].move);
        assert_int_equal(results[0].score, results[1].score);
        assert_int_equal(results[0].nodes, results[1].nodes);
    }
}

/* How many of the root's moves have the lowest score of all. */
static int worst_moves(copse_search *search, const copse_result *result)
{
    copse_root_move last, row;
    int same = 0;
    must(copse_search_root_move(search, result->move_count - 1, &last), search);
    for (int i = 0; i < result->move_count; i++) {
        must(copse_search_root_move(search, i, &row), search);
        same += row.score == last.score;
    }
    return same;
}

/* An evaluation takes 40 nodes here, all of a node's children 1,640. A limit that falls into an
 * expansion is exceeded by the evaluations in work, and by the root's moves: those that could not
 * be looked at are as bad as the worst that was. */
static void nodes_are_limited(void **state)
{
    (void)state;
    enum { BRANCHING = 40, ROOT = 200, BELOW = 2500 };
    for (int i = 0; i < 6; i++) {
        int processors = i < 2 ? 1 : 4;
        copse_limits limits = depth_limit(0);
        limits.nodes = i % 2 == 0 ? ROOT : BELOW;
        copse_search *search = new_guided("random", "search:1", 4);
        must(copse_search_set(search, "model", "random-random-3"), search);
        must(copse_search_set_position_text(search, "branching=40,depth=40,seed=3"), search);
        if (processors > 1)
            must(copse_search_set_machine(search, i < 4 ? "threads" : "sim", processors,
                                          i < 4 ? NULL : "today,evaluation=0.001"),
                 search);
        must(copse_search_run(search, &limits), search);
        copse_result result;
        must(copse_search_result(search, &result), search);
        assert_int_equal(result.stop, COPSE_STOP_NODES);
        assert_true(result.nodes >= limits.nodes);
        assert_true(result.nodes <= limits.nodes + (uint64_t)(processors + 1) * BRANCHING);
        assert_int_equal(result.bound, COPSE_BOUND_ESTIMATE);
        int most = ROOT / BRANCHING + processors; /* that were looked at */
        if (limits.nodes == ROOT)
            assert_in_range(worst_moves(search, &result), BRANCHING - most, BRANCHING - 1);
        copse_search_free(search);
    }
}

/* Before anything else is looked at, all of the root's checks are, even the one that gives away the
 * queen. */
static void checks_come_first(void **state)
{
    (void)state;
    _Alignas(64) chess_position after;
    const copse_game *game = copse_game_find("chess");
    copse_search *search = new_guided("chess", "search:1", 8);
    must(copse_search_set_position_text(search, "4k3/8/8/8/3r4/8/8/K2Q4 w - - 0 1"), search);
    copse_move moves[CHESS_MOVES_ROOM];
    int count = game->moves(game, copse_search_position(search), moves), checks = 0;
    for (int i = 0; i < count; i++) {
        game->play(game, copse_search_position(search), moves[i], &after);
        checks += game->extension(game, &after);
    }
    assert_true(checks >= 4 && checks < count);
    copse_limits limits = depth_limit(0);
    limits.expansions = 1 + (uint64_t)checks;
    must(copse_search_run(search, &limits), search);
    for (int i = 0; i < count; i++) {
        copse_root_move row;
        must(copse_search_root_move(search, i, &row), search);
        game->play(game, copse_search_position(search), row.move, &after);
        assert_int_equal(row.expansions, game->extension(game, &after));
    }
    copse_search_free(search);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        trees = atoi(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_with_minimax),
        cmocka_unit_test(goes_on_after_moves),
        cmocka_unit_test(proofs_are_true),
        cmocka_unit_test(several_processors),
        cmocka_unit_test(little_memory),
        cmocka_unit_test(same_seed_same_search),
        cmocka_unit_test(children_are_gathered_by_all),
        cmocka_unit_test(lazy_children_save_evaluations),
        cmocka_unit_test(stages_end_with_minimax),
        cmocka_unit_test(stages_keep_an_answer),
        cmocka_unit_test(nodes_are_limited),
        cmocka_unit_test(checks_come_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
