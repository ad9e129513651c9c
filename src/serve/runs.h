/* SPDX-License-Identifier: MIT
 *
 * All searches that pages have open, by number. One that nobody has watched for a while is stopped
 * and forgotten: its page was closed.
 */
#ifndef SERVE_RUNS_H
#define SERVE_RUNS_H

#include "serve/run.h"

enum { RUNS_MOST = 8, RUNS_STREAMS = 64 };

struct runs;

struct runs *runs_new(void); /* NULL: no memory, or no thread */

/* No more news for those who watch; nothing can be begun any more. */
void runs_close(struct runs *runs);

/* Frees all; nobody may watch any more. */
void runs_free(struct runs *runs);

/* Begins a search, and gives its number. False and a sentence if too many are open (then *full), or
 * it cannot be done. */
bool runs_add(struct runs *runs, struct asked *asked, int *number, bool *full, copse_message *why);

/* The search of this number, to be given back with runs_release(); NULL if there is none. */
struct run *runs_find(struct runs *runs, int number);
void runs_release(struct runs *runs, struct run *run);

/* The same to watch it: *full if too many watch already. */
struct run *runs_watch(struct runs *runs, int number, bool *full);
void runs_leave(struct runs *runs, struct run *run);

/* Stops and forgets it; false if there is none. */
bool runs_remove(struct runs *runs, int number);

#endif
