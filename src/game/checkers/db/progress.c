/* SPDX-License-Identifier: MIT */
#include "game/checkers/db/progress.h"

static int row_of(int square)
{
    return square / 4;
}

/* 0 to 7; every second row begins with a white square. */
static int column_of(int square)
{
    return square % 4 * 2 + (row_of(square) % 2 == 0);
}

/* King moves between two squares of an empty board. */
static int distance(int a, int b)
{
    int rows = row_of(a) - row_of(b), columns = column_of(a) - column_of(b);
    rows = rows < 0 ? -rows : rows;
    columns = columns < 0 ? -columns : columns;
    return rows > columns ? rows : columns;
}

/* How far the winner's pieces are from the loser's, each from the nearest. */
static int all_distances(uint32_t winner, uint32_t loser)
{
    int sum = 0;
    for (uint32_t set = winner; set != 0; set &= set - 1) {
        int nearest = 7;
        for (uint32_t foes = loser; foes != 0; foes &= foes - 1) {
            int far = distance(__builtin_ctz(set), __builtin_ctz(foes));
            nearest = far < nearest ? far : nearest;
        }
        sum += nearest;
    }
    return sum;
}

int cop_cdb_progress(const cop_cdb_position *position, bool mover)
{
    static const uint32_t middle = 0x00666600; /* the eight squares in the middle */
    enum { BASE = 400, KING = 60, ROW = 8, NEAR = 5, EDGE = 15 };
    cop_cdb_position seen = mover ? *position : cop_cdb_turned(position);
    int progress = BASE + KING * cop_cdb_count(seen.kings[0]);
    /* The winner's men go forward; the loser's must not. */
    for (uint32_t men = seen.men[0]; men != 0; men &= men - 1)
        progress += ROW * row_of(__builtin_ctz(men));
    for (uint32_t men = seen.men[1]; men != 0; men &= men - 1)
        progress -= ROW * (7 - row_of(__builtin_ctz(men)));
    progress -= KING * cop_cdb_count(seen.kings[1]);
    progress -= EDGE * cop_cdb_count(seen.kings[1] & middle);
    progress -= NEAR * all_distances(seen.kings[0], seen.men[1] | seen.kings[1]);
    return progress < 0 ? 0 : progress > 999 ? 999 : progress;
}
