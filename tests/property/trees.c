/* SPDX-License-Identifier: MIT */
#include "property/trees.h"

extern const copse_game connect_four;

/* -------------------------------------------------------------------------------- noisy positions
 */

/* A quarter of the positions are noisy: by their first two moves, where standing is allowed too, or
 * by all of them, where there are no more. Half a move a position, so it comes to an end. */
static int noisy_of_random(const copse_game *game, const void *position, copse_move *moves,
                           bool *may_stand)
{
    copse_move all[TREE_MOVES];
    if ((cop_mix(game->hash(game, position)) & 3) != 0)
        return 0;
    int count = game->moves(game, position, all), noisy = count < 2 ? count : 2;
    for (int i = 0; i < noisy; i++)
        moves[i] = all[i];
    *may_stand = noisy < count;
    return noisy;
}

const copse_game *tree_noisy_game(void)
{
    static copse_game game;
    if (game.name == NULL) {
        game = *copse_game_find("random");
        game.noisy = noisy_of_random;
    }
    return &game;
}

/* ------------------------------------------------------------------------------------------ trees
 */

static void make_random(sample *t, uint64_t *seed)
{
    static const char *const shapes[] = {"uniform", "random", "random,least=0", "narrow"};
    int shape = (int)draw(seed, 4);
    int branching = 2 + (int)draw(seed, 6);
    const char *generator = shape < 3 && draw(seed, 2) == 0 ? "korf" : "hash";
    /* About 300 leaves at most, or the many searches of each tree would take hours. */
    t->depth = 1 + (int)draw(seed, branching <= 2   ? 8
                                   : branching <= 3 ? 5
                                   : branching <= 5 ? 4
                                                    : 3);
    char width[32] = "", end[32] = "";
    if (shape < 3)
        snprintf(width, sizeof width, "branching=%d,", branching);
    if (draw(seed, 3) == 0)
        snprintf(end, sizeof end, ",depth=%d", 1 + (int)draw(seed, 6));
    snprintf(t->text, sizeof t->text, "%sshape=%s,generator=%s%s,seed=%d", width, shapes[shape],
             generator, end, (int)draw(seed, 1000000));
    t->game = draw(seed, 5) == 0 ? tree_noisy_game() : copse_game_find("random");
}

static void make_ordered(sample *t, uint64_t *seed)
{
    static const char *const orders[] = {"best", "worst", "random"};
    int degree = 1 + (int)draw(seed, 4), depth = 1 + (int)draw(seed, 4);
    snprintf(t->text, sizeof t->text, "degree=%d,depth=%d,order=%s,seed=%d", degree, depth,
             orders[draw(seed, 3)], (int)draw(seed, 1000000));
    t->depth = 1 + (int)draw(seed, 5); /* may end before or after the tree does */
    t->game = copse_game_find("ordered");
}

/* A position after some random moves. */
static void make_connect_four(sample *t, uint64_t *seed)
{
    t->game = &connect_four;
    t->depth = 1 + (int)draw(seed, 4);
    copse_move moves[100];
    must(copse_position_from_text(t->game, NULL, t->position, NULL), NULL);
    for (uint64_t plies = draw(seed, 30); plies > 0; plies--) {
        char next[TREE_BYTES];
        int count = t->game->moves(t->game, t->position, moves);
        if (count == 0)
            break;
        t->game->play(t->game, t->position, moves[draw(seed, (uint64_t)count)], next);
        if (t->game->moves(t->game, next, moves) == 0)
            break;
        memcpy(t->position, next, t->game->position_size);
    }
    copse_position_to_text(t->game, t->position, t->text, sizeof t->text);
}

/* Reading the model takes longer than searching a hundred trees: this one stays. */
static copse_search *corrected_minimax(const copse_game *game)
{
    static copse_search *search;
    if (search == NULL) {
        search = new_search(game, "minimax");
        must(copse_search_set(search, "leaves", "corrected"), search);
        must(copse_search_set(search, "model", TREE_MODEL), search);
    }
    return search;
}

static void ask_minimax(sample *t, bool corrected)
{
    copse_search *search = corrected ? corrected_minimax(t->game) : new_search(t->game, "minimax");
    t->best = 0;
    must(copse_search_set_position(search, t->position), search);
    copse_result result = run_to_depth(search, t->depth);
    t->value = result.score;
    t->moves = t->game->moves(t->game, t->position, t->move);
    for (int i = 0; i < t->moves; i++) {
        copse_root_move row;
        must(copse_search_root_move(search, i, &row), search);
        assert_int_equal(row.bound, COPSE_BOUND_EXACT);
        for (int k = 0; k < t->moves; k++)
            if (t->move[k] == row.move && row.score == t->value)
                t->best |= (uint64_t)1 << k;
    }
    if (!corrected)
        copse_search_free(search);
}

void tree_make(sample *t, uint64_t number)
{
    uint64_t seed = cop_mix(number);
    *t = (sample){0};
    switch (number % 8) {
    case 0:
        make_connect_four(t, &seed);
        break;
    case 1:
        make_ordered(t, &seed);
        break;
    default:
        make_random(t, &seed);
        break;
    }
    assert_true(t->game->position_size <= TREE_BYTES && t->game->max_moves < 2000);
    if (t->game != &connect_four)
        must(copse_position_from_text(t->game, t->text, t->position, NULL), NULL);
    ask_minimax(t, false);
}

bool tree_correct(sample *t)
{
    if (t->game != copse_game_find("random"))
        return false;
    ask_minimax(t, true);
    return true;
}

bool tree_is_best(const sample *t, copse_move move)
{
    for (int k = 0; k < t->moves; k++)
        if (t->move[k] == move)
            return (t->best >> k & 1) != 0;
    return false;
}
