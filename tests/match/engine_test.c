/* SPDX-License-Identifier: MIT
 *
 * Engines in processes of their own: one that behaves plays a match like anybody, and one that does
 * not loses its games and nothing else. The engine is tests/match/fake-engine. */
#include "base/memory.h"
#include "base/process.h"
#include "lab/clock.h"

#include "match/setup.h"

extern const copse_game connect_four;

static const char engine_path[] = "match/fake-engine";

/* The first player is an engine in this mode. */
static void begin(struct setup *setup, const char *word, int games)
{
    copse_message why;
    copse_limits limits;
    copse_limits_init(&limits);
    memset(setup, 0, sizeof *setup);
    assert_true(talk_is_word(word));
    if (!talk_word_parse(&setup->engine, word, &limits, &why))
        fail_msg("%s", why.text);
    setup->players[0] = (struct player){.spec = strdup(word)};
    assert_true(player_parse(&setup->players[1], "pvs,depth=2", &limits, &why));
    assert_int_equal(openings_init(&setup->openings, &connect_four, NULL, &why), COPSE_OK);
    assert_int_equal(openings_add_all(&setup->openings, 1, &why), COPSE_OK);
    setup->match.game = &connect_four;
    setup->match.players = setup->players;
    setup->match.engines[0] = &setup->engine;
    setup->match.openings = &setup->openings;
    setup->match.games = games;
    setup->match.threads = 2;
}

static const char *word_of(const char *settings, const char *mode)
{
    static char word[256];
    snprintf(word, sizeof word, "gtp%s:%s %s", settings, engine_path, mode);
    return word;
}

/* The games are the same as if the moves were chosen here: the first column that is not full, until
 * the game is over. */
static void behaves(void **state)
{
    (void)state;
    struct setup setup;
    begin(&setup, word_of("", "good"), 14);
    struct match_score score = play(&setup);
    assert_int_equal(score.games, 14);
    assert_int_equal(pentanomial_pairs(&score.pairs), 7);
    for (int i = 0; i < TALK_TROUBLES; i++)
        assert_int_equal(score.cost[0].lost[i], 0);
    assert_true(score.losses > score.wins); /* it knows nothing */
    assert_true(score.cost[0].moves > 14 && score.cost[0].nodes == 0);
    end(&setup);
}

/* The same engine plays the same games in another protocol. */
static void protocols_agree(void **state)
{
    (void)state;
    struct match_score scores[2];
    static const char *const words[] = {"gtp:match/fake-engine good",
                                        "uci,nodes=100,option.Hash=16:match/fake-engine good"};
    for (int i = 0; i < 2; i++) {
        struct setup setup;
        begin(&setup, words[i], 14);
        scores[i] = play(&setup);
        end(&setup);
        assert_int_equal(scores[i].games, 14);
        assert_int_equal(scores[i].wins, scores[0].wins);
        assert_int_equal(scores[i].cost[0].moves, scores[0].cost[0].moves);
        assert_int_equal(scores[i].cost[1].nodes, scores[0].cost[1].nodes);
        for (int kind = 0; kind < TALK_TROUBLES; kind++)
            assert_int_equal(scores[i].cost[0].lost[kind], 0);
    }
}

/* The engine says 0 of every position in UCI, and nothing in GTP: draws are agreed with the first
 * only. */
static void scores_are_heard(void **state)
{
    (void)state;
    static const char *const words[] = {"gtp:match/fake-engine good",
                                        "uci,nodes=100:match/fake-engine good"};
    for (int i = 0; i < 2; i++) {
        struct setup setup;
        begin(&setup, words[i], 4);
        setup.match.judge = (struct match_judge){.draw_plies = 2, .draw_score = 1 << 30};
        struct match_score score = play(&setup);
        assert_int_equal(score.judged, i == 0 ? 0 : 4);
        assert_int_equal(score.draws >= 4, i == 1);
        end(&setup);
    }
}

/* Whose time is over has lost, engine or not; a clock with much on it changes nothing. */
static void clocks(void **state)
{
    (void)state;
    struct setup setup;
    begin(&setup, word_of("", "good"), 4);
    setup.match.clock = (struct match_clock){1000, 1};
    struct match_score score = play(&setup);
    assert_int_equal(score.games, 4);
    assert_int_equal(score.cost[0].lost[TALK_LATE] + score.cost[1].lost[TALK_LATE], 0);
    end(&setup);
    /* A shell takes longer than that for a move. */
    begin(&setup, word_of("", "good"), 4);
    setup.match.clock = (struct match_clock){1e-7, 0};
    score = play(&setup);
    assert_int_equal(score.games, 4);
    assert_int_equal(score.cost[0].lost[TALK_LATE] + score.cost[1].lost[TALK_LATE], 4);
    end(&setup);
}

/* Every kind of trouble costs the game in which it happens, and is counted as what it is. */
static void troubles(void **state)
{
    (void)state;
    static const struct {
        const char *mode, *settings;
        enum talk_trouble trouble;
    } table[] = {
        {"crash", "", TALK_GONE},          {"illegal", "", TALK_ILLEGAL},
        {"babble", "", TALK_ODD},          {"refuse", "", TALK_ODD},
        {"hang", ",timeout=1", TALK_LATE}, {"deaf", ",timeout=1", TALK_LATE},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct setup setup;
        begin(&setup, word_of(table[i].settings, table[i].mode), 4);
        struct match_score score = play(&setup);
        assert_int_equal(score.losses, 4);
        assert_int_equal(score.cost[0].lost[table[i].trouble], 4);
        assert_int_equal(score.games, 4);
        end(&setup);
    }
}

/* An engine that crashed is there again for the next game: with enough patience it crashes only in
 * games that last. */
