/* SPDX-License-Identifier: MIT
 *
 * copse match: two players against each other, each game with both sides; who won, how sure that
 * is, and what it cost them.
 */
#include "cli/match.h"
#include "cli/complain.h"
#include "cli/interrupt.h"
#include "cli/terminal.h"
#include "lab/clock.h"
#include "lab/limits.h"
#include "lab/match_log.h"
#include "lab/match_sheet.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    KEY_FIRST = KEY_OWN,
    KEY_SECOND,
    KEY_GAMES,
    KEY_EQUAL,
    KEY_TURNS,
    KEY_PATIENCE,
    KEY_OPENINGS,
    KEY_RANDOM,
    KEY_PLIES,
    KEY_WITHIN,
    KEY_ALL,
    KEY_SEED,
    KEY_MAX_PLIES,
    KEY_CLOCK,
    KEY_RESIGN,
    KEY_DRAW,
    KEY_SPRT,
    KEY_RESUME,
    KEY_RECORD
};

enum { MOST_GAMES = 1000000, MOST_PLIES = 100000, MOST_OPENING = 200 };

enum { STANDARD_GAMES = 100, STANDARD_PLIES = 8 };

/* A test ends before, unless the players are between its two hypotheses and those are close. Even
 * openings are found by searches of some milliseconds each, before the first game. */
enum { TEST_GAMES = 20000, TEST_EVEN_GAMES = 2000 };

static const char *const sides[] = {"first", "second"};

/* Static, so that what they hold is freed however the program ends. */
static struct match_request request = {.all_after = -1, .plies = -1};
static struct positions positions;
static struct match match;
static struct match_sheet *sheet;

static const struct argp_option options[] = {
    {"first", KEY_FIRST, "PLAYER", 0,
     "The first player: an algorithm with its options and its limits a move, "
     "NAME[,OPTION=VALUE...]; or an engine, gtp:COMMAND, uci:, nboard: or hub:, with its limits "
     "before the colon (required)",
     GROUP_WHAT},
    {"second", KEY_SECOND, "PLAYER", 0, "The second player (required)", GROUP_WHAT},
    {"games", KEY_GAMES, "N", 0,
     "How many: for games of seeded trees pairs, from the position's seed on (if not given, two "
     "from "
     "each opening of a list, else 100, or with --sprt until it is decided, at most 20,000)",
     GROUP_WHAT},
    {"openings", KEY_OPENINGS, "FILE", 0,
     "Begin with these: a position or a list of moves a line, or both with a tab between",
     GROUP_WHAT},
    {"random-openings", KEY_RANDOM, "N", 0, "Begin with N different random openings", GROUP_WHAT},
    {"plies", KEY_PLIES, "N", 0, "How many moves random openings have (8 if not given)",
     GROUP_WHAT},
    {"within", KEY_WITHIN, "SCORE", 0,
     "Only random openings in which a search to depth 6 sees neither side ahead by more",
     GROUP_WHAT},
    {"all-after", KEY_ALL, "N", 0, "Begin with everything that N moves lead to", GROUP_WHAT},
    {"seed", KEY_SEED, "N", 0,
     "Of random openings (1 if not given); of openings from a file, their order", GROUP_WHAT},
    {"max-plies", KEY_MAX_PLIES, "N", 0, "Call a game drawn after so many moves", GROUP_WHAT},
    {"resign", KEY_RESIGN, "SCORE,PLIES", 0,
     "Call a game won as soon as both players, for so many plies in a row, have seen the same side "
     "ahead by at least so many points",
     GROUP_WHAT},
    {"draw", KEY_DRAW, "SCORE,PLIES[,PLY]", 0,
     "Call a game drawn as soon as neither, for so many plies in a row and from PLY on, has seen a "
     "side ahead by more",
     GROUP_WHAT},
    {"clock", KEY_CLOCK, "SECONDS[+INCREMENT]", 0,
     "Give each player a clock for the game; whose time is over loses", GROUP_LIMITS},
    {"sprt", KEY_SPRT, "ELO0,ELO1[,ALPHA,BETA]", 0,
     "End as soon as it is clear which of the two the first player is ahead: wrong with the "
     "probability ALPHA if that is ELO0, with BETA if it is ELO1 (0.05 if not given)",
     GROUP_WHAT},
    {"equal-nodes", KEY_EQUAL, NULL, 0,
     "First find the depth, or the nodes a move, with which the second player generates as many "
     "nodes as the first",
     GROUP_WHAT},
    {"equal-turns", KEY_TURNS, NULL, 0,
     "Let the second player generate in each move what the first did in its last", GROUP_WHAT},
    {"patience", KEY_PATIENCE, "X", 0,
     "End best-first searches after X times the nodes of their average move in the game so far",
     GROUP_WHAT},
    OPTION_THREADS("games"),
    OPTION_JSON,
    {"resume", KEY_RESUME, "FILE", 0,
     "Keep finished pairs in this file, and go on from those that are in it", GROUP_OUTPUT},
    {"record", KEY_RECORD, "FILE", 0,
     "Write the games of finished pairs to this file, with --resume after those that it has: as "
     "GGF, PDN or PGN if its name ends so, else one a line",
     GROUP_OUTPUT},
    {0}};

