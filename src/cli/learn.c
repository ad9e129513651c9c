/* SPDX-License-Identifier: MIT
 *
 * copse learn: a real-score model for a game, learned from its own searches.
 */
#include "lab/learn.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/complain.h"
#include "cli/format.h"
#include "cli/terminal.h"
#include "cli/text_table.h"
#include "cli/work.h"
#include "game/settings.h"
#include "lab/clock.h"
#include "tree/model.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum {
    KEY_OUT = KEY_OWN,
    KEY_NAME,
    KEY_SET,
    KEY_POSITIONS,
    KEY_REAL_DEPTH,
    KEY_LEAF_DEPTHS,
    KEY_STEPS,
    KEY_ROUNDS,
    KEY_PRUNING,
    KEY_RBFM,
    KEY_MOVES,
    KEY_KINDS,
    KEY_FAMILY,
    KEY_SPREAD,
    KEY_SEED,
    KEY_PLOT
};

enum { MOST_POSITIONS = 100000, MOST_DEPTH = 60 };

struct request {
    struct place place;
    struct learn learn;
    char *sets[COP_GAME_SETTINGS_MOST]; /* as given */
    int set_count;
    cop_game_settings settings;
    copse_game *opened;        /* with these settings; NULL: there are none */
    cop_game_settings options; /* those of them that are rbfm's */
    char name[64];
    const char *plot;
    bool json;
    double began, seconds;
};

static const struct argp_option options[] = {
    {"out", KEY_OUT, "FILE", 0, "Where to write the model; while it is learned, FILE.part",
     GROUP_WHAT},
    {"name", KEY_NAME, "NAME", 0, "What to call it (the game's name for it if not given)",
     GROUP_WHAT},
    {"set", KEY_SET, "NAME=VALUE", 0,
     "Set an option of the game, such as eval=bill, or of rbfm, such as evaluator=search; may be "
     "repeated. 'copse games' and 'copse algorithms' list them",
     GROUP_WHAT},
    {"moves", KEY_MOVES, "random|sensible", 0,
     "The games that positions are from: played at random, or from the ninth move on by a search "
     "of two plies (random if not given)",
     GROUP_WHAT},
    {"kinds", KEY_KINDS, "all|one", 0,
     "Tell kinds of positions apart, as the game does, or take them all together, which needs "
     "fewer "
     "(all if not given)",
     GROUP_WHAT},
    {"positions", KEY_POSITIONS, "N", 0, "From how many positions (2000 if not given)", GROUP_WHAT},
    {"real-depth", KEY_REAL_DEPTH, "D", 0,
     "Depth of the search that gives real scores (10 if not given; 8, 6 where moves are many)",
     GROUP_WHAT},
    {"leaf-depths", KEY_LEAF_DEPTHS, "D,E", 0,
     "The two depths whose mean is the real score of a leaf, for pbf (3,4 if not given)",
     GROUP_WHAT},
    {"steps", KEY_STEPS, "S", 0, "Expansions of each position, 1 to 31 (31 if not given)",
     GROUP_WHAT},
    {"rounds", KEY_ROUNDS, "R", 0, "How often, each time with the last model (3 if not given)",
     GROUP_WHAT},
    {"pruning", KEY_PRUNING, "on|off", 0, "As rbfm's option (off if not given)", GROUP_WHAT},
    {"family", KEY_FAMILY, "FAMILY[=P]", 0,
     "Distribution, such as chi-square or chi-square=16; what is left open is chosen by fit (auto "
     "if not given)",
     GROUP_WHAT},
    {"spread", KEY_SPREAD, "X[,REST,REACH]", 0,
     "How much of the leaves' spread pbf is to take with this model, how much of that stays in the "
     "nodes above, and how much of influence gets on to a parent: try some with its options "
     "spread, "
     "rest and reach, and note down what plays best (0.9,0,1 if not given)",
     GROUP_WHAT},
    {"rbfm", KEY_RBFM, "X,on|off", 0,
     "Likewise how much of all spreads rbfm is to take, and whether with its pruning rule "
     "(1,off if not given)",
     GROUP_WHAT},
    {"seed", KEY_SEED, "N", 0, "Of the random numbers (1 if not given)", GROUP_WHAT},
    OPTION_THREADS("positions"),
    {"plot", KEY_PLOT, "FILE.svg", 0, "Draw the histograms to a file", GROUP_OUTPUT},
    OPTION_JSON,
    {0}};

