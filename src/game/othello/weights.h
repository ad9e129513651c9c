/* SPDX-License-Identifier: MIT
 *
 * What the Othello evaluations know: weights by stage of the game, as `copse train othello` finds
 * them, with all tables that are made of them, ready for use.
 *
 * The file (models/othello.weights) is smaller: a line with its name and version, lines of text
 * that say how it was trained, an empty line, then the weights, contents that share one only once,
 * as numbers of one to three bytes with runs of zeros counted, then a checksum of all that. The
 * build turns it into cop_othello_built_in, which is this struct byte for byte, so that the library
 * has it without a file and without a moment at which it would have to be made.
 */
#ifndef COP_GAME_OTHELLO_WEIGHTS_H
#define COP_GAME_OTHELLO_WEIGHTS_H

#include "copse.h"
#include "game/othello/bill.h"
#include "game/othello/patterns.h"

#define OTHELLO_WEIGHTS_NAME "copse othello weights 1\n"

enum {
    OTHELLO_MOBILITIES = 32, /* so many moves or more: the same weight */
    OTHELLO_FORETOLD = 12,   /* depths that foretell() knows: 1 to this */
    OTHELLO_WEIGHTS_TEXT = 2048,
    OTHELLO_WEIGHTS_FILE = 4 << 20 /* bytes: no file is larger */
};

/* A search to one depth as another one foretells it: see copse_forecast. The slope is in
 * thousandths, the others are scores. A deviation of 0: not known. */
typedef struct othello_forecast {
    int16_t slope, offset, deviation;
} othello_forecast;

typedef struct othello_weights {
    othello_shares shares;
    /* In hundredths of a disc for the side to move, which can move. */
    int16_t patterns[OTHELLO_STAGES][OTHELLO_CONTENTS];
    int16_t mobility[OTHELLO_STAGES][2][OTHELLO_MOBILITIES]; /* own moves, the other side's */
    int16_t parity[OTHELLO_STAGES]
                  [5];   /* by how many quarters have an odd number of empty squares */
    int16_t empties[61]; /* by how many empty squares there are */
    othello_bill bill;
    othello_forecast forecasts[OTHELLO_STAGES][OTHELLO_FORETOLD + 1][OTHELLO_FORETOLD + 1];
    char text[OTHELLO_WEIGHTS_TEXT]; /* how they were trained: lines */
} othello_weights;

extern const othello_weights cop_othello_built_in;

/* The tables that need no training, and a rough guess at all else: moves count. */
void cop_othello_weights_init(othello_weights *weights);

/* Reads a file's bytes. COPSE_BAD_OPTION and a sentence about what is wrong with them; then the
 * weights are of no use. */
copse_status cop_othello_weights_read(othello_weights *weights, const void *bytes, size_t size,
                                      copse_message *why);

/* Writes them as a file; returns its size, or 0 if there is no room. */
size_t cop_othello_weights_write(const othello_weights *weights, void *bytes, size_t room);

/* The end of a file: the checksum of the first `size` bytes, which is written behind them. */
enum { OTHELLO_WEIGHTS_SEAL = 8 };
void cop_othello_weights_seal(void *bytes, size_t size);

#endif