/* Numbers with commas between; how many there are, 0 if something else is among them. */
static int read_numbers(const char *value, double *numbers, int most)
{
    for (int count = 0; count < most;) {
        char *end;
        numbers[count++] = strtod(value, &end);
        if (end == value || (*end != ',' && *end != '\0'))
            return 0;
        if (*end == '\0')
            return count;
        value = end + 1;
    }
    return 0;
}

/* The errors have to leave room for a decision: together less than 1. */
static void read_sprt(const char *value)
{
    double numbers[4] = {0, 0, 0.05, 0.05};
    int count = read_numbers(value, numbers, 4);
    const double *elo = numbers, *error = numbers + 2;
    if ((count != 2 && count != 4) || !(elo[0] >= -1000 && elo[0] < elo[1] && elo[1] <= 1000))
        complain_usage(
            "--sprt '%s': two numbers of Elo, from -1000 to 1000, the smaller first, and "
            "perhaps two probabilities of error, as in 0,20 or 0,20,0.05,0.1",
            value);
    for (int i = 0; i < 2; i++) {
        if (!(error[i] >= 1e-6 && error[i] < 0.5))
            complain_usage("--sprt '%s': %g is no probability of error: from 0.000001 to below 0.5",
                           value, error[i]);
    }
    request.sprt = (struct sprt){{elo[0], elo[1]}, {error[0], error[1]}};
    request.test = true;
}

static void read_clock(const char *value)
{
    char *end = NULL, *rest = NULL;
    struct match_clock *clock = &match.clock;
    clock->seconds = strtod(value, &end);
    if (*end == '+')
        clock->increment = strtod(end + 1, &rest);
    bool good = end != value && (*end == '\0' || (rest != end + 1 && rest && *rest == '\0'));
    if (!good || !(clock->seconds >= 0.01 && clock->seconds <= 1e6) ||
        !(clock->increment >= 0 && clock->increment <= 1e6))
        complain_usage("--clock '%s': seconds from 0.01 to 1000000, and perhaps what comes back "
                       "with each move, as in 60+0.5",
                       value);
}

/* Whole numbers with commas between; how many there are, 0 if something else is among them. */
static int read_row(const char *value, int numbers[3])
{
    int count = 0;
    for (const char *at = value; count < 3; at++) {
        char *end;
        errno = 0;
        long long number = strtoll(at, &end, 10);
        if (*at < '0' || *at > '9' || errno != 0 || number > COPSE_WIN)
            return 0;
        numbers[count++] = (int)number;
        if (*end == '\0')
            return count;
        if (*end != ',')
            return 0;
        at = end;
    }
    return 0;
}

static void read_resign(const char *value)
{
    int numbers[3] = {0};
    if (read_row(value, numbers) != 2 || numbers[0] < 1 || numbers[1] < 1 ||
        numbers[1] > MOST_PLIES)
        complain_usage("--resign '%s': points of the game, and plies in a row, as in 600,6", value);
    match.judge.win_score = numbers[0];
    match.judge.win_plies = numbers[1];
}

static void read_draw(const char *value)
{
    int numbers[3] = {0}, count = read_row(value, numbers);
    if (count < 2 || numbers[1] < 1 || numbers[1] > MOST_PLIES || numbers[2] > MOST_PLIES)
        complain_usage("--draw '%s': points of the game, plies in a row, and perhaps the ply from "
                       "which on they count, as in 10,12,80",
                       value);
    match.judge.draw_score = numbers[0];
    match.judge.draw_plies = numbers[1];
    match.judge.draw_ply = numbers[2];
}

