/* SPDX-License-Identifier: MIT
 *
 * copse match: two players against each other, each game with both sides; who won, how sure that
 * is, and what it cost them.
 */
#include "lab/match.h"
#include "cli/command.h"
#include "cli/complain.h"
#include "cli/format.h"
#include "cli/interrupt.h"
#include "cli/terminal.h"
#include "cli/text_table.h"
#include "lab/clock.h"
#include "lab/limits.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_FIRST = KEY_OWN, KEY_SECOND, KEY_GAMES, KEY_EQUAL };

enum { MOST_GAMES = 1000000 };

enum { STANDARD_GAMES = 100, STANDARD_PLIES = 100 };

static const char *const sides[] = {"first", "second"};

struct request {
    struct place place;
    copse_limits limits;
    const char *specs[2];
    struct player players[2];
    int games, threads; /* 0: not said */
    bool equal, json;
    char *text; /* the position's, with a depth; owned */
    bool added_depth;
    double began, seconds;
    struct match_trials trials;
    bool in_trials;
};

static const struct argp_option options[] = {
    {"first", KEY_FIRST, "PLAYER", 0,
     "The first player: an algorithm with its options and its limits a move, "
     "NAME[,OPTION=VALUE...] (required)",
     GROUP_WHAT},
    {"second", KEY_SECOND, "PLAYER", 0, "The second player (required)", GROUP_WHAT},
    {"games", KEY_GAMES, "N", 0,
     "How many: for games of seeded trees pairs, from the position's seed on (100 if not given)",
     GROUP_WHAT},
    {"equal-nodes", KEY_EQUAL, NULL, 0,
     "First find the depth, or the nodes a move, with which the second player generates as many "
     "nodes as the first",
     GROUP_WHAT},
    OPTION_THREADS("games"),
    OPTION_JSON,
    {0}};

static error_t parse(int key, char *value, struct argp_state *state)
{
    struct request *request = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &request->limits;
        break;
    case KEY_FIRST:
    case KEY_SECOND:
        request->specs[key - KEY_FIRST] = value;
        break;
    case KEY_GAMES:
        request->games = (int)option_number("games", value, 1, MOST_GAMES);
        break;
    case KEY_THREADS:
        request->threads = option_threads(value);
        break;
    case KEY_EQUAL:
        request->equal = true;
        break;
    default:
        return place_parse(key, value, state, &request->place, &request->json);
    }
    return 0;
}

static const struct argp_child children[] = {
    {&limits_argp, 0, "Limits of each move, for a player that does not have them itself",
     GROUP_LIMITS},
    {0}};

static const struct argp argp = {
    options,
    parse,
    "GAME [POSITION]",
    "Lets two players play against each other, each game once with each of them moving first. "
    "On random trees two games make a pair, and the player who moved first in the one with the "
    "larger outcome wins it. Ctrl-C ends it and shows what is done.\v"
    "Examples:\n"
    "  copse match random branching=3,shape=random,depth=100,seed=1 \\\n"
    "    --first bfm,depth=9 --second failsoft,ordering=stored,depth=4 --games 200\n"
    "  copse match random --first failsoft,depth=4 --second bfm,depth=4 \\\n"
    "    --equal-nodes",
    children,
    NULL,
    NULL,
};

/* --------------------------------------------------------------------------------- what is asked
 */

/* Reads a player, who needs a limit. */
static void read_player(struct request *request, int number)
{
    struct player *player = &request->players[number];
    const char *spec = request->specs[number], *side = sides[number];
    if (!spec)
        complain_usage("--%s is missing: a PLAYER, such as failsoft,ordering=stored,depth=4", side);
    option_player(side, spec, &request->limits, request->place.game, player);
    if (number == 1 && request->equal && !limits_end(&player->limits))
        player->limits.depth = 1;
    if (!limits_end(&player->limits))
        complain_usage("--%s '%s': no limit: add depth=, nodes=, expansions= or time=", side, spec);
    if (number == 1 && request->equal && !player->limits.depth && !player->limits.nodes)
        complain_usage("--%s '%s': --equal-nodes needs depth= or nodes= to begin with", side, spec);
}

