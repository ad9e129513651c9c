/* SPDX-License-Identifier: MIT
 *
 * Hub, version 2: the protocol of the draughts program Scan and its user interface (Letouzey 2017,
 * protocol.txt of Scan 3.0), with a variant of our own, `english`, for the board of 8x8 squares.
 * Positions then have 32 letters instead of 50; all else is the same. See docs/protocols.md. */
#include "protocol/protocol.h"

#include "base/memory.h"
#include "base/os.h"
#include "base/text.h"
#include "protocol/hub_move.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ARGUMENTS = 16 };

enum mode { IDLE, THINKING, PONDERING, ANALYZING };

struct hub {
    enum mode mode;
    cop_clock clock; /* `level` */
    int depth;
    bool infinite;
    bool changed; /* parameters, since the seat was made */
    int count;    /* arguments of the command */
    const char *names[MOST_ARGUMENTS], *values[MOST_ARGUMENTS];
};

static struct hub *own(const cop_session *session)
{
    return session->own;
}

/* The value of an argument, "" if it has none; NULL if it was not given. */
static const char *argument(const cop_session *session, const char *name)
{
    const struct hub *hub = own(session);
    for (int i = 0; i < hub->count; i++) {
        if (strcmp(hub->names[i], name) == 0)
            return hub->values[i];
    }
    return NULL;
}

