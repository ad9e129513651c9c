/* SPDX-License-Identifier: MIT
 *
 * Makes an SVG that gnuplot has drawn smaller, without changing what it shows, and gives it a title
 * of its own: that is what a reader hears who does not see it, and what a mouse shows.
 */
#ifndef LAB_SVG_TIDY_H
#define LAB_SVG_TIDY_H

#include <stdbool.h>
#include <stdio.h>

/* False if there is no memory for a line. */
bool svg_tidy(FILE *in, FILE *out, const char *title);

#endif
