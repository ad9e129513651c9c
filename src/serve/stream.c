/* SPDX-License-Identifier: MIT */
#include "serve/stream.h"

#include "serve/frame_json.h"
#include "serve/reply.h"

#include <stdlib.h>
#include <string.h>

/* A line that says nothing goes out when nothing else has: who has left is noticed by that. */
static const double heartbeat = 1; /* seconds */

enum { BLOCK = 32 << 10 };

struct stream {
    struct runs *runs;
    struct run *run;
    struct run_seen seen;
    char *text;          /* being sent */
    size_t length, sent; /* of it */
    bool last;           /* nothing follows the text */
};

static void set_text(struct stream *stream, char *text, size_t length)
{
    free(stream->text);
    stream->text = text;
    stream->length = text ? length : 0;
    stream->sent = 0;
}

/* The next text to send; waits for news. */
static void next_text(struct stream *stream)
{
    bool closed;
    char *text = NULL;
    size_t length = 0;
    struct frame *frame = run_newest(stream->run, &stream->seen, heartbeat, &closed);
    FILE *out = open_memstream(&text, &length);
    if (out) {
        if (frame)
            frame_write(frame, stream->run, &stream->seen, out);
        else
            fputs(":\n\n", out);
        if (fclose(out) != 0) {
            free(text);
            text = NULL;
        }
    }
    stream->last = closed || !text || (frame && frame->kind != FRAME_PROGRESS);
    frame_drop(frame);
    set_text(stream, text, length);
}

static ssize_t read_stream(void *user, uint64_t position, char *buffer, size_t most)
{
    struct stream *stream = user;
    (void)position;
    if (stream->sent == stream->length) {
        if (stream->last)
            return MHD_CONTENT_READER_END_OF_STREAM;
        next_text(stream);
        if (stream->length == 0)
            return MHD_CONTENT_READER_END_OF_STREAM;
    }
    size_t left = stream->length - stream->sent, part = left < most ? left : most;
    memcpy(buffer, stream->text + stream->sent, part);
    stream->sent += part;
    return (ssize_t)part;
}

static void free_stream(void *user)
{
    struct stream *stream = user;
    runs_leave(stream->runs, stream->run);
    free(stream->text);
    free(stream);
}

enum MHD_Result stream_reply(struct MHD_Connection *connection, struct runs *runs, int number)
{
    bool full;
    struct stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL)
        return MHD_NO;
    stream->runs = runs;
    stream->run = runs_watch(runs, number, &full);
    if (stream->run == NULL) {
        free(stream);
        return full ? reply_error(connection, MHD_HTTP_TOO_MANY_REQUESTS,
                                  "too many clients watch searches already: close a page")
                    : reply_error(connection, MHD_HTTP_NOT_FOUND, "there is no such search");
    }
    struct MHD_Response *response = MHD_create_response_from_callback(
        MHD_SIZE_UNKNOWN, BLOCK, read_stream, stream, free_stream);
    if (response == NULL) {
        free_stream(stream);
        return MHD_NO;
    }
    return reply_with(connection, MHD_HTTP_OK, "text/event-stream; charset=utf-8", response);
}
