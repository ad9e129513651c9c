/* SPDX-License-Identifier: MIT
 *
 * copse serve COMMAND: whom the server does not answer, and what does not bring it down. All the
 * while a search goes on. */
#include "serve/client.h"
#include "support.h"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CLIENTS = 200, STREAMS = 64, HALF_OPEN = 100 };

static const char *command;
static struct server server;
static char id[16]; /* of the search that goes on */

static int status_with(const char *method, const char *path, const char *headers, const char *body)
{
    struct answer answer = client_raw(&server, method, path, headers, body);
    int status = answer.status;
    answer_clear(&answer);
    return status;
}

/* Headers with this Host and token, and others. */
static const char *headers_of(const char *host, const char *token, const char *others)
{
    static char headers[1000];
    snprintf(headers, sizeof headers, "Host: %s\r\n%s%s%s%s", host, token ? "X-Copse-Token: " : "",
             token ? token : "", token ? "\r\n" : "", others);
    return headers;
}

static const char *own_host(void)
{
    static char host[40];
    snprintf(host, sizeof host, "127.0.0.1:%d", server.port);
    return host;
}

/* How far the search is, by the next frame of it. */
static long long nodes_now(void)
{
    struct events events;
    const char *name, *data;
    long long nodes = -1;
    if (!events_open(&events, &server, id))
        fail_msg("the search is gone");
    while (nodes < 0 && events_next(&events, &name, &data)) {
        const char *found = strcmp(name, "progress") == 0 ? strstr(data, "\"nodes\":") : NULL;
        if (found)
            nodes = atoll(found + 8);
    }
    events_close(&events);
    return nodes;
}

