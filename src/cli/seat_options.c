/* SPDX-License-Identifier: MIT
 *
 * The options of a player at the board.
 */
#include "cli/seat_options.h"

#include "cli/complain.h"
#include "lab/names.h"

#include <string.h>

enum { KEY_ALGORITHM = 0x400, KEY_SET, KEY_EXACT, KEY_VARIETY, KEY_SEED };

enum { MOST_PLIES = 1000, MOST_VARIETY = 1000000 };

static const struct argp_option options[] = {
    {"algorithm", KEY_ALGORITHM, "ALGORITHM", 0, "How to search (what plays best if not given)",
     GROUP_WHAT},
    {"set", KEY_SET, "NAME=VALUE", 0,
     "Set an option of the algorithm or the game; may be repeated. Ordering, killers, history and "
     "a table are on unless this says otherwise",
     GROUP_WHAT},
    {"exact", KEY_EXACT, "MOVES", 0,
     "Solve the game to its end from so many moves left on, where the game has a solver; 0 for "
     "never (as the time allows if not given)",
     GROUP_WHAT},
    {"variety", KEY_VARIETY, "SCORE", 0,
     "In the first ten plies draw among moves at most so much worse than the best (0 if not "
     "given: none)",
     GROUP_WHAT},
    {"seed", KEY_SEED, "N", 0,
     "Of the random numbers of --variety (1 if not given), which are others in each game of a "
     "session",
     GROUP_WHAT},
    {"threads", KEY_THREADS, "T", 0, "Search on so many threads (1 if not given)", GROUP_MACHINE},
    {0}};

void seat_options_init(struct seat_options *request)
{
    cop_seat_settings_init(&request->settings);
    request->settings.settings = request->pairs;
}

/* Cuts the argument in two at its '='. */
static void add_setting(struct seat_options *request, char *setting)
{
    char *equals = strchr(setting, '=');
    if (!equals || equals == setting || equals[1] == '\0')
        complain_usage("--set '%s': a setting is NAME=VALUE, such as ordering=static", setting);
    if (request->settings.setting_count == PLAYER_MAX_SETTINGS)
        complain_usage("--set '%s': at most %d settings", setting, PLAYER_MAX_SETTINGS);
    *equals = '\0';
    request->pairs[request->settings.setting_count++] = (copse_setting){setting, equals + 1};
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct seat_options *request = state->input;
    cop_seat_settings *settings = &request->settings;
    copse_message why;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &settings->limits;
        break;
    case KEY_ALGORITHM:
        if (!algorithm_named(value, &why))
            complain_usage("--algorithm '%s': %s", value, why.text);
        settings->algorithm = value;
        break;
    case KEY_SET:
        add_setting(request, value);
        break;
    case KEY_EXACT:
        settings->exact = (int)option_number("exact", value, 0, MOST_PLIES);
        break;
    case KEY_VARIETY:
        settings->variety = (copse_score)option_number("variety", value, 0, MOST_VARIETY);
        break;
    case KEY_SEED:
        settings->seed = option_number("seed", value, 0, INT64_MAX);
        break;
    case KEY_THREADS:
        settings->threads = option_threads(value);
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static const struct argp_child children[] = {
    {&limits_argp, 0,
     "Limits of each move where no clock says otherwise (--time 1 if none is given)", GROUP_LIMITS},
    {0}};

const struct argp seat_argp = {.options = options, .parser = parse, .children = children};
