/* SPDX-License-Identifier: MIT
 *
 * A server under test, and a client that says what it is told to, byte by byte: also what no
 * browser would say. */
#ifndef COPSE_TESTS_SERVE_CLIENT_H
#define COPSE_TESTS_SERVE_CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct server {
    pid_t process;
    int port;
    char token[128];
    char folder[64]; /* with the page's files, and where it runs */
};

/* Starts the command with a page of its own; false if it says no address. */
bool server_begin(struct server *server, const char *command);

/* Ends it with a signal; gives its exit status, or -1 if it had to be killed. */
int server_end(struct server *server, int signal_number);

/* Is it there still? */
bool server_lives(const struct server *server);

/* What came back: `status` 0 if nothing did. */
struct answer {
    int status;
    size_t size;
    char *text; /* headers and body; for free() */
    char *body; /* in it */
};

/* A connection to the server; -1 if there is none. */
int client_connect(const struct server *server);

/* Sends all of it; false if the other side does not want it. */
bool client_send(int file, const char *bytes, size_t size);

/* Reads to the end of the connection. */
struct answer client_answer(int file);
void answer_clear(struct answer *answer);

/* A whole request on a connection of its own. `headers` are lines that end in \r\n, the Host among
 * them; `body` NULL: none. */
struct answer client_raw(const struct server *server, const char *method, const char *path,
                         const char *headers, const char *body);

/* The same with the server's Host and token. */
struct answer client_ask(const struct server *server, const char *method, const char *path,
                         const char *body);

/* An event stream, read event by event. */
struct events {
    int file;
    char *text;
    size_t size, room, at;
};

bool events_open(struct events *events, const struct server *server, const char *id);

/* The next event: its name and its data, which are good until the next call. False: the stream has
 * ended. */
bool events_next(struct events *events, const char **name, const char **data);
void events_close(struct events *events);

#endif
