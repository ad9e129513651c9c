/* SPDX-License-Identifier: MIT
 *
 * Finding things by the name that somebody typed. Where there is no such name, the sentence says
 * which one was probably meant, and which there are.
 */
#ifndef LAB_NAMES_H
#define LAB_NAMES_H

#include "copse.h"

/* Name number 0, 1, ... of a list; NULL beyond the last. `user` is whatever the list needs. */
typedef const char *name_list(const void *user, int number);

/* The name of the list that is nearest to `given` and near enough to have been meant, or NULL. */
const char *name_nearest(name_list *list, const void *user, const char *given);

/* Writes "no game 'chss'; did you mean 'chess'? (there are: ...)" to `why`. */
void name_unknown(name_list *list, const void *user, const char *what, const char *given,
                  copse_message *why);

/* NULL, and the sentence in `why`, if there is none. */
const copse_game *game_named(const char *name, copse_message *why);
const copse_algorithm *algorithm_named(const char *name, copse_message *why);

/* An option of an algorithm; NULL if it has none of this name. */
const copse_option *option_named(const copse_algorithm *algorithm, const char *name);

/* The lists of games and algorithms, for completion; `user` is not used. */
name_list game_names, algorithm_names;

#endif
