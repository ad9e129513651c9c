/* SPDX-License-Identifier: MIT
 *
 * UCI, the Universal Chess Interface (Huber & Meyer-Kahlen, text of April 2006), and `go perft` as
 * Stockfish has it. For any game whose positions have texts: `position fen` takes these, and moves
 * are as the game writes them.
 *
 * A search is begun by `go` and answered by `bestmove` exactly once: when it is over, but if it was
 * to be infinite or to ponder not before `stop` or `ponderhit`. Meanwhile all commands are read;
 * those that would disturb it wait for its end if it has one, and are refused if it has not. See
 * docs/protocols.md. */
#include "protocol/uci_inside.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cop_uci_complain(cop_session *session, const char *format, ...)
{
    char text[700];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    cop_reply(session, "info string %s", text);
}

/* ---------------------------------------------------------------------------------- the position
 */

/* Goes on with a game that a rule has ended but that is played on all the same, as people do after
 * a position has come back twice: from here, without what was before. False if that does not help.
 */
static bool play_on(cop_record *record)
{
    enum { COUNTER = 4 }; /* FEN's fifth field: what fifty moves are counted with */
    char text[300], renewed[310];
    int length = copse_position_to_text(record->game, cop_record_now(record), text, sizeof text);
    if (length <= 0 || (size_t)length >= sizeof text)
        return false;
    const char *field = text;
    for (int i = 0; i < COUNTER; i++) {
        field += strcspn(field, " ");
        field += *field == ' ';
    }
    size_t digits = strspn(field, "0123456789");
    snprintf(renewed, sizeof renewed, "%.*s%s%s", (int)(field - text), text, digits ? "0" : "",
             field + digits);
    return cop_record_start(record, renewed, NULL) == COPSE_OK && !cop_record_is_over(record);
}

static copse_status play_words(cop_record *record, char *rest, copse_message *why)
{
    copse_status status = COPSE_OK;
    for (char *word = cop_next_word(&rest); status == COPSE_OK && word[0];
         word = cop_next_word(&rest)) {
        copse_move move;
        if (cop_record_is_over(record))
            play_on(record);
        status = cop_record_read(record, word, &move, why);
        if (status == COPSE_OK)
            status = cop_record_play(record, move, false, why);
    }
    return status;
}

/* Cuts the text of a position and its moves in two: *moves begins after the word `moves`. */
static char *cut_position(char *rest, char **moves)
{
    char *text = rest + strspn(rest, " "), *end = text + strlen(text);
    *moves = end;
    for (char *word = text; *word; word += strcspn(word, " "), word += strspn(word, " ")) {
        size_t length = strcspn(word, " ");
        if (length == 5 && strncmp(word, "moves", length) == 0) {
            *moves = word + length;
            end = word;
            break;
        }
    }
    while (end > text && end[-1] == ' ')
        end--;
    *end = 0;
    return text;
}

static void do_position(cop_session *session, char *rest)
{
    cop_record *record = cop_seat_record(session->seat), fresh;
    char *word = cop_next_word(&rest), *moves = rest, *text = NULL;
    copse_message why;
    if (strcmp(word, "fen") == 0) {
        text = cut_position(rest, &moves);
    } else if (strcmp(word, "startpos") == 0) {
        char *between = cut_position(rest, &moves);
        if (between[0])
            cop_uci_complain(session, "position startpos: '%.40s' is passed over", between);
    } else {
        cop_uci_complain(session, "position takes startpos or fen TEXT, and then perhaps moves");
        return;
    }
    copse_status status = cop_record_init(&fresh, record->game, &why);
    if (status == COPSE_OK) {
        status = text ? cop_record_start(&fresh, text, &why) : COPSE_OK;
        if (status == COPSE_OK)
            status = play_words(&fresh, moves, &why);
        cop_record out = status == COPSE_OK ? *record : fresh;
        *record = status == COPSE_OK ? fresh : *record;
        cop_record_clear(&out);
    }
    if (status != COPSE_OK)
        cop_uci_complain(session, "position: %s", why.text);
}

