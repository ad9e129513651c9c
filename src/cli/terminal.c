/* SPDX-License-Identifier: MIT
 *
 * What the terminal can show. The answers are found once, at the start; but the size is asked for
 * whenever something is shown, because people resize windows.
 */
#include "cli/terminal.h"

#include "cli/complain.h"

#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static struct {
    bool colour, live_colour, unicode, watched, dumb;
    int shown; /* columns of the line on a dumb terminal; elsewhere 1 if anything is shown */
} terminal;

void terminal_init(void)
{
    setlocale(LC_CTYPE, "");
    const char *no_colour = getenv("NO_COLOR"), *kind = getenv("TERM");
    terminal.dumb = !kind || strcmp(kind, "dumb") == 0;
    bool colour = !terminal.dumb && !(no_colour && *no_colour);
    terminal.unicode = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    terminal.colour = colour && isatty(STDOUT_FILENO);
    terminal.live_colour = colour && isatty(STDERR_FILENO);
    terminal.watched = isatty(STDERR_FILENO);
}

int terminal_width(void)
{
    struct winsize size;
    if (!isatty(STDOUT_FILENO) || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 20)
        return 80;
    return size.ws_col;
}

bool terminal_unicode(void)
{
    return terminal.unicode;
}

bool terminal_watched(void)
{
    return terminal.watched;
}

static const char *const codes[] = {
    [STYLE_PLAIN] = "\033[0m", [STYLE_HEAD] = "\033[1m",  [STYLE_FAINT] = "\033[2m",
    [STYLE_BAR] = "\033[36m",  [STYLE_GOOD] = "\033[32m",
};

const char *terminal_style(enum terminal_style style)
{
    return terminal.colour ? codes[style] : "";
}

const char *terminal_live_style(enum terminal_style style)
{
    return terminal.live_colour ? codes[style] : "";
}

int text_columns(const char *text)
{
    int columns = 0;
    for (; *text; text++)
        columns += ((unsigned char)*text & 0xc0) != 0x80; /* not the middle of a character */
    return columns;
}

/* ------------------------------------------------------------------------ what is written over */

/* The smaller of what the terminal says and what the environment says: a COLUMNS from before the
 * terminal was made smaller must not make lines too long. */
static int least_of(int told, const char *variable, int usual)
{
    const char *text = getenv(variable);
    long wanted = text ? strtol(text, NULL, 10) : 0;
    if (wanted > 0 && (told == 0 || wanted < told))
        return (int)wanted;
    return told > 0 ? told : usual;
}

struct terminal_room terminal_room(void)
{
    struct winsize size = {0};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0)
        size = (struct winsize){0};
    struct terminal_room room = {least_of(size.ws_col, "COLUMNS", 80) - 1,
                                 least_of(size.ws_row, "LINES", 24) - 1};
    if (terminal.dumb || room.rows < 1)
        room.rows = 1;
    return room;
}

/* How many bytes of a line fit into so many columns: never a part of a character, and styles take
 * no room. It ends at the end of the line at the latest. */
static size_t bytes_within(const char *line, int columns)
{
    size_t length = 0;
    while (line[length] && line[length] != '\n') {
        size_t next = length + 1;
        if (line[length] == '\033') {
            next += strcspn(line + next, "m");
            next += line[next] == 'm';
        } else {
            while (((unsigned char)line[next] & 0xc0) == 0x80)
                next++;
            if (columns-- <= 0)
                break;
        }
        length = next;
    }
    return length;
}

/* The cursor rests where the panel begins: if the terminal is made narrower and folds lines, that
 * is the one place which is still known. All goes out at once, so that nothing flickers. */
static void write_over(const char *text, struct terminal_room room)
{
    char *frame = NULL;
    size_t size = 0;
    FILE *out = must(open_memstream(&frame, &size));
    int row = 0;
    fputc('\r', out);
    for (;;) {
        fwrite(text, 1, bytes_within(text, room.columns), out);
        fputs(terminal_live_style(STYLE_PLAIN), out);
        text += strcspn(text, "\n");
        if (!*text || !text[1] || row + 1 == room.rows)
            break;
        fputs("\033[K\r\n", out);
        text++;
        row++;
    }
    fputs("\033[J", out);
    if (row > 0)
        fprintf(out, "\033[%dA", row);
    fputc('\r', out);
    if (fclose(out) == 0)
        fwrite(frame, 1, size, stderr);
    free(frame);
    terminal.shown = 1;
}

/* Without any escape sequence: blanks take the old line away. */
static void write_over_dumb(const char *text, int columns)
{
    char line[1024];
    snprintf(line, sizeof line, "%.*s", (int)bytes_within(text, columns), text);
    int length = text_columns(line), rest = terminal.shown - length;
    fprintf(stderr, "\r%s%*s\r", line, rest > 0 ? rest : 0, "");
    terminal.shown = length;
}

void terminal_panel(const char *text)
{
    struct terminal_room room = terminal_room();
    if (terminal.watched && terminal.dumb)
        write_over_dumb(text, room.columns);
    else if (terminal.watched)
        write_over(text, room);
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
    terminal_panel(line);
}

void terminal_status_clear(void)
{
    if (terminal.shown > 0 && terminal.dumb)
        fprintf(stderr, "\r%*s\r", terminal.shown, "");
    else if (terminal.shown > 0)
        fputs("\r\033[J", stderr);
    terminal.shown = 0;
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
