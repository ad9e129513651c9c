/* SPDX-License-Identifier: MIT
 *
 * copse suite: positions of which the best move is known: which are solved, how soon, with what
 * value.
 */
#include "cli/suite.h"
#include "cli/complain.h"
#include "cli/interrupt.h"
#include "cli/terminal.h"
#include "lab/clock.h"
#include "lab/limits.h"
#include "lab/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEY_GAME = KEY_OWN,
    KEY_ALGORITHM,
    KEY_SET,
    KEY_ONLY,
    KEY_SEEDS,
    KEY_WITHIN,
    KEY_UNTIL_RIGHT,
    KEY_BRANCHING,
    KEY_PROCESSORS,
    KEY_MACHINE,
    KEY_COSTS
};

enum { MOST_SEEDS = 1000, MOST_WITHIN = 1000000, MOST_PROCESSORS = 1024 };

static const double standard_seconds = 5;

/* Static, so that what they hold is freed however the program ends. */
static struct suite_request request = {.threads = 1};
static struct suite suite;
static struct player player;
static struct suite_run suite_run = {.seeds = 1, .processors = 1, .within = -1};

static const struct argp_option options[] = {
    {"game", KEY_GAME, "GAME", 0, "The game (what the file's form is for, if not given)",
     GROUP_WHAT},
    {"algorithm", KEY_ALGORITHM, "ALGORITHM", 0,
     "How to search (solve if the values in the file are exact, else pvs)", GROUP_WHAT},
    {"set", KEY_SET, "NAME=VALUE", 0,
     "Set an option of the algorithm; may be repeated. 'copse algorithms NAME' lists them",
     GROUP_WHAT},
    {"only", KEY_ONLY, "IDS", 0, "Only these problems, as in 40-44,59", GROUP_WHAT},
    {"seeds", KEY_SEEDS, "N", 0,
     "Search each problem N times with different random numbers (1 if not given)", GROUP_WHAT},
    {"within", KEY_WITHIN, "POINTS", 0,
     "A move solves a problem too if its value is at most so much better than the best move's, "
     "which is then searched by itself",
     GROUP_WHAT},
    {"until-right", KEY_UNTIL_RIGHT, NULL, 0,
     "End each search as soon as its move is right, which solves the problem; if not given, the "
     "move has to stay until the limit",
     GROUP_WHAT},
    {"branching", KEY_BRANCHING, NULL, 0,
     "Also count how many moves the positions of the searches have, for games with captures",
     GROUP_OUTPUT},
    {"processors", KEY_PROCESSORS, "P", 0,
     "Threads of each search (1 if not given); more if the algorithm is parallel", GROUP_MACHINE},
    {"machine", KEY_MACHINE, "MACHINE", 0,
     "What each search runs on: threads (if not given), or sim, simulated processors, whose time "
     "is in the JSON",
     GROUP_MACHINE},
    {"costs", KEY_COSTS, "COSTS", 0,
     "sim: what things cost: today (if not given), origin2000, unit or a file, and changes to it, "
     "as in today,evaluation=0.001",
     GROUP_MACHINE},
    {"threads", KEY_THREADS, "T", 0, "How many problems at once (1 if not given)", GROUP_MACHINE},
    OPTION_JSON,
    {0}};

