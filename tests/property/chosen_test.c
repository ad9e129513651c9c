/* SPDX-License-Identifier: MIT
 *
 * Searches that look only at some moves of the root: the value is the best of those moves', each
 * found by plain minimax, whatever table, order or processors are used; and afterwards the whole
 * root has its own value again, although the table is the same. */
#include "property/trees.h"

/* The mover's value of each of the root's moves, to the tree's depth. */
static void value_moves(const sample *t, copse_score *values)
{
    const copse_game *game = t->game;
    copse_search *search = new_search(game, "minimax");
    for (int i = 0; i < t->moves; i++) {
        _Alignas(16) char child[TREE_BYTES];
        copse_move moves[TREE_MOVES];
        memcpy(child, t->position, sizeof child);
        game->play(game, game->undo ? child : t->position, t->move[i], child);
        copse_score value = game->evaluate(game, child);
        if (game->moves(game, child, moves) > 0) {
            must(copse_search_set_position(search, child), search);
            value = run_to_depth(search, t->depth - 1).score;
        }
        values[i] = -(value - copse_score_proof(value));
    }
    copse_search_free(search);
}

/* Some of the root's moves, in an order of chance, at least one. */
static int choose(const sample *t, uint64_t seed, copse_move *chosen, copse_score *best,
                  const copse_score *values)
{
    int order[TREE_MOVES], count = 1 + (int)(cop_mix(seed) % (uint64_t)t->moves);
    for (int i = 0; i < t->moves; i++)
        order[i] = i;
    *best = -COPSE_INFINITE;
    for (int i = 0; i < count; i++) {
        int at = i + (int)(cop_mix(seed + (uint64_t)i + 1) % (uint64_t)(t->moves - i));
        int one = order[at];
        order[at] = order[i];
        order[i] = one;
        chosen[i] = t->move[one];
        *best = values[one] > *best ? values[one] : *best;
    }
    return count;
}

