/* SPDX-License-Identifier: MIT
 *
 * The completion script for zsh.
 */
#include "cli/command.h"
#include "cli/completion.h"

#include <stdio.h>

static const char opening[] = "#compdef copse\n"
                              "# zsh completion for copse, written by 'copse completion zsh'.\n"
                              "_copse_settings_of() {\n"
                              "  case $1 in\n";

static const char settings[] = "  esac\n"
                               "}\n"
                               "\n"
                               "_copse_settings() {\n"
                               "  local algorithm=pvs i\n"
                               "  for ((i = 1; i < CURRENT; i++)); do\n"
                               "    [[ $words[i] == --algorithm ]] && algorithm=$words[i+1]\n"
                               "    [[ $words[i] == --algorithm=* ]] && algorithm=${words[i]#*=}\n"
                               "  done\n"
                               "  local -a all=(${=\"$(_copse_settings_of $algorithm)\"})\n"
                               "  compadd -S '' -- ${(M)all:#*=}\n"
                               "  compadd -- ${all:#*=}\n"
                               "}\n"
                               "\n"
                               "_copse_player() {\n";

static const char player[] = "  local typed=$PREFIX\n"
                             "  if [[ $typed == *,* ]]; then\n"
                             "    local name=${typed%%,*}\n"
                             "    name=${name##*=}\n"
                             "    local -a all=(${=\"$(_copse_settings_of $name)\"} $limits)\n"
                             "    compset -P '*,'\n"
                             "    compadd -S '' -- $all\n"
                             "  else\n"
                             "    compadd -S '' -- $algorithms\n"
                             "  fi\n"
                             "}\n"
                             "\n"
                             "_copse() {\n";

/* A text within single quotes and square brackets. */
static void print_quoted(const char *text)
{
    for (; *text; text++) {
        if (*text == '\'')
            fputs("'\\''", stdout);
        else if (*text == '[' || *text == ']' || *text == ':')
            printf("\\%c", *text);
        else
            putchar(*text);
    }
}

static void print_commands(void)
{
    printf("  local -a commands=(\n");
    for (int i = 0; commands[i]; i++) {
        printf("    '%s:", commands[i]->name);
        print_quoted(commands[i]->summary);
        printf("'\n");
    }
    printf("    'help:help for a command'\n"
           "  )\n"
           "  if ((CURRENT == 2)); then\n"
           "    _describe -t commands 'copse command' commands\n"
           "    return\n"
           "  fi\n"
           "  local command=$words[2]\n"
           "  shift words\n"
           "  ((CURRENT--))\n"
           "  case $command in\n"
           "  help) _describe -t commands 'copse command' commands ;;\n");
}

/* What stands where an argument does: a function, a list, or nothing in particular. */
static void print_values(enum completion_kind kind)
{
    if (kind == COMPLETE_SETTING) {
        printf("_copse_settings");
    } else if (kind == COMPLETE_PLAYER) {
        printf("_copse_player");
    } else if (kind != COMPLETE_OTHER) {
        printf("(");
        completion_words(kind);
        printf(")");
    }
}

static void print_option(const struct argp_option *option)
{
    enum completion_kind kind = completion_kind(option->arg);
    bool repeats = kind == COMPLETE_SETTING || kind == COMPLETE_PLAYER;
    printf(" \\\n      '%s--%s%s[", repeats ? "*" : "", option->name, option->arg ? "=" : "");
    print_quoted(option->doc);
    printf("]");
    if (option->arg) {
        printf(":");
        print_quoted(option->arg);
        printf(":");
        print_values(kind);
    }
    printf("'");
}

static void print_command(const struct command *command)
{
    printf("  %s)\n    _arguments", command->name);
    const struct argp_option *option;
    for (int i = 0; (option = command_option(command->argp, i)) != NULL; i++) {
        if (!(option->flags & OPTION_HIDDEN))
            print_option(option);
    }
    enum completion_kind kind = completion_kind(command->argp->args_doc);
    if (kind != COMPLETE_NONE) {
        printf(" \\\n      '1:");
        print_quoted(command->argp->args_doc);
        printf(":");
        print_values(kind);
        printf("'");
    }
    if (kind == COMPLETE_GAME)
        printf(" \\\n      '2:POSITION:'");
    printf("\n    ;;\n");
}

void completion_zsh(void)
{
    fputs(opening, stdout);
    completion_settings("  ");
    fputs(settings, stdout);
    printf("  local -a algorithms=(");
    completion_names(algorithm_names);
    printf(") limits=(");
    completion_limits();
    printf(")\n");
    fputs(player, stdout);
    print_commands();
    for (int i = 0; commands[i]; i++)
        print_command(commands[i]);
    /* Loaded by the completion system the function is called at once, sourced it is registered. */
    printf("  esac\n}\n\n"
           "if [[ $funcstack[1] == _copse ]]; then\n"
           "  _copse \"$@\"\n"
           "else\n"
           "  compdef _copse copse\n"
           "fi\n");
}