/* ------------------------------------------------------------------------------------- answering
 */

/* The answer is due: it is given. */
static void answer(cop_session *session)
{
    struct uci *uci = cop_uci_of(session);
    uci->state = UCI_IDLE;
    uci->pondering = uci->infinite = uci->stopping = false;
    if (uci->ponder[0])
        cop_reply(session, "bestmove %s ponder %s", uci->move, uci->ponder);
    else
        cop_reply(session, "bestmove %s", uci->move);
}

/* A move is found. It is told now, or when it is due. */
static void found(cop_session *session)
{
    struct uci *uci = cop_uci_of(session);
    uci->state = UCI_FOUND;
    if (uci->stopping || !(uci->pondering || uci->infinite))
        answer(session);
}

static void news(cop_session *session, cop_news what, const cop_thought *thought)
{
    struct uci *uci = cop_uci_of(session);
    if (uci->state == UCI_COUNTING && what == COP_NEWS_DONE) {
        uci->state = UCI_IDLE;
        uci->stopping = false;
        if (thought->status != COPSE_OK)
            cop_uci_complain(session, "go perft: %s", thought->message.text);
        else
            cop_uci_tell_counts(session);
        return;
    }
    if (uci->state != UCI_SEARCHING)
        return;
    if (thought->scored)
        cop_uci_tell(session, what, thought);
    if (what != COP_NEWS_DONE)
        return;
    if (thought->message.text[0])
        cop_uci_complain(session, "go: %s", thought->message.text);
    char pv[200], *rest = pv;
    cop_thought shown = {.pv_length = 1, .pv = {thought->move}};
    if (thought->pv_length > 1 && thought->pv[0] == thought->move) {
        shown.pv_length = 2;
        shown.pv[1] = thought->pv[1];
    }
    cop_line_text(session, -1, &shown, " ", cop_uci_writer(session), pv, sizeof pv);
    snprintf(uci->move, sizeof uci->move, "%.60s", cop_next_word(&rest));
    snprintf(uci->ponder, sizeof uci->ponder, "%.60s", cop_next_word(&rest));
    found(session);
}

/* ------------------------------------------------------------------------------------ searching */

static void do_stop(cop_session *session, char *rest)
{
    struct uci *uci = cop_uci_of(session);
    (void)rest;
    if (uci->state == UCI_IDLE)
        return;
    uci->stopping = true;
    if (uci->state == UCI_FOUND)
        answer(session);
    else
        cop_seat_stop(session->seat);
}

static void do_ponderhit(cop_session *session, char *rest)
{
    struct uci *uci = cop_uci_of(session);
    (void)rest;
    if (!uci->pondering)
        return;
    uci->pondering = false;
    if (uci->state == UCI_FOUND && !uci->infinite)
        answer(session);
    else if (!uci->infinite)
        cop_seat_hit(session->seat);
}

/* There is no move, or none could be looked for: the answer is still due. */
static void find_nothing(cop_session *session, copse_status status, const copse_message *why)
{
    struct uci *uci = cop_uci_of(session);
    const cop_record *record = cop_seat_record(session->seat);
    const copse_game *game = record->game;
    const void *position = cop_record_now(record);
    char score[60];
    uci->ponder[0] = 0;
    if (status == COPSE_GAME_OVER) {
        cop_uci_write_score(score, sizeof score, game->evaluate(game, position), COPSE_BOUND_EXACT);
        cop_reply(session, "info depth 0 score %s", score);
        snprintf(uci->move, sizeof uci->move, "(none)");
    } else {
        cop_uci_complain(session, "go: %s", why->text);
        cop_uci_writer(session)(game, position, record->legal[0], uci->move, sizeof uci->move);
    }
    found(session);
}