static void add_setting(const char *setting)
{
    if (request.setting_count == PLAYER_MAX_SETTINGS)
        complain_usage("--set '%s': at most %d settings", setting, PLAYER_MAX_SETTINGS);
    request.settings[request.setting_count++] = setting;
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &request.limits;
        break;
    case KEY_GAME:
        request.game = value;
        break;
    case KEY_ALGORITHM:
        request.algorithm = value;
        break;
    case KEY_SET:
        add_setting(value);
        break;
    case KEY_ONLY:
        request.only = value;
        break;
    case KEY_SEEDS:
        suite_run.seeds = (int)option_number("seeds", value, 1, MOST_SEEDS);
        break;
    case KEY_WITHIN:
        suite_run.within = (int)option_number("within", value, 0, MOST_WITHIN);
        break;
    case KEY_UNTIL_RIGHT:
        suite_run.until_right = true;
        break;
    case KEY_BRANCHING:
        suite_run.branching = true;
        break;
    case KEY_PROCESSORS:
        suite_run.processors = (int)option_number("processors", value, 1, MOST_PROCESSORS);
        break;
    case KEY_MACHINE:
        suite_run.machine = value;
        break;
    case KEY_COSTS:
        suite_run.costs = value;
        break;
    case KEY_THREADS:
        request.threads = option_threads(value);
        break;
    case KEY_JSON:
        request.json = true;
        break;
    case ARGP_KEY_ARG:
        if (state->arg_num > 0)
            argument_unwanted(value, "FILE");
        request.file = value;
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static const struct argp_child children[] = {
    {&limits_argp, 0,
     "Limits of each search (if none is given, the file's own depth; none for solve; or --time 5)",
     GROUP_LIMITS},
    {0}};

static const struct argp argp = {
    options,
    parse,
    "FILE",
    "Searches the problems of a file, positions of which the best move is known, and says which of "
    "them are solved. The file has one a line: OBF or a list of Othello problems, EPD, or a list "
    "of checkers problems; '-' is standard input. Ctrl-C ends it and shows what is done.\v"
    "Examples:\n"
    "  copse suite ffo.txt --only 40-44\n"
    "  copse suite ffo.txt --algorithm pvs --set table=16M --time 1\n"
    "  copse suite tinsley-chinook-1992.txt --algorithm pvs --within 10",
    children,
    NULL,
    NULL,
};

/* --------------------------------------------------------------------------------- what is asked
 */

static bool all_exact(void)
{
    bool exact = true;
    for (int i = 0; i < suite.count; i++)
        exact = exact && suite.list[i].text.exact;
    return exact;
}

static bool all_deep(void)
{
    bool deep = true;
    for (int i = 0; i < suite.count; i++)
        deep = deep && suite.list[i].text.depth > 0;
    return deep;
}

/* Puts the player together; all of it is checked before the first search. */
static void read_player(void)
{
    copse_message why;
    const char *algorithm = request.algorithm;
    if (!algorithm)
        algorithm = all_exact() && copse_algorithm_find("solve") ? "solve" : "pvs";
    bool solver = strcmp(algorithm, "solve") == 0;
    if (!limits_end(&request.limits) && !solver && !all_deep())
        request.limits.seconds = standard_seconds;
    if (!player_init(&player, algorithm, &request.limits, &why))
        complain_usage("--algorithm: %s", why.text);
    for (int i = 0; i < request.setting_count; i++) {
        if (!player_set(&player, request.settings[i], &why))
            complain_usage("--set '%s': %s", request.settings[i], why.text);
    }
    bool simulated = suite_run.machine && strcmp(suite_run.machine, "sim") == 0;
    if (suite_run.machine && !simulated && strcmp(suite_run.machine, "threads") != 0)
        complain_usage("--machine '%s': threads or sim", suite_run.machine);
    if (suite_run.costs && !simulated)
        complain_usage("--costs '%s': only --machine sim has prices", suite_run.costs);
    if (simulated && !player.algorithm->parallel)
        complain_usage("--machine 'sim': %s is not parallel", player.algorithm->name);
    if (suite_run.processors > 1 && !player.algorithm->parallel)
        complain_usage("--processors '%d': %s is not parallel and takes 1", suite_run.processors,
                       player.algorithm->name);
    struct branching branching;
    const copse_game *game = suite.game;
    if (suite_run.branching) {
        if (!game->noisy || game->undo)
            complain_usage("--branching: nothing in %s has to be taken", game->name);
        branching_begin(&branching, game);
        game = &branching.game;
    }
    int wrong;
    copse_search *search;
    copse_status status = player_search(&player, game, &search, &wrong, &why);
    if (status != COPSE_OK && wrong >= 0)
        complain_status(status, "--set '%s=%s': %s", player.settings[wrong].name,
                        player.settings[wrong].value, why.text);
    if (status != COPSE_OK)
        complain_status(status, "%s", why.text);
    if (simulated &&
        copse_search_set_machine(search, "sim", suite_run.processors, suite_run.costs) != COPSE_OK)
        complain_usage("--machine sim: %s", copse_search_message(search));
    copse_search_free(search);
}

static void read_suite(void)
{
    copse_message why;
    const copse_game *game = NULL;
    if (!request.file)
        complain_usage("FILE is missing: a suite of problems, or '-' for standard input");
    if (request.game && !(game = game_named(request.game, &why)))
        complain_usage("--game: %s", why.text);
    if (suite_read(&suite, request.file, game, request.only, &why) != COPSE_OK)
        complain_usage("%s", why.text);
}

static void clear(void)
{
    suite_run_clear(&suite_run);
    suite_clear(&suite);
    player_clear(&player);
}

static int run(const struct command *command, int argc, char **argv)
{
    copse_message why;
    atexit(clear);
    copse_limits_init(&request.limits);
    command_parse(command, argc, argv, &request);
    read_suite();
    read_player();
    suite_run.suite = &suite;
    suite_run.player = &player;
    suite_run.threads = request.threads;
    request.began = clock_wall();
    interrupt_begin(interrupt_sets, &suite_run.stop);
    copse_status status = suite_play(&suite_run, suite_show_progress, &request, &why);
    interrupt_end();
    request.seconds = clock_wall() - request.began;
    terminal_status_clear();
    if (status != COPSE_OK)
        complain_status(status, "%s", why.text);
    suite_show(&request, &suite_run);
    return EXIT_DONE;
}

const struct command command_suite = {
    "suite", "positions of which the best move is known: which are solved", &argp, run};
