/* SPDX-License-Identifier: MIT
 *
 * Where the processors' time went as a picture: a panel for each player, in it a bar for each
 * number of processors, useful time at the bottom (Lu 1993, figure 4.5).
 */
#include "lab/scale.h"
#include "lab/svg.h"

#include <math.h>
#include <string.h>

enum {
    BAR = 26,
    GAP = 8,
    HEIGHT = 160,
    LEFT = 44,
    RIGHT = 14,
    HEAD = 24, /* above a panel: whose it is */
    FOOT = 46, /* below it: numbers of processors */
    LEGEND_LINE = 18,
    NARROWEST = 480,
    WIDEST = 900,   /* of all panels beside each other, if one alone is not wider */
    LETTER = 7,     /* about as wide */
    LEAST_SHOWN = 9 /* a number in a bar wants so many percent of it */
};

static const char *const names[SCALE_PARTS] = {"useful", "search overhead", "locked",
                                               "communicating", "idle"};
static const char *const colours[SCALE_PARTS] = {"#2c7f62", "#e69f00", "#b4549a", "#56a3d9",
                                                 "#dddddd"};

static int panel_width(const struct scale *scale)
{
    int bars = scale->columns * (BAR + GAP) + GAP;
    return LEFT + (bars > 160 ? bars : 160) + RIGHT;
}

static int panels_beside(const struct scale *scale)
{
    int most = WIDEST / panel_width(scale);
    if (most < 1)
        return 1;
    int rows = (scale->player_count + most - 1) / most;
    return (scale->player_count + rows - 1) / rows; /* as even as can be */
}

static void draw_bar(FILE *file, const struct scale_profile *profile, int x)
{
    double below = 0;
    for (int i = 0; i < SCALE_PARTS; i++) {
        double above = below + profile->share[i];
        int top = (int)lround(10 * HEIGHT * (1 - above));
        int bottom = (int)lround(10 * HEIGHT * (1 - below));
        if (bottom > top)
            fprintf(file, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n",
                    10 * x, top, 10 * BAR, bottom - top, colours[i]);
        below = above;
    }
}

static void draw_bars(FILE *file, const struct scale *scale, int player)
{
    fprintf(file, "<g transform=\"scale(0.1)\">\n");
    for (int i = 0; i < scale->columns; i++) {
        struct scale_profile profile = scale_profile(scale, player, i);
        draw_bar(file, &profile, GAP + i * (BAR + GAP));
    }
    fprintf(file, "</g>\n<g font-size=\"11\" text-anchor=\"middle\">\n");
    for (int i = 0; i < scale->columns; i++) {
        struct scale_profile profile = scale_profile(scale, player, i);
        int x = GAP + i * (BAR + GAP) + BAR / 2;
        int useful = (int)lround(100 * profile.share[SCALE_USEFUL]);
        fprintf(file, "<text x=\"%d\" y=\"%d\">%d</text>\n", x, HEIGHT + 16, scale->processors[i]);
        if (useful >= LEAST_SHOWN)
            fprintf(file, "<text x=\"%d\" y=\"%d\" font-size=\"10\" fill=\"white\">%d</text>\n", x,
                    HEIGHT - 4, useful);
    }
    fprintf(file, "</g>\n");
}

static void draw_panel(FILE *file, const struct scale *scale, int player, int x, int y)
{
    int width = panel_width(scale) - LEFT - RIGHT;
    fprintf(file,
            "<g transform=\"translate(%d,%d)\">\n<text y=\"-9\" font-size=\"12\" "
            "font-weight=\"bold\">",
            x + LEFT, y + HEAD);
    svg_words(file, scale->players[player].spec, (width + RIGHT) / LETTER);
    fprintf(file, "</text>\n");
    for (int percent = 0; percent <= 100; percent += 25) {
        int at = HEIGHT - percent * HEIGHT / 100;
        fprintf(file,
                "<path d=\"M-4,%d H%d\" stroke=\"#e4e4e4\"/>\n"
                "<text x=\"-8\" y=\"%d\" font-size=\"11\" text-anchor=\"end\">%d</text>\n",
                at, width, at + 4, percent);
    }
    draw_bars(file, scale, player);
    fprintf(file,
            "<path d=\"M0,0 V%d H%d\" fill=\"none\" stroke=\"#888888\"/>\n"
            "<text x=\"%d\" y=\"%d\" font-size=\"11\" text-anchor=\"middle\">processors</text>\n"
            "</g>\n",
            HEIGHT, width, width / 2, HEIGHT + 32);
}

/* Draws what the colours mean, folded to the picture's width, and gives the height of it; `file`
 * NULL: the height alone. */
static int draw_legend(FILE *file, int width, int y)
{
    static const char *const whole = "% of the processors' time:";
    int x = LEFT + LETTER * (int)strlen(whole), top = y;
    if (file)
        fprintf(file, "<text x=\"%d\" y=\"%d\" font-size=\"12\">%s</text>\n", LEFT, y + 11, whole);
    for (int i = 0; i < SCALE_PARTS; i++) {
        int room = 36 + LETTER * (int)strlen(names[i]);
        if (x + room > width) {
            x = LEFT;
            y += LEGEND_LINE;
        }
        if (file)
            fprintf(file,
                    "<rect x=\"%d\" y=\"%d\" width=\"12\" height=\"12\" fill=\"%s\"/>\n"
                    "<text x=\"%d\" y=\"%d\" font-size=\"12\">%s</text>\n",
                    x, y, colours[i], x + 18, y + 11, names[i]);
        x += room;
    }
    return y - top + 2 * LEGEND_LINE;
}

bool scale_draw_profile(const struct scale *scale, const char *title, const char *path)
{
    int beside = panels_beside(scale), rows = (scale->player_count + beside - 1) / beside;
    int width = beside * panel_width(scale), panel = HEAD + HEIGHT + FOOT;
    width = width > NARROWEST ? width : NARROWEST;
    int above = svg_title_height(title, width - LEFT - RIGHT);
    int top = above + draw_legend(NULL, width, 0);
    FILE *file = svg_begin(path, width, top + rows * panel);
    if (!file)
        return false;
    svg_title(file, title, LEFT, width - LEFT - RIGHT);
    draw_legend(file, width, above);
    for (int i = 0; i < scale->player_count; i++)
        draw_panel(file, scale, i, i % beside * panel_width(scale), top + i / beside * panel);
    return svg_end(file);
}