/* `depth` as in struct uci_go. */
static void count_lines(cop_session *session, int depth)
{
    struct uci *uci = cop_uci_of(session);
    copse_message why;
    cop_task task;
    cop_task_init(&task, COP_TASK_COUNT);
    task.depth = depth;
    if (depth <= 0) { /* the one line without any move, or what was wrong has been said */
        if (depth == 0)
            cop_reply(session, "\nNodes searched: 1\n");
        return;
    }
    copse_status status = cop_seat_think(session->seat, &task, &why);
    if (status == COPSE_OK)
        uci->state = UCI_COUNTING;
    else if (status == COPSE_GAME_OVER)
        cop_reply(session, "\nNodes searched: 0\n");
    else
        cop_uci_complain(session, "go perft: %s", why.text);
}

static void search(cop_session *session, const struct uci_go *go)
{
    struct uci *uci = cop_uci_of(session);
    copse_message why;
    cop_task task;
    /* The mover's own moves, of which the last one mates: deeper there is nothing to find. */
    int mating = 2 * go->mate - 1;
    bool limited = go->depth || go->nodes || go->clock.per_move > 0 || go->mate || go->infinite;
    /* With a clock, or no limit but one's own, the time is one's own to save. */
    cop_task_init(&task, go->clock.runs || !limited ? COP_TASK_MOVE : COP_TASK_ANALYZE);
    task.clock = go->clock;
    task.depth = go->mate && (!go->depth || mating < go->depth) ? mating : go->depth;
    task.thorough = go->mate > 0;
    task.nodes = go->nodes;
    task.endless = go->ponder || go->infinite;
    task.lines = uci->lines;
    task.only_count = go->only_count;
    task.only = go->only;
    uci->pondering = go->ponder;
    uci->infinite = go->infinite;
    uci->told = uci->stopping = false;
    uci->state = UCI_SEARCHING;
    copse_status status = cop_seat_think(session->seat, &task, &why);
    if (status == COPSE_UNSUPPORTED && task.only_count > 0) {
        cop_uci_complain(session, "go searchmoves: %s", why.text);
        task.only_count = 0;
        status = cop_seat_think(session->seat, &task, &why);
    }
    if (status != COPSE_OK)
        find_nothing(session, status, &why);
}

static void do_go(cop_session *session, char *rest)
{
    cop_record *record = cop_seat_record(session->seat);
    if (cop_record_is_over(record)) {
        cop_record before = *record, fresh;
        copse_message why;
        if (cop_record_init(&fresh, record->game, &why) == COPSE_OK) {
            cop_record_start_at(&fresh, cop_record_now(record), &why);
            bool goes_on = play_on(&fresh);
            *record = goes_on ? fresh : before;
            cop_record_clear(goes_on ? &before : &fresh);
        }
    }
    struct uci_go go = {.only = calloc((size_t)record->game->max_moves, sizeof *go.only)};
    if (go.only == NULL)
        cop_uci_complain(session, "go: %s", copse_status_text(COPSE_NO_MEMORY));
    cop_uci_read_go(session, go.only ? rest : rest + strlen(rest), &go);
    if (go.counts)
        count_lines(session, go.perft);
    else
        search(session, &go);
    free(go.only);
}

/* ------------------------------------------------------------------------------------- commands */

static void do_uci(cop_session *session, char *rest)
{
    (void)rest;
    cop_reply(session, "id name copse %s", copse_version());
    cop_reply(session, "id author the copse authors");
    cop_uci_list_options(session);
    cop_reply(session, "uciok");
}

static void do_debug(cop_session *session, char *rest)
{
    const char *word = cop_next_word(&rest);
    bool on = strcmp(word, "on") == 0;
    if (on || strcmp(word, "off") == 0)
        cop_uci_of(session)->debug = on;
    else
        cop_uci_complain(session, "debug takes on or off");
}

static void do_isready(cop_session *session, char *rest)
{
    (void)rest;
    cop_reply(session, "readyok");
}

