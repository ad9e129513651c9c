/* SPDX-License-Identifier: MIT
 *
 * What the subcommands share. argp would report a misspelt option in its own words and point at
 * --help; looking at the options first gives a sentence that says what was probably meant.
 */
#include "cli/command.h"

#include "base/os.h"
#include "cli/complain.h"
#include "lab/limits.h"
#include "lab/names.h"
#include "lab/number.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------- looking at options */

/* Counts *number down over the options of a parser and its children. */
static const struct argp_option *nth_option(const struct argp *argp, int *number)
{
    const struct argp_option *option = argp->options;
    for (; option && option->name; option++) {
        if ((*number)-- == 0)
            return option;
    }
    const struct argp_child *child = argp->children;
    for (; child && child->argp; child++) {
        option = nth_option(child->argp, number);
        if (option)
            return option;
    }
    return NULL;
}

const struct argp_option *command_option(const struct argp *argp, int number)
{
    static const struct argp_option built_in[] = {
        {"help", '?', NULL, 0, "Give this help list", -1},
        {"usage", 0, NULL, 0, "Give a short usage message", -1},
    };
    const struct argp_option *option = nth_option(argp, &number);
    if (option)
        return option;
    return number >= 0 && number < 2 ? &built_in[number] : NULL;
}

static const char *option_names(const void *user, int number)
{
    const struct argp_option *option = command_option(user, number);
    return option ? option->name : NULL;
}

/* The option that begins with `length` characters of `name`: that of exactly this name, or the only
 * one; NULL if there is none or *several. */
static const struct argp_option *find_option(const struct argp *argp, const char *name,
                                             size_t length, bool *several)
{
    const struct argp_option *found = NULL, *option;
    *several = false;
    for (int i = 0; (option = command_option(argp, i)) != NULL; i++) {
        if (strncmp(option->name, name, length) != 0)
            continue;
        if (option->name[length] == '\0') {
            *several = false;
            return option;
        }
        *several = *several || (found && found->key != option->key); /* aliases share a key */
        found = found ? found : option;
    }
    return *several ? NULL : found;
}

/* Ends with the sentence for an option that there is not. */
static void no_option(const struct argp *argp, const char *given)
{
    int length = (int)strcspn(given, "=");
    char name[64];
    snprintf(name, sizeof name, "%.*s", length - 2, length > 2 ? given + 2 : "");
    const char *nearest = name_nearest(option_names, argp, name);
    if (nearest)
        complain_usage("no option '%.*s'; did you mean '--%s'?", length, given, nearest);
    complain_usage("no option '%.*s'; see '%s --help'", length, given, complain_name());
}

/* Checks one word of the command line; true if the next word is its value. */
static bool check_word(const struct argp *argp, const char *word, bool last)
{
    if (word[0] != '-' || word[1] == '\0' || strcmp(word, "-?") == 0)
        return false;
    bool several;
    size_t length = strcspn(word, "=");
    const struct argp_option *option =
        word[1] == '-' ? find_option(argp, word + 2, length - 2, &several) : NULL;
    if (word[1] == '-' && several)
        complain_usage("'%.*s' could be several options; see '%s --help'", (int)length, word,
                       complain_name());
    if (!option)
        no_option(argp, word);
    if (!option->arg && word[length] == '=')
        complain_usage("--%s '%s': it takes no value", option->name, word + length + 1);
    if (option->arg && word[length] == '\0' && last)
        complain_usage("--%s: its value is missing: %s (%s)", option->name, option->arg,
                       option->doc);
    return option->arg && word[length] == '\0';
}

/* An Othello board may begin with empty squares, "---OX---": no option is as long as one, or has
 * only such letters. */
static bool is_board(const char *word)
{
    enum { LONGEST_OPTION = 24, SHORTEST_BOARD = 5 };
    size_t length = strlen(word);
    return word[0] == '-' && length >= SHORTEST_BOARD &&
           (strspn(word, "-XOxo ") == length || strcspn(word, "=") > LONGEST_OPTION);
}

