/* SPDX-License-Identifier: MIT
 *
 * Sessions: what goes on between the lines of a protocol. */
#include "base/text.h"
#include "protocol/protocol.h"
#include "protocol/seat_inside.h"

#include "support.h"

/* The last answer; a `search` line of NBoard's is no answer, but has to be one that makes sense. */
static void hear(void *user, const char *line)
{
    if (strncmp(line, "search ", 7) == 0)
        assert_string_not_equal(line + strlen(line) - 4, " 0 0");
    snprintf(user, 256, "%s", line);
}

static cop_session *new_session(const cop_protocol *protocol, const cop_seat_settings *settings,
                                char *answer)
{
    cop_session *session = NULL;
    copse_message why = {""};
    if (cop_session_new(protocol, copse_game_find("othello"), settings, hear, answer, &session,
                        &why) != COPSE_OK)
        fail_msg("%s", why.text);
    return session;
}

/* A player whose moves only the time limits, although no test waits for that. */
static cop_seat_settings by_time(void)
{
    cop_seat_settings settings;
    cop_seat_settings_init(&settings);
    settings.limits.seconds = 1000;
    settings.limits.nodes = 1;
    settings.limits.memory = (size_t)8 << 20;
    return settings;
}

static void say(cop_session *session, const char *text)
{
    char line[256];
    snprintf(line, sizeof line, "%s", text);
    cop_session_line(session, line);
}

/* Until the search that has an end is at it; the one after it may have begun then. */
static void await(cop_session *session)
{
    while (cop_seat_is_thinking(session->seat) && cop_seat_will_end(session->seat)) {
        cop_seat_wait(session->seat, 10);
        cop_session_news(session);
    }
}

static uint64_t kept_by_time(const cop_session *session)
{
    copse_result result;
    assert_non_null(session->seat->by_time);
    assert_int_equal(copse_search_result(session->seat->by_time, &result), COPSE_OK);
    return result.kept_nodes;
}

/* GTP ponders with the search that will find its move, whose tree goes along whichever reply the
 * other side chooses: of two that are worth thinking about one at least is not the expected one.
 * (The third reply to a first move is so bad that nothing much is found out about it.) */
static void pondering_keeps_the_tree(void **state)
{
    (void)state;
    enum { PONDERED = 20000, LEAST = 200 };
    for (int reply = 0; reply < 3; reply += 2) {
        char answer[256], line[32], move[8];
        cop_seat_settings settings = by_time();
        cop_session *session = new_session(&cop_protocol_gtp, &settings, answer);
        cop_record *record = cop_seat_record(session->seat);
        cop_thought thought = {.nodes = 0};
        session->ponders = true;
        say(session, "genmove black");
        await(session);
        assert_true(cop_seat_is_thinking(session->seat));
        while (thought.nodes < PONDERED)
            if (cop_seat_news(session->seat, &thought) == COP_NEWS_NONE)
                cop_seat_wait(session->seat, 10);
        assert_int_equal(record->legal_count, 3);
        copse_move_to_text(record->game, cop_record_now(record), record->legal[reply], move,
                           sizeof move);
        snprintf(line, sizeof line, "play white %s", move);
        say(session, line);
        assert_string_equal(answer, "=\n");
        session->ponders = false;
        say(session, "genmove black");
        await(session);
        assert_true(kept_by_time(session) > LEAST); /* one node more is what the move took */
        cop_session_free(session);
    }
}

/* Hints are those of the search that would play, and the first is what it would play. */
static void hints_are_what_would_be_played(void **state)
{
    (void)state;
    static const struct {
        const cop_protocol *protocol;
        const char *line;
    } asked[] = {{&cop_protocol_nboard, "hint 1"},
                 {&cop_protocol_nboard, "hint 3"},
                 {&cop_protocol_nboard, "analyze"},
                 {&cop_protocol_text, "hint"},
                 {&cop_protocol_text, "hint 3"}};
    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        char answer[256];
        cop_seat_settings settings = by_time();
        settings.limits.nodes = 2000;
        cop_session *session = new_session(asked[i].protocol, &settings, answer);
        cop_seat *seat = session->seat;
        copse_result result;
        cop_ranked ranks[3];
        say(session, asked[i].line);
        await(session);
        assert_int_equal(copse_search_result(seat->search, &result), COPSE_NO_RESULT);
        assert_int_equal(copse_search_result(seat->by_time, &result), COPSE_OK);
        int count = cop_seat_ranks(seat, ranks, 3);
        assert_int_equal(count, strchr(asked[i].line, '3') ? 3 : 0);
        assert_true(count == 0 || ranks[0].move == result.move);
        assert_int_equal(seat->thought.move, result.move);
        cop_session_free(session);
    }
}

/* Told to stop at once, NBoard's `go` has a move, and what is said of it is true: at first there is
 * no value, then one of a depth that is not done. */
static void a_move_at_once(void **state)
{
    (void)state;
    for (uint64_t nodes = 1; nodes <= 4; nodes++) {
        char answer[256];
        cop_seat_settings settings;
        cop_seat_settings_init(&settings);
        settings.limits.nodes = nodes;
        cop_session *session = new_session(&cop_protocol_nboard, &settings, answer);
        say(session, "go");
        await(session);
        assert_string_equal(answer, "status");
        assert_true(session->seat->thought.move != COPSE_NO_MOVE);
        assert_int_equal(session->seat->thought.scored, nodes > 1);
        cop_session_free(session);
    }
}

enum { GAMES = 8, OPENING = 64 };

/* The first moves of one game after another, each begun by this line. */
static void play_openings(const char *begin, char openings[GAMES][OPENING])
{
    char answer[256];
    cop_seat_settings settings;
    cop_seat_settings_init(&settings);
    settings.limits.depth = 1;
    settings.variety = 300;
    cop_session *session = new_session(&cop_protocol_gtp, &settings, answer);
    for (int game = 0; game < GAMES; game++) {
        int length = 0;
        for (int ply = 0; ply < 4; ply++) {
            say(session, ply % 2 ? "genmove white" : "genmove black");
            await(session);
            assert_int_equal(answer[0], '=');
            cop_append(openings[game], OPENING, &length, "%s", answer);
        }
        say(session, begin);
        assert_string_equal(answer, "=\n");
    }
    cop_session_free(session);
}

/* Variety means that games are different ones, also those of one session; the next session has the
 * same again. */
static void games_vary(void **state)
{
    (void)state;
    static const char *const begins[] = {"clear_board", "set_game othello"};
    char openings[GAMES][OPENING], again[GAMES][OPENING];
    for (size_t i = 0; i < 2; i++) {
        int different = 0;
        play_openings(begins[i], openings);
        play_openings(begins[i], again);
        for (int game = 0; game < GAMES; game++) {
            assert_string_equal(openings[game], again[game]);
            different += strcmp(openings[game], openings[(game + 1) % GAMES]) != 0;
        }
        assert_true(different > GAMES / 2);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pondering_keeps_the_tree),
        cmocka_unit_test(hints_are_what_would_be_played),
        cmocka_unit_test(a_move_at_once),
        cmocka_unit_test(games_vary),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
