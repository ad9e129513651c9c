/* SPDX-License-Identifier: MIT
 *
 * Games of a match as text, to be read again: as GGF, PDN or PGN, or as a line of plain text.
 */
#ifndef LAB_MATCH_RECORD_H
#define LAB_MATCH_RECORD_H

#include "lab/match.h"

enum match_form { MATCH_PLAIN, MATCH_GGF, MATCH_PDN, MATCH_PGN };

/* The form that a file of this name has: by how it ends. False and a sentence if there is no such
 * form for the game. */
bool match_form_of(const char *path, const copse_game *game, enum match_form *form,
                   copse_message *why);

/* A game of a match with openings. For free(); NULL if memory is short.
 *
 * A plain line is the number of the pair, who moved first, the outcome for the first player, how it
 * ended, the opening's moves or position, and the moves of the game, with tabs between. */
char *match_record(const struct match *match, const struct match_game *game, enum match_form form);

#endif
