/* SPDX-License-Identifier: MIT
 *
 * copse serve: the page, for a browser on this machine.
 */
#include "cli/command.h"
#include "cli/complain.h"
#include "cli/interrupt.h"
#include "cli/lab_words.h"
#include "serve/files.h"
#include "serve/server.h"

#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { KEY_PORT = KEY_OWN, KEY_BIND, KEY_OPEN, KEY_DB, KEY_WEB };

enum { USUAL_PORT = 7171, LONGEST_PATH = 4096 };

struct request {
    struct server_settings server;
    bool open;
};

static const struct argp_option options[] = {
    {"port", KEY_PORT, "N", 0, "Listen on this port, 0 for any (7171 if not given and free)",
     GROUP_WHAT},
    {"bind", KEY_BIND, "ADDRESS", 0,
     "Listen on this address, 0.0.0.0 for all (127.0.0.1 if not given: for this machine only)",
     GROUP_WHAT},
    {"open", KEY_OPEN, NULL, 0, "Open the page in your browser", GROUP_WHAT},
    {"db", KEY_DB, "FILE", 0, "The lab's file of results (copse-lab.sqlite if not given)",
     GROUP_WHAT},
    {"web", KEY_WEB, "FOLDER", 0, "The files of the page (those that came with copse if not given)",
     GROUP_WHAT},
    {0}};

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct request *request = state->input;
    switch (key) {
    case KEY_PORT:
        request->server.port = (int)option_number("port", value, 0, 65535);
        request->server.port_is_a_wish = false;
        break;
    case KEY_BIND:
        request->server.address = value;
        break;
    case KEY_OPEN:
        request->open = true;
        break;
    case KEY_DB:
        request->server.lab = value;
        break;
    case KEY_WEB:
        request->server.web = value;
        break;
    case ARGP_KEY_ARG:
        argument_unwanted(value, "no argument");
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static const struct argp argp = {
    options,
    parse,
    "",
    "Opens a page for a browser on this machine: play, watch a search think, see its tree and "
    "where "
    "the processors' time goes, compare two searches, look at the lab's results. It prints the "
    "page's address, with a token that keeps others out; Ctrl-C ends it.\v"
    "Examples:\n"
    "  copse serve --open\n"
    "  copse serve --port 8080 --db results.sqlite",
    NULL,
    NULL,
    NULL,
};

/* Installed beside the program, or in the folder that it was built from. */
static const char *find_web(const char *given, char *room)
{
    if (given) {
        if (!files_has_page(given))
            complain_usage("--web '%s': there is no index.html in it", given);
        return given;
    }
    ssize_t length = readlink("/proc/self/exe", room, LONGEST_PATH - 64);
    room[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(room, '/');
    if (slash) {
        strcpy(slash, "/" COPSE_WEB_INSTALLED);
        if (files_has_page(room))
            return room;
    }
    if (files_has_page(COPSE_WEB_SOURCE))
        return COPSE_WEB_SOURCE;
    complain_usage("the files of the page are not here: install copse with 'make install', or say "
                   "where they are with --web FOLDER");
}

/* The address is given to the browser in a file that only its owner can read: arguments of programs
 * are no secrets, and the token is one. */
static void open_browser(const char *url, char *file, size_t size)
{
    extern char **environ;
    char program[] = "xdg-open";
    const char *folder = getenv("XDG_RUNTIME_DIR");
    snprintf(file, size, "%s/copse-XXXXXX", folder ? folder : "/tmp");
    char *arguments[] = {program, file, NULL};
    pid_t child;
    int number = mkstemp(file);
    FILE *out = number >= 0 ? fdopen(number, "w") : NULL;
    if (out)
        fprintf(out, "<!doctype html><meta http-equiv=\"refresh\" content=\"0;url=%s\">\n", url);
    if (!out || fclose(out) != 0 ||
        posix_spawnp(&child, program, NULL, NULL, arguments, environ) != 0)
        complain_aside("no browser could be opened: open the address yourself");
}

static void told(void *user)
{
    sem_post(user);
}

static int run(const struct command *command, int argc, char **argv)
{
    static char folder[LONGEST_PATH];
    char page[256] = "";
    struct request request = {.server = {.address = "127.0.0.1",
                                         .port = USUAL_PORT,
                                         .port_is_a_wish = true,
                                         .lab = "copse-lab.sqlite",
                                         .results_json = results_json}};
    copse_message why;
    sem_t end;
    command_parse(command, argc, argv, &request);
    request.server.web = find_web(request.server.web, folder);
    signal(SIGPIPE, SIG_IGN);
    sem_init(&end, 0, 0);
    interrupt_begin(told, &end);
    struct server *server = server_start(&request.server, &why);
    if (!server)
        complain_usage("%s", why.text);
    printf("%s\n", server_url(server));
    fflush(stdout);
    fprintf(stderr, "Open this address in a browser on this machine; Ctrl-C ends the server.\n");
    if (request.open)
        open_browser(server_url(server), page, sizeof page);
    while (sem_wait(&end) != 0)
        continue;
    server_stop(server);
    interrupt_end();
    sem_destroy(&end);
    if (page[0])
        unlink(page);
    return EXIT_DONE;
}

const struct command command_serve = {"serve", "a page to play, and to watch searches think", &argp,
                                      run};