static const double least_part = (double)COP_MODEL_LEAST_PART,
                    most_part = (double)COP_MODEL_MOST_PART;

static bool is_part(cop_span text, double *part)
{
    return cop_span_real(text, part) && *part >= least_part && *part <= most_part;
}

static void read_for_pbf(const char *value, struct learn *learn)
{
    const double least_reach = (double)COP_MODEL_LEAST_REACH;
    cop_span left = cop_span_of(value), spread, rest, reach;
    bool fine = cop_span_next(&left, ',', &spread) && is_part(spread, &learn->spread);
    if (fine && left.start != NULL)
        fine = cop_span_next(&left, ',', &rest) && cop_span_real(rest, &learn->rest) &&
               learn->rest >= 0 && learn->rest <= 1 && cop_span_next(&left, ',', &reach) &&
               cop_span_real(reach, &learn->reach) && learn->reach >= least_reach &&
               learn->reach <= 1 && left.start == NULL;
    if (!fine)
        complain_usage("--spread '%s': a number from %g to %g such as 0.6; after it, if at all, "
                       "one from 0 to 1 and one from %g to 1, with commas, such as 0.6,0.16,0.93",
                       value, least_part, most_part, least_reach);
}

static void read_for_rbfm(const char *value, struct learn *learn)
{
    cop_span rest = cop_span_of(value), part, rule;
    bool two = cop_span_next(&rest, ',', &part) && cop_span_next(&rest, ',', &rule);
    if (!two || rest.length > 0 || !is_part(part, &learn->rbfm_spread) ||
        (!cop_span_is(rule, "on") && !cop_span_is(rule, "off")))
        complain_usage("--rbfm '%s': a number from %g to %g, a comma, and on or off, such as "
                       "0.45,off",
                       value, least_part, most_part);
    learn->rbfm_pruning = cop_span_is(rule, "on");
}

static void read_leaf_depths(const char *value, int depths[2])
{
    char first[16];
    const char *comma = strchr(value, ',');
    size_t length = comma ? (size_t)(comma - value) : 0;
    if (length == 0 || length >= sizeof first)
        complain_usage("--leaf-depths '%s': two depths such as 3,4", value);
    snprintf(first, sizeof first, "%.*s", (int)length, value);
    depths[0] = (int)option_number("leaf-depths", first, 1, MOST_DEPTH);
    depths[1] = (int)option_number("leaf-depths", comma + 1, 1, MOST_DEPTH);
}

static void read_family(const char *value, struct learn *learn)
{
    copse_message why;
    if (!learn_family_from_text(value, &learn->family, &learn->parameter, &why))
        complain_usage("--family '%s': %s", value, why.text);
}

static bool read_switch(const char *name, const char *value, const char *on, const char *off)
{
    bool is_on = strcmp(value, on) == 0;
    if (!is_on && strcmp(value, off) != 0)
        complain_usage("--%s '%s': %s or %s", name, value, on, off);
    return is_on;
}

/* The names of models are words that a command line and a file can hold. */
static void read_name(const char *value, char *name, size_t size)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+";
    size_t length = strlen(value);
    if (length == 0 || length >= size || strspn(value, letters) != length)
        complain_usage("--name '%s': 1 to %zu letters, digits and - _ . +", value, size - 1);
    snprintf(name, size, "%s", value);
}

static void add_setting(struct request *request, char *value)
{
    if (request->set_count == COP_GAME_SETTINGS_MOST)
        complain_usage("--set: at most %d of them", COP_GAME_SETTINGS_MOST);
    if (strchr(value, '=') == NULL)
        complain_usage("--set '%s': a setting is NAME=VALUE, such as eval=bill", value);
    request->sets[request->set_count++] = value;
}

/* Notes an option of rbfm; false if it is none. What is wrong with it shows when it is set. */
static bool add_option(struct request *request, const char *name, const char *value)
{
    const copse_algorithm *rbfm = copse_algorithm_find("rbfm");
    bool found = false;
    for (int i = 0; i < rbfm->option_count; i++)
        found |= strcmp(rbfm->options[i].name, name) == 0;
    char *text = request->options.text;
    size_t length = strlen(text), room = sizeof request->options.text - length;
    if (found && (size_t)snprintf(text + length, room, "%s=%s\n", name, value) >= room)
        complain_usage("--set '%s': more than there is room for", name);
    return found;
}

