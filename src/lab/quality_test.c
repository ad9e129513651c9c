/* SPDX-License-Identifier: MIT
 *
 * Decision quality: which moves are right, by the plain definition; budgets; what is counted. */
#include "lab/quality.h"

#include "support.h"

#include <math.h>

enum { MOST_PLAYERS = 4 };

struct setup {
    struct player players[MOST_PLAYERS];
    struct positions positions;
    struct quality quality;
};

/* `specs` ends with NULL. */
static void begin(struct setup *setup, const copse_game *game, const char *position,
                  const char *const *specs, int trees, int right_depth)
{
    copse_message why;
    copse_limits limits;
    copse_limits_init(&limits);
    memset(setup, 0, sizeof *setup);
    for (; specs[setup->quality.player_count]; setup->quality.player_count++) {
        int i = setup->quality.player_count;
        assert_true(player_parse(&setup->players[i], specs[i], &limits, &why));
    }
    assert_int_equal(positions_read(&setup->positions, game, position, trees, &why), COPSE_OK);
    setup->quality.game = game;
    setup->quality.players = setup->players;
    setup->quality.positions = &setup->positions;
    setup->quality.right_depth = right_depth;
    setup->quality.columns = 1;
    setup->quality.threads = 2;
}

static void set_budgets(struct setup *setup, enum quality_budget budget, int first, int columns)
{
    setup->quality.budget = budget;
    setup->quality.first_depth = first;
    setup->quality.columns = columns;
}

static void run(struct setup *setup)
{
    copse_message why = {{0}};
    if (quality_run(&setup->quality, NULL, NULL, &why) != COPSE_OK)
        fail_msg("%s", why.text);
}

static void end(struct setup *setup)
{
    quality_clear(&setup->quality);
    positions_clear(&setup->positions);
    for (int i = 0; i < setup->quality.player_count; i++)
        player_clear(&setup->players[i]);
}

/* A game of four plies and three moves in which most values are equal: won, lost or 0. */
struct coarse {
    uint64_t state;
    int ply;
};

enum { COARSE_PLIES = 4 };

static int coarse_moves(const copse_game *game, const void *position, copse_move *moves)
{
    (void)game;
    const struct coarse *at = position;
    for (int i = 0; i < 3; i++)
        moves[i] = (copse_move)i;
    return at->ply == COARSE_PLIES ? 0 : 3;
}

static void coarse_play(const copse_game *game, const void *from, copse_move move, void *to)
{
    (void)game;
    const struct coarse *at = from;
    struct coarse next = {cop_mix(at->state + move), at->ply + 1};
    memcpy(to, &next, sizeof next);
}

static copse_score coarse_evaluate(const copse_game *game, const void *position)
{
    (void)game;
    const struct coarse *at = position;
    if (at->ply < COARSE_PLIES)
        return (copse_score)(at->state % 3) - 1;
    uint64_t third = at->state % 3;
    return third == 0 ? 0 : third == 1 ? COPSE_WIN : -COPSE_WIN;
}

static copse_status coarse_text(const copse_game *game, const char *text, void *position,
                                copse_message *why)
{
    (void)game;
    (void)why;
    struct coarse at = {cop_mix(strtoull(text + strlen("seed="), NULL, 10)), 0};
    memcpy(position, &at, sizeof at);
    return COPSE_OK;
}

static const copse_game coarse = {
    .struct_size = sizeof(copse_game),
    .name = "coarse",
    .start = "seed=1",
    .position_size = sizeof(struct coarse),
    .max_moves = 3,
    .moves = coarse_moves,
    .play = coarse_play,
    .evaluate = coarse_evaluate,
    .text_to_position = coarse_text,
};

static const copse_game *random_game(void)
{
    return copse_game_find("random");
}

#define TREES "branching=4,shape=random,depth=6,seed=1"

static const char *const nobody[] = {NULL};

/* ------------------------------------------------------------------------------ the right moves */

static copse_score value_of(const copse_game *game, const void *position, int depth);

/* A move's value, as the side to move sees it. */
static copse_score move_value(const copse_game *game, const void *position, copse_move move,
                              int depth)
{
    _Alignas(64) unsigned char next[1024];
    assert_true(game->position_size <= sizeof next);
    game->play(game, position, move, next);
    copse_score score = -value_of(game, next, depth - 1);
    return score - copse_score_proof(score);
}

