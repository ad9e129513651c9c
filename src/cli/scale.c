/* SPDX-License-Identifier: MIT
 *
 * copse scale: how one search scales with processors, or several of them.
 */
#include "cli/scale.h"
#include "cli/command.h"
#include "cli/complain.h"
#include "cli/format.h"
#include "cli/interrupt.h"
#include "cli/study.h"
#include "cli/terminal.h"
#include "lab/clock.h"
#include "lab/limits.h"
#include "lab/names.h"
#include "lab/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEY_ALGORITHM = KEY_OWN,
    KEY_SET,
    KEY_PLAYER,
    KEY_TREES,
    KEY_POSITIONS,
    KEY_SHALLOWER,
    KEY_REPEAT,
    KEY_RIGHT,
    KEY_MACHINE,
    KEY_PROCESSORS,
    KEY_SEARCHERS,
    KEY_COSTS,
    KEY_SVG,
    KEY_PROFILE,
    KEY_EACH
};

enum { MOST_PROCESSORS = 4096, MOST_REPEATS = 10000, MOST_SHALLOWER = 100 };

enum { STANDARD_TREES = 20, STANDARD_PROCESSORS = 64 };

static const struct argp_option options[] = {
    {"algorithm", KEY_ALGORITHM, "ALGORITHM", 0,
     "How to search: a parallel one of 'copse algorithms'", GROUP_WHAT},
    {"set", KEY_SET, "NAME=VALUE", 0,
     "Set an option of the algorithm, or of every player that does not set it itself; may be "
     "repeated. 'copse algorithms NAME' lists them",
     GROUP_WHAT},
    OPTIONS_PLAYER(KEY_PLAYER, ", instead of --algorithm"),
    OPTION_TREES(KEY_TREES, "20"),
    OPTION_POSITIONS(KEY_POSITIONS),
    {"shallower", KEY_SHALLOWER, "N", 0,
     "With --positions and no limit: N plies less than the depths that the file has", GROUP_WHAT},
    {"repeat", KEY_REPEAT, "R", 0,
     "Search each tree with R seeds of the search's random numbers (1 if not given)", GROUP_WHAT},
    {"right", KEY_RIGHT, NULL, 0,
     "How often was the decision right? By a full search, for trees that have a depth", GROUP_WHAT},
    {"machine", KEY_MACHINE, "MACHINE", 0,
     "What to run on: sim, simulated processors (if not given), or threads", GROUP_MACHINE},
    {"processors", KEY_PROCESSORS, "P,Q,...", 0,
     "How many to use, ascending, such as 2,8,35 (1,2,4,... if not given); 1 always comes first",
     GROUP_MACHINE},
    {"searchers", KEY_SEARCHERS, "S,T,...", 0,
     "The same, but a controller who hands out work and does not search comes on top, and its time "
     "is left out",
     GROUP_MACHINE},
    {"costs", KEY_COSTS, "COSTS", 0,
     "sim: what things cost: today (if not given), origin2000, unit or a file, and changes to it, "
     "as in today,evaluation=0.001",
     GROUP_MACHINE},
    {"threads", KEY_THREADS, "T", 0, "sim: how many trees at once (one a core if not given)",
     GROUP_MACHINE},
    {"svg", KEY_SVG, "FILE", 0, "Draw the speed-up to a file", GROUP_OUTPUT},
    {"profile", KEY_PROFILE, "FILE", 0,
     "Draw to a file where the time went: useful, search overhead, locked, communicating, idle",
     GROUP_OUTPUT},
    {"each", KEY_EACH, NULL, 0, "A table of all trees for each number of processors too",
     GROUP_OUTPUT},
    OPTION_JSON,
    {0}};

struct request {
    struct place place;
    copse_limits limits;
    const char *algorithm;
    const char *settings[PLAYER_MAX_SETTINGS]; /* as given to --set */
    int setting_count;
    struct study_players players;
    struct player shared;   /* what --set and the limits say, if there are players */
    const char *processors; /* NULL: not given */
    const char *counted;    /* the option that gave them */
    const char *positions;  /* a file; NULL: not given */
    int trees, threads;     /* 0: not said */
    bool right;
    double began;
    struct scale_show show;
};

