/* SPDX-License-Identifier: MIT
 *
 * What the terminal can show: its width, colours (never with NO_COLOR), block characters; a status
 * line or a panel of several lines that is written over and over on standard error.
 */
#ifndef CLI_TERMINAL_H
#define CLI_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

/* Looks at the environment and the two outputs; called once, first of all. */
void terminal_init(void);

/* Columns of standard output, 80 if it is no terminal. */
int terminal_width(void);

/* Are standard output and error in a character set that has block characters? */
bool terminal_unicode(void);

enum terminal_style { STYLE_PLAIN, STYLE_HEAD, STYLE_FAINT, STYLE_BAR, STYLE_GOOD };

/* The escape sequence that begins a style on standard output; "" where there are no colours. */
const char *terminal_style(enum terminal_style style);

/* The same for what is shown on standard error. */
const char *terminal_live_style(enum terminal_style style);

/* Is there somebody to see a status line on standard error? */
bool terminal_watched(void);

/* Shows a status line in place of the last one, cut to the width of the terminal. */
void terminal_status(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Shows several lines, with '\n' between them, in place of what was shown: as many as there is
 * room for, each cut to the width. */
void terminal_panel(const char *text);

/* Takes away the status line or the panel. */
void terminal_status_clear(void);

/* The room for a panel now: the last column stays free, because some terminals fold there, and so
 * does the line above. One row if the cursor cannot be moved up again. */
struct terminal_room {
    int columns, rows;
};
struct terminal_room terminal_room(void);

/* Writes a bar of `share` (0 to 1) of `width` columns to `text`, in eighths of a column where there
 * are block characters. Anything above 0 can be seen. */
void terminal_bar(double share, int width, char *text, size_t size);

/* Columns that a text takes: its characters, not its bytes. */
int text_columns(const char *text);

#endif
