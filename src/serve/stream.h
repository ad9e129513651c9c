/* SPDX-License-Identifier: MIT
 *
 * The event stream of a search (server-sent events), as long as somebody reads it. The text of one
 * frame is made when the one before has been sent, from whatever frame is the newest by then: a
 * client that reads slowly misses frames, and nothing piles up.
 */
#ifndef SERVE_STREAM_H
#define SERVE_STREAM_H

#include "serve/runs.h"

#include <microhttpd.h>

/* The answer to a request for the events of this search. */
enum MHD_Result stream_reply(struct MHD_Connection *connection, struct runs *runs, int number);

#endif