static copse_score value_of(const copse_game *game, const void *position, int depth)
{
    copse_move moves[128];
    int count = game->moves(game, position, moves);
    if (count == 0 || depth == 0)
        return game->evaluate(game, position);
    copse_score best = -COPSE_INFINITE;
    for (int i = 0; i < count; i++) {
        copse_score score = move_value(game, position, moves[i], depth);
        best = score > best ? score : best;
    }
    return best;
}

/* Every move that is as good as the best is right, and no other. Returns how many are
 * right besides the first. */
static int check_answers(const copse_game *game, const char *position, int trees, int depth)
{
    struct setup setup;
    int ties = 0;
    begin(&setup, game, position, nobody, trees, depth);
    run(&setup);
    for (int i = 0; i < setup.positions.count; i++) {
        const void *at = positions_at(&setup.positions, i);
        const struct quality_answer *answer = &setup.quality.answers[i];
        copse_move moves[128];
        int count = game->moves(game, at, moves), expected = 0;
        copse_score best = value_of(game, at, depth);
        for (int k = 0; k < count; k++) {
            bool listed = false;
            for (int a = 0; a < answer->count; a++)
                listed = listed || answer->moves[a] == moves[k];
            bool right = move_value(game, at, moves[k], depth) == best;
            assert_int_equal(listed, right);
            expected += right;
        }
        assert_int_equal(answer->count, expected);
        ties += expected - 1;
    }
    end(&setup);
    return ties;
}

static void right_moves(void **state)
{
    (void)state;
    check_answers(random_game(), TREES, 100, 6);
    check_answers(random_game(), "branching=3,shape=random,least=0,depth=5,seed=1", 100, 5);
    check_answers(random_game(), "branching=6,seed=1", 50, 1);
    check_answers(copse_game_find("ordered"), "degree=3,depth=4,order=random,seed=1", 50, 4);
    for (int depth = 1; depth <= COARSE_PLIES; depth++)
        assert_true(check_answers(&coarse, "seed=1", 100, depth) > 50);
}

/* -------------------------------------------------------------------------------------- counting
 */

static void full_search_is_right(void **state)
{
    (void)state;
    static const char *const players[] = {"pvs,depth=6", "failsoft,ordering=static,depth=2",
                                          "bfm,depth=1", NULL};
    struct setup setup;
    begin(&setup, random_game(), TREES, players, 200, 6);
    run(&setup);
    assert_int_equal(setup.quality.done, 200);
    assert_int_equal(quality_cell(&setup.quality, 0, 0)->right, 200);
    int deeper = quality_cell(&setup.quality, 1, 0)->right;
    int shallow = quality_cell(&setup.quality, 2, 0)->right;
    assert_true(deeper > shallow && deeper < 200);
    assert_true(shallow > 200 / 4); /* better than chance */
    end(&setup);
}

/* What alpha-beta decides and takes to a depth is what a player does with that limit. */
static void budgets(void **state)
{
    (void)state;
    static const char *const fixed[] = {"failsoft,ordering=static,depth=2",
                                        "failsoft,ordering=static,depth=3", NULL};
    static const char *const greedy[] = {"pbf", "uct", NULL};
    struct setup by_depth, own, mean;
    begin(&by_depth, random_game(), TREES, fixed, 100, 6);
    begin(&own, random_game(), TREES, greedy, 100, 6);
    begin(&mean, random_game(), TREES, greedy, 100, 6);
    set_budgets(&own, QUALITY_OWN_NODES, 2, 2);
    set_budgets(&mean, QUALITY_MEAN_NODES, 2, 2);
    run(&by_depth);
    run(&own);
    run(&mean);
    for (int i = 0; i < 2; i++) {
        const struct quality_cell *expected = quality_cell(&by_depth.quality, i, 0);
        const struct quality_cell *cells[] = {&own.quality.standard[i], &mean.quality.standard[i]};
        for (int k = 0; k < 2; k++) {
            assert_int_equal(cells[k]->trials, 100);
            assert_int_equal(cells[k]->right, expected->right);
            assert_true(fabs(cells[k]->nodes - expected->nodes) < 0.5);
        }
        assert_int_equal(mean.quality.mean_nodes[i], llround(expected->nodes / 100));
        for (int player = 0; player < 2; player++) {
            /* A budget may be exceeded by one node's children, and is used up in these trees. */
            double spent = quality_cell(&own.quality, player, i)->nodes;
            assert_true(spent >= 0.9 * expected->nodes && spent <= expected->nodes + 100 * 4);
            spent = quality_cell(&mean.quality, player, i)->nodes;
            assert_true(spent >= 0.9 * expected->nodes && spent <= expected->nodes + 100 * 4.5);
        }
    }
    end(&by_depth);
    end(&own);
    end(&mean);
}

