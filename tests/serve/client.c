/* SPDX-License-Identifier: MIT */
#include "serve/client.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 60000 /* milliseconds: sanitized programs on a busy machine are slow */ };

/* ------------------------------------------------------------------------------------ the server
 */

static void write_file(const char *folder, const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    if (file) {
        fputs(text, file);
        fclose(file);
    }
}

static bool read_url(int file, struct server *server)
{
    char line[256];
    size_t length = 0;
    while (length + 1 < sizeof line && read(file, line + length, 1) == 1 && line[length] != '\n')
        length++;
    line[length] = '\0';
    return sscanf(line, "http://127.0.0.1:%d/#token=%127s", &server->port, server->token) == 2;
}

bool server_begin(struct server *server, const char *command)
{
    int ends[2];
    snprintf(server->folder, sizeof server->folder, "/tmp/copse-serve-XXXXXX");
    if (mkdtemp(server->folder) == NULL || pipe(ends) != 0)
        return false;
    write_file(server->folder, "index.html", "<!doctype html><title>page</title>\n");
    write_file(server->folder, "page.js", "export {};\n");
    write_file(server->folder, ".hidden.txt", "secret\n");
    write_file(server->folder, "page.unknown", "secret\n");
    server->process = fork();
    if (server->process == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        if (chdir(server->folder) == 0)
            execl(command, command, "serve", "--port", "0", "--web", ".", (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    bool started = server->process > 0 && read_url(ends[0], server);
    close(ends[0]);
    return started;
}

bool server_lives(const struct server *server)
{
    return waitpid(server->process, NULL, WNOHANG) == 0;
}

static void remove_folder(const char *folder)
{
    char path[80];
    snprintf(path, sizeof path, "%s", folder);
    char program[] = "rm", options[] = "-rf", *arguments[] = {program, options, path, NULL};
    pid_t child = fork();
    if (child == 0) {
        execvp(program, arguments);
        _exit(127);
    }
    waitpid(child, NULL, 0);
}

int server_end(struct server *server, int signal_number)
{
    int status = -1;
    pid_t ended = 0;
    kill(server->process, signal_number);
    for (int i = 0; i < PATIENCE / 10 && ended == 0; i++) {
        ended = waitpid(server->process, &status, WNOHANG);
        if (ended == 0)
            nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    remove_folder(server->folder);
    if (ended == 0) {
        kill(server->process, SIGKILL);
        waitpid(server->process, NULL, 0);
        return -1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* ------------------------------------------------------------------------------------ the client
 */

int client_connect(const struct server *server)
{
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons((uint16_t)server->port)};
    struct timeval patience = {.tv_sec = PATIENCE / 1000};
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int file = socket(AF_INET, SOCK_STREAM, 0);
    if (file >= 0 && connect(file, (struct sockaddr *)&place, sizeof place) == 0) {
        setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        setsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
        return file;
    }
    if (file >= 0)
        close(file);
    return -1;
}

bool client_send(int file, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t sent = send(file, bytes, size, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        bytes += sent;
        size -= (size_t)sent;
    }
    return true;
}

struct answer client_answer(int file)
{
    struct answer answer = {.status = 0};
    size_t room = 1 << 16;
    ssize_t got = 0;
    answer.text = malloc(room + 1);
    do {
        answer.size += (size_t)got;
        if (answer.size == room)
            answer.text = realloc(answer.text, (room *= 2) + 1);
        got = recv(file, answer.text + answer.size, room - answer.size, 0);
    } while (got > 0);
    answer.text[answer.size] = '\0';
    char *end = strstr(answer.text, "\r\n\r\n");
    answer.body = end ? end + 4 : answer.text + answer.size;
    if (sscanf(answer.text, "HTTP/1.1 %d", &answer.status) != 1)
        answer.status = 0;
    return answer;
}

void answer_clear(struct answer *answer)
{
    free(answer->text);
    *answer = (struct answer){.status = 0};
}

struct answer client_raw(const struct server *server, const char *method, const char *path,
                         const char *headers, const char *body)
{
    struct answer answer = {.status = 0};
    size_t size = 4096 + strlen(path) + strlen(headers) + (body ? strlen(body) : 0);
    char *request = malloc(size), length[64] = "";
    int file = client_connect(server);
    if (body)
        snprintf(length, sizeof length, "Content-Length: %zu\r\n", strlen(body));
    snprintf(request, size, "%s %s HTTP/1.1\r\nConnection: close\r\n%s%s\r\n%s", method, path,
             headers, length, body ? body : "");
    if (file >= 0) {
        client_send(file, request, strlen(request));
        answer = client_answer(file);
        close(file);
    }
    free(request);
    return answer;
}

struct answer client_ask(const struct server *server, const char *method, const char *path,
                         const char *body)
{
    char headers[300];
    snprintf(headers, sizeof headers, "Host: 127.0.0.1:%d\r\nX-Copse-Token: %s\r\n", server->port,
             server->token);
    return client_raw(server, method, path, headers, body);
}

/* ---------------------------------------------------------------------------------------- events
 */

bool events_open(struct events *events, const struct server *server, const char *id)
{
    char request[400];
    *events = (struct events){.file = client_connect(server), .room = 1 << 16};
    events->text = malloc(events->room + 1);
    events->text[0] = '\0';
    /* HTTP/1.0 has no chunks: what comes is the text of the events. */
    snprintf(request, sizeof request,
             "GET /api/searches/%s/events?token=%s HTTP/1.0\r\nHost: 127.0.0.1:%d\r\n\r\n", id,
             server->token, server->port);
    if (events->file < 0 || !client_send(events->file, request, strlen(request)))
        return false;
    while (strstr(events->text, "\r\n\r\n") == NULL) {
        if (events->size == events->room)
            return false;
        ssize_t got = recv(events->file, events->text + events->size, 1, 0);
        if (got <= 0)
            return false;
        events->text[++events->size] = '\0';
    }
    bool good = strncmp(events->text, "HTTP/1.", 7) == 0 && strstr(events->text, " 200 ") != NULL;
    events->size = 0;
    events->text[0] = '\0';
    return good;
}

/* More of the text; false at its end. */
static bool read_more(struct events *events)
{
    memmove(events->text, events->text + events->at, events->size - events->at + 1);
    events->size -= events->at;
    events->at = 0;
    if (events->size == events->room)
        events->text = realloc(events->text, (events->room *= 2) + 1);
    ssize_t got = recv(events->file, events->text + events->size, events->room - events->size, 0);
    if (got <= 0)
        return false;
    events->size += (size_t)got;
    events->text[events->size] = '\0';
    return true;
}

bool events_next(struct events *events, const char **name, const char **data)
{
    for (;;) {
        char *start = events->text + events->at, *end = strstr(start, "\n\n");
        if (end == NULL) {
            if (!read_more(events))
                return false;
            continue;
        }
        *end = '\0';
        events->at = (size_t)(end + 2 - events->text);
        char *line = strstr(start, "\ndata: ");
        if (strncmp(start, "event: ", 7) != 0 || line == NULL)
            continue; /* a heartbeat */
        *line = '\0';
        *name = start + 7;
        *data = line + 7;
        return true;
    }
}

void events_close(struct events *events)
{
    if (events->file >= 0)
        close(events->file);
    free(events->text);
    *events = (struct events){.file = -1};
}
