/* SPDX-License-Identifier: MIT
 *
 * Answers: JSON, a sentence about what was wrong, a file, nothing. Each has the headers that keep a
 * browser from doing anything with it that was not meant.
 */
#ifndef SERVE_REPLY_H
#define SERVE_REPLY_H

#include "copse.h"

#include <jansson.h>
#include <microhttpd.h>

/* Adds those headers and sends the response, which is used up; NULL (memory is short) closes the
 * connection. */
enum MHD_Result reply_with(struct MHD_Connection *connection, unsigned status, const char *type,
                           struct MHD_Response *response);

/* Sends the value, which is used up. */
enum MHD_Result reply_json(struct MHD_Connection *connection, unsigned status, json_t *value);

/* {"error": "One sentence."}; the text gets its capital letter and its full stop here. */
enum MHD_Result reply_error(struct MHD_Connection *connection, unsigned status, const char *text);

enum MHD_Result reply_nothing(struct MHD_Connection *connection); /* 204 */

/* Sends a text of this type, which free() frees. */
enum MHD_Result reply_text(struct MHD_Connection *connection, const char *type, char *text,
                           size_t size);

/* Which HTTP status says this. */
unsigned reply_status(copse_status status);

#endif
