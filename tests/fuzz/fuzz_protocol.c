/* SPDX-License-Identifier: MIT
 *
 * Every protocol's lines, as they come from a program that may be anything. The first byte chooses
 * the protocol, and whether moves are limited by nodes alone or, so that it is the search by time
 * that finds them, by a time that never comes too; then the session ponders as well. Nothing is
 * promised but that it goes on: each line that it answers it answers in its own form, and a command
 * that always works still works at the end. */
#include "protocol/line.h"
#include "protocol/protocol.h"

#include "fuzz.h"

struct answers {
    const cop_protocol *protocol;
    int count;
    char last[256];
};

static bool begins(const char *text, const char *word)
{
    return strncmp(text, word, strlen(word)) == 0;
}

/* A move, and how many lines begin with it. */
static bool is_count(const char *line)
{
    size_t move = strcspn(line, ":");
    return (move == 4 || move == 5) && begins(line + move, ": ") &&
           strspn(line + move + 2, "0123456789") == strlen(line + move + 2);
}

/* Is this one of the lines that the protocol has? */
static bool has_form(const cop_protocol *protocol, const char *line)
{
    static const char *const nboard[] = {"set myname ", "status", "pong",    "search ",
                                         "nodestats ",  "=== ",   "learned", "analysis "};
    static const char *const hub[] = {"id ",   "param ", "wait", "ready",
                                      "info ", "done ",  "pong", "error message=\""};
    static const char *const text[] = {"ok", "error ", "info ", "value ", "| "};
    static const char *const uci[] = {"id ", "option ", "uciok", "readyok", "info ", "bestmove "};
    bool good = false;
    if (protocol == &cop_protocol_uci && (begins(line, "\nNodes searched: ") || is_count(line)))
        return true; /* of `go perft` */
    if (protocol == &cop_protocol_gtp)
        return (line[0] == '=' || line[0] == '?') && strlen(line) >= 2 &&
               line[strlen(line) - 1] == '\n' && strstr(line, "\n\n") == NULL;
    const char *const *forms = protocol == &cop_protocol_nboard ? nboard
                               : protocol == &cop_protocol_hub  ? hub
                               : protocol == &cop_protocol_uci  ? uci
                                                                : text;
    int count = protocol == &cop_protocol_text ? 5 : protocol == &cop_protocol_uci ? 6 : 8;
    for (int i = 0; i < count; i++)
        good = good || begins(line, forms[i]);
    return good && strchr(line, '\n') == NULL;
}

static void hear(void *user, const char *line)
{
    struct answers *answers = user;
    bool has_the_protocols_form = has_form(answers->protocol, line);
    if (!has_the_protocols_form)
        fprintf(stderr, "%s: %s\n", answers->protocol->name, line);
    PROMISE(has_the_protocols_form);
    answers->count++;
    snprintf(answers->last, sizeof answers->last, "%s", line);
}

/* Threads, much memory and files are for other tests. */
static bool is_harmless(const char *line)
{
    static const char *const fine[] = {"MultiPV", "Ponder",    "UCI_",
                                       "Clear",   "Algorithm", "killers"};
    if (strstr(line, "setoption") != NULL) {
        bool is_fine = false;
        for (size_t i = 0; i < sizeof fine / sizeof fine[0]; i++)
            is_fine |= strstr(line, fine[i]) != NULL;
        return is_fine || strstr(line, "value") == NULL;
    }
    return strstr(line, "set-param") == NULL || strstr(line, "variant") != NULL;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const sound[] = {"name", "ping 7", "ping", "games", "isready"};
    static const char *const sounds[] = {"= copse\n", "pong 7", "pong", "ok random", "readyok"};
    if (size == 0)
        return 0;
    int which = data[0] % 5;
    bool timed = data[0] / 5 % 2 != 0;
    char *text = text_from(data + 1, size - 1), *rest = text, line[200];
    struct answers answers = {.protocol = cop_protocols[which]};
    cop_seat_settings settings;
    cop_session *session;
    copse_message why;
    cop_seat_settings_init(&settings);
    settings.at_once = true;
    settings.limits.nodes = 40;
    settings.limits.seconds = timed ? 1000 : 0;
    settings.limits.memory = timed ? 1 << 20 : COPSE_LEAST_MEMORY;
    PROMISE(cop_session_new(answers.protocol, copse_game_find(answers.protocol->game), &settings,
                            hear, &answers, &session, &why) == COPSE_OK);
    session->ponders = timed;
    while (rest < text + size - 1 && !session->over) {
        size_t left = (size_t)(text + size - 1 - rest);
        char *newline = memchr(rest, '\n', left);
        size_t length = newline ? (size_t)(newline - rest) : left;
        cop_line_clean(rest, length);
        if (is_harmless(rest))
            cop_session_line(session, rest);
        rest += length + 1;
    }
    session->over = false;
    cop_session_line(session, NULL); /* one that was too long */
    snprintf(line, sizeof line, "%s", sound[which]);
    cop_session_line(session, line);
    PROMISE(begins(answers.last, sounds[which]));
    cop_session_free(session);
    free(text);
    return 0;
}
