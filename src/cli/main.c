/* SPDX-License-Identifier: MIT
 *
 * The command `copse`: finds the subcommand and hands over. Adding one is a file and a line here.
 */
#include "cli/command.h"
#include "cli/complain.h"
#include "cli/terminal.h"
#include "cli/text_table.h"
#include "lab/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct command *const commands[] = {
    &command_search, &command_compare, &command_match,      &command_suite, &command_engine,
    &command_play,   &command_serve,   &command_quality,    &command_scale, &command_lab,
    &command_perft,  &command_games,   &command_algorithms, &command_learn, &command_train,
    &command_bench,  &command_db,      &command_completion, NULL,
};

static const char *command_names(const void *user, int number)
{
    (void)user;
    return commands[number] ? commands[number]->name : NULL;
}

static int print_version(void)
{
    printf("copse %s\n", copse_version());
    return EXIT_DONE;
}

static int print_help(void)
{
    printf("copse searches game trees: bring a game, get the best move.\n\n"
           "Usage: copse COMMAND [OPTION...] [ARGUMENT...]\n\n");
    struct text_table table;
    text_table_init(&table, "ll");
    text_table_cell(&table, "command");
    text_table_cell(&table, "what it does");
    for (int i = 0; commands[i]; i++) {
        text_table_cell(&table, "%s", commands[i]->name);
        text_table_cell(&table, "%s", commands[i]->summary);
    }
    text_table_print(&table);
    printf("\n'copse help COMMAND' or 'copse COMMAND --help' tells more; 'copse --version' says\n"
           "which one this is. For a start:\n\n"
           "  copse search random --depth 8\n");
    return EXIT_DONE;
}

static const struct command *find_command(const char *name)
{
    for (int i = 0; commands[i]; i++) {
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    }
    copse_message why;
    name_unknown(command_names, NULL, "command", name, &why);
    complain_usage("%s", why.text);
}

static int run(const struct command *command, int argc, char **argv)
{
    static char name[64]; /* argp and the sentences want it as long as the program runs */
    snprintf(name, sizeof name, "copse %s", command->name);
    complain_as(name);
    argv[0] = name;
    return command->run(command, argc, argv);
}

static int help_about(const char *topic)
{
    char name[] = "copse", option[] = "--help";
    char *arguments[] = {name, option, NULL};
    return run(find_command(topic), 2, arguments);
}

static bool is_any(const char *word, const char *one, const char *other)
{
    return strcmp(word, one) == 0 || strcmp(word, other) == 0;
}

static int start(int argc, char **argv)
{
    if (argc < 2)
        complain_usage("COMMAND is missing; see 'copse --help'");
    const char *word = argv[1];
    if (is_any(word, "--help", "-?") || is_any(word, "help", "-h")) {
        if (argc > 3)
            complain_usage("'%s': one argument too many; help takes one COMMAND", argv[3]);
        return argc == 3 ? help_about(argv[2]) : print_help();
    }
    if (is_any(word, "--version", "-V")) {
        if (argc > 2)
            complain_usage("'%s': one argument too many; --version takes none", argv[2]);
        return print_version();
    }
    if (word[0] == '-')
        complain_usage("no option '%s'; a COMMAND comes first: see 'copse --help'", word);
    return run(find_command(word), argc - 1, argv + 1);
}

int command_main(int argc, char **argv)
{
    terminal_init();
    return complain_unwritten(start(argc, argv));
}
