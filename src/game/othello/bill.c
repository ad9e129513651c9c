/* SPDX-License-Identifier: MIT */
#include "game/othello/bill.h"

#include <string.h>

/* --------------------------------------------------------------------------------------- edges */

/* An edge, square 0 to 7, bit by bit. */
typedef struct edge {
    unsigned own, other;
} edge;

static int content_of(const othello_bill *bill, edge e)
{
    return bill->ternary[e.own] + 2 * bill->ternary[e.other];
}

/* What an edge is worth in which nobody moves any more, in hundredths of a disc: a corner is worth
 * the discs that it will hold; a disc beside an empty corner gives the corner away. */
static int static_worth(edge e)
{
    enum { CORNER = 400, STABLE = 100, LOOSE = 30, BESIDE_CORNER = -150 };
    static const unsigned corners[2] = {1, 128}, beside[2] = {2, 64};
    int worth = 0;
    for (int side = 0; side < 2; side++) {
        unsigned discs = side ? e.other : e.own, taken = e.own | e.other, stable = 0;
        int sum = 0;
        for (int i = 0; i < 2; i++) {
            /* Discs in a row from a corner of the same side can never be turned. */
            for (unsigned square = corners[i]; square & 255 & discs;
                 square = i ? square >> 1 : square << 1)
                stable |= square;
            sum += discs & corners[i] ? CORNER : 0;
            sum += discs & beside[i] && !(taken & corners[i]) ? BESIDE_CORNER : 0;
        }
        stable = taken == 255 ? discs : stable;
        sum += STABLE * othello_count(stable) + LOOSE * othello_count(discs & ~stable);
        worth += side ? -sum : sum;
    }
    return worth;
}

static edge exchanged(edge e)
{
    return (edge){e.other, e.own};
}

/* The discs along the edge that a disc of its owner on this empty square turns over. */
static unsigned edge_flips(edge e, int square)
{
    unsigned flips = 0;
    for (int step = -1; step <= 1; step += 2) {
        unsigned run = 0;
        int i = square + step;
        for (; i >= 0 && i < 8 && e.other >> i & 1; i += step)
            run |= 1u << i;
        if (i >= 0 && i < 8 && e.own >> i & 1)
            flips |= run;
    }
    return flips;
}

/* What the owner of e can expect if he may move on this edge once: he takes the best move there
 * is, or none. A move that turns nothing along the edge needs something to turn elsewhere, and has
 * that by chance: corners rarely, for they have the fewest lines. */
static int mover_worth(const othello_bill *bill, edge e)
{
    static const double chances[8] = {0.1, 0.4, 0.6, 0.6, 0.6, 0.6, 0.4, 0.1};
    int worths[8];
    double probabilities[8], left = 1, expected = 0;
    int count = 0, stay = static_worth(e);
    for (int square = 0; square < 8; square++) {
        if ((e.own | e.other) >> square & 1)
            continue;
        unsigned flips = edge_flips(e, square);
        edge after = {e.own | flips | 1u << square, e.other & ~flips};
        int worth = bill->edges[content_of(bill, after)], at = count++;
        for (; at > 0 && worths[at - 1] < worth; at--) {
            worths[at] = worths[at - 1];
            probabilities[at] = probabilities[at - 1];
        }
        worths[at] = worth;
        probabilities[at] = flips ? 1 : chances[square];
    }
    for (int i = 0; i < count && worths[i] > stay; i++) {
        expected += left * probabilities[i] * worths[i];
        left *= 1 - probabilities[i];
    }
    return (int)(expected + left * stay);
}

/* All edges, the full ones first, then those with one empty square, and so on: what moves lead to
 * is known by then. Either side may be the next to move there. */
static void make_edges(othello_bill *bill)
{
    for (int empty = 0; empty <= 8; empty++) {
        for (unsigned own = 0; own < 256; own++) {
            for (unsigned other = 0; other < 256; other++) {
                edge e = {own, other};
                if (own & other || othello_count(own | other) != 8 - empty)
                    continue;
                int worth = empty == 0
                                ? static_worth(e)
                                : (mover_worth(bill, e) - mover_worth(bill, exchanged(e))) / 2;
                bill->edges[content_of(bill, e)] = (int16_t)worth;
            }
        }
    }
}