void command_parse(const struct command *command, int argc, char **argv, void *input)
{
    /* The same words, with boards behind all options and a "--". */
    char **words = must(calloc((size_t)argc + 2, sizeof *words));
    char **boards = must(calloc((size_t)argc + 1, sizeof *boards));
    int count = 0, board_count = 0, i = 0;
    for (words[count++] = argv[i++]; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (is_board(argv[i])) {
            boards[board_count++] = argv[i];
            continue;
        }
        words[count++] = argv[i];
        if (check_word(command->argp, argv[i], i + 1 == argc))
            words[count++] = argv[++i];
    }
    words[count++] = "--";
    for (int k = 0; k < board_count; k++)
        words[count++] = boards[k];
    for (i++; i < argc; i++)
        words[count++] = argv[i];
    argp_err_exit_status = EXIT_USAGE;
    /* What argp could still complain about it does itself, and ends with that status. */
    error_t status = argp_parse(command->argp, count, words, 0, NULL, input);
    free(boards);
    free(words);
    if (status != 0)
        complain_usage("%s", strerror(status));
}

uint64_t option_number(const char *name, const char *text, uint64_t least, uint64_t most)
{
    uint64_t value;
    if (!number_from_text(text, least, most, &value))
        complain_usage("--%s '%s': a whole number from %" PRIu64 " to %" PRIu64, name, text, least,
                       most);
    return value;
}

/* ------------------------------------------------------------------------- threads and players */

enum { MOST_THREADS = 1024 };

int option_threads(const char *text)
{
    return (int)option_number("threads", text, 1, MOST_THREADS);
}

int core_count(void)
{
    int cores = cop_cpus_allowed(); /* taskset and containers leave fewer than the machine has */
    return cores > MOST_THREADS ? MOST_THREADS : cores;
}

void option_player(const char *name, const char *spec, const copse_limits *limits,
                   const copse_game *game, struct player *player)
{
    copse_message why;
    copse_search *search;
    if (!player_parse(player, spec, limits, &why))
        complain_usage("--%s '%s': %s", name, spec, why.text);
    copse_status status = player_search(player, game, &search, NULL, &why);
    if (status != COPSE_OK)
        complain_status(status, "--%s '%s': %s", name, spec, why.text);
    complain_aside(copse_search_message(search));
    copse_search_free(search);
}

/* --------------------------------------------------------------------------------------- limits */

static const struct argp_option limit_options[] = {
    {"depth", KEY_LIMITS, "D", 0, "Stop after this depth, 1 to 4000 plies", GROUP_LIMITS},
    {"nodes", KEY_LIMITS + 1, "N", 0, "Stop after generating so many positions", GROUP_LIMITS},
    {"expansions", KEY_LIMITS + 2, "N", 0, "Stop after expanding so many positions", GROUP_LIMITS},
    {"time", KEY_LIMITS + 3, "SECONDS", 0, "Stop after so many seconds", GROUP_LIMITS},
    {"memory", KEY_LIMITS + 4, "SIZE", 0,
     "Keep no more than this in memory: bytes, or with K, M or G (64M if not given; engine and "
     "play: 256M)",
     GROUP_LIMITS},
    {0}};

static error_t parse_limit(int key, char *value, struct argp_state *state)
{
    int number = key - KEY_LIMITS;
    if (number < 0 || number >= (int)(sizeof limit_options / sizeof limit_options[0]) - 1)
        return ARGP_ERR_UNKNOWN;
    copse_message why;
    if (!limit_set(state->input, limit_options[number].name, value, &why))
        complain_usage("--%s '%s': %s", limit_options[number].name, value, why.text);
    return 0;
}

const struct argp limits_argp = {.options = limit_options, .parser = parse_limit};

/* ----------------------------------------------------------------------------- GAME [POSITION] */

void argument_unwanted(const char *argument, const char *takes)
{
    complain_usage("'%s': one argument too many; it takes %s", argument, takes);
}

error_t place_parse(int key, const char *value, const struct argp_state *state, struct place *place,
                    bool *json)
{
    if (key == KEY_JSON)
        *json = true;
    else if (key != ARGP_KEY_ARG)
        return ARGP_ERR_UNKNOWN;
    else if (state->arg_num == 0)
        place->name = value;
    else if (state->arg_num == 1)
        place->text = value;
    else
        argument_unwanted(value, "GAME [POSITION]");
    return 0;
}

void place_find(struct place *place)
{
    copse_message why;
    if (!place->name)
        complain_usage("GAME is missing; see 'copse games' for what there is");
    place->game = game_named(place->name, &why);
    if (!place->game)
        complain_usage("%s", why.text);
}

void place_read(struct place *place)
{
    copse_message why;
    place_find(place);
    place->position = must(calloc(1, place->game->position_size));
    copse_status status = copse_position_from_text(place->game, place->text, place->position, &why);
    if (status != COPSE_OK)
        complain_status(status, "POSITION '%s': %s", place->text ? place->text : "", why.text);
}

void place_clear(struct place *place)
{
    free(place->position);
    place->position = NULL;
}
