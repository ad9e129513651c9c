/* SPDX-License-Identifier: MIT
 *
 * Endgame positions as numbers. A position is seen from the side to move, whose men go up the
 * numbers of the squares: with White to move the board is turned and the colours are exchanged, and
 * nothing else differs. So one table serves both sides.
 *
 * All positions with the same material are a slice, numbered from 0 without much waste: mover's men
 * first (most significant), the other's men, mover's kings, the other's kings. Each set of squares
 * is ranked among the sets of its size in colexicographic order: a set s1 < s2 < ... has the rank
 * C(s1, 1) + C(s2, 2) + ..., where the squares are counted without those that are taken already by
 * the sets before. Only men of both sides may meet on a square: such numbers belong to no position.
 *
 * A quiet move leads from a slice to the one with the sides exchanged: the two make a group, and
 * are solved together and kept in one file. */
#ifndef COP_GAME_CHECKERS_DB_INDEX_H
#define COP_GAME_CHECKERS_DB_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    COP_CDB_MOST = 6,    /* pieces on the board */
    COP_CDB_GROUPS = 82, /* with 2 to so many pieces */
    COP_CDB_SLICES = 7 * 7 * 7 * 7
};

/* Sets of squares, bit 0 for square 1. [0]: the side to move, [1]: the other. */
typedef struct cop_cdb_position {
    uint32_t men[2], kings[2];
} cop_cdb_position;

typedef struct cop_cdb_material {
    uint8_t men[2], kings[2];
} cop_cdb_material;

/* A slice: how many sets there are of each kind, and the product of it. */
typedef struct cop_cdb_slice {
    cop_cdb_material material;
    uint32_t sets[4]; /* mover's men, the other's men, mover's kings, the other's kings */
    uint32_t numbers;
} cop_cdb_slice;

/* C(n, k) for k up to COP_CDB_MOST, n up to 32. */
extern const uint32_t cop_cdb_choose[COP_CDB_MOST + 1][33];

cop_cdb_slice cop_cdb_slice_of(cop_cdb_material material);

/* How many of its numbers are positions. */
uint64_t cop_cdb_legal(cop_cdb_material material);

/* All groups with up to so many pieces, each by its slice with the stronger side to move, in an
 * order in which captures and promotions lead to earlier ones. Gives how many. */
int cop_cdb_groups(int pieces, cop_cdb_material groups[COP_CDB_GROUPS]);

/* Which of its two slices is the group's first: the other one's material turned. */
cop_cdb_material cop_cdb_group_of(cop_cdb_material material);

/* "KKMvKM". */
typedef struct cop_cdb_name {
    char text[COP_CDB_MOST + 2];
} cop_cdb_name;
cop_cdb_name cop_cdb_group_name(cop_cdb_material group);

static inline cop_cdb_material cop_cdb_turned_material(cop_cdb_material material)
{
    return (cop_cdb_material){{material.men[1], material.men[0]},
                              {material.kings[1], material.kings[0]}};
}

static inline bool cop_cdb_same_material(cop_cdb_material a, cop_cdb_material b)
{
    return a.men[0] == b.men[0] && a.men[1] == b.men[1] && a.kings[0] == b.kings[0] &&
           a.kings[1] == b.kings[1];
}

static inline int cop_cdb_pieces(cop_cdb_material material)
{
    return material.men[0] + material.men[1] + material.kings[0] + material.kings[1];
}

/* A place for each material in a table of COP_CDB_SLICES. */
static inline int cop_cdb_slot(cop_cdb_material material)
{
    return ((material.men[0] * 7 + material.men[1]) * 7 + material.kings[0]) * 7 +
           material.kings[1];
}

static inline int cop_cdb_count(uint32_t set)
{
    set -= set >> 1 & 0x55555555;
    set = (set & 0x33333333) + (set >> 2 & 0x33333333);
    set = (set + (set >> 4)) & 0x0F0F0F0F;
    return (int)(set * 0x01010101u >> 24);
}

/* Of a position with at most COP_CDB_MOST pieces. */
static inline cop_cdb_material cop_cdb_material_of(const cop_cdb_position *position)
{
    return (cop_cdb_material){
        {(uint8_t)cop_cdb_count(position->men[0]), (uint8_t)cop_cdb_count(position->men[1])},
        {(uint8_t)cop_cdb_count(position->kings[0]), (uint8_t)cop_cdb_count(position->kings[1])}};
}

static inline uint32_t cop_cdb_reverse(uint32_t set)
{
    set = __builtin_bswap32(set);
    set = (set >> 4 & 0x0F0F0F0F) | (set & 0x0F0F0F0F) << 4;
    set = (set >> 2 & 0x33333333) | (set & 0x33333333) << 2;
    return (set >> 1 & 0x55555555) | (set & 0x55555555) << 1;
}

/* The same position, seen by the other side. */
static inline cop_cdb_position cop_cdb_turned(const cop_cdb_position *position)
{
    return (cop_cdb_position){
        {cop_cdb_reverse(position->men[1]), cop_cdb_reverse(position->men[0])},
        {cop_cdb_reverse(position->kings[1]), cop_cdb_reverse(position->kings[0])}};
}

/* The set with the squares counted without those in `taken`, in which it has none. */
static inline uint32_t cop_cdb_close(uint32_t set, uint32_t taken)
{
    while (taken != 0) {
        int square = 31 - __builtin_clz(taken);
        uint32_t below = ((uint32_t)1 << square) - 1;
        set = (set & below) | (set >> 1 & ~below);
        taken &= below;
    }
    return set;
}

static inline uint32_t cop_cdb_rank(uint32_t set)
{
    uint32_t rank = 0;
    for (int size = 1; set != 0; size++) {
        rank += cop_cdb_choose[size][__builtin_ctz(set)];
        set &= set - 1;
    }
    return rank;
}

/* The position's number in its slice. */
static inline uint32_t cop_cdb_number(const cop_cdb_slice *slice, const cop_cdb_position *position)
{
    uint32_t taken = position->men[0] | position->men[1];
    uint32_t number = cop_cdb_rank(position->men[0]);
    number = number * slice->sets[1] + cop_cdb_rank(position->men[1] >> 4);
    number = number * slice->sets[2] + cop_cdb_rank(cop_cdb_close(position->kings[0], taken));
    taken |= position->kings[0];
    return number * slice->sets[3] + cop_cdb_rank(cop_cdb_close(position->kings[1], taken));
}

#endif