/* Is there a `depth=` among the comma-separated settings? */
static bool has_depth(const char *text)
{
    const char *found = strstr(text, "depth=");
    return found && (found == text || found[-1] == ',');
}

/* A random tree without a depth is a game of 65,535 plies; the papers play 100. */
static void read_trees(struct request *request, struct positions *positions)
{
    const struct place *place = &request->place;
    const char *given = place->text ? place->text : place->game->start;
    copse_message why;
    if (given && strcmp(place->game->name, "random") == 0 && !has_depth(given)) {
        size_t size = strlen(given) + 24;
        request->text = must(malloc(size));
        snprintf(request->text, size, "%s%sdepth=%d", given, *given ? "," : "", STANDARD_PLIES);
        request->added_depth = true;
        given = request->text;
    }
    copse_status status = positions_read(positions, place->game, given, request->games, &why);
    if (status != COPSE_OK)
        complain_status(status, "POSITION '%s': %s", given ? given : "", why.text);
}

/* ------------------------------------------------------------------------------------- progress */

/* The limit that is being tried, or which was. */
static struct words limit_words(int depth, uint64_t nodes)
{
    struct words words;
    if (depth)
        snprintf(words.text, sizeof words.text, "depth %d", depth);
    else
        snprintf(words.text, sizeof words.text, "%.40s nodes", count_words(nodes).text);
    return words;
}

static void show_progress(struct match *match, int done, const int ahead[2], void *user)
{
    enum { WIDTH = 24 };
    const struct request *request = user;
    int jobs = match_pair_count(match);
    char bar[4 * WIDTH], left[48] = "", trial[64] = "";
    double elapsed = clock_wall() - request->began;
    const copse_limits *limits = &match->players[1].limits;
    terminal_bar((double)done / jobs, WIDTH, bar, sizeof bar);
    if (request->in_trials)
        snprintf(trial, sizeof trial, "trying %s ", limit_words(limits->depth, limits->nodes).text);
    else if (done > 0)
        snprintf(left, sizeof left, ", about %.0f s left", elapsed * (jobs - done) / done);
    terminal_status("%s[%s%*s] %d of %d pairs, %d : %d%s", trial, bar, WIDTH - text_columns(bar),
                    "", done, jobs, ahead[0], ahead[1], left);
}

/* -------------------------------------------------------------------------------------- results */

/* The seed of the first tree. */
static uint64_t first_seed(const char *text)
{
    for (const char *item = text; item; item = strchr(item, ',')) {
        item += *item == ',';
        if (strncmp(item, "seed=", 5) == 0)
            return strtoull(item + 5, NULL, 10);
    }
    return 1;
}

/* The first tree's seed and the last one's. */
static json_t *json_seeds(const char *position, int pairs)
{
    json_t *seeds = must(json_array());
    uint64_t seed = position ? first_seed(position) : 1;
    json_array_append_new(seeds, json_count(seed));
    json_array_append_new(seeds, json_count(seed + (uint64_t)pairs - 1));
    return seeds;
}

static json_t *json_trials(const struct match_trials *trials)
{
    json_t *array = must(json_array());
    for (int i = 0; i < trials->count; i++) {
        const struct match_trial *trial = &trials->trial[i];
        json_t *object = must(json_object());
        if (trial->depth)
            json_put(object, "depth", json_integer(trial->depth));
        else
            json_put(object, "nodes", json_count(trial->limit_nodes));
        json_put(object, "first_nodes", json_count(trial->nodes[0]));
        json_put(object, "second_nodes", json_count(trial->nodes[1]));
        json_put(object, "chosen", json_boolean(i == trials->chosen));
        json_array_append_new(array, object);
    }
    return array;
}

