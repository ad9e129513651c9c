/* SPDX-License-Identifier: MIT */
#include "serve/server.h"

#include "serve/about.h"
#include "serve/ask.h"
#include "serve/files.h"
#include "serve/guard.h"
#include "serve/listen.h"
#include "serve/place.h"
#include "serve/reply.h"
#include "serve/runs.h"
#include "serve/stream.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* Whoever says nothing for so long is gone. Streams have a heartbeat. */
enum { PATIENCE = 15 /* seconds */, CONNECTIONS = 128, HEADERS = 32 << 10 /* bytes */ };

struct server {
    struct guard guard;
    struct server_settings settings;
    struct runs *runs;
    struct MHD_Daemon *daemon;
    char url[200];
};

/* A request on its way in. */
struct request {
    char *body;
    size_t size, room;
    bool answered; /* before its body was read */
};

/* ---------------------------------------------------------------------------------------- guards
 */

struct header_count {
    const char *name;
    int count;
};

static enum MHD_Result count_header(void *user, enum MHD_ValueKind kind, const char *name,
                                    const char *value)
{
    struct header_count *count = user;
    (void)kind;
    (void)value;
    count->count += strcasecmp(name, count->name) == 0;
    return MHD_YES;
}

static bool is_once(struct MHD_Connection *connection, const char *name)
{
    struct header_count count = {.name = name};
    MHD_get_connection_values(connection, MHD_HEADER_KIND, count_header, &count);
    return count.count == 1;
}

static const char *header_of(struct MHD_Connection *connection, const char *name)
{
    return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

static bool is_api(const char *path)
{
    return strncmp(path, "/api/", 5) == 0;
}

static bool ends_in(const char *text, const char *ending)
{
    size_t length = strlen(text), part = strlen(ending);
    return length >= part && strcmp(text + length - part, ending) == 0;
}

/* What browsers ask for by themselves cannot have a header: streams and pictures. */
static bool has_token(const struct server *server, struct MHD_Connection *connection,
                      const char *method, const char *path)
{
    bool bare = strcmp(method, "GET") == 0 && (ends_in(path, "/events") || ends_in(path, ".svg"));
    const char *query =
        bare ? MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "token") : NULL;
    return guard_knows(&server->guard, header_of(connection, "X-Copse-Token")) ||
           guard_knows(&server->guard, query);
}

/* What is wrong with a request before anything of it is looked at; NULL: nothing. */
static const char *refusal(const struct server *server, struct MHD_Connection *connection,
                           const char *method, const char *path, unsigned *status)
{
    const char *origin = header_of(connection, "Origin"), *end = NULL;
    const char *length = header_of(connection, "Content-Length");
    *status = MHD_HTTP_FORBIDDEN;
    if (!is_once(connection, "Host") ||
        !guard_is_host(&server->guard, header_of(connection, "Host")))
        return "this server has another name: open the address that it has printed";
    if (origin && !guard_is_origin(&server->guard, origin))
        return "another page may not ask this server";
    if (is_api(path) && !has_token(server, connection, method, path))
        return "the token is missing or wrong: open the address that copse serve has printed";
    *status = MHD_HTTP_CONTENT_TOO_LARGE;
    if (length && strtoull(length, (char **)&end, 10) > SERVE_MOST_BODY)
        return "the body is larger than 64 KiB";
    *status = MHD_HTTP_BAD_REQUEST;
    if (header_of(connection, "Transfer-Encoding"))
        return "a body has to say its length";
    return NULL;
}

/* ---------------------------------------------------------------------------------------- answers
 */

static enum MHD_Result answer_place(struct MHD_Connection *connection, const json_t *asked)
{
    copse_message why;
    cop_record record;
    copse_status status = ask_members(asked, "a place", "game position moves", &why);
    if (status == COPSE_OK)
        status = ask_place(asked, &record, &why);
    if (status != COPSE_OK)
        return reply_error(connection, reply_status(status), why.text);
    json_t *place = place_json(&record);
    cop_record_clear(&record);
    return reply_json(connection, MHD_HTTP_OK, place);
}

