/* SPDX-License-Identifier: MIT
 *
 * What games may tell of their moves, made up by chance, and what a search makes of it. Ranks
 * change the order and nothing else. Uneven lines (nullmove, reductions, extensions, futility) may
 * change the value, but a win or a loss that they find is one, the move and the line are legal, and
 * every limit ends them; and none of it does anything in a game that does not know of it.
 *
 *     uneven_test TREES
 */
#include "game/random/random.h"
#include "property/trees.h"

static int tree_count = 2000;

/* ------------------------------------------------------------------------------------- made up
 */

static void rank_by_chance(const copse_game *game, const void *position, const copse_move *moves,
                           int count, int32_t *ranks)
{
    uint64_t seed = game->hash(game, position);
    for (int i = 0; i < count; i++) {
        uint64_t chance = cop_mix(seed ^ moves[i]);
        ranks[i] = chance % 3 == 0 ? 0 : (int32_t)(chance >> 8) >> (chance >> 40 & 31);
    }
}

static int extend_by_chance(const copse_game *game, const void *position)
{
    return cop_mix(game->hash(game, position) + 1) % 4 == 0;
}

static int extend_always(const copse_game *game, const void *position)
{
    (void)game;
    (void)position;
    return 1;
}

/* The other side moves in the same position. */
static bool skip_in_connect_four(const copse_game *game, const void *from, void *to)
{
    uint64_t stones[2]; /* of the side to move, of both */
    memcpy(stones, from, sizeof stones);
    stones[0] ^= stones[1];
    memcpy(to, stones, sizeof stones);
    return cop_mix(game->hash(game, from) + 2) % 4 != 0;
}

static bool skip_in_random_tree(const copse_game *game, const void *from, void *to)
{
    random_position node;
    memcpy(&node, from, sizeof node);
    node.depth++;
    if (node.depth >= node.limit)
        return false;
    memcpy(to, &node, sizeof node);
    return cop_mix(game->hash(game, from) + 2) % 4 != 0;
}

enum { RANKS = 1, EXTENDS = 2, SKIPS = 4, ALWAYS_EXTENDS = 8, KINDS = 16 };

/* The game of the sample with these made up. */
static const copse_game *told(const copse_game *game, int what)
{
    static copse_game made[TREE_GAMES][KINDS];
    static const copse_game *bases[TREE_GAMES];
    int base = 0;
    while (bases[base] != NULL && bases[base] != game)
        base++;
    bases[base] = game;
    copse_game *mine = &made[base][what];
    *mine = *game;
    mine->rank = what & RANKS ? rank_by_chance : NULL;
    mine->extension = what & ALWAYS_EXTENDS ? extend_always
                      : what & EXTENDS      ? extend_by_chance
                                            : NULL;
    if ((what & SKIPS) != 0 && strcmp(game->name, "connect-four") == 0)
        mine->skip = skip_in_connect_four;
    else if ((what & SKIPS) != 0 && strcmp(game->name, "random") == 0)
        mine->skip = skip_in_random_tree;
    return mine;
}

/* ----------------------------------------------------------------------------------- searching
 */

static bool has_option(const char *algorithm, const char *name)
{
    const copse_algorithm *info = copse_algorithm_find(algorithm);
    for (int i = 0; i < info->option_count; i++)
        if (strcmp(info->options[i].name, name) == 0)
            return true;
    return false;
}

static void set(copse_search *search, const char *algorithm, const char *name, const char *value)
{
    if (has_option(algorithm, name))
        must(copse_search_set(search, name, value), search);
}

/* What else may be switched on, by chance. */
static void set_others(copse_search *search, const char *algorithm, uint64_t *seed)
{
    static const char *const switches[] = {"deepening", "killers", "history"};
    for (int i = 0; i < 3; i++)
        set(search, algorithm, switches[i], draw(seed, 2) ? "on" : "off");
    set(search, algorithm, "table", draw(seed, 2) ? "4K" : "64K");
    set(search, algorithm, "window", draw(seed, 2) ? "0" : "3");
    if (strcmp(algorithm, "sss") != 0 && strcmp(algorithm, "mtdf") != 0 && draw(seed, 3) == 0)
        set(search, algorithm, "table", "0");
}

static void set_uneven(copse_search *search, const char *algorithm, uint64_t *seed)
{
    static const char *const switches[] = {"nullmove", "reductions", "extensions"};
    static const char *const margins[] = {"0", "1", "100", "5000"};
    for (int i = 0; i < 3; i++)
        set(search, algorithm, switches[i], draw(seed, 3) ? "on" : "off");
    set(search, algorithm, "futility", margins[draw(seed, 4)]);
    set(search, algorithm, "ordering", draw(seed, 3) ? "ranked" : "static");
}

static copse_result run(copse_search *search, const sample *t, int depth, uint64_t nodes)
{
    copse_limits limits = depth_limit(depth);
    limits.nodes = nodes;
    limits.memory = COPSE_LEAST_MEMORY * 4;
    copse_result result = {0};
    must(copse_search_set_position(search, t->position), search);
    must(copse_search_run(search, &limits), search);
    must(copse_search_result(search, &result), search);
    return result;
}