/* Static, so that what they hold is freed however the program ends. */
static struct request request;
static struct positions positions;
static struct scale scale = {.machine = "sim", .repeat = 1};

_Static_assert((int)MOST_PLAYERS == (int)SCALE_MOST_PLAYERS, "any list of players can be drawn");

static void add_setting(const char *setting)
{
    if (request.setting_count == PLAYER_MAX_SETTINGS)
        complain_usage("--set '%s': at most %d settings", setting, PLAYER_MAX_SETTINGS);
    request.settings[request.setting_count++] = setting;
}

static void set_machine(const char *name)
{
    if (strcmp(name, "sim") != 0 && strcmp(name, "threads") != 0)
        complain_usage("--machine '%s': sim or threads", name);
    scale.machine = name;
}

static void set_processors(const char *list, bool searchers)
{
    const char *option = searchers ? "searchers" : "processors";
    if (request.processors && scale.searchers != searchers)
        complain_usage("--%s '%s': there is --%s as well: take one of them", option, list,
                       request.counted);
    request.processors = list;
    request.counted = option;
    scale.searchers = searchers;
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &request.limits;
        break;
    case KEY_ALGORITHM:
        request.algorithm = value;
        break;
    case KEY_SET:
        add_setting(value);
        break;
    case KEY_PLAYER:
        study_add_player(&request.players, value);
        break;
    case KEY_TREES:
        request.trees = option_trees(value);
        break;
    case KEY_POSITIONS:
        request.positions = value;
        break;
    case KEY_SHALLOWER:
        scale.shallower = (int)option_number("shallower", value, 0, MOST_SHALLOWER);
        break;
    case KEY_REPEAT:
        scale.repeat = (int)option_number("repeat", value, 1, MOST_REPEATS);
        break;
    case KEY_RIGHT:
        request.right = true;
        break;
    case KEY_MACHINE:
        set_machine(value);
        break;
    case KEY_PROCESSORS:
    case KEY_SEARCHERS:
        set_processors(value, key == KEY_SEARCHERS);
        break;
    case KEY_COSTS:
        scale.costs = value;
        break;
    case KEY_THREADS:
        request.threads = option_threads(value);
        break;
    case KEY_SVG:
        request.show.svg = value;
        break;
    case KEY_PROFILE:
        request.show.profile = value;
        break;
    case KEY_EACH:
        request.show.each = true;
        break;
    default:
        return place_parse(key, value, state, &request.place, &request.show.json);
    }
    return 0;
}

static const struct argp_child children[] = {
    {&limits_argp, 0, "Limits of each search: it ends at whatever comes first", GROUP_LIMITS}, {0}};

static const struct argp argp = {
    options,
    parse,
    "GAME [POSITION]",
    "Searches the same trees on 1 processor and on more of them, and says what they are worth. "
    "Ctrl-C ends it and shows what is done.\v"
    "Examples:\n"
    "  copse scale random branching=10,shape=random,seed=1 --algorithm rbfm \\\n"
    "    --depth 20 --costs origin2000 --processors 2,8,35,64\n"
    "  copse scale random branching=10,shape=random,depth=10,seed=1 \\\n"
    "    --algorithm pbf --expansions 1000 --processors 8,35 --trees 200 --right\n"
    "  copse scale random --algorithm ubfm --expansions 100000 --machine threads\n"
    "  copse scale random shape=narrow,seed=1 --player ybw --player pvsplit \\\n"
    "    --set ordering=static --depth 14 --svg speed-up.svg --profile time.svg\n"
    "  copse scale checkers --positions tinsley-chinook-1992.txt --shallower 4 \\\n"
    "    --player pvsplit --player ybw --searchers 2,4,8,16 --each",
    children,
    NULL,
    NULL,
};

/* --------------------------------------------------------------------------------- what is asked
 */

static bool is_simulated(void)
{
    return strcmp(scale.machine, "sim") == 0;
}

