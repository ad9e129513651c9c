/* SPDX-License-Identifier: MIT
 *
 * How the values of positions are written: one byte for four positions that differ, or for a run
 * of equal ones, so that a value can be found in a block without unpacking it (as in
 * Chinook's databases: Lake, Schaeffer & Lu 1994).
 *
 *     0 to 80      four values, the first one times 1, then 3, 9, 27
 *     81 to 254    a run: 81 + 58 * value + which of the 58 lengths
 *     255          never written
 *
 * A block is COP_CDB_BLOCK positions, the last of a slice fewer; its code may say more of them than
 * there are. Where a capture has to be made nothing is stored: such a position is worth what it
 * leads to, and what the code says there is whatever was shortest. */
#ifndef COP_GAME_CHECKERS_DB_CODE_H
#define COP_GAME_CHECKERS_DB_CODE_H

#include <stddef.h>
#include <stdint.h>

/* What a position is worth to the side to move. */
enum { COP_CDB_LOSS, COP_CDB_DRAW, COP_CDB_WIN, COP_CDB_NOTHING };

enum { COP_CDB_BLOCK = 512, COP_CDB_LITERALS = 81, COP_CDB_LENGTHS = 58, COP_CDB_NO_CODE = 255 };

/* The lengths of runs, rising from 5 to COP_CDB_BLOCK. */
extern const uint16_t cop_cdb_lengths[COP_CDB_LENGTHS];

/* The value number `number` of a block, or COP_CDB_NOTHING if the code of `size` bytes does not
 * reach there or is none. */
int cop_cdb_decode(const uint8_t *code, size_t size, uint32_t number);

/* The first `count` values of a block. False if it has fewer or the code is none. */
_Bool cop_cdb_decode_block(const uint8_t *code, size_t size, uint32_t count, uint8_t *values);

#endif