static bool is_among(copse_move move, const copse_move *moves, int count)
{
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

/* What the move is worth; the last move of `lastmove` has no value of its own, but is the best. */
static copse_score value_of(const sample *t, copse_move move, const copse_score *values)
{
    int i = 0;
    while (t->move[i] != move)
        i++;
    return values[i];
}

static void check(copse_search *search, const sample *t, const copse_move *chosen, int count,
                  const copse_score *values, copse_score value, const char *name)
{
    copse_result result = run_to_depth(search, t->depth);
    copse_move line[4];
    assert_true(is_among(result.move, chosen, count));
    if ((result.bound == COPSE_BOUND_EXACT && result.score != value) ||
        value_of(t, result.move, values) != value)
        fail_msg("%s, tree %s: %d, not %d", name, t->text, result.score, value);
    assert_true(result.bound == COPSE_BOUND_EXACT || strcmp(name, "lastmove") == 0);
    assert_true(copse_search_pv(search, line, 4) >= 1 && line[0] == result.move);
    for (int i = 0; i < result.move_count; i++) {
        copse_root_move row;
        must(copse_search_root_move(search, i, &row), search);
        assert_true(row.bound == COPSE_BOUND_NONE || is_among(row.move, chosen, count));
        assert_true(i > 0 || row.move == result.move);
    }
}

static void set_all(copse_search *search, const copse_algorithm *algorithm,
                    const copse_setting *settings, int count)
{
    for (int i = 0; i < count; i++)
        for (int k = 0; k < algorithm->option_count; k++)
            if (strcmp(algorithm->options[k].name, settings[i].name) == 0)
                must(copse_search_set(search, settings[i].name, settings[i].value), search);
}

static void try_algorithm(const copse_algorithm *algorithm, const sample *t, uint64_t number,
                          const copse_score *values)
{
    static const copse_setting settings[4][4] = {
        {{"table", "0"}, {"ordering", "none"}},
        {{"table", "64K"}, {"ordering", "static"}, {"killers", "on"}, {"deepening", "on"}},
        {{"table", "0"}, {"ordering", "stored"}, {"deepening", "on"}},
        {{"table", "64K"}, {"ordering", "none"}, {"history", "on"}, {"deepening", "on"}},
    };
    static const int counts[] = {2, 4, 3, 4};
    copse_move chosen[TREE_MOVES];
    copse_score best;
    copse_search *search = new_search(t->game, algorithm->name);
    int which = (int)(number % 4);
    if ((t->game->hash == NULL && settings[which][0].value[0] != '0') ||
        (algorithm->parallel && which == 2)) /* several processors store no tree */
        which = 0;
    set_all(search, algorithm, settings[which], counts[which]);
    if (algorithm->parallel)
        must(copse_search_set_machine(search, number % 3 == 0 ? "threads" : "sim", 3, NULL),
             search);
    must(copse_search_set_position(search, t->position), search);
    for (uint64_t i = 0; i < 2; i++) {
        int count = choose(t, 2 * number + i, chosen, &best, values);
        must(copse_search_set_moves(search, chosen, count), search);
        check(search, t, chosen, count, values, best, algorithm->name);
    }
    must(copse_search_set_moves(search, NULL, 0), search);
    check(search, t, t->move, t->moves, values, t->value, algorithm->name);
    copse_search_free(search);
}

/* Does it say that it can leave out moves? */
static bool is_choosy(const copse_algorithm *algorithm)
{
    sample t;
    tree_make(&t, 0);
    copse_search *search = new_search(t.game, algorithm->name);
    must(copse_search_set_position(search, t.position), search);
    copse_status status = copse_search_set_moves(search, t.move, 1);
    assert_true(status == COPSE_OK || status == COPSE_UNSUPPORTED);
    copse_search_free(search);
    return status == COPSE_OK;
}

static void the_best_of_some_moves(void **state)
{
    (void)state;
    int choosy = 0;
    for (int i = 0; i < copse_algorithm_count(); i++) {
        const copse_algorithm *algorithm = copse_algorithm_at(i);
        if (!is_choosy(algorithm))
            continue;
        choosy++;
        for (uint64_t number = 0; number < 120; number++) {
            sample t;
            copse_score values[TREE_MOVES];
            tree_make(&t, number);
            if (t.depth < 2 || t.moves == 0)
                continue;
            value_moves(&t, values);
            try_algorithm(algorithm, &t, number, values);
        }
    }
    assert_true(choosy >= 8); /* pvs and its like, ybw, lazysmp */
}

static void wrong_moves_are_refused(void **state)
{
    (void)state;
    sample t;
    tree_make(&t, 3);
    copse_search *search = new_search(t.game, "pvs");
    copse_move moves[2] = {t.move[0], t.move[0]};
    assert_int_equal(copse_search_set_moves(search, moves, 1), COPSE_NO_POSITION);
    must(copse_search_set_position(search, t.position), search);
    assert_int_equal(copse_search_set_moves(search, moves, 2), COPSE_BAD_MOVE);
    moves[1] = COPSE_NO_MOVE;
    assert_int_equal(copse_search_set_moves(search, moves, 2), COPSE_BAD_MOVE);
    assert_int_equal(copse_search_set_moves(search, moves, -1), COPSE_BAD_ARGUMENT);
    assert_int_equal(copse_search_set_moves(search, NULL, 1), COPSE_BAD_ARGUMENT);
    assert_int_equal(copse_search_set_moves(NULL, moves, 1), COPSE_BAD_ARGUMENT);
    copse_search_free(search);
}

/* A table fills with what a search finds, and is as good as empty for the next one. */
static void the_table_fills(void **state)
{
    (void)state;
    copse_search *search = new_search(copse_game_find("othello"), "pvs");
    assert_int_equal(copse_search_table_full(search), 0);
    assert_int_equal(copse_search_table_full(NULL), 0);
    must(copse_search_set(search, "table", "4K"), search);
    must(copse_search_set_position_text(search, NULL), search);
    run_to_depth(search, 2);
    int little = copse_search_table_full(search);
    run_to_depth(search, 8);
    int much = copse_search_table_full(search);
    assert_true(little < 100 && much > 500 && much <= 1000);
    copse_search_free(search);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_of_some_moves),
        cmocka_unit_test(wrong_moves_are_refused),
        cmocka_unit_test(the_table_fills),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
