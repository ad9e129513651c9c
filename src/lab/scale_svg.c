/* SPDX-License-Identifier: MIT
 *
 * The speed-up as a picture: both axes are processors, so that a perfect speed-up is the diagonal.
 */
#include "lab/scale.h"

#include <math.h>
#include <stdio.h>

enum { SIDE = 420, LEFT = 50, RIGHT = 20, TOP = 50, BOTTOM = 50, TICKS = 4 };

static const char *const found = "#1f3a5f", *const perfect = "#7aa874";

/* A round number of which so many reach as far as the data do. */
static int tick_step(double most)
{
    static const int round_steps[] = {1, 2, 4, 5, 8, 10, 15, 16, 20, 25, 32, 50, 64, 100, 128, 256};
    size_t count = sizeof round_steps / sizeof round_steps[0];
    for (size_t i = 0; i < count; i++) {
        if (round_steps[i] * TICKS >= most)
            return round_steps[i];
    }
    return (int)ceil(most / TICKS);
}

static double most_of(const struct scale *scale)
{
    double most = scale->processors[scale->columns - 1];
    for (int i = 0; i < scale->columns; i++)
        most = fmax(most, scale_row(scale, i).speed_up);
    return most;
}

/* Pixels for a number on either axis. Tenths would need a decimal point, which is not the same in
 * every country: the drawing is ten times as large as the picture. */
static int along(double value, double end)
{
    return (int)lround(10 * SIDE * fmin(fmax(value, 0), end) / end);
}

static int upwards(double value, double end)
{
    return 10 * SIDE - along(value, end);
}

static void draw_axes(FILE *file, int step)
{
    int end = step * TICKS;
    fprintf(file, "<path d=\"M0,0 V%d H%d\" fill=\"none\" stroke=\"#888888\"/>\n", SIDE, SIDE);
    for (int i = 0; i <= TICKS; i++) {
        int at = along(i * step, end) / 10;
        fprintf(file,
                "<text x=\"%d\" y=\"%d\" font-size=\"11\" text-anchor=\"middle\">%d</text>\n"
                "<text x=\"-8\" y=\"%d\" font-size=\"11\" text-anchor=\"end\">%d</text>\n",
                at, SIDE + 18, i * step, SIDE - at + 4, i * step);
    }
    fprintf(file,
            "<text x=\"%d\" y=\"%d\" font-size=\"12\" text-anchor=\"middle\">processors</text>\n"
            "<text x=\"8\" y=\"4\" font-size=\"12\">speed-up</text>\n",
            SIDE / 2, SIDE + 38);
}

static void draw_curve(FILE *file, const struct scale *scale, int end)
{
    fprintf(file, "<g transform=\"scale(0.1)\" fill=\"none\" stroke=\"%s\" stroke-width=\"20\">\n",
            found);
    fprintf(file,
            "<path d=\"M0,%d L%d,0\" stroke=\"%s\" stroke-width=\"15\" stroke-dasharray=\"60\"/>\n"
            "<polyline points=\"",
            10 * SIDE, 10 * SIDE, perfect);
    for (int i = 0; i < scale->columns; i++) {
        struct scale_row row = scale_row(scale, i);
        fprintf(file, "%d,%d ", along(row.processors, end), upwards(row.speed_up, end));
    }
    fprintf(file, "\"/>\n");
    for (int i = 0; i < scale->columns; i++) {
        struct scale_row row = scale_row(scale, i);
        int x = along(row.processors, end);
        fprintf(file, "<circle cx=\"%d\" cy=\"%d\" r=\"30\" fill=\"%s\"/>\n", x,
                upwards(row.speed_up, end), found);
        if (isfinite(row.interval.high))
            fprintf(file, "<path d=\"M%d,%d V%d\"/>\n", x, upwards(row.interval.low, end),
                    upwards(row.interval.high, end));
    }
    fprintf(file, "</g>\n");
}

/* A title has what was typed in it. */
static void write_text(FILE *file, const char *text)
{
    for (; *text; text++) {
        if (*text == '<' || *text == '>' || *text == '&')
            fprintf(file, "&#%d;", *text);
        else
            fputc(*text, file);
    }
}

bool scale_draw(const struct scale *scale, const char *title, const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    int step = tick_step(most_of(scale));
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "font-family=\"sans-serif\">\n<rect width=\"100%%\" height=\"100%%\" "
            "fill=\"white\"/>\n<g transform=\"translate(%d,%d)\">\n"
            "<text y=\"-28\" font-size=\"13\">",
            LEFT + SIDE + RIGHT, TOP + SIDE + BOTTOM, LEFT, TOP);
    write_text(file, title);
    fprintf(file, "</text>\n");
    draw_axes(file, step);
    draw_curve(file, scale, step * TICKS);
    fprintf(file, "</g>\n</svg>\n");
    bool fine = !ferror(file);
    return fclose(file) == 0 && fine;
}
