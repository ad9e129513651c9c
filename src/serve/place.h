/* SPDX-License-Identifier: MIT
 *
 * A place in a game, as a page needs it to draw a board and to let somebody move; and the game so
 * far as a file that other programs read.
 */
#ifndef SERVE_PLACE_H
#define SERVE_PLACE_H

#include "protocol/record.h"

#include <jansson.h>

json_t *place_json(const cop_record *record);

/* Whose turn it is: 0 for the side that begins a game of this kind. */
int place_side(const cop_record *record);

/* Is this a result, for the side that begins: 1-0, 0-1, 1/2-1/2, or * for none yet? */
bool place_is_result(const char *text);

/* The game as a file, for free(): PGN, PDN, GGF or, for other games, a line of moves. NULL: no
 * memory. `result` as below. */
char *place_file_text(const cop_record *record, const char *result);

/* {text, name, type}: PGN, PDN, GGF or, for other games, a line of moves. NULL: no memory. `result`
 * NULL: what the board says. */
json_t *place_file_json(const cop_record *record, const char *result);

#endif