static void starts_again(void **state)
{
    (void)state;
    struct setup setup;
    begin(&setup, word_of("", "crash 3"), 14);
    setup.match.max_plies = 5;
    struct match_score score = play(&setup);
    /* Three moves of its own are all that it has to make in five plies. */
    assert_int_equal(score.cost[0].lost[TALK_GONE], 0);
    assert_int_equal(score.cut, 14);
    assert_int_equal(score.draws, 14);
    setup.match.max_plies = 7; /* a fourth one if it moves first */
    score = play(&setup);
    assert_int_equal(score.games, 14);
    int crashed = score.cost[0].lost[TALK_GONE]; /* in those that are not over by then */
    assert_true(crashed >= 2 && crashed <= 7);
    end(&setup);
}

/* What is said of an engine that is not there, or does not greet. */
static void greetings(void **state)
{
    (void)state;
    copse_message why;
    struct talk_word word;
    copse_limits limits;
    copse_limits_init(&limits);
    assert_true(talk_word_parse(&word, "gtp:/nonexistent/engine", &limits, &why));
    assert_null(talk_open(&word, &connect_four, NULL, &why));
    assert_non_null(strstr(why.text, "/nonexistent/engine"));
    talk_word_clear(&word);
    assert_true(talk_word_parse(&word, word_of(",timeout=0.5", "mute"), &limits, &why));
    assert_null(talk_open(&word, &connect_four, NULL, &why));
    assert_non_null(strstr(why.text, "no answer within 0.5 s"));
    talk_word_clear(&word);
}

static void words(void **state)
{
    (void)state;
    copse_message why;
    struct talk_word word;
    copse_limits limits;
    copse_limits_init(&limits);
    assert_false(talk_is_word("pvs,depth=3"));
    assert_false(talk_is_word("gtpx:engine"));
    static const char *const wrong[] = {
        "gtp",
        "gtp:",
        "gtp: ",
        "gtp,depth=3:x",
        "gtp,time=0:x",
        "uci,time:x",
        "gtp,x=1:x",
        "uci,option.=3:x",
        "gtp,option.a=b:x",
        "uci,timeout=-1:x",
        "hub,nodes=x:x",
        "nboard,time=1:x",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        why.text[0] = '\0';
        if (talk_word_parse(&word, wrong[i], &limits, &why))
            fail_msg("%s is fine?", wrong[i]);
        assert_true(strlen(why.text) > 10);
    }
    assert_true(
        talk_word_parse(&word, "uci,nodes=500,option.Hash=16,timeout=3:a b, c:d", &limits, &why));
    assert_string_equal(word.command, "a b, c:d");
    assert_int_equal(word.limits.nodes, 500);
    assert_string_equal(word.options[0].name, "Hash");
    assert_string_equal(word.options[0].value, "16");
    assert_true(word.timeout == 3);
    talk_word_clear(&word);
    /* Limits for all are for engines too, as far as they can be told of them. */
    limits.depth = 7;
    limits.seconds = 2;
    assert_true(talk_word_parse(&word, "gtp:x", &limits, &why));
    assert_int_equal(word.limits.depth, 0);
    assert_true(word.limits.seconds == 2);
    talk_word_clear(&word);
}

/* A process that says too much in one line, and one that is ended from outside. */
static void processes(void **state)
{
    (void)state;
    copse_message why;
    const char *line;
    copse_allocator memory = cop_memory_standard();
    cop_process *process = cop_process_start(
        &memory, "head -c 200000 /dev/zero | tr '\\0' x; echo; echo end", NULL, &why);
    assert_non_null(process);
    size_t length = 0;
    cop_news news;
    while ((news = cop_process_hear(process, clock_wall() + 60, &line)) == COP_NEWS_DONE &&
           strcmp(line, "end") != 0)
        length += strlen(line);
    assert_int_equal(news, COP_NEWS_DONE);
    assert_int_equal(length, 200000);
    assert_int_equal(cop_process_hear(process, clock_wall() + 60, &line), COP_NEWS_GONE);
    cop_process_end(process);

    /* It does not read: the pipe fills up, and the time is over. */
    process = cop_process_start(&memory, "exec sleep 1000", NULL, &why);
    char *much = malloc(1 << 20);
    memset(much, 'x', (1 << 20) - 1);
    much[(1 << 20) - 1] = '\0';
    assert_int_equal(cop_process_say(process, much, clock_wall() + 0.3), COP_NEWS_SILENT);
    assert_string_equal(cop_process_state(process), "is still running");
    cop_process_end(process);

    /* It has ended: no signal comes back. */
    process = cop_process_start(&memory, "exit 7", NULL, &why);
    assert_int_equal(cop_process_hear(process, clock_wall() + 60, &line), COP_NEWS_GONE);
    while (cop_process_say(process, much, clock_wall() + 60) == COP_NEWS_DONE)
        continue;
    const char *ended = "is still running";
    for (double until = clock_wall() + 60; clock_wall() < until && strstr(ended, "running");)
        ended = cop_process_state(process);
    assert_string_equal(ended, "ended with status 7");
    cop_process_end(process);
    free(much);

    atomic_bool stop;
    atomic_init(&stop, true);
    process = cop_process_start(&memory, "exec sleep 1000", &stop, &why);
    assert_int_equal(cop_process_hear(process, clock_wall() + 600, &line), COP_NEWS_STOPPED);
    cop_process_end(process);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(protocols_agree), cmocka_unit_test(scores_are_heard),
        cmocka_unit_test(clocks),          cmocka_unit_test(behaves),
        cmocka_unit_test(troubles),        cmocka_unit_test(starts_again),
        cmocka_unit_test(greetings),       cmocka_unit_test(words),
        cmocka_unit_test(processes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
