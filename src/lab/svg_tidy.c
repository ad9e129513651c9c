/* SPDX-License-Identifier: MIT
 *
 * gnuplot begins a group for everything that it may draw, and leaves most of them empty: without
 * these, and without indentation, the same picture takes about half the bytes.
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

/* Lines go to `out`, but an opening one waits in `held` until it is clear that something follows.
 */
static void copy_lines(FILE *in, FILE *out)
{
    char *line = NULL, *held = NULL;
    size_t room = 0;
    while (getline(&line, &room, in) >= 0) {
        char *text = line + strspn(line, " \t");
        text[strcspn(text, "\r\n")] = '\0';
        if (*text == '\0')
            continue;
        bool empty = held && strcmp(text, "</g>") == 0;
        if (held && !empty)
            fprintf(out, "%s\n", held);
        free(held);
        held = NULL;
        if (empty)
            continue;
        if (is_opening(text) && (held = strdup(text)) != NULL)
            continue;
        fprintf(out, "%s\n", text);
    }
    free(held);
    free(line);
}

bool svg_tidy(const char *path)
{
    char *text = NULL;
    size_t size = 0;
    FILE *in = fopen(path, "r");
    FILE *memory = in ? open_memstream(&text, &size) : NULL;
    bool good = memory != NULL;
    if (good)
        copy_lines(in, memory);
    if (memory)
        good = fclose(memory) == 0;
    if (in)
        fclose(in);
    FILE *out = good ? fopen(path, "w") : NULL;
    if (out) {
        good = fwrite(text, 1, size, out) == size;
        good = fclose(out) == 0 && good;
    }
    free(text);
    return good && out;
}
