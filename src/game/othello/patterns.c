/* SPDX-License-Identifier: MIT */
#include "game/othello/patterns.h"

#include <stdbool.h>
#include <string.h>

enum { MOST_SQUARES = 10 };

const othello_kind cop_othello_kinds[OTHELLO_KINDS] = {
#define KIND_CONTENTS_10 59049
#define KIND_CONTENTS_9 19683
#define KIND_CONTENTS_8 6561
#define KIND_CONTENTS_7 2187
#define KIND_CONTENTS_6 729
#define KIND_CONTENTS_5 243
#define KIND_CONTENTS_4 81
#define KIND(name, squares, lane, lanes, first)                                                    \
    {squares, lane, lanes, first, KIND_CONTENTS_##squares},
    OTHELLO_KIND_LIST(KIND)
#undef KIND
};

/* One group of each kind, the first square being the lowest digit. */
static const char *const groups[OTHELLO_KINDS] = {
    "b2a1b1c1d1e1f1g1h1g2", /* an edge with its two X-squares */
    "a1b1c1d1e1a2b2c2d2e2", /* five by two at a corner */
    "a1b1c1a2b2c2a3b3c3",   /* three by three at a corner */
    "a2b2c2d2e2f2g2h2",     "a3b3c3d3e3f3g3h3", "a4b4c4d4e4f4g4h4", "a1b2c3d4e5f6g7h8",
    "a2b3c4d5e6f7g8",       "a3b4c5d6e7f8",     "a4b5c6d7e8",       "a5b6c7d8",
};

/* To which digit each one goes in the mirror. */
static const uint8_t corner_mirror[MOST_SQUARES] = {0, 3, 6, 1, 4, 7, 2, 5, 8};

static int mirrored_digit(int kind, int digit)
{
    if (kind == OTHELLO_BLOCK)
        return digit;
    if (kind == OTHELLO_CORNER)
        return corner_mirror[digit];
    return cop_othello_kinds[kind].squares - 1 - digit;
}

int cop_othello_mirror(int kind, int content)
{
    static const int powers[MOST_SQUARES] = {1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683};
    int mirror = 0;
    for (int digit = 0; digit < cop_othello_kinds[kind].squares; digit++, content /= 3)
        mirror += content % 3 * powers[mirrored_digit(kind, digit)];
    return mirror;
}

/* The eight symmetries of the board: which ones are the bits of `turn`. */
static int turned(int square, int turn)
{
    int x = square % 8, y = square / 8;
    x = turn & 1 ? 7 - x : x;
    y = turn & 2 ? 7 - y : y;
    return turn & 4 ? 8 * x + y : 8 * y + x;
}

/* The squares of all 46 groups; returns how many groups there are. */
static int list_groups(uint8_t squares[OTHELLO_PATTERNS][MOST_SQUARES])
{
    int count = 0;
    for (int kind = 0; kind < OTHELLO_KINDS; kind++) {
        uint64_t seen[8];
        int images = 0;
        for (int turn = 0; turn < 8; turn++) {
            uint8_t image[MOST_SQUARES] = {0};
            uint64_t set = 0;
            bool again = false;
            for (int i = 0; i < cop_othello_kinds[kind].squares; i++) {
                const char *name = groups[kind] + 2 * i;
                image[i] = (uint8_t)turned(8 * (name[1] - '1') + name[0] - 'a', turn);
                set |= UINT64_C(1) << image[i];
            }
            for (int i = 0; i < images; i++)
                again |= seen[i] == set;
            if (again || count == OTHELLO_PATTERNS)
                continue;
            seen[images++] = set;
            memcpy(squares[count++], image, sizeof image);
        }
    }
    return count;
}

/* What a disc of the side to move on each square adds to each lane. */
static void list_contributions(uint16_t contributions[64][OTHELLO_LANES])
{
    uint8_t squares[OTHELLO_PATTERNS][MOST_SQUARES];
    memset(contributions, 0, 64 * sizeof contributions[0]);
    list_groups(squares);
    for (int kind = 0; kind < OTHELLO_KINDS; kind++) {
        const othello_kind *k = &cop_othello_kinds[kind];
        for (int lane = k->lane; lane < k->lane + k->lanes; lane++) {
            unsigned power = 1;
            for (int i = 0; i < k->squares; i++, power *= 3)
                contributions[squares[lane][i]][lane] = (uint16_t)power;
        }
    }
}

void cop_othello_shares_make(othello_shares *shares)
{
    uint16_t contributions[64][OTHELLO_LANES], sum[OTHELLO_LANES];
    list_contributions(contributions);
    for (int half = 0; half < OTHELLO_HALF_ROWS; half++) {
        for (int taken = 0; taken < 16; taken++) {
            memset(sum, 0, sizeof sum);
            for (int i = 0; i < 4; i++) {
                for (int lane = 0; taken >> i & 1 && lane < OTHELLO_LANES; lane++)
                    sum[lane] = (uint16_t)(sum[lane] + contributions[4 * half + i][lane]);
            }
            memcpy(shares->of[half][taken], sum, sizeof sum);
        }
    }
}

void cop_othello_lanes_plainly(uint64_t own, uint64_t other, uint16_t lanes[OTHELLO_LANES])
{
    uint8_t squares[OTHELLO_PATTERNS][MOST_SQUARES];
    memset(lanes, 0, OTHELLO_LANES * sizeof lanes[0]);
    list_groups(squares);
    for (int kind = 0; kind < OTHELLO_KINDS; kind++) {
        const othello_kind *k = &cop_othello_kinds[kind];
        for (int lane = k->lane; lane < k->lane + k->lanes; lane++) {
            for (int i = k->squares - 1; i >= 0; i--) {
                unsigned digit = own >> squares[lane][i] & 1     ? 1
                                 : other >> squares[lane][i] & 1 ? 2
                                                                 : 0;
                lanes[lane] = (uint16_t)(3 * lanes[lane] + digit);
            }
        }
    }
}