static enum MHD_Result answer_game(struct MHD_Connection *connection, const json_t *asked)
{
    copse_message why;
    cop_record record;
    const json_t *given = json_object_get(asked, "result");
    const char *result = json_string_value(given);
    copse_status status = ask_members(asked, "a game", "game position moves result", &why);
    if (status == COPSE_OK && given && !json_is_null(given) && !(result && place_is_result(result)))
        status = cop_say(&why, COPSE_BAD_ARGUMENT, "result: 1-0, 0-1, 1/2-1/2 or *");
    if (status == COPSE_OK)
        status = ask_place(asked, &record, &why);
    if (status != COPSE_OK)
        return reply_error(connection, reply_status(status), why.text);
    json_t *file = place_file_json(&record, result);
    cop_record_clear(&record);
    return reply_json(connection, MHD_HTTP_OK, file);
}

static enum MHD_Result answer_new_search(struct server *server, struct MHD_Connection *connection,
                                         const json_t *request)
{
    copse_message why;
    struct asked asked;
    int number;
    bool full;
    copse_status status = ask_search(request, &asked, &why);
    if (status != COPSE_OK)
        return reply_error(connection, reply_status(status), why.text);
    if (runs_add(server->runs, &asked, &number, &full, &why)) {
        char id[16];
        snprintf(id, sizeof id, "%d", number);
        return reply_json(connection, MHD_HTTP_CREATED, json_pack("{s:s}", "id", id));
    }
    asked_clear(&asked);
    return reply_error(connection, full ? MHD_HTTP_TOO_MANY_REQUESTS : MHD_HTTP_SERVICE_UNAVAILABLE,
                       why.text);
}

static enum MHD_Result answer_go(struct server *server, struct MHD_Connection *connection,
                                 int number, const json_t *request)
{
    copse_message why;
    struct run *run = runs_find(server->runs, number);
    if (!run)
        return reply_error(connection, MHD_HTTP_NOT_FOUND, "there is no such search");
    copse_status status = run_go(run, request, &why);
    runs_release(server->runs, run);
    return status == COPSE_OK ? reply_nothing(connection)
                              : reply_error(connection, reply_status(status), why.text);
}

static enum MHD_Result answer_stop(struct server *server, struct MHD_Connection *connection,
                                   int number)
{
    struct run *run = runs_find(server->runs, number);
    if (!run)
        return reply_error(connection, MHD_HTTP_NOT_FOUND, "there is no such search");
    run_stop(run);
    runs_release(server->runs, run);
    return reply_nothing(connection);
}

static enum MHD_Result answer_remove(struct server *server, struct MHD_Connection *connection,
                                     int number)
{
    return runs_remove(server->runs, number)
               ? reply_nothing(connection)
               : reply_error(connection, MHD_HTTP_NOT_FOUND, "there is no such search");
}

/* ------------------------------------------------------------------------------------- who answers
 */

enum route {
    ROUTE_NONE,
    ROUTE_ABOUT,
    ROUTE_PLACE,
    ROUTE_GAME,
    ROUTE_LAB,
    ROUTE_NEW_SEARCH,
    ROUTE_SEARCH,
    ROUTE_EVENTS,
    ROUTE_STOP,
    ROUTE_GO,
};

static const struct {
    const char *path; /* '#' is the number of a search, '*' nothing or all that follows a '/' */
    const char *method;
    enum route route;
} routes[] = {
    {"/api/about", "GET", ROUTE_ABOUT},
    {"/api/position", "POST", ROUTE_PLACE},
    {"/api/game", "POST", ROUTE_GAME},
    {"/api/lab*", "GET", ROUTE_LAB},
    {"/api/searches", "POST", ROUTE_NEW_SEARCH},
    {"/api/searches/#", "DELETE", ROUTE_SEARCH},
    {"/api/searches/#/events", "GET", ROUTE_EVENTS},
    {"/api/searches/#/stop", "POST", ROUTE_STOP},
    {"/api/searches/#/go", "POST", ROUTE_GO},
};

