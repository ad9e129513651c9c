/* SPDX-License-Identifier: MIT
 *
 * Matches: who wins, what is counted, and that threads change nothing. */
#include "lab/match_log.h"

#include "match/setup.h"

#include <math.h>
#include <unistd.h>

extern const copse_game connect_four;

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

/* A game of Connect Four from each of so many random openings, twice. */
static void begin_openings(struct setup *setup, const char *first, const char *second, int count)
{
    copse_message why;
    begin(setup, &connect_four, NULL, first, second, 2 * count);
    assert_int_equal(openings_init(&setup->openings, &connect_four, NULL, &why), COPSE_OK);
    const struct random_lines wanted = {.count = count, .plies = 3, .seed = 1};
    assert_int_equal(openings_add_random(&setup->openings, &wanted, &why), COPSE_OK);
    setup->match.openings = &setup->openings;
}

/* Each opening is played with both sides: a player against itself wins as often as it loses. */
static void openings_both_ways(void **state)
{
    (void)state;
    struct setup setup;
    begin_openings(&setup, "pvs,depth=3", "pvs,depth=3", 20);
    struct match_score score = play(&setup);
    assert_int_equal(score.games, 40);
    assert_int_equal(score.wins, score.losses);
    assert_int_equal(score.pairs.count[2], 20);
    assert_true(score.interval.low > 0.4 && score.interval.high < 0.6);
    assert_true(isnan(score.margin)); /* won or lost is all there is */
    end(&setup);
    begin_openings(&setup, "pvs,depth=5", "pvs,depth=1", 20);
    score = play(&setup);
    assert_int_equal(pentanomial_pairs(&score.pairs), 20);
    assert_true(score.score > 0.7 && score.interval.low > 0.5);
    end(&setup);
}

/* Othello's outcomes are discs. */
static void margins(void **state)
{
    (void)state;
    struct setup setup;
    copse_message why;
    const copse_game *othello = copse_game_find("othello");
    begin(&setup, othello, NULL, "alphabeta,depth=3", "alphabeta,depth=1", 24);
    assert_int_equal(openings_init(&setup.openings, othello, NULL, &why), COPSE_OK);
    assert_int_equal(openings_add_all(&setup.openings, 2, &why), COPSE_OK);
    setup.match.openings = &setup.openings;
    struct match_score score = play(&setup);
    double sum = 0;
    for (int i = 0; i < 12; i++)
        sum += setup.match.pairs[i].outcome[0] - setup.match.pairs[i].outcome[1];
    assert_true(fabs(score.margin - sum / 24) < 1e-9);
    assert_int_equal(score.wins + score.draws + score.losses, 24);
    end(&setup);
}

static void too_many_plies(void **state)
{
    (void)state;
    struct setup setup;
    begin_openings(&setup, "pvs,depth=2", "pvs,depth=1", 10);
    setup.match.max_plies = 2;
    struct match_score score = play(&setup);
    assert_int_equal(score.draws, 20);
    assert_int_equal(score.cut, 20);
    assert_int_equal(score.cost[0].moves, 20);
    end(&setup);
}

/* Both players see wins long before they are on the board: games are shorter then, and end as they
 * would have. A proof is as far ahead as can be; without scores nobody agrees to anything. */
static void adjudicated(void **state)
{
    (void)state;
    struct match_score scores[4];
    static const struct match_judge rules[4] = {
        {0},
        {.win_plies = 2, .win_score = 100000},
        {.draw_plies = 3, .draw_score = 1 << 30},
        {.draw_plies = 3, .draw_score = 1 << 30, .draw_ply = 12}};
    for (int i = 0; i < 4; i++) {
        struct setup setup;
        begin_openings(&setup, "pvs,depth=8", "pvs,depth=6", 10);
        setup.match.judge = rules[i];
        scores[i] = play(&setup);
        end(&setup);
    }
    assert_int_equal(scores[0].judged, 0);
    assert_true(scores[1].judged > 0);
    assert_int_equal(scores[1].wins, scores[0].wins);
    assert_int_equal(scores[1].losses, scores[0].losses);
    assert_true(scores[1].cost[0].moves < scores[0].cost[0].moves);
    /* Drawn after three plies, or after twelve, whatever the scores are. */
    assert_int_equal(scores[2].judged, 20);
    assert_int_equal(scores[2].draws, 20);
    assert_int_equal(scores[2].cost[0].moves + scores[2].cost[1].moves, 20 * 3);
    assert_int_equal(scores[3].judged, scores[3].draws);
    assert_true(scores[3].judged > 0);
    assert_true(scores[3].cost[0].moves + scores[3].cost[1].moves <= 20 * 14);
}

/* The test ends at the same pair on any number of threads, and looks at nothing after it. */
static void sequential_test(void **state)
{
    (void)state;
    struct sprt sprt = {{0, 100}, {0.05, 0.05}};
    struct match_score scores[3];
    int decided[3];
    for (int i = 0; i < 3; i++) {
        struct setup setup;
        begin_openings(&setup, "pvs,depth=6", "pvs,depth=1", 100);
        setup.match.sprt = &sprt;
        setup.match.threads = 1 + i;
        scores[i] = play(&setup);
        decided[i] = setup.match.decided_after;
        assert_int_equal(sprt_decision(&sprt, &scores[i].pairs), 1);
        end(&setup);
        assert_int_equal(decided[i], decided[0]);
        assert_int_equal(scores[i].games, 2 * decided[0]);
        assert_int_equal(scores[i].wins, scores[0].wins);
        assert_int_equal(scores[i].cost[0].nodes, scores[0].cost[0].nodes);
    }
    assert_true(decided[0] > 3 && decided[0] < 100);
    /* Not enough games: it is not decided, and all count. */
    struct setup setup;
    begin_openings(&setup, "pvs,depth=3", "pvs,depth=3", 5);
    setup.match.sprt = &sprt;
    struct match_score score = play(&setup);
    assert_int_equal(setup.match.decided_after, 0);
    assert_int_equal(score.games, 10);
    end(&setup);
}