/* The server is there, answers, and the search has gone on since. */
static void all_is_well(long long before)
{
    assert_true(server_lives(&server));
    assert_int_equal(
        status_with("GET", "/api/about", headers_of(own_host(), server.token, ""), NULL), 200);
    for (int i = 0; nodes_now() <= before; i++) {
        if (i == 100)
            fail_msg("the search does not go on");
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
}

/* ---------------------------------------------------------------------------------------- tokens
 */

static void tokens(void **state)
{
    static const char about[] = "/api/about";
    char wrong[160], path[300];
    (void)state;
    assert_true(strlen(server.token) >= 32); /* hexadecimal digits: 128 bits */
    assert_int_equal(status_with("GET", about, headers_of(own_host(), NULL, ""), NULL), 403);
    assert_int_equal(status_with("GET", about, headers_of(own_host(), "", ""), NULL), 403);
    for (size_t i = 0; i < strlen(server.token); i += 7) {
        strcpy(wrong, server.token);
        wrong[i] = wrong[i] == '0' ? '1' : '0';
        assert_int_equal(status_with("GET", about, headers_of(own_host(), wrong, ""), NULL), 403);
    }
    snprintf(wrong, sizeof wrong, "%s0", server.token);
    assert_int_equal(status_with("GET", about, headers_of(own_host(), wrong, ""), NULL), 403);
    wrong[strlen(server.token) - 1] = '\0';
    assert_int_equal(status_with("GET", about, headers_of(own_host(), wrong, ""), NULL), 403);
    /* In the address it is good for streams and pictures only: addresses are written down. */
    snprintf(path, sizeof path, "/api/about?token=%s", server.token);
    assert_int_equal(status_with("GET", path, headers_of(own_host(), NULL, ""), NULL), 403);
    snprintf(path, sizeof path, "/api/searches/999/events?token=%s", server.token);
    assert_int_equal(status_with("GET", path, headers_of(own_host(), NULL, ""), NULL), 404);
    assert_int_equal(status_with("DELETE", path, headers_of(own_host(), NULL, ""), NULL), 403);
    assert_int_equal(
        status_with("GET", "/api/searches/1/events", headers_of(own_host(), NULL, ""), NULL), 403);
    assert_int_equal(status_with("POST", "/api/position", headers_of(own_host(), NULL, ""), "{}"),
                     403);
    /* Two servers have two tokens. */
    struct server other;
    assert_true(server_begin(&other, command));
    assert_string_not_equal(other.token, server.token);
    assert_int_equal(server_end(&other, SIGTERM), 0);
}

/* ----------------------------------------------------------------------------------------- names
 */

static void foreign_hosts(void **state)
{
    char host[300];
    const char *const names[] = {
        "example.org", "127.0.0.1.example.org", "localhost.example.org", "10.0.0.1",
        "[::2]",       "127.0.0.1@example.org"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(host, sizeof host, "%s:%d", names[i], server.port);
        assert_int_equal(status_with("GET", "/", headers_of(host, server.token, ""), NULL), 403);
        assert_int_equal(status_with("GET", "/api/about", headers_of(host, server.token, ""), NULL),
                         403);
    }
    snprintf(host, sizeof host, "127.0.0.1:%d", server.port + 1);
    assert_int_equal(status_with("GET", "/", headers_of(host, server.token, ""), NULL), 403);
    assert_int_equal(status_with("GET", "/", headers_of("127.0.0.1", server.token, ""), NULL), 403);
    assert_int_equal(status_with("GET", "/", headers_of("", server.token, ""), NULL), 403);
    snprintf(host, sizeof host, "Host: %s\r\n", "example.org");
    assert_int_equal(status_with("GET", "/", headers_of(own_host(), server.token, host), NULL),
                     403);
    snprintf(host, sizeof host, "localhost:%d", server.port);
    assert_int_equal(status_with("GET", "/", headers_of(host, NULL, ""), NULL), 200);
    snprintf(host, sizeof host, "LOCALHOST:%d", server.port);
    assert_int_equal(status_with("GET", "/", headers_of(host, NULL, ""), NULL), 200);
    /* Without any. */
    int file = client_connect(&server);
    static const char bare[] = "GET / HTTP/1.0\r\n\r\n";
    assert_true(client_send(file, bare, strlen(bare)));
    struct answer answer = client_answer(file);
    assert_non_null(strstr(answer.text, " 403 "));
    answer_clear(&answer);
    close(file);
}

static void foreign_origins(void **state)
{
    char own[100];
    const char *const origins[] = {
        "http://example.org", "https://127.0.0.1", "null", "", "http://127.0.0.1:1", "file://"};
    (void)state;
    for (size_t i = 0; i < sizeof origins / sizeof origins[0]; i++) {
        char origin[100];
        snprintf(origin, sizeof origin, "Origin: %s\r\n", origins[i]);
        int status =
            status_with("POST", "/api/position", headers_of(own_host(), server.token, origin),
                        "{\"game\":\"chess\"}");
        assert_int_equal(status, 403);
    }
    snprintf(own, sizeof own, "Origin: http://127.0.0.1:%d\r\n", server.port);
    assert_int_equal(status_with("POST", "/api/position", headers_of(own_host(), server.token, own),
                                 "{\"game\":\"chess\"}"),
                     200);
}

/* ----------------------------------------------------------------------------------------- files
 */

static void only_files_of_the_page(void **state)
{
    static const char *const paths[] = {
        "/../../../../etc/passwd",
        "/..%2f..%2f..%2fetc/passwd",
        "/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/folder/../../index.html",
        "/./index.html",
        "//etc/passwd",
        "/.hidden.txt",
        "/page.unknown",
        "/link.txt",
        "/linked/passwd.txt",
        "/folder.txt",
        "/folder.txt/",
        "/index.html/",
        "/index.html%00.js",
        "/nothing.html",
        "/page.js\\..\\index.html",
    };
    char path[200];
    (void)state;
    snprintf(path, sizeof path, "%s/link.txt", server.folder);
    assert_int_equal(symlink("/etc/passwd", path), 0);
    snprintf(path, sizeof path, "%s/linked", server.folder);
    assert_int_equal(symlink("/etc", path), 0);
    snprintf(path, sizeof path, "%s/folder.txt", server.folder);
    assert_int_equal(mkdir(path, 0700), 0);
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        struct answer answer =
            client_raw(&server, "GET", paths[i], headers_of(own_host(), NULL, ""), NULL);
        if (answer.status != 404 && answer.status != 400 &&
            !(answer.status == 200 && strstr(answer.body, "<title>page</title>")))
            fail_msg("%s: %d", paths[i], answer.status);
        assert_null(strstr(answer.body, "root:"));
        assert_null(strstr(answer.body, "secret"));
        answer_clear(&answer);
    }
    struct answer answer = client_raw(&server, "GET", "/", headers_of(own_host(), NULL, ""), NULL);
    assert_int_equal(answer.status, 200);
    assert_non_null(strstr(answer.text, "Content-Security-Policy: default-src 'none';"));
    assert_non_null(strstr(answer.text, "X-Content-Type-Options: nosniff"));
    assert_non_null(strstr(answer.text, "Content-Type: text/html"));
    answer_clear(&answer);
    answer = client_raw(&server, "GET", "/page.js", headers_of(own_host(), NULL, ""), NULL);
    assert_non_null(strstr(answer.text, "Content-Type: text/javascript"));
    answer_clear(&answer);
    assert_int_equal(status_with("POST", "/", headers_of(own_host(), NULL, ""), "x"), 405);
    assert_int_equal(status_with("DELETE", "/page.js", headers_of(own_host(), NULL, ""), NULL),
                     405);
}