static void read_trees(void)
{
    const struct place *place = &request.place;
    if (request.positions) {
        study_positions(&positions, place, request.positions, request.trees, request.right);
        request.show.file = request.positions;
        return;
    }
    if (scale.shallower > 0)
        complain_usage("--shallower '%d': only with --positions", scale.shallower);
    if (request.show.each)
        complain_usage("--each: only with --positions");
    const char *given = place->text ? place->text : place->game->start;
    study_trees(&positions, place->game, given, request.trees, STANDARD_TREES);
    if (!request.right)
        return;
    scale.right_depth = positions_depth(given);
    if (scale.right_depth < 1 || scale.right_depth > COPSE_MAX_DEPTH)
        complain_usage("--right: a full search has to come to an end: add depth=, such as "
                       "depth=10, to POSITION '%s'",
                       given ? given : "");
}

/* The one of --algorithm. */
static void read_algorithm(void)
{
    struct player *player = &request.players.list[0];
    copse_message why;
    if (!request.algorithm)
        complain_usage("--algorithm is missing: a parallel one, such as rbfm or pbf; or --player "
                       "for each of several");
    if (!player_init(player, request.algorithm, &request.limits, &why))
        complain_usage("--algorithm: %s", why.text);
    request.players.specs[request.players.count++] = request.algorithm;
    for (int i = 0; i < request.setting_count; i++) {
        if (!player_set(player, request.settings[i], &why))
            complain_usage("--set '%s': %s", request.settings[i], why.text);
    }
}

static bool has_setting(const struct player *player, const char *name)
{
    for (int i = 0; i < player->setting_count; i++) {
        if (strcmp(player->settings[i].name, name) == 0)
            return true;
    }
    return false;
}

/* Gives a player those of the shared settings that it does not have itself. */
static void share_settings(struct player *player)
{
    const struct player own = *player;
    copse_message why;
    for (int i = 0; i < request.setting_count; i++) {
        if (has_setting(&own, request.shared.settings[i].name))
            continue;
        if (!player_set(player, request.settings[i], &why))
            complain_usage("--set '%s': --player '%s': %s", request.settings[i], player->spec,
                           why.text);
    }
}

/* Those of --player. */
static void read_listed(void)
{
    copse_message why;
    if (request.algorithm)
        complain_usage("--algorithm '%s': there is --player as well: add --player %s instead",
                       request.algorithm, request.algorithm);
    request.shared.limits = request.limits;
    request.show.shared = &request.shared;
    for (int i = 0; i < request.setting_count; i++) {
        if (!player_set(&request.shared, request.settings[i], &why))
            complain_usage("--set '%s': %s", request.settings[i], why.text);
    }
    study_read_players(&request.players, &request.limits, request.place.game);
    for (int i = 0; i < request.players.count; i++)
        share_settings(&request.players.list[i]);
}

/* What is wrong is said of the player, or of the option, that it was given with. */
static void check_player(const struct player *player)
{
    bool listed = request.show.shared != NULL;
    if (!limits_end(&player->limits) && !positions_have_depths(&positions)) {
        if (listed)
            complain_usage("--player '%s': no limit: add depth=, nodes=, expansions= or time=, or "
                           "give --depth and so on for all",
                           player->spec);
        complain_usage("no limit: add --depth, --nodes, --expansions or --time");
    }
    if (is_simulated() && player->limits.seconds > 0) {
        const char *why = "seconds of this machine mean nothing to simulated processors; limit "
                          "depth, nodes or expansions";
        if (request.limits.seconds > 0)
            complain_usage("--time: %s", why);
        complain_usage("--player '%s': %s", player->spec, why);
    }
    if (!player->algorithm->parallel)
        complain_usage("--%s '%s': takes 1 processor; 'copse algorithms' says which take more",
                       listed ? "player" : "algorithm", player->spec);
}

static void read_players(void)
{
    if (request.players.count > 0)
        read_listed();
    else
        read_algorithm();
    for (int i = 0; i < request.players.count; i++)
        check_player(&request.players.list[i]);
}

static void add_processors(int count)
{
    if (scale.columns == SCALE_MOST_COLUMNS)
        complain_usage("--processors: at most %d numbers besides 1", SCALE_MOST_COLUMNS - 1);
    scale.processors[scale.columns++] = count;
}

