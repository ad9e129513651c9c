/* SPDX-License-Identifier: MIT
 *
 * copse compare: what the algorithms need for the same trees, on all cores, as a chart and a table.
 */
#include "lab/compare.h"
#include "cli/command.h"
#include "cli/complain.h"
#include "cli/format.h"
#include "cli/study.h"
#include "cli/terminal.h"
#include "cli/text_table.h"
#include "cli/work.h"
#include "lab/clock.h"
#include "lab/limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_PLAYER = KEY_OWN, KEY_TREES, KEY_POSITIONS };

enum { STANDARD_TREES = 100, STANDARD_DEPTH = 6 };

/* From the oldest idea to the newest, so that the chart reads as a history. */
static const char *const standard_players[] = {
    "alphabeta",
    "alphabeta,ordering=static",
    "failsoft,ordering=stored,deepening=on",
    "bound,ordering=static",
    "principal,ordering=static,deepening=on",
    "pvs,ordering=static,deepening=on,table=4M",
    "mtdf,ordering=static,deepening=on",
    "sss,ordering=static",
};

struct request {
    struct place place;
    copse_limits limits;
    struct study_players players;
    const char *positions; /* a file; NULL: not given */
    int trees, threads;    /* 0: not said */
    bool json;
    double began, seconds;
};

/* Static, so that what they hold is freed however the program ends. */
static struct positions positions;

static const struct argp_option options[] = {
    OPTIONS_PLAYER(KEY_PLAYER, ". Without any, the alpha-beta family"),
    OPTION_TREES(KEY_TREES, "100"),
    OPTION_POSITIONS(KEY_POSITIONS),
    OPTION_THREADS("searches"),
    OPTION_JSON,
    {0}};

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct request *request = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &request->limits;
        break;
    case KEY_PLAYER:
        study_add_player(&request->players, value);
        break;
    case KEY_TREES:
        request->trees = option_trees(value);
        break;
    case KEY_POSITIONS:
        request->positions = value;
        break;
    case KEY_THREADS:
        request->threads = option_threads(value);
        break;
    default:
        return place_parse(key, value, state, &request->place, &request->json);
    }
    return 0;
}

static const struct argp_child children[] = {
    {&limits_argp, 0, "Limits of each search (--depth 6 if none is given)", GROUP_LIMITS}, {0}};

static const struct argp argp = {
    options,
    parse,
    "GAME [POSITION]",
    "Lets several algorithms search the same positions and compares what they needed. "
    "Ctrl-C ends it and shows what is done.\v"
    "Examples:\n"
    "  copse compare random branching=10,shape=random,seed=1 --depth 7 --trees 100\n"
    "  copse compare ordered --player alphabeta --player mtdf,table=16M --depth 6",
    children,
    NULL,
    NULL,
};

static void read_players(struct request *request)
{
    struct study_players *players = &request->players;
    if (players->count == 0) {
        for (size_t i = 0; i < sizeof standard_players / sizeof standard_players[0]; i++)
            study_add_player(players, standard_players[i]);
    }
    study_read_players(players, &request->limits, request->place.game);
    for (int i = 0; i < players->count; i++)
        if (!limits_end(&players->list[i].limits) && !positions_have_depths(&positions))
            players->list[i].limits.depth = STANDARD_DEPTH;
}

static void show_progress(struct compare *compare, int done, int jobs, void *user)
{
    enum { WIDTH = 30 };
    const struct request *request = user;
    char bar[4 * WIDTH], left[48] = "";
    double elapsed = clock_wall() - request->began;
    terminal_bar((double)done / jobs, WIDTH, bar, sizeof bar);
    if (atomic_load(&compare->stop))
        snprintf(left, sizeof left, ", ending with those in work");
    else if (done > 0)
        snprintf(left, sizeof left, ", about %.0f s left", elapsed * (jobs - done) / done);
    terminal_status("[%s%*s] %d of %d searches%s", bar, WIDTH - text_columns(bar), "", done, jobs,
                    left);
}

