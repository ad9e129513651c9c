/* SPDX-License-Identifier: MIT
 *
 * Endgame tables in memory while databases are built or verified: of every slice that is known the
 * value of each number, positions where a capture has to be made included, and if wanted how far
 * the end of the game is. And the way back from numbers to positions.
 */
#ifndef LAB_DB_TABLES_H
#define LAB_DB_TABLES_H

#include "copse.h"
#include "game/checkers/board.h"
#include "game/checkers/db/code.h"
#include "game/checkers/db/index.h"

#include <stdbool.h>
#include <stdint.h>

/* A known slice. */
struct db_table {
    cop_cdb_slice slice;
    uint8_t *values;    /* four to a byte, as in code.h; NULL: not known */
    uint8_t *distances; /* half the plies to the end, as in file.h; NULL: not known */
};

struct db_tables {
    int pieces;
    uint32_t *sets[COP_CDB_MOST + 1]; /* all sets of so many squares of 32, by rank */
    struct db_table table[COP_CDB_SLICES];
};

/* For positions with up to so many pieces. False if memory is short. */
bool db_tables_init(struct db_tables *tables, int pieces);
void db_tables_clear(struct db_tables *tables);

/* Makes room for a slice, all values COP_CDB_LOSS. False if memory is short. */
bool db_table_new(struct db_tables *tables, cop_cdb_material material, bool distances);

/* The position of a number; false if it has none. */
bool db_position(const struct db_tables *tables, const cop_cdb_slice *slice, uint32_t number,
                 cop_cdb_position *position);

/* A position of the tables as the game has it, Black to move. */
checkers_position db_game_position(const cop_cdb_position *position);

/* Two threads may set values if their numbers differ by 4 or more when divided by 4. */
static inline void db_set_value(struct db_table *table, uint32_t number, int value)
{
    unsigned shift = number % 4 * 2;
    uint8_t *byte = &table->values[number / 4];
    *byte = (uint8_t)((*byte & ~(3u << shift)) | (unsigned)value << shift);
}

static inline int db_value(const struct db_table *table, uint32_t number)
{
    return table->values[number / 4] >> number % 4 * 2 & 3;
}

/* What is known of a position: COP_CDB_LOSS, _DRAW or _WIN, and the plies to the end, -1 if they
 * are not known; COP_CDB_NOTHING if its slice is not known. */
struct db_known {
    int value, plies;
};
struct db_known db_look(const struct db_tables *tables, const cop_cdb_position *position);

/* The best for who has the choice among positions that the other is to move in. */
struct db_known db_best(const struct db_tables *tables, const cop_cdb_position *after, int count);

/* The same: a position with a capture is worth what it leads to. */
struct db_known db_after_captures(const struct db_tables *tables, const cop_cdb_position *position);

#endif
