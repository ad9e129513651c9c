/* SPDX-License-Identifier: MIT
 *
 * What pictures share: a white sheet, and words on it. They are written by hand rather than by a
 * plotting program, so that nothing has to be installed for them. Coordinates are whole numbers,
 * because a decimal point is not the same in every country.
 */
#ifndef LAB_SVG_H
#define LAB_SVG_H

#include <stdbool.h>
#include <stdio.h>

/* A picture of so many pixels; NULL, and errno is set, if the file cannot be written. */
FILE *svg_begin(const char *path, int width, int height);

/* False, and errno is set, if not everything could be written. */
bool svg_end(FILE *file);

/* Writes at most so many bytes of a text, which may be anything that was typed. */
void svg_words(FILE *file, const char *text, int length);

/* A title over the width of the picture, folded where it is longer; how high it is in pixels, and
 * the title itself. Each line of `text` begins a new one, and those after the first are smaller. */
int svg_title_height(const char *text, int width);
void svg_title(FILE *file, const char *text, int left, int width);

#endif
