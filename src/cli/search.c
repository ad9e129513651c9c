/* SPDX-License-Identifier: MIT
 *
 * copse search: the best move in a position.
 */
#include "cli/search.h"

#include "cli/complain.h"
#include "cli/interrupt.h"
#include "cli/live.h"
#include "cli/terminal.h"
#include "lab/limits.h"
#include "lab/names.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum {
    KEY_ALGORITHM = KEY_OWN,
    KEY_SET,
    KEY_SEED,
    KEY_CONFIDENCE,
    KEY_MACHINE,
    KEY_PROCESSORS,
    KEY_COSTS,
    KEY_TRACE,
    KEY_BASELINE
};

enum { MOST_PROCESSORS = 4096 };

static const char standard_algorithm[] = "pvs";
static const double standard_seconds = 5;

static const struct argp_option options[] = {
    {"algorithm", KEY_ALGORITHM, "ALGORITHM", 0, "How to search (pvs if not given)", GROUP_WHAT},
    {"set", KEY_SET, "NAME=VALUE", 0,
     "Set an option of the algorithm; may be repeated. 'copse algorithms NAME' lists them",
     GROUP_WHAT},
    {"confidence", KEY_CONFIDENCE, "P", 0,
     "Stop when a move is the best with this probability, as far as pbf and rbfm can tell",
     GROUP_LIMITS},
    {"seed", KEY_SEED, "N", 0, "For algorithms that draw random numbers (1 if not given)",
     GROUP_WHAT},
    {"machine", KEY_MACHINE, "MACHINE", 0,
     "What to run on: threads (if not given), sim for simulated processors, mpi in copse-mpi",
     GROUP_MACHINE},
    {"processors", KEY_PROCESSORS, "P", 0,
     "How many to use (1 if not given, with mpi all ranks); more if the algorithm is parallel",
     GROUP_MACHINE},
    {"costs", KEY_COSTS, "COSTS", 0,
     "sim: what things cost: today (if not given), origin2000, unit or a file, and changes to it, "
     "as in today,evaluation=0.001",
     GROUP_MACHINE},
    {"trace", KEY_TRACE, "FILE", 0, "Write a timeline of the processors, for Perfetto",
     GROUP_MACHINE},
    {"baseline", KEY_BASELINE, NULL, 0,
     "Search on one processor first, and tell speed-up, efficiency and search overhead",
     GROUP_MACHINE},
    OPTION_JSON,
    {0}};

static void add_setting(struct search_request *request, const char *setting)
{
    if (request->setting_count == PLAYER_MAX_SETTINGS)
        complain_usage("--set '%s': at most %d settings", setting, PLAYER_MAX_SETTINGS);
    request->settings[request->setting_count++] = setting;
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct search_request *request = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &request->limits;
        break;
    case KEY_ALGORITHM:
        request->algorithm = value;
        break;
    case KEY_SET:
        add_setting(request, value);
        break;
    case KEY_CONFIDENCE:
        request->confidence = value;
        break;
    case KEY_SEED:
        request->seed = option_number("seed", value, 0, INT64_MAX);
        request->seed_given = true;
        break;
    case KEY_MACHINE:
        request->machine = value;
        break;
    case KEY_COSTS:
        request->costs = value;
        break;
    case KEY_TRACE:
        request->trace = value;
        break;
    case KEY_BASELINE:
        request->baseline = true;
        break;
    case KEY_PROCESSORS:
        request->processors = (int)option_number("processors", value, 1, MOST_PROCESSORS);
        break;
    default:
        return place_parse(key, value, state, &request->place, &request->json);
    }
    return 0;
}

static const struct argp_child children[] = {
    {&limits_argp, 0, "Limits: it ends at whatever comes first (--time 5 if none is given)",
     GROUP_LIMITS},
    {0}};

static const struct argp argp = {
    options,
    parse,
    "GAME [POSITION]",
    "Finds the best move in a position. Ctrl-C ends the search and gives the best so far.\v"
    "Examples:\n"
    "  copse search random branching=10,shape=random,seed=7 --depth 8\n"
    "  copse search random --algorithm mtdf --set ordering=static --depth 7",
    children,
    NULL,
    NULL,
};

/* An algorithm that draws random numbers has the seed among its options; the others do the same
 * whatever it is. */
static void set_seed(struct search_request *request)
{
    struct player *player = &request->player;
    char setting[32];
    copse_message why;
    if (!request->seed_given || !option_named(player->algorithm, "seed"))
        return;
    snprintf(setting, sizeof setting, "seed=%" PRIu64, request->seed);
    if (!player_set(player, setting, &why))
        complain_usage("--seed: %s", why.text);
}

/* The probability is an option of the searches that have one. */
static void set_confidence(struct search_request *request)
{
    struct player *player = &request->player;
    char setting[48];
    copse_message why;
    if (!request->confidence)
        return;
    if (!option_named(player->algorithm, "confidence"))
        complain_usage("--confidence '%s': %s has no opinion on that; pbf and rbfm have",
                       request->confidence, player->algorithm->name);
    snprintf(setting, sizeof setting, "confidence=%.24s", request->confidence);
    if (!player_set(player, setting, &why))
        complain_usage("--confidence '%s': %s", request->confidence, why.text);
}

