/* SPDX-License-Identifier: MIT
 *
 * The speed-ups as a picture: both axes are processors. A few processors have plain axes, on which
 * a perfect speed-up is the diagonal; many have logarithmic ones, because what happens on 2, 4 and
 * 8 would be lost in a corner. Players are told apart by colour, and for those who see few of them,
 * or print in black, by dashes and markers.
 */
#include "lab/scale.h"
#include "lab/svg.h"

#include <math.h>
#include <string.h>

enum {
    SIDE = 420,
    LEFT = 50,
    RIGHT = 24,
    BELOW = 50,
    TICKS = 4,
    MOST_PLAIN = 16,    /* processors on plain axes */
    MOST_INTERVALS = 4, /* players: those of more would hide each other */
    LEAST_LOG = -6,     /* no logarithmic axis goes below this power of 2 */
    SAMPLE = 44,        /* a legend's piece of curve, with the space after it */
    LEGEND_LINE = 20,   /* from one player to the next */
    LEGEND_LETTER = 7,  /* about as wide */
    LEGEND_MOST = 56,   /* letters */
    SIZE = 34           /* of a marker, in tenths of a pixel */
};

/* Colours that differ for colour-blind eyes too (Okabe and Ito 2008), without their yellow, which
 * is faint on white. */
static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                      "#e69f00", "#56b4e9", "#000000", "#8c510a"};
static const char *const dashes[] = {"none", "90 40", "30 30", "120 30 30 30"};
enum { COLOURS = 8, DASHES = 4, MARKERS = 6 };

struct style {
    const char *colour, *dash;
    int marker;
};

/* No two of 32 players look the same: those of one colour differ in their dashes. */
static struct style style_of(int player)
{
    return (struct style){colours[player % COLOURS], dashes[(player + player / COLOURS) % DASHES],
                          player % MARKERS};
}

/* ----------------------------------------------------------------------------------------- axes */

struct axes {
    bool logarithmic;
    int step;           /* plain: from one tick to the next */
    double low, high;   /* of the speed-up */
    double first, last; /* of the processors */
};

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

/* A search that took no time has no speed-up that could be drawn. */
static bool can_draw(const struct scale_row *row)
{
    return isfinite(row->speed_up) && row->speed_up > 0;
}

static struct axes axes_of(const struct scale *scale)
{
    double last = scale->processors[scale->columns - 1], low = 1, high = last;
    for (int i = 0; i < scale->player_count * scale->columns; i++) {
        struct scale_row row = scale_row(scale, i / scale->columns, i % scale->columns);
        if (can_draw(&row)) {
            low = fmin(low, row.speed_up);
            high = fmax(high, fmin(row.speed_up, 1e6));
        }
    }
    if (last > MOST_PLAIN)
        return (struct axes){true, 0, exp2(fmax(floor(log2(low)), LEAST_LOG)), high, 1, last};
    int step = tick_step(high);
    return (struct axes){false, step, 0, step * TICKS, 0, step * TICKS};
}

/* Tenths of a pixel from the origin: the drawing is ten times as large as the picture. */
static int place(const struct axes *axes, double value, double from, double to)
{
    value = fmin(fmax(value, from), to);
    double share =
        axes->logarithmic ? log2(value / from) / log2(to / from) : (value - from) / (to - from);
    return (int)lround(10 * SIDE * share);
}

static int x_of(const struct axes *axes, double processors)
{
    return place(axes, processors, axes->first, axes->last);
}

static int y_of(const struct axes *axes, double speed_up)
{
    return 10 * SIDE - place(axes, speed_up, axes->low, axes->high);
}

static void draw_tick(FILE *file, const struct axes *axes, double value)
{
    int x = x_of(axes, value) / 10, y = y_of(axes, value) / 10;
    bool part = value < 1 && value > 0; /* of one processor: 1/2, 1/4 */
    int number = (int)lround(part ? 1 / value : value);
    fprintf(file,
            "<path d=\"M0,%d H%d\" stroke=\"#e4e4e4\"/>\n"
            "<text x=\"-8\" y=\"%d\" font-size=\"11\" text-anchor=\"end\">%s%d</text>\n",
            y, SIDE, y + 4, part ? "1/" : "", number);
    if (value >= axes->first && value <= axes->last)
        fprintf(file,
                "<path d=\"M%d,0 V%d\" stroke=\"#e4e4e4\"/>\n"
                "<text x=\"%d\" y=\"%d\" font-size=\"11\" text-anchor=\"middle\">%d</text>\n",
                x, SIDE, x, SIDE + 18, number);
}

static void draw_axes(FILE *file, const struct axes *axes)
{
    if (axes->logarithmic) {
        for (double value = axes->low; value <= axes->high; value *= 2)
            draw_tick(file, axes, value);
    } else {
        for (int i = 0; i <= TICKS; i++)
            draw_tick(file, axes, i * axes->step);
    }
    fprintf(file,
            "<path d=\"M0,0 V%d H%d\" fill=\"none\" stroke=\"#888888\"/>\n"
            "<text x=\"%d\" y=\"%d\" font-size=\"12\" text-anchor=\"middle\">processors</text>\n"
            "<text transform=\"translate(-34,%d) rotate(-90)\" font-size=\"12\" "
            "text-anchor=\"middle\">speed-up</text>\n",
            SIDE, SIDE, SIDE / 2, SIDE + 38, SIDE / 2);
}

/* --------------------------------------------------------------------------------------- curves */

