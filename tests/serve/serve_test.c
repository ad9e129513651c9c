/* SPDX-License-Identifier: MIT
 *
 * copse serve COMMAND: what a page may ask and how it is answered, searches that are watched,
 * stopped, gone on with and left alone. */
#include "serve/client.h"
#include "support.h"

#include <jansson.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char *command;
static struct server server;
static char alone[16]; /* a search that nobody watches, from the beginning on */

static json_t *read_json(const char *text)
{
    json_error_t error;
    json_t *value = json_loads(text, 0, &error);
    if (value == NULL)
        fail_msg("%s: %.200s", error.text, text);
    return value;
}

static json_t *asked(const char *method, const char *path, const char *body, int status)
{
    struct answer answer = client_ask(&server, method, path, body);
    if (answer.status != status)
        fail_msg("%s %s: %d, not %d: %.300s", method, path, answer.status, status,
                 answer.text ? answer.text : "");
    json_t *value = answer.body && answer.body[0] ? read_json(answer.body) : NULL;
    answer_clear(&answer);
    return value;
}

static void is_refused(const char *path, const char *body, int status, const char *words)
{
    json_t *error = asked("POST", path, body, status);
    const char *text = json_string_value(json_object_get(error, "error"));
    if (text == NULL || strstr(text, words) == NULL)
        fail_msg("%s: no '%s' in '%s'", body, words, text ? text : "");
    json_decref(error);
}

