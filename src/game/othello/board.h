/* SPDX-License-Identifier: MIT
 *
 * The Othello board: two sets of squares, legal moves, turned discs. Everything is inline, for
 * loops that do nothing else.
 *
 * Both routines exist twice. The plain ones need nothing but 64-bit arithmetic. The others handle
 * four directions at once and need AVX2; othello_moves() and othello_flips() are those wherever the
 * compiler may use it. So a file with a hot loop belongs into both builds of base/cpu.h: it says
 * COP_BUILD() of its names, stands in copse_objects and in copse_avx2, and has the fastest routines
 * without another word.
 *
 * Moves: parallel prefix, all runs of discs of the other side grown at once by doubling, 1, 2, 4, 6
 * long. Flips: for each direction from the square, the ray to the edge (othello_rays). Along rising
 * bits an addition carries through the discs of the other side to the first square that is not
 * theirs; along falling bits the plain routine finds that square by its leading zeros, the other
 * one by smearing what is not theirs along the ray. If that square is ours, all between turn over.
 */
#ifndef COP_GAME_OTHELLO_BOARD_H
#define COP_GAME_OTHELLO_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __AVX2__
#include <immintrin.h>
#endif

/* The discs of the side to move and of the other one. Bit 0 is a1, bit 1 b1, bit 8 a2, bit 63 h8.
 */
typedef struct othello_board {
    uint64_t own, other;
} othello_board;

typedef struct othello_position {
    othello_board board;
    uint8_t side;    /* to move: 0 black (X), 1 white (O) */
    uint8_t rest[7]; /* zero: equal positions are equal bytes */
} othello_position;

enum {
    OTHELLO_PASS = 64,       /* the only move where there is no other, but the other side has one */
    OTHELLO_MOST_MOVES = 60, /* of one board: there are always four discs at least */
    OTHELLO_MOST_PLIES = 120 /* of one game: no two passes without a disc between them */
};

/* The squares from each square to the edge: along rising bits east, south-west, south, south-east
 * (+1, +7, +8, +9), then along falling bits, in the same order, -1, -7, -8, -9. */
typedef struct othello_ray {
    _Alignas(64) uint64_t up[4];
    uint64_t down[4];
} othello_ray;

extern const othello_ray cop_othello_rays[64];

/* --------------------------------------------------------------------------------- sets of squares
 */

#define OTHELLO_INNER_COLUMNS 0x7e7e7e7e7e7e7e7eu /* all but a and h: nothing runs around them */
#define OTHELLO_CORNERS 0x8100000000000081u

static inline int othello_count(uint64_t squares)
{
    return __builtin_popcountll(squares);
}

static inline uint64_t othello_bit(int square)
{
    return (uint64_t)1 << square;
}

/* The first square of a set that is not empty. `for (; set != 0; set &= set - 1)` goes through all.
 */
static inline int othello_first(uint64_t squares)
{
    return __builtin_ctzll(squares);
}

static inline uint64_t othello_empty(othello_board b)
{
    return ~(b.own | b.other);
}

/* ------------------------------------------------------------------------------------ legal moves
 */

/* The squares behind runs of `over` next to `own`, in the two directions of a shift. */
static inline uint64_t othello_behind(uint64_t own, uint64_t over, int shift)
{
    uint64_t up = over & (own << shift), down = over & (own >> shift);
    up |= over & (up << shift);
    down |= over & (down >> shift);
    uint64_t pairs_up = over & (over << shift), pairs_down = pairs_up >> shift;
    up |= pairs_up & (up << 2 * shift);
    down |= pairs_down & (down >> 2 * shift);
    up |= pairs_up & (up << 2 * shift);
    down |= pairs_down & (down >> 2 * shift);
    return up << shift | down >> shift;
}

static inline uint64_t othello_moves_plain(othello_board b)
{
    uint64_t inner = b.other & OTHELLO_INNER_COLUMNS;
    return (othello_behind(b.own, inner, 1) | othello_behind(b.own, inner, 7) |
            othello_behind(b.own, b.other, 8) | othello_behind(b.own, inner, 9)) &
           othello_empty(b);
}

#ifdef __AVX2__
static inline uint64_t othello_or_lanes(__m256i v)
{
    __m128i half = _mm_or_si128(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
    return (uint64_t)_mm_cvtsi128_si64(_mm_or_si128(half, _mm_unpackhi_epi64(half, half)));
}

static inline uint64_t othello_moves_avx2(othello_board b)
{
    const __m256i shift = _mm256_set_epi64x(9, 8, 7, 1), twice = _mm256_set_epi64x(18, 16, 14, 2);
    const __m256i inner =
        _mm256_set_epi64x(OTHELLO_INNER_COLUMNS, -1, OTHELLO_INNER_COLUMNS, OTHELLO_INNER_COLUMNS);
    __m256i own = _mm256_set1_epi64x((long long)b.own);
    __m256i over = _mm256_and_si256(_mm256_set1_epi64x((long long)b.other), inner);
    __m256i up = _mm256_and_si256(over, _mm256_sllv_epi64(own, shift));
    __m256i down = _mm256_and_si256(over, _mm256_srlv_epi64(own, shift));
    up = _mm256_or_si256(up, _mm256_and_si256(over, _mm256_sllv_epi64(up, shift)));
    down = _mm256_or_si256(down, _mm256_and_si256(over, _mm256_srlv_epi64(down, shift)));
    __m256i pairs_up = _mm256_and_si256(over, _mm256_sllv_epi64(over, shift));
    __m256i pairs_down = _mm256_srlv_epi64(pairs_up, shift);
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
    up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, twice)));
    down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, twice)));
    __m256i behind = _mm256_or_si256(_mm256_sllv_epi64(up, shift), _mm256_srlv_epi64(down, shift));
    return othello_or_lanes(behind) & othello_empty(b);
}
#endif

