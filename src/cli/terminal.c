/* SPDX-License-Identifier: MIT
 *
 * What the terminal can show. The answers are found once, at the start.
 */
#include "cli/terminal.h"

#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static struct {
    int width, status_width;
    bool colour, unicode, watched, status_shown;
} terminal = {.width = 80, .status_width = 80};

static int columns_of(int file)
{
    struct winsize size;
    if (!isatty(file) || ioctl(file, TIOCGWINSZ, &size) != 0 || size.ws_col < 20)
        return 80;
    return size.ws_col;
}

void terminal_init(void)
{
    setlocale(LC_CTYPE, "");
    const char *no_colour = getenv("NO_COLOR"), *kind = getenv("TERM");
    bool dumb = !kind || strcmp(kind, "dumb") == 0;
    terminal.width = columns_of(STDOUT_FILENO);
    terminal.status_width = columns_of(STDERR_FILENO);
    terminal.unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    terminal.colour = isatty(STDOUT_FILENO) && !dumb && !(no_colour && *no_colour);
    terminal.watched = isatty(STDERR_FILENO) && !dumb;
}

int terminal_width(void)
{
    return terminal.width;
}

bool terminal_unicode(void)
{
    return terminal.unicode;
}

bool terminal_watched(void)
{
    return terminal.watched;
}

const char *terminal_style(enum terminal_style style)
{
    static const char *const codes[] = {
        [STYLE_PLAIN] = "\033[0m", [STYLE_HEAD] = "\033[1m",  [STYLE_FAINT] = "\033[2m",
        [STYLE_BAR] = "\033[36m",  [STYLE_GOOD] = "\033[32m",
    };
    return terminal.colour ? codes[style] : "";
}

int text_columns(const char *text)
{
    int columns = 0;
    for (; *text; text++)
        columns += ((unsigned char)*text & 0xc0) != 0x80; /* not the middle of a character */
    return columns;
}

/* Cuts a text after so many columns, never within a character. */
static void cut(char *text, int columns)
{
    for (; *text; text++) {
        if (((unsigned char)*text & 0xc0) != 0x80 && columns-- == 0) {
            *text = '\0';
            return;
        }
    }
}

void terminal_status(const char *format, ...)
{
    if (!terminal.watched)
        return;
    char line[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    cut(line, terminal.status_width - 1);
    fprintf(stderr, "\r%s\033[K", line);
    fflush(stderr);
    terminal.status_shown = true;
}

void terminal_status_clear(void)
{
    if (terminal.status_shown)
        fputs("\r\033[K", stderr);
    terminal.status_shown = false;
}

void terminal_bar(double share, int width, char *text, size_t size)
{
    /* From an eighth of a column to a whole one. */
    static const char *const blocks[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};
    int parts = terminal.unicode ? 8 : 1;
    int filled = share > 0 ? (int)(share * width * parts + 0.5) : 0;
    if (share > 0 && filled == 0)
        filled = 1;
    if (filled > width * parts)
        filled = width * parts;
    text[0] = '\0';
    size_t length = 0;
    while (filled > 0) {
        int part = filled < parts ? filled : parts;
        const char *block = terminal.unicode ? blocks[part] : "#";
        size_t bytes = strlen(block);
        if (length + bytes >= size)
            break;
        memcpy(text + length, block, bytes + 1);
        length += bytes;
        filled -= part;
    }
}
