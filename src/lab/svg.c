/* SPDX-License-Identifier: MIT */
#include "lab/svg.h"

#include <string.h>

enum { LINE = 17, MARGIN = 10, LETTER = 7 }; /* pixels; a letter of the title is about so wide */

FILE *svg_begin(const char *path, int width, int height)
{
    FILE *file = fopen(path, "w");
    if (file)
        fprintf(file,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                "viewBox=\"0 0 %d %d\" font-family=\"sans-serif\">\n"
                "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
                width, height, width, height);
    return file;
}

bool svg_end(FILE *file)
{
    fprintf(file, "</svg>\n");
    bool fine = !ferror(file);
    return fclose(file) == 0 && fine;
}

/* At most so many bytes of a text, without cutting a letter (of UTF-8) in two. */
static int cut(const char *text, int most)
{
    if ((int)strnlen(text, (size_t)most) < most)
        return (int)strlen(text);
    while (most > 0 && ((unsigned char)text[most] & 0xc0) == 0x80)
        most--;
    return most;
}

void svg_words(FILE *file, const char *text, int length)
{
    length = cut(text, length);
    for (int i = 0; i < length; i++) {
        if (text[i] == '<' || text[i] == '>' || text[i] == '&')
            fprintf(file, "&#%d;", text[i]);
        else
            fputc((unsigned char)text[i] < ' ' ? ' ' : text[i], file);
    }
}

/* How many bytes fit on a line: up to its end, or else to the last blank or comma that fits, or
 * else as many as there is room for. */
static int line_length(const char *text, int width)
{
    int most = width / LETTER, whole = (int)strcspn(text, "\n");
    if (whole <= most)
        return whole;
    for (int i = most; i > most / 2; i--) {
        if (text[i - 1] == ' ' || text[i - 1] == ',')
            return i;
    }
    int length = cut(text, most);
    return length > 0 ? length : most;
}

static const char *next_line(const char *text, int length)
{
    return text + length + (text[length] == '\n');
}

int svg_title_height(const char *text, int width)
{
    int lines = 0;
    for (; *text; text = next_line(text, line_length(text, width)))
        lines++;
    return 2 * MARGIN + lines * LINE;
}

void svg_title(FILE *file, const char *text, int left, int width)
{
    bool first = true;
    for (int y = MARGIN + LINE - 4, length; *text; text = next_line(text, length), y += LINE) {
        length = line_length(text, width);
        fprintf(file, "<text x=\"%d\" y=\"%d\" font-size=\"%d\"%s>", left, y, first ? 13 : 12,
                first ? "" : " fill=\"#555555\"");
        svg_words(file, text, length);
        fprintf(file, "</text>\n");
        first = first && text[length] != '\n';
    }
}
