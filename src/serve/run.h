/* SPDX-License-Identifier: MIT
 *
 * A search that a page has begun: a handle and a thread of its own, and the newest frame for
 * whoever watches. The searching thread never waits for a watcher: it puts the frame down and goes
 * on. A watcher who is late finds only the newest one.
 */
#ifndef SERVE_RUN_H
#define SERVE_RUN_H

#include "serve/ask.h"
#include "serve/frame.h"
#include "serve/slices.h"

struct run;

/* Begins the search, which belongs to the run from now on, unless that fails (NULL). */
struct run *run_new(struct asked *asked, int number, copse_message *why);

/* Stops it, waits for its end and frees it. No watcher may be left. */
void run_free(struct run *run);

int run_number(const struct run *run);
size_t run_memory(const struct run *run); /* bytes that it may use */

/* Ends the run early; there will be a result soon. */
void run_stop(struct run *run);

/* Searches again after these moves, as a request for it has them; what is under way ends. */
copse_status run_go(struct run *run, const json_t *request, copse_message *why);

/* From now on watchers get no more than they have, and the search stops. */
void run_close(struct run *run);

/* One more watcher, or one less; and for how many seconds there has been none. */
void run_join(struct run *run);
void run_leave(struct run *run);
double run_alone(struct run *run);

/* What a watcher has seen. All zeros is nothing. */
struct run_seen {
    uint64_t frame;
    uint64_t turn;                    /* of the slices: each run's begin at 0 again */
    double slices[SLICES_PROCESSORS]; /* up to this time */
};

/* The newest frame if it is newer than the one seen, which it becomes; waits for one at
 * most so many seconds. NULL if there is none; *closed if there will be none ever. The caller drops
 * it. */
struct frame *run_newest(struct run *run, struct run_seen *seen, double seconds, bool *closed);

/* Writes the slices that were not seen as rows of JSON. */
void run_write_slices(struct run *run, struct run_seen *seen, FILE *out);

#endif