/* Does the path have this form? The number in it is *number. */
static bool matches(const char *form, const char *path, int *number)
{
    size_t before = strcspn(form, "#*");
    if (form[before] == '\0')
        return strcmp(form, path) == 0;
    if (form[before] == '*')
        return strncmp(form, path, before) == 0 && (path[before] == '\0' || path[before] == '/');
    size_t digits = strncmp(form, path, before) == 0 ? strspn(path + before, "0123456789") : 0;
    if (digits == 0 || digits > 9 || strcmp(form + before + 1, path + before + digits) != 0)
        return false;
    *number = atoi(path + before);
    return true;
}

/* ROUTE_NONE: there is no such thing; *known: but with another method. */
static enum route find_route(const char *method, const char *path, int *number, bool *known)
{
    *known = false;
    for (size_t i = 0; i < sizeof routes / sizeof routes[0]; i++) {
        if (!matches(routes[i].path, path, number))
            continue;
        *known = true;
        if (strcmp(routes[i].method, method) == 0)
            return routes[i].route;
    }
    return ROUTE_NONE;
}

static enum MHD_Result answer_with_body(struct server *server, struct MHD_Connection *connection,
                                        enum route route, int number, const struct request *request)
{
    copse_message why;
    enum MHD_Result sent;
    json_t *asked = ask_read(request->body, request->size, &why);
    if (!asked)
        return reply_error(connection, MHD_HTTP_BAD_REQUEST, why.text);
    if (route == ROUTE_PLACE)
        sent = answer_place(connection, asked);
    else if (route == ROUTE_GAME)
        sent = answer_game(connection, asked);
    else if (route == ROUTE_NEW_SEARCH)
        sent = answer_new_search(server, connection, asked);
    else
        sent = answer_go(server, connection, number, asked);
    json_decref(asked);
    return sent;
}

static enum MHD_Result answer_api(struct server *server, struct MHD_Connection *connection,
                                  const char *method, const char *path,
                                  const struct request *request)
{
    int number = 0;
    bool known;
    switch (find_route(method, path, &number, &known)) {
    case ROUTE_ABOUT:
        return reply_json(connection, MHD_HTTP_OK, about_json());
    case ROUTE_LAB:
        return lab_reply(connection, server->settings.lab, server->settings.results_json,
                         path + strlen("/api/lab"));
    case ROUTE_PLACE:
    case ROUTE_GAME:
    case ROUTE_NEW_SEARCH:
    case ROUTE_GO:
        return answer_with_body(server, connection, find_route(method, path, &number, &known),
                                number, request);
    case ROUTE_SEARCH:
        return answer_remove(server, connection, number);
    case ROUTE_EVENTS:
        return stream_reply(connection, server->runs, number);
    case ROUTE_STOP:
        return answer_stop(server, connection, number);
    default:
        return known ? reply_error(connection, MHD_HTTP_METHOD_NOT_ALLOWED,
                                   "this can be asked for, but not with this method")
                     : reply_error(connection, MHD_HTTP_NOT_FOUND, "there is nothing of this name");
    }
}

static enum MHD_Result answer(struct server *server, struct MHD_Connection *connection,
                              const char *method, const char *path, const struct request *request)
{
    if (is_api(path))
        return answer_api(server, connection, method, path, request);
    if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
        return reply_error(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "files can only be read");
    return files_reply(connection, server->settings.web, path);
}

/* ------------------------------------------------------------------------------------ requests in
 */

