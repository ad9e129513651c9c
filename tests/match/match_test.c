/* SPDX-License-Identifier: MIT
 *
 * Matches: who wins, what is counted, and that threads change nothing. */
#include "lab/match.h"

#include "support.h"

extern const copse_game connect_four;

struct setup {
    struct player players[2];
    struct positions positions;
    struct match match;
};

static void begin(struct setup *setup, const copse_game *game, const char *position,
                  const char *first, const char *second, int games)
{
    copse_message why;
    copse_limits limits;
    copse_limits_init(&limits);
    memset(setup, 0, sizeof *setup);
    assert_true(player_parse(&setup->players[0], first, &limits, &why));
    assert_true(player_parse(&setup->players[1], second, &limits, &why));
    assert_int_equal(positions_read(&setup->positions, game, position, games, &why), COPSE_OK);
    setup->match.game = game;
    setup->match.players = setup->players;
    setup->match.positions = &setup->positions;
    setup->match.games = games;
    setup->match.threads = 2;
}

static struct match_score play(struct setup *setup)
{
    copse_message why = {{0}};
    if (match_run(&setup->match, NULL, NULL, &why) != COPSE_OK)
        fail_msg("%s", why.text);
    return match_score(&setup->match);
}

static void end(struct setup *setup)
{
    match_clear(&setup->match);
    positions_clear(&setup->positions);
    player_clear(&setup->players[0]);
    player_clear(&setup->players[1]);
}

static const copse_game *random_game(void)
{
    return copse_game_find("random");
}

#define TREES "branching=3,shape=random,depth=40,seed=1"

/* Both games of a pair are the same game when both players are. */
static void with_itself(void **state)
{
    (void)state;
    static const char *const players[] = {
        "failsoft,ordering=stored,depth=3",
        "pvs,ordering=static,table=64K,depth=3",
        "bfm,depth=5",
        "bfm,nodes=40",
        "pbf,expansions=20",
        "mtdf,table=64K,deepening=on,depth=3",
    };
    for (size_t i = 0; i < sizeof players / sizeof players[0]; i++) {
        struct setup setup;
        begin(&setup, random_game(), TREES, players[i], players[i], 10);
        struct match_score score = play(&setup);
        assert_int_equal(score.games, 10);
        assert_int_equal(score.draws, 10);
        assert_true(score.score < 0);
        assert_int_equal(score.cost[0].nodes, score.cost[1].nodes);
        assert_int_equal(score.cost[0].moves, 10 * 2 * 40 / 2); /* one search a ply, always */
        end(&setup);
    }
}

static void depth_wins(void **state)
{
    (void)state;
    struct setup setup;
    begin(&setup, random_game(), "branching=3,shape=random,depth=100,seed=1", "alphabeta,depth=4",
          "alphabeta,depth=1", 50);
    struct match_score score = play(&setup);
    assert_int_equal(score.wins + score.draws + score.losses, 50);
    assert_true(score.score > 0.9);
    assert_true(score.interval.low < score.score && score.interval.high >= score.score);
    assert_true(score.cost[0].nodes > score.cost[1].nodes);
    end(&setup);
    /* Seen from the other side. */
    begin(&setup, random_game(), "branching=3,shape=random,depth=100,seed=1", "alphabeta,depth=1",
          "alphabeta,depth=4", 50);
    struct match_score other = play(&setup);
    assert_int_equal(other.wins, score.losses);
    assert_int_equal(other.losses, score.wins);
    end(&setup);
}

/* A search that draws random numbers included. */
static void threads_change_nothing(void **state)
{
    (void)state;
    struct match_score scores[3];
    for (int i = 0; i < 3; i++) {
        struct setup setup;
        begin(&setup, random_game(), TREES, "rbfm,nodes=30", "failsoft,ordering=stored,depth=3",
              30);
        setup.match.threads = 1 + i;
        scores[i] = play(&setup);
        end(&setup);
        assert_int_equal(scores[i].wins, scores[0].wins);
        assert_int_equal(scores[i].draws, scores[0].draws);
        for (int side = 0; side < 2; side++) {
            assert_int_equal(scores[i].cost[side].nodes, scores[0].cost[side].nodes);
            assert_int_equal(scores[i].cost[side].evaluations, scores[0].cost[side].evaluations);
        }
    }
}

/* The outcome of a pair by playing it here, move by move, with the plain definition. */
static copse_score outcome_of(int opener, const char *position)
{
    const copse_game *game = random_game();
    static const int depths[2] = {2, 1};
    copse_search *search = new_search(game, "alphabeta");
    must(copse_search_set_position_text(search, position), search);
    for (int ply = 0; ply < 12; ply++) {
        copse_limits limits = depth_limit(depths[(opener + ply) % 2]);
        copse_result result;
        must(copse_search_run(search, &limits), search);
        must(copse_search_result(search, &result), search);
        must(copse_search_played(search, result.move), search);
    }
    copse_score value = game->evaluate(game, copse_search_position(search));
    copse_search_free(search);
    return value; /* after an even number of plies it is the opener's turn */
}

