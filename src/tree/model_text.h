/* SPDX-License-Identifier: MIT
 *
 * Model files: a real-score model as a text of lines, reader and writer together.
 *
 *     copse-model 1                 version of the form
 *     game random                   the game that it was learned for
 *     name random-random-10         what it is called
 *     settings positions=5000 ...   how it was learned, in any words
 *     family chi-square 16          name and parameter; 0 where a family has none
 *     quantiles 4096                of the family `empirical` only: so many numbers in rising
 *     -3.1 -2.9 ...                 order, on lines of any length
 *     spread 0.6 0.16 0.93          how much of its leaves' spread pbf takes (0.9 without this
 *                                   line), how much of that every node above has at least, and how
 *                                   much of a node's influence gets to its parent; the last two
 *                                   may be left out: 0 and 1
 *     rbfm 0.45 off                 how much of all spreads rbfm takes, and whether with the
 *                                   pruning rule; 1 on without this line
 *     leaf 1 -5100 9200             for each kind in rising order: shift and spread of its leaves,
 *     row 1 0 -5230 9400            and of its nodes after 0, 1, ... 31 expansions
 *     ...
 *     end
 *
 * Words have one space between them, numbers a point whatever the country. Everything is checked
 * before anything is used. Kinds that a file does not have get what the nearest one has. Numbers
 * are written with as many digits as it takes to read them back exactly. */
#ifndef COP_TREE_MODEL_TEXT_H
#define COP_TREE_MODEL_TEXT_H

#include "tree/model.h"

typedef struct cop_model_text {
    char game[32], name[64], settings[400];
    bool given[COP_MODEL_KINDS]; /* the kinds that are written down; the others are filled in */
    cop_model model;
} cop_model_text;

/* Reads a model of this game (NULL: of any). If it is not one, COPSE_BAD_OPTION and a sentence with
 * the number of the line; *result is then as it was. */
copse_status cop_model_read(const char *text, size_t size, const char *game, cop_model_text *result,
                            copse_message *why);

/* Writes at most `size` bytes, with a 0 at the end, and returns the length, like snprintf. */
int cop_model_write(const cop_model_text *text, char *to, size_t size);

/* Gives every kind that is not given what the nearest one has that is; the lower of two. */
void cop_model_fill(cop_model_text *text);

/* May a family have this parameter? */
bool cop_family_takes(cop_family family, double parameter);

/* Room for a number as it is written. */
enum { COP_NUMBER_ROOM = 24 };

/* The shortest number that reads as this value. */
void cop_number_write(float value, char text[COP_NUMBER_ROOM]);

#endif