/* The game as it is with all of --set. */
static void open_game(struct request *request)
{
    const copse_game *game = request->place.game;
    copse_message why = {{0}};
    copse_status status = COPSE_OK;
    for (int i = 0; i < request->set_count; i++) {
        char name[64];
        const char *sign = strchr(request->sets[i], '=');
        snprintf(name, sizeof name, "%.*s", (int)(sign - request->sets[i]), request->sets[i]);
        if (!cop_game_option(game, name) && add_option(request, name, sign + 1))
            continue;
        status = cop_game_settings_set(&request->settings, game, name, sign + 1, &why);
        if (status != COPSE_OK)
            complain_status(status, "--set '%s': %s", request->sets[i], why.text);
    }
    if (request->settings.text[0])
        status = cop_game_open(game, &request->settings, &request->opened, &why);
    if (status != COPSE_OK)
        complain_status(status, "--set: %s", why.text);
    if (request->opened)
        request->place.game = request->opened;
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct request *request = state->input;
    struct learn *learn = &request->learn;
    switch (key) {
    case KEY_SET:
        add_setting(request, value);
        break;
    case KEY_OUT:
        learn->out = value;
        break;
    case KEY_NAME:
        read_name(value, request->name, sizeof request->name);
        break;
    case KEY_POSITIONS:
        learn->positions = (int)option_number("positions", value, 2, MOST_POSITIONS);
        break;
    case KEY_REAL_DEPTH:
        learn->real_depth = (int)option_number("real-depth", value, 1, MOST_DEPTH);
        break;
    case KEY_LEAF_DEPTHS:
        read_leaf_depths(value, learn->leaf_depths);
        break;
    case KEY_STEPS:
        learn->steps = (int)option_number("steps", value, 1, LEARN_MOST_STEPS);
        break;
    case KEY_ROUNDS:
        learn->rounds = (int)option_number("rounds", value, 1, LEARN_MOST_ROUNDS);
        break;
    case KEY_PRUNING:
        learn->pruning = read_switch("pruning", value, "on", "off");
        break;
    case KEY_KINDS:
        learn->pooled = read_switch("kinds", value, "one", "all");
        break;
    case KEY_MOVES:
        learn->sensible = read_switch("moves", value, "sensible", "random");
        break;
    case KEY_FAMILY:
        read_family(value, learn);
        break;
    case KEY_SPREAD:
        read_for_pbf(value, learn);
        break;
    case KEY_RBFM:
        read_for_rbfm(value, learn);
        break;
    case KEY_SEED:
        learn->seed = option_number("seed", value, 0, UINT64_MAX);
        break;
    case KEY_THREADS:
        learn->threads = option_threads(value);
        break;
    case KEY_PLOT:
        request->plot = value;
        break;
    default:
        return place_parse(key, value, state, &request->place, &request->json);
    }
    return 0;
}

static const struct argp argp = {
    options,
    parse,
    "GAME [POSITION]",
    "Learns what the real score of a position may be, given its score and how often it has been "
    "expanded: the model that rbfm and pbf search with. A run that was killed goes on where it "
    "was when the same command is given again.\v"
    "Examples:\n"
    "  copse learn random branching=10,shape=random,seed=1 --out mine.model\n"
    "  copse search random --algorithm rbfm --set model=mine.model --nodes 10000",
    NULL,
    NULL,
    NULL,
};

/* The game's own name for the model of such positions, or the game's. */
static void settle_name(struct request *request)
{
    const copse_game *game = request->place.game;
    char name[sizeof request->name] = "";
    if (request->name[0])
        return;
    int length =
        game->model_of ? game->model_of(game, request->place.position, name, sizeof name) : 0;
    bool named = length > 0 && (size_t)length < sizeof name;
    read_name(named ? name : game->name, request->name, sizeof request->name);
}

/* As deep as a search comes in a fraction of a second. */
static int standard_depth(const struct place *place)
{
    uint64_t moves = 0;
    if (copse_perft(place->game, place->position, 1, &moves, NULL) != COPSE_OK)
        return 6;
    return moves <= 12 ? 10 : moves <= 25 ? 8 : 6;
}