/* -------------------------------------------------------------------------------------- results */

/* What was searched; the caller frees it. */
static char *subject(const struct request *request, const struct compare *compare)
{
    return request->positions ? strdup(request->positions)
                              : position_words(compare->game, positions_at(compare->positions, 0));
}

static json_t *json_each(const struct compare_row *row)
{
    json_t *object = must(json_object());
    json_put(object, "mean", json_real(row->each));
    json_put(object, "deviation", json_real(row->deviation));
    json_put(object, "least", json_real(row->least));
    json_put(object, "most", json_real(row->most));
    return object;
}

static void show_json(const struct request *request, const struct compare *compare,
                      const struct compare_row *rows, int finished)
{
    char *position = subject(request, compare);
    json_t *object = must(json_object()), *players = must(json_array());
    json_put(object, "game", json_string(compare->game->name));
    json_put(object, request->positions ? "positions" : "position", json_text(position));
    json_put(object, "trees", json_integer(compare->positions->count));
    json_put(object, "finished", json_integer(finished));
    json_put(object, "threads", json_integer(compare->threads));
    json_put(object, "seconds", json_real(request->seconds));
    for (int i = 0; i < compare->player_count; i++) {
        const struct compare_row *row = &rows[i];
        json_t *player = must(json_object());
        json_put(player, "player", json_string(compare->players[i].spec));
        json_put(player, "nodes", json_real(row->nodes));
        json_put(player, "relative", json_real(row->relative));
        json_put(player, "each", json_each(row));
        json_put(player, "nodes_per_second", json_real(row->nodes_per_second));
        json_put(player, "seconds", json_real(row->seconds));
        json_put(player, "depth", json_real(row->depth));
        json_put(player, "agreement", row->agreement < 0 ? json_null() : json_real(row->agreement));
        json_array_append_new(players, player);
    }
    json_put(object, "players", players);
    json_print(object);
    free(position);
}

static void print_heading(const struct request *request, const struct compare *compare,
                          int finished)
{
    char *position = subject(request, compare);
    char limits[160];
    limits_to_text(&request->limits, limits, sizeof limits);
    printf("%s%s%s %s%s%s\n", terminal_style(STYLE_HEAD), compare->game->name,
           terminal_style(STYLE_PLAIN), position ? position : "", *limits ? ": " : "", limits);
    printf("%d of %d tree%s by %d player%s in %s on %d thread%s%s\n\n", finished,
           compare->positions->count, plural(compare->positions->count), compare->player_count,
           plural(compare->player_count), seconds_words(request->seconds).text, compare->threads,
           plural(compare->threads), finished < compare->positions->count ? " (interrupted)" : "");
    free(position);
}

static void print_chart(const struct compare *compare, const struct compare_row *rows)
{
    double most = 1;
    int names = 0;
    for (int i = 0; i < compare->player_count; i++) {
        int columns = text_columns(compare->players[i].spec);
        most = rows[i].nodes > most ? rows[i].nodes : most;
        names = columns > names ? columns : names;
    }
    int width = terminal_width() - names - 4;
    width = width < 10 ? 10 : width > 60 ? 60 : width;
    struct text_table table;
    text_table_init(&table, "lb");
    text_table_cell(&table, "nodes to search a tree (mean)");
    text_table_cell(&table, "%s", "");
    for (int i = 0; i < compare->player_count; i++) {
        char bar[256];
        terminal_bar(rows[i].nodes / most, width, bar, sizeof bar);
        text_table_cell(&table, "%s", compare->players[i].spec);
        text_table_cell(&table, "%s", bar);
    }
    text_table_print(&table);
    putchar('\n');
}

/* Players that end at different depths cannot be compared by their nodes, so then it is shown. */
static bool depths_differ(const struct compare_row *rows, int count)
{
    for (int i = 1; i < count; i++) {
        if (rows[i].depth < rows[0].depth || rows[i].depth > rows[0].depth)
            return true;
    }
    return false;
}

