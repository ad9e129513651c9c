/* SPDX-License-Identifier: MIT */
#include "search/normal.h"

void cop_normal_init(cop_normal_tables *tables)
{
    const double pi = 3.14159265358979323846;
    for (int i = 0; i < COP_NORMAL_END * COP_NORMAL_STEPS + 2; i++) {
        double x = (double)i / COP_NORMAL_STEPS;
        tables->below[i] = (float)(1 - erfc(x / sqrt(2)) / 2);
        tables->density[i] = (float)(exp(-x * x / 2) / sqrt(2 * pi));
    }
}
