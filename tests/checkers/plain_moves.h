/* SPDX-License-Identifier: MIT
 *
 * The rules a second time, slowly: a board of rows and columns, and for each move its squares as
 * text. Nothing of it is shared with the generator that it is to check. */
#ifndef COPSE_TESTS_CHECKERS_PLAIN_MOVES_H
#define COPSE_TESTS_CHECKERS_PLAIN_MOVES_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAIN_MOST = 100, PLAIN_TEXT = 40 };

typedef struct plain_board {
    char at[8][8]; /* b, w, B, W, or 0; row 0 is Black's, and square 1 in its second column */
    bool white;    /* to move */
} plain_board;

typedef struct plain_list {
    int count;
    char text[PLAIN_MOST][PLAIN_TEXT];
} plain_list;

static inline char *plain_square(plain_board *board, int square)
{
    int row = (square - 1) / 4, place = (square - 1) % 4;
    return &board->at[row][2 * place + (row % 2 == 0)];
}

static inline int plain_number(int row, int column)
{
    return row * 4 + column / 2 + 1;
}

static inline bool plain_is_foe(const plain_board *board, char piece)
{
    return board->white ? piece == 'b' || piece == 'B' : piece == 'w' || piece == 'W';
}

static inline bool plain_on(int row, int column)
{
    return row >= 0 && row < 8 && column >= 0 && column < 8;
}

/* All ways to take on from here; true if there is one. Taken pieces stay, as '#'. */
static inline bool plain_take(plain_board *board, int row, int column, char piece, const char *way,
                              plain_list *list)
{
    bool any = false;
    for (int down = -1; down <= 1; down += 2)
        for (int side = -1; side <= 1; side += 2) {
            if ((piece == 'b' && down < 0) || (piece == 'w' && down > 0))
                continue;
            int to_row = row + 2 * down, to_column = column + 2 * side;
            if (!plain_on(to_row, to_column) || board->at[to_row][to_column] != 0)
                continue;
            char *over = &board->at[row + down][column + side], taken = *over;
            if (!plain_is_foe(board, taken))
                continue;
            char longer[PLAIN_TEXT];
            snprintf(longer, sizeof longer, "%.30sx%d", way, plain_number(to_row, to_column));
            *over = '#';
            if (!plain_take(board, to_row, to_column, piece, longer, list) &&
                list->count < PLAIN_MOST)
                strcpy(list->text[list->count++], longer);
            *over = taken;
            any = true;
        }
    return any;
}

static inline void plain_step(const plain_board *board, int row, int column, char piece,
                              plain_list *list)
{
    for (int down = -1; down <= 1; down += 2)
        for (int side = -1; side <= 1; side += 2) {
            if ((piece == 'b' && down < 0) || (piece == 'w' && down > 0))
                continue;
            if (plain_on(row + down, column + side) && board->at[row + down][column + side] == 0 &&
                list->count < PLAIN_MOST)
                snprintf(list->text[list->count++], PLAIN_TEXT, "%d-%d", plain_number(row, column),
                         plain_number(row + down, column + side));
        }
}

static inline int plain_compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* All legal moves, sorted as texts. */
static inline void plain_moves(plain_board *board, plain_list *list)
{
    list->count = 0;
    for (int taking = 1; taking >= 0 && list->count == 0; taking--)
        for (int row = 0; row < 8; row++)
            for (int column = 0; column < 8; column++) {
                char piece = board->at[row][column], way[PLAIN_TEXT];
                if (piece == 0 || plain_is_foe(board, piece))
                    continue;
                snprintf(way, sizeof way, "%d", plain_number(row, column));
                board->at[row][column] = 0;
                if (taking)
                    plain_take(board, row, column, piece, way, list);
                else
                    plain_step(board, row, column, piece, list);
                board->at[row][column] = piece;
            }
    qsort(list->text, (size_t)list->count, PLAIN_TEXT, plain_compare);
}

#endif
