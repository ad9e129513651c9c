/* SPDX-License-Identifier: MIT
 *
 * What the completion scripts of the shells share.
 */
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

#include "lab/names.h"

/* What can be completed in place of an argument. */
enum completion_kind {
    COMPLETE_NONE, /* there is no argument */
    COMPLETE_OTHER,
    COMPLETE_ALGORITHM,
    COMPLETE_PLAYER,
    COMPLETE_SETTING,
    COMPLETE_MACHINE,
    COMPLETE_GAME,
    COMPLETE_SHELL
};

/* The kind that belongs to an argument's name in the help; NULL if it takes none. */
enum completion_kind completion_kind(const char *argument);

/* These write words with a space between: names; those that a kind of argument can be, if there is
 * a list of them; the limits as settings. */
void completion_names(name_list *list);
bool completion_words(enum completion_kind kind);
void completion_limits(void);

/* Writes a shell's case for each algorithm that gives its settings. */
void completion_settings(const char *indent);

/* The scripts. */
void completion_bash(void);
void completion_zsh(void);

#endif
