/* SPDX-License-Identifier: MIT
 *
 * copse quality: how often each player chooses the right move, at equal nodes or at its own limits.
 */
#include "lab/quality.h"
#include "cli/command.h"
#include "cli/complain.h"
#include "cli/format.h"
#include "cli/quality.h"
#include "cli/study.h"
#include "cli/terminal.h"
#include "cli/work.h"
#include "lab/clock.h"
#include "lab/limits.h"
#include "lab/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_PLAYER = KEY_OWN, KEY_TREES, KEY_BUDGET_DEPTHS, KEY_BUDGET, KEY_CALIBRATION, KEY_RIGHT };

/* The papers' trees have ten plies. */
enum { STANDARD_TREES = 1000, STANDARD_PLIES = 10 };

static const struct argp_option options[] = {
    OPTIONS_PLAYER(KEY_PLAYER, ""),
    OPTION_TREES(KEY_TREES, "1000"),
    {"budget-depths", KEY_BUDGET_DEPTHS, "D-E", 0,
     "Give every player the nodes of alpha-beta at depth D, D + 1, ... E: a column each",
     GROUP_WHAT},
    {"budget", KEY_BUDGET, "own|mean", 0,
     "What alpha-beta took for this very tree, or on average for all (own if not given)",
     GROUP_WHAT},
    {"calibration", KEY_CALIBRATION, NULL, 0,
     "For players that say how sure they are: were they right as often as they thought?",
     GROUP_WHAT},
    {"right-depth", KEY_RIGHT, "D", 0,
     "The right move is a full search's to this depth (to the end of the tree if not given)",
     GROUP_WHAT},
    OPTION_THREADS("trees"),
    OPTION_JSON,
    {0}};

struct request {
    struct place place;
    copse_limits limits;
    struct study_players players;
    const char *depths; /* NULL: no budgets */
    int budget;         /* an enum quality_budget; 0: not said */
    int trees, threads, right_depth;
    char *text; /* the position with a depth, if it has none itself */
    double began;
    struct quality_show show;
};

static int budget_named(const char *name)
{
    if (strcmp(name, "own") == 0)
        return QUALITY_OWN_NODES;
    if (strcmp(name, "mean") == 0)
        return QUALITY_MEAN_NODES;
    complain_usage("--budget '%s': own or mean", name);
}

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
    case KEY_BUDGET_DEPTHS:
        request->depths = value;
        break;
    case KEY_BUDGET:
        request->budget = budget_named(value);
        break;
    case KEY_CALIBRATION:
        request->show.calibration = true;
        break;
    case KEY_RIGHT:
        request->right_depth = (int)option_number("right-depth", value, 1, COPSE_MAX_DEPTH);
        break;
    case KEY_THREADS:
        request->threads = option_threads(value);
        break;
    default:
        return place_parse(key, value, state, &request->place, &request->show.json);
    }
    return 0;
}

static const struct argp_child children[] = {
    {&limits_argp, 0, "Limits of each search, for a player that does not have them itself",
     GROUP_LIMITS},
    {0}};

static const struct argp argp = {
    options,
    parse,
    "GAME [POSITION]",
    "Finds the right move of many positions by a full search, and says how often each player "
    "chooses it. Ctrl-C ends it and shows what is done.\v"
    "Examples:\n"
    "  copse quality random branching=10,shape=random,depth=10,seed=1 \\\n"
    "    --player pbf --player rbfm --budget-depths 3-6\n"
    "  copse quality random branching=5,depth=8 --player bfm,depth=6 \\\n"
    "    --player failsoft,ordering=static,depth=4 --trees 500\n"
    "  copse quality random branching=5,shape=random,depth=10 \\\n"
    "    --player pbf,nodes=200 --calibration",
    children,
    NULL,
    NULL,
};

/* ------------------------------------------------------------------------------- what is asked */

/* A random tree without a depth has no end that a search could come to. */
static void read_trees(struct request *request, struct positions *positions)
{
    const struct place *place = &request->place;
    const char *given = place->text ? place->text : place->game->start;
    bool endless = given && strcmp(place->game->name, "random") == 0 && positions_depth(given) == 0;
    if (endless && !request->right_depth) {
        size_t size = strlen(given) + 24;
        request->text = must(malloc(size));
        snprintf(request->text, size, "%s%sdepth=%d", given, *given ? "," : "", STANDARD_PLIES);
        request->show.added_depth = STANDARD_PLIES;
        given = request->text;
    }
    study_trees(positions, place->game, given, request->trees, STANDARD_TREES);
    int depth = given ? positions_depth(given) : 0;
    if (!request->right_depth)
        request->right_depth = depth > 0 && depth < COPSE_MAX_DEPTH ? depth : COPSE_MAX_DEPTH;
}

