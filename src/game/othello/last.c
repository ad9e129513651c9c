/* SPDX-License-Identifier: MIT
 *
 * The tables of last.h, worked out by the compiler. */
#include "game/othello/last.h"

/* Up to the next disc of our own on each side. */
#define ABOVE(i, own) ((own) >> ((i) + 1))
#define BELOW(i, own) ((own) & ((1 << (i)) - 1))
#define FLIPS(i, own)                                                                              \
    ((ABOVE(i, own) != 0 ? __builtin_ctz(ABOVE(i, own) | 256) : 0) +                               \
     (BELOW(i, own) != 0 ? (i)-1 - (31 - __builtin_clz(BELOW(i, own) | 0)) : 0))
#define FOUR(i, n) FLIPS(i, n), FLIPS(i, (n) + 1), FLIPS(i, (n) + 2), FLIPS(i, (n) + 3)
#define SIXTEEN(i, n) FOUR(i, n), FOUR(i, (n) + 4), FOUR(i, (n) + 8), FOUR(i, (n) + 12)
#define SIXTY_FOUR(i, n)                                                                           \
    SIXTEEN(i, n), SIXTEEN(i, (n) + 16), SIXTEEN(i, (n) + 32), SIXTEEN(i, (n) + 48)
#define LINE(i)                                                                                    \
    {                                                                                              \
        SIXTY_FOUR(i, 0), SIXTY_FOUR(i, 64), SIXTY_FOUR(i, 128), SIXTY_FOUR(i, 192)                \
    }

const uint8_t cop_othello_last_flips[8][256] = {LINE(0), LINE(1), LINE(2), LINE(3),
                                                LINE(4), LINE(5), LINE(6), LINE(7)};

#define NEAR(x, y)                                                                                 \
    ((x) >= 0 && (x) < 8 && (y) >= 0 && (y) < 8 ? UINT64_C(1) << (((y)*8 + (x)) & 63) : 0)
#define AROUND(x, y)                                                                               \
    (NEAR((x)-1, (y)-1) | NEAR(x, (y)-1) | NEAR((x) + 1, (y)-1) | NEAR((x)-1, y) |                 \
     NEAR((x) + 1, y) | NEAR((x)-1, (y) + 1) | NEAR(x, (y) + 1) | NEAR((x) + 1, (y) + 1))
#define ROW(y)                                                                                     \
    AROUND(0, y), AROUND(1, y), AROUND(2, y), AROUND(3, y), AROUND(4, y), AROUND(5, y),            \
        AROUND(6, y), AROUND(7, y)

const uint64_t cop_othello_around[64] = {ROW(0), ROW(1), ROW(2), ROW(3),
                                         ROW(4), ROW(5), ROW(6), ROW(7)};
