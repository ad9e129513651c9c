/* SPDX-License-Identifier: MIT
 *
 * What a subcommand is, and what the subcommands share: the options and arguments that several of
 * them take, each declared once.
 */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include "copse.h"
#include "lab/player.h"

#include <argp.h>

/* A subcommand: help, parsing and completion follow from its argp. */
struct command {
    const char *name;
    const char *summary; /* one line */
    const struct argp *argp;
    int (*run)(const struct command *command, int argc, char **argv); /* gives the exit status */
};

extern const struct command command_games, command_algorithms, command_search, command_perft,
    command_compare, command_match, command_bench, command_completion, command_learn,
    command_quality, command_scale, command_train, command_db, command_engine, command_play,
    command_suite, command_lab, command_serve;

/* The whole command, with main()'s arguments and result: main.c. */
int command_main(int argc, char **argv);

/* The ranks of this program, in copse-mpi: the first so many of them, or all (0). NULL and a
 * sentence if there are none. */
copse_machine *command_mpi_machine(int processors, copse_message *why);

/* What a program that has such a machine says before command_main(). */
typedef copse_machine *command_mpi_maker(int processors, copse_message *why);
void command_offer_mpi(command_mpi_maker *maker);

/* All of them, with a NULL at the end. */
extern const struct command *const commands[];

/* Parses the arguments, or ends with a sentence and status 2. */
void command_parse(const struct command *command, int argc, char **argv, void *input);

/* ---------------------------------------------------------------------------- shared options */

/* Keys of options that several commands have. A command's own begin at KEY_OWN, the limits' at
 * KEY_LIMITS, because argp wants all keys of a command to be different. */
enum { KEY_JSON = 0x100, KEY_THREADS, KEY_LIMITS = 0x200, KEY_OWN = 0x300 };

/* The groups in which --help lists options. */
enum { GROUP_WHAT = 1, GROUP_LIMITS, GROUP_MACHINE, GROUP_OUTPUT };

#define OPTION_JSON                                                                                \
    {                                                                                              \
        "json", KEY_JSON, NULL, 0, "Write JSON to standard output", GROUP_OUTPUT                   \
    }

/* How many of what at once; option_threads() reads it. */
#define OPTION_THREADS(what)                                                                       \
    {                                                                                              \
        "threads", KEY_THREADS, "T", 0, "How many " what " at once (one a core if not given)",     \
            GROUP_MACHINE                                                                          \
    }

/* --depth, --nodes, --expansions, --time, --memory; its input is a copse_limits. */
extern const struct argp limits_argp;

/* --------------------------------------------------------------------------- GAME [POSITION] */

struct place {
    const char *name, *text; /* as given; `text` NULL: the game's start position */
    const copse_game *game;
    void *position;
};

/* What a parser gives for the keys that are not its own: the first argument is the game, the second
 * the position, and --json sets *json. */
error_t place_parse(int key, const char *value, const struct argp_state *state, struct place *place,
                    bool *json);

/* Finds the game, or ends with a sentence. */
void place_find(struct place *place);

/* Finds the game and reads the position, or ends with a sentence. */
void place_read(struct place *place);
void place_clear(struct place *place);

/* For ARGP_KEY_ARG of a command that takes fewer arguments. */
void argument_unwanted(const char *argument, const char *takes);

/* The value of `--name`, a whole number, or ends with a sentence. */
uint64_t option_number(const char *name, const char *text, uint64_t least, uint64_t most);

/* The value of --threads, or ends with a sentence; and how many there are if it was not given. */
int option_threads(const char *text);
int core_count(void);

/* The value of `--name`, a player, which is tried out: it is certain that it can search this game.
 * Or ends with a sentence. */
void option_player(const char *name, const char *spec, const copse_limits *limits,
                   const copse_game *game, struct player *player);

/* An option of the command by its number, those of its children included; NULL beyond the last. */
const struct argp_option *command_option(const struct argp *argp, int number);

#endif