/* The squares on which the side to move may play. */
static inline uint64_t othello_moves(othello_board b)
{
#ifdef __AVX2__
    return othello_moves_avx2(b);
#else
    return othello_moves_plain(b);
#endif
}

/* The same for the other side. */
static inline uint64_t othello_other_moves(othello_board b)
{
    return othello_moves((othello_board){b.other, b.own});
}

/* ---------------------------------------------------------------------------------- turned discs
 */

static inline uint64_t othello_flips_plain(othello_board b, int square)
{
    const othello_ray *ray = &cop_othello_rays[square];
    uint64_t flips = 0;
    for (int i = 0; i < 4; i++) {
        uint64_t end = ((b.other | ~ray->up[i]) + 1) & ray->up[i] & b.own;
        flips |= (end - (end != 0)) & ray->up[i];
    }
    for (int i = 0; i < 4; i++) {
        uint64_t mask = ray->down[i];
        /* The 1 is for a ray that is all theirs, which has no leading zeros to count: if a1 is on
         * it, that is theirs too, and ends nothing. */
        uint64_t end = ((uint64_t)1 << 63) >> __builtin_clzll((mask & ~b.other) | 1);
        end &= mask & b.own;
        flips |= (0 - end - end) & mask;
    }
    return flips;
}

#ifdef __AVX2__
static inline uint64_t othello_flips_avx2(othello_board b, int square)
{
    const __m256i shift = _mm256_set_epi64x(9, 8, 7, 1), twice = _mm256_set_epi64x(18, 16, 14, 2);
    const __m256i ones = _mm256_set1_epi64x(-1), zero = _mm256_setzero_si256();
    __m256i own = _mm256_set1_epi64x((long long)b.own);
    __m256i other = _mm256_set1_epi64x((long long)b.other);
    __m256i mask = _mm256_load_si256((const __m256i *)cop_othello_rays[square].up);
    /* x + 1 is x - ones; other | ~mask is ~(mask & ~other). */
    __m256i end = _mm256_sub_epi64(_mm256_xor_si256(_mm256_andnot_si256(other, mask), ones), ones);
    end = _mm256_and_si256(end, _mm256_and_si256(mask, own));
    __m256i up = _mm256_add_epi64(end, _mm256_xor_si256(_mm256_cmpeq_epi64(end, zero), ones));
    up = _mm256_and_si256(up, mask);

    mask = _mm256_load_si256((const __m256i *)cop_othello_rays[square].down);
    __m256i not_theirs = _mm256_andnot_si256(other, mask);
    __m256i behind = _mm256_srlv_epi64(not_theirs, shift);
    behind = _mm256_or_si256(behind, _mm256_srlv_epi64(behind, shift));
    behind = _mm256_or_si256(behind, _mm256_srlv_epi64(behind, twice));
    behind = _mm256_or_si256(behind, _mm256_srlv_epi64(behind, _mm256_add_epi64(twice, twice)));
    /* The first square that is not theirs, if it is ours, and what lies before it. */
    end = _mm256_and_si256(_mm256_andnot_si256(behind, not_theirs), own);
    __m256i before = _mm256_andnot_si256(_mm256_or_si256(behind, not_theirs), mask);
    __m256i down = _mm256_andnot_si256(_mm256_cmpeq_epi64(end, zero), before);
    return othello_or_lanes(_mm256_or_si256(up, down));
}
#endif

/* The discs that a disc on this empty square turns over; none: the move is not legal. */
static inline uint64_t othello_flips(othello_board b, int square)
{
#ifdef __AVX2__
    return othello_flips_avx2(b, square);
#else
    return othello_flips_plain(b, square);
#endif
}

/* ---------------------------------------------------------------------------------------- playing
 */

/* The board as the other side sees it after a move with these flips. */
static inline othello_board othello_play_flips(othello_board b, int square, uint64_t flips)
{
    return (othello_board){b.other & ~flips, b.own | flips | othello_bit(square)};
}

static inline othello_board othello_play(othello_board b, int square)
{
    return othello_play_flips(b, square, othello_flips(b, square));
}

static inline othello_board othello_pass(othello_board b)
{
    return (othello_board){b.other, b.own};
}

/* The result where neither side can move, in discs for the side to move: empty squares go to the
 * winner. */
static inline int othello_result(othello_board b)
{
    int own = othello_count(b.own), other = othello_count(b.other), empty = 64 - own - other;
    return own > other ? own - other + empty : own < other ? own - other - empty : 0;
}

enum { OTHELLO_DISC = 100 }; /* a disc in scores: they are in hundredths */

#endif