static void show_progress(struct learn *learn, int done, int jobs, void *user)
{
    enum { WIDTH = 30 };
    const struct request *request = user;
    char bar[4 * WIDTH], left[48] = "", what[32] = "real scores";
    double elapsed = clock_wall() - request->began;
    int fresh = done - learn->resumed;
    terminal_bar((double)done / jobs, WIDTH, bar, sizeof bar);
    if (learn->round >= 0)
        snprintf(what, sizeof what, "round %d of %d", learn->round + 1, learn->rounds);
    if (atomic_load(&learn->stop))
        snprintf(left, sizeof left, ", ending with those in work");
    else if (fresh > 0)
        snprintf(left, sizeof left, ", about %.0f s left", elapsed * (jobs - done) / fresh);
    terminal_status("[%s%*s] %s: %d of %d%s", bar, WIDTH - text_columns(bar), "", what, done, jobs,
                    left);
}

/* -------------------------------------------------------------------------------------- results */

static json_t *fits_json(const struct learn *learn)
{
    json_t *fits = must(json_array());
    for (int i = 0; i < learn->fit_count; i++) {
        char family[LEARN_FAMILY_ROOM];
        const struct learn_fit *fit = &learn->fits[i];
        json_t *row = must(json_object());
        learn_family_to_text(fit->family, LEARN_PARAMETER_AUTO, family);
        json_put(row, "family", json_string(family));
        json_put(row, "parameter", json_real(fit->parameter));
        json_put(row, "before", json_real(fit->before));
        json_put(row, "after", json_real(fit->after));
        json_array_append_new(fits, row);
    }
    return fits;
}

static void show_json(const struct request *request)
{
    const struct learn *learn = &request->learn;
    const struct learn_fit *fit = &learn->fits[learn->chosen];
    char family[LEARN_FAMILY_ROOM];
    json_t *object = must(json_object()), *rounds = must(json_array());
    learn_family_to_text(fit->family, LEARN_PARAMETER_AUTO, family);
    json_put(object, "game", json_string(learn->game->name));
    json_put(object, "name", json_string(learn->name));
    json_put(object, "out", json_text(learn->out));
    json_put(object, "settings", json_string(learn->described));
    json_put(object, "positions", json_integer(learn->positions));
    json_put(object, "useful", json_integer(learn->useful));
    json_put(object, "resumed", json_integer(learn->resumed));
    json_put(object, "family", json_string(family));
    json_put(object, "parameter", json_real(fit->parameter));
    json_put(object, "fits", fits_json(learn));
    json_put(object, "mean_spread", json_real(learn->mean_spread));
    for (int i = 0; i < learn->rounds; i++) {
        json_t *row = must(json_object());
        json_put(row, "shift_moved", i ? json_real(learn->moved[i].shift) : json_null());
        json_put(row, "spread_moved", i ? json_real(learn->moved[i].spread) : json_null());
        json_array_append_new(rounds, row);
    }
    json_put(object, "rounds", rounds);
    json_put(object, "threads", json_integer(learn->threads));
    json_put(object, "seconds", json_real(request->seconds));
    json_print(object);
}

static void print_fits(const struct learn *learn)
{
    struct text_table table;
    text_table_init(&table, "lrrrl");
    static const char *const heads[] = {"family", "parameter", "before", "after", ""};
    printf("\ndistance from what was found, before the first expansion and after the last\n");
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        text_table_cell(&table, "%s", heads[i]);
    for (int i = 0; i < learn->fit_count; i++) {
        const struct learn_fit *fit = &learn->fits[i];
        char family[LEARN_FAMILY_ROOM];
        learn_family_to_text(fit->family, LEARN_PARAMETER_AUTO, family);
        text_table_cell(&table, "%s", family);
        text_table_cell(&table, "%g", fit->parameter);
        text_table_cell(&table, "%.4f", fit->before);
        text_table_cell(&table, "%.4f", fit->after);
        text_table_cell(&table, "%s", i == learn->chosen ? "taken" : "");
    }
    text_table_print(&table);
}

