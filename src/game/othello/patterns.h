/* SPDX-License-Identifier: MIT
 *
 * Patterns: the 46 groups of squares whose contents an Othello position is judged by (Buro 1997 and
 * 1999, whose choice of edges, corners, diagonals and rows this is).
 *
 * What a group of n squares holds is a number with n ternary digits: 0 for an empty square, 1 for a
 * disc of the side to move, 2 for one of the other. A board's 46 numbers, its lanes, are sums of
 * what its squares contribute, so they are made with vector additions: the board is cut into 16
 * half rows of four squares, and a table has the sum of contributions for each of their 16
 * contents. The discs of the other side count twice.
 *
 * Groups that are images of each other on the board are of one kind and share their weights; and
 * where a group is its own mirror image, so do the two numbers of a content and its mirror image.
 */
#ifndef COP_GAME_OTHELLO_PATTERNS_H
#define COP_GAME_OTHELLO_PATTERNS_H

#include <stdint.h>

/* Name, squares, first lane, lanes, where its weights begin. */
#define OTHELLO_KIND_LIST(X)                                                                       \
    X(EDGE, 10, 0, 4, 0)                                                                           \
    X(BLOCK, 10, 4, 8, 59049)                                                                      \
    X(CORNER, 9, 12, 4, 118098)                                                                    \
    X(ROW_2, 8, 16, 4, 137781)                                                                     \
    X(ROW_3, 8, 20, 4, 144342)                                                                     \
    X(ROW_4, 8, 24, 4, 150903)                                                                     \
    X(DIAGONAL_8, 8, 28, 2, 157464)                                                                \
    X(DIAGONAL_7, 7, 30, 4, 164025)                                                                \
    X(DIAGONAL_6, 6, 34, 4, 166212)                                                                \
    X(DIAGONAL_5, 5, 38, 4, 166941)                                                                \
    X(DIAGONAL_4, 4, 42, 4, 167184)

enum {
#define OTHELLO_KIND_ENUM(name, squares, lane, lanes, first) OTHELLO_##name,
    OTHELLO_KIND_LIST(OTHELLO_KIND_ENUM)
#undef OTHELLO_KIND_ENUM
        OTHELLO_KINDS
};

enum {
    OTHELLO_PATTERNS = 46,
    OTHELLO_LANES = 48, /* a whole number of vectors; the last two lanes are always 0 */
    OTHELLO_CONTENTS = 167265,
    OTHELLO_MOST_CONTENTS = 59049,
    OTHELLO_HALF_ROWS = 16
};

typedef uint16_t othello_vector __attribute__((vector_size(32)));
enum { OTHELLO_VECTORS = OTHELLO_LANES / 16 };

/* By half row (squares 4 i to 4 i + 3) and which of its squares are taken. */
typedef struct othello_shares {
    othello_vector of[OTHELLO_HALF_ROWS][16][OTHELLO_VECTORS];
} othello_shares;

typedef struct othello_kind {
    int squares, lane, lanes, first, contents;
} othello_kind;

extern const othello_kind cop_othello_kinds[OTHELLO_KINDS];

void cop_othello_shares_make(othello_shares *shares);

/* The number of a content's mirror image, which is the content itself if its kind has none. */
int cop_othello_mirror(int kind, int content);

/* The same 46 numbers square by square, as the comment above says it: what the fast way is tested
 * against. */
void cop_othello_lanes_plainly(uint64_t own, uint64_t other, uint16_t lanes[OTHELLO_LANES]);

#endif