static void outcomes(void **state)
{
    (void)state;
    struct setup setup;
    begin(&setup, random_game(), "branching=4,shape=random,depth=12,seed=7", "alphabeta,depth=2",
          "alphabeta,depth=1", 3);
    play(&setup);
    for (int i = 0; i < 3; i++) {
        char position[80];
        snprintf(position, sizeof position, "branching=4,shape=random,depth=12,seed=%d", 7 + i);
        for (int opener = 0; opener < 2; opener++)
            assert_int_equal(setup.match.pairs[i].outcome[opener], outcome_of(opener, position));
    }
    end(&setup);
}

/* A game that is won and lost: every game counts, and the deeper player wins more of them. */
static void single_games(void **state)
{
    (void)state;
    for (int games = 3; games <= 4; games++) {
        struct setup setup;
        begin(&setup, &connect_four, NULL, "pvs,ordering=static,depth=6", "pvs,depth=1", games);
        struct match_score score = play(&setup);
        assert_int_equal(score.games, games);
        assert_int_equal(score.wins + score.draws + score.losses, games);
        assert_true(score.score > 0.7);
        end(&setup);
    }
}

static void equal_nodes(void **state)
{
    (void)state;
    struct setup setup;
    struct match_trials trials;
    copse_message why;
    begin(&setup, random_game(), TREES, "alphabeta,depth=3", "alphabeta,ordering=none,depth=1", 10);
    assert_int_equal(match_level(&setup.match, &setup.players[1], &trials, NULL, NULL, &why),
                     COPSE_OK);
    assert_int_equal(setup.players[1].limits.depth, 3);
    assert_string_equal(setup.players[1].spec, "alphabeta,ordering=none,depth=3");
    assert_int_equal(trials.trial[trials.chosen].nodes[0], trials.trial[trials.chosen].nodes[1]);
    assert_int_equal(setup.match.games, 10);
    end(&setup);

    begin(&setup, random_game(), TREES, "alphabeta,depth=3", "alphabeta,depth=9", 5);
    assert_int_equal(match_level(&setup.match, &setup.players[1], &trials, NULL, NULL, &why),
                     COPSE_OK);
    assert_int_equal(setup.players[1].limits.depth, 3);
    end(&setup);

    begin(&setup, random_game(), TREES, "alphabeta,depth=5", "bfm,nodes=3", 10);
    assert_int_equal(match_level(&setup.match, &setup.players[1], &trials, NULL, NULL, &why),
                     COPSE_OK);
    const struct match_trial *chosen = &trials.trial[trials.chosen];
    double ratio = (double)chosen->nodes[1] / (double)chosen->nodes[0];
    assert_true(ratio > 0.9 && ratio < 1.1);
    end(&setup);

    begin(&setup, random_game(), TREES, "alphabeta,depth=3", "bfm,expansions=3", 1);
    assert_int_equal(match_level(&setup.match, &setup.players[1], &trials, NULL, NULL, &why),
                     COPSE_BAD_LIMIT);
    end(&setup);
}

/* A search that fails ends the match with its own sentence. */
static void failure(void **state)
{
    (void)state;
    struct setup setup;
    copse_message why = {{0}};
    begin(&setup, random_game(), TREES, "alphabeta,depth=1",
          "alphabeta,table=1M,memory=64K,depth=1", 3);
    assert_int_equal(match_run(&setup.match, NULL, NULL, &why), COPSE_BAD_LIMIT);
    assert_non_null(strstr(why.text, "memory"));
    end(&setup);
    begin(&setup, random_game(), "depth=0", "alphabeta,depth=1", "alphabeta,depth=1", 3);
    assert_int_equal(match_run(&setup.match, NULL, NULL, &why), COPSE_GAME_OVER);
    end(&setup);
}

/* Nothing is played once it is to stop. */
static void stopped(void **state)
{
    (void)state;
    struct setup setup;
    begin(&setup, random_game(), TREES, "alphabeta,depth=3", "alphabeta,depth=1", 10);
    atomic_store(&setup.match.stop, true);
    assert_int_equal(play(&setup).games, 0);
    end(&setup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(with_itself),  cmocka_unit_test(depth_wins),
        cmocka_unit_test(outcomes),     cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(single_games), cmocka_unit_test(equal_nodes),
        cmocka_unit_test(failure),      cmocka_unit_test(stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