static void do_register(cop_session *session, char *rest)
{
    (void)session; /* there is nothing to register for */
    (void)rest;
}

static void do_ucinewgame(cop_session *session, char *rest)
{
    (void)rest;
    cop_seat_forget(session->seat);
    cop_seat_next_game(session->seat);
}

static void do_quit(cop_session *session, char *rest)
{
    (void)rest;
    session->over = true;
}

static const struct command {
    const char *name;
    bool disturbs; /* the search that is under way */
    void (*run)(cop_session *session, char *rest);
} commands[] = {
    {"uci", false, do_uci},           {"debug", false, do_debug},
    {"isready", false, do_isready},   {"setoption", true, cop_uci_set_option},
    {"register", false, do_register}, {"ucinewgame", true, do_ucinewgame},
    {"position", true, do_position},  {"go", true, do_go},
    {"stop", false, do_stop},         {"ponderhit", false, do_ponderhit},
    {"quit", false, do_quit},
};

static const struct command *find_command(const char *word, size_t length)
{
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        if (strlen(commands[i].name) == length && strncmp(commands[i].name, word, length) == 0)
            return &commands[i];
    }
    return NULL;
}

/* The first word that is a command: those before it are passed over, as the protocol demands.
 * *rest is what follows it. */
static const struct command *command_of(const char *line, size_t *rest)
{
    const char *word = line + strspn(line, " ");
    while (*word) {
        size_t length = strcspn(word, " ");
        const struct command *command = find_command(word, length);
        *rest = (size_t)(word - line) + length;
        if (command)
            return command;
        word += length;
        word += strspn(word, " ");
    }
    return NULL;
}

/* Until a search is over that ends by itself, or is about to. */
static bool waits(const cop_session *session, const char *text)
{
    size_t rest;
    const struct uci *uci = cop_uci_of(session);
    const struct command *command = command_of(text, &rest);
    return command && command->disturbs &&
           (uci->stopping || uci->state == UCI_COUNTING || cop_seat_will_end(session->seat));
}

static void line(cop_session *session, char *text)
{
    struct uci *uci = cop_uci_of(session);
    size_t rest = 0;
    const struct command *command = command_of(text, &rest);
    if (uci->debug)
        cop_uci_complain(session, "heard '%.600s'", text);
    if (command == NULL) {
        if (text[strspn(text, " ")])
            cop_uci_complain(session, "there is no command in '%.60s'", text);
        return;
    }
    if (command->disturbs && uci->state != UCI_IDLE)
        cop_uci_complain(session, "%s: not while a search is under way; stop ends it",
                         command->name);
    else
        command->run(session, text + rest);
}

static void too_long(cop_session *session)
{
    cop_uci_complain(session, "line too long");
}

static void begin(cop_session *session)
{
    struct uci *uci = cop_uci_of(session);
    const cop_seat_settings *settings = &session->settings;
    uci->lines = 1;
    uci->given = settings->settings;
    uci->given_count = settings->setting_count;
    if (settings->algorithm)
        snprintf(uci->algorithm, sizeof uci->algorithm, "%s", settings->algorithm);
}

static void end(cop_session *session)
{
    struct uci *uci = cop_uci_of(session);
    char nothing[1] = "";
    if (uci->pondering || uci->infinite)
        do_stop(session, nothing);
}

static bool fits(const copse_game *game, copse_message *why)
{
    if (game->text_to_position && game->text_to_move)
        return true;
    cop_say(why, COPSE_UNSUPPORTED,
            "the protocol uci needs texts of positions and moves, which '%s' has not; try chess",
            game->name);
    return false;
}

const cop_protocol cop_protocol_uci = {
    .name = "uci",
    .summary = "UCI, for programs of chess; for any game with texts of positions",
    .game = "chess",
    .own_size = sizeof(struct uci),
    .fits = fits,
    .begin = begin,
    .waits = waits,
    .line = line,
    .too_long = too_long,
    .news = news,
    .end = end,
};
