/* SPDX-License-Identifier: MIT
 *
 * PGN, Portable Game Notation: games of chess with tags, moves as people write them and a result,
 * after the standard of 1994. Written, not read. */
#ifndef COP_FORMAT_PGN_H
#define COP_FORMAT_PGN_H

#include "base/text.h"
#include "game/chess/board.h"

typedef enum cop_pgn_result {
    COP_PGN_OPEN, /* "*" */
    COP_PGN_WHITE,
    COP_PGN_BLACK,
    COP_PGN_DRAW
} cop_pgn_result;

/* Texts are the caller's; NULL: not known. */
typedef struct cop_pgn_game {
    const char *event, *white, *black;
    const char *date;        /* yyyy.mm.dd */
    int round;               /* 0: not known */
    const char *termination; /* in words, if it was not the board that ended it */
    cop_pgn_result result;
    chess_position start;
    int move_count;
    const copse_move *moves; /* legal ones, from `start` on */
} cop_pgn_game;

/* The whole game and an empty line, like snprintf. It has the seven tags that every game must have,
 * and SetUp, FEN and Variant where they are needed. Lines of moves are no longer than 79. */
int cop_pgn_write(const cop_pgn_game *game, char *text, size_t size);

#endif
