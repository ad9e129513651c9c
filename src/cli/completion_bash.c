/* SPDX-License-Identifier: MIT
 *
 * The completion script for bash.
 */
#include "cli/command.h"
#include "cli/completion.h"

#include <stdio.h>

/* bash splits words at '=', and replaces only what comes after it. */
static const char opening[] = "# bash completion for copse, written by 'copse completion bash'.\n"
                              "_copse_settings() {\n"
                              "    case $1 in\n";

static const char middle[] =
    "    esac\n"
    "}\n"
    "\n"
    "_copse() {\n"
    "    local -a words=()\n"
    "    local i word candidates='' algorithm=pvs\n"
    "    for ((i = 0; i <= COMP_CWORD; i++)); do\n"
    "        word=${COMP_WORDS[i]}\n"
    "        if ((i > 1)) && [[ $word == '=' || ${COMP_WORDS[i-1]} == '=' ]]; then\n"
    "            words[${#words[@]}-1]+=$word\n"
    "        else\n"
    "            words+=(\"$word\")\n"
    "        fi\n"
    "        [[ ${words[${#words[@]}-1]} == --algorithm=* ]] && "
    "algorithm=${words[${#words[@]}-1]#*=}\n"
    "    done\n"
    "    local count=${#words[@]}\n"
    "    local cur=${words[count-1]} prev=${words[count-2]} command=${words[1]}\n"
    "    for ((i = 2; i < count - 1; i++)); do\n"
    "        [[ ${words[i]} == --algorithm ]] && algorithm=${words[i+1]}\n"
    "    done\n"
    "    if [[ $cur == --*=* ]]; then\n"
    "        prev=${cur%%=*} cur=${cur#*=}\n"
    "    fi\n";

static const char closing[] =
    "    COMPREPLY=($(compgen -W \"$candidates\" -- \"$cur\"))\n"
    "    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null\n"
    "    if [[ $cur == *=* && $COMP_WORDBREAKS == *=* ]]; then\n"
    "        COMPREPLY=(\"${COMPREPLY[@]#\"${cur%=*}\"=}\")\n"
    "    fi\n"
    "    return 0\n"
    "}\n"
    "complete -o default -F _copse copse\n";

static void print_commands(void)
{
    printf("    if ((count <= 2)); then\n        candidates='");
    for (int i = 0; commands[i]; i++)
        printf("%s ", commands[i]->name);
    printf("help --help --version'\n");
    printf("    elif [[ $command == help ]]; then\n        candidates='");
    for (int i = 0; commands[i]; i++)
        printf("%s%s", i ? " " : "", commands[i]->name);
    printf("'\n");
}

/* The values of one option of one command, if something is known about them. */
static void print_values(const struct command *command, const struct argp_option *option)
{
    enum completion_kind kind = completion_kind(option->arg);
    if (kind == COMPLETE_NONE)
        return;
    printf("    elif [[ $command == %s && $prev == --%s ]]; then\n", command->name, option->name);
    if (kind == COMPLETE_SETTING) {
        printf("        candidates=$(_copse_settings \"$algorithm\")\n");
    } else if (kind == COMPLETE_PLAYER) {
        printf("        if [[ $cur == *,* ]]; then\n"
               "            for word in $(_copse_settings \"${cur%%%%,*}\") ");
        completion_limits();
        printf("; do\n"
               "                candidates+=\" ${cur%%,*},$word\"\n"
               "            done\n"
               "        else\n"
               "            candidates='");
        completion_names(algorithm_names);
        printf("'\n        fi\n");
    } else {
        printf("        candidates='");
        completion_words(kind);
        printf("'\n");
    }
}

static void print_command(const struct command *command)
{
    const struct argp_option *option;
    for (int i = 0; (option = command_option(command->argp, i)) != NULL; i++) {
        if (!(option->flags & OPTION_HIDDEN))
            print_values(command, option);
    }
    printf("    elif [[ $command == %s && $cur == -* ]]; then\n        candidates='",
           command->name);
    for (int i = 0; (option = command_option(command->argp, i)) != NULL; i++) {
        if (!(option->flags & OPTION_HIDDEN))
            printf("%s--%s", i ? " " : "", option->name);
    }
    printf("'\n    elif [[ $command == %s ]]; then\n        candidates='", command->name);
    completion_words(completion_kind(command->argp->args_doc));
    printf("'\n");
}

void completion_bash(void)
{
    fputs(opening, stdout);
    completion_settings("    ");
    fputs(middle, stdout);
    print_commands();
    for (int i = 0; commands[i]; i++)
        print_command(commands[i]);
    printf("    fi\n");
    fputs(closing, stdout);
}
