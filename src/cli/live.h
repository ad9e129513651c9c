/* SPDX-License-Identifier: MIT
 *
 * A best-first search as it goes: a panel on standard error with the totals, the principal
 * variation, and the root's moves with bars that move.
 */
#ifndef CLI_LIVE_H
#define CLI_LIVE_H

#include "cli/search.h"

/* What live_progress() keeps from one call to the next; all zero at first. */
struct live {
    struct search_request *request;
    int move_width, score_width; /* of the columns: they only grow, so that nothing jumps about */
};

/* Is there a panel for this search? Not for depth-first searches, which think of one move after the
 * other, and not beside JSON: they have the status line. */
bool live_is_wanted(const struct search_request *request);

/* Draws the panel, or where the terminal is too small for it the status line: a copse_progress.
 * terminal_status_clear() takes it away. */
void live_progress(copse_search *search, const copse_result *so_far, void *live);

#endif
