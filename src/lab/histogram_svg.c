/* SPDX-License-Identifier: MIT
 *
 * Histograms as a picture: bars for what was found, a line for what was expected. Written by hand
 * rather than by a plotting program, so that nothing has to be installed for it.
 */
#include "lab/histogram.h"

#include <stdio.h>

enum { WIDTH = 640, HEIGHT = 260, LEFT = 40, RIGHT = 20, TOP = 40, BOTTOM = 40 };

static const double inner_width = WIDTH - LEFT - RIGHT, inner_height = HEIGHT - TOP - BOTTOM;

static double most_of(const struct histogram *h)
{
    double most = 1e-9;
    for (int i = 0; i < HISTOGRAM_BINS; i++) {
        most = h->share[i] > most ? h->share[i] : most;
        most = h->expected[i] > most ? h->expected[i] : most;
    }
    return most;
}

/* Lengths in hundredths: whole numbers are the same in every country. */
static int hundredths(double length)
{
    return (int)(100 * length + 0.5);
}

static void draw_one(FILE *file, const struct histogram *h, const char *title, int top)
{
    double most = most_of(h), bin = inner_width / HISTOGRAM_BINS;
    fprintf(file,
            "<g transform=\"translate(%d,%d)\">\n"
            "<text x=\"%d\" y=\"-12\" font-size=\"14\">%s, %d positions</text>\n"
            "<g transform=\"scale(0.01)\">\n",
            LEFT, top + TOP, 0, title, h->count);
    for (int i = 0; i < HISTOGRAM_BINS; i++) {
        double height = h->share[i] / most * inner_height;
        fprintf(file, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"#7aa874\"/>\n",
                hundredths(i * bin), hundredths(inner_height - height), hundredths(bin * 0.92),
                hundredths(height));
    }
    fprintf(file, "<polyline fill=\"none\" stroke=\"#1f3a5f\" stroke-width=\"200\" points=\"");
    for (int i = 0; i < HISTOGRAM_BINS; i++)
        fprintf(file, "%d,%d ", hundredths((i + 0.46) * bin),
                hundredths(inner_height - h->expected[i] / most * inner_height));
    fprintf(file, "\"/>\n</g>\n");
    for (int i = 0; i <= HISTOGRAM_BINS; i += HISTOGRAM_BINS / 4)
        fprintf(file,
                "<text x=\"%d\" y=\"%d\" font-size=\"11\" text-anchor=\"middle\">%.0f</text>\n",
                (int)(i * bin), (int)inner_height + 18, h->low + i * h->width);
    fprintf(file, "</g>\n");
}

bool histogram_draw(const struct histogram *histograms, const char *const *titles, int count,
                    const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    fprintf(
        file,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
        "font-family=\"sans-serif\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
        WIDTH, count * HEIGHT);
    for (int i = 0; i < count; i++)
        draw_one(file, &histograms[i], titles[i], i * HEIGHT);
    fprintf(file, "</svg>\n");
    bool fine = !ferror(file);
    return fclose(file) == 0 && fine;
}
