/* SPDX-License-Identifier: MIT
 *
 * GTP, the Go Text Protocol, version 2 (Farneback 2002, draft 2), as programs for Othello speak it:
 * quarry asks, gtp-rhino answers. Any game of copse can be played by it.
 *
 * Passing is where programs differ. A side that can only pass may be told to (`play white pass`),
 * or not be mentioned at all: the other side's next move then implies it, which is how quarry and
 * gtp-rhino go about it. When the game is over a pass changes nothing, and `genmove` answers PASS.
 */
#include "protocol/protocol.h"

#include "base/text.h"
#include "protocol/gtp_time.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { MOST_ARGUMENTS = 16, NONE = -1 };

struct gtp {
    char id[64]; /* of the command that is being answered, "" for none */
    int count;   /* of its arguments */
    char *words[MOST_ARGUMENTS];
    int generating;   /* the colour that genmove was asked for, NONE if it was not */
    bool only_asking; /* reg_genmove: the move is not played */
    int before;       /* moves of the game when it was asked */
    cop_gtp_times times;
};

static struct gtp *own(const cop_session *session)
{
    return session->own;
}

/* -------------------------------------------------------------------------------------- answers */

static void answer(cop_session *session, bool good, const char *text)
{
    const char *id = own(session)->id;
    cop_reply(session, "%c%s%s%s\n", good ? '=' : '?', id, text[0] ? " " : "", text);
}