static bool add_to_body(struct request *request, const char *bytes, size_t size)
{
    if (size > SERVE_MOST_BODY - request->size)
        return false;
    if (request->size + size > request->room) {
        size_t room = 2 * (request->size + size);
        char *body = realloc(request->body, room);
        if (!body)
            return false;
        request->body = body;
        request->room = room;
    }
    memcpy(request->body + request->size, bytes, size);
    request->size += size;
    return true;
}

/* Called for a request once when its headers are there, once for each part of its body, and once
 * when it is complete. */
static enum MHD_Result hear(void *user, struct MHD_Connection *connection, const char *path,
                            const char *method, const char *version, const char *part,
                            size_t *part_size, void **state)
{
    struct server *server = user;
    struct request *request = *state;
    (void)version;
    if (request == NULL) {
        unsigned status;
        *state = request = calloc(1, sizeof *request);
        if (request == NULL)
            return MHD_NO;
        const char *wrong = refusal(server, connection, method, path, &status);
        request->answered = wrong != NULL;
        return wrong ? reply_error(connection, status, wrong) : MHD_YES;
    }
    if (*part_size > 0) {
        bool fits = request->answered || add_to_body(request, part, *part_size);
        *part_size = 0;
        return fits ? MHD_YES : MHD_NO;
    }
    return request->answered ? MHD_YES : answer(server, connection, method, path, request);
}

static void forget(void *user, struct MHD_Connection *connection, void **state,
                   enum MHD_RequestTerminationCode why)
{
    struct request *request = *state;
    (void)user;
    (void)connection;
    (void)why;
    if (request) {
        free(request->body);
        free(request);
    }
    *state = NULL;
}

/* --------------------------------------------------------------------------------- start and stop
 */

static void write_url(struct server *server)
{
    const struct guard *guard = &server->guard;
    bool long_one = strchr(guard->address, ':') != NULL;
    const char *name = guard->everywhere ? (long_one ? "::1" : "127.0.0.1") : guard->address;
    snprintf(server->url, sizeof server->url, "http://%s%s%s:%d/#token=%s", long_one ? "[" : "",
             name, long_one ? "]" : "", guard->port, guard->token);
}

static bool open_server(struct server *server, copse_message *why)
{
    const struct server_settings *settings = &server->settings;
    struct guard *guard = &server->guard;
    int port = settings->port;
    if (!guard_init(guard, settings->address, why))
        return false;
    int file = listen_on(settings->address, &port, why);
    if (file < 0 && settings->port_is_a_wish) {
        port = 0;
        file = listen_on(settings->address, &port, why);
    }
    if (file < 0)
        return false;
    guard->port = port;
    write_url(server);
    server->runs = runs_new();
    if (server->runs)
        server->daemon = MHD_start_daemon(
            MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL |
                MHD_USE_ITC,
            0, NULL, NULL, hear, server, MHD_OPTION_LISTEN_SOCKET, file,
            MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT,
            (unsigned)PATIENCE, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEADERS,
            MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_NOTIFY_COMPLETED, forget, NULL,
            MHD_OPTION_END);
    if (server->daemon)
        return true;
    close(file);
    cop_say(why, COPSE_NO_MEMORY, "the server could not be started: not enough memory or threads");
    return false;
}

struct server *server_start(const struct server_settings *settings, copse_message *why)
{
    struct server *server = calloc(1, sizeof *server);
    if (server == NULL) {
        cop_say(why, COPSE_NO_MEMORY, "%s", copse_status_text(COPSE_NO_MEMORY));
        return NULL;
    }
    server->settings = *settings;
    if (open_server(server, why))
        return server;
    server_stop(server);
    return NULL;
}

void server_stop(struct server *server)
{
    if (server->runs)
        runs_close(server->runs); /* which ends the streams */
    if (server->daemon)
        MHD_stop_daemon(server->daemon);
    if (server->runs)
        runs_free(server->runs);
    free(server);
}

const char *server_url(const struct server *server)
{
    return server->url;
}