__attribute__((format(printf, 2, 3))) static void fail(cop_session *session, const char *format,
                                                       ...)
{
    char text[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (char *c = text; *c; c++)
        *c = *c == '"' ? '\'' : *c;
    cop_reply(session, "error message=\"%s\"", text);
}

/* ---------------------------------------------------------------------------------------- moves */

static void write_move(const copse_game *game, const void *position, copse_move move, char *text,
                       size_t size)
{
    copse_allocator memory = cop_memory_standard();
    void *scratch = cop_memory_new(&memory, game->position_size);
    hub_move read;
    if (scratch && cop_hub_move_of(game, position, move, scratch, &read))
        cop_hub_move_to_text(&read, text, size);
    else
        copse_move_to_text(game, position, move, text, size);
    cop_memory_free(&memory, scratch, game->position_size);
}

/* The legal move that Hub's text means; PDN's is understood as well. */
static copse_status read_move(cop_record *record, const char *text, copse_move *move,
                              copse_message *why)
{
    const copse_game *game = record->game;
    copse_allocator memory = cop_memory_standard();
    void *scratch = cop_memory_new(&memory, game->position_size);
    bool found = scratch && cop_hub_find_move(game, cop_record_now(record), record->legal,
                                              record->legal_count, text, scratch, move) > 0;
    cop_memory_free(&memory, scratch, game->position_size);
    return found ? COPSE_OK : cop_record_read(record, text, move, why);
}

/* ------------------------------------------------------------------------------------- commands */

/* MiB that this machine has. */
static int most_memory(void)
{
    uint64_t most = cop_memory_of_machine() >> 20;
    return most < 1 ? 1 : most > INT_MAX ? INT_MAX : (int)most;
}

static void do_hub(cop_session *session)
{
    const cop_seat_settings *settings = &session->settings;
    size_t memory = cop_seat_memory(settings) >> 20;
    cop_reply(session, "id name=copse version=\"%s\" author=\"the copse authors\"",
              copse_version());
    cop_reply(session, "param name=variant value=english type=enum values=\"english\"");
    cop_reply(session, "param name=threads value=%d type=int min=1 max=1024",
              settings->threads > 0 ? settings->threads : 1);
    cop_reply(session, "param name=memory value=%zu type=int min=1 max=%d", memory, most_memory());
    cop_reply(session, "wait");
}

static void do_set_param(cop_session *session)
{
    const char *name = argument(session, "name"), *value = argument(session, "value");
    cop_seat_settings *settings = &session->settings;
    int number;
    if (!name || !value) {
        fail(session, "set-param takes name= and value=");
    } else if (strcmp(name, "variant") == 0) {
        if (strcmp(value, "english") != 0)
            fail(session, "variant '%.40s': only english is played here", value);
    } else if (strcmp(name, "threads") == 0) {
        if (!cop_word_number(value, 1, 1024, &number))
            fail(session, "threads '%.40s': a whole number from 1 to 1024", value);
        else
            settings->threads = number;
    } else if (strcmp(name, "memory") == 0) {
        if (!cop_word_number(value, 1, most_memory(), &number))
            fail(session, "memory '%.40s': MiB, a whole number from 1 to %d", value, most_memory());
        else
            settings->limits.memory = (size_t)number << 20;
    } /* others are for others */
    own(session)->changed = true;
}

static void do_init(cop_session *session)
{
    copse_message why;
    if (own(session)->changed &&
        cop_session_change_game(session, cop_seat_game(session->seat), &why) != COPSE_OK)
        fail(session, "%s", why.text);
    own(session)->changed = false;
    cop_reply(session, "ready");
}

/* The position and then the moves; on failure the game is what it was before. */
static void do_pos(cop_session *session)
{
    cop_record *record = cop_seat_record(session->seat);
    const char *text = argument(session, "pos"), *given = argument(session, "moves");
    char fen[300], moves[4096];
    copse_message why;
    if (!text) {
        fail(session, "pos takes pos= and perhaps moves=");
        return;
    }
    if (given && strlen(given) >= sizeof moves) {
        fail(session, "pos: more moves than a game has");
        return;
    }
    cop_record fresh;
    copse_status status = cop_record_init(&fresh, record->game, &why);
    if (status != COPSE_OK) {
        fail(session, "%s", why.text);
        return;
    }
    status = cop_hub_to_fen(text, fen, sizeof fen, &why);
    if (status == COPSE_OK)
        status = cop_record_start(&fresh, fen, &why);
    snprintf(moves, sizeof moves, "%s", given ? given : "");
    char *rest = moves;
    for (char *word = cop_next_word(&rest); status == COPSE_OK && word[0];
         word = cop_next_word(&rest)) {
        copse_move move;
        status = read_move(&fresh, word, &move, &why);
        if (status == COPSE_OK)
            status = cop_record_play(&fresh, move, false, &why);
    }
    if (status == COPSE_OK) {
        cop_record_clear(record);
        *record = fresh;
    } else {
        cop_record_clear(&fresh);
        fail(session, "pos: %s", why.text);
    }
}

static void do_level(cop_session *session)
{
    struct hub *hub = own(session);
    const char *depth = argument(session, "depth"), *per_move = argument(session, "move-time"),
               *time = argument(session, "time"), *inc = argument(session, "inc"),
               *moves = argument(session, "moves");
    cop_clock clock = {0};
    int plies = 0;
    bool infinite = argument(session, "infinite") != NULL;
    bool good = !(depth && !cop_word_number(depth, 1, COPSE_MAX_DEPTH, &plies)) &&
                !(per_move && !cop_word_seconds(per_move, &clock.per_move)) &&
                !(time && !cop_word_seconds(time, &clock.left)) &&
                !(inc && !cop_word_seconds(inc, &clock.increment)) &&
                !(moves && !cop_word_number(moves, 0, 100000, &clock.moves));
    if (!good || !(depth || per_move || time || infinite)) {
        fail(
            session,
            "level takes depth=, move-time=, time= with moves= or inc=, or infinite; numbers only");
        return;
    }
    clock.runs = time != NULL;
    if (per_move && clock.per_move <= 0)
        clock.per_move = 0.001;
    hub->clock = clock;
    hub->depth = plies;
    hub->infinite = infinite;
}

static void think(cop_session *session, enum mode mode)
{
    struct hub *hub = own(session);
    copse_message why;
    cop_task task;
    cop_task_init(&task, mode == THINKING ? COP_TASK_MOVE : COP_TASK_ANALYZE);
    task.clock = hub->clock;
    task.depth = hub->depth;
    task.endless = mode == PONDERING || hub->infinite;
    if (cop_seat_think(session->seat, &task, &why) != COPSE_OK)
        fail(session, "go: %s", why.text);
    else
        hub->mode = mode;
}

static void do_go(cop_session *session)
{
    if (argument(session, "think"))
        think(session, THINKING);
    else if (argument(session, "ponder"))
        think(session, PONDERING);
    else if (argument(session, "analyze"))
        think(session, ANALYZING);
    else
        fail(session, "go takes think, ponder or analyze");
}

static void do_ponder_hit(cop_session *session)
{
    if (own(session)->mode == PONDERING)
        think(session, THINKING); /* with all that is known by now */
}

static void do_stop(cop_session *session)
{
    if (own(session)->mode != IDLE)
        cop_seat_stop(session->seat);
}

static void do_new_game(cop_session *session)
{
    cop_seat_forget(session->seat);
    cop_seat_next_game(session->seat);
}

static void do_ping(cop_session *session)
{
    cop_reply(session, "pong");
}

static void do_quit(cop_session *session)
{
    session->over = true;
}

static const struct command {
    const char *name;
    bool while_searching;
    void (*run)(cop_session *session);
} commands[] = {
    {"hub", false, do_hub},
    {"set-param", false, do_set_param},
    {"init", false, do_init},
    {"pos", false, do_pos},
    {"level", false, do_level},
    {"go", false, do_go},
    {"ponder-hit", true, do_ponder_hit},
    {"stop", true, do_stop},
    {"new-game", false, do_new_game},
    {"ping", true, do_ping},
    {"quit", true, do_quit},
};

/* ------------------------------------------------------------------------------ lines and news */

/* Cuts `name=value`, `name="a value"` or `name` off the front of *rest. False at the end. */
static bool next_argument(char **rest, const char **name, const char **value)
{
    char *c = *rest + strspn(*rest, " ");
    if (*c == 0)
        return false;
    *name = c;
    *value = "";
    c += strcspn(c, " =");
    bool valued = *c == '=';
    if (*c)
        *c++ = 0;
    if (valued) {
        bool quoted = *c == '"';
        c += quoted;
        *value = c;
        c += strcspn(c, quoted ? "\"" : " ");
        if (*c)
            *c++ = 0;
    }
    *rest = c;
    return true;
}

static void line(cop_session *session, char *text)
{
    struct hub *hub = own(session);
    const char *name, *unused;
    if (!next_argument(&text, &name, &unused))
        return;
    hub->count = 0;
    while (hub->count < MOST_ARGUMENTS &&
           next_argument(&text, &hub->names[hub->count], &hub->values[hub->count]))
        hub->count++;
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strcmp(commands[i].name, name) != 0)
            continue;
        if (hub->mode != IDLE && !commands[i].while_searching)
            fail(session, "%s: not while a search is under way; stop ends it", name);
        else
            commands[i].run(session);
        return;
    }
    fail(session, "there is no command '%.40s'", name);
}

