/* SPDX-License-Identifier: MIT
 *
 * Lines from a file: one buffer of the longest line, read into at its end, emptied from its front.
 */
#include "protocol/line.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool cop_input_init(cop_input *input, int file)
{
    *input = (cop_input){.file = file, .buffer = malloc(COP_LINE_MOST + 1)};
    return input->buffer != NULL;
}

void cop_input_clear(cop_input *input)
{
    free(input->buffer);
    input->buffer = NULL;
}

void cop_line_clean(char *line, size_t length)
{
    char *to = line;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)line[i];
        if (c == '\t')
            *to++ = ' ';
        else if (c >= ' ' && c != 127)
            *to++ = (char)c;
    }
    *to = 0;
}

/* The line from `begin` of this length, which is taken off the buffer with `after` bytes more. */
static cop_line_kind take(cop_input *input, size_t length, size_t after, char **line)
{
    *line = input->buffer + input->begin;
    input->begin += length + after;
    if (input->dropping) {
        input->dropping = false;
        return COP_LINE_TOO_LONG;
    }
    cop_line_clean(*line, length);
    return COP_LINE_READY;
}

cop_line_kind cop_input_next(cop_input *input, char **line)
{
    size_t length = input->end - input->begin;
    char *begin = input->buffer + input->begin;
    char *newline = length > 0 ? memchr(begin, '\n', length) : NULL;
    if (newline != NULL)
        return take(input, (size_t)(newline - begin), 1, line);
    if (length == COP_LINE_MOST) {
        input->dropping = true;
        input->begin = input->end = 0;
    }
    if (!input->ended)
        return COP_LINE_NONE;
    if (length > 0 || input->dropping) /* what there is without an end */
        return take(input, input->end - input->begin, 0, line);
    return COP_LINE_END;
}

void cop_input_read(cop_input *input)
{
    if (input->begin > 0) {
        memmove(input->buffer, input->buffer + input->begin, input->end - input->begin);
        input->end -= input->begin;
        input->begin = 0;
    }
    ssize_t count = read(input->file, input->buffer + input->end, COP_LINE_MOST - input->end);
    if (count > 0)
        input->end += (size_t)count;
    else if (count == 0 || errno != EINTR)
        input->ended = true;
}
