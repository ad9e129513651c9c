/* SPDX-License-Identifier: MIT */
#include "checkers/db_plain.h"

#include "game/checkers/moves.h"

#include <stdlib.h>
#include <string.h>

/* A piece is one of 32 squares and one of four kinds; a key is three of them, or fewer and zeros,
 * in the order of the squares, and the side to move. */
enum { KINDS = 4, PIECE = 32 * KINDS + 1, KEYS = 2 * PIECE * PIECE * PIECE };

static int key_of(const checkers_position *position)
{
    int key = 0;
    for (int square = 1; square <= 32; square++) {
        uint64_t bit = (uint64_t)1 << checkers_bit(square);
        int king = (position->kings & bit) != 0;
        for (int side = 0; side < 2; side++) {
            if ((position->side[side] & bit) != 0)
                key = key * PIECE + 1 + (square - 1) * KINDS + 2 * side + king;
        }
    }
    return 2 * key + position->turn;
}

/* A man does not stand where he would be crowned. */
static void put(checkers_position *position, int square, int kind, bool *legal)
{
    uint64_t bit = (uint64_t)1 << checkers_bit(square);
    int side = kind / 2;
    position->side[side] |= bit;
    if (kind % 2 != 0)
        position->kings |= bit;
    else if ((bit & checkers_crown_row(side)) != 0)
        *legal = false;
}

static void add_position(plain *solved, const int *squares, int pieces, int kinds, int turn)
{
    checkers_position position = {.turn = (uint8_t)turn};
    bool legal = true;
    for (int i = 0; i < pieces; i++, kinds /= KINDS)
        put(&position, squares[i], kinds % KINDS, &legal);
    if (!legal)
        return;
    solved->number[key_of(&position)] = (int32_t)solved->count;
    solved->positions[solved->count++] = position;
}

/* All ways to put so many pieces on squares after `least`. */
static void add_all(plain *solved, int *squares, int have, int pieces, int least)
{
    if (have > 0) {
        for (int kinds = 0; kinds < 1 << 2 * have; kinds++) {
            add_position(solved, squares, have, kinds, 0);
            add_position(solved, squares, have, kinds, 1);
        }
    }
    for (int square = least; square <= 32 && have < pieces && have < 3; square++) {
        squares[have] = square;
        add_all(solved, squares, have + 1, pieces, square + 1);
    }
}

static void list_successors(plain *solved)
{
    uint32_t used = 0;
    for (uint32_t i = 0; i < solved->count; i++) {
        copse_move moves[CHECKERS_MOST_MOVES];
        int count = cop_checkers_list(&solved->positions[i], moves);
        solved->first[i] = used;
        for (int j = 0; j < count; j++) {
            checkers_position next;
            checkers_play(&solved->positions[i], moves[j], &next);
            solved->after[used++] = (uint32_t)solved->number[key_of(&next)];
        }
    }
    solved->first[solved->count] = used;
}

/* The plies of a position if they are `round`, from those found in the rounds before. */
static bool ends_in(const plain *solved, uint32_t position, int round)
{
    bool all_won = true, any_lost = false;
    for (uint32_t i = solved->first[position]; i < solved->first[position + 1]; i++) {
        int plies = solved->plies[solved->after[i]];
        all_won &= plies >= 0 && plies < round && plies % 2 == 1;
        any_lost |= plies >= 0 && plies < round && plies % 2 == 0;
    }
    return round % 2 == 0 ? all_won : any_lost;
}

plain plain_solve(int pieces)
{
    enum { MOST_POSITIONS = 600000, MOST_SUCCESSORS = 12 * MOST_POSITIONS };
    plain solved = {.pieces = pieces};
    int squares[3];
    solved.positions = calloc(MOST_POSITIONS, sizeof *solved.positions);
    solved.number = calloc(KEYS, sizeof *solved.number);
    solved.first = calloc(MOST_POSITIONS + 1, sizeof *solved.first);
    solved.after = calloc(MOST_SUCCESSORS, sizeof *solved.after);
    solved.plies = calloc(MOST_POSITIONS, sizeof *solved.plies);
    /* Number 0 is that of no pieces at all, which no key of a position leads to. */
    add_all(&solved, squares, 0, pieces, 1);
    list_successors(&solved);
    memset(solved.plies, PLAIN_UNKNOWN, MOST_POSITIONS * sizeof *solved.plies);
    int quiet = 0;
    for (int round = 0; quiet < 2; round++) {
        quiet++;
        for (uint32_t i = 0; i < solved.count; i++) {
            if (solved.plies[i] < 0 && ends_in(&solved, i, round)) {
                solved.plies[i] = (int16_t)round;
                quiet = 0;
            }
        }
    }
    return solved;
}

void plain_clear(plain *solved)
{
    free(solved->positions);
    free(solved->number);
    free(solved->first);
    free(solved->after);
    free(solved->plies);
}
