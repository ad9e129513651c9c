/* SPDX-License-Identifier: MIT
 *
 * Makes an SVG that gnuplot has drawn smaller, without changing what it shows.
 */
#ifndef LAB_SVG_TIDY_H
#define LAB_SVG_TIDY_H

#include <stdbool.h>

/* False if the file cannot be read or written. */
bool svg_tidy(const char *path);

#endif
