/* SPDX-License-Identifier: MIT
 *
 * Lines are not folded: a character beyond the right edge is only counted, so that one line that is
 * too long does not spoil what is said of the next.
 */
#include "cli/screen.h"

#include <stdlib.h>
#include <string.h>

static void erase(struct screen *screen, int row, int from)
{
    memset(screen->cells[row] + from, ' ', (size_t)(SCREEN_MOST_COLUMNS - from));
}

void screen_init(struct screen *screen, int columns, int rows, int row)
{
    *screen = (struct screen){.rows = rows, .columns = columns, .row = row};
    for (int i = 0; i < SCREEN_MOST_ROWS; i++)
        erase(screen, i, 0);
}

static void line_feed(struct screen *screen)
{
    if (screen->row + 1 < screen->rows) {
        screen->row++;
        return;
    }
    memmove(screen->cells[0], screen->cells[1],
            (size_t)(screen->rows - 1) * sizeof screen->cells[0]);
    erase(screen, screen->rows - 1, 0);
    screen->scrolled++;
}

static void put(struct screen *screen, char letter)
{
    if (screen->column < screen->columns)
        screen->cells[screen->row][screen->column] = letter;
    screen->column++;
    screen->widest = screen->column > screen->widest ? screen->column : screen->widest;
}

static void obey(struct screen *screen, char letter, int number)
{
    int column = screen->column < screen->columns ? screen->column : screen->columns;
    switch (letter) {
    case 'm':
        screen->styled = true;
        break;
    case 'J':
        for (int i = screen->row + 1; i < screen->rows; i++)
            erase(screen, i, 0);
        screen->frames++;
        erase(screen, screen->row, column);
        break;
    case 'K':
        erase(screen, screen->row, column);
        break;
    case 'A':
        screen->lifted = true;
        screen->lost |= number > screen->row;
        screen->row -= number > screen->row ? screen->row : number;
        break;
    default:
        screen->lost = true;
    }
}

/* An escape sequence is ESC [ digits letter. */
static void collect(struct screen *screen, char byte)
{
    screen->sequence[screen->pending++] = byte;
    if (screen->pending == 2 ? byte != '[' : screen->pending + 1 == sizeof screen->sequence)
        screen->lost = true;
    else if (screen->pending == 2 || (byte >= '0' && byte <= '9'))
        return;
    else
        obey(screen, byte, atoi(screen->sequence + 2));
    screen->pending = 0;
    memset(screen->sequence, 0, sizeof screen->sequence);
}

void screen_write(struct screen *screen, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if (screen->pending > 0)
            collect(screen, bytes[i]);
        else if (byte == '\033')
            screen->sequence[screen->pending++] = '\033';
        else if (byte == '\r')
            screen->column = 0, screen->returns++;
        else if (byte == '\n')
            line_feed(screen);
        else if (byte < ' ')
            screen->lost = true;
        else if ((byte & 0xc0) != 0x80) /* not the middle of a character */
            put(screen, byte < 0x80 ? bytes[i] : '#');
    }
}

bool screen_shows(const struct screen *screen, const char *text)
{
    for (int i = 0; i < screen->rows; i++) {
        if (strstr(screen->cells[i], text))
            return true;
    }
    return false;
}

bool screen_is_blank(const struct screen *screen)
{
    for (int i = 0; i < screen->rows; i++) {
        if (strspn(screen->cells[i], " ") != SCREEN_MOST_COLUMNS)
            return false;
    }
    return true;
}