/* The command with its libraries takes some memory by itself, and a search besides its tree, 1.7 MB
 * with a built-in model. A tree fills all the memory that it may have: it gets what is left, so
 * that
 * --memory is what the system says that copse takes. Where that would be little, it is the tree's
 * alone. */
static void leave_room(struct search_request *request)
{
    const size_t besides_tree = 2 << 20, enough = 16 << 20;
    struct rusage usage = {0};
    getrusage(RUSAGE_SELF, &usage);
    size_t own = (size_t)usage.ru_maxrss * 1024 + besides_tree;
    if (own <= enough * 3 / 4 && strcmp(request->player.algorithm->family, "best-first") == 0 &&
        request->limits.memory >= enough)
        request->limits.memory -= own;
}

/* Puts the algorithm and its options together; all of it is checked before the search begins. */
static void prepare(struct search_request *request)
{
    struct player *player = &request->player;
    copse_message why;
    if (!limits_end(&request->limits))
        request->limits.seconds = standard_seconds;
    if (!player_init(player, request->algorithm, &request->limits, &why))
        complain_usage("--algorithm: %s", why.text);
    for (int i = 0; i < request->setting_count; i++) {
        if (!player_set(player, request->settings[i], &why))
            complain_usage("--set '%s': %s", request->settings[i], why.text);
    }
    set_seed(request);
    set_confidence(request);
    leave_room(request);
    if (request->processors > 1 && !player->algorithm->parallel)
        complain_usage("--processors '%d': %s is not parallel and takes 1", request->processors,
                       player->algorithm->name);
    if (request->baseline && strcmp(request->machine, "mpi") == 0)
        complain_usage("--baseline: on one rank start copse-mpi without mpirun instead");
    int wrong;
    copse_status status =
        player_search(player, request->place.game, &request->search, &wrong, &why);
    if (status != COPSE_OK && wrong >= 0)
        complain_status(status, "--set '%s=%s': %s", player->settings[wrong].name,
                        player->settings[wrong].value, why.text);
    if (status != COPSE_OK)
        complain_status(status, "%s", why.text);
    complain_aside(copse_search_message(request->search));
}

/* The processors, for a handle whose options are set, and where their timeline goes; NULL: nowhere.
 */
static void set_machine(const struct search_request *request, int processors, const char *trace)
{
    copse_search *search = request->search;
    copse_status status;
    if (strcmp(request->machine, "mpi") == 0) {
        copse_message why;
        copse_machine *machine = command_mpi_machine(request->processors, &why);
        if (machine == NULL)
            complain_usage("--machine 'mpi': %s", why.text);
        status = copse_search_attach(search, machine);
    } else
        status = copse_search_set_machine(search, request->machine, processors, request->costs);
    if (status != COPSE_OK)
        complain_status(status, "--machine '%s', --processors '%d': %s", request->machine,
                        processors, copse_search_message(search));
    status = copse_search_set_trace(search, trace);
    if (status != COPSE_OK)
        complain_status(status, "--trace: %s", copse_search_message(search));
}

static void stop(void *search)
{
    copse_search_stop(search);
}

static copse_result search(struct search_request *request)
{
    copse_result result;
    copse_search *handle = request->search;
    copse_status status = copse_search_set_position(handle, request->place.position);
    copse_search_clear(handle);
    struct live live = {.request = request};
    if (terminal_watched() && live_is_wanted(request))
        copse_search_on_progress(handle, live_progress, 0.1, &live);
    else if (terminal_watched())
        copse_search_on_progress(handle, search_show_progress, 0.1, request);
    if (status == COPSE_OK) {
        interrupt_begin(stop, handle);
        status = copse_search_run(handle, &request->limits);
        interrupt_end();
    }
    terminal_status_clear();
    if (status == COPSE_OK)
        status = copse_search_result(handle, &result);
    if (status != COPSE_OK)
        complain_status(status, "%s", copse_search_message(handle));
    complain_aside(copse_search_message(handle));
    return result;
}

/* Static, so that what it holds is freed however the program ends. */
static struct search_request request = {
    .algorithm = standard_algorithm, .machine = "threads", .seed = 1};

static void clear(void)
{
    copse_search_free(request.search);
    player_clear(&request.player);
    place_clear(&request.place);
}

static int run(const struct command *command, int argc, char **argv)
{
    atexit(clear);
    copse_limits_init(&request.limits);
    command_parse(command, argc, argv, &request);
    place_read(&request.place);
    prepare(&request);
    int processors = request.processors > 0 ? request.processors : 1;
    set_machine(&request, processors, request.trace); /* what is wrong is found before all work */
    if (request.baseline && strcmp(request.machine, "mpi") != 0) {
        set_machine(&request, 1, NULL);
        request.alone = search(&request);
        set_machine(&request, processors, request.trace);
    }
    copse_result result = search(&request);
    search_show(&request, &result);
    return EXIT_DONE;
}

const struct command command_search = {"search", "the best move in a position", &argp, run};