static void threads_change_nothing(void **state)
{
    (void)state;
    static const char *const players[] = {"rbfm", "pbf", NULL};
    struct setup one, other;
    for (int budget = QUALITY_OWN_NODES; budget <= QUALITY_MEAN_NODES; budget++) {
        begin(&one, random_game(), TREES, players, 60, 6);
        begin(&other, random_game(), TREES, players, 60, 6);
        set_budgets(&one, (enum quality_budget)budget, 2, 3);
        set_budgets(&other, (enum quality_budget)budget, 2, 3);
        one.quality.threads = 1;
        other.quality.threads = 3;
        run(&one);
        run(&other);
        for (int player = 0; player < 2; player++) {
            for (int column = 0; column < 3; column++) {
                const struct quality_cell *a = quality_cell(&one.quality, player, column);
                const struct quality_cell *b = quality_cell(&other.quality, player, column);
                assert_int_equal(a->trials, 60);
                assert_int_equal(b->trials, 60);
                assert_int_equal(a->right, b->right);
                assert_true(fabs(a->nodes - b->nodes) < 0.5);
            }
        }
        end(&one);
        end(&other);
    }
}

static void bins(void **state)
{
    (void)state;
    assert_int_equal(quality_bin_of(0), 0);
    assert_int_equal(quality_bin_of(1), QUALITY_BINS - 1);
    for (int i = 0; i < QUALITY_BINS; i++) {
        double start = quality_bin_start(i), stop = quality_bin_start(i + 1);
        assert_true(start < stop);
        assert_int_equal(quality_bin_of(start), i);
        assert_int_equal(quality_bin_of((start + stop) / 2), i);
    }
}

/* Of a search that says how sure it is every decision is in a bin; of others none is. */
static void calibration(void **state)
{
    (void)state;
    static const char *const players[] = {"pbf,nodes=40", "rbfm,nodes=40", "failsoft,depth=2",
                                          NULL};
    static const int expected[] = {300, 300, 0};
    struct setup setup;
    begin(&setup, random_game(), TREES, players, 300, 6);
    run(&setup);
    for (int player = 0; player < 3; player++) {
        int trials = 0, right = 0;
        for (int i = 0; i < QUALITY_BINS; i++) {
            const struct quality_bin *bin = &setup.quality.bins[player][i];
            trials += bin->trials;
            right += bin->right;
            assert_true(bin->predicted >= quality_bin_start(i) * bin->trials);
            assert_true(bin->predicted <= quality_bin_start(i + 1) * bin->trials + 1e-3);
        }
        assert_int_equal(trials, expected[player]);
        if (trials > 0)
            assert_int_equal(right, quality_cell(&setup.quality, player, 0)->right);
    }
    end(&setup);
}

static void stopped_and_failed(void **state)
{
    (void)state;
    static const char *const players[] = {"failsoft,depth=2", NULL};
    static const char *const hungry[] = {"alphabeta,table=1M,memory=64K,depth=1", NULL};
    struct setup setup;
    copse_message why = {{0}};
    begin(&setup, random_game(), TREES, players, 10, 6);
    atomic_store(&setup.quality.stop, true);
    run(&setup);
    assert_int_equal(setup.quality.done, 0);
    end(&setup);
    begin(&setup, random_game(), "depth=0", players, 3, 1);
    assert_int_equal(quality_run(&setup.quality, NULL, NULL, &why), COPSE_GAME_OVER);
    end(&setup);
    begin(&setup, random_game(), TREES, hungry, 3, 6);
    assert_int_equal(quality_run(&setup.quality, NULL, NULL, &why), COPSE_BAD_LIMIT);
    assert_non_null(strstr(why.text, "memory"));
    end(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_moves),
        cmocka_unit_test(full_search_is_right),
        cmocka_unit_test(budgets),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(bins),
        cmocka_unit_test(calibration),
        cmocka_unit_test(stopped_and_failed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
