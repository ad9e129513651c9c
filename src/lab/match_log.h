/* SPDX-License-Identifier: MIT
 *
 * A match on disk: what match it is, then a line for each pair that is finished, which is there for
 * good before the next one counts. A match that was interrupted, or killed, goes on from there.
 */
#ifndef LAB_MATCH_LOG_H
#define LAB_MATCH_LOG_H

#include "lab/match.h"

struct match_log;

/* Opens or makes the file. `description` is one line that is different for different matches. NULL
 * and a sentence if that cannot be, or the file belongs to another match. */
struct match_log *match_log_open(const char *path, const char *description, copse_message *why);

/* Fills in the pairs that are there; they are `done`. A last line that was cut short is removed. */
copse_status match_log_read(struct match_log *log, struct match *match, copse_message *why);

copse_status match_log_add(struct match_log *log, int number, const struct match_pair *pair,
                           copse_message *why);

void match_log_close(struct match_log *log); /* NULL is fine */

#endif