static void draw_marker(FILE *file, int marker, int x, int y, const char *colour)
{
    static const char *const outlines[MARKERS - 1] = {
        "m-30,-30 h60 v60 h-60 z", "m0,-40 l38,66 h-76 z", "m0,-44 l40,44 l-40,44 l-40,-44 z",
        "m0,40 l38,-66 h-76 z", "m-32,-32 l64,64 m0,-64 l-64,64"};
    if (marker == 0)
        fprintf(file, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\"/>\n", x, y, SIZE, colour);
    else
        fprintf(file, "<path d=\"M%d,%d %s\" fill=\"%s\"/>\n", x, y, outlines[marker - 1], colour);
}

static void draw_perfect(FILE *file, int from_x, int from_y, int to_x, int to_y)
{
    fprintf(file, "<path d=\"M%d,%d L%d,%d\" stroke=\"#999999\" stroke-width=\"12\"/>\n", from_x,
            from_y, to_x, to_y);
}

static void draw_interval(FILE *file, const struct axes *axes, const struct scale_row *row)
{
    fprintf(file, "<path d=\"M%d,%d V%d\" stroke-width=\"10\" stroke-opacity=\"0.5\"/>\n",
            x_of(axes, row->processors), y_of(axes, row->interval.low),
            y_of(axes, row->interval.high));
}

static void draw_curve(FILE *file, const struct scale *scale, const struct axes *axes, int player)
{
    struct style style = style_of(player);
    fprintf(file,
            "<g stroke=\"%s\" stroke-width=\"16\">\n<polyline stroke-dasharray=\"%s\" points=\"",
            style.colour, style.dash);
    for (int i = 0; i < scale->columns; i++) {
        struct scale_row row = scale_row(scale, player, i);
        if (can_draw(&row))
            fprintf(file, "%d,%d ", x_of(axes, row.processors), y_of(axes, row.speed_up));
    }
    fprintf(file, "\"/>\n");
    for (int i = 0; i < scale->columns; i++) {
        struct scale_row row = scale_row(scale, player, i);
        if (!can_draw(&row))
            continue;
        draw_marker(file, style.marker, x_of(axes, row.processors), y_of(axes, row.speed_up),
                    style.colour);
        if (i > 0 && scale->player_count <= MOST_INTERVALS && isfinite(row.interval.high))
            draw_interval(file, axes, &row);
    }
    fprintf(file, "</g>\n");
}

/* --------------------------------------------------------------------------------------- legend */

/* Players from the best to the worst on the most processors: the legend's order is then that in
 * which the curves end. */
static void rank(const struct scale *scale, int *order)
{
    double ends[SCALE_MOST_PLAYERS];
    for (int i = 0; i < scale->player_count; i++) {
        int at = i;
        ends[i] = scale_row(scale, i, scale->columns - 1).speed_up;
        for (; at > 0 && ends[order[at - 1]] < ends[i]; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
}

static int legend_letters(const struct scale *scale)
{
    size_t most = strlen("perfect");
    for (int i = 0; i < scale->player_count; i++) {
        size_t length = strlen(scale->players[i].spec);
        most = length > most ? length : most;
    }
    return most < LEGEND_MOST ? (int)most : LEGEND_MOST;
}

static int legend_width(const struct scale *scale)
{
    return scale->player_count > 1 ? SAMPLE + LEGEND_LETTER * legend_letters(scale) : 0;
}

static void draw_label(FILE *file, const char *label, int line)
{
    fprintf(file, "<text x=\"%d\" y=\"%d\" font-size=\"12\">", SAMPLE, line * LEGEND_LINE + 4);
    svg_words(file, label, LEGEND_MOST);
    fprintf(file, "</text>\n");
}

static void draw_legend(FILE *file, const struct scale *scale)
{
    int order[SCALE_MOST_PLAYERS];
    rank(scale, order);
    fprintf(file, "<g transform=\"translate(%d,8)\">\n", SIDE + RIGHT);
    draw_label(file, "perfect", 0);
    for (int i = 0; i < scale->player_count; i++)
        draw_label(file, scale->players[order[i]].spec, i + 1);
    fprintf(file, "<g transform=\"scale(0.1)\" fill=\"none\">\n");
    draw_perfect(file, 0, 0, 360, 0);
    for (int i = 0; i < scale->player_count; i++) {
        struct style style = style_of(order[i]);
        int y = 10 * (i + 1) * LEGEND_LINE;
        fprintf(file,
                "<g stroke=\"%s\" stroke-width=\"16\">\n"
                "<path d=\"M0,%d H360\" stroke-dasharray=\"%s\"/>\n",
                style.colour, y, style.dash);
        draw_marker(file, style.marker, 180, y, style.colour);
        fprintf(file, "</g>\n");
    }
    fprintf(file, "</g>\n</g>\n");
}

bool scale_draw(const struct scale *scale, const char *title, const char *path)
{
    struct axes axes = axes_of(scale);
    int legend = legend_width(scale), inner = SIDE + legend, lines = scale->player_count + 1;
    int top = svg_title_height(title, inner);
    int side = lines * LEGEND_LINE > SIDE ? lines * LEGEND_LINE : SIDE;
    FILE *file = svg_begin(path, LEFT + inner + RIGHT + (legend ? RIGHT : 0), top + side + BELOW);
    if (!file)
        return false;
    svg_title(file, title, LEFT, inner);
    fprintf(file, "<g transform=\"translate(%d,%d)\">\n", LEFT, top);
    draw_axes(file, &axes);
    fprintf(file, "<g transform=\"scale(0.1)\" fill=\"none\">\n");
    draw_perfect(file, x_of(&axes, axes.first), y_of(&axes, axes.first), x_of(&axes, axes.last),
                 y_of(&axes, axes.last));
    for (int i = 0; i < scale->player_count; i++)
        draw_curve(file, scale, &axes, i);
    fprintf(file, "</g>\n");
    if (legend)
        draw_legend(file, scale);
    fprintf(file, "</g>\n");
    return svg_end(file);
}
