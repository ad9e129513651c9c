/* SPDX-License-Identifier: MIT */
#include "serve/reply.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const headers[][2] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
     "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cache-Control", "no-store"},
};

enum MHD_Result reply_with(struct MHD_Connection *connection, unsigned status, const char *type,
                           struct MHD_Response *response)
{
    if (response == NULL)
        return MHD_NO;
    bool complete =
        type == NULL || MHD_add_response_header(response, "Content-Type", type) == MHD_YES;
    for (size_t i = 0; i < sizeof headers / sizeof headers[0]; i++)
        complete &= MHD_add_response_header(response, headers[i][0], headers[i][1]) == MHD_YES;
    enum MHD_Result sent = complete ? MHD_queue_response(connection, status, response) : MHD_NO;
    MHD_destroy_response(response);
    return sent;
}

enum MHD_Result reply_text(struct MHD_Connection *connection, const char *type, char *text,
                           size_t size)
{
    struct MHD_Response *response =
        text ? MHD_create_response_from_buffer(size, text, MHD_RESPMEM_MUST_FREE) : NULL;
    if (response == NULL)
        free(text);
    return reply_with(connection, MHD_HTTP_OK, type, response);
}

enum MHD_Result reply_json(struct MHD_Connection *connection, unsigned status, json_t *value)
{
    char *text = value ? json_dumps(value, JSON_COMPACT | JSON_REAL_PRECISION(9)) : NULL;
    json_decref(value);
    struct MHD_Response *response =
        text ? MHD_create_response_from_buffer(strlen(text), text, MHD_RESPMEM_MUST_FREE) : NULL;
    if (response == NULL)
        free(text);
    return reply_with(connection, status, "application/json; charset=utf-8", response);
}

enum MHD_Result reply_error(struct MHD_Connection *connection, unsigned status, const char *text)
{
    char sentence[sizeof(copse_message) + 2];
    snprintf(sentence, sizeof sentence - 1, "%s", text);
    size_t length = strlen(sentence);
    sentence[0] = (char)toupper((unsigned char)sentence[0]);
    if (length > 0 && strchr(".?!", sentence[length - 1]) == NULL)
        strcpy(sentence + length, ".");
    json_t *error = json_object();
    /* What a stranger sent may be quoted in it, and need not be UTF-8. */
    json_t *words = json_string(sentence);
    json_object_set_new(error, "error", words ? words : json_string("That is not UTF-8."));
    return reply_json(connection, status, error);
}

enum MHD_Result reply_nothing(struct MHD_Connection *connection)
{
    return reply_with(connection, MHD_HTTP_NO_CONTENT, NULL,
                      MHD_create_response_from_buffer(0, NULL, MHD_RESPMEM_PERSISTENT));
}

unsigned reply_status(copse_status status)
{
    return status == COPSE_NO_MEMORY ? MHD_HTTP_SERVICE_UNAVAILABLE : MHD_HTTP_BAD_REQUEST;
}
