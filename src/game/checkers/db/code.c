/* SPDX-License-Identifier: MIT */
#include "game/checkers/db/code.h"

#include <stdbool.h>
#include <string.h>

/* clang-format off */
/* Each length up to 32, then 30 that grow by the same factor. */
#define LENGTHS \
    5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, \
    29, 30, 31, 32, 35, 38, 42, 46, 51, 56, 61, 67, 74, 81, 88, 97, 106, 117, 128, 140, 154, \
    169, 185, 203, 223, 244, 268, 294, 323, 354, 388, 426, 467, 512

#define FOUR4 4, 4, 4, 4
#define FOUR20 FOUR4, FOUR4, FOUR4, FOUR4, FOUR4

const uint16_t cop_cdb_lengths[COP_CDB_LENGTHS] = { LENGTHS };

/* How many positions a byte stands for. */
static const uint16_t positions_of[256] = {
    FOUR20, FOUR20, FOUR20, FOUR20, 4, LENGTHS, LENGTHS, LENGTHS, 0,
};
/* clang-format on */

/* Powers of 3. */
static const uint8_t places[4] = {1, 3, 9, 27};

static int value_of(int byte, uint32_t place)
{
    return byte < COP_CDB_LITERALS ? byte / places[place] % 3
                                   : (byte - COP_CDB_LITERALS) / COP_CDB_LENGTHS;
}

int cop_cdb_decode(const uint8_t *code, size_t size, uint32_t number)
{
    uint32_t first = 0; /* position of the byte */
    for (size_t i = 0; i < size; i++) {
        uint32_t next = first + positions_of[code[i]];
        if (number < next)
            return value_of(code[i], number - first);
        first = next;
    }
    return COP_CDB_NOTHING;
}

bool cop_cdb_decode_block(const uint8_t *code, size_t size, uint32_t count, uint8_t *values)
{
    uint32_t done = 0;
    for (size_t i = 0; i < size && done < count; i++) {
        uint32_t length = positions_of[code[i]];
        if (length == 0)
            return false;
        for (uint32_t j = 0; j < length && done < count; j++)
            values[done++] = (uint8_t)value_of(code[i], j);
    }
    return done == count;
}