static const char *text_of(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

static json_int_t number_of(const json_t *object, const char *name)
{
    return json_integer_value(json_object_get(object, name));
}

/* Begins a search; its number is in `id`. */
static void begin(const char *body, char id[16])
{
    json_t *answer = asked("POST", "/api/searches", body, 201);
    snprintf(id, 16, "%s", text_of(answer, "id"));
    json_decref(answer);
}

static void at_search(const char *method, const char *id, const char *what, const char *body,
                      int status)
{
    char path[200];
    snprintf(path, sizeof path, "/api/searches/%s%s", id, what);
    json_decref(asked(method, path, body, status));
}

/* The next event of this name. */
static json_t *next_of(struct events *events, const char *wanted)
{
    const char *name, *data;
    while (events_next(events, &name, &data)) {
        if (strcmp(name, wanted) == 0)
            return read_json(data);
        if (strcmp(name, "failed") == 0)
            fail_msg("%s", data);
    }
    fail_msg("the stream has ended without '%s'", wanted);
    return NULL;
}

static void open_events(struct events *events, const char *id)
{
    if (!events_open(events, &server, id))
        fail_msg("no events of search %s", id);
}

/* -------------------------------------------------------------------------------- what there is */

static void about(void **state)
{
    (void)state;
    json_t *all = asked("GET", "/api/about", NULL, 200);
    assert_int_equal(json_array_size(json_object_get(all, "games")), copse_game_count());
    assert_int_equal(json_array_size(json_object_get(all, "algorithms")), copse_algorithm_count());
    assert_string_equal(text_of(all, "version"), copse_version());
    size_t i;
    json_t *algorithm;
    int trees = 0;
    json_array_foreach(json_object_get(all, "algorithms"), i, algorithm)
    {
        const copse_algorithm *same = copse_algorithm_find(text_of(algorithm, "name"));
        assert_int_equal(json_array_size(json_object_get(algorithm, "options")),
                         same->option_count);
        assert_int_equal(json_is_true(json_object_get(algorithm, "tree")), same->tree);
        trees += same->tree;
    }
    assert_true(trees > 0);
    json_decref(all);
}

static void positions(void **state)
{
    (void)state;
    json_t *place =
        asked("POST", "/api/position", "{\"game\":\"chess\",\"moves\":[\"e2e4\",\"e7e5\"]}", 200);
    assert_string_equal(text_of(place, "text"),
                        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
    assert_int_equal(number_of(place, "to_move"), 0);
    assert_int_equal(json_array_size(json_object_get(place, "moves")), 29);
    json_decref(place);
    place = asked("POST", "/api/position", "{\"game\":\"othello\",\"moves\":[\"d3\"]}", 200);
    assert_int_equal(number_of(place, "to_move"), 1);
    assert_int_equal(number_of(place, "ply"), 1);
    json_decref(place);
    place = asked("POST", "/api/position", "{\"game\":\"checkers\"}", 200);
    assert_int_equal(number_of(place, "to_move"), 0);
    assert_int_equal(json_array_size(json_object_get(place, "moves")), 7);
    json_decref(place);
    place = asked("POST", "/api/position",
                  "{\"game\":\"chess\",\"moves\":[\"f2f3\",\"e7e5\",\"g2g4\",\"d8h4\"]}", 200);
    assert_true(json_is_true(json_object_get(place, "over")));
    assert_string_equal(text_of(json_object_get(place, "outcome"), "text"), "Black wins.");
    json_decref(place);
    for (int i = 0; i < copse_game_count(); i++) {
        char body[80];
        snprintf(body, sizeof body, "{\"game\":\"%s\"}", copse_game_at(i)->name);
        json_decref(asked("POST", "/api/position", body, 200));
        json_decref(asked("POST", "/api/game", body, 200));
    }
}

static void bad_positions(void **state)
{
    static const char place[] = "/api/position";
    (void)state;
    is_refused(place, "{\"game\":\"chss\"}", 400, "did you mean 'chess'");
    is_refused(place, "{}", 400, "Game: is missing");
    is_refused(place, "{\"game\":7}", 400, "has to be a text");
    is_refused(place, "{\"game\":\"chess\",\"position\":\"nothing\"}", 400, "FEN");
    is_refused(place, "{\"game\":\"chess\",\"moves\":[\"e2e5\"]}", 400, "Move 1");
    is_refused(place, "{\"game\":\"chess\",\"moves\":[7]}", 400, "not a text");
    is_refused(place, "{\"game\":\"chess\",\"movs\":[]}", 400, "no member 'movs'");
    is_refused(place, "{\"\":\"chess\"}", 400, "no member ''");
    is_refused(place, "{\"game position\":\"chess\"}", 400, "no member");
    is_refused(place, "[]", 400, "no object");
    is_refused(place, "{\"game\":", 400, "no JSON");
    is_refused(place, "", 400, "no JSON");
    is_refused(place, "{\"game\":\"chess\",\"position\":\"a\\u0000b\"}", 400, "");
    is_refused("/api/game", "{\"game\":\"chess\",\"result\":\"2-0\"}", 400, "1/2-1/2");
    char *deep = malloc(60001);
    memset(deep, '[', 60000);
    deep[60000] = '\0';
    is_refused(place, deep, 400, "JSON");
    free(deep);
}

static void games_as_files(void **state)
{
    (void)state;
    json_t *file =
        asked("POST", "/api/game",
              "{\"game\":\"chess\",\"moves\":[\"e2e4\",\"e7e5\"],\"result\":\"1-0\"}", 200);
    assert_non_null(strstr(text_of(file, "text"), "1. e4 e5 1-0"));
    assert_string_equal(text_of(file, "name"), "chess.pgn");
    json_decref(file);
    file = asked("POST", "/api/game", "{\"game\":\"othello\",\"moves\":[\"d3\"]}", 200);
    assert_non_null(strstr(text_of(file, "text"), "B[d3]"));
    json_decref(file);
    file = asked("POST", "/api/game", "{\"game\":\"checkers\",\"moves\":[\"11-15\"]}", 200);
    assert_non_null(strstr(text_of(file, "text"), "1. 11-15 *"));
    json_decref(file);
}

static void the_lab(void **state)
{
    (void)state;
    json_t *lab = asked("GET", "/api/lab", NULL, 200);
    assert_true(json_array_size(json_object_get(lab, "experiments")) > 10);
    json_decref(lab);
    lab = asked("GET", "/api/lab/korf-fig10", NULL, 200);
    assert_string_equal(text_of(lab, "state"), "not run");
    json_decref(lab);
    json_decref(asked("GET", "/api/lab/nothing", NULL, 404));
    json_decref(asked("GET", "/api/lab/korf-fig10/plot.svg", NULL, 404)); /* it was not run */
}

static void no_such_thing(void **state)
{
    (void)state;
    json_decref(asked("GET", "/api/nothing", NULL, 404));
    json_decref(asked("GET", "/api/position", NULL, 405));
    json_decref(asked("PUT", "/api/searches/1", "{}", 405));
    json_decref(asked("POST", "/api/searches/12345/stop", NULL, 404));
    json_decref(asked("GET", "/api/searches/12345/events", NULL, 404));
    json_decref(asked("DELETE", "/api/searches/99999999999999999999", NULL, 404));
    json_decref(asked("DELETE", "/api/searches/-1", NULL, 404));
}

/* -------------------------------------------------------------------------------------- searches
 */

static void watched_to_the_end(void **state)
{
    char id[16];
    struct events events;
    (void)state;
    begin("{\"game\":\"random\",\"algorithm\":\"pbf\",\"limits\":{\"expansions\":4000,\"memory\":"
          "8000000},"
          "\"machine\":\"sim\",\"processors\":4,\"watch\":{\"tree\":true,\"processors\":true}}",
          id);
    open_events(&events, id);
    const char *name, *data;
    int trees = 0, times = 0, ends = 0;
    json_t *last = NULL;
    while (events_next(&events, &name, &data)) {
        json_t *value = read_json(data);
        if (strcmp(name, "tree") == 0) {
            size_t i;
            json_t *row;
            json_array_foreach(json_object_get(value, "nodes"), i, row)
            {
                json_int_t parent = json_integer_value(json_array_get(row, 0));
                assert_int_equal(json_array_size(row), 5);
                assert_true(i == 0 ? parent == -1 : parent >= 0 && parent < (json_int_t)i);
            }
            assert_true(i >= 1 && i <= 3000);
            assert_true(number_of(value, "total") >= (json_int_t)i);
            trees += i > 1; /* at first there is only the root */
        } else if (strcmp(name, "processors") == 0) {
            assert_int_equal(json_array_size(json_object_get(value, "processors")), 4);
            assert_true(json_array_size(json_object_get(value, "slices")) <= 2000);
            assert_true(json_is_true(json_object_get(value, "virtual")));
            times++;
        } else if (strcmp(name, "done") == 0) {
            last = json_incref(value);
            ends++;
        }
        json_decref(value);
    }
    assert_true(trees > 0 && times > 0);
    assert_int_equal(ends, 1);
    assert_string_equal(text_of(last, "stop"), "expansions");
    const json_t *result = json_object_get(last, "result"),
                 *roots = json_object_get(result, "roots");
    assert_true(number_of(result, "expansions") >= 4000);
    assert_string_equal(text_of(json_array_get(roots, 0), "move"), text_of(last, "move"));
    assert_int_equal(number_of(json_object_get(last, "processors"), "count"), 4);
    json_decref(last);
    events_close(&events);
    /* Who comes later sees the end at once. */
    open_events(&events, id);
    json_decref(next_of(&events, "progress"));
    json_decref(next_of(&events, "done"));
    assert_false(events_next(&events, &name, &data));
    events_close(&events);
    at_search("DELETE", id, "", NULL, 204);
    at_search("DELETE", id, "", NULL, 404);
}

static void stopped_and_gone_on_with(void **state)
{
    char id[16];
    struct events first, second;
    (void)state;
    begin("{\"game\":\"othello\",\"limits\":{\"endless\":true,\"memory\":8000000}}", id);
    open_events(&first, id);
    json_t *one = next_of(&first, "progress"), *other = next_of(&first, "progress");
    assert_true(number_of(other, "nodes") > number_of(one, "nodes"));
    json_decref(one);
    json_decref(other);
    events_close(&first); /* the page is loaded again */
    open_events(&second, id);
    json_decref(next_of(&second, "progress"));
    at_search("POST", id, "/stop", NULL, 204);
    json_t *done = next_of(&second, "done");
    assert_string_equal(text_of(done, "stop"), "asked");
    char body[200];
    snprintf(body, sizeof body, "{\"played\":[\"%s\"],\"limits\":{\"nodes\":2000}}",
             text_of(done, "move"));
    json_decref(done);
    events_close(&second);
    at_search("POST", id, "/stop", NULL, 204); /* nothing is under way: nothing happens */
    at_search("POST", id, "/go", body, 204);
    open_events(&second, id);
    done = next_of(&second, "done");
    assert_string_equal(text_of(done, "stop"), "nodes");
    assert_true(number_of(json_object_get(done, "result"), "nodes") >= 2000);
    json_decref(done);
    events_close(&second);
    at_search("POST", id, "/go", body, 400); /* that move was played already */
    at_search("POST", id, "/go", "{\"limits\":{}}", 400);
    /* In the middle of a run it begins anew, in the same stream. */
    at_search("POST", id, "/go", "{\"limits\":{\"endless\":true}}", 204);
    open_events(&second, id);
    json_decref(next_of(&second, "progress"));
    at_search("POST", id, "/go", "{\"limits\":{\"nodes\":3000}}", 204);
    done = next_of(&second, "done");
    assert_string_equal(text_of(done, "stop"), "nodes");
    json_decref(done);
    events_close(&second);
    at_search("DELETE", id, "", NULL, 204);
}

static void bad_searches(void **state)
{
    static const char *const wrong[][2] = {
        {"{\"game\":\"random\"}", "one of depth"},
        {"{\"game\":\"random\",\"limits\":{\"depth\":0}}", "Limits: depth"},
        {"{\"game\":\"random\",\"limits\":{\"depth\":\"4\"}}", "Limits: depth"},
        {"{\"game\":\"random\",\"limits\":{\"seconds\":-1}}", "Limits: seconds"},
        {"{\"game\":\"random\",\"limits\":{\"deep\":4}}", "no member 'deep'"},
        {"{\"game\":\"random\",\"limits\":{\"depth\":4,\"memory\":1}}", "Limits: memory"},
        {"{\"game\":\"random\",\"limits\":{\"depth\":4},\"algorithm\":\"pvss\"}", "pvs"},
        {"{\"game\":\"random\",\"limits\":{\"depth\":4},\"algorithm\":\"pvs\","
         "\"options\":{\"nothing\":\"1\"}}",
         "nothing"},
        {"{\"game\":\"random\",\"limits\":{\"depth\":4},\"algorithm\":\"pvs\","
         "\"options\":{\"ordering\":1}}",
         "has to be a text"},
        {"{\"game\":\"random\",\"limits\":{\"depth\":4},\"algorithm\":\"pvs\","
         "\"machine\":\"sim\",\"processors\":2}",
         "not parallel"},
        {"{\"game\":\"random\",\"limits\":{\"depth\":4},\"machine\":\"mpi\"}", "threads or sim"},
        {"{\"game\":\"random\",\"limits\":{\"depth\":4},\"processors\":100000}", "Processors"},
        {"{\"game\":\"random\",\"limits\":{\"depth\":4},\"watch\":{\"all\":true}}", "no member"},
        {"{\"game\":\"chess\",\"position\":\"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\","
         "\"limits\":{\"depth\":4}}",
         "over"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        is_refused("/api/searches", wrong[i][0], 400, wrong[i][1]);
}

/* A page names no file and starts no program. */
static void no_files_and_programs(void **state)
{
    static const char *const wrong[] = {
        "{\"game\":\"chess\",\"limits\":{\"nodes\":10},\"algorithm\":\"rbfm\","
        "\"options\":{\"evaluator\":\"uci:touch started\"}}",
        "{\"game\":\"chess\",\"limits\":{\"nodes\":10},\"algorithm\":\"rbfm\","
        "\"options\":{\"evaluator\":\"uci:1:touch started\"}}",
        "{\"game\":\"chess\",\"limits\":{\"nodes\":10},\"algorithm\":\"rbfm\","
        "\"options\":{\"model\":\"/etc/passwd\"}}",
        "{\"game\":\"chess\",\"limits\":{\"nodes\":10},\"algorithm\":\"rbfm\","
        "\"options\":{\"model\":\"some.model\"}}",
        "{\"game\":\"chess\",\"limits\":{\"nodes\":10},\"algorithm\":\"pvs\","
        "\"options\":{\"weights\":\"/etc/passwd\"}}",
        "{\"game\":\"random\",\"limits\":{\"nodes\":10},\"algorithm\":\"pbf\",\"machine\":\"sim\","
        "\"processors\":2,\"costs\":\"/etc/passwd\"}",
    };
    char path[128];
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        is_refused("/api/searches", wrong[i], 400, "");
    snprintf(path, sizeof path, "%s/started", server.folder);
    assert_int_equal(access(path, F_OK), -1);
}

static void too_many_searches(void **state)
{
    static const char endless[] =
        "{\"game\":\"random\",\"limits\":{\"endless\":true,\"memory\":4000000}}";
    char ids[8][16];
    int count = 0, status = 201;
    (void)state;
    while (count < 9 && status == 201) {
        struct answer answer = client_ask(&server, "POST", "/api/searches", endless);
        status = answer.status;
        if (status == 201) {
            json_t *value = read_json(answer.body);
            assert_true(count < 8);
            snprintf(ids[count++], 16, "%s", text_of(value, "id"));
            json_decref(value);
        }
        answer_clear(&answer);
    }
    assert_int_equal(status, 429);
    assert_true(count == 7 || count == 8); /* the one that is left alone may be there still */
    for (int i = 0; i < count; i++)
        at_search("DELETE", ids[i], "", NULL, 204);
    begin(endless, ids[0]);
    at_search("DELETE", ids[0], "", NULL, 204);
    is_refused("/api/searches",
               "{\"game\":\"random\",\"limits\":{\"depth\":4,\"memory\":4000000000000000}}", 400,
               "memory");
}

/* Nobody has watched it since the beginning. */
static void left_alone(void **state)
{
    (void)state;
    char path[80];
    snprintf(path, sizeof path, "/api/searches/%s/stop", alone);
    int status = 204;
    for (int i = 0; i < 600 && status == 204; i++) {
        struct answer answer = client_ask(&server, "POST", path, NULL);
        status = answer.status;
        answer_clear(&answer);
        nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
    }
    assert_int_equal(status, 404);
}

/* With a search under way, and somebody who watches it. */
static void ends_when_told(void **state)
{
    static const int signals[] = {SIGINT, SIGTERM};
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct server one;
        struct events events;
        const char *name, *data;
        assert_true(server_begin(&one, command));
        struct answer answer = client_ask(
            &one, "POST", "/api/searches",
            "{\"game\":\"chess\",\"limits\":{\"endless\":true,\"memory\":8000000},\"processors\":2,"
            "\"algorithm\":\"rbfm\",\"watch\":{\"tree\":true,\"processors\":true}}");
        assert_int_equal(answer.status, 201);
        answer_clear(&answer);
        assert_true(events_open(&events, &one, "1"));
        assert_true(events_next(&events, &name, &data));
        assert_int_equal(server_end(&one, signals[i]), 0);
        while (events_next(&events, &name, &data))
            continue;
        events_close(&events);
    }
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(about),
        cmocka_unit_test(positions),
        cmocka_unit_test(bad_positions),
        cmocka_unit_test(games_as_files),
        cmocka_unit_test(the_lab),
        cmocka_unit_test(no_such_thing),
        cmocka_unit_test(watched_to_the_end),
        cmocka_unit_test(stopped_and_gone_on_with),
        cmocka_unit_test(bad_searches),
        cmocka_unit_test(no_files_and_programs),
        cmocka_unit_test(too_many_searches),
        cmocka_unit_test(ends_when_told),
        cmocka_unit_test(left_alone),
    };
    if (argc != 2 || !server_begin(&server, command = argv[1])) {
        fprintf(stderr, "usage: serve_test COPSE\n");
        return 2;
    }
    struct answer answer =
        client_ask(&server, "POST", "/api/searches",
                   "{\"game\":\"random\",\"limits\":{\"endless\":true,\"memory\":4000000}}");
    if (answer.status == 201)
        sscanf(answer.body, "{\"id\":\"%15[0-9]", alone);
    answer_clear(&answer);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    if (server_end(&server, SIGTERM) != 0) {
        fprintf(stderr, "the server has not ended as it should\n");
        failed++;
    }
    return failed;
}
