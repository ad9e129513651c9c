/* SPDX-License-Identifier: MIT
 *
 * A terminal's screen, as far as the command writes on it: enough to say what a person would see,
 * and whether anything went where it should not.
 */
#ifndef TESTS_CLI_SCREEN_H
#define TESTS_CLI_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

enum { SCREEN_MOST_ROWS = 80, SCREEN_MOST_COLUMNS = 250 };

struct screen {
    int rows, columns;
    int row, column; /* of the cursor, from 0 */
    int scrolled;    /* lines that have left at the top */
    int widest;      /* columns that the longest line so far took */
    int frames;      /* how often everything below the cursor was erased */
    int returns;     /* how often the cursor went to the left */
    bool styled;     /* colours or bold letters were asked for */
    bool lifted;     /* the cursor was moved up */
    bool lost;       /* it was moved above the top, or in a way that is not known here */
    char sequence[16];
    size_t pending; /* bytes of an escape sequence that has not ended yet */
    char cells[SCREEN_MOST_ROWS][SCREEN_MOST_COLUMNS + 1]; /* '#' for what is not ASCII */
};

/* A blank screen with the cursor at the left of a row. */
void screen_init(struct screen *screen, int columns, int rows, int row);

void screen_write(struct screen *screen, const char *bytes, size_t count);

/* Is there a line with this text? */
bool screen_shows(const struct screen *screen, const char *text);

bool screen_is_blank(const struct screen *screen);

#endif
