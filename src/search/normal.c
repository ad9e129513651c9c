/* SPDX-License-Identifier: MIT */
#include "search/normal.h"

static double above(double distance)
{
    return erfc(distance / sqrt(2)) / 2;
}

static double density(double distance)
{
    const double pi = 3.14159265358979323846;
    return exp(-distance * distance / 2) / sqrt(2 * pi);
}

/* The first square of a row. */
static double square_of(int row)
{
    enum { FRACTIONS = 1 << COP_NORMAL_BITS };
    double fraction = 1 + (double)(row % FRACTIONS) / FRACTIONS;
    return ldexp(fraction, row / FRACTIONS - COP_NORMAL_FIRST);
}

void cop_normal_init(cop_normal_tables *tables)
{
    for (int i = 0; i < COP_NORMAL_ROWS; i++) {
        double square = square_of(i), next = square_of(i + 1), width = next - square;
        double from = sqrt(square), to = sqrt(next);
        tables->row[i] =
            (cop_normal_row){.above = (float)above(from),
                             .above_slope = (float)((above(to) - above(from)) / width),
                             .density = (float)density(from),
                             .density_slope = (float)((density(to) - density(from)) / width)};
    }
    /* All that is less than the first row's square, 0 among it, comes here. */
    tables->row[0] = (cop_normal_row){.above = 0.5F, .density = (float)density(0)};
}