/* Move by move the second player gets what the first has used. */
static void equal_turns(void **state)
{
    (void)state;
    struct setup setup;
    begin_openings(&setup, "alphabeta,depth=5", "bfm,expansions=1000000", 10);
    setup.match.budget = MATCH_TURN;
    struct match_score score = play(&setup);
    double first = (double)score.cost[0].nodes, second = (double)score.cost[1].nodes;
    /* A search that has solved its position, or has its tree from before, does not need all. */
    assert_true(second < 1.1 * first && second > 0.2 * first);
    end(&setup);
}

/* A best-first search to a depth has no idea how long that takes; with patience it has. */
static void patience(void **state)
{
    (void)state;
    uint64_t nodes[2];
    for (int i = 0; i < 2; i++) {
        struct setup setup;
        begin(&setup, random_game(), TREES, "bfm,depth=9", "alphabeta,depth=2", 4);
        setup.match.patience = i == 0 ? 0 : 1;
        nodes[i] = play(&setup).cost[0].nodes;
        end(&setup);
    }
    assert_true(nodes[1] < nodes[0]);
}

/* ------------------------------------------------------------------------------------- resuming */

static struct match_score resume(const char *path, int games, int threads)
{
    struct setup setup;
    copse_message why = {{0}};
    begin_openings(&setup, "pvs,depth=3", "pvs,depth=2", 20);
    setup.match.games = games;
    setup.match.threads = threads;
    setup.match.log = match_log_open(path, "a match", &why);
    if (!setup.match.log)
        fail_msg("%s", why.text);
    struct match_score score = play(&setup);
    match_log_close(setup.match.log);
    end(&setup);
    return score;
}

static long size_of(const char *path)
{
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    fclose(file);
    return size;
}

/* Cut off anywhere, the file gives in the end what an unbroken match gives. */
static void resumed(void **state)
{
    (void)state;
    char path[] = "/tmp/copse-match-XXXXXX";
    int handle = mkstemp(path);
    assert_true(handle >= 0);
    close(handle);
    struct match_score whole = resume(path, 40, 1);
    long size = size_of(path);
    uint64_t lots = 3;
    for (int i = 0; i < 8; i++) {
        /* In the heading, in the description, and anywhere after them. */
        long rest = i == 0 ? 5 : i == 1 ? 17 : 22 + (long)draw(&lots, (uint64_t)(size - 22));
        assert_int_equal(truncate(path, rest), 0);
        struct match_score again = resume(path, 40, 2);
        assert_int_equal(again.wins, whole.wins);
        assert_int_equal(again.draws, whole.draws);
        assert_int_equal(again.cost[0].nodes, whole.cost[0].nodes);
        assert_int_equal(again.cost[1].moves, whole.cost[1].moves);
    }
    /* Fewer games take fewer lines. */
    assert_int_equal(resume(path, 10, 1).games, 10);
    remove(path);
}

static void other_files(void **state)
{
    (void)state;
    char path[] = "/tmp/copse-match-XXXXXX";
    int handle = mkstemp(path);
    assert_true(handle >= 0);
    close(handle);
    copse_message why;
    struct match_log *log = match_log_open(path, "one match", &why);
    assert_non_null(log);
    match_log_close(log);
    assert_null(match_log_open(path, "another match", &why));
    assert_non_null(strstr(why.text, "another match"));
    FILE *file = fopen(path, "a");
    fputs("pair 0 1 2 three\n", file);
    fclose(file);
    struct setup setup;
    begin_openings(&setup, "pvs,depth=1", "pvs,depth=1", 2);
    setup.match.log = log = match_log_open(path, "one match", &why);
    assert_non_null(log);
    assert_int_not_equal(match_run(&setup.match, NULL, NULL, &why), COPSE_OK);
    assert_non_null(strstr(why.text, "line 3"));
    match_log_close(log);
    end(&setup);
    file = fopen(path, "w");
    fputs("my diary\n", file);
    fclose(file);
    assert_null(match_log_open(path, "one match", &why));
    assert_non_null(strstr(why.text, "is not a file of"));
    remove(path);
    assert_null(match_log_open("/nonexistent/file", "one match", &why));
    assert_non_null(strstr(why.text, "No such file"));
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
        cmocka_unit_test(with_itself),
        cmocka_unit_test(depth_wins),
        cmocka_unit_test(outcomes),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(single_games),
        cmocka_unit_test(equal_nodes),
        cmocka_unit_test(failure),
        cmocka_unit_test(stopped),
        cmocka_unit_test(openings_both_ways),
        cmocka_unit_test(margins),
        cmocka_unit_test(too_many_plies),
        cmocka_unit_test(adjudicated),
        cmocka_unit_test(sequential_test),
        cmocka_unit_test(equal_turns),
        cmocka_unit_test(patience),
        cmocka_unit_test(resumed),
        cmocka_unit_test(other_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
