/* SPDX-License-Identifier: MIT
 *
 * The file that the games of a match are written to, pair by pair. Together with a match's log it
 * holds every game exactly once, however often the match was killed: a pair is in this file before
 * it is in the log, and the log says how far the file goes. What a killed match wrote beyond that
 * is cut off when the match goes on, and its pair is played again.
 */
#ifndef LAB_MATCH_SHEET_H
#define LAB_MATCH_SHEET_H

#include "lab/match_record.h"

struct match_sheet;

/* Opens or makes the file. Without a log, and with one that has no pairs yet, it begins empty, else
 * after the games of the pairs in the log. `log` is kept until the sheet is closed. NULL, a
 * sentence, and the file as it was, if it is not the one that the log tells of. */
struct match_sheet *match_sheet_open(const char *path, enum match_form form, struct match_log *log,
                                     copse_message *why);

/* For a match's `on_pair`, with the sheet as `user`. */
copse_status match_sheet_add(struct match *match, const struct match_game *games, int count,
                             void *sheet, copse_message *why);

void match_sheet_close(struct match_sheet *sheet); /* NULL is fine */

#endif