static void print_table(const struct compare *compare, const struct compare_row *rows)
{
    bool with_depth = depths_differ(rows, compare->player_count);
    struct text_table table;
    text_table_init(&table, with_depth ? "lrrrrrr" : "lrrrrr");
    static const char *const heads[] = {"player", "nodes", "ratio", "nodes/s", "cpu s", "same"};
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        text_table_cell(&table, "%s", heads[i]);
    if (with_depth)
        text_table_cell(&table, "depth");
    for (int i = 0; i < compare->player_count; i++) {
        const struct compare_row *row = &rows[i];
        text_table_cell(&table, "%s", compare->players[i].spec);
        if (row->nodes < 1e6)
            text_table_cell(&table, "%s", count_words((uint64_t)(row->nodes + 0.5)).text);
        else
            text_table_cell(&table, "%.3fM", row->nodes * 1e-6);
        text_table_cell(&table, "%.2f", row->relative);
        text_table_cell(&table, "%.1fM", row->nodes_per_second * 1e-6);
        text_table_cell(&table, "%.2f", row->seconds);
        if (row->agreement < 0)
            text_table_cell(&table, "-");
        else
            text_table_cell(&table, "%.4g%%", 100 * row->agreement);
        if (with_depth)
            text_table_cell(&table, "%.1f", row->depth);
    }
    text_table_print(&table);
}

/* Positions of a file, each by itself: a few large ones do not decide here. */
static void print_each(const struct compare *compare, const struct compare_row *rows)
{
    static const char *const heads[] = {"ratio of each", "least", "most", "mean", "deviation"};
    struct text_table table;
    text_table_init(&table, "lrrrr");
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        text_table_cell(&table, "%s", heads[i]);
    for (int i = 0; i < compare->player_count; i++) {
        text_table_cell(&table, "%s", compare->players[i].spec);
        text_table_cell(&table, "%.3f", rows[i].least);
        text_table_cell(&table, "%.3f", rows[i].most);
        text_table_cell(&table, "%.3f", rows[i].each);
        text_table_cell(&table, "%.3f", rows[i].deviation);
    }
    putchar('\n');
    text_table_print(&table);
}

static void show(const struct request *request, const struct compare *compare)
{
    struct compare_row rows[MOST_PLAYERS];
    int finished = compare_rows(compare, rows);
    if (finished == 0)
        complain_failed("no tree was finished by all players");
    if (request->json) {
        show_json(request, compare, rows, finished);
        return;
    }
    print_heading(request, compare, finished);
    print_chart(compare, rows);
    print_table(compare, rows);
    if (request->positions)
        print_each(compare, rows);
}

static struct request request;
static struct compare compare;

static void clear(void)
{
    compare_clear(&compare);
    positions_clear(&positions);
    study_clear_players(&request.players);
}

static int run(const struct command *command, int argc, char **argv)
{
    copse_message why;
    atexit(clear);
    copse_limits_init(&request.limits);
    command_parse(command, argc, argv, &request);
    place_find(&request.place);
    if (request.positions)
        study_positions(&positions, &request.place, request.positions, request.trees, false);
    else
        study_trees(&positions, request.place.game, request.place.text, request.trees,
                    STANDARD_TREES);
    read_players(&request);
    compare.game = request.place.game;
    compare.players = request.players.list;
    compare.player_count = request.players.count;
    compare.positions = &positions;
    compare.threads = request.threads ? request.threads : core_count();
    request.began = work_begin(&compare.stop);
    copse_status status = compare_run(&compare, show_progress, &request, &why);
    request.seconds = work_end(request.began, status, &why);
    show(&request, &compare);
    return EXIT_DONE;
}

const struct command command_compare = {
    "compare", "what the algorithms need for the same trees: a chart, a table", &argp, run};
