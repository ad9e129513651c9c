/* SPDX-License-Identifier: MIT
 *
 * Transcripts: a game as the squares that were played, f5d6c3d3c4. Most people leave out passes,
 * which follow from the rules, some write them; both are read. */
#ifndef COP_GAME_OTHELLO_TRANSCRIPT_H
#define COP_GAME_OTHELLO_TRANSCRIPT_H

#include "game/othello/othello.h"

/* A line of play: every ply of it, passes included. */
typedef struct othello_line {
    othello_position start, end;
    int count;
    copse_move moves[OTHELLO_MOST_PLIES];
} othello_line;

void cop_othello_line_init(othello_line *line, const othello_position *start);

/* Plays a move at the end of the line, and a pass before it if there has to be one that nobody
 * wrote. COPSE_BAD_MOVE: not legal; nothing is changed then. */
copse_status cop_othello_line_add(othello_line *line, copse_move move, copse_message *why);

/* Reads moves, with or without blanks between them, and checks them. COPSE_BAD_POSITION: the
 * sentence says which move is wrong. An empty text is a line without moves. */
copse_status cop_othello_read_transcript(cop_span text, const othello_position *start,
                                         othello_line *line, copse_message *why);

/* Writes the moves; passes, unless they are left out, as "pass". Like snprintf. */
int cop_othello_write_transcript(const othello_line *line, bool passes, char *text, size_t size);

#endif
