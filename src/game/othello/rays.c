/* SPDX-License-Identifier: MIT
 *
 * From every square to the edge, worked out by the compiler. */
#include "game/othello/board.h"

/* The square n steps from column x, row y, or nothing beyond the edge. */
#define ON(x, y) ((x) >= 0 && (x) < 8 && (y) >= 0 && (y) < 8)
#define STEP(x, y) (ON(x, y) ? UINT64_C(1) << (((y)*8 + (x)) & 63) : 0)
#define RAY(x, y, dx, dy)                                                                          \
    (STEP((x) + (dx), (y) + (dy)) | STEP((x) + 2 * (dx), (y) + 2 * (dy)) |                         \
     STEP((x) + 3 * (dx), (y) + 3 * (dy)) | STEP((x) + 4 * (dx), (y) + 4 * (dy)) |                 \
     STEP((x) + 5 * (dx), (y) + 5 * (dy)) | STEP((x) + 6 * (dx), (y) + 6 * (dy)) |                 \
     STEP((x) + 7 * (dx), (y) + 7 * (dy)))
#define SQUARE(x, y)                                                                               \
    {                                                                                              \
        {RAY(x, y, 1, 0), RAY(x, y, -1, 1), RAY(x, y, 0, 1), RAY(x, y, 1, 1)},                     \
        {                                                                                          \
            RAY(x, y, -1, 0), RAY(x, y, 1, -1), RAY(x, y, 0, -1), RAY(x, y, -1, -1)                \
        }                                                                                          \
    }
#define ROW(y)                                                                                     \
    SQUARE(0, y), SQUARE(1, y), SQUARE(2, y), SQUARE(3, y), SQUARE(4, y), SQUARE(5, y),            \
        SQUARE(6, y), SQUARE(7, y)

const othello_ray cop_othello_rays[64] = {ROW(0), ROW(1), ROW(2), ROW(3),
                                          ROW(4), ROW(5), ROW(6), ROW(7)};