static void read_processors(void)
{
    int most = is_simulated() ? STANDARD_PROCESSORS : core_count();
    add_processors(1);
    for (int i = 2; !request.processors && i <= most; i *= 2)
        add_processors(i);
    for (const char *item = request.processors; item;) {
        char word[16] = "";
        size_t length = strcspn(item, ",");
        uint64_t count, last = (uint64_t)scale.processors[scale.columns - 1];
        if (length < sizeof word)
            snprintf(word, sizeof word, "%.*s", (int)length, item);
        bool first = item == request.processors;
        if (!number_from_text(word, first ? 1 : last + 1, MOST_PROCESSORS, &count))
            complain_usage("--%s '%s': whole numbers from 1 to %d, ascending, such as 2,8,35",
                           request.counted, request.processors, MOST_PROCESSORS);
        if (count > 1)
            add_processors((int)count);
        item = item[length] ? item + length + 1 : NULL;
    }
}

/* Makes sure, before anything is searched, that everything can be. */
static void try_out(const struct player *player)
{
    copse_message why;
    copse_search *search;
    int wrong, most = scale.processors[scale.columns - 1];
    most += scale.searchers && most > 1 ? scale_controllers(player) : 0;
    bool listed = request.show.shared != NULL;
    const char *before = listed ? player->spec : "", *after = listed ? ": " : "";
    copse_status status = player_search(player, request.place.game, &search, &wrong, &why);
    if (status != COPSE_OK && wrong >= 0)
        complain_status(status, "--set '%s=%s': %s%s%s", player->settings[wrong].name,
                        player->settings[wrong].value, before, after, why.text);
    if (status != COPSE_OK)
        complain_status(status, "%s%s%s", before, after, why.text);
    status = copse_search_set_machine(search, scale.machine, most, scale.costs);
    snprintf(why.text, sizeof why.text, "%s", copse_search_message(search));
    copse_search_free(search);
    if (status != COPSE_OK)
        complain_status(status, "--machine '%s', --processors '%d': %s%s%s", scale.machine, most,
                        before, after, why.text);
}

static void read_threads(void)
{
    if (!is_simulated() && request.threads > 1)
        complain_usage("--threads '%d': with --machine threads it is one tree at a time",
                       request.threads);
    scale.threads = !is_simulated() ? 1 : request.threads ? request.threads : core_count();
}

/* -------------------------------------------------------------------------------------- progress
 */

static void show_progress(struct scale *study, bool searching, int done, void *user)
{
    enum { WIDTH = 30 };
    (void)user;
    char bar[4 * WIDTH], left[48] = "";
    int trees = study->positions->count;
    double elapsed = clock_wall() - request.began;
    terminal_bar((double)done / trees, WIDTH, bar, sizeof bar);
    if (atomic_load(&study->stop))
        snprintf(left, sizeof left, ", ending");
    else if (done > 0)
        snprintf(left, sizeof left, ", about %.0f s left", elapsed * (trees - done) / done);
    terminal_status("%s[%s%*s] %d of %d trees%s", searching ? "" : "right moves ", bar,
                    WIDTH - text_columns(bar), "", done, trees, left);
    if (!searching && done == trees)
        request.began = clock_wall(); /* what is left is told of the searches alone */
}

static void clear(void)
{
    scale_clear(&scale);
    positions_clear(&positions);
    study_clear_players(&request.players);
    player_clear(&request.shared);
}

static int run(const struct command *command, int argc, char **argv)
{
    copse_message why;
    atexit(clear);
    copse_limits_init(&request.limits);
    command_parse(command, argc, argv, &request);
    place_find(&request.place);
    read_trees();
    read_players();
    read_processors();
    read_threads();
    for (int i = 0; i < request.players.count; i++)
        try_out(&request.players.list[i]);
    complain_unwritable("svg", request.show.svg);
    complain_unwritable("profile", request.show.profile);
    scale.game = request.place.game;
    scale.players = request.players.list;
    scale.player_count = request.players.count;
    scale.positions = &positions;
    double began = request.began = clock_wall();
    interrupt_begin(interrupt_sets, &scale.stop);
    copse_status status = scale_run(&scale, show_progress, NULL, &why);
    interrupt_end();
    request.show.seconds = clock_wall() - began;
    terminal_status_clear();
    if (status != COPSE_OK)
        complain_status(status, "%s", why.text);
    scale_show(&request.show, &scale);
    return EXIT_DONE;
}

const struct command command_scale = {"scale", "how a search scales with processors", &argp, run};