void cop_othello_bill_init(othello_bill *bill)
{
    memset(bill, 0, sizeof *bill);
    for (unsigned bits = 0; bits < 256; bits++) {
        for (int i = 7; i >= 0; i--)
            bill->ternary[bits] = (uint16_t)(3 * bill->ternary[bits] + (bits >> i & 1));
    }
    make_edges(bill);
    for (int stage = 0; stage < OTHELLO_STAGES; stage++) {
        bill->weights[stage][BILL_EDGES] = BILL_ONE;
        bill->weights[stage][BILL_OWN_MOVES] = 100 * BILL_ONE;
        bill->weights[stage][BILL_OTHER_MOVES] = -100 * BILL_ONE;
        bill->weights[stage][BILL_OWN_POTENTIAL] = 50 * BILL_ONE;
        bill->weights[stage][BILL_OTHER_POTENTIAL] = -50 * BILL_ONE;
        bill->weights[stage][BILL_SQUARES] = 50 * BILL_ONE;
    }
}

/* ------------------------------------------------------------------------------------ features */

/* A column as a byte, row 1 lowest. */
static unsigned column(uint64_t squares, int x)
{
    return (unsigned)(((squares >> x & 0x0101010101010101u) * 0x0102040810204080u) >> 56);
}

static unsigned row(uint64_t squares, int y)
{
    return (unsigned)(squares >> 8 * y & 255);
}

static int edges_worth(const othello_bill *bill, othello_board b)
{
    int worth = 0;
    for (int i = 0; i < 8; i += 7) {
        worth += bill->edges[content_of(bill, (edge){row(b.own, i), row(b.other, i)})];
        worth += bill->edges[content_of(bill, (edge){column(b.own, i), column(b.other, i)})];
    }
    return worth;
}

static uint64_t around(uint64_t squares)
{
    uint64_t west = squares & ~UINT64_C(0x0101010101010101);
    uint64_t east = squares & ~UINT64_C(0x8080808080808080);
    uint64_t wide = squares | west >> 1 | east << 1;
    return wide | wide << 8 | wide >> 8;
}

/* X-squares lose corners, the rest of the second ring is little better; the third ring is good. */
static int squares_worth(uint64_t discs)
{
    const uint64_t x_squares = 0x0042000000004200u, second = 0x003c424242423c00u;
    const uint64_t third_corners = 0x0000240000240000u, third = 0x0000182424180000u;
    return -6 * othello_count(discs & x_squares) - 2 * othello_count(discs & second) +
           2 * othello_count(discs & third_corners) + othello_count(discs & third);
}

void cop_othello_bill_features(const othello_bill *bill, othello_board board,
                               int32_t features[BILL_FEATURES])
{
    uint64_t empty = othello_empty(board);
    features[BILL_EDGES] = edges_worth(bill, board);
    features[BILL_OWN_MOVES] = othello_count(othello_moves(board));
    features[BILL_OTHER_MOVES] = othello_count(othello_other_moves(board));
    features[BILL_OWN_POTENTIAL] = othello_count(around(board.other) & empty);
    features[BILL_OTHER_POTENTIAL] = othello_count(around(board.own) & empty);
    features[BILL_SQUARES] = squares_worth(board.own) - squares_worth(board.other);
    features[BILL_MOVE] = 1;
}

copse_score cop_othello_bill_evaluate(const othello_bill *bill, othello_board board)
{
    int32_t features[BILL_FEATURES];
    cop_othello_bill_features(bill, board, features);
    if (features[BILL_OWN_MOVES] == 0) {
        if (features[BILL_OTHER_MOVES] == 0)
            return OTHELLO_DISC * othello_result(board);
        return -cop_othello_bill_evaluate(bill, othello_pass(board));
    }
    const int32_t *weights = bill->weights[othello_stage(othello_count(board.own | board.other))];
    int64_t sum = 0;
    for (int i = 0; i < BILL_FEATURES; i++)
        sum += (int64_t)weights[i] * features[i];
    return othello_within(sum / BILL_ONE);
}