static void print_histogram(const struct learn *learn, int step)
{
    enum { WIDTH = 40 };
    struct histogram histogram;
    struct text_table table;
    double most = 0;
    int kind = learn_histogram(learn, step, &histogram);
    for (int i = 0; i < HISTOGRAM_BINS; i++)
        most = histogram.share[i] > most ? histogram.share[i] : most;
    printf("\nreal score - score after %d expansion%s, kind %d, %d positions\n", step, plural(step),
           kind, histogram.count);
    text_table_init(&table, "rrrb");
    static const char *const heads[] = {"from", "found", "model", ""};
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        text_table_cell(&table, "%s", heads[i]);
    for (int i = 0; i < HISTOGRAM_BINS; i++) {
        char bar[4 * WIDTH];
        terminal_bar(most > 0 ? histogram.share[i] / most : 0, WIDTH, bar, sizeof bar);
        text_table_cell(&table, "%.0f", histogram.low + i * histogram.width);
        text_table_cell(&table, "%.1f%%", 100 * histogram.share[i]);
        text_table_cell(&table, "%.1f%%", 100 * histogram.expected[i]);
        text_table_cell(&table, "%s", bar);
    }
    text_table_print(&table);
}

/* Figures 5 and 6 of the paper: before the first expansion, and after the last. */
static void draw_histograms(const struct request *request)
{
    const struct learn *learn = &request->learn;
    struct histogram histograms[2];
    char titles[2][80];
    const char *const both[] = {titles[0], titles[1]};
    for (int i = 0; i < 2; i++) {
        int step = i ? learn->steps : 0;
        int kind = learn_histogram(learn, step, &histograms[i]);
        snprintf(titles[i], sizeof titles[i], "real score - score: kind %d after %d expansions",
                 kind, step);
    }
    if (!histogram_draw(histograms, both, 2, request->plot))
        complain_failed("--plot '%s': %s", request->plot, strerror(errno));
}

static void show(const struct request *request)
{
    const struct learn *learn = &request->learn;
    if (request->json) {
        show_json(request);
        return;
    }
    printf("%s%s%s: a model of game %s from %d positions, %d of them decided, in %s on %d "
           "thread%s\n",
           terminal_style(STYLE_HEAD), learn->name, terminal_style(STYLE_PLAIN), learn->game->name,
           learn->positions, learn->positions - learn->useful, seconds_words(request->seconds).text,
           learn->threads, plural(learn->threads));
    if (learn->resumed)
        printf("%d jobs were done before\n", learn->resumed);
    for (int i = 1; i < learn->rounds; i++)
        printf("round %d moved the shifts by %.2f%% and the spreads by %.2f%% of the mean spread\n",
               i + 1, 100 * learn->moved[i].shift / learn->mean_spread,
               100 * learn->moved[i].spread / learn->mean_spread);
    print_fits(learn);
    print_histogram(learn, 0);
    print_histogram(learn, learn->steps);
    printf("\nwritten to %s\n", learn->out);
}

/* Static, so that what it holds is freed however the program ends. */
static struct request request;

static void clear(void)
{
    learn_clear(&request.learn);
    place_clear(&request.place);
    cop_game_close(request.opened);
    request.opened = NULL;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct learn *learn = &request.learn;
    copse_message why;
    bool finished;
    atexit(clear);
    *learn = (struct learn){.positions = 2000,
                            .leaf_depths = {3, 4},
                            .steps = LEARN_MOST_STEPS,
                            .rounds = 3,
                            .reach = 1,
                            .rbfm_spread = 1,
                            .family = LEARN_FAMILY_AUTO,
                            .parameter = LEARN_PARAMETER_AUTO,
                            .seed = 1};
    command_parse(command, argc, argv, &request);
    place_read(&request.place);
    if (!learn->out)
        complain_usage("--out FILE is missing: where the model is to be written");
    open_game(&request);
    settle_name(&request);
    learn->game = request.place.game;
    learn->text = request.place.text;
    learn->settings = request.settings.text;
    learn->options = request.options.text;
    learn->name = request.name;
    learn->real_depth = learn->real_depth ? learn->real_depth : standard_depth(&request.place);
    learn->threads = learn->threads ? learn->threads : core_count();
    complain_unwritable("plot", request.plot);
    request.began = work_begin(&learn->stop);
    copse_status status = learn_run(learn, show_progress, &request, &finished, &why);
    request.seconds = work_end(request.began, status, &why);
    if (!finished)
        complain_failed("interrupted; the same command goes on from %s.part", learn->out);
    show(&request);
    if (request.plot)
        draw_histograms(&request);
    return EXIT_DONE;
}

const struct command command_learn = {"learn", "a real-score model for a game, for rbfm and pbf",
                                      &argp, run};