/* ------------------------------------------------------------------------------------ too much of
 */

static void large_bodies(void **state)
{
    enum { MEGABYTE = 1 << 20, BODY = 100 };
    char head[1200];
    char *part = calloc(1, MEGABYTE);
    long long before = nodes_now();
    (void)state;
    snprintf(head, sizeof head, "POST /api/position HTTP/1.1\r\n%sContent-Length: %d\r\n\r\n",
             headers_of(own_host(), server.token, ""), BODY * MEGABYTE);
    int file = client_connect(&server), sent = 0;
    assert_true(client_send(file, head, strlen(head)));
    while (sent < BODY && client_send(file, part, MEGABYTE))
        sent++;
    assert_true(sent < BODY); /* nobody has read it */
    close(file);
    struct answer answer;
    /* Who waits for the answer before the body gets it. */
    file = client_connect(&server);
    assert_true(client_send(file, head, strlen(head)));
    answer = client_answer(file);
    assert_int_equal(answer.status, 413);
    answer_clear(&answer);
    close(file);
    char *body = malloc((64 << 10) + 2);
    memset(body, ' ', (64 << 10) + 1);
    body[(64 << 10) + 1] = '\0';
    assert_int_equal(
        status_with("POST", "/api/position", headers_of(own_host(), server.token, ""), body), 413);
    body[64 << 10] = '\0';
    memcpy(body, "{\"game\":\"chess\"}", 16);
    assert_int_equal(
        status_with("POST", "/api/position", headers_of(own_host(), server.token, ""), body), 200);
    assert_int_equal(
        status_with("POST", "/api/position",
                    headers_of(own_host(), server.token, "Transfer-Encoding: chunked\r\n"), NULL),
        400);
    assert_int_equal(status_with("POST", "/api/position",
                                 headers_of(own_host(), server.token,
                                            "Content-Length: 99999999999999999999\r\n"),
                                 NULL) /
                         100,
                     4);
    free(body);
    free(part);
    all_is_well(before);
}

static void many_headers(void **state)
{
    enum { HEADERS = 10000 };
    char *request = malloc(HEADERS * 32 + 400);
    long long before = nodes_now();
    (void)state;
    size_t length = (size_t)sprintf(request, "GET /api/about HTTP/1.1\r\n%s",
                                    headers_of(own_host(), server.token, ""));
    for (int i = 0; i < HEADERS; i++)
        length += (size_t)sprintf(request + length, "X-Header-%d: value\r\n", i);
    length += (size_t)sprintf(request + length, "\r\n");
    int file = client_connect(&server);
    client_send(file, request, length);
    struct answer answer = client_answer(file);
    assert_true(answer.status != 200);
    answer_clear(&answer);
    close(file);
    /* One that never ends. */
    file = client_connect(&server);
    length = (size_t)sprintf(request, "GET /");
    memset(request + length, 'a', 200000);
    client_send(file, request, length + 200000);
    answer = client_answer(file);
    assert_true(answer.status != 200);
    answer_clear(&answer);
    close(file);
    free(request);
    all_is_well(before);
}

