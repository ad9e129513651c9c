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

/* How far the record of the games goes: its length and a digest of all of it. */
struct match_mark {
    int64_t length; /* -1: it does not have all games */
    int64_t digest;
};

/* What the last pair that is there was kept with; zeros if there is none. */
copse_status match_log_mark(struct match_log *log, struct match_mark *mark, copse_message *why);

/* What pairs are kept with from now on; at first -1: there is no record. */
void match_log_set_mark(struct match_log *log, const struct match_mark *mark);

/* Is this the file? */
bool match_log_is(const struct match_log *log, const char *path);

void match_log_close(struct match_log *log); /* NULL is fine */

#endif
