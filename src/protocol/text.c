/* SPDX-License-Identifier: MIT
 *
 * A plain protocol of our own, for any game, for people and for scripts: every command is answered
 * by exactly one line that begins with `ok` or `error`, perhaps with others before it. Commands are
 * done one after another; only `stop` and `quit` do not wait for a search to end. See
 * docs/protocols.md. */
#include "protocol/protocol.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum searching { IDLE, GOING, HINTING };

struct text {
    enum searching searching;
    int hints; /* moves that `hint` shall show */
    cop_clock clock;
    int depth; /* limits of the searches to come; 0: none */
    uint64_t nodes;
    char *rest; /* the arguments of the command */
};

static struct text *own(const cop_session *session)
{
    return session->own;
}

__attribute__((format(printf, 2, 3))) static void fail(cop_session *session, const char *format,
                                                       ...)
{
    char text[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    cop_reply(session, "error %s", text);
}

static void succeed(cop_session *session)
{
    cop_reply(session, "ok");
}

/* The next argument, "" if there is none. */
static char *word(cop_session *session)
{
    return cop_next_word(&own(session)->rest);
}

static const cop_record *record_of(cop_session *session)
{
    return cop_seat_record(session->seat);
}

/* A score as text: a proof says how far the end is. */
static void score_text(copse_score score, char *text, size_t size)
{
    if (copse_score_proof(score))
        snprintf(text, size, "%s-in-%d", score > 0 ? "win" : "loss", copse_score_plies(score));
    else
        snprintf(text, size, "%" PRId32, score);
}

static void move_text(cop_session *session, copse_move move, char *text, size_t size)
{
    const cop_record *record = record_of(session);
    copse_move_to_text(record->game, cop_record_now(record), move, text, size);
}

/* ------------------------------------------------------------------------------ the game so far */

static void do_game(cop_session *session)
{
    copse_message why;
    const char *name = word(session);
    const copse_game *game = copse_game_find(name);
    if (name[0] == 0)
        cop_reply(session, "ok %s", cop_seat_game(session->seat)->name);
    else if (game == NULL)
        fail(session, "there is no game '%.40s'; 'games' lists them", name);
    else if (cop_session_change_game(session, game, &why) != COPSE_OK)
        fail(session, "%s", why.text);
    else
        succeed(session);
}

static void do_games(cop_session *session)
{
    char text[2000] = "ok";
    int length = 2;
    for (int i = 0; i < copse_game_count(); i++)
        cop_append(text, sizeof text, &length, " %s", copse_game_at(i)->name);
    cop_reply(session, "%s", text);
}

static void start(cop_session *session, const char *text)
{
    copse_message why;
    if (cop_record_start(cop_seat_record(session->seat), text, &why) != COPSE_OK) {
        fail(session, "%s", why.text);
        return;
    }
    cop_seat_forget(session->seat);
    cop_seat_next_game(session->seat);
    succeed(session);
}

static void do_new(cop_session *session)
{
    start(session, NULL);
}

static void do_position(cop_session *session)
{
    char text[2000];
    const char *given = own(session)->rest + strspn(own(session)->rest, " ");
    const cop_record *record = record_of(session);
    if (given[0]) {
        start(session, given);
        return;
    }
    int length = copse_position_to_text(record->game, cop_record_now(record), text, sizeof text);
    if (length <= 0 || (size_t)length >= sizeof text)
        fail(session, "the game %s has no text for positions", record->game->name);
    else
        cop_reply(session, "ok %s", text);
}

/* Moves, all of them or none. */
static void do_play(cop_session *session)
{
    cop_record *record = cop_seat_record(session->seat);
    int before = record->count;
    copse_message why = {""};
    bool good = true;
    const char *text = word(session);
    if (text[0] == 0) {
        fail(session, "play: a move is missing; 'moves' lists them");
        return;
    }
    for (; text[0] && good; text = word(session)) {
        copse_move move;
        good = cop_record_read(record, text, &move, &why) == COPSE_OK &&
               cop_record_play(record, move, false, &why) == COPSE_OK;
    }
    if (good) {
        succeed(session);
        return;
    }
    while (record->count > before)
        cop_record_undo(record);
    fail(session, "play: %s", why.text);
}

static void do_undo(cop_session *session)
{
    const char *text = word(session);
    int count = 1;
    if (text[0] && !cop_word_number(text, 1, COP_RECORD_MOST, &count)) {
        fail(session, "undo '%.40s': how many moves, from 1 on", text);
        return;
    }
    if (count > record_of(session)->count) {
        fail(session, "undo: %d move%s played", record_of(session)->count,
             record_of(session)->count == 1 ? " was" : "s were");
        return;
    }
    for (; count > 0; count--)
        cop_record_undo(cop_seat_record(session->seat));
    succeed(session);
}

/* The moves that there are, as many as a line takes. */
static void do_moves(cop_session *session)
{
    char text[4000] = "ok", move[64];
    int length = 2;
    const cop_record *record = record_of(session);
    for (int i = 0; i < record->legal_count; i++) {
        move_text(session, record->legal[i], move, sizeof move);
        if ((size_t)length + strlen(move) + 6 > sizeof text) {
            cop_append(text, sizeof text, &length, " ...");
            break;
        }
        cop_append(text, sizeof text, &length, " %s", move);
    }
    cop_reply(session, "%s", text);
}

static void do_history(cop_session *session)
{
    char text[4000] = "ok", move[64];
    int length = 2;
    const cop_record *record = record_of(session);
    for (int i = 0; i < record->count; i++) {
        copse_move_to_text(record->game, cop_record_at(record, i), record->moves[i].move, move,
                           sizeof move);
        if ((size_t)length + strlen(move) + 6 > sizeof text) {
            cop_append(text, sizeof text, &length, " ...");
            break;
        }
        cop_append(text, sizeof text, &length, " %s", move);
    }
    cop_reply(session, "%s", text);
}

static void do_show(cop_session *session)
{
    char *text = cop_record_picture(cop_seat_record(session->seat)), *rest = text;
    if (text == NULL) {
        fail(session, "this game has neither pictures nor texts of positions");
        return;
    }
    while (rest) {
        char *newline = strchr(rest, '\n');
        if (newline)
            *newline = 0;
        cop_reply(session, "| %s", rest);
        rest = newline ? newline + 1 : NULL;
    }
    free(text);
    succeed(session);
}

static void do_result(cop_session *session)
{
    const cop_record *record = record_of(session);
    char text[40];
    if (!cop_record_is_over(record)) {
        fail(session, "the game is not over");
        return;
    }
    copse_score score = record->game->evaluate(record->game, cop_record_now(record));
    score = cop_record_turn(record) == 0 ? score : -score; /* as the side that began sees it */
    if (copse_score_proof(score))
        snprintf(text, sizeof text, "%s", score > 0 ? "win" : "loss");
    else
        snprintf(text, sizeof text, "%" PRId32, score);
    cop_reply(session, "ok %s", text);
}

/* ------------------------------------------------------------------------------------ searching */

static void do_time(cop_session *session)
{
    double seconds;
    const char *text = word(session);
    if (!cop_word_seconds(text, &seconds) || seconds <= 0) {
        fail(session, "time '%.40s': seconds for each move", text);
        return;
    }
    own(session)->clock = (cop_clock){.per_move = seconds};
    own(session)->depth = 0;
    own(session)->nodes = 0;
    succeed(session);
}

static void do_clock(cop_session *session)
{
    cop_clock clock = {.runs = true};
    const char *left = word(session), *increment = word(session), *moves = word(session);
    if (!cop_word_seconds(left, &clock.left) ||
        (increment[0] && !cop_word_seconds(increment, &clock.increment)) ||
        (moves[0] && !cop_word_number(moves, 0, 100000, &clock.moves))) {
        fail(session, "clock takes the seconds left, and if there are any the seconds that come "
                      "with each move, and the moves to the next control");
        return;
    }
    own(session)->clock = clock;
    succeed(session);
}

static void do_depth(cop_session *session)
{
    const char *text = word(session);
    if (cop_word_number(text, 1, COPSE_MAX_DEPTH, &own(session)->depth))
        succeed(session);
    else
        fail(session, "depth '%.40s': a whole number from 1 to %d", text, COPSE_MAX_DEPTH);
}

static void do_nodes(cop_session *session)
{
    const char *text = word(session);
    uint64_t nodes;
    if (!cop_span_unsigned(cop_span_of(text), INT64_MAX, &nodes) || nodes == 0) {
        fail(session, "nodes '%.40s': a whole number from 1 on", text);
        return;
    }
    own(session)->nodes = nodes;
    succeed(session);
}

static void search(cop_session *session, enum searching what, cop_task_kind kind, bool endless)
{
    struct text *text = own(session);
    copse_message why;
    cop_task task;
    cop_task_init(&task, kind);
    task.clock = text->clock;
    task.depth = text->depth;
    task.nodes = text->nodes;
    task.endless = endless;
    if (cop_seat_think(session->seat, &task, &why) != COPSE_OK)
        fail(session, "%s", why.text);
    else
        text->searching = what;
}

static void do_go(cop_session *session)
{
    search(session, GOING, COP_TASK_MOVE, false);
}

static void do_analyze(cop_session *session)
{
    search(session, GOING, COP_TASK_ANALYZE, true);
}

static void do_hint(cop_session *session)
{
    const char *text = word(session);
    own(session)->hints = 1;
    if (text[0] && !cop_word_number(text, 1, COPSE_MAX_MOVES, &own(session)->hints))
        fail(session, "hint '%.40s': how many moves, from 1 on", text);
    else
        search(session, HINTING, own(session)->hints > 1 ? COP_TASK_RANK : COP_TASK_ANALYZE, false);
}

/* The answer to `stop` is that of the search which it ends. */
static void do_stop(cop_session *session)
{
    if (own(session)->searching == IDLE)
        fail(session, "stop: nothing is searched");
    else
        cop_seat_stop(session->seat);
}

static void do_quit(cop_session *session)
{
    succeed(session);
    session->over = true;
}

/* ------------------------------------------------------------------------------------- commands */

static void do_help(cop_session *session);

static const struct command {
    const char *name, *takes, *summary;
    void (*run)(cop_session *session);
} commands[] = {
    {"help", "", "this list", do_help},
    {"games", "", "the games there are", do_games},
    {"game", "[NAME]", "which game it is; another game, at its start", do_game},
    {"new", "", "the start position", do_new},
    {"position", "[TEXT]", "the position as text; another position", do_position},
    {"show", "", "the position as a picture", do_show},
    {"moves", "", "the legal moves", do_moves},
    {"play", "MOVE...", "plays moves", do_play},
    {"undo", "[N]", "takes back the last move, or the last N", do_undo},
    {"history", "", "the moves so far", do_history},
    {"result", "", "of a game that is over, as the side that began sees it", do_result},
    {"time", "SECONDS", "think so long about each move", do_time},
    {"clock", "LEFT [INCREMENT [MOVES]]", "what is on the clock for the next search", do_clock},
    {"depth", "D", "search no deeper than this", do_depth},
    {"nodes", "N", "search no more positions than this", do_nodes},
    {"go", "", "finds the best move; does not play it", do_go},
    {"hint", "[N]", "the values of the best N moves", do_hint},
    {"analyze", "", "searches until 'stop'", do_analyze},
    {"stop", "", "ends the search under way", do_stop},
    {"quit", "", "the end", do_quit},
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void do_help(cop_session *session)
{
    for (int i = 0; i < COMMANDS; i++) {
        char usage[60];
        snprintf(usage, sizeof usage, "%s %s", commands[i].name, commands[i].takes);
        cop_reply(session, "| %-32s %s", usage, commands[i].summary);
    }
    succeed(session);
}

static bool waits(const cop_session *session, const char *text)
{
    (void)session;
    text += strspn(text, " ");
    return strcmp(text, "stop") != 0 && strcmp(text, "quit") != 0;
}

static void line(cop_session *session, char *text)
{
    char *rest = text;
    const char *name = cop_next_word(&rest);
    own(session)->rest = rest;
    if (name[0] == 0 || name[0] == '#')
        return;
    for (int i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i].name, name) == 0) {
            commands[i].run(session);
            return;
        }
    }
    fail(session, "there is no command '%.40s'; 'help' lists them", name);
}

