/* SPDX-License-Identifier: MIT
 *
 * Between the files of openings.h.
 */
#ifndef LAB_OPENINGS_ADD_H
#define LAB_OPENINGS_ADD_H

#include "lab/openings.h"

/* One more; `moves` NULL: not known. COPSE_GAME_OVER if there is nothing to play. */
copse_status openings_add(struct openings *openings, const void *position, const copse_move *moves,
                          int move_count, copse_message *why);

/* Writes the sentence, gives the status. */
copse_status openings_fail(copse_message *why, copse_status status, const char *sentence);

#endif