static void read_players(struct request *request)
{
    struct study_players *players = &request->players;
    if (players->count == 0)
        complain_usage("--player is missing: a PLAYER, such as pbf,nodes=1000");
    study_read_players(players, &request->limits, request->place.game);
    for (int i = 0; i < players->count; i++)
        if (!request->depths && !limits_end(&players->list[i].limits))
            complain_usage("--player '%s': no limit: add depth=, nodes=, expansions= or time=, or "
                           "give --budget-depths",
                           players->specs[i]);
}

/* "3-8", or "5" for one depth. */
static void read_depths(const struct request *request, struct quality *quality)
{
    quality->columns = 1;
    if (!request->depths) {
        if (request->budget)
            complain_usage("--budget: of which depths? add --budget-depths, such as 3-8");
        return;
    }
    char first[16];
    uint64_t from, to;
    size_t length = strcspn(request->depths, "-");
    snprintf(first, sizeof first, "%.*s", length < sizeof first ? (int)length : 0, request->depths);
    const char *last = request->depths[length] ? request->depths + length + 1 : first;
    if (!number_from_text(first, 1, COPSE_MAX_DEPTH, &from) ||
        !number_from_text(last, from, from + QUALITY_MOST_COLUMNS - 1, &to))
        complain_usage("--budget-depths '%s': a depth or two, such as 5 or 3-8, at most %d of them",
                       request->depths, QUALITY_MOST_COLUMNS);
    if (to > (uint64_t)request->right_depth)
        complain_usage("--budget-depths '%s': a full search is one to depth %d", request->depths,
                       request->right_depth);
    quality->first_depth = (int)from;
    quality->columns = (int)(to - from) + 1;
    quality->budget = request->budget ? (enum quality_budget)request->budget : QUALITY_OWN_NODES;
}

/* ------------------------------------------------------------------------------------- progress */

static void show_progress(struct quality *quality, int round, int done, void *user)
{
    enum { WIDTH = 30 };
    const struct request *request = user;
    char bar[4 * WIDTH], left[48] = "";
    int trees = quality->positions->count;
    bool two = quality->budget == QUALITY_MEAN_NODES;
    double elapsed = clock_wall() - request->began;
    terminal_bar((double)done / trees, WIDTH, bar, sizeof bar);
    if (atomic_load(&quality->stop))
        snprintf(left, sizeof left, ", ending");
    else if (done > 0 && !two)
        snprintf(left, sizeof left, ", about %.0f s left", elapsed * (trees - done) / done);
    terminal_status("%s[%s%*s] %d of %d trees%s",
                    !two         ? ""
                    : round == 0 ? "alpha-beta "
                                 : "players ",
                    bar, WIDTH - text_columns(bar), "", done, trees, left);
}

/* Static, so that what they hold is freed however the program ends. */
static struct request request;
static struct positions positions;
static struct quality quality;

static void clear(void)
{
    quality_clear(&quality);
    positions_clear(&positions);
    free(request.text);
    study_clear_players(&request.players);
}

static int run(const struct command *command, int argc, char **argv)
{
    copse_message why;
    atexit(clear);
    copse_limits_init(&request.limits);
    command_parse(command, argc, argv, &request);
    place_find(&request.place);
    read_trees(&request, &positions);
    read_players(&request);
    read_depths(&request, &quality);
    quality.game = request.place.game;
    quality.players = request.players.list;
    quality.player_count = request.players.count;
    quality.positions = &positions;
    quality.right_depth = request.right_depth;
    quality.threads = request.threads ? request.threads : core_count();
    request.began = work_begin(&quality.stop);
    copse_status status = quality_run(&quality, show_progress, &request, &why);
    request.show.seconds = work_end(request.began, status, &why);
    quality_show(&request.show, &quality);
    return EXIT_DONE;
}

const struct command command_quality = {
    "quality", "how often each player chooses the right move, at equal nodes", &argp, run};