static void too_long(cop_session *session)
{
    fail(session, "line too long");
}

/* The values of the best moves; of a single one `thought` has it. */
static void tell_hints(cop_session *session, const cop_thought *thought)
{
    const cop_record *record = record_of(session);
    cop_ranked *ranks = calloc((size_t)record->game->max_moves, sizeof *ranks);
    int count = ranks ? cop_seat_ranks(session->seat, ranks, own(session)->hints) : 0;
    if (ranks && own(session)->hints == 1)
        ranks[count++] = (cop_ranked){thought->move, thought->score};
    for (int i = 0; i < count; i++) {
        char move[64], score[32];
        move_text(session, ranks[i].move, move, sizeof move);
        score_text(ranks[i].score, score, sizeof score);
        cop_reply(session, "value %s %s", move, score);
    }
    free(ranks);
}

static void news(cop_session *session, cop_news what, const cop_thought *thought)
{
    struct text *text = own(session);
    char pv[2000], move[64], score[32];
    score_text(thought->score, score, sizeof score);
    if (what == COP_NEWS_PROGRESS) {
        cop_line_text(session, -1, thought, " ", NULL, pv, sizeof pv);
        cop_reply(session, "info depth %d score %s nodes %" PRIu64 " seconds %.3f pv %s",
                  thought->depth, score, thought->nodes, thought->seconds, pv);
        return;
    }
    enum searching searching = text->searching;
    text->searching = IDLE;
    if (thought->status != COPSE_OK) {
        fail(session, "%s", thought->message.text);
        return;
    }
    if (searching == HINTING)
        tell_hints(session, thought);
    move_text(session, thought->move, move, sizeof move);
    if (thought->scored)
        cop_reply(session, "ok %s %s", move, score);
    else
        cop_reply(session, "ok %s", move);
}

const cop_protocol cop_protocol_text = {
    .name = "text",
    .summary = "a plain protocol for any game; 'help' lists its commands",
    .game = "othello",
    .own_size = sizeof(struct text),
    .waits = waits,
    .line = line,
    .too_long = too_long,
    .news = news,
};