static void nonsense(void **state)
{
    static const char *const requests[] = {
        "\r\n\r\n\r\n",
        "GET\r\n\r\n",
        "GET / HTTP/9.9\r\n\r\n",
        "\x16\x03\x01\x02",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "POST /api/position HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
        "GET http://example.org/ HTTP/1.1\r\nHost: example.org\r\n\r\n",
    };
    (void)state;
    long long before = nodes_now();
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        int file = client_connect(&server);
        client_send(file, requests[i], strlen(requests[i]));
        shutdown(file, SHUT_WR);
        struct answer answer = client_answer(file);
        assert_true(answer.status != 200);
        answer_clear(&answer);
        close(file);
    }
    all_is_well(before);
}

/* They have begun to say something, and stay. */
static void half_open(void **state)
{
    static const char part[] = "GET /api/about HTTP/1.1\r\nHost: 127";
    int files[HALF_OPEN];
    long long before = nodes_now();
    (void)state;
    for (int i = 0; i < HALF_OPEN; i++) {
        files[i] = client_connect(&server);
        if (i % 2 == 0)
            client_send(files[i], part, strlen(part));
    }
    all_is_well(before);
    for (int i = 0; i < HALF_OPEN; i++)
        close(files[i]);
    all_is_well(before);
}

/* It takes a moment until the server has noticed that streams are gone, and has room for another.
 */