static void json_put_side(json_t *object, const char *side, const char *what, json_t *value)
{
    char key[48];
    snprintf(key, sizeof key, "%s_%s", side, what);
    json_put(object, key, value);
}

static void show_json(const struct request *request, const struct match *match,
                      const struct match_score *score)
{
    char *position = position_words(match->game, positions_at(match->positions, 0));
    json_t *object = must(json_object()), *interval = must(json_array());
    json_put(object, "game", json_string(match->game->name));
    json_put(object, "position", json_text(position));
    json_put(object, "first", json_string(match->players[0].spec));
    json_put(object, "second", json_string(match->players[1].spec));
    json_put(object, "asked", json_integer(match->games));
    json_put(object, "games", json_integer(score->games));
    json_put(object, "wins", json_integer(score->wins));
    json_put(object, "draws", json_integer(score->draws));
    json_put(object, "losses", json_integer(score->losses));
    json_put(object, "score", score->score < 0 ? json_null() : json_real(score->score));
    json_array_append_new(interval, json_real(score->interval.low));
    json_array_append_new(interval, json_real(score->interval.high));
    json_put(object, "interval", interval);
    for (int i = 0; i < 2; i++) {
        const struct match_cost *cost = &score->cost[i];
        json_put_side(object, sides[i], "moves", json_count(cost->moves));
        json_put_side(object, sides[i], "nodes", json_count(cost->nodes));
        json_put_side(object, sides[i], "evaluations", json_count(cost->evaluations));
        json_put_side(object, sides[i], "memory_ends", json_count(cost->memory_ends));
        json_put_side(object, sides[i], "seconds", json_real(cost->seconds));
    }
    if (match_is_paired(match))
        json_put(object, "seeds", json_seeds(position, match->games));
    if (request->equal)
        json_put(object, "trials", json_trials(&request->trials));
    json_put(object, "threads", json_integer(match->threads));
    json_put(object, "seconds", json_real(request->seconds));
    json_print(object);
    free(position);
}

static void print_heading(const struct request *request, const struct match *match, int finished)
{
    char *position = position_words(match->game, positions_at(match->positions, 0));
    const char *what = match_is_paired(match) ? "pair" : "game";
    printf("%s%s%s %s\n", terminal_style(STYLE_HEAD), match->game->name,
           terminal_style(STYLE_PLAIN), position ? position : "");
    if (request->added_depth)
        printf("the position has no depth=, so games of %d plies are played\n", STANDARD_PLIES);
    printf("%d of %d %s%s in %s on %d thread%s%s\n\n", finished, match->games, what,
           plural(match->games), seconds_words(request->seconds).text, match->threads,
           plural(match->threads), finished < match->games ? " (interrupted)" : "");
    free(position);
}

static void print_trials(const struct match_trials *trials)
{
    struct text_table table;
    text_table_init(&table, "lrrrl");
    static const char *const heads[] = {"second player's", "nodes", "first's", "ratio", ""};
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        text_table_cell(&table, "%s", heads[i]);
    for (int i = 0; i < trials->count; i++) {
        const struct match_trial *trial = &trials->trial[i];
        double first = trial->nodes[0] ? (double)trial->nodes[0] : 1;
        text_table_cell(&table, "%s", limit_words(trial->depth, trial->limit_nodes).text);
        text_table_cell(&table, "%s", count_words(trial->nodes[1]).text);
        text_table_cell(&table, "%s", count_words(trial->nodes[0]).text);
        text_table_cell(&table, "%.2f", (double)trial->nodes[1] / first);
        text_table_cell(&table, "%s", i == trials->chosen ? "taken" : "");
    }
    text_table_print(&table);
    putchar('\n');
}

