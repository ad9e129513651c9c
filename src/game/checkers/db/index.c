/* SPDX-License-Identifier: MIT */
#include "game/checkers/db/index.h"

/* clang-format off */
#define C1(n) (n)
#define C2(n) ((n) * ((n) - 1) / 2)
#define C3(n) ((n) * ((n) - 1) * ((n) - 2) / 6)
#define C4(n) (C2(n) * ((n) - 2) * ((n) - 3) / 12)
#define C5(n) (C4(n) * ((n) - 4) / 5)
#define C6(n) (C5(n) * ((n) - 5) / 6)
#define ONE(n) 1
#define ROW(f) { f(0), f(1), f(2), f(3), f(4), f(5), f(6), f(7), f(8), f(9), f(10), f(11), f(12),  \
    f(13), f(14), f(15), f(16), f(17), f(18), f(19), f(20), f(21), f(22), f(23), f(24), f(25),     \
    f(26), f(27), f(28), f(29), f(30), f(31), f(32) }

const uint32_t cop_cdb_choose[COP_CDB_MOST + 1][33] = {
    ROW(ONE), ROW(C1), ROW(C2), ROW(C3), ROW(C4), ROW(C5), ROW(C6),
};
/* clang-format on */

enum { SQUARES = 32, MEN_SQUARES = 28 };

cop_cdb_slice cop_cdb_slice_of(cop_cdb_material material)
{
    int free = SQUARES - material.men[0] - material.men[1];
    cop_cdb_slice slice = {material,
                           {cop_cdb_choose[material.men[0]][MEN_SQUARES],
                            cop_cdb_choose[material.men[1]][MEN_SQUARES],
                            cop_cdb_choose[material.kings[0]][free],
                            cop_cdb_choose[material.kings[1]][free - material.kings[0]]},
                           0};
    /* With six pieces the largest product is 125,550,000 or so. */
    slice.numbers = slice.sets[0] * slice.sets[1] * slice.sets[2] * slice.sets[3];
    return slice;
}

uint64_t cop_cdb_legal(cop_cdb_material material)
{
    enum { ALONE = 4, BOTH = 24 }; /* squares of the mover's men only, of the men of both */
    int free = SQUARES - material.men[0] - material.men[1];
    uint64_t men = 0;
    for (int shared = 0; shared <= material.men[0]; shared++) {
        if (material.men[0] - shared <= ALONE)
            men += (uint64_t)cop_cdb_choose[shared][BOTH] *
                   cop_cdb_choose[material.men[0] - shared][ALONE] *
                   cop_cdb_choose[material.men[1]][MEN_SQUARES - shared];
    }
    return men * cop_cdb_choose[material.kings[0]][free] *
           cop_cdb_choose[material.kings[1]][free - material.kings[0]];
}

/* Pieces count first, then kings. */
static int strength(cop_cdb_material material, int side)
{
    return 8 * (material.men[side] + material.kings[side]) + material.kings[side];
}

cop_cdb_material cop_cdb_group_of(cop_cdb_material material)
{
    return strength(material, 0) >= strength(material, 1) ? material
                                                          : cop_cdb_turned_material(material);
}

int cop_cdb_groups(int pieces, cop_cdb_material groups[COP_CDB_GROUPS])
{
    int count = 0;
    for (int all = 2; all <= pieces; all++) {
        for (int men = 0; men <= all; men++) {
            for (int mover = all - 1; mover >= 1; mover--) {
                for (int own = 0; own <= men; own++) {
                    if (own > mover || men - own > all - mover)
                        continue;
                    cop_cdb_material material = {
                        {(uint8_t)own, (uint8_t)(men - own)},
                        {(uint8_t)(mover - own), (uint8_t)(all - mover - (men - own))}};
                    if (cop_cdb_same_material(material, cop_cdb_group_of(material)))
                        groups[count++] = material;
                }
            }
        }
    }
    return count;
}

cop_cdb_name cop_cdb_group_name(cop_cdb_material group)
{
    cop_cdb_name name;
    int length = 0;
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < group.kings[side]; i++)
            name.text[length++] = 'K';
        for (int i = 0; i < group.men[side]; i++)
            name.text[length++] = 'M';
        if (side == 0)
            name.text[length++] = 'v';
    }
    name.text[length] = 0;
    return name;
}
