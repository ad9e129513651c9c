/* SPDX-License-Identifier: MIT
 *
 * Lines from a file, as somebody else's program sends them: of any length, with any bytes, and in
 * whatever pieces a pipe gives. A line has no control characters left in it (a tab is a blank), so
 * that it is a plain text; one that is longer than all protocols need is dropped and said to be. */
#ifndef COP_PROTOCOL_LINE_H
#define COP_PROTOCOL_LINE_H

#include <stdbool.h>
#include <stddef.h>

enum { COP_LINE_MOST = 65536 }; /* characters of a line */

typedef enum cop_line_kind {
    COP_LINE_NONE,     /* there is no whole line yet */
    COP_LINE_READY,    /* a line */
    COP_LINE_TOO_LONG, /* there was one, and it is gone */
    COP_LINE_END       /* there will be no more */
} cop_line_kind;

typedef struct cop_input {
    int file;
    char *buffer; /* COP_LINE_MOST + 1 bytes */
    size_t begin, end;
    bool dropping; /* the rest of a line that is too long */
    bool ended;
} cop_input;

/* False if there is not enough memory. */
bool cop_input_init(cop_input *input, int file);
void cop_input_clear(cop_input *input);

/* The next line of what has been read; it may be changed, and is valid until the next call. The
 * last line need not end in '\n'. */
cop_line_kind cop_input_next(cop_input *input, char **line);

/* Reads what there is, or waits until there is something. To be called after COP_LINE_NONE. */
void cop_input_read(cop_input *input);

/* Takes control characters out of `length` characters and ends them with 0. */
void cop_line_clean(char *line, size_t length);

#endif