static void read_patience(const char *value)
{
    char *end;
    match.patience = strtod(value, &end);
    if (end == value || *end != '\0' || !(match.patience >= 1 && match.patience <= 1e6))
        complain_usage("--patience '%s': a number from 1 to 1000000", value);
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &request.limits;
        break;
    case KEY_FIRST:
    case KEY_SECOND:
        request.specs[key - KEY_FIRST] = value;
        break;
    case KEY_GAMES:
        request.games = (int)option_number("games", value, 1, MOST_GAMES);
        break;
    case KEY_THREADS:
        request.threads = option_threads(value);
        break;
    case KEY_EQUAL:
        request.equal = true;
        break;
    case KEY_TURNS:
        match.budget = MATCH_TURN;
        break;
    case KEY_PATIENCE:
        read_patience(value);
        break;
    case KEY_OPENINGS:
        request.openings_file = value;
        break;
    case KEY_RANDOM:
        request.random_openings = (int)option_number("random-openings", value, 1, OPENINGS_MOST);
        break;
    case KEY_PLIES:
        request.plies = (int)option_number("plies", value, 0, MOST_OPENING);
        break;
    case KEY_WITHIN:
        request.within = (copse_score)option_number("within", value, 1, COPSE_SCORE_LIMIT);
        break;
    case KEY_ALL:
        request.all_after = (int)option_number("all-after", value, 0, MOST_OPENING);
        break;
    case KEY_SEED:
        request.seed = option_number("seed", value, 0, INT64_MAX);
        request.seed_given = true;
        break;
    case KEY_MAX_PLIES:
        match.max_plies = (int)option_number("max-plies", value, 1, MOST_PLIES);
        break;
    case KEY_CLOCK:
        read_clock(value);
        break;
    case KEY_RESIGN:
        read_resign(value);
        break;
    case KEY_DRAW:
        read_draw(value);
        break;
    case KEY_SPRT:
        read_sprt(value);
        break;
    case KEY_RESUME:
        request.resume = value;
        break;
    case KEY_RECORD:
        request.record = value;
        break;
    default:
        return place_parse(key, value, state, &request.place, &request.json);
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
    "    --equal-nodes\n"
    "  copse match othello --all-after 4 --first pvs,table=16M,time=0.1 \\\n"
    "    --second gtp:gtp-rhino",
    children,
    NULL,
    NULL,
};

/* --------------------------------------------------------------------------------- what is asked
 */

/* Some protocols have no words for positions: there an opening has to be moves from the start. */
static void check_openings(int number)
{
    const struct openings *openings = &request.openings;
    for (int i = 0; talk_needs_moves(&request.engines[number]) && i < openings->count; i++) {
        if (!openings->list[i].has_moves || !openings->base_start)
            complain_usage("--%s '%s': its protocol cannot set up positions, and opening %d is "
                           "not a list of moves from the start",
                           sides[number], request.specs[number], i + 1);
    }
}

/* An engine, which is started once to see that it is there. */
static void read_engine(int number)
{
    const char *spec = request.specs[number], *side = sides[number];
    struct talk_word *engine = &request.engines[number];
    copse_message why;
    if (positions_seeded(request.place.game))
        complain_usage("--%s '%s': engines play games with openings, not %s", side, spec,
                       request.place.game->name);
    if (request.equal || match.budget == MATCH_TURN)
        complain_usage("--%s '%s': nobody knows how many nodes an engine generates", side, spec);
    if (!talk_word_parse(engine, spec, &request.limits, &why))
        complain_usage("--%s '%s': %s", side, spec, why.text);
    check_openings(number);
    if (match.clock.seconds > 0 && !talk_has_clock(engine))
        complain_usage("--%s '%s': its protocol has no words for --clock", side, spec);
    match.engines[number] = engine;
    request.players[number] = (struct player){.spec = must(strdup(spec)), .limits = engine->limits};
    struct talk *talk = talk_open(engine, request.place.game, &match.stop, &why);
    if (!talk)
        complain_failed("--%s '%s': %s", side, spec, why.text);
    talk_close(talk);
}

/* Reads a player, who needs a limit. */
static void read_player(int number)
{
    struct player *player = &request.players[number];
    const char *spec = request.specs[number], *side = sides[number];
    if (!spec)
        complain_usage("--%s is missing: a PLAYER, such as failsoft,ordering=stored,depth=4", side);
    if (talk_is_word(spec)) {
        read_engine(number);
        return;
    }
    option_player(side, spec, &request.limits, request.place.game, player);
    bool free = match.clock.seconds > 0 || /* or its limit is the other's nodes */
                (number == 1 && match.budget == MATCH_TURN);
    if (number == 1 && request.equal && !limits_end(&player->limits))
        player->limits.depth = 1;
    if (!free && !limits_end(&player->limits))
        complain_usage("--%s '%s': no limit: add depth=, nodes=, expansions= or time=", side, spec);
    if (number == 1 && request.equal && !player->limits.depth && !player->limits.nodes)
        complain_usage("--%s '%s': --equal-nodes needs depth= or nodes= to begin with", side, spec);
}

