/* SPDX-License-Identifier: MIT
 *
 * A game being played: where it began, the moves since, and every position on the way, so that
 * moves can be taken back. */
#ifndef COP_PROTOCOL_RECORD_H
#define COP_PROTOCOL_RECORD_H

#include "copse.h"

enum { COP_RECORD_MOST = 8192 }; /* moves of one game */

typedef struct cop_record_move {
    copse_move move; /* COPSE_NO_MOVE: a pass in a game that is over, which changes nothing */
    bool implied;    /* a pass that nobody told; it goes with the move after it */
} cop_record_move;

typedef struct cop_record {
    const copse_game *game;
    int count, capacity;    /* moves played, room for */
    cop_record_move *moves; /* capacity of them */
    char *positions;        /* capacity + 1: before the first move, after it, ... */
    int legal_count;
    copse_move *legal; /* the moves of the position that is on the board */
} cop_record;

/* On failure there is nothing to clear. */
copse_status cop_record_init(cop_record *record, const copse_game *game, copse_message *why);
void cop_record_clear(cop_record *record);

/* A new game from this position; `text` NULL: from the game's start position. */
copse_status cop_record_start(cop_record *record, const char *text, copse_message *why);
copse_status cop_record_start_at(cop_record *record, const void *position, copse_message *why);

/* The position after `ply` moves, and the one that is on the board. */
const void *cop_record_at(const cop_record *record, int ply);
const void *cop_record_now(const cop_record *record);

bool cop_record_is_over(const cop_record *record);

/* Which side's turn it is: 0 for the side that began, 1 for the other. */
int cop_record_turn(const cop_record *record);

/* If the side to move can do nothing but pass: that move; else COPSE_NO_MOVE. */
copse_move cop_record_pass(const cop_record *record);

/* Is this text one of the words for passing: pass, pa, ps, p, --, @@? In any case of letters. */
bool cop_text_is_pass(const char *text);

/* The move that a text means in the position on the board. All words for passing are understood,
 * and a move all in capital letters if that is what it takes. */
copse_status cop_record_read(const cop_record *record, const char *text, copse_move *move,
                             copse_message *why);

/* Plays a legal move, or, in a game that is over, COPSE_NO_MOVE. */
copse_status cop_record_play(cop_record *record, copse_move move, bool implied, copse_message *why);

/* Takes back the last move, and the implied pass before it. False if there is none. */
bool cop_record_undo(cop_record *record);

/* The position on the board as a picture or, without one, as its text, without blank lines at its
 * end; the caller frees it. NULL: no memory, or the game has neither. */
char *cop_record_picture(const cop_record *record);

/* The position after a move; `to` is not `from`. */
void cop_position_after(const copse_game *game, const void *from, copse_move move, void *to);

#endif
