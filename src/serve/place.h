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

/* {text, name, type}: PGN, PDN, GGF or, for other games, a line of moves. NULL: no memory. `result`
 * NULL: what the board says, or "*". */
json_t *place_file_json(const cop_record *record, const char *result);

#endif