/* ------------------------------------------------------------------------------ where games begin
 */

/* Is there a `depth=` among the comma-separated settings? */
static bool has_depth(const char *text)
{
    const char *found = strstr(text, "depth=");
    return found && (found == text || found[-1] == ',');
}

/* How many if nobody says it. */
static int standard_games(void)
{
    if (!request.test)
        return STANDARD_GAMES;
    return request.within > 0 ? TEST_EVEN_GAMES : TEST_GAMES;
}

/* A random tree without a depth is a game of 65,535 plies; the papers play 100. */
static void read_trees(void)
{
    const struct place *place = &request.place;
    const char *given = place->text ? place->text : place->game->start;
    copse_message why;
    if (request.openings_file || request.random_openings || request.all_after >= 0 ||
        request.plies >= 0 || request.within > 0)
        complain_usage("openings are for other games: %s has its seeds", place->game->name);
    if (match.judge.win_plies || match.judge.draw_plies)
        complain_usage("--resign and --draw are for other games: %s is played to its end",
                       place->game->name);
    if (request.record)
        complain_usage("--record '%s': games of trees are not worth reading", request.record);
    request.games = request.games ? request.games : standard_games();
    if (given && strcmp(place->game->name, "random") == 0 && !has_depth(given)) {
        size_t size = strlen(given) + 24;
        request.text = must(malloc(size));
        snprintf(request.text, size, "%s%sdepth=%d", given, *given ? "," : "", MATCH_STANDARD_TREE);
        request.added_depth = true;
        given = request.text;
    }
    copse_status status = positions_read(&positions, place->game, given, request.games, &why);
    if (status != COPSE_OK)
        complain_status(status, "POSITION '%s': %s", given ? given : "", why.text);
}

/* Random openings are what there is if nothing was said. */
static void read_random(void)
{
    int games = request.games ? request.games : standard_games();
    int count = request.random_openings ? request.random_openings : (games + 1) / 2;
    int plies = request.plies >= 0 ? request.plies : STANDARD_PLIES;
    const struct random_lines wanted = {.count = count,
                                        .plies = plies,
                                        .seed = request.seed_given ? request.seed : 1,
                                        .within = request.within};
    copse_message why;
    copse_status status = openings_add_random(&request.openings, &wanted, &why);
    if (status != COPSE_OK)
        complain_usage("--random-openings '%d', --plies '%d': %s", count, plies, why.text);
    char even[40] = "";
    if (wanted.within > 0)
        snprintf(even, sizeof even, " within %d points", wanted.within);
    snprintf(request.openings_words, sizeof request.openings_words,
             "%d random openings of %d plies%s, seed %" PRIu64, count, plies, even, wanted.seed);
}

static void read_openings(void)
{
    const struct place *place = &request.place;
    struct openings *openings = &request.openings;
    copse_message why;
    int sources = (request.openings_file != NULL) + (request.all_after >= 0) +
                  (request.random_openings > 0 || request.plies >= 0 || request.within > 0);
    if (sources > 1)
        complain_usage("one of --openings, --all-after and --random-openings is enough");
    bool alone = place->text && sources == 0; /* the position is the only opening */
    copse_status status = openings_init(openings, place->game, alone ? NULL : place->text, &why);
    if (status == COPSE_OK && alone) {
        status = openings_add_line(openings, place->text, &why);
        snprintf(request.openings_words, sizeof request.openings_words, "%.150s", place->text);
    }
    if (status != COPSE_OK)
        complain_status(status, "POSITION '%s': %s", place->text ? place->text : "", why.text);
    if (request.openings_file) {
        status = openings_read(openings, request.openings_file, &why);
        if (status != COPSE_OK)
            complain_usage("--openings: %s", why.text);
        if (request.seed_given)
            openings_shuffle(openings, request.seed);
        snprintf(request.openings_words, sizeof request.openings_words, "%d openings of %.120s",
                 openings->count, request.openings_file);
    } else if (request.all_after >= 0) {
        status = openings_add_all(openings, request.all_after, &why);
        if (status != COPSE_OK)
            complain_usage("--all-after '%d': %s", request.all_after, why.text);
        snprintf(request.openings_words, sizeof request.openings_words,
                 "all %d openings of %d plies", openings->count, request.all_after);
    } else if (!alone)
        read_random();
    if (!request.games)
        request.games = openings->count > 1 ? 2 * openings->count : standard_games();
    match.openings = openings;
}

/* -------------------------------------------------------------------------------------- the match
 */

