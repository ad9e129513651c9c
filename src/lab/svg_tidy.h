/* SPDX-License-Identifier: MIT
 *
 * Makes an SVG that gnuplot has drawn smaller, without changing what it shows.
 */
#ifndef LAB_SVG_TIDY_H
#define LAB_SVG_TIDY_H

#include <stdbool.h>
#include <stdio.h>

/* False if there is no memory for a line. */
bool svg_tidy(FILE *in, FILE *out);

#endif
