/* SPDX-License-Identifier: MIT
 *
 * Problems: positions of which somebody knows the best move, by which searches are tested. One line
 * is one problem, in one of the forms in which people keep them:
 *
 *  - OBF, Othello: the board, the side to move, then moves with their exact values:
 *        --XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12;
 *    or the same as a list with tabs: number, board, side, empty squares, value, best moves, ...
 *  - EPD, chess: four fields of FEN, then operations, of which `bm` (best moves), `am` (moves to
 *    avoid) and `id` count:
 *        1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1+; id "BK.01";
 *  - checkers: a list with tabs as of the Tinsley-Chinook suite: game, ply, black, white, side,
 * move, pieces, root moves, depth, score, nodes, seconds, PDN FEN.
 */
#ifndef COP_FORMAT_PROBLEM_H
#define COP_FORMAT_PROBLEM_H

#include "base/text.h"

enum { COP_PROBLEM_MOVES = 24, COP_PROBLEM_MOVE_TEXT = 16 };

typedef struct cop_problem_moves {
    int count;
    char text[COP_PROBLEM_MOVES][COP_PROBLEM_MOVE_TEXT];
} cop_problem_moves;

typedef struct cop_problem {
    const char *game;   /* the name of the game that the form is for */
    char id[48];        /* empty: it has none */
    char position[256]; /* the game's text */
    cop_problem_moves best, avoid;
    bool scored; /* the value is known: exactly, if `exact`; else as another program found it */
    bool exact;
    int32_t score;  /* for the side to move, in units of the form */
    int unit;       /* how many points of the game one of these is */
    int depth;      /* to which somebody searched it; 0: not said */
    uint64_t nodes; /* that that took; 0: not said */
    int left;       /* empty squares, or pieces on the board; 0: not said */
} cop_problem;

/* Reads a line, without its end. COPSE_BAD_POSITION and a sentence if it has none of the forms; the
 * position itself and the moves are for the game to check. */
copse_status cop_problem_read(const char *line, cop_problem *problem, copse_message *why);

/* The forms, each for lines that look like it. */
copse_status cop_problem_obf(const char *line, cop_problem *problem, copse_message *why);
copse_status cop_problem_obf_list(const char *line, cop_problem *problem, copse_message *why);
copse_status cop_problem_epd(const char *line, cop_problem *problem, copse_message *why);
copse_status cop_problem_checkers(const char *line, cop_problem *problem, copse_message *why);

/* One more move; false if it is too long, empty, or one too many. */
bool cop_problem_add(cop_problem_moves *moves, cop_span text);

#endif
