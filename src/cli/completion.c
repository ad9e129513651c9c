/* SPDX-License-Identifier: MIT
 *
 * copse completion: scripts that let a shell complete what one types. They are written from the
 * tables that also parse the arguments, so they know every option, game, algorithm and setting.
 *
 * Which values an option takes follows from how its value is called: ALGORITHM, PLAYER, NAME=VALUE,
 * MACHINE.
 */
#include "cli/completion.h"
#include "cli/command.h"
#include "cli/complain.h"
#include "lab/limits.h"
#include "lab/names.h"

#include <stdio.h>
#include <string.h>

static error_t parse(int key, char *value, struct argp_state *state)
{
    const char **shell = state->input;
    if (key != ARGP_KEY_ARG)
        return ARGP_ERR_UNKNOWN;
    if (state->arg_num > 0)
        argument_unwanted(value, "bash or zsh");
    *shell = value;
    return 0;
}

static const struct argp argp = {
    NULL,
    parse,
    "bash|zsh",
    "Prints a script that lets the shell complete commands, options and their values.\v"
    "Examples:\n"
    "  source <(copse completion bash)\n"
    "  copse completion zsh > ~/.zsh/functions/_copse",
    NULL,
    NULL,
    NULL,
};

/* ------------------------------------------------------------------------- words for both shells
 */

void completion_names(name_list *list)
{
    const char *name;
    for (int i = 0; (name = list(NULL, i)) != NULL; i++)
        printf("%s%s", i ? " " : "", name);
}

/* "ordering=none ordering=static window= ", what can be given of an option. */
static void print_setting(const copse_option *option)
{
    bool number = option->kind == COPSE_OPTION_NUMBER || option->kind == COPSE_OPTION_SIZE;
    const char *choices = option->kind == COPSE_OPTION_SWITCH ? "on|off" : option->choices;
    while (choices && *choices) {
        int length = (int)strcspn(choices, "|");
        printf("%s=%.*s ", option->name, length, choices);
        choices += length;
        choices += *choices == '|';
    }
    if (number)
        printf("%s= ", option->name);
}

void completion_settings(const char *indent)
{
    const copse_algorithm *algorithm;
    for (int i = 0; (algorithm = copse_algorithm_at(i)) != NULL; i++) {
        printf("%s%s) echo '", indent, algorithm->name);
        for (int j = 0; j < algorithm->option_count; j++)
            print_setting(&algorithm->options[j]);
        printf("' ;;\n");
    }
}

void completion_limits(void)
{
    const char *name;
    for (int i = 0; (name = limit_name(i)) != NULL; i++)
        printf("%s%s=", i ? " " : "", name);
}

enum completion_kind completion_kind(const char *argument)
{
    static const struct {
        const char *argument;
        enum completion_kind kind;
    } kinds[] = {{"ALGORITHM", COMPLETE_ALGORITHM}, {"[NAME]", COMPLETE_ALGORITHM},
                 {"PLAYER", COMPLETE_PLAYER},       {"NAME=VALUE", COMPLETE_SETTING},
                 {"MACHINE", COMPLETE_MACHINE},     {"GAME [POSITION]", COMPLETE_GAME},
                 {"bash|zsh", COMPLETE_SHELL}};
    for (size_t i = 0; argument && i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(kinds[i].argument, argument) == 0)
            return kinds[i].kind;
    }
    return argument ? COMPLETE_OTHER : COMPLETE_NONE;
}

bool completion_words(enum completion_kind kind)
{
    if (kind == COMPLETE_ALGORITHM)
        completion_names(algorithm_names);
    else if (kind == COMPLETE_GAME)
        completion_names(game_names);
    else if (kind == COMPLETE_MACHINE)
        printf("threads");
    else if (kind == COMPLETE_SHELL)
        printf("bash zsh");
    else
        return false;
    return true;
}

static int run(const struct command *command, int argc, char **argv)
{
    const char *shell = NULL;
    command_parse(command, argc, argv, &shell);
    if (!shell)
        complain_usage("the shell is missing: bash or zsh");
    if (strcmp(shell, "bash") == 0)
        completion_bash();
    else if (strcmp(shell, "zsh") == 0)
        completion_zsh();
    else
        complain_usage("'%s': a shell, bash or zsh", shell);
    return EXIT_DONE;
}

const struct command command_completion = {"completion", "completion scripts for bash and zsh",
                                           &argp, run};