static void print_table(const struct match *match, const struct match_score *score)
{
    struct text_table table;
    text_table_init(&table, "lrrrrr");
    static const char *const heads[] = {"player", "won", "nodes", "a move", "evaluations", "cpu s"};
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        text_table_cell(&table, "%s", heads[i]);
    for (int i = 0; i < 2; i++) {
        const struct match_cost *cost = &score->cost[i];
        text_table_cell(&table, "%s", match->players[i].spec);
        text_table_cell(&table, "%d", i == 0 ? score->wins : score->losses);
        text_table_cell(&table, "%s", count_words(cost->nodes).text);
        text_table_cell(&table, "%.1f",
                        cost->moves ? (double)cost->nodes / (double)cost->moves : 0.0);
        text_table_cell(&table, "%s", count_words(cost->evaluations).text);
        text_table_cell(&table, "%.2f", cost->seconds);
    }
    text_table_print(&table);
    putchar('\n');
}

static void print_score(const struct match *match, const struct match_score *score)
{
    bool paired = match_is_paired(match);
    int decided = score->wins + score->losses;
    for (int i = 0; i < 2; i++) {
        if (score->cost[i].memory_ends > 0)
            printf("%s: %s of its %s searches ended because the memory was used up\n",
                   match->players[i].spec, count_words(score->cost[i].memory_ends).text,
                   count_words(score->cost[i].moves).text);
    }
    if (score->score < 0) {
        printf("all %d pairs are ties\n", score->draws);
        return;
    }
    printf("the first player's score: %s%.1f %%%s (95 %%: %.1f to %.1f) of %d %s, ",
           terminal_style(STYLE_GOOD), 100 * score->score, terminal_style(STYLE_PLAIN),
           100 * score->interval.low, 100 * score->interval.high, paired ? decided : score->games,
           paired ? "decided pairs" : "games");
    printf("%d %s%s\n", score->draws, paired ? "tie" : "draw", plural(score->draws));
}

static void show(const struct request *request, const struct match *match)
{
    struct match_score score = match_score(match);
    if (score.games == 0)
        complain_failed("interrupted before the first two games were over");
    if (request->json) {
        show_json(request, match, &score);
        return;
    }
    print_heading(request, match, score.games);
    if (request->equal)
        print_trials(&request->trials);
    print_table(match, &score);
    print_score(match, &score);
}

/* Static, so that what they hold is freed however the program ends. */
static struct request request;
static struct positions positions;
static struct match match;

static void clear(void)
{
    match_clear(&match);
    positions_clear(&positions);
    free(request.text);
    for (int i = 0; i < 2; i++)
        player_clear(&request.players[i]);
}

/* The trials, if equal nodes are wanted, and the match. */
static copse_status play(copse_message *why)
{
    request.began = clock_wall();
    copse_status status = COPSE_OK;
    if (request.equal) {
        request.in_trials = true;
        status =
            match_level(&match, &request.players[1], &request.trials, show_progress, &request, why);
        request.in_trials = false;
    }
    request.began = clock_wall();
    if (status == COPSE_OK)
        status = match_run(&match, show_progress, &request, why);
    request.seconds = clock_wall() - request.began;
    return status;
}

static int run(const struct command *command, int argc, char **argv)
{
    copse_message why;
    atexit(clear);
    copse_limits_init(&request.limits);
    command_parse(command, argc, argv, &request);
    place_find(&request.place);
    request.games = request.games ? request.games : STANDARD_GAMES;
    read_trees(&request, &positions);
    for (int i = 0; i < 2; i++)
        read_player(&request, i);
    match.game = request.place.game;
    match.players = request.players;
    match.positions = &positions;
    match.games = request.games;
    match.threads = request.threads ? request.threads : core_count();
    interrupt_begin(interrupt_sets, &match.stop);
    copse_status status = play(&why);
    interrupt_end();
    terminal_status_clear();
    if (status != COPSE_OK)
        complain_status(status, "%s", why.text);
    show(&request, &match);
    return EXIT_DONE;
}

const struct command command_match = {
    "match", "two players against each other: who won, how sure that is", &argp, run};