/* --------------------------------------------------------------------------------------- tests
 */

static void check_ranked(const char *algorithm, const char *machine, int processors, int first,
                         int step)
{
    for (int i = first; i < tree_count; i += step) {
        sample t;
        uint64_t seed = (uint64_t)i;
        tree_make(&t, (uint64_t)i);
        copse_search *search = new_search(told(t.game, RANKS), algorithm);
        if (processors > 1)
            must(copse_search_set_machine(search, machine, processors, NULL), search);
        set_others(search, algorithm, &seed);
        must(copse_search_set(search, "ordering", "ranked"), search);
        copse_result r = run(search, &t, t.depth, 0);
        if (r.score != t.value || !tree_is_best(&t, r.move))
            fail_msg("%s %s --algorithm %s on %d %s, tree %d: move %u, score %d; minimax says %d",
                     t.game->name, t.text, algorithm, processors, machine, i, r.move, r.score,
                     t.value);
        copse_search_free(search);
    }
}

static void ranks_change_no_value(void **state)
{
    (void)state;
    int tried = 0;
    for (int i = 0; i < copse_algorithm_count(); i++) {
        const copse_algorithm *algorithm = copse_algorithm_at(i);
        if (!algorithm->exact || !has_option(algorithm->name, "ordering"))
            continue;
        if (!algorithm->parallel) {
            check_ranked(algorithm->name, "threads", 1, tried % 4, 4);
        } else if (strstr(algorithm->machines, "sim") != NULL) {
            check_ranked(algorithm->name, "sim", 3, tried % 40, 40);
            check_ranked(algorithm->name, "threads", 2, tried % 41, 40);
        }
        tried++;
    }
    assert_true(tried > 10);
}

/* With ranks that are right, far fewer nodes are needed: they are used. */
static void rank_by_value(const copse_game *game, const void *position, const copse_move *moves,
                          int count, int32_t *ranks)
{
    for (int i = 0; i < count; i++) {
        _Alignas(16) char child[TREE_BYTES];
        game->play(game, position, moves[i], child);
        ranks[i] = -game->evaluate(game, child);
    }
}

static void good_ranks_save_nodes(void **state)
{
    (void)state;
    copse_game game = *copse_game_find("random");
    game.rank = rank_by_value;
    uint64_t nodes[2] = {0};
    for (int ranked = 0; ranked < 2; ranked++)
        for (int i = 0; i < 20; i++) {
            char text[80];
            snprintf(text, sizeof text, "branching=8,shape=uniform,seed=%d", i);
            copse_search *search = new_search(&game, "pvs");
            must(copse_search_set(search, "ordering", ranked ? "ranked" : "none"), search);
            must(copse_search_set_position_text(search, text), search);
            nodes[ranked] += run_to_depth(search, 6).nodes;
            copse_search_free(search);
        }
    assert_true(nodes[1] < nodes[0] * 3 / 4);
}

/* Options for functions that a game does not have change neither value nor effort. */
static void nothing_without_the_game(void **state)
{
    (void)state;
    for (int i = 0; i < 300; i++) {
        sample t;
        tree_make(&t, (uint64_t)i);
        copse_result r[2];
        for (int on = 0; on < 2; on++) {
            copse_search *search = new_search(t.game, "pvs");
            must(copse_search_set(search, "ordering", on ? "ranked" : "static"), search);
            must(copse_search_set(search, "nullmove", on ? "on" : "off"), search);
            must(copse_search_set(search, "extensions", on ? "on" : "off"), search);
            r[on] = run(search, &t, t.depth, 0);
            copse_search_free(search);
        }
        assert_int_equal(r[0].score, t.value);
        assert_int_equal(r[1].score, t.value);
        assert_int_equal(r[0].move, r[1].move);
        assert_true(r[0].nodes == r[1].nodes && r[0].evaluations == r[1].evaluations);
    }
}

static void check_line(const sample *t, const copse_search *search, int most)
{
    copse_move pv[256], legal[2000];
    int length = copse_search_pv(search, pv, 256);
    assert_true(length <= most);
    _Alignas(16) char position[TREE_BYTES], next[TREE_BYTES];
    memcpy(position, t->position, TREE_BYTES);
    for (int i = 0; i < length; i++) {
        int count = t->game->moves(t->game, position, legal), k = 0;
        while (k < count && legal[k] != pv[i])
            k++;
        assert_true(k < count);
        t->game->play(t->game, position, pv[i], next);
        memcpy(position, next, TREE_BYTES);
    }
}

/* A win within so many plies is seen by minimax to that depth, and so is a loss. */
static void check_proof(const sample *t, const copse_result *r, const char *what)
{
    int plies = copse_score_plies(r->score);
    if (copse_score_proof(r->score) == 0 || plies > 6)
        return;
    if (r->score < 0 && r->stop == COPSE_STOP_NODES)
        return; /* another move might have been better */
    copse_search *minimax = new_search(t->game, "minimax");
    must(copse_search_set_position(minimax, t->position), minimax);
    copse_score value = run_to_depth(minimax, plies > 0 ? plies : 1).score;
    copse_search_free(minimax);
    if (copse_score_proof(value) != copse_score_proof(r->score) || copse_score_plies(value) > plies)
        fail_msg("%s %s, %s: score %d; minimax to depth %d says %d", t->game->name, t->text, what,
                 r->score, plies, value);
}