static void too_long(cop_session *session)
{
    fail(session, "line too long");
}

/* Men; a proven win is nearly a hundred of them, the more the nearer it is. */
static double men(copse_score score)
{
    int proof = copse_score_proof(score);
    return proof ? proof * (100 - copse_score_plies(score) / 100.0) : cop_score_units(score);
}

static void news(cop_session *session, cop_news what, const cop_thought *thought)
{
    struct hub *hub = own(session);
    char pv[2000], reply[64] = "";
    if (hub->mode == IDLE)
        return;
    cop_line_text(session, -1, thought, " ", write_move, pv, sizeof pv);
    if (thought->scored)
        cop_reply(session,
                  "info depth=%d score=%.2f nodes=%" PRIu64 " time=%.3f nps=%.1f pv=\"%s\"",
                  thought->depth, men(thought->score), thought->nodes, thought->seconds,
                  thought->seconds > 0 ? (double)thought->nodes / thought->seconds / 1e6 : 0.0, pv);
    if (what != COP_NEWS_DONE)
        return;
    hub->mode = IDLE;
    if (thought->status != COPSE_OK)
        fail(session, "%s", thought->message.text);
    char *rest = pv, *move = cop_next_word(&rest), *expected = cop_next_word(&rest);
    if (expected[0])
        snprintf(reply, sizeof reply, " ponder=%.50s", expected);
    cop_reply(session, "done move=%s%s", move, reply);
}

/* Its positions are PDN's FENs of a board of 32 squares. */
static bool fits(const copse_game *game, copse_message *why)
{
    hub_board board;
    if (game->start && cop_hub_from_fen(game->start, &board))
        return true;
    cop_say(why, COPSE_UNSUPPORTED,
            "the protocol hub is for draughts of 32 squares, and '%s' is something else; try "
            "checkers",
            game->name);
    return false;
}

const cop_protocol cop_protocol_hub = {
    .name = "hub",
    .summary = "Hub 2, for programs of draughts, with the variant english",
    .game = "checkers",
    .own_size = sizeof(struct hub),
    .fits = fits,
    .line = line,
    .too_long = too_long,
    .news = news,
};
