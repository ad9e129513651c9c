/* SPDX-License-Identifier: MIT
 *
 * copse engine: a player behind a protocol, for programs that play games or show them.
 */
#include "cli/command.h"
#include "cli/complain.h"
#include "cli/seat_options.h"
#include "lab/names.h"
#include "protocol/protocol.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KEY_GAME = KEY_OWN, KEY_PONDER };

struct request {
    const char *protocol, *game;
    bool ponder;
    struct seat_options seat;
};

static const struct argp_option options[] = {
    {"game", KEY_GAME, "GAME", 0,
     "Which game to play (if not given othello, with hub checkers, with uci chess); gtp and text "
     "can change it",
     GROUP_WHAT},
    {"ponder", KEY_PONDER, NULL, 0, "Think on while the opponent does, with gtp", GROUP_WHAT},
    {0}};

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct request *request = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &request->seat;
        break;
    case KEY_GAME:
        request->game = value;
        break;
    case KEY_PONDER:
        request->ponder = true;
        break;
    case ARGP_KEY_ARG:
        if (state->arg_num > 0)
            argument_unwanted(value, "PROTOCOL");
        request->protocol = value;
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static const struct argp_child children[] = {{&seat_argp, 0, NULL, 0}, {0}};

static const struct argp argp = {
    options,
    parse,
    "PROTOCOL",
    "Plays a game for another program, which asks on standard input and is answered on standard "
    "output. PROTOCOL is uci (chess, or any game with texts of positions), gtp (version 2; "
    "quarry), "
    "nboard (version 2; Othello), hub (version 2; checkers) or text, a plain one for any game.\v"
    "Examples:\n"
    "  copse engine uci --threads 2\n"
    "  copse engine gtp --time 2 --threads 2\n"
    "  printf 'go\\nplay f5\\ngo\\n' | copse engine text --game othello --depth 8",
    children,
    NULL,
    NULL,
};

static const char *protocol_names(const void *user, int number)
{
    (void)user;
    return cop_protocols[number] ? cop_protocols[number]->name : NULL;
}

static const cop_protocol *find_protocol(const char *name)
{
    copse_message why;
    if (!name)
        complain_usage("PROTOCOL is missing: uci, gtp, nboard, hub or text");
    for (int i = 0; cop_protocols[i]; i++) {
        if (strcmp(cop_protocols[i]->name, name) == 0)
            return cop_protocols[i];
    }
    name_unknown(protocol_names, NULL, "protocol", name, &why);
    complain_usage("%s", why.text);
}

/* A line at a time: the other program may wait for it. */
static void write_line(void *user, const char *line)
{
    FILE *file = user;
    fputs(line, file);
    putc('\n', file);
    fflush(file);
}

/* Static, so that what it holds is freed however the program ends. */
static cop_session *session;

static void clear(void)
{
    cop_session_free(session);
}

static int run(const struct command *command, int argc, char **argv)
{
    struct request request = {0};
    copse_message why;
    atexit(clear);
    seat_options_init(&request.seat);
    command_parse(command, argc, argv, &request);
    const cop_protocol *protocol = find_protocol(request.protocol);
    const copse_game *game = game_named(request.game ? request.game : protocol->game, &why);
    if (!game)
        complain_usage("--game: %s", why.text);
    copse_status status =
        cop_session_new(protocol, game, &request.seat.settings, write_line, stdout, &session, &why);
    if (status == COPSE_UNSUPPORTED)
        complain_usage("--game '%s': %s", game->name, why.text);
    if (status != COPSE_OK)
        complain_status(status, "%s", why.text);
    session->ponders = request.ponder;
    if (!cop_session_run(session, STDIN_FILENO, STDOUT_FILENO))
        complain_failed("%s", copse_status_text(COPSE_NO_MEMORY));
    return EXIT_DONE;
}

const struct command command_engine = {
    "engine", "a player for other programs: UCI, GTP, NBoard, Hub, or plain text", &argp, run};
