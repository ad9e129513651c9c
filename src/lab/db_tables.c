/* SPDX-License-Identifier: MIT */
#include "lab/db_tables.h"

#include "game/checkers/db/file.h"
#include "game/checkers/db/rules.h"

#include <stdlib.h>

/* All sets of `size` squares in the order of their ranks: the next one with the same number of bits
 * is the next one. */
static uint32_t *all_sets(int size)
{
    uint32_t count = cop_cdb_choose[size][32];
    uint32_t *sets = malloc(count * sizeof *sets);
    uint64_t set = ((uint64_t)1 << size) - 1;
    for (uint32_t i = 0; sets != NULL && i < count; i++) {
        sets[i] = (uint32_t)set;
        if (set != 0) {
            uint64_t lowest = set & -set, ripple = set + lowest;
            set = ripple | ((set ^ ripple) >> 2) / lowest;
        }
    }
    return sets;
}

bool db_tables_init(struct db_tables *tables, int pieces)
{
    bool fine = true;
    *tables = (struct db_tables){.pieces = pieces};
    for (int size = 0; size <= pieces; size++) {
        tables->sets[size] = all_sets(size);
        fine &= tables->sets[size] != NULL;
    }
    return fine;
}

void db_tables_clear(struct db_tables *tables)
{
    for (int i = 0; i <= COP_CDB_MOST; i++)
        free(tables->sets[i]);
    for (int i = 0; i < COP_CDB_SLICES; i++) {
        free(tables->table[i].values);
        free(tables->table[i].distances);
    }
    *tables = (struct db_tables){0};
}

bool db_table_new(struct db_tables *tables, cop_cdb_material material, bool distances)
{
    struct db_table *table = &tables->table[cop_cdb_slot(material)];
    table->slice = cop_cdb_slice_of(material);
    table->values = calloc((size_t)table->slice.numbers / 4 + 1, 1);
    if (distances)
        table->distances = calloc((size_t)table->slice.numbers + 1, 1);
    return table->values != NULL && (table->distances != NULL || !distances);
}

/* The inverse of cop_cdb_close(). */
static uint32_t open_set(uint32_t set, uint32_t taken)
{
    for (; taken != 0; taken &= taken - 1) {
        uint32_t below = (taken & -taken) - 1;
        set = (set & below) | (set & ~below) << 1;
    }
    return set;
}

bool db_position(const struct db_tables *tables, const cop_cdb_slice *slice, uint32_t number,
                 cop_cdb_position *position)
{
    const cop_cdb_material *material = &slice->material;
    uint32_t white_kings = number % slice->sets[3];
    number /= slice->sets[3];
    uint32_t black_kings = number % slice->sets[2];
    number /= slice->sets[2];
    position->men[0] = tables->sets[material->men[0]][number / slice->sets[1]];
    position->men[1] = tables->sets[material->men[1]][number % slice->sets[1]] << 4;
    if ((position->men[0] & position->men[1]) != 0)
        return false;
    uint32_t taken = position->men[0] | position->men[1];
    position->kings[0] = open_set(tables->sets[material->kings[0]][black_kings], taken);
    taken |= position->kings[0];
    position->kings[1] = open_set(tables->sets[material->kings[1]][white_kings], taken);
    return true;
}

checkers_position db_game_position(const cop_cdb_position *position)
{
    checkers_position game = {.turn = CHECKERS_BLACK};
    for (int i = 0; i < 2; i++)
        game.side[i] = checkers_spread(position->men[i] | position->kings[i]);
    game.kings = checkers_spread(position->kings[0] | position->kings[1]);
    return game;
}

struct db_known db_look(const struct db_tables *tables, const cop_cdb_position *position)
{
    cop_cdb_material material = cop_cdb_material_of(position);
    if (material.men[0] + material.kings[0] == 0)
        return (struct db_known){COP_CDB_LOSS, 0};
    if (material.men[1] + material.kings[1] == 0)
        return (struct db_known){COP_CDB_WIN, 1};
    const struct db_table *table = &tables->table[cop_cdb_slot(material)];
    if (table->values == NULL)
        return (struct db_known){COP_CDB_NOTHING, -1};
    uint32_t number = cop_cdb_number(&table->slice, position);
    struct db_known known = {db_value(table, number), -1};
    if (table->distances != NULL && known.value != COP_CDB_DRAW)
        known.plies = 2 * table->distances[number] + (known.value == COP_CDB_WIN);
    return known;
}

/* Wins soon, losses late. */
static bool better(struct db_known a, struct db_known b)
{
    if (a.value != b.value)
        return a.value > b.value;
    return a.value == COP_CDB_WIN ? a.plies < b.plies : a.plies > b.plies;
}

struct db_known db_best(const struct db_tables *tables, const cop_cdb_position *after, int count)
{
    struct db_known best = {COP_CDB_LOSS, -1};
    for (int i = 0; i < count; i++) {
        struct db_known one = db_look(tables, &after[i]);
        if (one.value == COP_CDB_NOTHING)
            return one;
        one.value = COP_CDB_WIN - one.value;
        one.plies += one.plies >= 0;
        if (i == 0 || better(one, best))
            best = one;
    }
    return best;
}

struct db_known db_after_captures(const struct db_tables *tables, const cop_cdb_position *position)
{
    cop_cdb_position after[COP_CDB_MOST_MOVES];
    return db_best(tables, after, cop_cdb_after_captures(position, after));
}
