/* SPDX-License-Identifier: MIT
 *
 * GGF, the Generic Game Format of the server GGS, for Othello: how servers and programs keep games.
 * (Buro 2003: skatgame.net/mburo/ggsa/ggf.) A game is
 *
 *     (;GM[Othello]PC[place]DT[date]PB[black]PW[white]TI[clock]TY[8]RE[+12.00]
 *       BO[8 -------- ... -------- *]B[f5/1.20/0.53]W[d6]...B[pass]...;)
 *
 * with a move's square, its score if the player gave one, and the seconds that it took. A file has
 * any number of games, perhaps with a number in front of each line, which says how many games of a
 * match follow. Properties that are not known are passed over. Boards are of eight by eight
 * squares; games with komi are refused, for their moves are bids. */
#ifndef COP_FORMAT_GGF_H
#define COP_FORMAT_GGF_H

#include "game/othello/transcript.h"

enum { COP_GGF_TEXT = 80 };

/* What a player said of a move. */
typedef struct cop_ggf_note {
    bool scored, timed;
    double score; /* in discs, for the player */
    double seconds;
} cop_ggf_note;

typedef struct cop_ggf_game {
    char place[COP_GGF_TEXT], date[COP_GGF_TEXT];
    char black[COP_GGF_TEXT], white[COP_GGF_TEXT];
    char black_rating[COP_GGF_TEXT], white_rating[COP_GGF_TEXT];
    char clock[COP_GGF_TEXT], type[COP_GGF_TEXT];
    bool finished; /* there is a result */
    double result; /* discs for black */
    char ending;   /* 0: played to the end; r: resigned, t: out of time, s: agreed */
    othello_line line;
    cop_ggf_note notes[OTHELLO_MOST_PLIES]; /* one for each ply of the line */
} cop_ggf_game;

/* A game without moves and names, of type 8. */
void cop_ggf_init(cop_ggf_game *game, const othello_position *start);

/* Passes over what stands between games. True if another one begins there. */
bool cop_ggf_more(cop_span *rest);

/* Takes the next game off `rest`. The number, from 1, is for messages. COPSE_BAD_POSITION: the
 * sentence says which game, which part of it, and what belongs there; then `rest` and `game` are as
 * they were. */
copse_status cop_ggf_read(cop_span *rest, int number, cop_ggf_game *game, copse_message *why);

/* Writes a game on one line, without a line end. Like snprintf. */
int cop_ggf_write(const cop_ggf_game *game, char *text, size_t size);

enum { COP_GGF_ROOM = 8192 }; /* bytes: no game needs more */

#endif