static int proofs; /* that were looked at */

static void check_uneven(const char *algorithm, const char *machine, int processors, int first,
                         int step)
{
    static const int kinds[] = {RANKS | EXTENDS | SKIPS, RANKS | ALWAYS_EXTENDS | SKIPS,
                                EXTENDS | SKIPS, RANKS | SKIPS, 0};
    for (int i = first; i < tree_count; i += step) {
        sample t;
        uint64_t seed = (uint64_t)i;
        tree_make(&t, (uint64_t)i);
        copse_search *search = new_search(told(t.game, kinds[draw(&seed, 5)]), algorithm);
        if (processors > 1)
            must(copse_search_set_machine(search, machine, processors, NULL), search);
        set_others(search, algorithm, &seed);
        set_uneven(search, algorithm, &seed);
        bool limited = draw(&seed, 3) == 0;
        int depth = t.depth + (int)draw(&seed, 5);
        copse_result r = run(search, &t, depth, limited ? 1 + draw(&seed, 200) : 20000);
        bool legal = false;
        for (int k = 0; k < t.moves; k++)
            legal |= t.move[k] == r.move;
        assert_true(legal);
        check_line(&t, search, 2 * depth + 1);
        if (!limited) {
            assert_true(r.pv_length > 0 || r.stop == COPSE_STOP_NODES);
            proofs += copse_score_proof(r.score) != 0;
            check_proof(&t, &r, algorithm);
        }
        copse_search_free(search);
    }
}

static void uneven_lines_are_sound(void **state)
{
    (void)state;
    check_uneven("pvs", "threads", 1, 0, 1);
    check_uneven("mtdf", "threads", 1, 0, 2);
    assert_true(proofs > 20 || tree_count < 500);
    static const char *const parallel[] = {"ybw", "allsplit", "abdada", "lazysmp"};
    for (int i = 0; i < 4; i++) {
        check_uneven(parallel[i], "sim", 3, i, 20);
        check_uneven(parallel[i], "sim", 16, i + 1, 40);
        check_uneven(parallel[i], "threads", 2, i + 2, 20);
    }
}

/* Simulated processors give the same again. */
static void uneven_lines_repeat(void **state)
{
    (void)state;
    static const char *const parallel[] = {"ybw", "allsplit", "abdada", "lazysmp"};
    for (int i = 2; i < tree_count / 40; i += 8) {
        for (int a = 0; a < 4; a++) {
            sample t;
            tree_make(&t, (uint64_t)i);
            copse_result r[2];
            for (int k = 0; k < 2; k++) {
                uint64_t seed = (uint64_t)i;
                copse_search *search =
                    new_search(told(t.game, RANKS | EXTENDS | SKIPS), parallel[a]);
                must(copse_search_set_machine(search, "sim", 5, NULL), search);
                set_others(search, parallel[a], &seed);
                set_uneven(search, parallel[a], &seed);
                r[k] = run(search, &t, t.depth + 2, 20000);
                copse_search_free(search);
            }
            assert_int_equal(r[0].score, r[1].score);
            assert_int_equal(r[0].move, r[1].move);
            assert_true(r[0].nodes == r[1].nodes && r[0].virtual_time == r[1].virtual_time);
        }
    }
}

/* Each of the options does something where the game knows of it. */
static void each_option_does_something(void **state)
{
    (void)state;
    static const char *const options[][2] = {
        {"nullmove", "on"}, {"reductions", "on"}, {"extensions", "on"}, {"futility", "2000"}};
    for (int k = 0; k < 4; k++) {
        int different = 0;
        for (int i = 2; i < 200; i += 8) {
            sample t;
            tree_make(&t, (uint64_t)i);
            uint64_t nodes[2];
            for (int on = 0; on < 2; on++) {
                copse_search *search = new_search(told(t.game, RANKS | EXTENDS | SKIPS), "pvs");
                must(copse_search_set(search, "ordering", "ranked"), search);
                if (on)
                    must(copse_search_set(search, options[k][0], options[k][1]), search);
                nodes[on] = run(search, &t, t.depth + 3, 100000).nodes;
                copse_search_free(search);
            }
            different += nodes[0] != nodes[1];
        }
        if (different < 5)
            fail_msg("%s: %d of 25 trees differ", options[k][0], different);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1)
        tree_count = atoi(argv[1]);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranks_change_no_value),    cmocka_unit_test(good_ranks_save_nodes),
        cmocka_unit_test(nothing_without_the_game), cmocka_unit_test(uneven_lines_are_sound),
        cmocka_unit_test(uneven_lines_repeat),      cmocka_unit_test(each_option_does_something),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