__attribute__((format(printf, 2, 3))) static void fail(cop_session *session, const char *format,
                                                       ...)
{
    char text[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    answer(session, false, text);
}

static void succeed(cop_session *session)
{
    answer(session, true, "");
}

/* ------------------------------------------------------------------------------ colours, moves */

static int colour_from(const char *word)
{
    if (strcasecmp(word, "b") == 0 || strcasecmp(word, "black") == 0)
        return 0;
    if (strcasecmp(word, "w") == 0 || strcasecmp(word, "white") == 0)
        return 1;
    return NONE;
}

static const char *colour_name(int colour)
{
    return colour == 0 ? "black" : "white";
}

/* Makes it this colour's turn, if all that is missing is the other side's pass. */
static bool bring_to_turn(cop_record *record, int colour, copse_message *why)
{
    if (cop_record_turn(record) == colour)
        return true;
    copse_move pass = cop_record_pass(record);
    if (pass == COPSE_NO_MOVE) {
        cop_say(why, COPSE_BAD_MOVE, "it is %s's turn", colour_name(1 - colour));
        return false;
    }
    return cop_record_play(record, pass, true, why) == COPSE_OK;
}

/* Takes back the pass that bring_to_turn() made, when nothing came of it. */
static void go_back_to(cop_record *record, int count)
{
    while (record->count > count && cop_record_undo(record))
        continue;
}

static void move_text(const cop_record *record, copse_move move, char *text, size_t size)
{
    copse_move_to_text(record->game, cop_record_now(record), move, text, size);
    for (char *c = text; *c; c++)
        *c = (char)toupper((unsigned char)*c);
}

/* ------------------------------------------------------------------------------------ commands */

static void do_play(cop_session *session)
{
    const struct gtp *gtp = own(session);
    cop_record *record = cop_seat_record(session->seat);
    int colour = gtp->count == 2 ? colour_from(gtp->words[0]) : NONE, before = record->count;
    copse_message why;
    copse_move move;
    if (colour == NONE) {
        fail(session, "syntax error: play takes a colour and a move");
        return;
    }
    if (cop_record_is_over(record) && cop_text_is_pass(gtp->words[1])) {
        if (cop_record_play(record, COPSE_NO_MOVE, false, &why) == COPSE_OK)
            succeed(session);
        else
            fail(session, "illegal move: %s", why.text);
        return;
    }
    /* The search under way, if any, ponders: it goes on, and what it knows of this move is kept. */
    bool good = (cop_record_is_over(record) || bring_to_turn(record, colour, &why)) &&
                cop_record_read(record, gtp->words[1], &move, &why) == COPSE_OK &&
                cop_record_play(record, move, false, &why) == COPSE_OK;
    if (good) {
        succeed(session);
        return;
    }
    go_back_to(record, before);
    fail(session, "illegal move: %s", why.text);
}

static void generate(cop_session *session, bool only_asking)
{
    struct gtp *gtp = own(session);
    cop_record *record = cop_seat_record(session->seat);
    int colour = gtp->count == 1 ? colour_from(gtp->words[0]) : NONE;
    copse_message why;
    cop_task task;
    if (colour == NONE) {
        fail(session, "syntax error: it takes a colour");
        return;
    }
    if (cop_record_is_over(record)) {
        answer(session, true, "PASS");
        return;
    }
    gtp->before = record->count;
    if (!bring_to_turn(record, colour, &why)) {
        fail(session, "%s", why.text);
        return;
    }
    cop_task_init(&task, COP_TASK_MOVE);
    task.clock = cop_gtp_clock(&gtp->times, colour);
    if (cop_seat_think(session->seat, &task, &why) != COPSE_OK) {
        go_back_to(record, gtp->before);
        fail(session, "%s", why.text);
        return;
    }
    gtp->generating = colour;
    gtp->only_asking = only_asking;
}

static void do_genmove(cop_session *session)
{
    generate(session, false);
}

static void do_reg_genmove(cop_session *session)
{
    generate(session, true);
}

static void do_undo(cop_session *session)
{
    if (cop_record_undo(cop_seat_record(session->seat)))
        succeed(session);
    else
        fail(session, "cannot undo");
}

static void do_boardsize(cop_session *session)
{
    const struct gtp *gtp = own(session);
    int size;
    if (gtp->count != 1 || !cop_word_number(gtp->words[0], 0, 1000, &size))
        fail(session, "syntax error: boardsize takes a number");
    else if (size != 8)
        fail(session, "unacceptable size");
    else
        succeed(session);
}

static void do_clear_board(cop_session *session)
{
    copse_message why;
    cop_seat_forget(session->seat);
    cop_seat_next_game(session->seat);
    if (cop_record_start(cop_seat_record(session->seat), NULL, &why) == COPSE_OK)
        succeed(session);
    else
        fail(session, "%s", why.text);
}

static void do_komi(cop_session *session)
{
    const struct gtp *gtp = own(session);
    double komi;
    const char *number = gtp->count == 1 ? gtp->words[0] + (gtp->words[0][0] == '-') : "";
    if (cop_word_seconds(number, &komi))
        succeed(session); /* a matter of Go */
    else
        fail(session, "syntax error: komi takes a number");
}

static void do_time_settings(cop_session *session)
{
    struct gtp *gtp = own(session);
    double main_time, period;
    int stones;
    if (gtp->count != 3 || !cop_word_seconds(gtp->words[0], &main_time) ||
        !cop_word_seconds(gtp->words[1], &period) ||
        !cop_word_number(gtp->words[2], 0, 100000, &stones)) {
        fail(session, "syntax error: time_settings takes main time, period and moves");
        return;
    }
    cop_gtp_time_settings(&gtp->times, main_time, period, stones);
    succeed(session);
}

static void do_time_left(cop_session *session)
{
    struct gtp *gtp = own(session);
    int colour = gtp->count == 3 ? colour_from(gtp->words[0]) : NONE, stones;
    double left;
    if (colour == NONE || !cop_word_seconds(gtp->words[1], &left) ||
        !cop_word_number(gtp->words[2], 0, 100000, &stones)) {
        fail(session, "syntax error: time_left takes a colour, seconds and moves");
        return;
    }
    cop_gtp_time_left(&gtp->times, colour, left, stones);
    succeed(session);
}

static void do_final_score(cop_session *session)
{
    const cop_record *record = cop_seat_record(session->seat);
    if (!cop_record_is_over(record)) {
        fail(session, "cannot score: the game is not over");
        return;
    }
    /* Idle passes after the end changed the turn, not the position. */
    int turn = cop_record_turn(record);
    for (int i = record->count; i > 0 && record->moves[i - 1].move == COPSE_NO_MOVE; i--)
        turn = 1 - turn;
    copse_score score = record->game->evaluate(record->game, cop_record_now(record));
    char text[32];
    double points = copse_score_proof(score) ? copse_score_proof(score) : cop_score_units(score);
    bool black = (points > 0) == (turn == 0);
    if (score == 0)
        snprintf(text, sizeof text, "0");
    else
        snprintf(text, sizeof text, "%c+%g", black ? 'B' : 'W', points < 0 ? -points : points);
    answer(session, true, text);
}

/* A picture: lines with something in them, since an empty one ends the answer. */
static void do_showboard(cop_session *session)
{
    char *text = cop_record_picture(cop_seat_record(session->seat)), *to = text;
    if (text == NULL) {
        fail(session, "this game has no picture");
        return;
    }
    for (const char *from = text; *from; from++) {
        if (*from != '\n' || (to > text && to[-1] != '\n'))
            *to++ = *from;
    }
    *to = 0;
    cop_reply(session, "=%s\n%s\n", own(session)->id, text);
    free(text);
}

/* Games have their own names here; the one of the standard list is written as that list has it. */
static const char *listed_name(const copse_game *game)
{
    return strcmp(game->name, "othello") == 0 ? "Othello" : game->name;
}

static void do_list_games(cop_session *session)
{
    char text[2000] = "";
    int length = 0;
    for (int i = 0; i < copse_game_count(); i++)
        cop_append(text, sizeof text, &length, "%s%s", i > 0 ? "\n" : "",
                   listed_name(copse_game_at(i)));
    answer(session, true, text);
}

static void do_set_game(cop_session *session)
{
    const struct gtp *gtp = own(session);
    copse_message why;
    for (int i = 0; i < copse_game_count() && gtp->count == 1; i++) {
        const copse_game *game = copse_game_at(i);
        if (strcasecmp(game->name, gtp->words[0]) != 0)
            continue;
        if (cop_session_change_game(session, game, &why) == COPSE_OK)
            succeed(session);
        else
            fail(session, "%s", why.text);
        return;
    }
    fail(session, gtp->count == 1 ? "unsupported game" : "syntax error: set_game takes a name");
}

static void do_name(cop_session *session)
{
    answer(session, true, "copse");
}

static void do_version(cop_session *session)
{
    answer(session, true, copse_version());
}

static void do_protocol_version(cop_session *session)
{
    answer(session, true, "2");
}

static void do_quit(cop_session *session)
{
    succeed(session);
    session->over = true;
}

static void do_known_command(cop_session *session);
static void do_list_commands(cop_session *session);

static const struct command {
    const char *name;
    void (*run)(cop_session *session);
} commands[] = {
    {"protocol_version", do_protocol_version},
    {"name", do_name},
    {"version", do_version},
    {"known_command", do_known_command},
    {"list_commands", do_list_commands},
    {"quit", do_quit},
    {"boardsize", do_boardsize},
    {"clear_board", do_clear_board},
    {"komi", do_komi},
    {"play", do_play},
    {"genmove", do_genmove},
    {"reg_genmove", do_reg_genmove},
    {"undo", do_undo},
    {"time_settings", do_time_settings},
    {"time_left", do_time_left},
    {"final_score", do_final_score},
    {"showboard", do_showboard},
    {"set_game", do_set_game},
    {"list_games", do_list_games},
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static const struct command *find(const char *name)
{
    for (int i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    }
    return NULL;
}

static void do_known_command(cop_session *session)
{
    const struct gtp *gtp = own(session);
    answer(session, true, gtp->count == 1 && find(gtp->words[0]) ? "true" : "false");
}

static void do_list_commands(cop_session *session)
{
    char text[1000] = "";
    int length = 0;
    for (int i = 0; i < COMMANDS; i++)
        cop_append(text, sizeof text, &length, "%s%s", i > 0 ? "\n" : "", commands[i].name);
    answer(session, true, text);
}

/* ------------------------------------------------------------------------------ lines and news */

static void begin(cop_session *session)
{
    own(session)->generating = NONE;
}

/* Commands are answered one after another; only pondering goes on meanwhile. */
static bool waits(const cop_session *session, const char *line)
{
    (void)line;
    return own(session)->generating != NONE;
}

static void line(cop_session *session, char *text)
{
    struct gtp *gtp = own(session);
    char *rest = text;
    text[strcspn(text, "#")] = 0;
    char *word = cop_next_word(&rest);
    gtp->id[0] = 0;
    if (isdigit((unsigned char)word[0]) && strspn(word, "0123456789") == strlen(word)) {
        if (strlen(word) >= sizeof gtp->id) {
            fail(session, "syntax error: an id has at most %zu digits here", sizeof gtp->id - 1);
            return;
        }
        memcpy(gtp->id, word, strlen(word) + 1);
        word = cop_next_word(&rest);
        if (word[0] == 0) {
            fail(session, "syntax error: a command is missing");
            return;
        }
    }
    if (word[0] == 0)
        return;
    const struct command *command = find(word);
    if (command == NULL) {
        fail(session, "unknown command");
        return;
    }
    gtp->count = 0;
    for (word = cop_next_word(&rest); word[0] && gtp->count < MOST_ARGUMENTS;
         word = cop_next_word(&rest))
        gtp->words[gtp->count++] = word;
    command->run(session);
}

static void too_long(cop_session *session)
{
    own(session)->id[0] = 0;
    fail(session, "syntax error: line too long");
}

static void news(cop_session *session, cop_news what, const cop_thought *thought)
{
    struct gtp *gtp = own(session);
    cop_record *record = cop_seat_record(session->seat);
    copse_message why;
    char text[64];
    if (what != COP_NEWS_DONE || gtp->generating == NONE)
        return;
    int colour = gtp->generating;
    cop_gtp_time_spend(&gtp->times, colour, thought->seconds);
    gtp->generating = NONE;
    if (thought->status != COPSE_OK) {
        go_back_to(record, gtp->before);
        fail(session, "%s", thought->message.text);
        return;
    }
    move_text(record, thought->move, text, sizeof text);
    if (gtp->only_asking) {
        go_back_to(record, gtp->before);
    } else if (cop_record_play(record, thought->move, false, &why) != COPSE_OK) {
        fail(session, "%s", why.text);
        return;
    }
    answer(session, true, text);
    if (!gtp->only_asking) {
        cop_clock clock = cop_gtp_clock(&gtp->times, colour);
        cop_session_ponder(session, &clock);
    }
}

const cop_protocol cop_protocol_gtp = {
    .name = "gtp",
    .summary = "GTP 2, for quarry and other programs of Go's world",
    .game = "othello",
    .own_size = sizeof(struct gtp),
    .begin = begin,
    .waits = waits,
    .line = line,
    .too_long = too_long,
    .news = news,
};
