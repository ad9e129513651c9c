/* SPDX-License-Identifier: MIT
 *
 * copse train: weights of a game's evaluation, from games that it plays against itself.
 */
#include "cli/command.h"
#include "cli/complain.h"
#include "cli/format.h"
#include "cli/terminal.h"
#include "cli/text_table.h"
#include "cli/train_checkers.h"
#include "cli/train_chess.h"
#include "cli/work.h"
#include "lab/clock.h"
#include "lab/train_chess.h"
#include "lab/train_othello.h"

#include <stdlib.h>
#include <string.h>

enum {
    KEY_OUT = KEY_OWN,
    KEY_GAMES,
    KEY_ROUNDS,
    KEY_DEPTH,
    KEY_NODES,
    KEY_SOLVED,
    KEY_FORETOLD,
    KEY_SEED
};

struct request {
    const char *game;
    struct train_othello train;
    int nodes; /* of chess */
    bool json;
    double began, seconds;
    const char *doing; /* what the status line was last about, and since when */
    int doing_round, doing_done;
    double doing_began;
};

static const struct argp_option options[] = {
    {"out", KEY_OUT, "FILE", 0, "Where to write the weights; on the way, FILE.part and FILE.round",
     GROUP_WHAT},
    {"games", KEY_GAMES, "N", 0,
     "How many games the last round has (100000 if not given, of checkers 6000, of chess 20000); "
     "of othello each round before has half as many as the next, but 5000",
     GROUP_WHAT},
    {"rounds", KEY_ROUNDS, "R", 0,
     "How many rounds, each with the last weights (10 if not given, of checkers 4, of chess 3)",
     GROUP_WHAT},
    {"depth", KEY_DEPTH, "D", 0, "Of the search that plays, 1 to 8 (3 if not given)", GROUP_WHAT},
    {"nodes", KEY_NODES, "N", 0, "Of a move, in chess instead of a depth (500 if not given)",
     GROUP_WHAT},
    {"solved", KEY_SOLVED, "E", 0,
     "From how many empty squares on games are solved, 1 to 20 (12 if not given)", GROUP_WHAT},
    {"foretold", KEY_FORETOLD, "D", 0,
     "To which depth shallow searches are compared with deep ones, 1 to 12 (10 if not given)",
     GROUP_WHAT},
    {"seed", KEY_SEED, "N", 0, "Of the random numbers (1 if not given)", GROUP_WHAT},
    OPTION_THREADS("games"),
    OPTION_JSON,
    {0}};

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct request *request = state->input;
    struct train_othello *train = &request->train;
    switch (key) {
    case KEY_OUT:
        train->out = value;
        break;
    case KEY_GAMES:
        train->games = (int)option_number("games", value, TRAIN_HELD_OUT, TRAIN_MOST_GAMES);
        break;
    case KEY_ROUNDS:
        train->rounds = (int)option_number("rounds", value, 1, TRAIN_MOST_ROUNDS);
        break;
    case KEY_DEPTH:
        train->depth = (int)option_number("depth", value, 1, TRAIN_MOST_DEPTH);
        break;
    case KEY_NODES:
        request->nodes =
            (int)option_number("nodes", value, TRAIN_CHESS_LEAST_NODES, TRAIN_CHESS_MOST_NODES);
        break;
    case KEY_SOLVED:
        train->solved = (int)option_number("solved", value, 1, TRAIN_MOST_SOLVED);
        break;
    case KEY_FORETOLD:
        train->foretold = (int)option_number("foretold", value, 1, OTHELLO_FORETOLD);
        break;
    case KEY_SEED:
        train->seed = option_number("seed", value, 0, UINT64_MAX);
        break;
    case KEY_THREADS:
        train->threads = option_threads(value);
        break;
    case KEY_JSON:
        request->json = true;
        break;
    case ARGP_KEY_ARG:
        if (request->game)
            argument_unwanted(value, "one argument: GAME");
        request->game = value;
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static const struct argp argp = {
    options,
    parse,
    "GAME",
    "Plays games against itself and fits the weights of the game's evaluation to how they went, in "
    "rounds. GAME is othello, whose endings are solved, checkers or chess. What comes out depends "
    "on the settings alone, not on the number of threads. A run of othello that was killed goes on "
    "where it was when the same command is given again; one of chess that is interrupted writes "
    "what it has learned.\v"
    "Examples:\n"
    "  copse train othello --out mine.weights --games 20000 --rounds 2\n"
    "  copse search othello --set eval=mine.weights --depth 8",
    NULL,
    NULL,
    NULL,
};

static void show_progress(struct train_othello *train, int done, int jobs, void *user)
{
    enum { WIDTH = 30 };
    struct request *request = user;
    char bar[4 * WIDTH], left[48] = "";
    double now = clock_wall();
    if (request->doing != train->doing || request->doing_round != train->round) {
        request->doing = train->doing;
        request->doing_round = train->round;
        request->doing_done = done;
        request->doing_began = now;
    }
    int fresh = done - request->doing_done;
    terminal_bar((double)done / jobs, WIDTH, bar, sizeof bar);
    if (atomic_load(&train->stop))
        snprintf(left, sizeof left, ", ending with those in work");
    else if (fresh > 0)
        snprintf(left, sizeof left, ", about %.0f s left",
                 (now - request->doing_began) * (jobs - done) / fresh);
    terminal_status("[%s%*s] round %d of %d, %s: %d of %d%s", bar, WIDTH - text_columns(bar), "",
                    train->round + 1, train->rounds, train->doing, done, jobs, left);
}

/* -------------------------------------------------------------------------------------- results */

static void show_json(const struct request *request)
{
    const struct train_othello *train = &request->train;
    json_t *object = must(json_object()), *stages = must(json_array());
    json_put(object, "game", json_string(request->game));
    json_put(object, "out", json_text(train->out));
    json_put(object, "settings", json_string(train->described));
    json_put(object, "resumed", json_integer(train->resumed));
    for (int stage = 0; stage < OTHELLO_STAGES; stage++) {
        const struct train_error *e = &train->errors[stage];
        json_t *row = must(json_object());
        json_put(row, "stage", json_integer(stage));
        json_put(row, "positions", json_integer(e->positions));
        json_put(row, "patterns", json_real(e->patterns));
        json_put(row, "patterns_mean", json_real(e->patterns_mean));
        json_put(row, "bill", json_real(e->bill));
        json_put(row, "bill_mean", json_real(e->bill_mean));
        json_put(row, "values", json_real(e->spread));
        json_array_append_new(stages, row);
    }
    json_put(object, "stages", stages);
    json_put(object, "bytes", json_count(train->file_size));
    json_put(object, "threads", json_integer(train->threads));
    json_put(object, "seconds", json_real(request->seconds));
    json_print(object);
}

static void print_errors(const struct train_othello *train)
{
    struct text_table table;
    static const char *const heads[] = {"discs", "positions",       "values", "patterns",
                                        "bill",  "(mean: patterns", "bill)"};
    printf("\nerror against solved endings in discs, in games that were held out: root of the mean "
           "square\n");
    text_table_init(&table, "rrrrrrr");
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        text_table_cell(&table, "%s", heads[i]);
    for (int stage = 0; stage < OTHELLO_STAGES; stage++) {
        const struct train_error *e = &train->errors[stage];
        int first = 4 + stage * OTHELLO_STAGE_DISCS;
        text_table_cell(&table, "%d to %d", first, first + OTHELLO_STAGE_DISCS - 1);
        text_table_cell(&table, "%s", count_words((uint64_t)e->positions).text);
        text_table_cell(&table, "%.2f", e->spread);
        text_table_cell(&table, "%.2f", e->patterns);
        text_table_cell(&table, "%.2f", e->bill);
        text_table_cell(&table, "%.2f", e->patterns_mean);
        text_table_cell(&table, "%.2f", e->bill_mean);
    }
    text_table_print(&table);
}

static void show(const struct request *request)
{
    const struct train_othello *train = &request->train;
    if (request->json) {
        show_json(request);
        return;
    }
    printf(
        "%s%s%s: %d round%s, the last of %s games, with %d squares solved, in %s on %d thread%s\n",
        terminal_style(STYLE_HEAD), request->game, terminal_style(STYLE_PLAIN), train->rounds,
        plural(train->rounds), count_words((uint64_t)train->games).text, train->solved,
        seconds_words(request->seconds).text, train->threads, plural(train->threads));
    if (train->resumed)
        printf("%d games of the first round were played before\n", train->resumed);
    print_errors(train);
    printf("\nwritten to %s, %s bytes\n", train->out, count_words(train->file_size).text);
}

/* Static, so that what it holds is freed however the program ends. */
static struct request request;

static void clear(void)
{
    train_othello_clear(&request.train);
}

static int run_checkers(void)
{
    const struct train_othello *train = &request.train;
    return train_checkers_command(
        &(struct train_checkers_request){train->out, train->games, train->rounds, train->depth,
                                         train->threads, train->seed, request.json});
}

static int run_chess(void)
{
    const struct train_othello *train = &request.train;
    return train_chess_command(
        &(struct train_chess_request){train->out, train->games, train->rounds, request.nodes,
                                      train->threads, train->seed, request.json});
}

/* Options that only some games have. */
static void check_options(bool othello, bool chess)
{
    const struct train_othello *train = &request.train;
    if (!othello && (train->solved != 0 || train->foretold != 0))
        complain_usage("--%s: only of othello", train->solved != 0 ? "solved" : "foretold");
    if (!chess && request.nodes != 0)
        complain_usage("--nodes: only of chess; --depth instead");
    if (chess && train->depth != 0)
        complain_usage("--depth: not of chess; --nodes instead");
    if (chess && train->games > TRAIN_CHESS_MOST_GAMES)
        complain_usage("--games %d: of chess at most %d", train->games, TRAIN_CHESS_MOST_GAMES);
}

static int run(const struct command *command, int argc, char **argv)
{
    struct train_othello *train = &request.train;
    copse_message why;
    bool finished;
    atexit(clear);
    *train = (struct train_othello){.seed = 1};
    command_parse(command, argc, argv, &request);
    if (!request.game)
        complain_usage("GAME is missing: othello, checkers or chess");
    bool checkers = strcmp(request.game, "checkers") == 0;
    bool chess = strcmp(request.game, "chess") == 0;
    if (!checkers && !chess && strcmp(request.game, "othello") != 0)
        complain_usage("game '%s': those that can be trained are othello, checkers and chess",
                       request.game);
    check_options(!checkers && !chess, chess);
    if (!train->out)
        complain_usage("--out FILE is missing: where the weights are to be written");
    train->threads = train->threads ? train->threads : core_count();
    if (checkers)
        return run_checkers();
    if (chess)
        return run_chess();
    train->games = train->games ? train->games : 100000;
    train->rounds = train->rounds ? train->rounds : 10;
    train->depth = train->depth ? train->depth : 3;
    train->solved = train->solved ? train->solved : 12;
    train->foretold = train->foretold ? train->foretold : 10;
    train->steps = TRAIN_STEPS;
    complain_unwritable("out", train->out);
    request.began = work_begin(&train->stop);
    copse_status status = train_othello_run(train, show_progress, &request, &finished, &why);
    request.seconds = work_end(request.began, status, &why);
    if (!finished)
        complain_failed("interrupted; the same command goes on from %s.part", train->out);
    show(&request);
    return EXIT_DONE;
}

const struct command command_train = {"train", "weights of a game's evaluation, from its own games",
                                      &argp, run};
