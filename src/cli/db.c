/* SPDX-License-Identifier: MIT
 *
 * copse db: endgame databases of checkers, built, verified and asked.
 */
#include "cli/command.h"
#include "cli/complain.h"
#include "cli/format.h"
#include "cli/interrupt.h"
#include "cli/terminal.h"
#include "cli/text_table.h"
#include "lab/clock.h"
#include "lab/db_build.h"
#include "lab/db_probe.h"
#include "lab/db_speed.h"
#include "lab/db_verify.h"

#include <stdlib.h>
#include <string.h>

enum { KEY_PIECES = KEY_OWN, KEY_OUT, KEY_DISTANCE };

enum { STANDARD_DISTANCE = 4, MOST_ARGUMENTS = 3 };

struct request {
    const char *arguments[MOST_ARGUMENTS]; /* the first says what to do */
    int argument_count;
    const char *out;
    int pieces, distance, threads;
    bool json;
    double began, seconds;
    struct place place; /* of what is asked about */
};

static const struct argp_option options[] = {
    {"pieces", KEY_PIECES, "N", 0, "build: all positions with up to N pieces, 2 to 6", GROUP_WHAT},
    {"out", KEY_OUT, "DIR", 0, "build: the folder of the databases; made if it is not there",
     GROUP_WHAT},
    {"distance", KEY_DISTANCE, "N", OPTION_ARG_OPTIONAL,
     "build: also how many plies the game still takes, up to N pieces (4 if N is not given)",
     GROUP_WHAT},
    OPTION_THREADS("threads"),
    OPTION_JSON,
    {0}};

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct request *request = state->input;
    switch (key) {
    case KEY_PIECES:
        request->pieces = (int)option_number("pieces", value, DB_LEAST_PIECES, DB_MOST_PIECES);
        break;
    case KEY_OUT:
        request->out = value;
        break;
    case KEY_DISTANCE:
        request->distance =
            value ? (int)option_number("distance", value, DB_LEAST_PIECES, DB_MOST_PIECES)
                  : STANDARD_DISTANCE;
        break;
    case KEY_THREADS:
        request->threads = option_threads(value);
        break;
    case KEY_JSON:
        request->json = true;
        break;
    case ARGP_KEY_ARG:
        if (request->argument_count == MOST_ARGUMENTS)
            argument_unwanted(value, "build checkers, verify DIR, probe DIR FEN or speed DIR");
        request->arguments[request->argument_count++] = value;
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static const struct argp argp = {
    options,
    parse,
    "build checkers --pieces=N --out=DIR\nverify DIR\nprobe DIR FEN\nspeed DIR",
    "Endgame databases: what every position with few pieces is worth. 'build' makes them, and goes "
    "on where it was if it was killed; 'verify' checks every file and every position against where "
    "its moves lead; 'probe' says what a position and its moves are worth; 'speed' says how long "
    "it "
    "takes to ask.\v"
    "Examples:\n"
    "  copse db build checkers --pieces 4 --distance --out db\n"
    "  copse db verify db\n"
    "  copse db probe db B:WK18:BK15,K32\n"
    "  copse search checkers B:W28,K18:B5,K15 --set db=db --depth 12",
    NULL,
    NULL,
    NULL,
};

/* Static, so that what they hold is freed however the program ends. */
static struct request request;
static struct db_build build;
static struct db_verify verify;
static struct db_probe probe;

static void clear(void)
{
    db_probe_close(&probe);
    place_clear(&request.place);
}

/* ------------------------------------------------------------------------------------- progress */

static void show_progress(double share, bool loading, const char *doing, int group, int count,
                          cop_cdb_material material, bool stopping)
{
    enum { WIDTH = 30 };
    char bar[4 * WIDTH];
    terminal_bar(share < 1 ? share : 1, WIDTH, bar, sizeof bar);
    terminal_status("[%s%*s] %s %s, file %d of %d, %s%s", bar, WIDTH - text_columns(bar), "",
                    loading ? "loading" : doing, cop_cdb_group_name(material).text, group + 1,
                    count, seconds_words(clock_wall() - request.began).text,
                    stopping ? ", ending" : "");
}

static void show_building(struct db_build *now, double share, void *user)
{
    (void)user;
    show_progress(share, now->loading, "solving", now->group, now->group_count,
                  now->groups[now->group], atomic_load(&now->stop));
}

static void show_verifying(struct db_verify *now, double share, void *user)
{
    (void)user;
    show_progress(share, now->loading, "verifying", now->group, now->group_count,
                  now->groups[now->group], atomic_load(&now->stop));
}

/* --------------------------------------------------------------------------------------- counts */

static json_t *counts_json(const struct db_counts counts[COP_CDB_MOST + 1], int most)
{
    static const char *const names[] = {"losses", "draws", "wins"};
    json_t *rows = must(json_array());
    for (int i = 1; i <= most; i++) {
        json_t *row = must(json_object());
        if (counts[i].positions == 0)
            continue;
        json_put(row, "pieces", json_integer(i));
        json_put(row, "positions", json_count(counts[i].positions));
        for (int value = 2; value >= 0; value--)
            json_put(row, names[value], json_count(counts[i].values[value]));
        json_put(row, "captures", json_count(counts[i].captures));
        json_put(row, "plies", counts[i].plies < 0 ? json_null() : json_integer(counts[i].plies));
        json_array_append_new(rows, row);
    }
    return rows;
}

static void print_counts(const struct db_counts counts[COP_CDB_MOST + 1], int most)
{
    static const char *const heads[] = {"pieces", "positions", "won",    "drawn",
                                        "lost",   "captures",  "longest"};
    struct text_table table;
    text_table_init(&table, "rrrrrrr");
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        text_table_cell(&table, "%s", heads[i]);
    for (int i = 1; i <= most; i++) {
        if (counts[i].positions == 0)
            continue;
        text_table_cell(&table, "%d", i);
        text_table_cell(&table, "%s", count_words(counts[i].positions).text);
        for (int value = 2; value >= 0; value--)
            text_table_cell(&table, "%s", count_words(counts[i].values[value]).text);
        text_table_cell(&table, "%s", count_words(counts[i].captures).text);
        if (counts[i].plies < 0)
            text_table_cell(&table, " ");
        else
            text_table_cell(&table, "%d plies", counts[i].plies);
    }
    text_table_print(&table);
}

/* --------------------------------------------------------------------------------------- build */

static void show_build(void)
{
    if (request.json) {
        json_t *object = must(json_object());
        json_put(object, "game", json_string("checkers"));
        json_put(object, "out", json_text(build.folder));
        json_put(object, "pieces", counts_json(build.counts, build.pieces));
        json_put(object, "solved", json_integer(build.solved));
        json_put(object, "loaded", json_integer(build.loaded));
        json_put(object, "replaced", json_integer(build.replaced));
        json_put(object, "bytes", json_count(build.bytes));
        json_put(object, "threads", json_integer(build.threads));
        json_put(object, "seconds", json_real(request.seconds));
        json_print(object);
        return;
    }
    print_counts(build.counts, build.pieces);
    printf("\n%d of %d groups solved in %s on %d thread%s, %d were there; %s bytes in %s\n",
           build.solved, build.group_count, seconds_words(request.seconds).text, build.threads,
           plural(build.threads), build.loaded, count_words(build.bytes).text, build.folder);
    if (build.replaced > 0)
        printf("%d file%s damaged and made anew: %s\n", build.replaced,
               build.replaced == 1 ? " was" : "s were", build.damage.text);
}

static int run_build(void)
{
    copse_message why;
    if (request.argument_count != 2 || strcmp(request.arguments[1], "checkers") != 0)
        complain_usage("build '%s': takes one game, checkers",
                       request.argument_count < 2 ? "" : request.arguments[1]);
    if (request.pieces == 0)
        complain_usage("--pieces is missing: a whole number from %d to %d", DB_LEAST_PIECES,
                       DB_MOST_PIECES);
    if (request.out == NULL || request.out[0] == 0)
        complain_usage("--out is missing: the folder of the databases");
    build.folder = request.out;
    build.pieces = request.pieces;
    build.distance_pieces = request.distance;
    build.threads = request.threads ? request.threads : core_count();
    build.progress = terminal_watched() ? show_building : NULL;
    interrupt_begin(interrupt_sets, &build.stop);
    copse_status status = db_build(&build, &why);
    interrupt_end();
    request.seconds = clock_wall() - request.began;
    terminal_status_clear();
    if (status == COPSE_NO_RESULT && atomic_load(&build.stop))
        complain_failed("interrupted after %d of %d groups; the same command goes on from there",
                        build.solved + build.loaded, build.group_count);
    if (status != COPSE_OK)
        complain_status(status, "--out: %s", why.text);
    show_build();
    return EXIT_DONE;
}

/* -------------------------------------------------------------------------------------- verify */

static void show_verify(void)
{
    int listed = verify.fault_count < DB_MOST_FAULTS ? verify.fault_count : DB_MOST_FAULTS;
    if (request.json) {
        json_t *object = must(json_object()), *faults = must(json_array());
        for (int i = 0; i < listed; i++)
            json_array_append_new(faults, must(json_string(verify.faults[i].text)));
        json_put(object, "game", json_string("checkers"));
        json_put(object, "files", json_integer(verify.files));
        json_put(object, "distance_files", json_integer(verify.distance_files));
        json_put(object, "damaged", json_integer(verify.damaged));
        json_put(object, "wrong", json_count(verify.wrong));
        json_put(object, "pieces", counts_json(verify.counts, COP_CDB_MOST));
        json_put(object, "faults", faults);
        json_put(object, "seconds", json_real(request.seconds));
        json_print(object);
        return;
    }
    print_counts(verify.counts, COP_CDB_MOST);
    printf("\n%d files, %d of them with distances, verified in %s: ", verify.files,
           verify.distance_files, seconds_words(request.seconds).text);
    if (verify.fault_count == 0)
        printf("nothing wrong\n");
    else
        printf("%d damaged, %s positions wrong\n", verify.damaged, count_words(verify.wrong).text);
    for (int i = 0; i < listed; i++)
        printf("%s\n", verify.faults[i].text);
}

static int run_verify(void)
{
    copse_message why;
    if (request.argument_count != 2)
        complain_usage("verify takes one argument: DIR, the folder of the databases");
    verify.folder = request.arguments[1];
    verify.threads = request.threads ? request.threads : core_count();
    verify.progress = terminal_watched() ? show_verifying : NULL;
    interrupt_begin(interrupt_sets, &verify.stop);
    copse_status status = db_verify(&verify, &why);
    interrupt_end();
    request.seconds = clock_wall() - request.began;
    terminal_status_clear();
    if (status != COPSE_OK)
        complain_status(status, "DIR: %s", why.text);
    show_verify();
    return verify.fault_count == 0 ? EXIT_DONE : EXIT_FAILED;
}

/* --------------------------------------------------------------------------------------- probe */

static struct words said_words(struct db_said said)
{
    static const char *const names[] = {"lost", "drawn", "won"};
    struct words words;
    if (!said.known)
        snprintf(words.text, sizeof words.text, "not known");
    else if (said.plies < 0 || said.value == 0)
        snprintf(words.text, sizeof words.text, "%s", names[said.value + 1]);
    else
        snprintf(words.text, sizeof words.text, "%s in %d", names[said.value + 1], said.plies);
    return words;
}

static void said_json(json_t *object, struct db_said said)
{
    static const char *const names[] = {"loss", "draw", "win"};
    json_put(object, "value", said.known ? json_string(names[said.value + 1]) : json_null());
    json_put(object, "plies",
             said.known && said.value != 0 && said.plies >= 0 ? json_integer(said.plies)
                                                              : json_null());
}

/* What the position after a move is worth to who made it. */
static struct db_said after_move(const struct place *place, copse_move move, void *room)
{
    position_after(place->game, place->position, move, room);
    struct db_said said = db_probe_ask(&probe, room);
    said.value = -said.value;
    said.plies += said.plies >= 0;
    return said;
}

static void show_probe(const copse_move *moves, int count, void *room)
{
    const struct place *place = &request.place;
    struct db_said said = db_probe_ask(&probe, place->position);
    char *text = position_words(place->game, place->position);
    if (request.json) {
        json_t *object = must(json_object()), *rows = must(json_array());
        json_put(object, "game", json_string(place->game->name));
        json_put(object, "position", json_text(text));
        said_json(object, said);
        for (int i = 0; i < count; i++) {
            json_t *row = must(json_object());
            json_put(row, "move", json_move(place->game, place->position, moves[i]));
            said_json(row, after_move(place, moves[i], room));
            json_array_append_new(rows, row);
        }
        json_put(object, "moves", rows);
        json_put(object, "damaged", json_integer(probe.damaged));
        json_print(object);
    } else {
        struct text_table table;
        printf("%s%s%s: %s\n", terminal_style(STYLE_HEAD), text, terminal_style(STYLE_PLAIN),
               said_words(said).text);
        text_table_init(&table, "ll");
        text_table_cell(&table, "move");
        text_table_cell(&table, "then");
        for (int i = 0; i < count; i++) {
            text_table_cell(&table, "%s", move_words(place->game, place->position, moves[i]).text);
            text_table_cell(&table, "%s", said_words(after_move(place, moves[i], room)).text);
        }
        text_table_print(&table);
    }
    free(text);
}

static void open_folder(const char *folder)
{
    copse_message why = {{0}};
    copse_status status = db_probe_open(&probe, folder, &why);
    if (status != COPSE_OK)
        complain_status(status, "DIR: %s", why.text);
    complain_aside(probe.damage.text);
}

static int run_probe(void)
{
    if (request.argument_count != 3)
        complain_usage("probe takes two arguments: DIR, the folder of the databases, and FEN");
    request.place.name = "checkers";
    request.place.text = request.arguments[2];
    place_read(&request.place);
    open_folder(request.arguments[1]);
    const copse_game *game = request.place.game;
    copse_move *moves = must(calloc((size_t)game->max_moves, sizeof *moves));
    void *room = must(calloc(1, game->position_size));
    show_probe(moves, game->moves(game, request.place.position, moves), room);
    free(room);
    free(moves);
    return EXIT_DONE;
}

/* --------------------------------------------------------------------------------------- speed */

static json_t *speed_json(const struct db_speed *speed)
{
    json_t *row = must(json_object());
    json_put(row, "pieces", json_integer(speed->pieces));
    json_put(row, "quiet_ns", json_real(speed->quiet));
    json_put(row, "again_ns", json_real(speed->again));
    json_put(row, "capture_ns", json_real(speed->capture));
    return row;
}

static int run_speed(void)
{
    copse_message why;
    struct db_speed speed;
    struct text_table table;
    json_t *rows = must(json_array());
    if (request.argument_count != 2)
        complain_usage("speed takes one argument: DIR, the folder of the databases");
    open_folder(request.arguments[1]);
    static const char *const heads[] = {"pieces", "anywhere", "the same again", "captures"};
    text_table_init(&table, "rrrr");
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        text_table_cell(&table, "%s", heads[i]);
    for (int pieces = DB_LEAST_PIECES; pieces <= probe.pieces; pieces++) {
        if (db_speed(&probe, pieces, &speed, &why) != COPSE_OK)
            continue;
        json_array_append_new(rows, speed_json(&speed));
        text_table_cell(&table, "%d", pieces);
        text_table_cell(&table, "%.0f ns", speed.quiet);
        text_table_cell(&table, "%.0f ns", speed.again);
        text_table_cell(&table, "%.0f ns", speed.capture);
    }
    if (request.json) {
        json_print(rows);
        return EXIT_DONE;
    }
    json_decref(rows);
    text_table_print(&table);
    return EXIT_DONE;
}

static int run(const struct command *command, int argc, char **argv)
{
    atexit(clear);
    command_parse(command, argc, argv, &request);
    request.began = clock_wall();
    const char *what = request.arguments[0] ? request.arguments[0] : "";
    if (strcmp(what, "build") == 0)
        return run_build();
    if (strcmp(what, "verify") == 0)
        return run_verify();
    if (strcmp(what, "probe") == 0)
        return run_probe();
    if (strcmp(what, "speed") == 0)
        return run_speed();
    complain_usage("'%s': one of build, verify, probe and speed comes first", what);
}

const struct command command_db = {"db", "endgame databases: build, verify, probe", &argp, run};