static bool opens_at_last(struct events *events)
{
    for (int i = 0; i < 300; i++) {
        if (events_open(events, &server, id))
            return true;
        events_close(events);
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
    return false;
}

/* All at once: some are let in, the others are told so. */
static void many_clients(void **state)
{
    static struct {
        int file, status;
        size_t size;
        char head[64];
    } clients[CLIENTS];
    char request[1200];
    long long before = nodes_now();
    int open = 0, refused = 0, left = CLIENTS;
    (void)state;
    snprintf(request, sizeof request, "GET /api/searches/%s/events?token=%s HTTP/1.1\r\n%s\r\n", id,
             server.token, headers_of(own_host(), NULL, "Connection: close\r\n"));
    for (int i = 0; i < CLIENTS; i++) {
        clients[i].file = client_connect(&server);
        assert_true(clients[i].file >= 0);
        assert_true(client_send(clients[i].file, request, strlen(request)));
    }
    for (int round = 0; round < 600 && left > 0; round++) {
        struct pollfd polls[CLIENTS];
        for (int i = 0; i < CLIENTS; i++)
            polls[i] =
                (struct pollfd){.fd = clients[i].status ? -1 : clients[i].file, .events = POLLIN};
        poll(polls, CLIENTS, 100);
        for (int i = 0; i < CLIENTS; i++) {
            if (polls[i].revents == 0)
                continue;
            size_t room = sizeof clients[i].head - 1 - clients[i].size;
            ssize_t got = recv(clients[i].file, clients[i].head + clients[i].size, room, 0);
            clients[i].size += got > 0 ? (size_t)got : 0;
            if (got > 0 && clients[i].size < 16)
                continue;
            clients[i].status = got > 0 ? atoi(clients[i].head + 9) : -1;
            open += clients[i].status == 200;
            refused += clients[i].status == 429 || clients[i].status == -1;
            if (clients[i].status != 200) /* then others can come in */
                close(clients[i].file);
            left--;
        }
    }
    assert_int_equal(left, 0);
    assert_true(open > 0 && open <= STREAMS);
    assert_int_equal(open + refused, CLIENTS);
    assert_true(server_lives(&server));
    for (int i = 0; i < CLIENTS; i++) {
        if (clients[i].status == 200)
            close(clients[i].file);
    }
    struct events events;
    assert_true(opens_at_last(&events));
    events_close(&events);
    all_is_well(before);
}

/* It reads nothing for a while, and what it gets then is new. */
static void slow_client(void **state)
{
    struct events slow;
    const char *name, *data;
    int small = 2048, large = 1 << 20, frames = 0;
    long long before = nodes_now(), last = 0;
    (void)state;
    assert_true(opens_at_last(&slow));
    setsockopt(slow.file, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    nanosleep(&(struct timespec){.tv_sec = 3}, NULL);
    all_is_well(before); /* nobody waits for it */
    long long now = nodes_now();
    setsockopt(slow.file, SOL_SOCKET, SO_RCVBUF, &large, sizeof large);
    while (last < now && events_next(&slow, &name, &data)) {
        const char *found = strcmp(name, "progress") == 0 ? strstr(data, "\"nodes\":") : NULL;
        if (found) {
            assert_true(atoll(found + 8) >= last);
            last = atoll(found + 8);
            frames++;
        }
    }
    assert_true(last >= now && frames > 0);
    events_close(&slow);
}

/* ------------------------------------------------------------------------------------- the command
 */

/* What it says on standard error, and its exit status. */
static int say(const char *arguments, char *text, size_t size)
{
    char line[600];
    snprintf(line, sizeof line, "%s serve %s 2>&1", command, arguments);
    FILE *file = popen(line, "r");
    size_t length = fread(text, 1, size - 1, file);
    text[length] = '\0';
    return WEXITSTATUS(pclose(file));
}

static void bad_usage(void **state)
{
    char text[600], arguments[200];
    const char *const wrong[][2] = {{"--web /nowhere", "no index.html"},
                                    {"--port 70000", "--port"},
                                    {"--bind example.org", "no address in digits"},
                                    {"argument", "argument"}};
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        snprintf(arguments, sizeof arguments, "%s%s", wrong[i][0], i == 0 ? "" : " --web ");
        if (i > 0)
            strcat(arguments, server.folder);
        assert_int_equal(say(arguments, text, sizeof text), 2);
        assert_non_null(strstr(text, wrong[i][1]));
    }
    snprintf(arguments, sizeof arguments, "--port %d --web %s", server.port, server.folder);
    assert_int_equal(say(arguments, text, sizeof text), 2);
    assert_non_null(strstr(text, "somebody else listens there"));
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tokens),          cmocka_unit_test(foreign_hosts),
        cmocka_unit_test(foreign_origins), cmocka_unit_test(only_files_of_the_page),
        cmocka_unit_test(large_bodies),    cmocka_unit_test(many_headers),
        cmocka_unit_test(nonsense),        cmocka_unit_test(half_open),
        cmocka_unit_test(many_clients),    cmocka_unit_test(slow_client),
        cmocka_unit_test(bad_usage),
    };
    if (argc != 2 || !server_begin(&server, command = argv[1])) {
        fprintf(stderr, "usage: guard_test COPSE\n");
        return 2;
    }
    struct answer answer =
        client_ask(&server, "POST", "/api/searches",
                   "{\"game\":\"random\",\"algorithm\":\"pbf\",\"limits\":{\"endless\":true,"
                   "\"memory\":4000000},\"watch\":{\"tree\":true}}");
    if (answer.status == 201)
        sscanf(answer.body, "{\"id\":\"%15[0-9]", id);
    answer_clear(&answer);
    /* Somebody watches all the time, or the search would be forgotten. */
    struct events watcher;
    bool watched = events_open(&watcher, &server, id);
    pid_t reader = watched ? fork() : -1;
    if (reader == 0) {
        const char *name, *data;
        while (events_next(&watcher, &name, &data))
            continue;
        _exit(0);
    }
    int failed = watched ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
    if (server_end(&server, SIGTERM) != 0) {
        fprintf(stderr, "the server has not ended as it should\n");
        failed++;
    }
    if (reader > 0)
        waitpid(reader, NULL, 0);
    events_close(&watcher);
    return failed;
}