static void clear(void)
{
    match_clear(&match);
    match_log_close(match.log);
    positions_clear(&positions);
    openings_clear(&request.openings);
    free(request.text);
    for (int i = 0; i < 2; i++) {
        player_clear(&request.players[i]);
        talk_word_clear(&request.engines[i]);
    }
    match_sheet_close(sheet);
}

/* All that makes the match what it is but for the number of games, in a line. For free(). The
 * players' commands are written by people and may have more than one line. */
static char *describe(void)
{
    char *text = NULL;
    size_t size = 0;
    const copse_limits *limits = &request.limits;
    const struct match_judge *judge = &match.judge;
    FILE *line = must(open_memstream(&text, &size));
    fprintf(line, "copse %s %s %s first %s second %s openings %016" PRIx64, copse_version(),
            match.game->name,
            request.text         ? request.text
            : request.place.text ? request.place.text
                                 : "-",
            match.players[0].spec, match.players[1].spec,
            match.openings ? openings_digest(match.openings) : 0);
    fprintf(line, " clock %g %g max-plies %d turns %d patience %g", match.clock.seconds,
            match.clock.increment, match.max_plies, match.budget == MATCH_TURN, match.patience);
    fprintf(line, " depth %d nodes %" PRIu64 " %" PRIu64 " time %g memory %zu", limits->depth,
            limits->nodes, limits->expansions, limits->seconds, limits->memory);
    fprintf(line, " resign %d %d draw %d %d %d", judge->win_score, judge->win_plies,
            judge->draw_score, judge->draw_plies, judge->draw_ply);
    must(fclose(line) == 0 ? text : NULL);
    for (char *c = text; (c = strchr(c, '\n')) != NULL;)
        *c = ' ';
    return text;
}

/* The file of finished pairs is good for a match that is this one but for the number of games. */
static copse_status open_log(copse_message *why)
{
    if (!match_is_paired(&match) && match.games % 2 != 0)
        complain_usage("--resume '%s': the games come in pairs: an even number, not %d",
                       request.resume, match.games);
    char *description = describe();
    match.log = match_log_open(request.resume, description, why);
    free(description);
    return match.log ? COPSE_OK : COPSE_BAD_ARGUMENT;
}

static bool is_one_file(const char *one, const char *other)
{
    struct stat about[2];
    return strcmp(one, other) == 0 ||
           (stat(one, &about[0]) == 0 && stat(other, &about[1]) == 0 &&
            about[0].st_dev == about[1].st_dev && about[0].st_ino == about[1].st_ino);
}

/* What can be said of --record before anything is played; nothing is touched. */
static void check_record(void)
{
    copse_message why;
    if (!match_form_of(request.record, match.game, &request.form, &why))
        complain_usage("--record '%s': %s", request.record, why.text);
    if (request.resume && is_one_file(request.record, request.resume))
        complain_usage("--record '%s': is the file of --resume; name another", request.record);
    complain_unwritable("record", request.record);
}

/* After the log, so that a match that is refused leaves the games that are there. */
static copse_status open_record(copse_message *why)
{
    sheet = match_sheet_open(request.record, request.form, match.log, why);
    if (!sheet)
        return COPSE_BAD_ARGUMENT;
    match.on_pair = match_sheet_add;
    match.on_pair_user = sheet;
    return COPSE_OK;
}

/* The trials, if equal nodes are wanted, and the match. */
static copse_status play(copse_message *why)
{
    request.began = clock_wall();
    copse_status status = COPSE_OK;
    if (request.equal) {
        request.in_trials = true;
        status = match_level(&match, &request.players[1], &request.trials, match_show_progress,
                             &request, why);
        request.in_trials = false;
    }
    if (status == COPSE_OK && request.resume)
        status = open_log(why);
    if (status == COPSE_OK && request.record)
        status = open_record(why);
    request.began = clock_wall();
    if (status == COPSE_OK)
        status = match_run(&match, match_show_progress, &request, why);
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
    match.game = request.place.game;
    if (positions_seeded(match.game))
        read_trees();
    else
        read_openings();
    for (int i = 0; i < 2; i++)
        read_player(i);
    match.players = request.players;
    match.positions = &positions;
    match.games = request.games;
    match.threads = request.threads ? request.threads : core_count();
    match.sprt = request.test ? &request.sprt : NULL;
    if (request.record)
        check_record();
    interrupt_begin(interrupt_sets, &match.stop);
    copse_status status = play(&why);
    interrupt_end();
    terminal_status_clear();
    if (status != COPSE_OK)
        complain_status(status, "%s", why.text);
    match_show(&request, &match);
    return EXIT_DONE;
}

const struct command command_match = {
    "match", "two players against each other: who won, how sure that is", &argp, run};
