/* SPDX-License-Identifier: MIT
 *
 * gnuplot begins a group for everything that it may draw, and leaves most of them empty: without
 * these, and without indentation, the same picture takes about half the bytes. It also names every
 * picture after itself.
 */
#include "lab/svg_tidy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_opening(const char *line)
{
    size_t length = strlen(line);
    return strncmp(line, "<g", 2) == 0 && (line[2] == ' ' || line[2] == '>') &&
           line[length - 1] == '>' && strchr(line, '>') == line + length - 1;
}

static void write_title(FILE *out, const char *title)
{
    fputs("<title>", out);
    for (; *title; title++) {
        switch (*title) {
        case '<':
            fputs("&lt;", out);
            break;
        case '>':
            fputs("&gt;", out);
            break;
        case '&':
            fputs("&amp;", out);
            break;
        default:
            fputc(*title, out);
        }
    }
    fputs("</title>\n", out);
}

/* gnuplot names its curves by numbers, which a mouse would show instead of the title. */
static void drop_number(char *text)
{
    char *name = strstr(text, "<title>gnuplot_plot_");
    char *end = name ? strstr(name, "</title>") : NULL;
    if (end)
        memmove(name, end + strlen("</title>"), strlen(end + strlen("</title>")) + 1);
}

/* Lines go to `out`, but an opening one waits in `held` until it is clear that something follows.
 */
bool svg_tidy(FILE *in, FILE *out, const char *title)
{
    char *line = NULL, *held = NULL;
    size_t room = 0;
    bool good = true;
    while (good && getline(&line, &room, in) >= 0) {
        char *text = line + strspn(line, " \t");
        text[strcspn(text, "\r\n")] = '\0';
        drop_number(text);
        if (*text == '\0')
            continue;
        bool empty = held && strcmp(text, "</g>") == 0;
        if (held && !empty)
            fprintf(out, "%s\n", held);
        free(held);
        held = NULL;
        if (empty)
            continue;
        if (strncmp(text, "<title>Gnuplot<", strlen("<title>Gnuplot<")) == 0)
            write_title(out, title);
        else if (is_opening(text))
            good = (held = strdup(text)) != NULL;
        else
            fprintf(out, "%s\n", text);
    }
    free(held);
    free(line);
    return good && feof(in);
}
